-- An action can be about what the book lacks. That is no row: what it was when the action was opened is kept with it, also if late data
-- take it away. What a whole kitchen lacks is of no unit, nor is food that was cooled without one.
alter table action_subject alter column appliance drop not null;
alter table action_subject drop constraint action_subject_kind_check;
alter table action_subject add check (kind in ('batch', 'day', 'check', 'missing', 'manual'));
alter table action_subject add column missing text;
alter table action_subject add column missing_day text;
-- When the food was put in of which there is no record, else when the day began.
alter table action_subject add column missing_from timestamptz;
alter table action_subject add check ((kind = 'missing') = (missing is not null and missing_day is not null and missing_from is not null));
alter table action_subject add check (appliance is not null or (kind in ('missing', 'manual') and laboratory_id is not null));
