-- People: what they accepted, the codes mailed to them, who invited whom, what is shared, mail that waits, announcements.

-- The version of the terms a user has accepted; terms of a later version are accepted anew at the next sign-in.
alter table app_user add column tos_version text;
update app_user set tos_version = '2026-11-01' where tos;
alter table app_user drop column tos;
-- An erased person stays as a pseudonym, so that what it did still has a doer.
alter table app_user add column erased_at timestamptz;
create index app_user_company on app_user (company_id) where company_id is not null;

-- Evidence of what was accepted or withdrawn, in which version and language of its document.
create table consent (
  id uuid primary key,
  user_id uuid not null references app_user,
  document text not null check (document in ('privacy', 'terms', 'marketing')),
  version text not null,
  language text not null,
  accepted boolean not null,
  at timestamptz not null
);
create index consent_user on consent (user_id, at);

-- A secret mailed to a user: the code of a new account, or the token of a link. Stored hashed, used once; a new one of its
-- kind replaces the earlier.
create table mailed_code (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('confirm', 'reset', 'invite')),
  -- The membership an invitation is for.
  membership_id uuid,
  secret_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_code_user on mailed_code (user_id, kind);
create index mailed_code_expiry on mailed_code (expires_at);

-- An invited person's place in a company: pending until accepted.
create table membership (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  role text not null check (role in ('ADMIN', 'KITCHEN_MANAGER')),
  -- As the inviter typed them: shown until the person has accepted, whether it had an account or not.
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null,
  accepted_at timestamptz
);
create unique index membership_once on membership (company_id, user_id);
create index membership_user on membership (user_id);
alter table mailed_code add constraint mailed_code_membership
  foreign key (membership_id) references membership on delete cascade;

-- Appliances that a member sees and runs. A company that lets go of an appliance lets go of its shares.
create table share (
  membership_id uuid not null references membership on delete cascade,
  appliance integer not null references appliance,
  created_at timestamptz not null,
  primary key (membership_id, appliance)
);
create index share_appliance on share (appliance);

-- The membership a session acts within; null: the user's own company.
alter table session add column membership_id uuid references membership on delete set null;
-- What the device called itself, and where it signed in.
alter table session add column device text not null default '';
alter table session add column address text not null default '';

-- Mail that is to be sent: a row of the transaction that makes it necessary. The values are forgotten when it has gone.
create table mail (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  language text not null,
  content jsonb,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mail_due on mail (due_at) where sent_at is null and failed_at is null;

create table news (
  id uuid primary key,
  texts jsonb not null,
  roles text[] not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  check (to_at > from_at)
);

create index audit_company on audit (company_id, at);
create index audit_user on audit (user_id, at);
