import { chamberCourse, chamberMetrics } from '@brina/domain/alarms/engine/chamber-course';
import type { SampleValues, UnitContext } from '@brina/domain/alarms/engine/input';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { inZone, type MetricName } from '@brina/domain/appliance/metrics';
import {
  closingsOf,
  cycleFollows_ms,
  type DoorMoment,
  riseWithin_ms,
  warmLoads,
} from '@brina/domain/haccp/missing/warm-loads';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { rawSamples } from '#features/record/telemetry/food.queries.ts';
import type { Stretch } from '#features/record/telemetry/gaps.ts';
import { waitForDay_ms } from './holding.ingest.ts';

/** A state that was told before this is told again with every change: a cycle does not last for longer. */
const toldWithin_ms = 2 * day_ms;

/** An opening before a day whose closing lies in it is looked for so far back; of others the closing is known all the same. */
const openedBefore_ms = hour_ms;

/** What was put into a blast chiller in a day without a cycle. */
export type LoadsOfDay = {
  /** When the door was closed upon it, epoch ms. */
  loads: readonly number[];
  /** Of what was put in last a cycle may still follow. */
  isOpen: boolean;
};

/** The zone of a unit whose day it is, and when its company held it. */
type Chamber = { appliance: number; zone: 1 | 2; context: UnitContext; held: Stretch };

/**
 * Food that was put into a chamber and that no cycle cooled, of one day (B2.11). Of a day in which no door was closed only that is read.
 * @param now epoch ms
 */
export async function loadsOf(
  db: Db,
  { appliance, zone, context, held }: Chamber,
  day: Stretch,
  now: number,
): Promise<LoadsOfDay> {
  const doors = await doorsOf(db, appliance, { from: day.from - openedBefore_ms, to: day.to + riseWithin_ms });
  // Of two zones each has its own door; with one any door is its own.
  const own = zonesOf(context.model) === 2 ? doors.filter(({ door }) => door === zone) : doors;
  const closings = closingsOf(own).filter(({ at }) => at >= day.from && at < day.to);
  const [first, last] = [closings[0], closings.at(-1)];
  if (!first || !last) return { loads: [], isOpen: false };
  // A sample before and after what is judged.
  const span = within({ from: first.at - riseWithin_ms, to: last.at + cycleFollows_ms + riseWithin_ms }, held);
  const names = chamberMetrics(zone);
  const states = names.filter((name) => name !== inZone('TCell', zone));
  const before = { from: Math.max(held.from, span.from - toldWithin_ms), to: span.from };
  const samples = [
    { at_ms: span.from, values: await toldLast(db, appliance, before, states) },
    ...(await rawSamples(db, appliance, span, names)),
  ];
  return {
    loads: warmLoads(chamberCourse(context, zone, samples), closings),
    // What completes its half hour may be one gap later, and is on its way for a while.
    isOpen: now < last.at + cycleFollows_ms + riseWithin_ms + waitForDay_ms && held.to > now,
  };
}

/** What a unit told last of some metrics in a stretch: of a state only its changes are sent. */
async function toldLast(
  db: Db,
  appliance: number,
  { from, to }: Stretch,
  names: readonly MetricName[],
): Promise<SampleValues> {
  const values: Record<string, number> = {};
  for (const name of names) {
    const told = await db
      .selectFrom('telemetry')
      .select(sql<number>`${sql.ref(name)}`.as('value'))
      .where('appliance', '=', appliance)
      .where('at', '>=', timestamp(from))
      .where('at', '<', timestamp(to))
      .where(sql<boolean>`${sql.ref(name)} is not null`)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (told) values[name] = told.value;
  }
  return values;
}

const within = (one: Stretch, other: Stretch): Stretch => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

/** What the doors of a unit did. */
const doorsOf = (db: Db, appliance: number, { from, to }: Stretch): Promise<DoorMoment[]> =>
  db
    .selectFrom('event')
    .select('at')
    .select(sql<number>`coalesce((body->>'door')::float8, 1)`.as('door'))
    .select(sql<boolean>`coalesce((body->>'open')::boolean, false)`.as('isOpen'))
    .where('appliance', '=', appliance)
    .where('type', '=', 'door')
    .where('at', '>=', timestamp(from))
    .where('at', '<', timestamp(to))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .execute();
