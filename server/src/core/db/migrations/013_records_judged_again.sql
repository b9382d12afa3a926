-- A verdict that a later judge changed is shown with the one before until somebody has looked at both.
create table batch_review (
  batch uuid not null references batch,
  -- The revision whose verdict differs from the one before.
  revision integer not null,
  user_id uuid not null references app_user,
  at timestamptz not null,
  primary key (batch, revision)
);

-- The batch that was ended early and that this one goes on with, by its last revision.
alter table batch add column continues uuid references batch;
create index batch_continues on batch (continues) where continues is not null;

-- Runs whose end nobody has told, and batches that wait for one: what is over without a word is looked for among them.
create index cycle_run_untold on cycle_run (appliance, started_at) where ended_log is null;
create index batch_open on batch (id) where revision = 0;
