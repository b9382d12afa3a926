-- What somebody of a kitchen should be told: facts, written in the transaction of what they tell of.
create table notice (
  id uuid primary key,
  appliance integer not null references appliance (id),
  -- Who held the appliance then.
  company_id uuid not null references company (id) on delete cascade,
  kind text not null check (kind in ('cycle')),
  name text not null,
  -- What it is about: the same fact, told again, is no second notice.
  key text not null,
  detail jsonb not null,
  at timestamptz not null,
  -- Since when nobody is told any more, and who had understood it; null: what it told of was over by itself.
  ended_at timestamptz,
  seen_by uuid references app_user (id),
  unique (appliance, key)
);
create index notice_open on notice (at) where ended_at is null;
create index notice_at on notice (at);
create index notice_company on notice (company_id);
create index notice_seen_by on notice (seen_by);

alter table live_state
  add column notices jsonb not null default '[]',
  add column v_notices bigint not null default 0;
