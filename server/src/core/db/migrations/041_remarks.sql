-- What people say of records besides what was measured: readings by hand, notes, and what was typed wrong at a start. None is ever changed.
create table remark (
  id uuid primary key,
  company_id uuid not null references company (id),
  kind text not null check (kind in ('reading', 'note', 'amendment')),
  -- The batch, or the day of what was held, that it is about.
  subject uuid not null,
  signer uuid not null references signer (id),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  content jsonb not null
);
create index remark_subject on remark (subject);
create index remark_user on remark (user_id);
