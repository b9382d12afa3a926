-- Runs of a cycle are sought by its number on the appliances of one company: presets run on everybody's.
drop index cycle_run_recipe;
create index cycle_run_recipe on cycle_run (recipe_number, appliance, started_at) where recipe_number is not null;
