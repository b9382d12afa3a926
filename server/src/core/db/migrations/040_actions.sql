-- Corrective actions. A record opens one by what it says from now on: for what was recorded before there are none.
create table action (
  id uuid primary key,
  company_id uuid not null references company (id),
  -- Null: a record opened it.
  opened_by uuid references signer (id),
  created_at timestamptz not null,
  revision integer not null,
  state text not null,
  cause text,
  discarded_kg numeric(8, 1) not null default 0
);
create index action_company on action (company_id, created_at);

-- The records that it is about, with name and kitchen of their unit in their time: units move, are renamed, and get other holders.
create table action_subject (
  action uuid not null references action (id),
  id uuid not null,
  kind text not null check (kind in ('batch', 'day', 'check')),
  appliance integer not null references appliance (id),
  appliance_name text not null,
  laboratory_id uuid,
  excursion_at timestamptz,
  primary key (action, id)
);
create index action_subject_of on action_subject (id);
create index action_subject_appliance on action_subject (appliance);

-- Each save is one: what it said before can be read for ever.
create table action_revision (
  action uuid not null references action (id),
  revision integer not null,
  created_at timestamptz not null,
  state text not null,
  cause text,
  -- Null: a record did it.
  signer uuid references signer (id),
  user_id uuid references app_user (id),
  content jsonb not null,
  primary key (action, revision)
);
create index action_revision_user on action_revision (user_id);

-- Batches that were ended early: unless another goes on with them by then, they open an action.
create table action_due (
  batch uuid primary key references batch (id),
  due_at timestamptz not null
);
create index action_due_at on action_due (due_at);

-- Somebody has said what became of the food of a unit: the alarm rules are told of it.
create table food_fate (
  action uuid not null references action (id),
  appliance integer not null references appliance (id),
  at timestamptz not null,
  primary key (action, appliance)
);
create index food_fate_appliance on food_fate (appliance, at);
