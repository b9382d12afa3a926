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
 * that of its own records; where another action is about one of these and about others, too, that of all of them together: what that one
 * says can be of any.
 * @param load_kg of its own records; null: nobody knows
 */
export async function foodsOf(
  db: Db,
  company: string,
  { action, subjects, load_kg }: { action: string; subjects: readonly Subject[]; load_kg: number | null },
): Promise<{ told_kg: number; foods: FoodTold[] }> {
  const others = await othersAbout(db, action, subjects);
  const own = new Set(subjects.map(({ id }) => id));
  const within = others.filter((other) => other.subjects.every(({ id }) => own.has(id)));
  const told = sumOf(within);
  const foods = load_kg === null ? [] : [{ load_kg, told_kg: told }];
  if (within.length === others.length) return { told_kg: told, foods };
  const all = [
    ...new Map([...subjects, ...others.flatMap((one) => one.subjects)].map((one) => [one.id, one])).values(),
  ];
  const together = (await aboutOf(db, company, all)).load_kg;
  if (together !== null) foods.push({ load_kg: together, told_kg: sumOf(others) });
  return { told_kg: told, foods };
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
