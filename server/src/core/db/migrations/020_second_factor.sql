-- What somebody proves itself by besides the password. The secret of a code generator is sealed by a key outside the database.
create table factor (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  sealed_secret text,
  -- The latest time step whose code was accepted: each is good once.
  used_step bigint,
  credential_id text unique,
  public_key text,
  sign_count bigint,
  transports text[],
  check (kind <> 'totp' or sealed_secret is not null),
  check (kind <> 'passkey' or (credential_id is not null and public_key is not null and sign_count is not null))
);
create index factor_user on factor (user_id);

create table recovery_code (
  user_id uuid not null references app_user (id),
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- When the session's person last proved who it is: dangerous acts ask for it again. Sessions from before count as not proved.
alter table session add column confirmed_at timestamptz;
