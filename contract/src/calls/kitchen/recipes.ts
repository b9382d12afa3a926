import { packages } from '@brina/domain/appliance/families/family';
import { locales, wireLocale } from '@brina/domain/language/locales';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import type { Advice } from '@brina/domain/recipes/advice';
import { iconNames } from '@brina/domain/recipes/icons';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import { presetNotes } from '@brina/domain/recipes/presets/preset-row';
import {
  type RecipeDefinition,
  recipeFamilies,
  recipeLimits,
  recipeSectors,
  recipeTypes,
  versionCauses,
} from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { listCall } from '../../wire/lists.ts';
import { language, line, paragraph } from '../../wire/values.ts';

/**
 * The cycle library (S2.22, S3.9, S3.10, S3.28, S4.15, B3). A cycle is named by the number of a preset, `0` to `139`, or by the id of a
 * Custom one. What a cycle does travels as the domain describes it (`RecipeDefinition`) and is checked there, so that a fault is told
 * at its field with its limits.
 */

const title = line(recipeLimits.title.max, recipeLimits.title.min);
const description = z.union([z.literal(''), paragraph(recipeLimits.description)]);
/** What a cycle does, before anybody has looked at it. */
const unchecked = z.record(z.string().check(z.maxLength(40)), z.unknown());
/** What a stored cycle does: it was checked when it was saved. */
const definitionTold = unchecked as unknown as z.ZodMiniType<RecipeDefinition>;

/** Title and description of a cycle in a language. */
export const recipeWords = z.strictObject({ title, description });

/** A cycle as its author edits it. */
export const recipeBody = z.strictObject({
  title,
  description,
  /** Of title and description. */
  language: language(),
  /** Title and description in other languages. */
  texts: z.strictObject(Object.fromEntries(locales.map((locale) => [wireLocale(locale), z.optional(recipeWords)]))),
  /** A name of the icon set. */
  icon: line(40, 1),
  /** One of the 13 colours. */
  colour: z.int().check(z.gte(1), z.lte(13)),
  sector: z.enum(recipeSectors),
  /** Kitchens where it is offered; none: in all of the company. */
  laboratoryIds: z.array(id('laboratory')).check(z.maxLength(50)),
  definition: unchecked,
});
export type RecipeBody = z.output<typeof recipeBody>;

/** Whether an appliance runs a cycle: as it is, with values clamped to what it can do, or not at all and why. */
export const recipeFit = z.object({
  kind: z.enum(['ok', 'adapted', 'refused']),
  /** What is clamped, or the first reason against it, as the domain's `compatibility` tells it. */
  changes: z.optional(z.array(z.record(z.string(), z.unknown()))),
  reason: z.optional(z.record(z.string(), z.unknown())),
});
export type RecipeFit = z.output<typeof recipeFit>;

/** A cycle as a list shows it. */
const head = {
  id: z.string(),
  /** 0 to 139 a preset, from 1000 a Custom cycle; runs are reported by it. */
  number: z.int(),
  version: z.int(),
  /** Counts every save, that of words too. */
  edit: z.int(),
  hash: z.string(),
  family: z.enum(recipeFamilies),
  /** In the numbering of its family; null: a plan of a prover. */
  function: z.nullable(z.int()),
  /** In the caller's language where there is one, else in the author's. */
  title: z.string(),
  description: z.string(),
  /** Of the title and the description that are shown. */
  language: z.string(),
  icon: z.enum(iconNames),
  colour: z.literal(paletteIndexes),
  sector: z.enum(recipeSectors),
  package: z.enum(packages),
  type: z.enum(recipeTypes),
  laboratoryIds: z.array(z.string()),
  /** Runs of the caller's company, however they ended; who looks in from outside is told none. */
  uses: z.int(),
  lastUsedAt: z.nullable(z.int()),
  createdAt: z.nullable(z.int()),
  editedAt: z.nullable(z.int()),
  /** Null for presets, and where its author has no account any more. */
  editedBy: z.nullable(z.string()),
  deletedAt: z.nullable(z.int()),
  /** On the appliance that was asked about. */
  fit: z.optional(recipeFit),
};
export const recipeHead = z.object(head);
export type RecipeHead = z.output<typeof recipeHead>;

