import type { BatchRecord, BatchReview, BatchSummary } from '@brina/contract/calls/record/haccp';
import { corePointsOf, familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { type CorePoint, corePoints } from '@brina/domain/appliance/metrics';
import { closingSample_ms, gapLimit_ms, warmestOf } from '@brina/domain/haccp/batch';
import { judgeVersionOf } from '@brina/domain/haccp/judge-versions';
import type { GapReason } from '@brina/domain/haccp/verdicts';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { flags } from '#core/ingest/facts.ts';
import { explainSilences } from '#features/record/telemetry/evidence.queries.ts';
import { type Stretch, silencesOf } from '#features/record/telemetry/gaps.ts';
import { unpack } from './parts/content.ts';
import { kindOfFunction } from './parts/kinds.ts';
import {
  lostEnd,
  makeRecord,
  type OpenDoor,
  type RecordContent,
  type RecordEvent,
  type RecordIdentity,
  type RecordSample,
  type RecordSources,
  type RunRequest,
} from './parts/record.ts';
import { type RecordAlarm, silencedBy } from './parts/silenced.ts';

const columns = (points: readonly CorePoint[]): RawBuilder<unknown> => sql.join(points.map((point) => sql.ref(point)));

/** A sample that says something about food or air, a broken probe included; others carry a door or a counter only. */
const ofFood = sql`(coalesce(${columns(corePoints)}) is not null or "TCell" is not null or flags & ${sql.lit(flags.fault)} <> 0)`;

/** Query for the sample that closes the last interval of a run: the first one after its end, if it comes soon. */
export const closingSample = (appliance: RawBuilder<unknown>, endedAt: RawBuilder<unknown>) => sql`(
  select at, log, seq from telemetry
  where appliance = ${appliance} and at > ${endedAt} and at <= ${endedAt} + ${closingSample_ms / 1000} * interval '1 second' and ${ofFood}
  order by at, log, seq limit 1)`;

/** A unit that says nothing for so long has ended its cycle, too, whatever became of it. */
const silentEnd_ms = day_ms;

/**
 * When a run was over whose end nobody told: when the unit began another one, when it told that messages are gone and went on with a new
 * log, or a day after the last that was heard of it. Null: it may still be running.
 */
export const lostAt = (run: RawBuilder<unknown>, now_ms: number) => sql<number | null>`(
  select min(over.at) from (
    select n.started_at as at from cycle_run n
    where n.appliance = ${run}.appliance and n.id <> ${run}.id and n.started_at > ${run}.started_at
    union all
    select e.at from event e
    where e.appliance = ${run}.appliance and e.type = 'gap' and e.at > ${run}.started_at and e.log <> ${run}.started_log
    union all
    select last.at + ${silentEnd_ms / 1000} * interval '1 second' from (
      select greatest(${run}.started_at,
        (select max(at) from telemetry where appliance = ${run}.appliance and at >= ${run}.started_at),
        (select max(at) from event where appliance = ${run}.appliance and at >= ${run}.started_at)) as at) last
    where last.at <= ${timestamp(now_ms - silentEnd_ms)}
  ) over)`;

type RunRow = {
  id: string;
  appliance: number;
  serial: string;
  model: string;
  run_id: string;
  function: number;
  started_at: number;
  ended_at: number;
  is_lost: boolean;
  end_reason: string | null;
  request: RunRequest;
  name: string;
  laboratory: string | null;
  time_zone: string | null;
  company: string | null;
  company_time_zone: string | null;
  held_from: number | null;
  held_until: number | null;
  closed_at: number | null;
};

/** Reads all a record is made of; `undefined` while the run is not over. */
export async function recordSources(db: Db, batchId: string, now_ms: number): Promise<RecordSources | undefined> {
  const { rows } = await sql<RunRow>`
    select r.id, r.appliance, a.serial, a.model, r.run_id, r.function, r.started_at, o.at as ended_at,
      r.ended_at is null as is_lost, r.end_reason, r.request,
      case when t.to_at is null then a.name else '' end as name, l.name as laboratory, l.time_zone, c.name as company,
      c.time_zone as company_time_zone, t.from_at as held_from, t.to_at as held_until, s.at as closed_at
    from cycle_run r join appliance a on a.id = r.appliance
    cross join lateral (select coalesce(r.ended_at, ${lostAt(sql`r`, now_ms)}) as at) o
    left join tenure t on t.appliance = a.id and t.from_at <= r.started_at and (t.to_at is null or t.to_at > r.started_at)
    -- Name and kitchen of a unit that was given away since are its next owner's.
    left join laboratory l on l.id = a.laboratory_id and t.to_at is null
    left join company c on c.id = t.company_id
    left join lateral ${closingSample(sql`r.appliance`, sql`r.ended_at`)} s on true
    where r.id = ${batchId}::uuid and r.started_at is not null and o.at is not null`.execute(db);
  const run = rows[0];
  const kind = run && kindOfFunction(familyOf(run.model)?.code ?? 'MF', run.function);
  if (!run || !kind) return undefined;
  const own = await ownSources(db, run);
  const former = await formerOf(db, run, kind, own.samples, now_ms);
  const startedAt = former?.run.startedAt ?? run.started_at;
  const rest: RecordSources = {
    ...own,
    kind,
    run: {
      id: run.id,
      function: run.function,
      startedAt,
      endedAt: own.endedAt,
      endUnseen: run.is_lost && !own.isCut,
      endReason: own.isCut ? null : run.is_lost ? lostEnd : run.end_reason,
      request: run.request,
    },
    continues: former?.run.id ?? null,
    identity: (await firstIdentity(db, batchId)) ?? {
      serialNumber: run.serial,
      model: run.model,
      applianceName: run.name || run.serial,
      laboratory: run.laboratory,
      company: run.company ?? '',
      timeZone: run.time_zone ?? run.company_time_zone ?? 'UTC',
    },
    points: corePointsOf(modelRow(run.model)),
    clockOffset_ms: await offsetAtEnd(db, run),
  };
  return former ? joined(former, rest) : rest;
}

/** What was measured and told in the time of one run, as far as its company held the unit. */
async function ownSources(db: Db, run: RunRow) {
  // What was measured after its company gave the unit away is another's (docs/SECURITY.md).
  const heldUntil = run.held_until ?? Infinity;
  const isCut = run.ended_at >= heldUntil;
  const from = run.started_at;
  const endedAt = isCut ? heldUntil - 1 : run.ended_at;
  const closedAt = !isCut && run.closed_at !== null && run.closed_at < heldUntil ? run.closed_at : endedAt;
  // Where nobody told the end, the sample of that moment is the next cycle's.
  const samples = await readSamples(db, run, { from, to: run.is_lost ? closedAt - 1 : closedAt });
  const measured = samples.map(({ at }) => ({ from: at, to: at }));
  const silences = silencesOf(measured, { from, to: Math.max(endedAt, closedAt) }, gapLimit_ms);
  const alarms = await readAlarms(
    db,
    run.appliance,
    { from, to: endedAt },
    { from: run.held_from ?? -Infinity, to: heldUntil },
  );
  const explained = await explainSilences(db, run.appliance, silences);
  return {
    endedAt,
    isCut,
    samples,
    silences: explained.map((gap) => ({ ...gap, reason: gap.reason as GapReason })),
    silenced: silencedBy(alarms, corePointsOf(modelRow(run.model))),
    clockChanges: [] as number[],
    ...(await readEvents(db, run, { from, to: endedAt })),
    alarms,
  };
}

/** A cycle that begins so soon after one that ended early, with food so near to what that had come to, goes on with its batch. */
const continues_ms = 30 * minute_ms;
const continues_K = { min: -5, max: 3 };

/**
 * The batch that a run goes on with: the last one of the same kind, if it ended early. It keeps its verdict; this one is judged from its
 * start.
 */
async function formerOf(
  db: Db,
  run: RunRow,
  kind: RecordSources['kind'],
  samples: readonly RecordSample[],
  now_ms: number,
): Promise<RecordSources | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from cycle_run p
    where p.appliance = ${run.appliance} and p.id <> ${run.id}::uuid and p.started_at < ${timestamp(run.started_at)}
      and p.ended_at <= ${timestamp(run.started_at)} and p.ended_at >= ${timestamp(run.started_at - continues_ms)}
      and p.started_at >= ${timestamp(Math.max(run.held_from ?? 0, 0))}
    order by p.ended_at desc, p.started_at desc limit 1`.execute(db);
  const first = coreOf(samples.find(({ core }) => warmestOf(core) !== null));
  if (!rows[0] || first === null) return undefined;
  const former = await recordSources(db, rows[0].id, now_ms);
  if (former?.kind !== kind) return undefined;
  const last = coreOf(former.samples.findLast(({ at, core }) => at <= former.run.endedAt && warmestOf(core) !== null));
  if (last === null || first - last < continues_K.min || first - last > continues_K.max) return undefined;
  return makeRecord(former).verdict === 'ABORTED' ? former : undefined;
}

const coreOf = (sample: RecordSample | undefined): number | null => (sample ? warmestOf(sample.core) : null);

/** One batch of two runs. */
function joined(former: RecordSources, rest: RecordSources): RecordSources {
  const before = former.samples.filter(({ at }) => at < (rest.samples[0]?.at ?? rest.run.endedAt));
  const [last, next] = [before.at(-1), rest.samples[0]];
  const between = last && next && next.at - last.at > gapLimit_ms;
  return {
    ...rest,
    samples: [...before, ...rest.samples],
    silences: [
      ...former.silences.filter(({ to }) => to <= (last?.at ?? 0)),
      ...(between ? [{ from: last.at, to: next.at, reason: 'between_cycles' as const }] : []),
      ...rest.silences.filter(({ to }) => to !== next?.at),
    ],
    silenced: [...former.silenced, ...rest.silenced],
    clockChanges: [...former.clockChanges, ...rest.clockChanges],
    doors: [...former.doors, ...rest.doors],
  };
}

async function readSamples(db: Db, { appliance, model }: RunRow, { from, to }: Stretch): Promise<RecordSample[]> {
  const { rows } = await sql<RecordSample>`
    select at, array[${columns(corePointsOf(modelRow(model)))}]::real[] as core, "TCell" as air, "cellSetTemp" as set,
      "firmwareVersion" as firmware
    from telemetry
    where appliance = ${appliance} and at >= ${timestamp(from)} and at <= ${timestamp(to)} and ${ofFood}
    order by at, log, seq, ix`.execute(db);
  return rows;
}

async function readEvents(
  db: Db,
  { appliance, run_id }: RunRow,
  { from, to }: Stretch,
): Promise<{ phases: RecordEvent[]; doors: OpenDoor[] }> {
  type Body = { runId?: string; index?: number; phase?: number; state?: string; door?: number; open?: boolean };
  const rows = await db
    .selectFrom('event')
    .select(['at', sql<Body>`body`.as('body')])
    .where('appliance', '=', appliance)
    .where('type', 'in', ['phase', 'door'])
    .where('at', '>=', timestamp(from))
    .where('at', '<=', timestamp(to))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .execute();
  const doors: OpenDoor[] = [];
  const openSince = new Map<number, OpenDoor>();
  for (const { at, body } of rows) {
    const { door = 1, open } = body;
    const since = openSince.get(door);
    if (open === true && !since) {
      const opened: OpenDoor = { from: at, to: null };
      doors.push(opened);
      openSince.set(door, opened);
    } else if (open === false && since) {
      since.to = at;
      openSince.delete(door);
    }
  }
  return {
    phases: rows.flatMap(({ at, body: { runId, index, phase = 0, state = '' } }) =>
      runId === run_id && index !== undefined ? [{ at, index, phase, state }] : [],
    ),
    doors,
  };
}

async function readAlarms(db: Db, appliance: number, { from, to }: Stretch, held: Stretch): Promise<RecordAlarm[]> {
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

/** What a revision of a batch says; `undefined` where there is none of this number. */
export async function contentOf(
  db: Db,
  { id, revision }: { id: string; revision: number },
): Promise<RecordContent | undefined> {
  const row = await db
    .selectFrom('batch_revision')
    .select('content')
    .where('batch', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row && unpack(row.content);
}

/** Names as the first revision has them. */
async function firstIdentity(db: Db, batchId: string): Promise<RecordIdentity | undefined> {
  const first = await contentOf(db, { id: batchId, revision: 1 });
  if (!first) return undefined;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = first;
  return { serialNumber, model, applianceName, laboratory, company, timeZone };
}

/** Of a batch `b` the latest verdict that a later judge changed, and who has looked at it. */
const reviews = sql`(
  select n.revision, n.verdict, f.revision as former_revision, f.verdict as former_verdict, w.at as reviewed_at,
    case when u.erased_at is null then nullif(trim(u.first_name || ' ' || u.last_name), '') end as reviewed_by
  from batch_revision n
  join batch_revision f on f.batch = n.batch and f.revision = n.revision - 1 and f.verdict <> n.verdict
  left join batch_review w on w.batch = n.batch and w.revision = n.revision
  left join app_user u on u.id = w.user_id
  where n.batch = b.id and n.cause = 'judge'
  order by n.revision desc limit 1)`;
const reviewColumns = sql`j.revision as reviewed_revision, j.verdict as reviewed_verdict, j.former_revision, j.former_verdict,
  j.reviewed_at, j.reviewed_by`;

type ReviewRow = {
  reviewed_revision: number | null;
  reviewed_verdict: BatchReview['verdict'] | null;
  former_revision: number | null;
  former_verdict: BatchReview['verdict'] | null;
  reviewed_at: number | null;
  reviewed_by: string | null;
};

function presentReview(row: ReviewRow): BatchReview | null {
  const { reviewed_revision, reviewed_verdict, former_revision, former_verdict, reviewed_at, reviewed_by } = row;
  if (reviewed_revision === null || reviewed_verdict === null) return null;
  if (former_revision === null || former_verdict === null) return null;
  return {
    formerRevision: former_revision,
    formerVerdict: former_verdict,
    revision: reviewed_revision,
    verdict: reviewed_verdict,
    reviewed: reviewed_at === null ? null : { by: reviewed_by, at: reviewed_at },
  };
}

/** The verdict of a batch that a later judge changed; null where none did. */
export async function reviewOf(db: Db, batchId: string): Promise<BatchReview | null> {
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns} from batch b cross join lateral ${reviews} j where b.id = ${batchId}::uuid`.execute(db);
  return rows[0] ? presentReview(rows[0]) : null;
}

