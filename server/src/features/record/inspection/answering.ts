import type { Locale } from '@brina/domain/language/locales';
import type { FastifyReply } from 'fastify';
import { pageWindow_ms } from '#core/http/public-page.ts';
import { refusalPage, type Why } from './link-pages.ts';

const status: Record<Why, number> = { unknown: 404, noRecord: 404, ended: 410, busy: 429, enough: 429 };

export function refused(reply: FastifyReply, why: Why, locale: Locale): FastifyReply {
  if (why === 'busy') reply.header('retry-after', pageWindow_ms / 1000);
  return reply.code(status[why]).send(refusalPage(why, locale));
}
