-- Units whose alarm rules fail, or did lately. Null: until they have run; their records do not wait for that.
create table alarm_failure (
  appliance integer primary key references appliance (id),
  kind text not null check (kind in ('refused', 'damaged', 'failed')),
  since_at timestamptz not null,
  ends_at timestamptz
);
