import { deleteRecipeDraft, getRecipeDraft, putRecipeDraft } from '@brina/contract/calls/kitchen/recipe-drafts';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';

/** A draft holds the words of nine languages besides the definition. */
const draft_bytes_max = 2 * recipeLimits.definition_bytes + 9 * 2_500;

const ownDraft = (db: Db, caller: Caller, key: string) =>
  db
    .selectFrom('recipe_draft')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('company_id', '=', caller.companyId)
    .where('key', '=', key);

const get = handle(getRecipeDraft, async ({ db, caller, params }) => {
  const found = await ownDraft(db, caller, params.key).executeTakeFirst();
  if (!found) return null;
  return { baseVersion: found.base_version, content: found.content as Record<string, unknown>, at: found.at };
});

const put = handle(putRecipeDraft, async ({ db, caller, params, body, clock }) => {
  if (caller.companyId === null) refuse('company_missing', 422);
  if (Buffer.byteLength(JSON.stringify(body.content)) > draft_bytes_max) refuse('recipe_draft_too_large', 422);
  const at = clock.now() - (body.age_ms ?? 0);
  const content = { base_version: body.baseVersion, content: jsonb(body.content), at: timestamp(at) };
  await db
    .insertInto('recipe_draft')
    .values({ user_id: caller.userId, company_id: caller.companyId, key: params.key, ...content })
    // What waited on another device does not take the place of what was written since.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'company_id', 'key'])
        .doUpdateSet(content)
        .where('recipe_draft.at', '<=', timestamp(at)),
    )
    .execute();
  await sql`
    delete from recipe_draft d using (
      select user_id, company_id, key, row_number() over (order by at desc, key) as nth
      from recipe_draft where user_id = ${caller.userId}) old
    where d.user_id = old.user_id and d.company_id = old.company_id and d.key = old.key
      and old.nth > ${recipeLimits.drafts}`.execute(db);
  return { code: '200', body: { at } } as const;
});

const drop = handle(deleteRecipeDraft, async ({ db, caller, params }) => {
  await db
    .deleteFrom('recipe_draft')
    .where('user_id', '=', caller.userId)
    .where('company_id', '=', caller.companyId)
    .where('key', '=', params.key)
    .execute();
  return { code: '200' } as const;
});

/** What the editor keeps by itself, for its author alone. */
export const draftHandlers = [get, put, drop];
