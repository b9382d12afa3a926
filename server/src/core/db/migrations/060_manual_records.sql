-- Coolings without an appliance, measured by hand. Each change of one is a revision that enters the book of its company with all it says.
create table manual_record (
  id uuid primary key,
  company_id uuid not null references company (id),
  laboratory_id uuid not null,
  kind text not null check (kind in ('chill', 'freeze')),
  product text not null,
  lot text,
  load_kg double precision,
  -- Of the first reading.
  started_at timestamptz not null,
  ended_at timestamptz,
  verdict text,
  revision integer not null,
  -- When the food was cooked, the readings with who entered them, and once it has ended what the judge made of them.
  content jsonb not null,
  signer uuid not null references signer (id),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  check ((ended_at is null) = (verdict is null))
);
create index manual_record_company on manual_record (company_id, started_at);
create index manual_record_user on manual_record (user_id);