/** A fault or a piece of advice about a definition, as the domain tells it. */
export const toldOfDefinition = z.record(z.string(), z.unknown());

/** Advice, as the domain gives it. */
const adviceTold = toldOfDefinition as unknown as z.ZodMiniType<Advice>;

/** What a caller may do with a cycle. */
const may = z.object({
  run: z.boolean(),
  /** Among the favourites of appliances. */
  favourite: z.boolean(),
  copy: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  restore: z.boolean(),
  export: z.boolean(),
});

/** An appliance of the company and whether it runs the cycle; `now`: why it cannot start at this moment. */
const appliance = z.object({
  serialNumber: z.string(),
  name: z.string(),
  model: z.string(),
  laboratory: z.nullable(z.string()),
  fit: recipeFit,
  now: z.nullable(z.enum(['offline', 'busy', 'off', 'door', 'alarm'])),
  /** Whether its panel asks for planned starts. */
  asks: z.boolean(),
});

/** A run of the cycle. */
const run = z.object({
  id: z.string(),
  serialNumber: z.string(),
  /** What its holder calls it; null for a run of before somebody else held it. */
  name: z.nullable(z.string()),
  /** Stored name of the model that ran it, and the function in the numbering of its family. */
  model: z.string(),
  function: z.nullable(z.int()),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  state: z.string(),
  version: z.nullable(z.int()),
  /** Whether the appliance told of other phases than those of the version. */
  differs: z.boolean(),
  product: z.nullable(z.string()),
  load_kg: z.nullable(z.number()),
  /** The phases that ran, as `PhasePlan` rows; null where the unit did not tell. */
  plan: z.nullable(z.array(z.record(z.string(), z.unknown()))),
  batchId: z.nullable(z.string()),
  verdict: z.nullable(z.string()),
});

export const recipe = z.object({
  ...head,
  texts: z.record(z.string(), recipeWords),
  definition: definitionTold,
  advice: z.array(adviceTold),
  /** Notes on hygiene and law of a preset, F1 and on. */
  notes: z.array(z.object({ code: z.enum(presetNotes), text: z.string() })),
  createdBy: z.nullable(z.string()),
  appliances: z.array(appliance),
  /** Latest runs of the company, newest first; at most 20. */
  runs: z.array(run),
  /** Planned starts of the company that are still to come: they take the newest version. */
  plans: z.int(),
  /** Places at panels of the company that hold it, in whatever version. */
  favourites: z.object({ slots: z.int(), appliances: z.int() }),
  may,
});
export type Recipe = z.output<typeof recipe>;

