import { limits } from '@brina/contract/devices';
import { corePointsOf, familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { type CorePoint, corePoints } from '@brina/domain/appliance/metrics';
import { type BatchGap, closingSample_ms, gapLimit_ms } from '@brina/domain/haccp/batch';
import { defaultRule } from '@brina/domain/haccp/rules';
import type { GapReason } from '@brina/domain/haccp/verdicts';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { clockOf } from '#core/ingest/clock-evidence.queries.ts';
import { flags } from '#core/ingest/facts.ts';
import { explainSilences } from '#features/record/telemetry/evidence.queries.ts';
import { overlap, type Stretch, silencesOf } from '#features/record/telemetry/gaps.ts';
import { contentOf } from './haccp.queries.ts';
import { continuesWithin_ms, isSameFood, joined } from './parts/continued.ts';
import { functionsLike, kindOfFunction } from './parts/kinds.ts';
import {
  makeRecord,
  type RecordEvent,
  type RecordIdentity,
  type RecordSample,
  type RecordSources,
  type RunRequest,
} from './parts/record.ts';
import { silencedBy } from './parts/silenced.ts';
import { type Dated, isSteady } from './parts/steady.ts';

const columns = (points: readonly CorePoint[]): RawBuilder<unknown> => sql.join(points.map((point) => sql.ref(point)));

/** A sample that says something about food or air, a broken probe included; others carry a door or a counter only. */
const ofFood = sql`(coalesce(${columns(corePoints)}) is not null or "TCell" is not null or flags & ${sql.lit(flags.fault)} <> 0)`;

/** Query for the sample that closes the last interval of a run: the first one after its end, if it comes soon. */
export const closingSample = (appliance: RawBuilder<unknown>, endedAt: RawBuilder<unknown>) => sql`(
  select at, log, seq from telemetry
  where appliance = ${appliance} and at > ${endedAt} and at <= ${endedAt} + ${closingSample_ms / 1000} * interval '1 second' and ${ofFood}
  order by at, log, seq limit 1)`;

/** The steady time of a fact may lie so far from the time it has: clocks that are further off are put right as it comes. */
const clockSet_max_ms = 5 * minute_ms;

/** No run that goes on with another is looked for further back than a cycle takes. */
const continuedRun_max_ms = 24 * hour_ms;
/** Nor are more than so many: a unit that starts and stops all day would cost more with each of them. */
export const continuedRuns_max = 8;

/** Reads all a record is made of, and of the runs that it goes on with; `undefined` while the run has not ended. */
export async function recordSources(db: Db, batchId: string): Promise<RecordSources | undefined> {
  const run = await readRun(db, batchId);
  const own = run && (await sourcesOfRun(db, run));
  return own && withBefore(db, run, own, { runs: continuedRuns_max, samples: samples_max });
}

/** A run that has ended, and who held the unit when it began. */
const readRun = (db: Db, id: string) =>
  db
    .selectFrom('cycle_run as r')
    .innerJoin('appliance as a', 'a.id', 'r.appliance')
    .leftJoin('tenure as t', (join) =>
      join
        .onRef('t.appliance', '=', 'a.id')
        .onRef('t.from_at', '<=', 'r.started_at')
        .on(({ eb, or }) => or([eb('t.to_at', 'is', null), eb('t.to_at', '>', eb.ref('r.started_at'))])),
    )
    // Name and kitchen of a unit that was given away since are its next owner's.
    .leftJoin('laboratory as l', (join) => join.onRef('l.id', '=', 'a.laboratory_id').on('t.to_at', 'is', null))
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select(['r.id', 'r.appliance', 'r.run_id', 'r.function', 'r.started_at', 'r.started_log', 'r.started_seq'])
    .select(['r.ended_at', 'r.ended_log', 'r.ended_seq', 'r.end_reason', 'a.serial', 'a.model', 'l.time_zone'])
    .select(['l.name as laboratory', 'c.name as company', 'c.time_zone as company_time_zone'])
    .select(['t.from_at as held_from', 't.to_at as held_until', sql<RunRequest>`r.request`.as('request')])
    .select([shiftOf('started').as('started_shift_ms'), shiftOf('ended').as('ended_shift_ms')])
    .select(sql<string>`case when t.to_at is null then a.name else '' end`.as('name'))
    .where('r.id', '=', id)
    .where('r.started_at', 'is not', null)
    .where('r.ended_at', 'is not', null)
    .$narrowType<{
      function: NotNull;
      started_at: NotNull;
      started_log: NotNull;
      started_seq: NotNull;
      ended_at: NotNull;
    }>()
    .executeTakeFirst();

type RunRow = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** By how much the clock of a unit was set since its boot when it told the start or the end of a run `r`. */
const shiftOf = (end: 'started' | 'ended') =>
  sql<number>`coalesce((select clock_shift_ms from event e where e.appliance = r.appliance
    and e.at = ${sql.ref(`r.${end}_at`)} and e.log = ${sql.ref(`r.${end}_log`)} and e.seq = ${sql.ref(`r.${end}_seq`)}), 0)`;

/** Start and end of a run as its unit told them. */
const datedEnds = (run: RunRow): [Dated, Dated | null] => [
  { at: run.started_at, shift_ms: run.started_shift_ms, log: run.started_log, seq: run.started_seq },
  run.ended_log === null || run.ended_seq === null
    ? null
    : { at: run.ended_at, shift_ms: run.ended_shift_ms, log: run.ended_log, seq: run.ended_seq },
];

/** What a run alone is made of; `undefined` where its function needs no record. */
async function sourcesOfRun(db: Db, run: RunRow): Promise<RecordSources | undefined> {
  const kind = kindOfFunction(familyOf(run.model)?.code ?? 'MF', run.function);
  if (!kind) return undefined;
  // What was measured after its company gave the unit away is another's (docs/SECURITY.md).
  const held = { from: run.held_from ?? -Infinity, to: run.held_until ?? Infinity };
  const isCut = run.ended_at >= held.to;
  const pointNames = corePointsOf(modelRow(run.model));
  const rows = await readSamples(db, run, pointNames, held);
  const [start, end] = datedEnds(run);
  // A record goes by steady time: to set a clock shortens nothing.
  const goesByUp = isSteady([start, ...rows, ...(end ? [end] : [])]);
  const steady = ({ at, shift_ms }: Pick<Dated, 'at' | 'shift_ms'>): number => (goesByUp ? at - shift_ms : at);
  const startedAt = steady(start);
  const endedAt = isCut ? held.to - 1 : steady(end ?? { at: run.ended_at, shift_ms: 0 });
  const within = { from: startedAt, to: endedAt };
  const samples = samplesWithin(rows, steady, within);
  const alarms = await readAlarms(db, run.appliance, within, held);
  return {
    kind,
    rule: defaultRule(kind),
    run: {
      id: run.id,
      function: run.function,
      startedAt,
      endedAt,
      endReason: isCut ? null : run.end_reason,
      isEndTold: !isCut && run.ended_log !== null,
      request: run.request,
    },
    continues: null,
    identity: (await firstIdentity(db, run.id)) ?? {
      serialNumber: run.serial,
      model: run.model,
      applianceName: run.name || run.serial,
      laboratory: run.laboratory,
      company: run.company ?? '',
      timeZone: run.time_zone ?? run.company_time_zone ?? 'UTC',
    },
    pointNames,
    samples,
    silences: await silencesIn(
      db,
      run.appliance,
      samples,
      { from: startedAt, to: Math.max(endedAt, samples.at(-1)?.at ?? endedAt) },
      held,
    ),
    ...(await readEvents(db, run, within, steady)),
    alarms,
    silenced: silencedBy(alarms, pointNames),
    clockChanges: [],
    clockOffset_ms: isCut ? null : await offsetAtEnd(db, run),
  };
}

/**
 * What a run is made of with the one that it goes on with: the last one of its kind before it, in the hands of the same company, if it was
 * ended early a short while before and the needle says that it is the same food. What is stored of it decides nothing, so that the order in
 * which facts came does not either.
 * @param further how many runs before this one are looked at, and samples of all of them
 */
async function withBefore(
  db: Db,
  run: RunRow,
  own: RecordSources,
  further: { runs: number; samples: number },
): Promise<RecordSources> {
  const former = await formerRun(db, run);
  const formerOwn = former && (await sourcesOfRun(db, former));
  let whole = own;
  if (former && formerOwn?.kind === own.kind && isSameFood(formerOwn, own)) {
    const isLast = further.runs === 0 || further.samples < own.samples.length + formerOwn.samples.length;
    const left = { runs: further.runs - 1, samples: further.samples - own.samples.length };
    const before = isLast ? formerOwn : await withBefore(db, former, formerOwn, left);
    const isEarly = makeRecord(before).verdict === 'ABORTED';
    if (isEarly && isLast) whole = { ...own, run: { ...own.run, isBeginCut: true } };
    else if (isEarly) whole = joined(before, own);
  }
  return { ...whole, clockChanges: await clockChangesIn(db, run.appliance, whole.run) };
}

/** The last run of its kind before this one, if its end was told a short while before. */
async function formerRun(db: Db, run: RunRow): Promise<RunRow | undefined> {
  const former = await db
    .selectFrom('batch as b')
    .innerJoin('cycle_run as r', 'r.id', 'b.id')
    .select(['b.id', 'r.ended_at', 'r.ended_log'])
    .where('b.appliance', '=', run.appliance)
    .where('r.function', 'in', functionsLike(familyOf(run.model)?.code ?? 'MF', run.function))
    .where('b.started_at', '<', timestamp(run.started_at))
    .where('b.started_at', '>=', timestamp(Math.max(run.held_from ?? 0, run.started_at - continuedRun_max_ms)))
    .orderBy('b.started_at', 'desc')
    .orderBy('b.id')
    .limit(1)
    .executeTakeFirst();
  if (!former || former.ended_at === null || former.ended_log === null) return undefined;
  const apart_ms = run.started_at - former.ended_at;
  return apart_ms < 0 || apart_ms > continuesWithin_ms ? undefined : readRun(db, former.id);
}

/** A day at a sample a second. Of a run that has more, what follows counts as missing. */
const samples_max = 100_000;
/** Doors that open and phases that change a day long, each quarter of a minute. */
const events_max = 10_000;

/** A sample with what tells its steady time. */
type SampleRow = Dated & RecordSample;

/** Samples that may be a run's, with some time around it, in the order in which they were measured. */
async function readSamples(
  db: Db,
  { appliance, started_at, ended_at }: RunRow,
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
function samplesWithin(
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

/** Moments within a run at which its unit booted with another clock, in its steady time. */
async function clockChangesIn(
  db: Db,
  appliance: number,
  { startedAt, endedAt }: RecordSources['run'],
): Promise<number[]> {
  const { changes } = await clockOf(db, appliance, { from: startedAt, to: endedAt });
  const differs = (by_ms: number | null): boolean => by_ms !== null && Math.abs(by_ms) > limits.clockOffset_ms;
  return changes.flatMap(({ at, by_ms, set_ms }) => (differs(by_ms) || differs(set_ms) ? [at] : []));
}

/** Stretches without a sample, and why. */
async function silencesIn(
  db: Db,
  appliance: number,
  samples: readonly RecordSample[],
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
    return { from, to, reason: isWithoutPower ? ('power_lost' as const) : (reason as GapReason) };
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

async function readEvents(
  db: Db,
  { appliance, run_id }: RunRow,
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

async function readAlarms(
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

/** The offset of the unit's clock as it was measured when the end of the run was received. */
async function offsetAtEnd(db: Db, { id }: RunRow): Promise<number | null> {
  const offset = await db
    .selectFrom('cycle_run as r')
    .innerJoin('event as e', (join) =>
      join
        .onRef('e.appliance', '=', 'r.appliance')
        .onRef('e.at', '=', 'r.ended_at')
        .onRef('e.log', '=', 'r.ended_log')
        .onRef('e.seq', '=', 'r.ended_seq'),
    )
    .innerJoin('clock_offset as o', (join) =>
      join.onRef('o.appliance', '=', 'r.appliance').onRef('o.from_at', '<=', 'e.received_at'),
    )
    .select('o.offset_ms')
    .where('r.id', '=', id)
    .orderBy('o.from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return offset?.offset_ms ?? null;
}

/** Names as the first revision has them. */
async function firstIdentity(db: Db, batchId: string): Promise<RecordIdentity | undefined> {
  const first = await contentOf(db, { id: batchId, revision: 1 });
  if (!first) return undefined;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = first;
  return { serialNumber, model, applianceName, laboratory, company, timeZone };
}
