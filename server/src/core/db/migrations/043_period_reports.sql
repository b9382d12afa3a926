-- Reports of periods: what is asked for is made behind all else, piece by piece, and kept for a while.
create table haccp_report (
  id uuid primary key,
  company_id uuid not null references company (id),
  -- Who asked, and within which invitation: it has what that one may see.
  user_id uuid not null references app_user (id),
  membership_id uuid references membership (id) on delete cascade,
  laboratory_id uuid,
  appliance integer references appliance (id),
  -- Of an invited person: what was shared with it as the report was made.
  units integer[] not null default '{}',
  from_day text not null,
  to_day text not null,
  paper text not null check (paper in ('A4', 'LETTER')),
  locale text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  created_at timestamptz not null,
  -- When whoever makes it has to have told of it again: then it is begun anew.
  due_at timestamptz,
  attempts integer not null default 0,
  file bytea
);
create unique index haccp_report_one on haccp_report (company_id) where state in ('waiting', 'running');
create index haccp_report_company on haccp_report (company_id, created_at);
create index haccp_report_due on haccp_report (due_at) where due_at is not null;
create index haccp_report_user on haccp_report (user_id);
create index haccp_report_created on haccp_report (created_at);
