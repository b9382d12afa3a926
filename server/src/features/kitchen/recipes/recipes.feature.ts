import { recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { draftHandlers } from './drafts.calls.ts';
import { isUnnamed } from './named.ts';
import { pinHandlers } from './pins.calls.ts';
import { recipeHandlers } from './recipes.calls.ts';
import { runHandlers } from './run.calls.ts';
import { savingHandlers } from './save.calls.ts';
import { transferHandlers } from './transfer.calls.ts';
import { countUses, noteUses } from './usage.jobs.ts';

/** The cycle library of companies. */
export const recipes = feature({
  calls: (parts) => [
    ...recipeHandlers,
    ...savingHandlers,
    ...draftHandlers,
    ...pinHandlers,
    ...transferHandlers,
    ...runHandlers(parts),
  ],
  steps: () => [{ name: 'recipe uses', after: ['runs'], run: noteUses }],
  rounds: (parts) => [{ name: 'recipe uses', every_ms: 10_000, run: () => countUses(parts) }],
  keeps: {
    recipe: {
      by: 'deleted_at',
      since: days(recipeLimits.deleted_days),
      only: isUnnamed,
      why: 'a deleted cycle can be brought back for a month; one that ran explains its runs',
    },
    recipe_version: { until: 'its cycle goes, or so many came after it that it is kept only where something names it' },
    recipe_laboratory: { until: 'its cycle or the kitchen goes' },
    recipe_draft: { by: 'at', since: days(recipeLimits.draft_days), why: 'who comes back within a month goes on' },
    recipe_pin: { until: 'its person takes it off or leaves the company' },
    recipe_usage: { until: 'its company goes' },
    recipe_usage_due: { until: 'the round has counted it' },
  },
  persons: {
    recipe: [
      {
        columns: ['created_by', 'edited_by'],
        whose: ({ userId }) => sql`${userId} in (created_by, edited_by)`,
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the company’s; who wrote it is a pseudonym, told as nobody' },
      },
      {
        columns: ['title', 'title_key', 'description', 'texts'],
        copy: { not: 'the company’s' },
        erase: { stay: 'the company’s, and its other people’s' },
        lastPerson: { by: 'company_id', rows: 'go' },
      },
      { columns: ['language', 'family', 'package', 'hash', 'icon', 'sector'], nobody: 'what a machine does' },
    ],
    recipe_version: [
      {
        columns: ['by_user'],
        whose: withUserId('by_user'),
        copy: { not: 'activity.json tells of it' },
        erase: { stay: 'the company’s; who wrote it is a pseudonym, told as nobody' },
      },
      { columns: ['recipe_id', 'definition', 'hash', 'title', 'cause'], nobody: 'what a machine did' },
    ],
    recipe_laboratory: [
      { columns: ['recipe_id', 'laboratory_id'], copy: { not: 'the company’s' }, erase: { goWith: 'laboratory' } },
    ],
    recipe_draft: [
      {
        columns: ['user_id', 'key', 'content'],
        whose: withUserId('user_id'),
        copy: {
          file: 'drafts',
          read: (db, { userId }) =>
            db
              .selectFrom('recipe_draft')
              .select(['at', 'key', 'content'])
              .where('user_id', '=', userId)
              .orderBy('at')
              .execute(),
        },
        erase: 'go',
        leave: {
          by: (id) => sql`(user_id, company_id) in (select user_id, company_id from membership where id = ${id})`,
          rows: 'go',
        },
      },
    ],
    recipe_pin: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: {
          file: 'pins',
          read: (db, { userId }) =>
            db.selectFrom('recipe_pin').select(['at', 'number']).where('user_id', '=', userId).orderBy('at').execute(),
        },
        erase: 'go',
        leave: {
          by: (id) => sql`(user_id, company_id) in (select user_id, company_id from membership where id = ${id})`,
          rows: 'go',
        },
      },
    ],
    recipe_usage: { nobody: 'how often a company made what' },
  },
});
