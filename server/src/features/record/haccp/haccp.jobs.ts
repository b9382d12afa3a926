import { families } from '@brina/domain/appliance/families/families';
import { judgeVersionOf, judgeVersions, newestOf } from '@brina/domain/haccp/judge-versions';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { endAgain } from '#features/kitchen/cycles/lost-ends.ts';
import { contentOf } from './haccp.queries.ts';
import { doubtsIn } from './parts/content.ts';
import { stillDoubted } from './parts/doubted.ts';
import { makeRecord } from './parts/record.ts';
import { afterLateData, again, type Cause, isOfToday } from './parts/revising.ts';
import { keptSources, recordSources } from './sources.queries.ts';
import { consider, failedAgain_ms, type Parts, puttingOff, setBatch, writeRevision } from './writing.ts';

/** A record names the alarms of its time, and does not believe a probe that they call broken: the rules come first. */
const rulesAreDone = sql<boolean>`not exists (
  select from cycle_run r join alarm_due d on d.appliance = r.appliance and d.from_at <= least(batch.ended_at, r.ended_at)
  where r.id = batch.run)`;
/** But not for ever: those of a unit may fail each time. Its records are written with what is known, and again once they are done. */
const waitForRules_ms = 15 * minute_ms;
/** Rules that are behind by more than this are not waited for to judge a record again. */
const rulesBehind_max_ms = day_ms;

/** What a check says of a record comes before what is late: what came of each is told apart. */
const hasNoDoubtWaiting = (now: number) => sql<boolean>`not exists (
  select from probe_doubt d where d.batch = batch.id and d.judged_at is null and d.due_at <= ${timestamp(now)})`;

/** Says that batches are due whose run is over without a word: nothing more is waited for. */
export async function markEndedWithoutWord({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('batch')
      .from('cycle_run as r')
      .set({ due_at: timestamp(clock.now()), cause: 'waited' })
      .whereRef('r.id', '=', 'batch.run')
      .where('batch.ended_at', 'is', null)
      .where('batch.revision', '=', 0)
      .where('batch.due_at', 'is', null)
      .where('r.ended_at', 'is not', null)
      .where('r.ended_log', 'is', null)
      .execute(),
  );
}

/**
 * Writes the next revision of one batch that is due; only if its content changed. One that cannot be made is put off, for the others wait
 * behind it.
 * @returns whether a batch was due
 */
export const writeDueRevision = (parts: Parts): Promise<boolean> =>
  puttingOff(parts, async (tx, now, taken) => {
    const due = await tx
      .selectFrom('batch')
      .select(['id', 'run', 'revision', 'cause', 'started_at', rulesAreDone.as('rules_done')])
      .where('due_at', '<=', timestamp(now))
      .where('removed_at', 'is', null)
      .where(hasNoDoubtWaiting(now))
      .where(({ or, eb }) => or([rulesAreDone, eb('due_at', '<=', timestamp(now - waitForRules_ms))]))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    taken(due.id, (after) => setBatch(after, due.id, { due_at: timestamp(now + failedAgain_ms) }));
    // Looked at again when the rules are done, or have failed for as long once more.
    const next = due.rules_done ? { due_at: null, cause: due.cause } : { due_at: timestamp(now), cause: 'late_data' };
    await tx
      .updateTable('batch')
      .set({ ...next, failing_since: null })
      .where('id', '=', due.id)
      .execute();
    await endAgain(tx, due.run, now);
    const last = await contentOf(tx, due);
    const isGone = due.started_at < telemetryKeptFrom(now);
    const sources = await (last && isGone ? keptSources(tx, due, last, now) : recordSources(tx, due.id));
    if (!sources) return true;
    const cause = (due.cause ?? 'complete') as Cause;
    const revising = last
      ? afterLateData(stillDoubted(sources, doubtsIn(last)), last, cause)
      : { record: makeRecord(sources), cause };
    if (revising) await writeRevision(tx, due, revising, now);
    if (revising || (last && isOfToday(last))) await consider(tx, due.id);
    return true;
  });

/** How many records have a next revision that cannot be made: put off, or left as an older judge wrote them. */
export const countFailing = (db: Database): Promise<number> =>
  db.read(async (tx) => {
    const { failing } = await tx
      .selectFrom('batch')
      .select(({ fn }) => fn.countAll<number>().as('failing'))
      .where('failing_since', 'is not', null)
      .executeTakeFirstOrThrow();
    return failing;
  });

/**
 * Judges one record again that an older version of the judge wrote, as a new revision beside it: by what the revision itself contains,
 * else, where it has the warmest point alone, by its telemetry. A record whose telemetry is not wholly kept any more stands as it is, and
 * names its judge: from what is left nobody could tell a better food from a lost sample.
 * @returns whether there was such a record
 */
export async function judgeAgain(parts: Parts, versions = judgeVersions): Promise<boolean> {
  const models = Object.values(families).flatMap((family) => family.models);
  const names = models.map(({ storedName }) => storedName);
  const judges = models.map((model) => judgeVersionOf(model, versions));
  return puttingOff(parts, async (tx, now, taken) => {
    const { rows } = await sql<{ id: string; revision: number; started_at: number }>`
      select b.id, b.revision, b.started_at from unnest(${names}::text[], ${judges}::int[]) as m (model, judge)
      join appliance a on a.model = m.model
      cross join lateral (
        select id, revision, started_at from batch
        where appliance = a.id and considered_by < m.judge and revision > 0 and due_at is null and removed_at is null
          and (started_at < ${timestamp(now - rulesBehind_max_ms)} or ${rulesAreDone})
        limit 1 for update skip locked) b
      limit 1`.execute(tx);
    const [batch] = rows;
    if (!batch) return false;
    taken(batch.id, (after) => setBatch(after, batch.id, { considered_by: newestOf(versions) }));
    await consider(tx, batch.id, newestOf(versions));
    const last = await contentOf(tx, batch);
    if (!last) return true;
    const revising = again(await keptSources(tx, batch, last, now), last);
    if (revising) await writeRevision(tx, batch, revising, now);
    return true;
  });
}
