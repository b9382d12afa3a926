-- What a unit tells of its panel: the ends of a phase it knows, its favourites, timers of trays, starts that wait for somebody. Apart from
-- the live picture, which is written with every sample.
create table unit_panel (
  appliance integer primary key references appliance (id) on delete cascade,
  told jsonb not null,
  at timestamptz not null,
  -- Rises with each change, and is told live as the value panel.
  v bigint not null
);
