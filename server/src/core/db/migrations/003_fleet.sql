-- The fleet: what the factory knows of a unit, who serves it, what was done to it.

-- The package belongs to the unit; a model with one package only says so itself. A foreign serial number has no check digit.
alter table appliance add column package text not null default 'Excellence' check (package in ('Essential', 'Excellence'));
alter table appliance add column serial_checked boolean not null default false;
-- Recommended maintenance found before this moment is not shown as an anomaly any more.
alter table appliance add column anomaly_hidden_at timestamptz;

-- The certificate itself, to hand it out again; its key was handed out once and is nowhere.
alter table certificate add column pem text;

-- Appliances that the factory shares with a service partner, until it or a change of owner ends it.
create table service_share (
  appliance integer not null references appliance,
  user_id uuid not null references app_user,
  created_at timestamptz not null,
  created_by uuid not null references app_user,
  primary key (appliance, user_id)
);
create index service_share_user on service_share (user_id);
create index laboratory_assistance_center on laboratory (lower(assistance_center));

-- What people did to an appliance: the alarm rules measure from it, the product passport counts the repairs.
create table maintenance (
  id uuid primary key,
  appliance integer not null references appliance,
  -- The company that held it then; null before it had an owner.
  company_id uuid references company,
  kind text not null check (kind in ('cleaning', 'probeCheck', 'service', 'repair')),
  at timestamptz not null,
  note text not null,
  user_id uuid not null references app_user,
  created_at timestamptz not null
);
create index maintenance_appliance on maintenance (appliance, at);
