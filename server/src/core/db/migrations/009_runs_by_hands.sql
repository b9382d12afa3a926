-- A unit that somebody else holds may use the id of a run again: it is another run.
alter table cycle_run drop constraint cycle_run_appliance_run_id_key;
create index cycle_run_run on cycle_run (appliance, run_id);
