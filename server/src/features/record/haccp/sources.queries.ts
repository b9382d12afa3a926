import { corePointsOf, families, familyOf, modelRow, recordOfRun } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import type { FamilyCode } from '@brina/domain/appliance/families/family-code';
import type { PastCheck } from '@brina/domain/haccp/checks/doubts';
import { type JudgingRules, judgingRules, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { hour_ms } from '@brina/domain/language/durations';
import { type NotNull, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { checksIn } from '#features/record/checks/checks.queries.ts';
import { planAt } from '#features/record/plans/follow.ts';
import { type SaidOfBatch, saidOf } from '#features/record/remarks/remarks.queries.ts';
import { span } from '#features/record/telemetry/batch-span.ts';
import { contentOf } from './haccp.queries.ts';
import { readSamples, samples_max, samplesWithin } from './measured.queries.ts';
import { doubtsIn, rulesOf, type StoredContent, sourcesOf } from './parts/content.ts';
import { continuesWithin_ms, isSameFood, joined } from './parts/continued.ts';
import { doubtedPoints } from './parts/doubted.ts';
import { functionsLike, kindOfTimers } from './parts/kinds.ts';
import {
  type RecordIdentity,
  type RecordSources,
  type RunRequest,
  type RunSources,
  verdictOf,
} from './parts/record.ts';
import { silencedBy } from './parts/silenced.ts';
import { type Dated, isSteady } from './parts/steady.ts';
import { clockChangesIn, readAlarms, readEvents, readForecast, silencesIn } from './told.queries.ts';

/** A run that a person says to be gone on with ended no longer before. */
export const saidWithin_h = 12;
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

/**
 * What a stored record can be judged again from: itself, or, where it has the warmest point alone, its telemetry; `undefined` where that is
 * not kept any more: what a unit tells by now of such a time is not what was measured then.
 */
export async function keptSources(
  db: Db,
  { id, started_at }: { id: string; started_at: number },
  last: StoredContent,
  now: number,
): Promise<RecordSources | undefined> {
  if (last.evidence) return asSaid(db, sourcesOf(last));
  const measured = started_at < telemetryKeptFrom(now) ? undefined : await recordSources(db, id);
  // What checks say of it comes as a revision of its own.
  return measured && { ...measured, probeChecks: doubtsIn(last) };
}

/** What a record was made of, with what was said of it since. */
async function asSaid(db: Db, sources: RecordSources | undefined): Promise<RecordSources | undefined> {
  if (!sources) return undefined;
  const said = await saidOf(db, sources.run.id);
  // In what goes on with another both may have been said.
  if (said.cookedAt === undefined || sources.continues !== null) return sources;
  const { cookedAt: _, ...run } = sources.run;
  return { ...sources, run: { ...run, ...(said.cookedAt !== null && { cookedAt: said.cookedAt }) } };
}

/** The run of a batch, or the timer of a tray in it, that has ended, and who held the unit when it began. */
const readRun = (db: Db, id: string) =>
  db
    .selectFrom('batch as b')
    .innerJoin('cycle_run as r', 'r.id', 'b.run')
    .innerJoin('appliance as a', 'a.id', 'r.appliance')
    .leftJoin('tenure as t', (join) =>
      join
        .onRef('t.appliance', '=', 'a.id')
        .onRef('t.from_at', '<=', 'b.started_at')
        .on(({ eb, or }) => or([eb('t.to_at', 'is', null), eb('t.to_at', '>', eb.ref('b.started_at'))])),
    )
    // Name and kitchen of a unit that was given away since are its next owner's.
    .leftJoin('laboratory as l', (join) => join.onRef('l.id', '=', 'a.laboratory_id').on('t.to_at', 'is', null))
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select(['b.id', 'r.appliance', 'r.run_id', 'r.function', 'b.started_at', 'b.tray', 'b.needle', 'b.product'])
    .select([span.started_log.as('started_log'), span.started_seq.as('started_seq'), span.ended_at.as('ended_at')])
    .select([span.ended_log.as('ended_log'), span.ended_seq.as('ended_seq'), span.end_reason.as('end_reason')])
    .select(['a.serial', 'a.model', 'l.time_zone'])
    .select(['l.name as laboratory', 'c.name as company', 'c.time_zone as company_time_zone'])
    .select(['t.from_at as held_from', 't.to_at as held_until'])
    // What a former holder said of a run that goes on is not the next one's.
    .select(
      sql<RunRequest | null>`case when t.from_at is null or r.started_at >= t.from_at then r.request end`.as('request'),
    )
    .select([shiftOf('started').as('started_shift_ms'), shiftOf('ended').as('ended_shift_ms')])
    .select(sql<string>`case when t.to_at is null then a.name else '' end`.as('name'))
    .where('b.id', '=', id)
    .where(span.started_log, 'is not', null)
    .where(span.ended_at, 'is not', null)
    .$narrowType<{ function: NotNull; ended_at: NotNull }>()
    .executeTakeFirst();

type RunRow = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** By how much the clock of a unit was set since its boot when it told the start or the end of a batch. */
const shiftOf = (end: 'started' | 'ended') =>
  sql<number>`coalesce((select clock_shift_ms from event e where e.appliance = b.appliance
    and e.at = ${end === 'started' ? sql.ref('b.started_at') : span.ended_at}
    and e.log = ${span[`${end}_log`]} and e.seq = ${span[`${end}_seq`]}), 0)`;

const familyCodeOf = ({ model }: Pick<RunRow, 'model'>): FamilyCode => familyOf(model)?.code ?? 'MF';

/** Start and end of a run as its unit told them. */
const datedEnds = (run: RunRow): [Dated, Dated | null] => [
  { at: run.started_at, shift_ms: run.started_shift_ms, log: run.started_log, seq: run.started_seq },
  run.ended_log === null || run.ended_seq === null
    ? null
    : { at: run.ended_at, shift_ms: run.ended_shift_ms, log: run.ended_log, seq: run.ended_seq },
];

/** What is known of the food of a batch: of a tray what its timer says, else what was said of the whole run but how much and by which plan. */
function requestOf({ tray, product: inTray, request }: RunRow): RunRequest {
  if (tray === null) return request ?? {};
  const { lot, product = null } = request ?? {};
  const known = inTray ?? product;
  return { ...(known !== null && { product: known }), ...(lot !== undefined && { lot }) };
}

function kindOf(run: RunRow): RecordKind | undefined {
  const family = familyCodeOf(run);
  if (run.tray !== null) return kindOfTimers(family, run.function);
  return recordOfRun(family, families[family].functions[run.function] ?? {}, run.request?.plan);
}

/** What a run alone is made of, or a tray in it; `undefined` where its function needs no record. */
async function sourcesOfRun(db: Db, run: RunRow): Promise<RunSources | undefined> {
  const kind = kindOf(run);
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
  // It was given away by the clock that its last samples have.
  const last = rows.toSorted((a, b) => steady(a) - steady(b)).at(-1);
  const cut = { at: held.to - 1, shift_ms: last?.shift_ms ?? 0 };
  const endedAt = steady(isCut ? cut : (end ?? { at: run.ended_at, shift_ms: 0 }));
  const within = { from: startedAt, to: endedAt };
  const samples = samplesWithin(rows, steady, within);
  const alarms = await readAlarms(db, run.appliance, within, held);
  const first = await contentOf(db, { id: run.id, revision: 1 });
  const { cookedAt = null } = await saidOf(db, run.id);
  const timeZone = first?.timeZone ?? run.time_zone ?? run.company_time_zone ?? 'UTC';
  return {
    kind,
    ...((first && rulesOf(first)) ?? (await rulesByPlan(db, run, kind, timeZone))),
    run: {
      id: run.id,
      function: run.function,
      startedAt,
      endedAt,
      endReason: isCut ? null : run.end_reason,
      isEndTold: !isCut && run.ended_log !== null,
      request: requestOf(run),
      ...(cookedAt !== null && { cookedAt }),
      ...(run.tray !== null && { tray: { number: run.tray, needle: run.needle } }),
    },
    continues: null,
    identity: identityOf(first) ?? {
      serialNumber: run.serial,
      model: run.model,
      applianceName: run.name || run.serial,
      laboratory: run.laboratory,
      company: run.company ?? '',
      timeZone,
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
    ...(run.tray === null && (await readForecast(db, run, held, rows, steady))),
    alarms,
    silenced: silencedBy(alarms, pointNames),
    clockOffset_ms: isCut ? null : await offsetAtEnd(db, run),
  };
}

/**
 * What a run is made of with the one that it goes on with: the last one of its kind before it, in the hands of the same company, if it was
 * ended early a short while before and the needle says that it is the same food; or the one that somebody said, or none where somebody said
 * that (J11). What is stored of it decides nothing, so that the order in which facts came does not either.
 * @param further how many runs before this one are looked at, and samples of all of them
 */
async function withBefore(
  db: Db,
  run: RunRow,
  own: RunSources,
  further: { runs: number; samples: number },
): Promise<RecordSources> {
  const withClock = async (whole: RunSources): Promise<RecordSources> => ({
    ...whole,
    clockChanges: await clockChangesIn(db, run.appliance, whole.run),
    probeChecks: doubtedPoints(await checksOf(db, run), whole),
  });
  const { continues } = await saidOf(db, run.id);
  const former = await formerRun(db, run, continues);
  const formerOwn = former && (await sourcesOfRun(db, former.row));
  if (!former || formerOwn?.kind !== own.kind) return withClock(own);
  const { row, isSaid } = former;
  if (!isSaid && !isSameFood(formerOwn, own)) return withClock(own);
  const isLast = further.runs === 0 || further.samples < own.samples.length + formerOwn.samples.length;
  const left = { runs: further.runs - 1, samples: further.samples - own.samples.length };
  const before = isLast ? await withClock(formerOwn) : await withBefore(db, row, formerOwn, left);
  if (!isSaid && !endedEarly(before)) return withClock(own);
  return withClock(isLast ? { ...own, run: { ...own.run, isBeginCut: true } } : joined(before, own));
}

/** Whether a run came to its end before its target, whatever is said of the time before it began. */
function endedEarly({ run: { cookedAt: _, ...run }, ...sources }: RecordSources): boolean {
  return verdictOf({ ...sources, run }) === 'ABORTED';
}

/** Checks of whoever held the unit when a run began; a unit that nobody held has none. */
async function checksOf(db: Db, { appliance, held_from, held_until }: RunRow): Promise<PastCheck[]> {
  return held_from === null ? [] : checksIn(db, { appliance, from: held_from, to: held_until ?? Infinity });
}

type Former = { id: string; started_at: number; apart_ms: number };

/**
 * The last run of its kind before this one that told its end. A tray goes on with none.
 * @param begunAt the one that began then, epoch ms
 */
async function lastBefore(db: Db, run: RunRow, begunAt?: number): Promise<Former | undefined> {
  if (run.tray !== null) return undefined;
  const former = await db
    .selectFrom('batch as b')
    .innerJoin('cycle_run as r', 'r.id', 'b.id')
    .select(['b.id', 'b.started_at', 'r.ended_at', 'r.ended_log'])
    .where('b.appliance', '=', run.appliance)
    .where('r.function', 'in', functionsLike(familyCodeOf(run), run.function))
    .where('b.started_at', '<', timestamp(run.started_at))
    .where('b.started_at', '>=', timestamp(Math.max(run.held_from ?? 0, run.started_at - continuedRun_max_ms)))
    .$if(begunAt !== undefined, (query) => query.where('b.started_at', '=', timestamp(begunAt ?? 0)))
    .orderBy('b.started_at', 'desc')
    .orderBy('b.id')
    .limit(1)
    .executeTakeFirst();
  if (!former || former.ended_at === null || former.ended_log === null) return undefined;
  const apart_ms = run.started_at - former.ended_at;
  return apart_ms < 0 ? undefined : { id: former.id, started_at: former.started_at, apart_ms };
}

/** The run with which a batch goes on if a person says so (J11): the last one of its kind shortly before it. */
export async function runBefore(db: Db, batchId: string): Promise<{ started_at: number } | undefined> {
  const run = await readRun(db, batchId);
  const former = run && (await lastBefore(db, run));
  return former && former.apart_ms <= saidWithin_h * hour_ms ? former : undefined;
}

/** The run that one goes on with, as somebody has said, whatever came between; else, as its times allow, the last one before it. */
async function formerRun(
  db: Db,
  run: RunRow,
  continues: SaidOfBatch['continues'],
): Promise<{ row: RunRow; isSaid: boolean } | undefined> {
  if (continues === null) return undefined;
  const said = continues === undefined ? undefined : await lastBefore(db, run, continues);
  const former = said ?? (await lastBefore(db, run));
  if (!former || (!said && former.apart_ms > continuesWithin_ms)) return undefined;
  const row = await readRun(db, former.id);
  return row && { row, isSaid: said !== undefined };
}

/** The offset of the unit's clock as it was measured when the end of the batch was received. */
async function offsetAtEnd(db: Db, { appliance, ended_at, ended_log, ended_seq }: RunRow): Promise<number | null> {
  const offset = await db
    .selectFrom('event as e')
    .innerJoin('clock_offset as o', (join) =>
      join.onRef('o.appliance', '=', 'e.appliance').onRef('o.from_at', '<=', 'e.received_at'),
    )
    .select('o.offset_ms')
    .where('e.appliance', '=', appliance)
    .where('e.at', '=', timestamp(ended_at))
    .where('e.log', '=', ended_log)
    .where('e.seq', '=', ended_seq)
    .orderBy('o.from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return offset?.offset_ms ?? null;
}

/** Rules of a batch that is judged for the first time: by the plan that its unit went by when it began. */
async function rulesByPlan(
  db: Db,
  { appliance, started_at }: RunRow,
  kind: RecordKind,
  timeZone: string,
): Promise<JudgingRules> {
  const plan = (await planAt(db, appliance, started_at)) ?? makersPlan;
  return judgingRules(plan, kind, started_at, timeZone);
}

/** Names as the first revision has them. */
function identityOf(first: StoredContent | undefined): RecordIdentity | undefined {
  if (!first) return undefined;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = first;
  return { serialNumber, model, applianceName, laboratory, company, timeZone };
}
