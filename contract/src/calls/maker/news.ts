import { locales } from '@brina/domain/language/locales';
import { roles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { language, line, paragraph } from '../../wire/values.ts';

/** An announcement in one language; shown as plain text, never as markup. */
const words = { language: language(), title: line(120, 1), body: paragraph(2000) };

/** An announcement as its author edits it: words in at least one language, for some roles, between two moments. */
export const newsBody = z.strictObject({
  texts: z.array(z.strictObject(words)).check(z.minLength(1), z.maxLength(locales.length)),
  /** Whom it is for. */
  roles: z.array(z.enum(roles)).check(z.minLength(1), z.maxLength(roles.length)),
  /** From this moment, epoch ms. */
  from: z.int().check(z.minimum(0)),
  /** Before this moment, epoch ms. */
  to: z.int().check(z.minimum(0)),
});
export type NewsBody = z.output<typeof newsBody>;

export const editedNews = z.object({ ...newsBody.shape, id: z.string() });
export type EditedNews = z.output<typeof editedNews>;

/** An announcement as its reader sees it: in its language, or in English, or in the first there is. */
export const shownNews = z.object({ id: z.string(), language: z.string(), title: z.string(), body: z.string() });
export type ShownNews = z.output<typeof shownNews>;

const newsId = '0198c0de-0000-7000-8000-0000000000a7';
const body: NewsBody = {
  texts: [{ language: 'en_GB', title: 'Firmware 2.5 is here', body: 'It shortens the defrost of large cabinets.' }],
  roles: ['USER', 'SERVICE'],
  from: 1_763_680_000_000,
  to: 1_766_272_000_000,
};

export const listNews = call({
  id: 'news.list',
  spec: 'S2.36 S7.35',
  summary: 'Announcements for the caller’s role now that it has not put away, in its language, the latest first',
  method: 'GET',
  path: '/api/v1/account/news',
  roles: 'any',
  reply: json(z.array(shownNews)),
  errors: [],
  example: {
    reply: [
      {
        id: newsId,
        language: 'en_GB',
        title: 'Firmware 2.5 is here',
        body: 'It shortens the defrost of large cabinets.',
      },
    ],
  },
});

/** So many announcements can be put away at once. */
const ids_max = 100;

export const hideNews = call({
  id: 'news.hide',
  spec: 'S2.36 S7.35',
  summary: 'The caller does not want to see these announcements again. What is not for it changes nothing',
  method: 'POST',
  path: '/api/v1/account/news/hide',
  roles: 'any',
  body: z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(ids_max)) }),
  reply: coded(),
  errors: [],
  example: { body: { ids: [newsId] }, reply: { code: '200' } },
});

export const listEditedNews = call({
  id: 'news.listEdited',
  spec: 'S2.36 S7.35',
  summary: 'Every announcement as its author edits it, the latest first',
  method: 'GET',
  path: '/api/v1/account/factory/news',
  roles: ['SUPERFACTORY'],
  reply: json(z.array(editedNews)),
  errors: [],
  example: { reply: [{ ...body, id: newsId }] },
});

export const createNews = call({
  id: 'news.create',
  spec: 'S2.36 S7.35',
  summary: 'Writes an announcement',
  method: 'POST',
  path: '/api/v1/account/factory/news',
  roles: ['SUPERFACTORY'],
  body: newsBody,
  reply: json(editedNews),
  errors: ['news_invalid'],
  example: { body, reply: { ...body, id: newsId } },
});

export const updateNews = call({
  id: 'news.update',
  spec: 'S2.36 S7.35',
  summary: 'Changes an announcement',
  method: 'PUT',
  path: '/api/v1/account/factory/news/{id}',
  roles: ['SUPERFACTORY'],
  params: z.object({ id: id('news') }),
  body: newsBody,
  echoes: { of: listEditedNews, among: { param: 'id', field: 'id' } },
  reply: json(editedNews),
  errors: ['news_invalid'],
  example: { params: { id: newsId }, body, reply: { ...body, id: newsId } },
});

export const deleteNews = call({
  id: 'news.delete',
  spec: 'S2.36 S7.35',
  summary: 'Removes an announcement',
  method: 'DELETE',
  path: '/api/v1/account/factory/news/{id}',
  roles: ['SUPERFACTORY'],
  params: z.object({ id: id('news') }),
  reply: coded(),
  errors: [],
  example: { params: { id: newsId }, reply: { code: '200' } },
});

export const newsCalls = [listNews, hideNews, listEditedNews, createNews, updateNews, deleteNews] as const;
