import { type CorePoint, corePoints } from '@brina/domain/appliance/metrics';
import { closingSample_ms } from '@brina/domain/haccp/batch';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { flags } from '#core/ingest/facts.ts';
import type { Stretch } from '#features/record/telemetry/gaps.ts';
import type { RecordSample } from './parts/record.ts';
import { clockSet_max_ms, type Dated } from './parts/steady.ts';

const columns = (points: readonly CorePoint[]): RawBuilder<unknown> => sql.join(points.map((point) => sql.ref(point)));

/** A sample that says something about food or air, a broken probe included; others carry a door or a counter only. */
const ofFood = sql`(coalesce(${columns(corePoints)}) is not null or "TCell" is not null or flags & ${sql.lit(flags.fault)} <> 0)`;

/** Query for the sample that closes the last interval of a run: the first one after its end, if it comes soon. */
export const closingSample = (appliance: RawBuilder<unknown>, endedAt: RawBuilder<unknown>) => sql`(
  select at, log, seq from telemetry
  where appliance = ${appliance} and at > ${endedAt} and at <= ${endedAt} + ${closingSample_ms / 1000} * interval '1 second' and ${ofFood}
  order by at, log, seq limit 1)`;

/** A day at a sample a second. Of a run that has more, what follows counts as missing. */
export const samples_max = 100_000;

/** A sample with what tells its steady time. */
type SampleRow = Dated & RecordSample;

/** Samples that may be a run's, with some time around it, in the order in which they were measured. */
export async function readSamples(
  db: Db,
  { appliance, started_at, ended_at }: { appliance: number; started_at: number; ended_at: number },
  pointNames: readonly CorePoint[],
  held: Stretch,
): Promise<SampleRow[]> {
  const from = Math.max(held.from, started_at - clockSet_max_ms);
  // What was measured later, by whatever clock, is another's if the unit was.
  const to = Math.min(held.to - 1, ended_at + closingSample_ms + clockSet_max_ms);
  const { rows } = await sql<SampleRow>`
    select at, coalesce(clock_shift_ms, 0) as shift_ms, log, seq, array[${columns(pointNames)}]::real[] as core,
      "TCell" as air, "cellSetTemp" as set, "firmwareVersion" as firmware
    from telemetry
    where appliance = ${appliance} and at >= ${timestamp(from)} and at <= ${timestamp(to)} and ${ofFood}
    order by at, log, seq, ix
    limit ${sql.lit(samples_max)}`.execute(db);
  return rows;
}

/** The samples of a stretch of steady time in their order, with the one that closes the last interval, if it comes soon. */
export function samplesWithin(
  rows: readonly SampleRow[],
  steady: (fact: Dated) => number,
  { from, to }: Stretch,
): RecordSample[] {
  const samples = rows
    .map((row): RecordSample => {
      const { core, air, set, firmware } = row;
      return { at: steady(row), core, air, set, firmware };
    })
    .sort((a, b) => a.at - b.at);
  const closing = samples.find(({ at }) => at > to && at <= to + closingSample_ms);
  return samples.filter((sample) => sample.at >= from && (sample.at <= to || sample === closing));
}
