-- The portal's first schema. PostgreSQL 15 SQL only; ids are UUIDv7 made in Node, moments are timestamptz.

-- People and companies ------------------------------------------------------------------------------------------------

create table company (
  id uuid primary key,
  name text not null,
  tax_code text,
  sector text,
  type text,
  country text,
  city text,
  address text,
  district text,
  postal_code text,
  phone text,
  time_zone text not null,
  created_at timestamptz not null
);

-- Named app_user because "user" is a word of SQL.
create table app_user (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  role text not null,
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  tos boolean not null,
  language text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  country text not null default '',
  address text not null default '',
  city text not null default '',
  postal_code text not null default '',
  pro boolean not null default false,
  cycle_library boolean not null default false,
  energy_panel boolean not null default false,
  preferences jsonb not null,
  company_id uuid references company,
  created_at timestamptz not null
);
create unique index app_user_email on app_user (lower(email));

-- A signed-in device (sid of the tokens). A row that has ended, or is gone, makes every token of it worthless.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  remember_me boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id) where ended_at is null;

create table oidc (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_grant on oidc (grant_id) where grant_id is not null;
create index oidc_expiry on oidc (expires_at) where expires_at is not null;

create table signing_key (
  kid text primary key,
  jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Settings made once for an installation (issuer, generic secret): they survive restarts and moves of the data folder.
create table setting (
  name text primary key,
  value text not null
);

-- Failed or limited tries, counted per key (account, address, company) in a window.
create table attempt (
  key text not null,
  at timestamptz not null
);
create index attempt_key on attempt (key, at);

create table audit (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid,
  company_id uuid,
  action text not null,
  on_kind text not null,
  on_id text not null,
  address text,
  detail jsonb
);
create index audit_at on audit (at);

create table idempotency (
  caller text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  created_at timestamptz not null,
  status smallint,
  reply jsonb,
  primary key (caller, call, key)
);
create index idempotency_created on idempotency (created_at);

-- Laboratories and appliances -----------------------------------------------------------------------------------------

create table laboratory (
  id uuid primary key,
  company_id uuid not null references company,
  name text not null,
  dealer text not null default '',
  assistance_center text not null default '',
  country text not null default '',
  city text not null default '',
  address text not null default '',
  district text not null default '',
  postal_code text not null default '',
  time_zone text not null,
  created_at timestamptz not null
);
create unique index laboratory_name on laboratory (company_id, lower(name));

create table appliance (
  id integer generated always as identity primary key,
  serial text collate "C" not null unique,
  brand text not null,
  domain text not null check (domain in ('STANDARD', 'NORTH_AMERICA', 'FMI_JAPAN')),
  gamma text not null,
  model text not null,
  name text not null default '',
  laboratory_id uuid references laboratory,
  created_at timestamptz not null
);
create index appliance_laboratory on appliance (laboratory_id);

create table certificate (
  serial_number text primary key,
  appliance integer not null references appliance,
  fingerprint text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  revoked_at timestamptz
);
create index certificate_appliance on certificate (appliance);

-- The code that claims an appliance: only its hash, used once.
create table activation (
  code_hash text primary key,
  appliance integer not null references appliance,
  created_at timestamptz not null,
  used_at timestamptz
);
create unique index activation_open on activation (appliance) where used_at is null;

-- Who held an appliance when. Every read of what an appliance did is cut to the reader's tenures.
create table tenure (
  appliance integer not null references appliance,
  company_id uuid not null references company,
  from_at timestamptz not null,
  to_at timestamptz,
  primary key (appliance, from_at),
  check (to_at is null or to_at > from_at)
);
create unique index tenure_open on tenure (appliance) where to_at is null;
create index tenure_company on tenure (company_id);

-- What appliances sent ------------------------------------------------------------------------------------------------

-- Which messages are held: decides duplicates, and its holes are the evidence of gaps.
create table received (
  appliance integer not null references appliance,
  log text collate "C" not null,
  seen int8multirange not null,
  first_at timestamptz not null,
  primary key (appliance, log)
);

-- Hash of each message's content, so that the same identity with other content is found. Kept for a while only.
create table payload_hash (
  appliance integer not null,
  log text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  received_at timestamptz not null,
  primary key (appliance, log, seq)
);
create index payload_hash_received on payload_hash using brin (received_at);

-- The same identity with other content: the first one counts, the others are evidence.
create table conflict (
  appliance integer not null references appliance,
  log text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  received_at timestamptz not null,
  payload bytea not null,
  primary key (appliance, log, seq, hash)
);
create index conflict_appliance on conflict (appliance, received_at);

create table quarantine (
  id uuid primary key,
  appliance integer not null references appliance,
  topic text not null,
  log text,
  seq bigint,
  reason text not null,
  payload bytea not null,
  received_at timestamptz not null
);
create index quarantine_appliance on quarantine (appliance, received_at);
create table quarantine_count (
  appliance integer not null references appliance,
  day date not null,
  messages integer not null,
  primary key (appliance, day)
);

-- One row a sample, one nullable column a metric (domain/src/metrics.ts). Partitions are made by ingestion, by month.
create table telemetry (
  appliance integer not null,
  at timestamptz not null,
  log text collate "C" not null,
  seq bigint not null,
  ix smallint not null,
  received_at timestamptz not null,
  flags integer not null,
  other jsonb,
  "TCell" real,
  "TCell2" real,
  "TCore1" real,
  "TCore2" real,
  "TCore3" real,
  "TCore4" real,
  "cellSetTemp" real,
  "coreSetTemp" real,
  "levelHumidity" real,
  "cellSetHumidity" real,
  "TEvap1" real,
  "TEvap2" real,
  "TCondenser1" real,
  "TCondenser2" real,
  "TCondenser3" real,
  "TCondenser4" real,
  "TAmbient" real,
  "TSuction" real,
  "TDischarge" real,
  "PSuction" real,
  "PDischarge" real,
  "compressorState" smallint,
  "compressorSpeed" real,
  "compressorStarts" integer,
  "compressorHours" real,
  "evapFanPercentage" real,
  "condFanPercentage" real,
  "defrostState" smallint,
  "lastDefrostEnd" smallint,
  "dailyDefrostCounter" integer,
  "heaterPercentage" real,
  "humidifierState" smallint,
  "waterLevel" smallint,
  "PWater" real,
  "drainState" smallint,
  "sanigenLevel" integer,
  "lightState" smallint,
  "door" smallint,
  "dailyOpenDoor1Counter" integer,
  "totalOpenDoor1Counter" integer,
  "dailyOpenDoorTime" real,
  "powerState" smallint,
  "cycleRunning" smallint,
  "cycleState" smallint,
  "cycleRunId" text,
  "cycleId" integer,
  "cycleFunction" smallint,
  "cyclePhase" smallint,
  "cyclePhaseIndex" smallint,
  "cyclePhaseState" smallint,
  "cycleElapsed" real,
  "cycleRemaining" real,
  "cyclePhaseElapsed" real,
  "cyclePhaseRemaining" real,
  "cycleCounter" integer,
  "energyCounter" bigint,
  "instantPower" real,
  "mainsVoltage" real,
  "TBoard" real,
  "wifiRssi" real,
  "bufferFill" real,
  "bufferAge" real,
  "bootCounter" integer,
  "firmwareVersion" text,
  "workingHours" real,
  "printerState" smallint,
  "lostSampleCounter" integer,
  primary key (appliance, at, log, seq, ix)
) partition by range (at);

-- When a boot of an appliance began: what messages with a wrong or unset clock are timed by.
create table boot_anchor (
  appliance integer not null references appliance,
  boot bigint not null,
  booted_at timestamptz not null,
  primary key (appliance, boot)
);
-- Messages whose moment nobody can tell yet: kept and acknowledged, shown as a gap with its reason, and timed as soon as
-- their boot has an anchor.
create table untimed (
  appliance integer not null references appliance,
  log text collate "C" not null,
  seq bigint not null,
  boot bigint not null,
  topic text not null,
  connection text not null,
  received_at timestamptz not null,
  payload bytea not null,
  primary key (appliance, log, seq)
);
create index untimed_boot on untimed (appliance, boot);

create table event (
  appliance integer not null,
  at timestamptz not null,
  log text collate "C" not null,
  seq bigint not null,
  type text not null,
  body jsonb not null,
  received_at timestamptz not null,
  primary key (appliance, at, log, seq)
);
create index event_type on event (appliance, type, at);
-- What runs and alarms are computed from.
create index event_run on event (appliance, (body->>'runId')) where type in ('cycle', 'phase');
create index event_alarm on event (appliance, (body->>'name'), at) where type = 'alarm';

-- Rollups: per bucket and metric [min, time-weighted mean, max, last, seconds it speaks for]; states as seconds per code.
create table telemetry_10min (
  appliance integer not null,
  bucket timestamptz not null,
  covered_s integer not null,
  metrics jsonb not null,
  primary key (appliance, bucket)
);
create table telemetry_hour (
  appliance integer not null,
  bucket timestamptz not null,
  covered_s integer not null,
  metrics jsonb not null,
  primary key (appliance, bucket)
);
-- Closed ten-minute buckets that new samples touched.
create table rollup_due (
  appliance integer not null,
  bucket timestamptz not null,
  due_at timestamptz not null,
  primary key (appliance, bucket)
);
create index rollup_due_at on rollup_due (due_at);

-- Receipt minus sending, per stretch of time (by receipt) in which it stayed the same within a second.
create table clock_offset (
  appliance integer not null references appliance,
  from_at timestamptz not null,
  to_at timestamptz not null,
  offset_ms bigint not null,
  primary key (appliance, from_at)
);

-- The live picture of an appliance: latest facts with a version per section, raised in the transaction that changes it.
create table live_state (
  appliance integer primary key references appliance,
  log text collate "C",
  seq bigint not null default -1,
  -- The open connection; null when there is none.
  connection text collate "C",
  -- Connection on which the current log was first heard; a new log becomes current only on a later one.
  log_connection text collate "C",
  online boolean not null default false,
  last_seen_at timestamptz,
  reported jsonb not null default '{}',
  reported_at timestamptz,
  status text not null default 'unknown',
  cycle jsonb,
  warnings jsonb not null default '[]',
  alarms jsonb not null default '[]',
  desired jsonb not null default '{}',
  desired_ver bigint not null default 0,
  v_reported bigint not null default 0,
  v_online bigint not null default 0,
  v_status bigint not null default 0,
  v_cycle bigint not null default 0,
  v_warnings bigint not null default 0,
  v_alarms bigint not null default 0
);

-- When an appliance was connected (evidence for gaps), and when an edge was up and reading (evidence against us).
create table connection_interval (
  appliance integer not null references appliance,
  connection text collate "C" not null,
  edge text not null,
  from_at timestamptz not null,
  to_at timestamptz,
  reason text,
  primary key (appliance, connection)
);
create index connection_open on connection_interval (appliance) where to_at is null;
create table edge_interval (
  edge text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  ended boolean not null default false,
  primary key (edge, from_at)
);
create index edge_interval_at on edge_interval (from_at, to_at);

-- Each event that raises an alarm begins an interval, which the next event of that alarm ends; log and seq are that event's.
create table alarm_interval (
  id uuid primary key,
  appliance integer not null references appliance,
  name text not null,
  severity text not null,
  log text collate "C" not null,
  seq bigint not null,
  from_at timestamptz not null,
  to_at timestamptz
);
create index alarm_interval_appliance on alarm_interval (appliance, from_at);
create index alarm_interval_open on alarm_interval (appliance) where to_at is null;

-- Commands are rows: re-sent until a result or their end, idempotent by id.
create table command (
  id uuid primary key,
  appliance integer not null references appliance,
  company_id uuid not null,
  user_id uuid not null,
  name text not null,
  args jsonb not null,
  state text not null check (state in ('sent', 'accepted', 'done', 'rejected', 'expired')),
  reason text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz
);
create index command_open on command (expires_at) where state in ('sent', 'accepted');
create index command_appliance on command (appliance, created_at);

-- HACCP ---------------------------------------------------------------------------------------------------------------

-- A run of a cycle. Its id derives from the identity the unit gave it and never changes, in whatever order its events come.
create table cycle_run (
  id uuid primary key,
  appliance integer not null references appliance,
  run_id text not null,
  function smallint,
  started_at timestamptz,
  started_log text collate "C",
  started_seq bigint,
  ended_at timestamptz,
  ended_log text collate "C",
  ended_seq bigint,
  end_event text,
  end_reason text,
  -- What it was asked to do: phases, load, product, lot, command.
  request jsonb,
  unique (appliance, run_id)
);
create index cycle_run_started on cycle_run (appliance, started_at);
create index cycle_run_ended on cycle_run (appliance, ended_at);

-- A run that needs a HACCP record; the same id.
create table batch (
  id uuid primary key references cycle_run,
  appliance integer not null references appliance,
  started_at timestamptz not null,
  -- When the next revision may be written; null when nothing is to be done.
  due_at timestamptz,
  cause text,
  revision integer not null default 0
);
create index batch_appliance on batch (appliance, started_at);
create index batch_due on batch (due_at) where due_at is not null;

-- A revision contains its samples and never refers to telemetry, which has a shorter life.
create table batch_revision (
  batch uuid not null references batch,
  revision integer not null,
  created_at timestamptz not null,
  cause text not null check (cause in ('complete', 'waited', 'late_data')),
  verdict text not null,
  sample_count integer not null,
  summary jsonb not null,
  -- deflate-compressed canonical JSON of the whole record, and its SHA-256.
  content bytea not null,
  content_hash bytea not null,
  primary key (batch, revision)
);
