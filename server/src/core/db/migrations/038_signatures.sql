-- A PIN for signing at shared tablets, argon2id as passwords are: it signs, and never signs in.
create table signing_pin (
  user_id uuid primary key references app_user (id),
  hash text not null,
  created_at timestamptz not null
);

-- That somebody has just proved who it is, for some records; what it is known by is kept hashed.
create table sign_grant (
  secret_hash bytea primary key,
  user_id uuid not null references app_user (id),
  session_id uuid not null,
  way text not null check (way in ('password', 'pin')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  left_over integer not null check (left_over >= 0)
);
create index sign_grant_expires on sign_grant (expires_at);
create index sign_grant_user on sign_grant (user_id);

-- A person under a name and in a role, as the book of a company names it: its entry of the kind `person` has this id. The name goes with
-- the account, initials and role stay.
create table signer (
  id uuid primary key,
  company_id uuid not null references company (id),
  user_id uuid not null references app_user (id),
  name text,
  initials text not null,
  role text not null,
  created_at timestamptz not null
);
create unique index signer_person on signer (user_id, company_id, name, role);

create table signature (
  id uuid primary key,
  company_id uuid not null references company (id),
  signer uuid not null references signer (id),
  meaning text not null,
  way text not null check (way in ('password', 'pin')),
  created_at timestamptz not null
);
create index signature_company on signature (company_id, created_at);

-- The revisions that a signature is on.
create table signed_revision (
  signature uuid not null references signature (id),
  kind text not null,
  id uuid not null,
  revision integer not null,
  hash bytea not null,
  primary key (signature, id)
);
create index signed_revision_of on signed_revision (id);
