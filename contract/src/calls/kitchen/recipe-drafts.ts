import { day_ms } from '@brina/domain/language/durations';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { recipeAuthors } from './recipes.ts';

/** What somebody has written of a cycle and not saved yet (S2.22, B3.6): nobody else sees it. */

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';

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
  ...recipeAuthors,
  params: draftKey,
  reply: json(z.nullable(draft)),
  errors: [],
  example: { params: { key: recipeId }, reply: draftExample },
});

export const putRecipeDraft = call({
  id: 'recipes.keepDraft',
  spec: 'S2.22 B3.6',
  summary:
    'Keeps a draft of a cycle for its author, for 30 days; of more than 20 the oldest goes, and one that was written later stays',
  method: 'PUT',
  path: '/api/v1/appliance/recipes/drafts/{key}',
  ...recipeAuthors,
  silent: true,
  params: draftKey,
  body: z.strictObject({
    baseVersion: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
    content: draftContent,
    /** How long ago it was written, ms; absent: now. It waited where the portal was not to be reached. */
    age_ms: z.optional(z.int().check(z.gte(0), z.lte(recipeLimits.draft_days * day_ms))),
  }),
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
  ...recipeAuthors,
  silent: true,
  params: draftKey,
  reply: coded(),
  errors: [],
  spinner: 'hidden',
  example: { params: { key: recipeId }, reply: { code: '200' } },
});

export const recipeDraftCalls = [getRecipeDraft, putRecipeDraft, deleteRecipeDraft] as const;
