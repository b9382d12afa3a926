import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPassportPath, passportPath } from '@brina/contract/calls/maker/passport';
import { serialNumber } from '@brina/contract/wire/ids';
import { filled } from '@brina/contract/wire/paths';
import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { countPages, pageWindow_ms, publicPolicy } from '#core/http/public-page.ts';
import { acceptedLocale } from '#core/http/wire-error.ts';
import { type Passport, passportOf } from './passport.queries.ts';
import { passportPage, refusalPage, stylesPath } from './passport-page.ts';

const styles = readFileSync(join(import.meta.dirname, 'passport.css'), 'utf8');

type Asked = { Params: { '*'?: string }; Querystring: { lang?: string } };

/** What a key of a Digital Link says, by its number and by its name (GS1 Digital Link 1.1, 4.3); a lot changes nothing here. */
const keys: Readonly<Record<string, 'gtin' | 'serial' | 'lot'>> = {
  '01': 'gtin',
  gtin: 'gtin',
  '10': 'lot',
  lot: 'lot',
  '21': 'serial',
  ser: 'serial',
};

/**
 * The product that an address asks for: keys and values in turns, in the order of the standard. Undefined for what is no such address.
 * A serial number may be typed in small letters.
 */
function linkOf(path: string): { gtin: string; serial?: string } | undefined {
  const parts = path.replace(/^\/|\/$/g, '').split('/');
  const named = parts.flatMap((part, at) => (at % 2 === 0 ? [[keys[part], parts[at + 1] ?? '']] : []));
  if (!['gtin', 'gtin lot', 'gtin serial', 'gtin lot serial'].includes(named.map(([key]) => key).join(' ')))
    return undefined;
  const { gtin = '', serial } = Object.fromEntries(named) as { gtin?: string; serial?: string };
  if (!/^\d{8,14}$/.test(gtin)) return undefined;
  if (serial === undefined) return { gtin };
  const upper = serial.toUpperCase();
  return serialNumber.test(upper) ? { gtin, serial: upper } : undefined;
}

/**
 * The public product passports by GS1 Digital Link, without login: `/01/{gtin}/21/{serial}` of one unit and `/01/{gtin}` of a model
 * (S7.26), with a lot between them or keys by name as well, in the reader's language. Nothing of it is anybody's: no person, no company, no place.
 * @param address of the portal, as people reach it
 */
export function servePassports(
  app: FastifyInstance,
  { db, clock, address }: { db: Database; clock: Clock; address: () => string },
): void {
  const isBusy = countPages(clock);
  const answer = async (request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> => {
    const { lang } = request.query;
    const locale = acceptedLocale(typeof lang === 'string' ? lang : request.headers['accept-language']);
    reply
      .header('vary', 'accept-language')
      .header('content-security-policy', publicPolicy)
      .type('text/html; charset=utf-8');
    if (isBusy(request.ip))
      return reply
        .code(429)
        .header('retry-after', pageWindow_ms / 1000)
        .send(refusalPage('busy', locale));
    const link = linkOf(`${request.routeOptions.url?.split('/')[1]}/${request.params['*'] ?? ''}`);
    const passport = link && (await db.read((tx) => passportOf(tx, link.gtin, link.serial)));
    if (!passport) return reply.code(404).send(refusalPage('unknown', locale));
    return reply.header('content-language', locale).send(pageOf(passport, locale, address()));
  };
  for (const key of ['01', 'gtin']) for (const path of [`/${key}`, `/${key}/*`]) app.get<Asked>(path, answer);
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

const pageOf = (passport: Passport, locale: Locale, address: string): string => {
  const { model, unit } = passport;
  const { gtin } = model;
  const path = unit ? filled(passportPath, { gtin, serial: unit.serialNumber }) : filled(modelPassportPath, { gtin });
  return passportPage(passport, locale, `${address}${path}`);
};
