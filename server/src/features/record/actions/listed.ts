import { isOpen } from '@brina/domain/haccp/actions/action';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { actionOf } from './open.ts';
import { type ActionContent, insertSubjects, type Subject, subjectsOf, writeAction } from './write.ts';

/**
 * Lists batches in the action of the record that speaks of them all, such as a check of a probe, instead of opening one of each: as a
 * revision, by nobody. What was done already, or withdrawn, is open again: nobody has said yet what becomes of this food.
 */
export async function listInAction(
  db: Db,
  record: Pick<Subject, 'kind' | 'id'>,
  batches: readonly string[],
  now: number,
): Promise<void> {
  const id = actionOf(record);
  const action = await db
    .selectFrom('action as a')
    .innerJoin('action_revision as r', (join) =>
      join.onRef('r.action', '=', 'a.id').onRef('r.revision', '=', 'a.revision'),
    )
    .select(['a.company_id as company', 'a.revision'])
    .select(sql<ActionContent>`r.content`.as('content'))
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst();
  if (!action) return;
  const known = new Set((await subjectsOf(db, id)).map((subject) => subject.id));
  const fresh = (await namedOf(db, batches)).filter((one) => !known.has(one.id));
  if (fresh.length === 0) return;
  await insertSubjects(db, id, fresh);
  const { samePerson: _, ...said } = action.content;
  const content: ActionContent = isOpen(said.state) ? said : { ...said, state: 'reopened' };
  const subjects = await subjectsOf(db, id);
  const { company, revision } = action;
  await writeAction(db, { id, company, revision: revision + 1, subjects, content, by: null }, now);
}

/** Batches as an action names them, with unit and kitchen of their time. */
async function namedOf(db: Db, batches: readonly string[]): Promise<Subject[]> {
  const rows = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select(['b.id', 'b.appliance', 'a.name as appliance_name', 'b.laboratory_id'])
    .where('b.id', '=', anyOf(batches))
    .orderBy('b.id')
    .execute();
  return rows.map((row) => ({ ...row, kind: 'batch', excursion: null, missing: null }));
}
