-- What a zone of a unit held in a day of its kitchen: a record with revisions, as a batch has.
create table hold_day (
  id uuid primary key,
  appliance integer not null references appliance (id),
  zone smallint not null check (zone in (1, 2)),
  -- Whose it is: a day in which the unit changed hands is two records, and so is one in which the kitchen's time zone changed.
  company_id uuid not null references company (id),
  -- Its kitchen as it began; kitchens are deleted, records are not.
  laboratory_id uuid,
  day text not null,
  time_zone text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  due_at timestamptz,
  cause text,
  failing_since timestamptz,
  revision integer not null default 0,
  unique (appliance, zone, from_at),
  check (from_at < to_at)
);
create index hold_day_due on hold_day (due_at) where due_at is not null;
create index hold_day_end on hold_day (appliance, to_at);
create index hold_day_company on hold_day (company_id);

-- Contains its own curve: telemetry is not kept as long.
create table hold_day_revision (
  hold_day uuid not null references hold_day (id),
  revision integer not null,
  created_at timestamptz not null,
  cause text not null check (cause in ('complete', 'late_data')),
  verdict text not null,
  summary jsonb not null,
  content bytea not null,
  content_hash bytea not null,
  primary key (hold_day, revision)
);

-- Somebody has looked at what a kitchen held in a day, and found all right.
create table hold_look (
  laboratory_id uuid not null,
  day text not null,
  user_id uuid not null references app_user (id),
  at timestamptz not null,
  primary key (laboratory_id, day)
);
create index hold_look_user on hold_look (user_id);
