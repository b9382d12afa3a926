import { pointsOfNeedle } from '@brina/domain/appliance/metrics';
import { doubtedStretches } from '@brina/domain/haccp/checks/doubts';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { checksIn } from './checks.queries.ts';

/** A batch that goes on with others counts from the start of the first of them. */
const joinedRuns_max_ms = day_ms;
/** Of a needle, from 1 at its tip. */
const everyPoint = Array.from({ length: pointsOfNeedle }, (_, place) => place + 1);

/**
 * Lets the records be judged again of which a check that was just kept may speak: of the unit's present holder, in the stretch that it puts
 * in doubt. Which of them it does speak of is found when they are; one that waits for its first revision gets it with what was found.
 */
export async function putInDoubt(
  db: Db,
  { id, appliance, needle }: { id: string; appliance: number; needle: number },
  now: number,
): Promise<void> {
  const tenure = await db
    .selectFrom('tenure')
    .select('from_at')
    .where('appliance', '=', appliance)
    .where('to_at', 'is', null)
    .executeTakeFirst();
  if (!tenure) return;
  const checks = await checksIn(db, { appliance, from: tenure.from_at, to: Infinity });
  const points = checks.find((one) => one.id === id)?.points ?? [];
  const stretches = (points.length > 0 ? points : everyPoint)
    .flatMap((point) => doubtedStretches(checks, { needle, point }))
    .filter(({ checkId }) => checkId === id);
  if (stretches.length === 0) return;
  const from = Math.min(...stretches.map((one) => one.from)) - joinedRuns_max_ms;
  const to = Math.max(...stretches.map((one) => one.to)) + joinedRuns_max_ms;
  await sql`
    insert into probe_doubt (batch, check_id, began_at, due_at)
    select b.id, ${id}::uuid, b.started_at, ${timestamp(now)} from batch b
    where b.appliance = ${appliance} and b.removed_at is null and (b.tray is null or b.needle = ${needle})
      and b.started_at >= ${timestamp(Math.max(tenure.from_at, from))} and b.started_at <= ${timestamp(to)}`.execute(
    db,
  );
}

/** A record that waits to be judged again for a check, and who held its unit when it began. */
export type DoubtedRecord = {
  batch: string;
  check_id: string;
  appliance: number;
  revision: number;
  started_at: number;
  held_from: number | null;
  held_until: number | null;
};

/**
 * Takes the next record to be judged again for a check, of the newest food, until the end of the transaction: whoever writes a revision of
 * it at this moment may not know of the check yet.
 */
export async function takeDoubted(db: Db, now: number): Promise<DoubtedRecord | undefined> {
  const { rows } = await sql<DoubtedRecord>`
    select d.batch, d.check_id, b.appliance, b.revision, b.started_at, t.from_at as held_from, t.to_at as held_until
    from (
      select batch, check_id from probe_doubt where judged_at is null and due_at <= ${timestamp(now)}
      order by began_at desc, batch limit 1 for update skip locked) d
    join lateral (select id, appliance, revision, started_at from batch where id = d.batch for update) b on true
    left join tenure t on t.appliance = b.appliance and t.from_at <= b.started_at
      and (t.to_at is null or t.to_at > b.started_at)`.execute(db);
  return rows[0];
}

type Key = Pick<DoubtedRecord, 'batch' | 'check_id'>;

/** Notes that a record was judged, and does not pass any more: its check lists it. */
export const noteJudged = (db: Db, { batch, check_id }: Key, now: number): Promise<unknown> =>
  db
    .updateTable('probe_doubt')
    .set({ judged_at: timestamp(now) })
    .where('batch', '=', batch)
    .where('check_id', '=', check_id)
    .execute();

/** Notes that a check has given a record a new revision. */
export const noteAgain = (db: Db, { check_id }: Pick<DoubtedRecord, 'check_id'>): Promise<unknown> =>
  db.updateTable('probe_check').set({ judged_again: sql`judged_again + 1` }).where('id', '=', check_id).execute();

/** Nothing more is to be done about a record for a check. */
export const settleDoubt = (db: Db, { batch, check_id }: Key): Promise<unknown> =>
  db.deleteFrom('probe_doubt').where('batch', '=', batch).where('check_id', '=', check_id).execute();

/** A record that cannot be judged now is looked at again later. */
export const putOffDoubt = (db: Db, { batch, check_id }: Key, due_at: number): Promise<unknown> =>
  db
    .updateTable('probe_doubt')
    .set({ due_at: timestamp(due_at) })
    .where('batch', '=', batch)
    .where('check_id', '=', check_id)
    .execute();

/** Takes the records of one check that do not pass any more, as soon as no other of it can be judged; those that are put off follow later. */
export async function takeJudged(db: Db, now: number): Promise<{ check: string; batches: string[] } | undefined> {
  const done = await db
    .selectFrom('probe_doubt as d')
    .select('d.check_id')
    .where('d.judged_at', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('probe_doubt as w')
            .select('w.batch')
            .whereRef('w.check_id', '=', 'd.check_id')
            .where('w.judged_at', 'is', null)
            .where('w.due_at', '<=', timestamp(now)),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (!done) return undefined;
  const rows = await db
    .deleteFrom('probe_doubt')
    .where('check_id', '=', done.check_id)
    .where('judged_at', 'is not', null)
    .returning('batch')
    .execute();
  return { check: done.check_id, batches: rows.map(({ batch }) => batch) };
}
