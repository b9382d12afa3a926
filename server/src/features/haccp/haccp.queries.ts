import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { BatchRecord, BatchSummary } from '@brina/contract/haccp';
import type { GapReason } from '@brina/domain/haccp/judge';
import { sql } from 'kysely';
import { familyOf } from '@brina/domain/families/families';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { evidenceOf } from '../telemetry/evidence.queries.ts';
import { explainGaps } from '../telemetry/parts/gaps.ts';
import { kindOfFunction } from './parts/kinds.ts';
import type { RecordContent, RecordSample, RecordSources } from './parts/record.ts';

/** The sample that closes the last interval may come this much after the end. */
const closing_ms = 3 * 60_000;

type RunRow = {
  id: string;
  appliance: number;
  serial: string;
  model: string;
  run_id: string;
  function: number;
  started_at: number;
  ended_at: number | null;
  end_reason: string | null;
  request: RecordSources['run']['request'];
  name: string;
  laboratory: string | null;
  time_zone: string | null;
  company: string | null;
  company_time_zone: string | null;
  held_until: number | null;
};

/** Reads all a record is made of; `undefined` while the run has not ended. */
export async function recordSources(db: Db, batchId: string): Promise<RecordSources | undefined> {
  const { rows } = await sql<RunRow>`
    select r.id, r.appliance, a.serial, a.model, r.run_id, r.function, r.started_at, r.ended_at, r.end_reason, r.request,
      a.name, l.name as laboratory, l.time_zone, c.name as company, c.time_zone as company_time_zone, t.to_at as held_until
    from cycle_run r join appliance a on a.id = r.appliance
    left join laboratory l on l.id = a.laboratory_id
    left join tenure t on t.appliance = a.id and t.from_at <= r.started_at and (t.to_at is null or t.to_at > r.started_at)
    left join company c on c.id = t.company_id
    where r.id = ${batchId}::uuid`.execute(db);
  const run = rows[0];
  const kind = run && kindOfFunction(familyOf(run.model)?.code ?? 'MF', run.function);
  if (!run || !kind || run.ended_at === null) return undefined;
  const { appliance, started_at: startedAt, ended_at: endedAt } = run;
  // What was measured after its company gave the unit away is another's (design 5).
  const heldUntil = Math.min(endedAt + closing_ms, run.held_until ?? Infinity);
  const samples = await readSamples(db, appliance, startedAt, heldUntil);
  const events = await readEvents(db, appliance, startedAt, endedAt);
  const evidence = await evidenceOf(db, appliance, { from: startedAt, to: endedAt + closing_ms });
  const alarms = await db
    .selectFrom('alarm_interval')
    .select(['name', 'from_at', 'to_at'])
    .where('appliance', '=', appliance)
    .where('from_at', '<=', timestamp(endedAt))
    .where(({ or, eb }) => or([eb('to_at', 'is', null), eb('to_at', '>=', timestamp(startedAt))]))
    .orderBy('from_at')
    .orderBy('name')
    .execute();
  const offsets = await sql<{ offset_ms: number }>`
    select offset_ms from clock_offset where appliance = ${appliance} and from_at <= ${timestamp(endedAt)}
    order by from_at desc limit 1`.execute(db);
  const first = await firstContent(db, batchId);
  return {
    kind,
    run: { id: run.id, function: run.function, startedAt, endedAt, endReason: run.end_reason, request: run.request ?? {} },
    identity: first ?? {
      serialNumber: run.serial,
      model: run.model,
      applianceName: run.name || run.serial,
      laboratory: run.laboratory,
      company: run.company ?? '',
      timeZone: run.time_zone ?? run.company_time_zone ?? 'UTC',
    },
    samples,
    phases: events.flatMap(({ at, body }) =>
      body.runId === run.run_id && body.index !== undefined ? [{ at, index: body.index, phase: body.phase ?? 0, state: body.state ?? '' }] : [],
    ),
    doorOpenings: events.flatMap(({ at, body }) => (body.open === true ? [at] : [])),
    alarms: alarms.map((alarm) => ({ name: alarm.name, from: alarm.from_at, to: alarm.to_at })),
    clockOffset_ms: offsets.rows[0]?.offset_ms ?? null,
    explain: (silence) => reasonFor(explainGaps([silence], evidence)[0]?.reason),
  };
}

const reasonFor = (reason: string | undefined): GapReason =>
  reason === undefined || reason === 'not_yours' ? 'unknown' : (reason as GapReason);

