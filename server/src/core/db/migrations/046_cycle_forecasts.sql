-- When the core of a cycle would reach a temperature, as it was first said of the run: what late facts would have had it say changes none.
create table cycle_forecast (
  appliance integer not null references appliance (id),
  run_id text not null,
  made_at timestamptz not null,
  to_c double precision not null,
  at timestamptz not null,
  primary key (appliance, run_id)
);
create index cycle_forecast_made on cycle_forecast (made_at);
