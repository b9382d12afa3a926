-- Cycles that a person has put on the own dashboard, by the company it works for; of presets there are no rows to refer to.
create table recipe_pin (
  user_id uuid not null references app_user (id),
  company_id uuid not null references company (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  primary key (user_id, company_id, number)
);
create index recipe_pin_company on recipe_pin (company_id);
