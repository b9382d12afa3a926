-- A record that is older than records are kept loses what it says, and all that was said of it. That there was one stays, as its entries
-- in the book do.
alter table batch add column removed_at timestamptz;
alter table hold_day add column removed_at timestamptz;

-- How far each book has been gone through for what is not kept any more.
create table record_sweep (
  book uuid primary key references ledger_book (id),
  -- What is of before then goes.
  before_at timestamptz not null,
  began_at timestamptz not null,
  -- Which entry is looked at next; null: it is through.
  next_ix bigint
);

-- What somebody wants kept however old it is.
create table legal_hold (
  id uuid primary key,
  company_id uuid not null references company (id),
  scope text not null check (scope in ('company', 'kitchen', 'lot')),
  -- Kitchens are deleted, their records and what holds them are not.
  laboratory_id uuid,
  laboratory_name text,
  lot text,
  reason text not null,
  set_by uuid not null references signer (id),
  set_at timestamptz not null,
  lifted_by uuid references signer (id),
  lifted_at timestamptz,
  lift_reason text,
  -- It holds until then.
  ends_at timestamptz,
  check ((scope = 'kitchen') = (laboratory_id is not null) and (scope = 'lot') = (lot is not null)),
  check (num_nonnulls(lifted_by, lifted_at, lift_reason, ends_at) in (0, 4))
);
create index legal_hold_company on legal_hold (company_id, set_at);
create unique index legal_hold_one on legal_hold (company_id, scope, coalesce(laboratory_id::text, lower(trim(lot)), ''))
  where lifted_at is null;
