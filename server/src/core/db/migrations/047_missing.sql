-- What somebody says of what the book lacks. What is missing is no row: it follows from what there is, whenever that came.
create table missing_explanation (
  id uuid primary key,
  company_id uuid not null references company (id),
  kind text not null check (kind in ('batch', 'look', 'product', 'lot', 'coverage')),
  -- Of the kitchen's calendar.
  day text not null,
  -- The appliance, the kitchen, or the record that it is about.
  subject text not null,
  reason text not null check (reason in ('CLOSED', 'HOLIDAY', 'NOT_USED', 'BY_HAND', 'OTHER')),
  text text not null,
  signer uuid not null references signer (id),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  -- Something is explained once.
  unique (company_id, day, kind, subject)
);
create index missing_explanation_user on missing_explanation (user_id);
