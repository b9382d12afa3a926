-- The metrics of the other families: a second needle, a second zone, a second door, the mode (domain/src/metrics.ts). Months
-- that exist already get the columns too, empty, in this one statement.
alter table telemetry
  add column "TCellZone2" real,
  add column "TCore5" real,
  add column "TCore6" real,
  add column "TCore7" real,
  add column "TCore8" real,
  add column "cellSetTempZone2" real,
  add column "levelHumidityZone2" real,
  add column "cellSetHumidityZone2" real,
  add column "defrostStateZone2" smallint,
  add column "lastDefrostEndZone2" smallint,
  add column "dailyOpenDoor2Counter" integer,
  add column "totalOpenDoor2Counter" integer,
  add column "operatingMode" smallint,
  add column "operatingModeZone2" smallint;
