-- The favourites that the portal wants on a unit (S3.10): one row a slot that was ever agreed or wished for.
create table favourite (
  appliance integer not null references appliance (id),
  slot smallint not null check (slot between 1 and 24),
  -- What the portal wants in it; all null: nothing.
  number integer,
  version integer,
  hash text,
  -- What both sides had last.
  base_number integer,
  base_version integer,
  base_hash text,
  -- The unit would not take it, and why.
  refused text,
  command_id uuid,
  changed_by uuid references app_user (id),
  at timestamptz not null,
  primary key (appliance, slot)
);
create index favourite_number on favourite (number);
create index favourite_changed_by on favourite (changed_by);

-- A planned start: a person at the panel confirms it, and nothing starts by itself.
create table scheduled_start (
  id uuid primary key,
  appliance integer not null references appliance (id),
  company_id uuid not null references company (id) on delete cascade,
  number integer not null,
  version integer not null,
  args jsonb not null,
  -- Minute of the kitchen's clock, and the time zone it is of.
  minute text not null,
  time_zone text not null,
  -- Days on which it comes again, Monday 1 to Sunday 7; null: once.
  weekdays smallint[],
  state text not null
    check (state in ('planned', 'proposed', 'started', 'declined', 'missed', 'not_possible', 'cancelled')),
  reason text,
  command_id uuid,
  -- The moment of its minute, and how long it takes by the forecast.
  at timestamptz not null,
  lasts_min integer not null,
  -- When the round looks at it next; null: it is over.
  due_at timestamptz,
  created_by uuid references app_user (id),
  created_at timestamptz not null
);
create index scheduled_start_appliance on scheduled_start (appliance, at);
create index scheduled_start_due on scheduled_start (due_at) where due_at is not null;
create index scheduled_start_company on scheduled_start (company_id);
create index scheduled_start_created_by on scheduled_start (created_by);

-- Counts every save, that of words too: who overwrites says which one was looked at.
alter table recipe add column edit integer not null default 1;
