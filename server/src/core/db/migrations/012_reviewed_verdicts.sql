-- A person has looked at a verdict that a later version of the judge changed.
create table batch_review (
  batch uuid not null references batch (id),
  revision integer not null,
  at timestamptz not null,
  user_id uuid not null references app_user (id),
  primary key (batch, revision)
);
-- The batch of which this one is the rest: the unit began anew after the cycle had ended early.
alter table batch add column continues uuid references batch (id);
-- Runs that may be over although nobody told their end.
create index batch_open on batch (started_at) where revision = 0 and due_at is null;
