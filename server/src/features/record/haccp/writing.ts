import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import { hour_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { Log } from '#core/log.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { followVerdict, placesOf } from '#features/record/actions/open.ts';
import { enterRevision } from '#features/record/ledger/batches.ts';
import type { RevisionSummary } from './haccp.queries.ts';
import { pack } from './parts/content.ts';
import { continuesWithin_ms } from './parts/continued.ts';
import type { Revising } from './parts/revising.ts';

/** What work on records is given. */
export type Parts = { db: Database; clock: Clock; log: Log };

/** A record that cannot be made is looked at again after so long, longer than any other waits: it may be that something was away. */
export const failedAgain_ms = hour_ms;

/** Does a piece of work on one batch in a transaction; where that fails, puts it off in one of its own instead, and says so. */
export async function puttingOff(
  { db, clock, log }: Parts,
  work: (tx: Db, now: number, taken: (id: string, otherwise: PutOff) => void) => Promise<boolean>,
): Promise<boolean> {
  let failed: { id: string; otherwise: PutOff } | undefined;
  try {
    return await db.write((tx) => work(tx, clock.now(), (id, otherwise) => (failed = { id, otherwise })));
  } catch (err) {
    // Of a database in trouble nothing is known of the record.
    if (!failed || isDatabaseTrouble(err)) throw err;
    const { id, otherwise } = failed;
    const failing_since = sql<number>`coalesce(failing_since, ${timestamp(clock.now())})`;
    await db.write(async (tx) => {
      await tx.updateTable('batch').set({ failing_since }).where('id', '=', id).execute();
      await otherwise(tx);
    });
    log.error({ event: 'haccp.failed', batch: id, err }, 'a record could not be made: it is put off');
    return true;
  }
}

type PutOff = (tx: Db) => Promise<unknown>;

/** Changes a batch that is put off. */
export const setBatch = (
  db: Db,
  id: string,
  values: { due_at: RawBuilder<number> } | { considered_by: number },
): Promise<unknown> => db.updateTable('batch').set(values).where('id', '=', id).execute();

/** Notes that the judge of today has looked at a batch. */
export const consider = (db: Db, id: string, version = judgeVersion): Promise<unknown> =>
  db.updateTable('batch').set({ considered_by: version, failing_since: null }).where('id', '=', id).execute();

/** Notes that a record could be made; one that is due says so itself. */
export const made = (db: Db, id: string): Promise<unknown> =>
  db
    .updateTable('batch')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .where('due_at', 'is', null)
    .execute();

/** Writes a revision of a batch behind those there are, and tells whoever goes by it. */
export async function writeRevision(
  db: Db,
  { id, revision }: { id: string; revision: number },
  { record, cause }: NonNullable<Revising>,
  now: number,
): Promise<void> {
  const { content, hash } = pack(record);
  const { verdict, minutes, limit_min, judge } = record;
  await db
    .insertInto('batch_revision')
    .values({
      batch: id,
      revision: revision + 1,
      created_at: timestamp(now),
      cause,
      verdict,
      sample_count: record.sampleCount,
      summary: jsonb({ verdict, minutes, limit_min, judge } satisfies RevisionSummary),
      content,
      content_hash: hash,
    })
    .execute();
  await db
    .updateTable('batch')
    .set({ revision: revision + 1, continues: record.continues })
    .where('id', '=', id)
    .execute();
  await markFollowers(db, id, now);
  // What a later judge says somebody reviews; what a check says the action of that check lists.
  if (cause !== 'judge' && cause !== 'probe_check') await tellActions(db, { id, revision }, record, now);
  await enterRevision(db, id, revision + 1, now);
}

/** What came to a verdict that calls for somebody is told to the actions of the company whose it is. */
async function tellActions(
  db: Db,
  { id, revision }: { id: string; revision: number },
  { verdict, reasons, applianceName }: NonNullable<Revising>['record'],
  now: number,
): Promise<void> {
  const former = await db
    .selectFrom('batch_revision')
    .select('verdict')
    .where('batch', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  for (const place of await placesOf(db, id)) {
    const told = { ...place, kind: 'batch', id, appliance_name: applianceName, verdict, reasons } as const;
    await followVerdict(db, { ...told, former: former ?? null }, now);
  }
}

/** What goes on with a batch, or might now that this is known of it, is looked at again. */
async function markFollowers(db: Db, id: string, now: number): Promise<void> {
  const soon = sql`${continuesWithin_ms / 1000} * interval '1 second'`;
  await db
    .updateTable('batch as f')
    .from('cycle_run as r')
    .set({ due_at: sql`coalesce(f.due_at, ${timestamp(now)})`, cause: 'late_data' })
    .where('r.id', '=', id)
    .whereRef('f.appliance', '=', 'r.appliance')
    .where('f.tray', 'is', null)
    .whereRef('f.started_at', '>', 'r.started_at')
    .where('r.started_at', '>=', timestamp(telemetryKeptFrom(now)))
    .where('f.revision', '>', 0)
    // By the same times as `formerRun` asks.
    .where(({ or, eb }) =>
      or([eb('f.continues', '=', id), sql<boolean>`f.started_at between r.ended_at and r.ended_at + ${soon}`]),
    )
    .execute();
}
