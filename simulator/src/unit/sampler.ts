/** Which metrics of a unit are due when, by their catalogue rows: sampled at their own rate, and at once when they change. */
import { cadence } from '@brina/domain/appliance/cadence';
import { type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { second_ms } from '@brina/domain/language/durations';
import type { Appliance } from '../appliance.ts';
import type { SampleValues } from '../outbox/entry.ts';
import { type Board, type MeasuredMetric, measuredBy, type Reader, readerOf, type Value } from '../readings.ts';

/** Real time between two samples is never shorter than this, however fast the process runs. */
const interval_min_ms = 1000;

export type Sampler = {
  /** Time between two samples, in real time. A unit is heard at least once a heartbeat. */
  interval_ms(running: boolean, heartbeat_ms: number): number;
  /** Metrics due at this instant; with `all` every one. Empty values say nothing new. */
  due(board: Board, running: boolean, all: boolean): SampleValues;
  /** Metrics that changed and must not wait for their turn. */
  changed(board: Board): SampleValues;
  /** The latest value of every metric, for the twin. */
  latest(board: Board): SampleValues;
};

type Due = {
  readonly name: MeasuredMetric;
  readonly row: MetricRow;
  readonly read: Reader;
  sentAt_ms: number;
  sent: Value;
};

/** Makes the sampler of one unit. `pace`: seconds of the process in a second. */
export function createSampler(appliance: Appliance, pace: number): Sampler {
  const all: Due[] = measuredBy(appliance.model).map((name) => ({
    name,
    row: metrics[name],
    read: readerOf(name),
    sentAt_ms: Number.NEGATIVE_INFINITY,
    sent: undefined,
  }));
  const onChange = all.filter(({ row }) => row.onChange);
  const interval_ms = (running: boolean): number =>
    Math.max((running ? cadence.running_ms : cadence.idle_ms) / pace, interval_min_ms);

  const take = (values: Record<string, number | string | null>, due: Due, value: Value, at_ms: number): void => {
    if (value === undefined) return;
    values[due.name] = value;
    due.sent = value;
    due.sentAt_ms = at_ms;
  };

  /** Nothing in force is said once; a broken probe each time. */
  const isNews = ({ row, sent }: Due, value: Value): boolean =>
    value !== null || row.fault !== null || (sent !== null && sent !== undefined);

  return {
    interval_ms: (running, heartbeat_ms) => Math.min(interval_ms(running), heartbeat_ms),
    due(board, running, everything) {
      const values: Record<string, number | string | null> = {};
      const { true_ms } = appliance.state;
      for (const due of all) {
        const period_s = due.row.sample_s?.[running ? 0 : 1] ?? null;
        if (period_s === null && due.sent !== undefined && !(everything && due.row.onChange)) continue;
        // Half an interval of tolerance: samples do not fall on the exact second.
        const period_ms = Math.max(((period_s ?? 0) * second_ms) / pace, interval_min_ms) - interval_ms(running) / 2;
        if (!everything && due.name !== 'TCell' && true_ms - due.sentAt_ms < period_ms) continue;
        const value = due.read(appliance, board);
        if (isNews(due, value)) take(values, due, value, true_ms);
      }
      return values;
    },
    changed(board) {
      const values: Record<string, number | string | null> = {};
      for (const due of onChange) {
        const value = due.read(appliance, board);
        if (value !== due.sent && isNews(due, value)) {
          take(values, due, value, appliance.state.true_ms);
        }
      }
      return values;
    },
    latest(board) {
      const values: Record<string, number | string | null> = {};
      for (const { name, read } of all) {
        const value = read(appliance, board);
        if (value !== undefined) values[name] = value;
      }
      return values;
    },
  };
}