/** Who changes cycles. */
export const recipeAuthors = { roles: ['USER'], members: ['ADMIN'] } as const;
const readers = {
  roles: rolesOf('USER', 'SERVICE', 'SUBSIDIARY', 'FACTORY'),
  members: membershipRoles,
} as const;

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';
const laboratoryId = '0198c0de-0000-7000-8000-00000000000a';
const serial = 'MF26004179';
const definition: RecipeDefinition = {
  family: 'MF',
  function: 0,
  phases: [
    {
      phase: 3,
      air: 0,
      fan: 60,
      rh: null,
      end: { by: 'core', target: 4 },
      fallback_min: 90,
      late_min: 90,
      max_min: 270,
    },
    { phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
  ],
};
const body: RecipeBody = {
  title: 'Ragù of the house',
  description: 'Pans of 35 mm, stirred once.',
  language: 'it_IT',
  texts: { en_GB: { title: 'House ragù', description: '' } },
  icon: 'pot',
  colour: 6,
  sector: 'gastronomy',
  laboratoryIds: [laboratoryId],
  definition,
};
const shown: RecipeHead = {
  id: recipeId,
  number: 1042,
  version: 3,
  edit: 5,
  hash: '9f3c1d0a77be2c41',
  family: 'MF',
  function: 0,
  title: 'Ragù of the house',
  description: 'Pans of 35 mm, stirred once.',
  language: 'it_IT',
  icon: 'pot',
  colour: 6,
  sector: 'gastronomy',
  package: 'Essential',
  type: 'Custom',
  laboratoryIds: [laboratoryId],
  uses: 14,
  lastUsedAt: 1_763_670_000_000,
  createdAt: 1_760_000_000_000,
  editedAt: 1_763_000_000_000,
  editedBy: 'Ada Bruni',
  deletedAt: null,
};

export const filterRecipes = listCall({
  id: 'recipes.filter',
  spec: 'S2.22 S3.9 S3.28 B3.2',
  summary: 'Cycles of the library: presets and those of the company, or of who holds the appliance asked about',
  path: '/api/v1/appliance/filter/recipes',
  ...readers,
  query: z.object({
    /** An appliance: each cycle tells whether that runs it. */
    serialNumber: z.optional(id('appliance')),
    /** Whether only those are told that the appliance runs. */
    runs: z.optional(z.boolean()),
    /** A kitchen: only what is offered there. */
    laboratoryId: z.optional(id('laboratory')),
    /** Whether the deleted ones are told, in place of the others. */
    deleted: z.optional(z.boolean()),
  }),
  list: {
    attributes: ['text', 'package', 'sector', 'function', 'type', 'family'],
    several: ['package', 'sector', 'function', 'type', 'family'],
    orders: ['lastUsed', 'uses', 'title', 'edited'],
    first: { key: 'lastUsed', direction: 'desc' },
    nRows: 200,
  },
  item: recipeHead,
  errors: [],
  example: {
    query: { serialNumber: serial, runs: true, laboratoryId, deleted: false },
    body: { page: 0, nRows: 200, filterAttributes: [{ attribute: 'text', value: 'ragù' }] },
    reply: { items: [{ ...shown, fit: { kind: 'ok' } }], total: 1 },
  },
});

export const getRecipe = call({
  id: 'recipes.get',
  spec: 'S2.22 S2.43 S3.9 B3.1 B3.2 B3.3',
  summary: 'A cycle with what it does, who runs it, and how it went; without a version the present one',
  method: 'GET',
  path: '/api/v1/appliance/recipes/{recipeId}',
  ...readers,
  params: z.object({ recipeId: id('recipe') }),
  query: z.object({
    serialNumber: z.optional(id('appliance')),
    version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
  }),
  reply: json(recipe),
  etag: 'edit',
  errors: [],
  example: {
    params: { recipeId },
    query: { serialNumber: serial, version: 1 },
    reply: {
      ...shown,
      texts: { en_GB: { title: 'House ragù', description: '' } },
      definition,
      advice: [],
      notes: [],
      createdBy: 'Ada Bruni',
      appliances: [
        {
          serialNumber: serial,
          name: 'Abbattitore 1',
          model: 'MF Next L 45',
          laboratory: 'Kitchen',
          fit: { kind: 'ok' },
          now: null,
          asks: true,
        },
      ],
      runs: [],
      plans: 0,
      favourites: { slots: 7, appliances: 4 },
      may: { run: true, favourite: true, copy: true, edit: true, delete: true, restore: false, export: true },
    },
  },
});

export const listRecipeVersions = call({
  id: 'recipes.versions',
  spec: 'B3.3',
  summary: 'Versions of a Custom cycle, newest first; of a preset the one there is',
  method: 'GET',
  path: '/api/v1/appliance/recipes/{recipeId}/versions',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ recipeId: id('recipe') }),
  reply: json(
    z.array(
      z.object({
        version: z.int(),
        title: z.string(),
        hash: z.string(),
        at: z.nullable(z.int()),
        by: z.nullable(z.string()),
        cause: z.enum(versionCauses),
      }),
    ),
  ),
  errors: [],
  example: {
    params: { recipeId },
    reply: [
      { version: 3, title: shown.title, hash: shown.hash, at: 1_763_000_000_000, by: 'Ada Bruni', cause: 'overwrite' },
    ],
  },
});

