import { families } from '@brina/domain/appliance/families/families';
import { judgeVersion, judgeVersionOf, judgeVersions, newestOf } from '@brina/domain/haccp/judge-versions';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { isDatabaseTrouble } from '#core/db/database-errors.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { Log } from '#core/log.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { endAgain } from '#features/kitchen/cycles/lost-ends.ts';
import { followVerdict, placesOf } from '#features/record/actions/open.ts';
import { enterRevision } from '#features/record/ledger/batches.ts';
import { contentOf, type RevisionSummary } from './haccp.queries.ts';
import { pack, sourcesOf } from './parts/content.ts';
import { continuesWithin_ms } from './parts/continued.ts';
import { makeRecord } from './parts/record.ts';
import { afterLateData, again, type Cause, isOfToday, type Revising } from './parts/revising.ts';
import { recordSources } from './sources.queries.ts';

/** A record names the alarms of its time, and does not believe a probe that they call broken: the rules come first. */
const rulesAreDone = sql<boolean>`not exists (
  select from cycle_run r join alarm_due d on d.appliance = r.appliance and d.from_at <= least(batch.ended_at, r.ended_at)
  where r.id = batch.run)`;
/** But not for ever: those of a unit may fail each time. Its records are written with what is known, and again once they are done. */
const waitForRules_ms = 15 * minute_ms;
/** Rules that are behind by more than this are not waited for to judge a record again. */
const rulesBehind_max_ms = day_ms;

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

type Parts = { db: Database; clock: Clock; log: Log };

/** A record that cannot be made is looked at again after so long, longer than any other waits: it may be that something was away. */
export const failedAgain_ms = hour_ms;

/**
 * Writes the next revision of one batch that is due; only if its content changed. One that cannot be made is put off, for the others wait
 * behind it.
 * @returns whether a batch was due
 */
export const writeDueRevision = (parts: Parts): Promise<boolean> =>
  puttingOff(parts, async (tx, now, taken) => {
    const due = await tx
      .selectFrom('batch')
      .select(['id', 'run', 'revision', 'cause', rulesAreDone.as('rules_done')])
      .where('due_at', '<=', timestamp(now))
      .where(({ or, eb }) => or([rulesAreDone, eb('due_at', '<=', timestamp(now - waitForRules_ms))]))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    taken(due.id, { due_at: timestamp(now + failedAgain_ms) });
    // Looked at again when the rules are done, or have failed for as long once more.
    const next = due.rules_done ? { due_at: null, cause: due.cause } : { due_at: timestamp(now), cause: 'late_data' };
    await tx
      .updateTable('batch')
      .set({ ...next, failing_since: null })
      .where('id', '=', due.id)
      .execute();
    await endAgain(tx, due.run, now);
    const sources = await recordSources(tx, due.id);
    if (!sources) return true;
    const cause = (due.cause ?? 'complete') as Cause;
    const last = await contentOf(tx, due);
    const revising = last ? afterLateData(sources, last, cause) : { record: makeRecord(sources), cause };
    if (revising) await writeRevision(tx, due, revising, now);
    if (revising || (last && isOfToday(last))) await consider(tx, due.id, judgeVersion);
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

/** Does a piece of work on one batch in a transaction; where that fails, changes the batch in one of its own instead, and says so. */
async function puttingOff(
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
    await db.write((tx) =>
      tx
        .updateTable('batch')
        .set({ ...otherwise, failing_since })
        .where('id', '=', id)
        .execute(),
    );
    log.error({ event: 'haccp.failed', batch: id, err }, 'a record could not be made: it is put off');
    return true;
  }
}

type PutOff = { due_at: RawBuilder<number> } | { considered_by: number };

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
        where appliance = a.id and considered_by < m.judge and revision > 0 and due_at is null
          and (started_at < ${timestamp(now - rulesBehind_max_ms)} or ${rulesAreDone})
        limit 1 for update skip locked) b
      limit 1`.execute(tx);
    const [batch] = rows;
    if (!batch) return false;
    taken(batch.id, { considered_by: newestOf(versions) });
    await consider(tx, batch.id, newestOf(versions));
    const last = await contentOf(tx, batch);
    if (!last) return true;
    const sources = last.evidence ? sourcesOf(last) : await heldSources(tx, batch, now);
    const revising = again(sources, last);
    if (revising) await writeRevision(tx, batch, revising, now);
    return true;
  });
}

const consider = (db: Db, id: string, version: number): Promise<unknown> =>
  db.updateTable('batch').set({ considered_by: version, failing_since: null }).where('id', '=', id).execute();

/** What a unit tells by now of a time whose telemetry is not kept any more is not what was measured then. */
const heldSources = async (db: Db, { id, started_at }: { id: string; started_at: number }, now: number) =>
  started_at < telemetryKeptFrom(now) ? undefined : recordSources(db, id);

async function writeRevision(
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
  if (cause !== 'judge') await tellActions(db, { id, revision }, record, now);
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
    .where('f.started_at', '>=', timestamp(telemetryKeptFrom(now)))
    .where('f.revision', '>', 0)
    // By the same times as `formerRun` asks.
    .where(({ or, eb }) =>
      or([eb('f.continues', '=', id), sql<boolean>`f.started_at between r.ended_at and r.ended_at + ${soon}`]),
    )
    .execute();
}
