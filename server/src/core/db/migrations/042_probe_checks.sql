-- Checks of core probes, as a kitchen or a service partner made them; the company is the holder's of then. None is ever changed.
create table probe_check (
  id uuid primary key,
  company_id uuid not null references company (id),
  appliance integer not null references appliance (id),
  laboratory_id uuid,
  needle smallint not null,
  at timestamptz not null,
  found_good boolean not null,
  left_good boolean not null,
  signer uuid not null references signer (id),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  content jsonb not null
);
create index probe_check_appliance on probe_check (appliance, at);
create index probe_check_user on probe_check (user_id);
