import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { recordSources } from './haccp.queries.ts';
import { pack } from './parts/content.ts';
import { makeRecord, type RecordContent } from './parts/record.ts';

/**
 * Writes the next revision of one batch that is due; only if its content changed.
 * @returns whether a batch was due
 */
export async function writeDueRevision({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return db.write(async (tx) => {
    const now = clock.now();
    const due = await tx
      .selectFrom('batch')
      .select(['id', 'revision', 'cause'])
      .where('due_at', '<=', timestamp(now))
      // A record names the alarms of its time: the rules come first.
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('alarm_due')
              .innerJoin('cycle_run', 'cycle_run.appliance', 'alarm_due.appliance')
              .select('alarm_due.appliance')
              .where('cycle_run.id', '=', ref('batch.id'))
              .whereRef('alarm_due.from_at', '<=', 'cycle_run.ended_at'),
          ),
        ),
      )
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    await tx.updateTable('batch').set({ due_at: null }).where('id', '=', due.id).execute();
    const sources = await recordSources(tx, due.id);
    if (sources) await writeRevision(tx, due, makeRecord(sources), now);
    return true;
  });
}

async function writeRevision(
  db: Db,
  { id, revision, cause }: { id: string; revision: number; cause: string | null },
  record: RecordContent,
  now: number,
): Promise<void> {
  const { content, hash } = pack(record);
  const last = await db
    .selectFrom('batch_revision')
    .select('content_hash')
    .where('batch', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (last && Buffer.compare(last.content_hash, hash) === 0) return;
  const { verdict, minutes, limit_min } = record;
  await db
    .insertInto('batch_revision')
    .values({
      batch: id,
      revision: revision + 1,
      created_at: timestamp(now),
      cause: cause ?? 'complete',
      verdict,
      sample_count: record.sampleCount,
      summary: jsonb({ verdict, minutes, limit_min }),
      content,
      content_hash: hash,
    })
    .execute();
  await db
    .updateTable('batch')
    .set({ revision: revision + 1 })
    .where('id', '=', id)
    .execute();
}
