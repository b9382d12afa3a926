-- The food-safety plans of kitchens: none is ever changed, another one follows it. Without a kitchen it is the company's, for units that
-- stand in none. Nobody's: given to a kitchen with its first day. A kitchen may be gone by now, what was judged by its plan is not.
create table food_plan (
  id uuid primary key,
  company_id uuid not null references company,
  laboratory_id uuid,
  from_at timestamptz not null,
  plan jsonb not null,
  user_id uuid references app_user
);
create index food_plan_laboratory on food_plan (laboratory_id, from_at);
create index food_plan_company on food_plan (company_id, from_at) where laboratory_id is null;

-- By which plan a unit goes, from when on; null: by none but the maker's. It follows the unit from kitchen to kitchen, and the kitchen's plan.
create table unit_plan (
  appliance integer not null references appliance,
  from_at timestamptz not null,
  food_plan uuid references food_plan,
  primary key (appliance, from_at)
);

-- Kitchens that there are keep what they were judged by, as a plan of their own: nothing changes silently.
insert into food_plan (id, company_id, laboratory_id, from_at, plan)
select gen_random_uuid(), k.company_id, k.laboratory_id, k.created_at, '{
  "primary": {"chill": {"id": "CHILL_90", "version": null}, "freeze": {"id": "FREEZE_240", "version": null}},
  "further": [],
  "hold": {"chilled_max_C": 5, "frozen_max_C": -18, "hot_min_C": 63},
  "demands": {"product": false, "lot": false, "dailyLook": false, "secondPerson": false},
  "cost_per_kg": null,
  "currency": null
}'::jsonb
from (
  select id as company_id, null::uuid as laboratory_id, created_at from company
  union all
  select company_id, id, created_at from laboratory) k;
