import type { DesiredMessage } from '@brina/contract/devices';
import type { Alarm, Cycle, Notice, Reported, Status } from '@brina/contract/live';
import type { SentMetricName } from '@brina/domain/appliance/metrics';
import type { Generated } from 'kysely';

export type ReceivedTable = {
  appliance: number;
  log: string;
  seen: string;
  first_at: number;
};

export type PayloadHashTable = {
  appliance: number;
  log: string;
  seq: number;
  hash: Uint8Array;
  received_at: number;
};

export type ConflictTable = {
  appliance: number;
  log: string;
  seq: number;
  hash: Uint8Array;
  received_at: number;
  payload: Uint8Array;
};

export type QuarantineTable = {
  id: string;
  appliance: number;
  topic: string;
  log: string | null;
  seq: number | null;
  reason: string;
  payload: Uint8Array;
  received_at: number;
};

export type QuarantineCountTable = {
  appliance: number;
  day: string;
  messages: number;
};

/** One column for each metric that units send (`domain/src/appliance/metrics.ts`); a test compares both. */
export type TelemetryTable = {
  appliance: number;
  at: number;
  log: string;
  seq: number;
  ix: number;
  received_at: number;
  flags: number;
  other: unknown;
  clock_shift_ms: number | null;
  clock_offset_s: number | null;
} & { [M in SentMetricName]: number | string | null };

export type BootAnchorTable = {
  appliance: number;
  log: string;
  boot: number;
  booted_at: number;
  steady_at: number;
  evidence: Generated<number>;
  offset_ms: Generated<number>;
};

export type UntimedTable = {
  appliance: number;
  log: string;
  seq: number;
  boot: number;
  topic: string;
  connection: string;
  received_at: number;
  payload: Uint8Array;
  due_at: number | null;
};

export type EventTable = {
  appliance: number;
  at: number;
  log: string;
  seq: number;
  type: string;
  body: Record<string, unknown>;
  received_at: number;
  clock_shift_ms: number | null;
};

export type Telemetry10minTable = {
  appliance: number;
  bucket: number;
  covered_s: number;
  metrics: unknown;
};

export type TelemetryHourTable = {
  appliance: number;
  bucket: number;
  covered_s: number;
  metrics: unknown;
};

export type RollupDueTable = {
  appliance: number;
  bucket: number;
  due_at: number;
};

export type ClockOffsetTable = {
  appliance: number;
  from_at: number;
  to_at: number;
  offset_ms: number;
};

export type LiveStateTable = {
  appliance: number;
  log: string | null;
  seq: Generated<number>;
  connection: string | null;
  log_connection: string | null;
  online: Generated<boolean>;
  last_seen_at: number | null;
  reported: Generated<Reported>;
  reported_at: number | null;
  status: Generated<Status>;
  cycle: Cycle | null;
  warnings: Generated<Alarm[]>;
  alarms: Generated<Alarm[]>;
  desired: Generated<DesiredMessage['desired']>;
  desired_ver: Generated<number>;
  v_reported: Generated<number>;
  v_online: Generated<number>;
  v_status: Generated<number>;
  v_cycle: Generated<number>;
  v_warnings: Generated<number>;
  v_alarms: Generated<number>;
  v_commands: Generated<number>;
  notices: Generated<Notice[]>;
  v_notices: Generated<number>;
};

export type ConnectionIntervalTable = {
  appliance: number;
  connection: string;
  edge: string;
  from_at: number;
  to_at: number | null;
  reason: string | null;
};

export type EdgeIntervalTable = {
  edge: string;
  from_at: number;
  to_at: number;
  ended: Generated<boolean>;
};

/** What units tell: what was received, samples and their sums, clocks, the last picture of each. */
export type TelemetryTables = {
  received: ReceivedTable;
  payload_hash: PayloadHashTable;
  conflict: ConflictTable;
  quarantine: QuarantineTable;
  quarantine_count: QuarantineCountTable;
  telemetry: TelemetryTable;
  boot_anchor: BootAnchorTable;
  untimed: UntimedTable;
  event: EventTable;
  telemetry_10min: Telemetry10minTable;
  telemetry_hour: TelemetryHourTable;
  rollup_due: RollupDueTable;
  clock_offset: ClockOffsetTable;
  live_state: LiveStateTable;
  connection_interval: ConnectionIntervalTable;
  edge_interval: EdgeIntervalTable;
};
