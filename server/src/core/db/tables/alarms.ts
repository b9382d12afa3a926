import type { Interval } from '@brina/domain/alarms/engine/interval';
import type { Generated } from 'kysely';

export type AlarmIntervalTable = {
  id: string;
  appliance: number | null;
  laboratory_id: string | null;
  of_site: Generated<boolean>;
  units: Generated<number[]>;
  name: string;
  zone: 2 | null;
  state: Interval['state'];
  started_at: number;
  raised_at: number | null;
  cleared_at: number | null;
  raised_by: Interval['by'];
  evidence: Interval['evidence'];
  folded_into: string | null;
  chattering: Generated<number>;
  excursion: Interval['excursion'] | null;
  found_at: number;
  revision: Generated<number>;
};

/** What somebody has read of what was told. */
export type NotificationReadTable = {
  user_id: string;
  interval_id: string;
  read_at: number;
};

export type AlarmRevisionTable = {
  interval_id: string;
  revision: number;
  replaced_at: number;
  content: unknown;
};

export type AlarmEngineTable = {
  appliance: number;
  at: number;
  version: number;
  state: string;
  state_at: number;
  settled_at: number | null;
};

export type AlarmCheckpointTable = {
  appliance: number;
  at: number;
  version: number;
  state: string;
};

export type AlarmSiteDueTable = {
  id: Generated<number>;
  laboratory_id: string;
  from_at: number;
};

export type AlarmDueTable = {
  id: Generated<number>;
  appliance: number;
  from_at: number;
  due_at: number;
};

/** What was first said of when the core of a run would be cold; `to_c`: how cold. */
export type CycleForecastTable = {
  appliance: number;
  run_id: string;
  made_at: number;
  to_c: number;
  at: number;
};

/** Units whose alarm rules fail, since and until when; null: until they have run. */
export type AlarmFailureTable = {
  appliance: number;
  kind: 'refused' | 'damaged' | 'failed';
  since_at: number;
  ends_at: number | null;
};

/** Alarms, the state of the rules that find them, and what of them has been read. */
export type AlarmTables = {
  alarm_interval: AlarmIntervalTable;
  notification_read: NotificationReadTable;
  alarm_revision: AlarmRevisionTable;
  alarm_engine: AlarmEngineTable;
  alarm_checkpoint: AlarmCheckpointTable;
  alarm_due: AlarmDueTable;
  alarm_failure: AlarmFailureTable;
  alarm_site_due: AlarmSiteDueTable;
  cycle_forecast: CycleForecastTable;
};
