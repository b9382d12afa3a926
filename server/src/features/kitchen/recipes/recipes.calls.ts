import { updateFavourites } from '@brina/contract/calls/kitchen/favourites';
import { exportRecipes } from '@brina/contract/calls/kitchen/recipe-files';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import {
  checkRecipe,
  createRecipe,
  deleteRecipe,
  filterRecipes,
  getRecipe,
  listRecipeVersions,
  type Recipe,
  type RecipeHead,
  restoreRecipe,
  updateRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import { readDefinition } from '@brina/contract/recipe-definition';
import type { Reply } from '@brina/contract/wire/call';
import { families, familyOf } from '@brina/domain/appliance/families/families';
import type { RunEnd } from '@brina/domain/appliance/states';
import { openPlannedStates } from '@brina/domain/cycles/planned-start';
import { day_ms } from '@brina/domain/language/durations';
import { compareNames } from '@brina/domain/language/name-order';
import { searchable } from '@brina/domain/language/searchable';
import { adviceOn } from '@brina/domain/recipes/advice';
import { ranOtherwise } from '@brina/domain/recipes/ran-otherwise';
import { packageOf, type RecipeDefinition, recipeFamilies, recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { sharedWith, viewOf } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { definitionHash } from './definition-hash.ts';
import { lastDeleted } from './named.ts';
import { nowOf } from './not-now.ts';
import {
  companyOf,
  customCycles,
  cycleOf,
  fitOf,
  headOf,
  type LibraryCycle,
  nameOf,
  notesOf,
  presetCycles,
  type Runner,
  runnerOf,
  runnersOf,
  searchedIn,
  type Usage,
  usageOf,
} from './recipes.queries.ts';

const runs_max = 20;

/** The library is what a company keeps, 500 at most, or of the deleted ones likewise, and the presets: it is filtered as it was read. */
const filter = handle(filterRecipes, async ({ db, caller, query, body, clock }) => {
  const runner = query.serialNumber === undefined ? null : await runnerOf(db, query.serialNumber);
  const company = companyOf(caller, runner);
  const isDeleted = query.deleted === true && caller.role === 'USER';
  const since = timestamp(clock.now() - recipeLimits.deleted_days * day_ms);
  const own =
    company === null
      ? []
      : await customCycles(
          db,
          isDeleted ? sql`r.id in (${lastDeleted(db, company)}) and r.deleted_at > ${since}` : keptBy(company),
        );
  // How often a kitchen makes what is its own affair.
  const usage = await usageOf(db, caller.companyId);
  const { laboratoryId } = query;
  const asked = Map.groupBy(
    body.filterAttributes.filter(({ value }) => value !== ''),
    ({ attribute }) => attribute,
  );
  const isFound = finder((asked.get('text') ?? []).map(({ value }) => value));
  const isAsked = (cycle: LibraryCycle): boolean =>
    [...asked].every(
      ([attribute, values]) => attribute === 'text' || values.some(({ value }) => attributes[attribute](cycle, value)),
    ) && isFound(cycle, usage.get(cycle.number));
  const found = [...(isDeleted ? [] : presetCycles), ...own.map((cycle) => toldTo(caller, cycle, company))]
    .filter(({ laboratoryIds: offered }) => !laboratoryId || offered.length === 0 || offered.includes(laboratoryId))
    .filter(isAsked)
    .map(
      (cycle): RecipeHead => ({
        ...headOf(cycle, caller, usage.get(cycle.number)),
        ...(runner && { fit: fitOf(cycle.definition, runner) }),
      }),
    )
    .filter(({ fit }) => !query.runs || (fit !== undefined && fit.kind !== 'refused'));
  const { page, nRows, orderAttr = filterRecipes.list.first.key } = body;
  const direction =
    body.ascOrDesc ?? (orderAttr === filterRecipes.list.first.key ? filterRecipes.list.first.direction : 'asc');
  const ordered = found.toSorted(
    (a, b) => inOrder(orders[orderAttr](a), orders[orderAttr](b), direction) || a.number - b.number,
  );
  return { items: ordered.slice(page * nRows, (page + 1) * nRows), total: ordered.length };
});

/** What is not known comes last, whichever way. */
function inOrder(a: string | number | null, b: string | number | null, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'string' ? compareNames(a, String(b)) : a - Number(b);
  return direction === 'asc' ? order : -order;
}

const keptBy = (company: string) => sql<boolean>`r.company_id = ${company} and r.deleted_at is null`;

/** Key of what a cycle does, whatever its family numbers it. */
const functionOf = ({ definition }: LibraryCycle): string =>
  definition.family === 'PL'
    ? 'programmedProofing'
    : (families[definition.family].functions[definition.function]?.key ?? '');

/** Whether a cycle has every word that is looked for. Its text is made ready once, however many the words are. */
function finder(values: readonly string[]): (cycle: LibraryCycle, usage: Usage | undefined) => boolean {
  const words = [...new Set(values.flatMap((value) => searchable(value).split(/\s+/)))];
  return (cycle, usage) => {
    if (words.length === 0) return true;
    const text = searchable(searchedIn(cycle, usage));
    return words.every((word) => text.includes(word));
  };
}

type Is = (cycle: LibraryCycle, value: string) => boolean;

const attributes: Readonly<Record<Exclude<(typeof filterRecipes.list.attributes)[number], 'text'>, Is>> = {
  package: (cycle, value) => cycle.package === value,
  sector: (cycle, value) => cycle.sector === value,
  function: (cycle, value) => functionOf(cycle) === value,
  type: (cycle, value) => cycle.type === value,
  family: (cycle, value) => cycle.family === value,
};

const orders: Readonly<
  Record<(typeof filterRecipes.list.orders)[number], (head: RecipeHead) => string | number | null>
> = {
  lastUsed: ({ lastUsedAt }) => lastUsedAt,
  uses: ({ uses }) => uses,
  title: ({ title }) => title,
  edited: ({ editedAt }) => editedAt,
};

const get = handle(getRecipe, async ({ db, caller, params, query }) => {
  const runner = query.serialNumber === undefined ? null : await runnerOf(db, query.serialNumber);
  const company = companyOf(caller, runner);
  const isOwn = company === caller.companyId;
  const cycle = await cycleOf(db, params.recipeId, { version: query.version });
  if (!cycle) refuse('not_found', 404);
  // What a cycle did before is the company's own.
  if (!isOwn && (await cycleOf(db, params.recipeId))?.version !== cycle.version) refuse('not_found', 404);
  // Who looks in from outside sees what the present holder of the unit keeps, and of that no more than what is in the library.
  if (cycle.type === 'Custom' && !(await belongsTo(db, cycle.id, company))) refuse('not_found', 404);
  // How often a kitchen makes what is its own affair.
  const usage = await usageOf(db, caller.companyId);
  const runners = runner && caller.role !== 'USER' ? [runner] : await seenRunners(db, caller);
  return recipeOf(db, caller, {
    cycle: toldTo(caller, cycle, company),
    company,
    runners,
    usage: usage.get(cycle.number),
    runner,
  });
});

/** Who looks in from outside reads no names of the company's people. */
const toldTo = ({ companyId }: Caller, cycle: LibraryCycle, company: string | null): LibraryCycle =>
  company === companyId ? cycle : { ...cycle, createdBy: null, editedBy: null };

const belongsTo = async (db: Db, id: string, company: string | null): Promise<boolean> =>
  (await db.selectFrom('recipe').select('id').where('id', '=', id).where('company_id', '=', company).execute()).length >
  0;

/** The units that a user of a company sees, but for those of no family that runs cycles: of a cabinet nobody asks why not. */
async function seenRunners(db: Db, caller: Caller): Promise<Runner[]> {
  if (caller.role !== 'USER') return [];
  const seen = await runnersOf(db, sql`t.company_id = ${caller.companyId} and ${sharedWith(caller, 'a.id')}`);
  return seen.filter(({ model }) => recipeFamilies.some((one) => one === familyOf(model)?.code));
}

async function recipeOf(
  db: Db,
  caller: Caller,
  {
    cycle,
    company,
    runners,
    usage,
    runner,
  }: {
    cycle: LibraryCycle;
    company: string | null;
    runners: readonly Runner[];
    usage: Usage | undefined;
    runner: Runner | null;
  },
): Promise<Recipe> {
  const isCustom = cycle.type === 'Custom';
  const isLive = cycle.deletedAt === null;
  const { texts, definition, authored } = cycle;
  const words = texts[authored];
  return {
    ...headOf(cycle, caller, usage),
    ...(runner && { fit: fitOf(definition, runner) }),
    texts: isCustom ? { ...texts } : {},
    definition: { ...definition },
    advice: [...adviceOn(definition, { words: `${words?.title ?? ''} ${words?.description ?? ''}` })],
    notes: notesOf(cycle, caller),
    createdBy: cycle.createdBy,
    appliances: runners.map((one) => applianceOf(definition, one)),
    runs: await runsOf(db, caller, cycle, company),
    plans: await plansOf(db, cycle, company),
    favourites: await placesWith(db, cycle.number, company),
    may: {
      run: isLive && isOpenTo(runRecipe, caller),
      favourite: isLive && cycle.family !== 'PL' && isOpenTo(updateFavourites, caller),
      copy: isOpenTo(createRecipe, caller),
      edit: isCustom && isLive && isOpenTo(updateRecipe, caller),
      delete: isCustom && isLive && isOpenTo(deleteRecipe, caller),
      restore: isCustom && !isLive && isOpenTo(restoreRecipe, caller),
      export: isOpenTo(exportRecipes, caller),
    },
  };
}

const applianceOf = (definition: RecipeDefinition, runner: Runner): Recipe['appliances'][number] => ({
  serialNumber: runner.serial,
  name: runner.name,
  model: runner.model,
  laboratory: runner.laboratory,
  fit: fitOf(definition, runner),
  now: nowOf(runner),
  asks: runner.asks,
});

/** How many planned starts of a company use a cycle. */
async function plansOf(db: Db, { number }: LibraryCycle, company: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('scheduled_start')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', company)
    .where('number', '=', number)
    .where('state', 'in', [...openPlannedStates])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** At how many panels of a company a cycle is among the favourites, and in how many places. */
async function placesWith(db: Db, number: number, company: string | null): Promise<Recipe['favourites']> {
  const { slots, appliances } = await db
    .selectFrom('favourite as f')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'f.appliance').on('t.to_at', 'is', null))
    .select(({ fn }) => [
      fn.countAll<string>().as('slots'),
      fn.count<string>('f.appliance').distinct().as('appliances'),
    ])
    .where('f.number', '=', number)
    .where('t.company_id', '=', company)
    .executeTakeFirstOrThrow();
  return { slots: Number(slots), appliances: Number(appliances) };
}

type RunRow = {
  id: string;
  serial: string;
  name: string | null;
  model: string;
  function: number | null;
  started_at: number;
  ended_at: number | null;
  end_event: RunEnd | null;
  request: { product?: string; load_kg?: number; plan?: Record<string, unknown>[] } | null;
  recipe_version: number | null;
  batch_id: string | null;
  verdict: string | null;
  definition: RecipeDefinition | null;
};

/** Latest runs of a cycle that the caller sees, of one company: of presets everybody has runs. */
async function runsOf(
  db: Db,
  caller: Caller,
  { number, type, definition }: LibraryCycle,
  company: string | null,
): Promise<Recipe['runs']> {
  if (company === null) return [];
  const { rows } = await sql<RunRow>`
    select r.id, a.serial, case when w.to_at is null then a.name end as name, a.model, r.function, r.started_at, r.request, r.recipe_version, 
      case when b.removed_at is null then b.id end as batch_id, rev.verdict,
      case when e.own then r.ended_at end as ended_at, case when e.own then r.end_event end as end_event, v.definition
    from cycle_run r
    join appliance a on a.id = r.appliance
    join tenure t on t.appliance = a.id and t.company_id = ${company}
      and t.from_at <= r.started_at and (t.to_at is null or r.started_at < t.to_at)
    join ${viewOf(caller)} w on w.appliance = a.id and w.from_at <= r.started_at
      and (w.to_at is null or r.started_at < w.to_at)
    cross join lateral (select w.to_at is null or r.ended_at < w.to_at as own) e
    left join recipe c on c.number = r.recipe_number and c.company_id = ${company}
    left join recipe_version v on v.recipe_id = c.id and v.version = r.recipe_version
    left join batch b on b.id = r.id
    left join batch_revision rev on rev.batch = b.id and rev.revision = b.revision
    where r.recipe_number = ${number} and r.started_at is not null
    order by r.started_at desc, r.id desc
    limit ${runs_max}`.execute(db);
  return rows.map((row) => {
    const kept = type === 'Custom' ? row.definition : definition;
    return {
      id: row.id,
      serialNumber: row.serial,
      name: row.name,
      model: row.model,
      function: row.function,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      state: row.end_event ?? 'running',
      version: row.recipe_version,
      differs: kept !== null && row.request?.plan !== undefined && ranOtherwise(kept, row.request.plan, row.model),
      product: row.request?.product ?? null,
      load_kg: row.request?.load_kg ?? null,
      plan: row.request?.plan ?? null,
      batchId: row.batch_id,
      verdict: row.verdict,
    };
  });
}

type VersionRow = Reply<typeof listRecipeVersions>[number];

const versions = handle(listRecipeVersions, async ({ db, caller, params }): Promise<VersionRow[]> => {
  const preset = presetCycles[Number(params.recipeId)];
  if (preset) {
    const { title } = headOf(preset, caller);
    return [{ version: 1, title, hash: preset.hash, at: null, by: null, cause: 'create' }];
  }
  const rows = await db
    .selectFrom('recipe_version as v')
    .innerJoin('recipe as r', (join) => join.onRef('r.id', '=', 'v.recipe_id').on('r.deleted_at', 'is', null))
    .leftJoin('app_user as u', 'u.id', 'v.by_user')
    .select(['v.version', 'v.title', 'v.hash', 'v.at', nameOf('u').as('by')])
    .select(sql<VersionRow['cause']>`v.cause`.as('cause'))
    .where('v.recipe_id', '=', params.recipeId)
    .orderBy('v.version', 'desc')
    .execute();
  return rows.length > 0 ? rows : refuse('not_found', 404);
});

const check = handle(checkRecipe, async ({ db, caller, body }) => {
  const read = readDefinition(body.definition);
  if ('faults' in read) {
    const told = read.faults.map((fault) => ({ ...fault }));
    return { faults: told, advice: [], package: null, appliances: [], duplicates: [] };
  }
  const { definition } = read;
  const hash = definitionHash(definition);
  const own =
    caller.companyId === null ? [] : await customCycles(db, sql`${keptBy(caller.companyId)} and r.hash = ${hash}`);
  const same = [...presetCycles.filter((one) => one.hash === hash), ...own].map((one) => headOf(one, caller));
  return {
    faults: [],
    advice: [...adviceOn(definition, { words: `${body.title ?? ''} ${body.description ?? ''}` })],
    package: packageOf(definition),
    appliances: (await seenRunners(db, caller)).map((one) => applianceOf(definition, one)),
    duplicates: same.map(({ id, title, number }) => ({ id, title, number })),
  };
});

/** Looking at cycles and what is said of them. */
export const recipeHandlers = [filter, get, versions, check];
