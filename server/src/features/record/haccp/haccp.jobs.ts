import { families } from '@brina/domain/appliance/families/families';
import { judgeBatch } from '@brina/domain/haccp/judge';
import { judgeVersion, judgeVersionOf, judgeVersions, newestOf } from '@brina/domain/haccp/judge-versions';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { waitForData_ms } from './haccp.ingest.ts';
import { contentOf, lostAt, type RevisionSummary, recordSources } from './haccp.queries.ts';
import { hashOf, isWhole, pack } from './parts/content.ts';
import { kindOfRecord } from './parts/kinds.ts';
import { batchOf, makeRecord, type RecordContent, type RecordSources, sourcesIn } from './parts/record.ts';

type Work = { db: Database; clock: Clock };

/** A record names the alarms of its time: the rules come first. */
const rulesAreDone = sql<boolean>`not exists (
  select from cycle_run r join alarm_due d on d.appliance = r.appliance and d.from_at <= coalesce(r.ended_at, r.started_at)
  where r.id = batch.id)`;
/** But it does not wait for rules that fail: then it is written without them, and once more every so often. */
const waitForRules_ms = 15 * minute_ms;
const withoutRulesAgain_ms = 60 * minute_ms;

/**
 * Writes the next revision of one batch that is due; only if its content changed.
 * @returns whether a batch was due
 */
export async function writeDueRevision({ db, clock }: Work): Promise<boolean> {
  return db.write(async (tx) => {
    const now = clock.now();
    const due = await tx
      .selectFrom('batch')
      .select(['id', 'revision', 'cause', rulesAreDone.as('with_rules')])
      .where('due_at', '<=', timestamp(now))
      .where(({ or, eb }) => or([rulesAreDone, eb('due_at', '<=', timestamp(now - waitForRules_ms))]))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    await tx
      .updateTable('batch')
      .set({ due_at: due.with_rules ? null : timestamp(now + withoutRulesAgain_ms), cause: 'late_data' })
      .where('id', '=', due.id)
      .execute();
    const sources = await recordSources(tx, due.id, now);
    if (!sources) return true;
    const last = await contentOf(tx, due);
    const record = makeRecord(sources);
    if (last && isNoNews(record, last)) return true;
    const cause = last && isJudgesDoing(sources, last) ? 'judge' : (due.cause ?? 'complete');
    await writeRevision(tx, { ...due, cause }, record, now);
    await tx.updateTable('batch').set({ considered_by: judgeVersion }).where('id', '=', due.id).execute();
    if (last?.verdict !== record.verdict) await markFollowing(tx, due.id, now);
    return true;
  });
}

/** Whether nothing new was told; of a former judge's record what it was measured by: who judges is no news by itself. */
function isNoNews(record: RecordContent, last: RecordContent): boolean {
  if (last.judge < judgeVersion) return String(record.samples.at) === String(last.samples.at);
  return hashOf(record).equals(hashOf(last));
}

/** Whether the judge of today says of the samples that a former one had what it says of none more. */
function isJudgesDoing(sources: RecordSources, last: RecordContent): boolean {
  if (last.judge >= judgeVersion) return false;
  const known = new Set(last.samples.at);
  const samples = sources.samples.filter(({ at }) => known.has(at) || at > sources.run.endedAt);
  return judgeBatch(batchOf({ ...sources, samples })).verdict !== last.verdict;
}

/** A batch that goes on with this one is judged over both. */
async function markFollowing(db: Db, id: string, now: number): Promise<void> {
  await sql`
    update batch n set due_at = coalesce(n.due_at, ${timestamp(now)}), cause = 'late_data'
    from cycle_run r
    where r.id = ${id}::uuid and n.appliance = r.appliance and n.id <> r.id and n.revision > 0
      and n.started_at >= r.ended_at and n.started_at <= r.ended_at + interval '30 minutes'`.execute(db);
}

/**
 * Says of one run whose end never came that its record is due: it is over because the unit began another one, lost what it had to
 * tell, or has been silent for a day. What is still under way may yet tell the end.
 * @returns whether there was such a run
 */
export async function endLostRun({ db, clock }: Work): Promise<boolean> {
  const now = clock.now();
  return db.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select b.id from batch b join cycle_run r on r.id = b.id
      where b.revision = 0 and b.due_at is null and r.ended_at is null
        and ${lostAt(sql`r`, now)} <= ${timestamp(now)}
      order by b.started_at limit 1 for update of b skip locked`.execute(tx);
    const [lost] = rows;
    if (!lost) return false;
    await tx
      .updateTable('batch')
      .set({ due_at: timestamp(now + waitForData_ms), cause: 'waited' })
      .where('id', '=', lost.id)
      .execute();
    return true;
  });
}

/**
 * Judges one record again that an older version of the judge wrote, as a new revision beside it: by what the record itself holds, or else
 * by telemetry. One of which neither holds all that was judged stands as it is, and names its judge: from what is left nobody could tell
 * a better food from a lost sample.
 * @returns whether there was such a record
 */
export async function judgeAgain({ db, clock }: Work, versions = judgeVersions): Promise<boolean> {
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
    const last = await contentOf(tx, batch);
    const sources = last && (await sourcesAgain(tx, batch, last, now));
    if (!last || !sources) return true;
    const record = makeRecord(sources);
    await writeRevision(tx, { ...batch, cause: 'judge' }, record, now);
    if (record.verdict !== last.verdict) await markFollowing(tx, batch.id, now);
    return true;
  });
}

/** What a stored record is judged by again; `undefined` where that is not held any more. */
async function sourcesAgain(
  db: Db,
  { id, started_at }: { id: string; started_at: number },
  last: RecordContent,
  now: number,
): Promise<RecordSources | undefined> {
  const kind = kindOfRecord(last);
  if (isWhole(last)) return kind && sourcesIn(last, kind);
  // What a unit tells of that time by now is not what was measured then.
  if (started_at < telemetryKeptFrom(now)) return undefined;
  const sources = await recordSources(db, id, now);
  const held = new Set(sources?.samples.map(({ at }) => at));
  return last.samples.at.every((at) => held.has(at)) ? sources : undefined;
}

async function writeRevision(
  db: Db,
  { id, revision, cause }: { id: string; revision: number; cause: string },
  record: RecordContent,
  now: number,
): Promise<void> {
  const { content, hash } = pack(record);
  const { verdict, minutes, limit_min, judge, endedAt } = record;
  const summary: RevisionSummary = { verdict, minutes, limit_min, judge, ...(endedAt !== null && { endedAt }) };
  await db
    .insertInto('batch_revision')
    .values({
      batch: id,
      revision: revision + 1,
      created_at: timestamp(now),
      cause,
      verdict,
      sample_count: record.sampleCount,
      summary: jsonb(summary),
      content,
      content_hash: hash,
    })
    .execute();
  await db
    .updateTable('batch')
    .set({ revision: revision + 1, continues: record.continues })
    .where('id', '=', id)
    .execute();
}
