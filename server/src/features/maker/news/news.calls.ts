import {
  createNews,
  deleteNews,
  type EditedNews,
  hideNews,
  listEditedNews,
  listNews,
  type NewsBody,
  type ShownNews,
  updateNews,
} from '@brina/contract/calls/maker/news';
import { defaultLocale, wireLocale } from '@brina/domain/language/locales';
import type { Role } from '@brina/domain/people/roles';
import { type Selectable, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { NewsTable } from '#core/db/tables/portal.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';

/** Announcements that somebody is to read now: for its role, in their time, and not put away. */
function shownTo(db: Db, caller: Caller, now: number) {
  // An invited person acts as USER and reads what is for customers, and what is for its own role within them.
  const readAs = [caller.role, ...(caller.member ? [caller.member.role] : [])];
  return db
    .selectFrom('news')
    .where(sql<boolean>`roles && ${readAs}::text[]`)
    .where('from_at', '<=', timestamp(now))
    .where('to_at', '>', timestamp(now))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('news_hidden')
            .select('news_id')
            .whereRef('news_id', '=', 'news.id')
            .where('user_id', '=', caller.userId),
        ),
      ),
    );
}

const list = handle(listNews, async ({ db, caller, clock }) => {
  const rows = await shownTo(db, caller, clock.now())
    .selectAll()
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => presentNews(row, wireLocale(caller.locale)));
});

const hide = handle(hideNews, async ({ db, caller, clock, body, audit }) => {
  const shown = await shownTo(db, caller, clock.now()).select('id').where('id', '=', anyOf(body.ids)).execute();
  if (shown.length > 0) {
    await db
      .insertInto('news_hidden')
      .values(shown.map(({ id }) => ({ user_id: caller.userId, news_id: id })))
      .onConflict((on) => on.doNothing())
      .execute();
    for (const { id } of shown) await audit('news.hide', id);
  }
  return { code: '200' } as const;
});

const listEdited = handle(listEditedNews, async ({ db }) => {
  const rows = await db.selectFrom('news').selectAll().orderBy('from_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(edited);
});

const create = handle(createNews, async ({ db, caller, body, clock, audit }) => {
  const id = newId(clock.now());
  await db
    .insertInto('news')
    .values({ id, ...columnsOf(body), created_by: caller.userId, created_at: timestamp(clock.now()) })
    .execute();
  await audit('news.create', id);
  return { ...body, id };
});

const update = handle(updateNews, async ({ db, params, body, audit }) => {
  const { numUpdatedRows } = await db
    .updateTable('news')
    .set(columnsOf(body))
    .where('id', '=', params.id)
    .executeTakeFirst();
  // Removed by another request in the meantime.
  if (numUpdatedRows === 0n) refuse('not_found', 404);
  await audit('news.update', params.id);
  return { ...body, id: params.id };
});

const remove = handle(deleteNews, async ({ db, params, audit }) => {
  await db.deleteFrom('news').where('id', '=', params.id).execute();
  await audit('news.delete', params.id);
  return { code: '200' } as const;
});

export const newsHandlers = [list, hide, listEdited, create, update, remove];

/** What is stored of an announcement; refuses one that ends before it begins or has a language twice. */
function columnsOf({ texts, roles, from, to }: NewsBody) {
  const languages = new Set(texts.map(({ language }) => language));
  if (to <= from || languages.size < texts.length) refuse('news_invalid', 422);
  return { texts: jsonb(texts), roles, from_at: timestamp(from), to_at: timestamp(to) };
}

const textsOf = (row: Selectable<NewsTable>) => row.texts as NewsBody['texts'];

const edited = (row: Selectable<NewsTable>): EditedNews => ({
  id: row.id,
  texts: textsOf(row),
  roles: row.roles as Role[],
  from: row.from_at,
  to: row.to_at,
});

/** In the reader's language, or in English, or in the first there is. */
function presentNews(row: Selectable<NewsTable>, language: string): ShownNews {
  const texts = textsOf(row);
  const text =
    texts.find((one) => one.language === language) ??
    texts.find((one) => one.language === wireLocale(defaultLocale)) ??
    texts[0];
  if (!text) throw new Error(`the announcement ${row.id} has no text`);
  return { id: row.id, ...text };
}
