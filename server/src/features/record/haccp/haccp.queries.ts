import type { BatchRecord, BatchSummary } from '@brina/contract/calls/record/haccp';
import { corePointsOf, familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { type CorePoint, corePoints } from '@brina/domain/appliance/metrics';
import { closingSample_ms, gapLimit_ms } from '@brina/domain/haccp/batch';
import { type GapReason } from '@brina/domain/haccp/verdicts';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { flags } from '#core/ingest/facts.ts';
import { explainSilences } from '#features/record/telemetry/evidence.queries.ts';
import { type Stretch, silencesOf } from '#features/record/telemetry/gaps.ts';
import { type StoredContent, unpack } from './parts/content.ts';
import { kindOfFunction } from './parts/kinds.ts';
import type { RecordEvent, RecordIdentity, RecordSample, RecordSources, RunRequest } from './parts/record.ts';

const columns = (points: readonly CorePoint[]): RawBuilder<unknown> => sql.join(points.map((point) => sql.ref(point)));

/** A sample that says something about food or air, a broken probe included; others carry a door or a counter only. */
const ofFood = sql`(coalesce(${columns(corePoints)}) is not null or "TCell" is not null or flags & ${sql.lit(flags.fault)} <> 0)`;

/** Query for the sample that closes the last interval of a run: the first one after its end, if it comes soon. */
export const closingSample = (appliance: RawBuilder<unknown>, endedAt: RawBuilder<unknown>) => sql`(
  select at, log, seq from telemetry
  where appliance = ${appliance} and at > ${endedAt} and at <= ${endedAt} + ${closingSample_ms / 1000} * interval '1 second' and ${ofFood}
  order by at, log, seq limit 1)`;

type RunRow = {
  id: string;
  appliance: number;
  serial: string;
  model: string;
  run_id: string;
  function: number;
  started_at: number;
  ended_at: number;
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

/** Reads all a record is made of; `undefined` while the run has not ended. */
export async function recordSources(db: Db, batchId: string): Promise<RecordSources | undefined> {
  const { rows } = await sql<RunRow>`
    select r.id, r.appliance, a.serial, a.model, r.run_id, r.function, r.started_at, r.ended_at, r.end_reason, r.request,
      case when t.to_at is null then a.name else '' end as name, l.name as laboratory, l.time_zone, c.name as company,
      c.time_zone as company_time_zone, t.from_at as held_from, t.to_at as held_until, s.at as closed_at
    from cycle_run r join appliance a on a.id = r.appliance
    left join tenure t on t.appliance = a.id and t.from_at <= r.started_at and (t.to_at is null or t.to_at > r.started_at)
    -- Name and kitchen of a unit that was given away since are its next owner's.
    left join laboratory l on l.id = a.laboratory_id and t.to_at is null
    left join company c on c.id = t.company_id
    left join lateral ${closingSample(sql`r.appliance`, sql`r.ended_at`)} s on true
    where r.id = ${batchId}::uuid and r.started_at is not null and r.ended_at is not null`.execute(db);
  const run = rows[0];
  const kind = run && kindOfFunction(familyOf(run.model)?.code ?? 'MF', run.function);
  if (!run || !kind) return undefined;
  // What was measured after its company gave the unit away is another's (docs/SECURITY.md).
  const heldUntil = run.held_until ?? Infinity;
  const isCut = run.ended_at >= heldUntil;
  const startedAt = run.started_at;
  const endedAt = isCut ? heldUntil - 1 : run.ended_at;
  const closedAt = !isCut && run.closed_at !== null && run.closed_at < heldUntil ? run.closed_at : endedAt;
  const samples = await readSamples(db, run, { from: startedAt, to: closedAt });
  const measured = samples.map(({ at }) => ({ from: at, to: at }));
  const silences = silencesOf(measured, { from: startedAt, to: Math.max(endedAt, closedAt) }, gapLimit_ms);
  return {
    kind,
    run: {
      id: run.id,
      function: run.function,
      startedAt,
      endedAt,
      endReason: isCut ? null : run.end_reason,
      request: run.request,
    },
    identity: (await firstIdentity(db, batchId)) ?? {
      serialNumber: run.serial,
      model: run.model,
      applianceName: run.name || run.serial,
      laboratory: run.laboratory,
      company: run.company ?? '',
      timeZone: run.time_zone ?? run.company_time_zone ?? 'UTC',
    },
    samples,
    silences: (await explainSilences(db, run.appliance, silences)).map((gap) => ({
      ...gap,
      reason: gap.reason as GapReason,
    })),
    ...(await readEvents(db, run, { from: startedAt, to: endedAt })),
    alarms: await readAlarms(
      db,
      run.appliance,
      { from: startedAt, to: endedAt },
      { from: run.held_from ?? -Infinity, to: heldUntil },
    ),
    clockOffset_ms: await offsetAtEnd(db, run),
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
): Promise<{ phases: RecordEvent[]; doorOpenings: number[] }> {
  type Body = { runId?: string; index?: number; phase?: number; state?: string; open?: boolean };
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
  return {
    phases: rows.flatMap(({ at, body: { runId, index, phase = 0, state = '' } }) =>
      runId === run_id && index !== undefined ? [{ at, index, phase, state }] : [],
    ),
    doorOpenings: rows.flatMap(({ at, body }) => (body.open === true ? [at] : [])),
  };
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

/** What a revision of a batch says; `undefined` where there is none of this number. */
export async function contentOf(
  db: Db,
  { id, revision }: { id: string; revision: number },
): Promise<StoredContent | undefined> {
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

type SummaryRow = {
  id: string;
  serial: string;
  function: number;
  started_at: number;
  ended_at: number | null;
  held_until: number | null;
  request: RunRequest | null;
  revision: number;
  summary: { verdict: BatchSummary['verdict']; minutes: number | null; limit_min: number | null } | null;
};

/** Batches of a unit that began within the stretches a company held it, latest first. */
export async function batchesOf(db: Db, appliance: number, held: readonly Stretch[]): Promise<BatchSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select b.id, a.serial, r.function, b.started_at, r.ended_at, t.to_at as held_until, r.request, b.revision, v.summary
    from unnest(${held.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${held.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) as h (from_at, to_at)
    join batch b on b.appliance = ${appliance} and b.started_at >= h.from_at and b.started_at < h.to_at
    join cycle_run r on r.id = b.id
    join appliance a on a.id = b.appliance
    join tenure t on t.appliance = b.appliance and t.from_at <= b.started_at and (t.to_at is null or t.to_at > b.started_at)
    left join batch_revision v on v.batch = b.id and v.revision = b.revision
    order by b.started_at desc, b.id`.execute(db);
  return rows.map((row) => ({
    batchId: row.id,
    serialNumber: row.serial,
    function: row.function,
    product: row.request?.product ?? null,
    lot: row.request?.lot ?? null,
    startedAt: row.started_at,
    endedAt: row.ended_at === null ? null : Math.min(row.ended_at, (row.held_until ?? Infinity) - 1),
    verdict: row.summary?.verdict ?? null,
    minutes: row.summary?.minutes ?? null,
    limit_min: row.summary?.limit_min ?? null,
    revision: row.revision,
  }));
}

/** The latest revision of a batch with the list of all of them; `undefined` before the first. */
export async function latestRecord(db: Db, batchId: string): Promise<BatchRecord | undefined> {
  const { rows: revisions } = await sql<BatchRecord['revisions'][number] & { content: Uint8Array | null }>`
    select revision, created_at as "createdAt", verdict, sample_count as "sampleCount", cause,
      case when revision = max(revision) over () then content end as content
    from batch_revision where batch = ${batchId}::uuid order by revision desc`.execute(db);
  const latest = revisions[0];
  if (!latest?.content) return undefined;
  const content = unpack(latest.content);
  return {
    ...content,
    judge: content.judge ?? 1,
    revision: latest.revision,
    revisions: revisions.map(({ content: _, ...revision }) => revision),
  };
}
