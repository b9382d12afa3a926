-- Alarms are intervals that rules compute from what units sent (domain/src/alarm-engine). Nothing of before is lost: the
-- units' own words stay in `event`, and the rules run once over what is held.

drop table alarm_interval;

-- An alarm of a unit, or of a laboratory with several units in it.
create table alarm_interval (
  id uuid primary key,
  -- Null: it speaks of the laboratory, and `units` says of whom there.
  appliance integer references appliance,
  laboratory_id uuid references laboratory on delete set null,
  -- Judged from all units of the laboratory together, and not by the rules of one.
  of_site boolean not null default false,
  units integer[] not null default '{}',
  name text not null,
  zone smallint,
  state text not null check (state in ('suspected', 'active', 'cleared', 'retracted')),
  started_at timestamptz not null,
  raised_at timestamptz,
  cleared_at timestamptz,
  raised_by text[] not null,
  evidence jsonb not null,
  folded_into text,
  chattering integer not null default 0,
  excursion jsonb,
  -- When it first entered this list: long after its end, late data told of it.
  found_at timestamptz not null,
  revision integer not null default 1
);
create index alarm_interval_appliance on alarm_interval (appliance, started_at);
create index alarm_interval_units on alarm_interval using gin (units);
create index alarm_interval_laboratory on alarm_interval (laboratory_id) where laboratory_id is not null;
create index alarm_interval_open on alarm_interval (appliance) where cleared_at is null and state <> 'retracted';

-- What late data changed of an interval.
create table alarm_revision (
  interval_id uuid not null references alarm_interval on delete cascade,
  revision integer not null,
  replaced_at timestamptz not null,
  content jsonb not null,
  primary key (interval_id, revision)
);

-- How far the rules of a unit have come, and their state there. A state of another version is not read.
create table alarm_engine (
  appliance integer primary key references appliance,
  at timestamptz not null,
  version smallint not null,
  state jsonb not null,
  -- What was found up to then stays as it is, whatever late data tell: a state of another version stood there.
  settled_at timestamptz
);
-- States of before: late data begin again from the last one before them. They are thinned out with their age.
create table alarm_checkpoint (
  appliance integer not null references appliance,
  at timestamptz not null,
  version smallint not null,
  state jsonb not null,
  primary key (appliance, at)
);
-- Facts of units that the rules have not seen, from this moment on; a backlog is let come together first. Rows are only added
-- and taken away, so that ingestion, which holds the live picture, never waits for the rules, which need it last.
create table alarm_due (
  id bigint generated always as identity primary key,
  appliance integer not null references appliance,
  from_at timestamptz not null,
  due_at timestamptz not null
);
create index alarm_due_appliance on alarm_due (appliance);
-- Laboratories of which something was told about power or connection, perhaps late, from this moment on. No reference: else
-- ingestion would wait for a laboratory that is being deleted with live pictures locked, and its deletion for them.
create table alarm_site_due (
  id bigint generated always as identity primary key,
  laboratory_id uuid not null,
  from_at timestamptz not null
);
-- Silences are judged from when units were lost, of a kitchen and of the whole fleet.
create index connection_interval_ended on connection_interval (to_at);
create index connection_interval_appliance_ended on connection_interval (appliance, to_at);
insert into alarm_due (appliance, from_at, due_at)
  select appliance, min(from_at), min(from_at) from tenure group by appliance;
