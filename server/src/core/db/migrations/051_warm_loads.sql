-- When food was put into a blast chiller and no cycle followed, by what the unit told of a day: told anew with each look at the day, so that
-- what comes late takes it away.
alter table hold_day add column warm_loads timestamptz[];
create index hold_day_warm_loads on hold_day (appliance, from_at) where warm_loads is not null;

alter table missing_explanation drop constraint missing_explanation_kind_check;
alter table missing_explanation add check (kind in ('batch', 'warmLoad', 'look', 'product', 'lot', 'coverage'));
