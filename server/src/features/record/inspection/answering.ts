import type { Locale } from '@brina/domain/language/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageWindow_ms, publicFormPolicy } from '#core/http/public-page.ts';
import { acceptedLocale } from '#core/http/wire-error.ts';
import { refusalPage, type Why } from './link-pages.ts';

/** The language that an address names, or that the browser prefers. */
export function localeOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const { lang } = query as { lang?: unknown };
  return acceptedLocale(typeof lang === 'string' ? lang : headers['accept-language']);
}

/** Says of a page that nothing of it stays where somebody else finds it. */
export const asPage = (reply: FastifyReply, locale: Locale): FastifyReply =>
  reply
    .header('vary', 'accept-language')
    .header('cache-control', 'no-store')
    .header('content-security-policy', publicFormPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('content-language', locale)
    .type('text/html; charset=utf-8');

const status: Record<Why, number> = { unknown: 404, noRecord: 404, ended: 410, busy: 429 };

export function refused(reply: FastifyReply, why: Why, locale: Locale): FastifyReply {
  if (why === 'busy') reply.header('retry-after', pageWindow_ms / 1000);
  return reply.code(status[why]).send(refusalPage(why, locale));
}
