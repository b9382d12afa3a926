import { limits } from '@brina/contract/devices';
import { type BatchGap, gapLimit_ms } from '@brina/domain/haccp/batch';
import { hour_ms } from '@brina/domain/language/durations';
import { type NotNull, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { clockOf } from '#core/ingest/clock-evidence.queries.ts';
import { explainSilences } from '#features/record/telemetry/evidence.queries.ts';
import { overlap, type Stretch, silencesOf } from '#features/record/telemetry/gaps.ts';
import type { RecordEvent, RecordSample, RecordSources } from './parts/record.ts';
import { clockSet_max_ms, type Dated } from './parts/steady.ts';

/** Doors that open and phases that change a day long, each quarter of a minute. */
const events_max = 10_000;

/** Moments within a run at which its unit booted with another clock, in its steady time. */
export async function clockChangesIn(
  db: Db,
  appliance: number,
  { startedAt, endedAt }: RecordSources['run'],
): Promise<number[]> {
  const { changes } = await clockOf(db, appliance, { from: startedAt, to: endedAt });
  const differs = (by_ms: number | null): boolean => by_ms !== null && Math.abs(by_ms) > limits.clockOffset_ms;
  return changes.flatMap(({ at, by_ms, set_ms }) => (differs(by_ms) || differs(set_ms) ? [at] : []));
}

/** Stretches without a sample, and why. */
export async function silencesIn(
  db: Db,
  appliance: number,
  samples: readonly Pick<RecordSample, 'at'>[],
  within: Stretch,
  held: Stretch,
): Promise<BatchGap[]> {
  const silences = silencesOf(
    samples.map(({ at }) => ({ from: at, to: at })),
    within,
    gapLimit_ms,
  );
  if (silences.length === 0) return [];
  const explained = await explainSilences(db, appliance, silences);
  // What a unit tells of a power cut once it is back is its next owner's, if it has one by then.
  const outages = await outagesOf(db, appliance, { from: within.from, to: Math.min(within.to + hour_ms, held.to - 1) });
  return explained.map(({ from, to, reason }) => {
    const isWithoutPower = overlap({ from, to }, outages) > (to - from) / 2;
    return { from, to, reason: isWithoutPower ? ('power_lost' as const) : reason };
  });
}

/** When a unit had no power, by what it told of it: as it lost it, or once it was back. */
async function outagesOf(db: Db, appliance: number, { from, to }: Stretch): Promise<Stretch[]> {
  const rows = await db
    .selectFrom('event')
    .select(['at', sql<string>`body->>'event'`.as('what'), sql<number | null>`(body->>'lostAt')::float8`.as('lost_at')])
    .where('appliance', '=', appliance)
    .where('type', '=', 'power')
    .where('at', '>=', timestamp(from))
    .where('at', '<=', timestamp(to))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ at, what, lost_at }, i): Stretch[] => {
    if (what === 'lost') return [{ from: at, to: rows[i + 1]?.at ?? Infinity }];
    return lost_at === null ? [] : [{ from: lost_at, to: at }];
  });
}

/** What the unit told of the phases of a run, and of its doors meanwhile. */
export async function readEvents(
  db: Db,
  { appliance, run_id }: { appliance: number; run_id: string },
  { from, to }: Stretch,
  steady: (fact: Pick<Dated, 'at' | 'shift_ms'>) => number,
): Promise<Pick<RecordSources, 'phases' | 'doors'>> {
  type Body = { runId?: string; index?: number; phase?: number; state?: string; open?: boolean; door?: number };
  const told = await db
    .selectFrom('event')
    .select(['at', sql<number>`coalesce(clock_shift_ms, 0)`.as('shift_ms'), sql<Body>`body`.as('body')])
    .where('appliance', '=', appliance)
    .where('type', 'in', ['phase', 'door'])
    .where('at', '>=', timestamp(from - clockSet_max_ms))
    .where('at', '<=', timestamp(to + clockSet_max_ms))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .limit(events_max)
    .execute();
  const rows = told
    .map(({ body, ...dated }) => ({ at: steady(dated), body }))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at);
  return {
    phases: rows.flatMap(({ at, body: { runId, index, phase = 0, state = '' } }): RecordEvent[] =>
      runId === run_id && index !== undefined ? [{ at, index, phase, state }] : [],
    ),
    doors: doorsOf(rows),
  };
}

/** When which door was open; null where nobody told that it was closed. */
function doorsOf(rows: readonly { at: number; body: { open?: boolean; door?: number } }[]): RecordSources['doors'] {
  const closed = new Map<number | undefined, number>();
  const doors: { from: number; to: number | null }[] = [];
  for (const { at, body } of rows.toReversed()) {
    if (body.open === false) closed.set(body.door, at);
    else if (body.open === true) doors.push({ from: at, to: closed.get(body.door) ?? null });
  }
  return doors.reverse();
}

/** Alarms of the unit or of its kitchen that stood in a stretch. */
export async function readAlarms(
  db: Db,
  appliance: number,
  { from, to }: Stretch,
  held: Stretch,
): Promise<RecordSources['alarms']> {
  const rows = await db
    .selectFrom('alarm_interval')
    .select(['name', 'started_at as from', 'raised_at as raised', 'cleared_at as to', 'of_site'])
    .where(sql<boolean>`(appliance = ${appliance} or units @> array[${appliance}::int])`)
    .where('state', 'in', ['active', 'cleared'])
    .where('raised_at', 'is not', null)
    .$narrowType<{ raised: NotNull }>()
    .where('started_at', '<=', timestamp(to))
    .where(({ eb, or }) => or([eb('cleared_at', 'is', null), eb('cleared_at', '>=', timestamp(from))]))
    .orderBy('started_at')
    .orderBy('name')
    .orderBy('zone')
    .orderBy('id')
    .execute();
  // What began in a former owner's time is told from the present one's on; what happened in its former kitchen is not, nor what
  // became an alarm in the next one's time.
  return rows
    .filter((alarm) => alarm.raised < held.to && (!alarm.of_site || alarm.from >= held.from))
    .map((alarm) => ({
      name: alarm.name,
      from: Math.max(alarm.from, held.from),
      to: alarm.to !== null && alarm.to < held.to ? alarm.to : null,
    }));
}

/** What was first said of when the core of a run would be cold, in the time of whom the record belongs to (B2.14). */
export async function readForecast(
  db: Db,
  { appliance, run_id }: { appliance: number; run_id: string },
  held: Stretch,
  samples: readonly Pick<Dated, 'at' | 'shift_ms'>[],
  steady: (fact: Pick<Dated, 'at' | 'shift_ms'>) => number,
): Promise<Pick<RecordSources, 'forecast'>> {
  const said = await db
    .selectFrom('cycle_forecast')
    .select(['made_at', 'to_c', 'at'])
    .where('appliance', '=', appliance)
    .where('run_id', '=', run_id)
    .executeTakeFirst();
  if (!said || said.made_at < held.from || said.made_at >= held.to) return {};
  // It was made by the clock that the unit had then.
  const { shift_ms = 0 } = samples.findLast(({ at }) => at <= said.made_at) ?? {};
  const moment = (at: number): number => Math.round(steady({ at, shift_ms }));
  return { forecast: { madeAt: moment(said.made_at), to: said.to_c, at: moment(said.at) } };
}
