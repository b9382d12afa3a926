-- What somebody has read of what was told: an alarm that was raised is told to everybody who sees the appliance, and read by each.
create table notification_read (
  user_id uuid not null references app_user (id),
  interval_id uuid not null references alarm_interval (id) on delete cascade,
  read_at timestamptz not null,
  primary key (user_id, interval_id)
);
create index notification_read_interval on notification_read (interval_id);
create index notification_read_at on notification_read (read_at);
