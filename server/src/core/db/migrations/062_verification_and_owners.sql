-- What was done and that a second person, whom the plan demands, has not looked at.
alter table missing_explanation drop constraint missing_explanation_kind_check;
alter table missing_explanation add check (kind in ('batch', 'warmLoad', 'look', 'product', 'lot', 'coverage', 'verification'));
create index action_done on action (company_id) where state = 'done';

-- When the owners were told that nobody has said what was done; null: not yet.
alter table action add column owners_told_at timestamptz;
