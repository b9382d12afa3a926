-- Since when the next revision of a record cannot be made; null: it can, as far as is known.
alter table batch add column failing_since timestamptz;
create index batch_failing on batch (failing_since) where failing_since is not null;
