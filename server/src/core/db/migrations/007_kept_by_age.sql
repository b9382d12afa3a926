-- Old rows are looked for every hour: where a table grows with time, its age has an index that costs next to nothing to keep.
create index event_received on event using brin (received_at);
create index command_created on command using brin (created_at);
create index cycle_run_over on cycle_run using brin ((coalesce(ended_at, started_at)));
create index telemetry_10min_bucket on telemetry_10min using brin (bucket);
create index telemetry_hour_bucket on telemetry_hour using brin (bucket);
