import type { ActionInput } from '@brina/contract/calls/record/actions';
import { type FoodTold, told_kg } from '@brina/domain/haccp/actions/action';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { aboutOf } from './facts.queries.ts';
import { type Subject, subjectsOf } from './write.ts';

type Told = { subjects: readonly Subject[]; kg: number };

/**
 * The food that an action speaks of, as far as its loads are known, with what other actions say of the same by their newest revisions. First
 * that of its own records; where another action is about one of these and about others, too, that of all of them together, for what that one
 * says can be of any; and so on, until no other is about more.
 * @param load_kg of its own records; null: nobody knows
 */
export async function foodsOf(
  db: Db,
  company: string,
  { action, subjects, load_kg }: { action: string; subjects: readonly Subject[]; load_kg: number | null },
): Promise<{ told_kg: number; foods: FoodTold[] }> {
  const foods: FoodTold[] = [];
  let [group, load, ofOwn] = [subjects, load_kg, 0];
  for (let isOwn = true; ; isOwn = false) {
    const others = await othersAbout(db, action, group);
    const ids = new Set(group.map(({ id }) => id));
    const within = sumOf(others.filter((other) => other.subjects.every(({ id }) => ids.has(id))));
    if (isOwn) ofOwn = within;
    if (load !== null) foods.push({ load_kg: load, told_kg: within });
    const wider = [
      ...new Map([...group, ...others.flatMap((one) => one.subjects)].map((one) => [one.id, one])).values(),
    ];
    if (wider.length === group.length) return { told_kg: ofOwn, foods };
    group = wider;
    load = (await aboutOf(db, company, group)).load_kg;
  }
}

const sumOf = (told: readonly Told[]): number => told_kg(told);

/** What other actions say of food that is of some of these records; what was withdrawn says nothing. */
async function othersAbout(db: Db, action: string, subjects: readonly Subject[]): Promise<Told[]> {
  const rows = await db
    .selectFrom('action as a')
    .innerJoin('action_revision as r', (join) =>
      join.onRef('r.action', '=', 'a.id').onRef('r.revision', '=', 'a.revision'),
    )
    .select(['a.id', sql<ActionInput['dispositions']>`(r.content->'dispositions')`.as('dispositions')])
    .where('a.id', '<>', action)
    .where('a.state', '<>', 'withdrawn')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('action_subject as s')
          .select('s.id')
          .whereRef('s.action', '=', 'a.id')
          .where('s.id', '=', anyOf(subjects.map(({ id }) => id))),
      ),
    )
    .execute();
  const told: Told[] = [];
  for (const { id, dispositions } of rows)
    if (dispositions.length > 0) told.push({ subjects: await subjectsOf(db, id), kg: told_kg(dispositions) });
  return told;
}
