import { recipeLimits } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { blob, call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { recipeAuthors, toldOfDefinition } from './recipes.ts';

/** Cycles as a file that another company can read (B3.6). */

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';

export const exportRecipes = call({
  id: 'recipes.export',
  spec: 'B3.6',
  summary: 'Cycles as a file (`/api/cycles.schema.json`)',
  method: 'POST',
  path: '/api/v1/appliance/recipes/export',
  ...recipeAuthors,
  asks: true,
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
  ...recipeAuthors,
  asks: { where: 'dryRun' },
  query: z.object({ dryRun: z.optional(z.boolean()) }),
  body: z.strictObject({
    /** The file's text; at most 1 MB. */
    text: z.string().check(z.maxLength(recipeLimits.file)),
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
          faults: z.array(toldOfDefinition),
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

export const recipeFileCalls = [exportRecipes, importRecipes] as const;
