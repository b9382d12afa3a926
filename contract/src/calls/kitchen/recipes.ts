import { packages } from '@brina/domain/appliance/families/family';
import { locales, wireLocale } from '@brina/domain/language/locales';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import { cycleFile_max } from '@brina/domain/recipes/cycle-file';
import { iconNames } from '@brina/domain/recipes/icons';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import { recipeFamilies, recipeLimits, recipeSectors, recipeTypes, versionCauses } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { blob, call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { listCall } from '../../wire/lists.ts';
import { language, line, paragraph } from '../../wire/values.ts';

/**
 * The cycle library (S2.22, S3.9, S3.10, S3.28, S4.15, B3). A cycle is named by the number of a preset, `0` to `139`, or by the id of a
 * Custom one. What a cycle does travels as the domain describes it (`RecipeDefinition`) and is checked there, so that a fault is told
 * at its field with its limits.
 */

const title = () => line(recipeLimits.title.max, recipeLimits.title.min);
const description = () => z.union([z.literal(''), paragraph(recipeLimits.description)]);
/** What a cycle does, before anybody has looked at it. */
const unchecked = z.record(z.string().check(z.maxLength(40)), z.unknown());
const words = z.strictObject({ title: title(), description: description() });

/** A cycle as its author edits it. */
export const recipeBody = z.strictObject({
  title: title(),
  description: description(),
  /** Of title and description. */
  language: language(),
  /** Title and description in other languages. */
  texts: z.strictObject(Object.fromEntries(locales.map((locale) => [wireLocale(locale), z.optional(words)]))),
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
  /** Runs of the company, however they ended. */
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
const told = z.record(z.string(), z.unknown());

/** What a caller may do with a cycle. */
const may = z.object({
  run: z.boolean(),
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
});

/** A run of the cycle. */
const run = z.object({
  id: z.string(),
  serialNumber: z.string(),
  /** What its holder calls it; null for a run of before somebody else held it. */
  name: z.nullable(z.string()),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  state: z.string(),
  version: z.nullable(z.int()),
  /** Whether the appliance told of other phases than those of the version. */
  differs: z.boolean(),
  product: z.nullable(z.string()),
  load_kg: z.nullable(z.number()),
  batchId: z.nullable(z.string()),
  verdict: z.nullable(z.string()),
});

export const recipe = z.object({
  ...head,
  texts: z.record(z.string(), words),
  definition: z.record(z.string(), z.unknown()),
  advice: z.array(told),
  createdBy: z.nullable(z.string()),
  appliances: z.array(appliance),
  /** Latest runs of the company, newest first; at most 20. */
  runs: z.array(run),
  may,
});
export type Recipe = z.output<typeof recipe>;

const users = { roles: ['USER'], members: ['ADMIN'] } as const;
const readers = {
  roles: rolesOf('USER', 'SERVICE', 'SUBSIDIARY', 'FACTORY'),
  members: membershipRoles,
} as const;

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';
const laboratoryId = '0198c0de-0000-7000-8000-00000000000a';
const serial = 'MF26004179';
const definition = {
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
      createdBy: 'Ada Bruni',
      appliances: [
        {
          serialNumber: serial,
          name: 'Abbattitore 1',
          model: 'MF Next L 45',
          laboratory: 'Kitchen',
          fit: { kind: 'ok' },
          now: null,
        },
      ],
      runs: [],
      may: { run: true, copy: true, edit: true, delete: true, restore: false, export: true },
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
  ...users,
  silent: true,
  body: z.strictObject({
    definition: unchecked,
    title: z.optional(line(recipeLimits.title.max)),
    description: z.optional(description()),
  }),
  reply: json(
    z.object({
      faults: z.array(told),
      advice: z.array(told),
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
  ...users,
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
  ...users,
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
    'Takes a Custom cycle out of the library; it can be brought back for 30 days, and its runs keep their version',
  method: 'DELETE',
  path: '/api/v1/appliance/recipes/{recipeId}',
  ...users,
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
  ...users,
  params: z.object({ recipeId: id('recipe') }),
  reply: coded(),
  errors: ['recipe_read_only', 'recipe_title_taken', 'recipe_full'],
  example: { params: { recipeId }, reply: { code: '200' } },
});

/** A draft is named by what it changes: the id of a cycle, or `new` and what the editor was opened with. */
const draftKey = z.object({ key: z.string().check(z.regex(/^[A-Za-z0-9:-]{1,80}$/)) });
const draftContent = z.record(z.string().check(z.maxLength(40)), z.unknown());
const draft = z.object({ baseVersion: z.nullable(z.int()), content: draftContent, at: z.int() });
const draftExample = { baseVersion: 3, content: { title: 'Ragù' }, at: 1_763_680_000_000 };

export const getRecipeDraft = call({
  id: 'recipes.draft',
  spec: 'S2.22 B3.6',
  summary: 'The caller’s own draft of a cycle; null: there is none',
  method: 'GET',
  path: '/api/v1/appliance/recipes/drafts/{key}',
  ...users,
  params: draftKey,
  reply: json(z.nullable(draft)),
  errors: [],
  example: { params: { key: recipeId }, reply: draftExample },
});

export const putRecipeDraft = call({
  id: 'recipes.keepDraft',
  spec: 'S2.22 B3.6',
  summary: 'Keeps a draft of a cycle for its author, for 30 days; of more than 20 the oldest goes',
  method: 'PUT',
  path: '/api/v1/appliance/recipes/drafts/{key}',
  ...users,
  silent: true,
  params: draftKey,
  body: z.strictObject({ baseVersion: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))), content: draftContent }),
  reply: coded(z.object({ at: z.int() })),
  errors: ['company_missing', 'recipe_draft_too_large'],
  spinner: 'hidden',
  example: {
    params: { key: recipeId },
    body: { baseVersion: 3, content: { title: 'Ragù' } },
    reply: { code: '200', body: { at: 1_763_680_000_000 } },
  },
});

export const deleteRecipeDraft = call({
  id: 'recipes.dropDraft',
  spec: 'S2.22',
  summary: 'Drops the caller’s own draft of a cycle',
  method: 'DELETE',
  path: '/api/v1/appliance/recipes/drafts/{key}',
  ...users,
  silent: true,
  params: draftKey,
  reply: coded(),
  errors: [],
  spinner: 'hidden',
  example: { params: { key: recipeId }, reply: { code: '200' } },
});

export const exportRecipes = call({
  id: 'recipes.export',
  spec: 'B3.6',
  summary: 'Cycles as a file (`/api/cycles.schema.json`)',
  method: 'POST',
  path: '/api/v1/appliance/recipes/export',
  ...users,
  body: z.strictObject({ ids: z.array(id('recipe')).check(z.minLength(1), z.maxLength(recipeLimits.recipes)) }),
  reply: blob('application/json'),
  errors: [],
  example: { body: { ids: [recipeId] } },
});

export const importRecipes = call({
  id: 'recipes.import',
  spec: 'B3.6',
  summary: 'Reads a file of cycles and keeps the chosen ones; with `dryRun` it only tells what is in the file',
  method: 'POST',
  path: '/api/v1/appliance/recipes/import',
  ...users,
  query: z.object({ dryRun: z.optional(z.boolean()) }),
  body: z.strictObject({
    /** The file's text; at most 1 MB. */
    text: z.string().check(z.maxLength(cycleFile_max)),
    /** Places of the cycles to keep, from 0; absent: all that are new. */
    chosen: z.optional(
      z.array(z.int().check(z.gte(0), z.lte(recipeLimits.recipes - 1))).check(z.maxLength(recipeLimits.recipes)),
    ),
  }),
  /** JSON escapes make a text longer. */
  body_bytes: 3 * 1024 * 1024,
  reply: json(
    z.object({
      rows: z.array(
        z.object({
          index: z.int(),
          title: z.string(),
          state: z.enum(['new', 'same', 'renamed', 'faulty']),
          /** The title it gets, or of the cycle that is the same. */
          as: z.nullable(z.string()),
          faults: z.array(told),
          /** Where it was kept. */
          id: z.nullable(z.string()),
        }),
      ),
      /** Fields that this version does not know. */
      unknownFields: z.int(),
    }),
  ),
  errors: ['company_missing', 'recipe_full', 'import_newer', 'import_unreadable'],
  example: {
    query: { dryRun: true },
    body: { text: '{"format":"brina.cycles","version":1,"exportedAt":"2026-11-27T09:00:00Z","cycles":[]}' },
    reply: { rows: [], unknownFields: 0 },
  },
});

export const runRecipe = call({
  id: 'recipes.run',
  spec: 'S1.6 S4.14 S8.21 B3.2 B3.3',
  summary: 'Starts a cycle of the library on an appliance; answers as a command that was sent',
  method: 'POST',
  path: '/api/v1/appliance/appliances/{id}/runs',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  body: z.strictObject({
    recipeId: id('recipe'),
    version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
    /** What the person says of this run: `load_kg`, `product`, `lot`, `readyAt`, `trays`, `repeat`. */
    args: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
  reply: coded(z.object({ id: z.string(), expiresAt: z.int(), adapted: z.boolean() })),
  errors: ['appliance_offline', 'not_compatible', 'command_unknown', 'command_invalid'],
  example: {
    params: { id: serial },
    body: { recipeId, version: 1, args: { load_kg: 12, product: 'Ragù', lot: 'L-24' } },
    reply: {
      code: '200',
      body: { id: '0198c0de-0000-7000-8000-0000000000c1', expiresAt: 1_763_680_060_000, adapted: false },
    },
  },
});

export const recipeCalls = [
  filterRecipes,
  checkRecipe,
  exportRecipes,
  importRecipes,
  getRecipeDraft,
  putRecipeDraft,
  deleteRecipeDraft,
  createRecipe,
  getRecipe,
  listRecipeVersions,
  updateRecipe,
  deleteRecipe,
  restoreRecipe,
  runRecipe,
] as const;