async function readSamples(db: Db, appliance: number, from: number, to: number): Promise<RecordSample[]> {
  const { rows } = await sql<{ at: number; core: (number | null)[]; air: number | null; set: number | null; firmware: string | null }>`
    select at, array["TCore1", "TCore2", "TCore3", "TCore4"] as core, "TCell" as air, "cellSetTemp" as set,
      "firmwareVersion" as firmware
    from telemetry
    where appliance = ${appliance} and at >= ${timestamp(from)} and at <= ${timestamp(to)}
    order by at, log, seq, ix`.execute(db);
  return rows;
}

type EventRow = { at: number; body: { runId?: string; index?: number; phase?: number; state?: string; open?: boolean } };

async function readEvents(db: Db, appliance: number, from: number, to: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select at, body from event
    where appliance = ${appliance} and type in ('phase', 'door') and at >= ${timestamp(from)} and at <= ${timestamp(to)}
    order by at, log, seq`.execute(db);
  return rows;
}

type Identity = RecordSources['identity'];

async function firstContent(db: Db, batchId: string): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('batch_revision')
    .select('content')
    .where('batch', '=', batchId)
    .where('revision', '=', 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { serialNumber, model, applianceName, laboratory, company, timeZone } = unpack(row.content);
  return { serialNumber, model, applianceName, laboratory, company, timeZone };
}

/** A record as it is stored: deflated JSON, and the SHA-256 of that JSON. */
export function pack(content: RecordContent): { content: Buffer; hash: Buffer } {
  const json = JSON.stringify(content);
  return { content: deflateRawSync(json), hash: createHash('sha256').update(json).digest() };
}

/** Reads a stored record. */
export const unpack = (content: Uint8Array): RecordContent => JSON.parse(inflateRawSync(content).toString('utf8')) as RecordContent;

/** Batches of a unit that began within the stretches a company held it, latest first. */
export async function batchesOf(db: Db, appliance: number, held: readonly { from: number; to: number }[]): Promise<BatchSummary[]> {
  const found: BatchSummary[] = [];
  for (const { from, to } of held) {
    const { rows } = await sql<{
      id: string;
      serial: string;
      function: number;
      started_at: number;
      ended_at: number | null;
      request: { product?: string; lot?: string } | null;
      revision: number;
      summary: { verdict: BatchSummary['verdict']; minutes: number | null; limit_min: number | null } | null;
    }>`
      select b.id, a.serial, r.function, r.started_at, r.ended_at, r.request, b.revision, v.summary
      from batch b join cycle_run r on r.id = b.id join appliance a on a.id = b.appliance
      left join batch_revision v on v.batch = b.id and v.revision = b.revision
      where b.appliance = ${appliance} and b.started_at >= ${timestamp(from)} and b.started_at < ${timestamp(to)}`.execute(db);
    for (const row of rows)
      found.push({
        batchId: row.id,
        serialNumber: row.serial,
        function: row.function,
        product: row.request?.product ?? null,
        lot: row.request?.lot ?? null,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        verdict: row.summary?.verdict ?? null,
        minutes: row.summary?.minutes ?? null,
        limit_min: row.summary?.limit_min ?? null,
        revision: row.revision,
      });
  }
  return found.sort((a, b) => b.startedAt - a.startedAt);
}

/** The latest revision of a batch with the list of all of them; `undefined` before the first. */
export async function latestRecord(db: Db, batchId: string): Promise<BatchRecord | undefined> {
  const revisions = await db
    .selectFrom('batch_revision')
    .select(['revision', 'created_at', 'verdict', 'sample_count', 'cause'])
    .where('batch', '=', batchId)
    .orderBy('revision', 'desc')
    .execute();
  const latest = revisions[0];
  if (!latest) return undefined;
  const { content } = await db
    .selectFrom('batch_revision')
    .select('content')
    .where('batch', '=', batchId)
    .where('revision', '=', latest.revision)
    .executeTakeFirstOrThrow();
  return {
    ...unpack(content),
    revision: latest.revision,
    revisions: revisions.map((row) => ({
      revision: row.revision,
      createdAt: row.created_at,
      verdict: row.verdict as BatchRecord['revisions'][number]['verdict'],
      sampleCount: row.sample_count,
      cause: row.cause as BatchRecord['revisions'][number]['cause'],
    })),
  };
}
