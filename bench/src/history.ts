import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { serialOf } from './fleet.ts';

const sample_ms = minute_ms;
const bucket_ms = 10 * minute_ms;
/** Metrics of a chart: what a temperature curve shows. */
export const chartMetrics = ['TCell', 'TCore1', 'cellSetTemp'] as const;

/** Units by the place of their serial number in the bench's fleet, `to` excluded. */
export type UnitRange = { from: number; to: number };

/**
 * Statements that give units a sample a minute over so many days up to `until_ms`, in order of time, with the rollups that the
 * portal would have made of them; one for each day, behind those that make the partitions.
 */
export function historyStatements(range: UnitRange, days: number, until_ms: number): string[] {
  const first_ms = Math.floor((until_ms - days * day_ms) / bucket_ms) * bucket_ms;
  const months = new Set<string>();
  const statements: string[] = [];
  for (let from_ms = first_ms; from_ms < until_ms; from_ms += day_ms) {
    const to_ms = Math.min(from_ms + day_ms, until_ms);
    for (const at_ms of [from_ms, to_ms]) months.add(new Date(at_ms).toISOString().slice(0, 7));
    statements.push(
      samplesOf(range, from_ms, to_ms),
      rollupsOf(range, 'telemetry_10min', '10 minutes', from_ms, to_ms),
    );
    statements.push(rollupsOf(range, 'telemetry_hour', '1 hour', from_ms, to_ms));
  }
  return [...[...months].map(partitionOf), ...statements];
}

const literal = (at_ms: number): string => `timestamptz '${new Date(at_ms).toISOString()}'`;

const unitsOf = ({ from, to }: UnitRange): string => `a.serial between '${serialOf(from)}' and '${serialOf(to - 1)}'`;

function partitionOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [from, to] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  return `create table if not exists telemetry_${month.replace('-', '_')} partition of telemetry
    for values from (${literal(from)}) to (${literal(to)})`;
}

/** A curve that never repeats exactly, so that nothing compresses better than life does. */
const samplesOf = (range: UnitRange, from_ms: number, to_ms: number): string => `
  insert into telemetry (appliance, at, log, seq, ix, received_at, flags, "TCell", "TCore1", "TEvap1", "TCondenser1", "cellSetTemp",
    "compressorState", "evapFanPercentage", door, "powerState", "instantPower", "energyCounter", "mainsVoltage")
  select a.id, at, 'be00000000000000', extract(epoch from at)::bigint / 60, 0, at, 0, -18 + 3 * sin(n / 17.0 + a.id), 20 + 30 * sin(n / 211.0 + a.id),
    -25 + sin(n / 13.0), 40 + 2 * sin(n / 29.0), -18, n % 2, 100, 0, 1, 1200 + 100 * sin(n / 7.0), n * 20, 230 + sin(n / 5.0)
  from generate_series(${literal(from_ms)}, ${literal(to_ms - 1)}, interval '${sample_ms / 1000} seconds') at
  cross join lateral (select (extract(epoch from at)::bigint / 60) as n) minute
  cross join appliance a where ${unitsOf(range)}`;

function rollupsOf(range: UnitRange, table: string, step: string, from_ms: number, to_ms: number): string {
  const stats = chartMetrics.map(
    (name) =>
      `'${name}', jsonb_build_array(min("${name}"), avg("${name}"), max("${name}"), max("${name}"), count(*) * 60)`,
  );
  return `
  insert into ${table} (appliance, bucket, covered_s, metrics)
  select t.appliance, date_bin('${step}', at, timestamptz '2000-01-01T00:00:00Z') as bucket, count(*) * 60, jsonb_build_object(${stats.join(', ')})
  from telemetry t join appliance a on a.id = t.appliance and ${unitsOf(range)}
  where at >= ${literal(from_ms)} and at < ${literal(to_ms)} group by 1, 2 on conflict do nothing`;
}
