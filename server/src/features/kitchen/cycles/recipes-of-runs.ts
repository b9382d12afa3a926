import type { CycleRun } from '@brina/contract/calls/kitchen/cycles';
import { ranOtherwise } from '@brina/domain/recipes/ran-otherwise';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { customCycles, headOf, presetCycles, type RecipeReader } from '#features/kitchen/recipes/recipes.queries.ts';

/** A run, as far as it says which cycle of the library it was. */
type Run = {
  readonly id: string;
  readonly model: string;
  readonly request: { readonly plan?: readonly Readonly<Record<string, unknown>>[] } | null;
  readonly recipe_number: number | null;
  readonly recipe_version: number | null;
};

/**
 * Which cycle of the library each run was, by the id of the run; a run of none is absent. What a unit tells of another company's cycle is
 * none.
 * @param company whose runs they are
 */
export async function recipesOfRuns(
  db: Db,
  company: string | null,
  runs: readonly Run[],
  reader: RecipeReader,
): Promise<ReadonlyMap<string, NonNullable<CycleRun['recipe']>>> {
  const named = runs.filter(({ recipe_number: number }) => number !== null);
  const own = named.filter(({ recipe_number: number }) => presetCycles[Number(number)] === undefined);
  const numbers = anyOf(own.map((run) => Number(run.recipe_number)));
  const isOwn = sql<boolean>`r.company_id = ${company} and r.number = ${numbers}`;
  const cycles = [...presetCycles, ...(own.length === 0 ? [] : await customCycles(db, isOwn))];
  const byNumber = new Map(cycles.map((cycle) => [cycle.number, cycle]));
  const versions = own.map((run) => Number(run.recipe_version));
  const kept = own.length === 0 ? [] : await versionsOf(db, sql`${isOwn} and v.version = ${anyOf(versions)}`);
  return new Map(
    named.flatMap((run) => {
      const { id, model, request, recipe_number: number, recipe_version: version } = run;
      const cycle = byNumber.get(Number(number));
      if (!cycle || version === null) return [];
      const definition =
        cycle.type === 'Professional'
          ? cycle.definition
          : kept.find((one) => one.number === number && one.version === version)?.definition;
      const recipe = {
        id: cycle.id,
        number: cycle.number,
        version,
        title: headOf(cycle, reader).title,
        newest: cycle.deletedAt === null ? cycle.version : null,
        differs: Boolean(definition && request?.plan && ranOtherwise(definition, request.plan, model)),
      };
      return [[id, recipe] as const];
    }),
  );
}

const versionsOf = (db: Db, where: RawBuilder<boolean>) =>
  db
    .selectFrom('recipe_version as v')
    .innerJoin('recipe as r', 'r.id', 'v.recipe_id')
    .select(['r.number', 'v.version'])
    .select(sql<RecipeDefinition>`v.definition`.as('definition'))
    .where(where)
    .execute();