export const checkRecipe = call({
  id: 'recipes.check',
  spec: 'S2.22 B3.2',
  summary: 'What is wrong with a definition, what is advised about it, where it runs, and who has the same phases',
  method: 'POST',
  path: '/api/v1/appliance/recipes/check',
  ...recipeAuthors,
  silent: true,
  asks: true,
  body: z.strictObject({
    definition: unchecked,
    title: z.optional(line(recipeLimits.title.max)),
    description: z.optional(description),
  }),
  reply: json(
    z.object({
      faults: z.array(toldOfDefinition),
      advice: z.array(adviceTold),
      package: z.nullable(z.enum(packages)),
      appliances: z.array(appliance),
      /** Cycles with the same phases. */
      duplicates: z.array(z.object({ id: z.string(), title: z.string(), number: z.int() })),
    }),
  ),
  errors: [],
  example: {
    body: { definition, title: shown.title },
    reply: { faults: [], advice: [], package: 'Essential', appliances: [], duplicates: [] },
  },
});

const saved = coded(z.object({ id: z.string(), number: z.int(), version: z.int() }));
const savedExample = { code: '200', body: { id: recipeId, number: 1042, version: 3 } } as const;

export const createRecipe = call({
  id: 'recipes.create',
  spec: 'S1.6 S2.22 S4.15',
  summary: 'Keeps a new Custom cycle, also a copy of another',
  method: 'POST',
  path: '/api/v1/appliance/recipes',
  ...recipeAuthors,
  body: recipeBody,
  reply: saved,
  errors: ['company_missing', 'recipe_invalid', 'recipe_title_taken', 'recipe_full'],
  example: { body, reply: savedExample },
});

export const updateRecipe = call({
  id: 'recipes.update',
  spec: 'S1.6 S2.22 S4.15 B3.3 B3.6',
  summary: 'Overwrites a Custom cycle, unless somebody has saved it since it was looked at',
  method: 'PUT',
  path: '/api/v1/appliance/recipes/{recipeId}',
  ...recipeAuthors,
  params: z.object({ recipeId: id('recipe') }),
  /** The edit that was looked at, as `"5"`: the ETag of `recipes.get`. */
  headers: z.object({ 'if-match': z.string().check(z.regex(/^"\d{1,7}"$/)) }),
  body: recipeBody,
  reply: saved,
  errors: ['recipe_read_only', 'recipe_invalid', 'recipe_title_taken', 'recipe_changed'],
  example: { params: { recipeId }, headers: { 'if-match': '"5"' }, body, reply: savedExample },
});

export const deleteRecipe = call({
  id: 'recipes.delete',
  spec: 'S1.6',
  summary:
    'Takes a Custom cycle out of the library; of the last 500 deleted ones it can be brought back for 30 days; its runs keep their version',
  method: 'DELETE',
  path: '/api/v1/appliance/recipes/{recipeId}',
  ...recipeAuthors,
  params: z.object({ recipeId: id('recipe') }),
  reply: coded(),
  errors: ['recipe_read_only'],
  example: { params: { recipeId }, reply: { code: '200' } },
});

export const restoreRecipe = call({
  id: 'recipes.restore',
  spec: 'S1.6',
  summary: 'Brings a deleted cycle back',
  method: 'POST',
  path: '/api/v1/appliance/recipes/{recipeId}/restore',
  ...recipeAuthors,
  params: z.object({ recipeId: id('recipe') }),
  reply: coded(),
  errors: ['recipe_read_only', 'recipe_title_taken', 'recipe_full'],
  example: { params: { recipeId }, reply: { code: '200' } },
});

export const recipeCalls = [
  filterRecipes,
  checkRecipe,
  createRecipe,
  getRecipe,
  listRecipeVersions,
  updateRecipe,
  deleteRecipe,
  restoreRecipe,
] as const;
