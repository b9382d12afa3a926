import { callsForAction } from '@brina/domain/haccp/actions/action';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { derivedId } from '#core/ids.ts';
import { insertAction, type Subject, subjectsOf, untouched, writeAction } from './write.ts';

/** A revision that has just been written, and what the one before it came to. */
type NewRevision = Pick<Subject, 'id' | 'appliance' | 'appliance_name' | 'laboratory_id'> & {
  kind: 'batch' | 'day';
  company: string;
  verdict: string;
  reasons: readonly string[];
  former: { verdict: string } | null;
};

/** What goes on with a batch that was ended early begins within half an hour, and has a record some time later. */
const waitForNext_ms = 45 * minute_ms;
const lookAgain_ms = 30 * minute_ms;
/** The longest that a batch is due ahead. */
export const actionAhead_ms = waitForNext_ms;

/**
 * Opens an action where a record comes to a verdict that calls for one, and did not before. One of before there were actions gets none
 * while it says what it said. Where late data take the verdict away, what nobody has touched is withdrawn. To be called with each revision
 * but a later judge's, which somebody reviews (`haccp.review`).
 */
export async function followVerdict(db: Db, revision: NewRevision, now: number): Promise<void> {
  const { kind, verdict, reasons, former } = revision;
  const calls = callsForAction(kind, verdict, reasons);
  const called = former !== null && callsForAction(kind, former.verdict);
  if (kind === 'batch') await db.deleteFrom('action_due').where('batch', '=', revision.id).execute();
  if (!calls) return withdraw(db, revision, now);
  if (called && former.verdict !== 'ABORTED') return;
  if (verdict === 'ABORTED') {
    if (former?.verdict === 'ABORTED') return;
    await db
      .insertInto('action_due')
      .values({ batch: revision.id, due_at: timestamp(now + waitForNext_ms) })
      .execute();
  } else await openByItself(db, revision, now);
}

type Record = Omit<NewRevision, 'kind' | 'verdict' | 'reasons' | 'former'> & Pick<Subject, 'kind'>;

/** The id of the action that a record opens: one, however often it comes to such a verdict. */
export const actionOf = ({ kind, id }: Pick<Record, 'kind' | 'id'>): string => derivedId('action', kind, id);

/** Opens the action of a record; anew where it was withdrawn by the record itself. */
export async function openByItself(db: Db, record: Record, now: number): Promise<void> {
  const id = actionOf(record);
  const known = await db.selectFrom('action').select(['revision', 'state']).where('id', '=', id).executeTakeFirst();
  if (known) {
    if (known.state !== 'withdrawn' || !(await isByItself(db, id))) return;
    const content = { ...untouched(now), state: 'reopened' } as const;
    const subjects = await subjectsOf(db, id);
    const revision = known.revision + 1;
    await writeAction(db, { id, company: record.company, revision, subjects, content, by: null }, now);
    return;
  }
  const { company, kind, appliance, appliance_name, laboratory_id } = record;
  const subjects = [{ id: record.id, kind, appliance, appliance_name, laboratory_id, excursion: null, missing: null }];
  await insertAction(db, { id, company, subjects, by: null }, now);
  await writeAction(db, { id, company, revision: 1, subjects, content: untouched(now), by: null }, now);
}

/** Withdraws the action that a record has opened and nobody has touched: it says something else by now. */
async function withdraw(db: Db, record: Record, now: number): Promise<void> {
  const id = actionOf(record);
  const known = await db
    .selectFrom('action')
    .select(['revision', 'state'])
    .where('id', '=', id)
    .where('state', 'in', ['open', 'reopened'])
    .forUpdate()
    .executeTakeFirst();
  if (!known || !(await isByItself(db, id))) return;
  const content = { ...untouched(now), state: 'withdrawn' } as const;
  const subjects = await subjectsOf(db, id);
  await writeAction(
    db,
    { id, company: record.company, revision: known.revision + 1, subjects, content, by: null },
    now,
  );
}

/** Whether nobody has saved anything of an action. */
async function isByItself(db: Db, id: string): Promise<boolean> {
  const touched = await db
    .selectFrom('action_revision')
    .select('revision')
    .where('action', '=', id)
    .where('signer', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return touched === undefined;
}

/**
 * Opens the action of one batch that was ended early, unless another goes on with it; while one that may has no record yet, it waits.
 * @returns whether a batch was due
 */
export const openDue = ({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> =>
  db.write(async (tx) => {
    const now = clock.now();
    const due = await tx
      .selectFrom('action_due')
      .select('batch')
      .where('due_at', '<=', timestamp(now))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    const batch = await tx
      .selectFrom('batch as b')
      .select(sql<boolean>`exists (select from batch n where n.continues = b.id)`.as('is_continued'))
      .select(
        sql<boolean>`exists (select from batch n where n.appliance = b.appliance and n.tray is null and n.revision = 0
          and n.started_at between b.ended_at and b.ended_at + interval '30 minutes')`.as('may_be'),
      )
      .where('b.id', '=', due.batch)
      .executeTakeFirst();
    if (batch?.may_be && !batch.is_continued) {
      await tx
        .updateTable('action_due')
        .set({ due_at: timestamp(now + lookAgain_ms) })
        .where('batch', '=', due.batch)
        .execute();
      return true;
    }
    await tx.deleteFrom('action_due').where('batch', '=', due.batch).execute();
    if (!batch || batch.is_continued) return true;
    for (const place of await placesOf(tx, due.batch))
      await openByItself(tx, { ...place, kind: 'batch', id: due.batch }, now);
    return true;
  });

/** Whose a batch is, and in which kitchen it began; a batch of a unit that nobody held is nobody's. */
export function placesOf(db: Db, batch: string): Promise<Omit<Record, 'kind' | 'id'>[]> {
  return (
    db
      .selectFrom('batch as b')
      .innerJoin('appliance as a', 'a.id', 'b.appliance')
      .innerJoin('tenure as t', (join) =>
        join
          .onRef('t.appliance', '=', 'b.appliance')
          .onRef('t.from_at', '<=', 'b.started_at')
          .on(({ eb, or }) => or([eb('t.to_at', 'is', null), eb('t.to_at', '>', eb.ref('b.started_at'))])),
      )
      .select(['b.appliance', 't.company_id as company', 'b.laboratory_id'])
      // How a unit that was given away is called is the next holder's.
      .select(sql<string>`case when t.to_at is null then a.name else '' end`.as('appliance_name'))
      .where('b.id', '=', batch)
      .execute()
  );
}
