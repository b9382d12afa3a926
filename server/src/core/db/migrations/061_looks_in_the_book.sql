-- A look at a day enters the book, with who signs it; those of before have no entry, and name an account.
alter table hold_look add column id uuid;
alter table hold_look add column signer uuid references signer (id);
-- Given more than 24 hours after the end of its day, by the clock of its kitchen as it was then.
alter table hold_look add column is_late boolean not null default false;
update hold_look w set is_late = w.at >= ((w.day::date + 1)::timestamp at time zone l.time_zone) + interval '24 hours'
  from laboratory l where l.id = w.laboratory_id;

-- Likewise, that somebody has looked at what a later judge says.
alter table batch_review add column id uuid;
alter table batch_review add column signer uuid references signer (id);
