import type { AlarmTables } from './tables/alarms.ts';
import type { ApplianceTables } from './tables/appliances.ts';
import type { CycleTables } from './tables/cycles.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { PeopleTables } from './tables/people.ts';
import type { PortalTables } from './tables/portal.ts';
import type { RecordTables } from './tables/records.ts';
import type { ReportTables } from './tables/reports.ts';
import type { TelemetryTables } from './tables/telemetry.ts';

/**
 * The tables as rows are read: moments are epoch milliseconds, 64-bit integers numbers. `schema.test.ts` compares their columns with
 * `schema.sql`, which is what the migrations make: names, which may be null, which have a default. Of what types they are it does not see.
 */
export type Tables = PeopleTables &
  PortalTables &
  ApplianceTables &
  TelemetryTables &
  AlarmTables &
  CycleTables &
  RecordTables &
  LedgerTables &
  ReportTables;

/** A table of the schema; `migration` is the one that queries do not read. */
export type Table = keyof Tables | 'migration';

/** Names of a table's columns. */
export type ColumnOf<T extends Table> = T extends keyof Tables ? keyof Tables[T] & string : string;