/** What a revision says at a glance; those of the judges before the third do not tell who judged, nor when it ended. */
export type RevisionSummary = {
  verdict: BatchSummary['verdict'];
  minutes: number | null;
  limit_min: number | null;
  judge?: number;
  endedAt?: number;
};

type SummaryRow = ReviewRow & {
  id: string;
  serial: string;
  model: string;
  function: number;
  started_at: number;
  ended_at: number | null;
  held_until: number | null;
  request: RunRequest | null;
  revision: number;
  considered_by: number;
  summary: RevisionSummary | null;
};

/** Whether the judge of today has looked at a batch. */
function rejudgingOf(model: string, judge: number, considered_by: number): BatchSummary['rejudging'] {
  const row = modelRow(model);
  const present = row ? judgeVersionOf(row) : 1;
  return judge >= present ? 'done' : considered_by >= present ? 'telemetry_gone' : 'waits';
}

/** Batches of a unit that began within the stretches a company held it, latest first. */
export async function batchesOf(db: Db, appliance: number, held: readonly Stretch[]): Promise<BatchSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select b.id, a.serial, a.model, r.function, b.started_at, r.ended_at, t.to_at as held_until, r.request, b.revision,
      b.considered_by, v.summary, ${reviewColumns}
    from unnest(${held.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${held.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as h (from_at, to_at)
    join batch b on b.appliance = ${appliance} and b.started_at >= h.from_at and b.started_at < h.to_at
    join cycle_run r on r.id = b.id
    join appliance a on a.id = b.appliance
    join tenure t on t.appliance = b.appliance and t.from_at <= b.started_at and (t.to_at is null or t.to_at > b.started_at)
    left join batch_revision v on v.batch = b.id and v.revision = b.revision
    left join lateral ${reviews} j on true
    order by b.started_at desc, b.id`.execute(db);
  return rows.map((row) => {
    const { summary } = row;
    const endedAt = row.ended_at ?? summary?.endedAt ?? null;
    return {
      batchId: row.id,
      serialNumber: row.serial,
      function: row.function,
      product: row.request?.product ?? null,
      lot: row.request?.lot ?? null,
      startedAt: row.started_at,
      endedAt: endedAt === null ? null : Math.min(endedAt, (row.held_until ?? Infinity) - 1),
      verdict: summary?.verdict ?? null,
      minutes: summary?.minutes ?? null,
      limit_min: summary?.limit_min ?? null,
      revision: row.revision,
      judge: summary?.judge ?? null,
      rejudging: summary && rejudgingOf(row.model, summary.judge ?? 1, row.considered_by),
      review: presentReview(row),
    };
  });
}

/** What everybody who may see a record is told of it; what may be done with it is each one's. */
export type RecordForAll = Omit<BatchRecord, 'may'>;

/** The latest revision of a batch with the list of all of them; `undefined` before the first. */
export async function latestRecord(db: Db, batchId: string): Promise<RecordForAll | undefined> {
  const { rows: revisions } = await sql<BatchRecord['revisions'][number] & { content: Uint8Array | null }>`
    select revision, created_at as "createdAt", verdict, sample_count as "sampleCount", cause,
      case when revision = max(revision) over () then content end as content
    from batch_revision where batch = ${batchId}::uuid order by revision desc`.execute(db);
  const latest = revisions[0];
  if (!latest?.content) return undefined;
  const { rows: links } = await sql<{ considered_by: number; continued_by: string | null }>`
    select b.considered_by, (select n.id from batch n where n.continues = b.id order by n.started_at limit 1) as continued_by
    from batch b where b.id = ${batchId}::uuid`.execute(db);
  const { evidence: _, closing: __, ...content } = unpack(latest.content);
  return {
    ...content,
    rejudging: rejudgingOf(content.model, content.judge, links[0]?.considered_by ?? 1),
    review: await reviewOf(db, batchId),
    continuedBy: links[0]?.continued_by ?? null,
    revision: latest.revision,
    revisions: revisions.map(({ content: _content, ...revision }) => revision),
  };
}
