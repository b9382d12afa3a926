import { families } from '@brina/domain/appliance/families/families';
import { judgeVersion, judgeVersionOf, judgeVersions, newestOf } from '@brina/domain/haccp/judge-versions';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { contentOf, recordSources } from './haccp.queries.ts';
import { hashOf, pack, type StoredContent } from './parts/content.ts';
import { makeRecord, type RecordContent } from './parts/record.ts';

/** A record names the alarms of its time: the rules come first. */
const rulesAreDone = sql<boolean>`not exists (
  select from cycle_run r join alarm_due d on d.appliance = r.appliance and d.from_at <= r.ended_at where r.id = batch.id)`;

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
      .where(rulesAreDone)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    await tx.updateTable('batch').set({ due_at: null, considered_by: judgeVersion }).where('id', '=', due.id).execute();
    const sources = await recordSources(tx, due.id);
    if (sources) await writeRevision(tx, due, makeRecord(sources), now);
    return true;
  });
}

/**
 * Judges one record again that an older version of the judge wrote, as a new revision beside it. A record whose telemetry is not
 * wholly kept any more stands as it is, and names its judge: from what is left nobody could tell a better food from a lost sample.
 * @returns whether there was such a record
 */
export async function judgeAgain(
  { db, clock }: { db: Database; clock: Clock },
  versions = judgeVersions,
): Promise<boolean> {
  const models = Object.values(families).flatMap((family) => family.models);
  const names = models.map(({ storedName }) => storedName);
  const judges = models.map((model) => judgeVersionOf(model, versions));
  return db.write(async (tx) => {
    const { rows } = await sql<{ id: string; revision: number; started_at: number }>`
      select b.id, b.revision, b.started_at from unnest(${names}::text[], ${judges}::int[]) as m (model, judge)
      join appliance a on a.model = m.model
      cross join lateral (
        select id, revision, started_at from batch
        where appliance = a.id and considered_by < m.judge and revision > 0 and due_at is null and ${rulesAreDone}
        limit 1 for update skip locked) b
      limit 1`.execute(tx);
    const [batch] = rows;
    if (!batch) return false;
    await tx
      .updateTable('batch')
      .set({ considered_by: newestOf(versions) })
      .where('id', '=', batch.id)
      .execute();
    const now = clock.now();
    // What a unit tells of that time by now is not what was measured then.
    if (batch.started_at < telemetryKeptFrom(now)) return true;
    const last = await contentOf(tx, batch);
    const sources = await recordSources(tx, batch.id);
    if (!last || !sources) return true;
    const record = makeRecord(sources);
    if (containsAll(record, last)) await writeRevision(tx, { ...batch, cause: 'judge' }, record, now);
    return true;
  });
}

function containsAll(record: RecordContent, { samples }: StoredContent): boolean {
  const moments = new Set(record.samples.at);
  return samples.at.every((at) => moments.has(at));
}

async function writeRevision(
  db: Db,
  { id, revision, cause }: { id: string; revision: number; cause: string | null },
  record: RecordContent,
  now: number,
): Promise<void> {
  const last = await contentOf(db, { id, revision });
  // Who judges is no news by itself.
  if (last && cause !== 'judge' && hashOf({ ...record, judge: last.judge }).equals(hashOf(last))) return;
  const { content, hash } = pack(record);
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
