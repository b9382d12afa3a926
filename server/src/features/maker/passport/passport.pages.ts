import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPassportPath, passportPath } from '@brina/contract/calls/maker/passport';
import { serialNumber } from '@brina/contract/wire/ids';
import { filled } from '@brina/contract/wire/paths';
import { minute_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { acceptedLocale } from '#core/http/wire-error.ts';
import { networkKey } from '#identity/attempts.ts';
import { type Passport, passportOf } from './passport.queries.ts';
import { passportPage, refusalPage, stylesPath } from './passport-page.ts';

/** Pages that one network may open a minute: a person with a pallet of labels, not who collects the fleet. */
const pages_max = 60;
const window_ms = minute_ms;
/** Networks that are counted at once; beyond, all share one count, so that many addresses cost no memory. */
const networks_max = 10_000;

const styles = readFileSync(join(import.meta.dirname, 'passport.css'), 'utf8');

/** Scripts of the app’s own type; Japanese is in the type of the reader’s system, as in the app. */
const fonts = {
  latin: import.meta.resolve('@fontsource-variable/onest/files/onest-latin-wght-normal.woff2'),
  'latin-ext': import.meta.resolve('@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2'),
  cyrillic: import.meta.resolve('@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2'),
};

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
    reply.header('vary', 'accept-language').header('content-security-policy', policy).type('text/html; charset=utf-8');
    if (isBusy(request.ip))
      return reply
        .code(429)
        .header('retry-after', window_ms / 1000)
        .send(refusalPage('busy', locale));
    const link = linkOf(`${request.routeOptions.url?.split('/')[1]}/${request.params['*'] ?? ''}`);
    const passport = link && (await db.read((tx) => passportOf(tx, link.gtin, link.serial)));
    if (!passport) return reply.code(404).send(refusalPage('unknown', locale));
    return reply.header('content-language', locale).send(pageOf(passport, locale, address()));
  };
  for (const key of ['01', 'gtin']) for (const path of [`/${key}`, `/${key}/*`]) app.get<Asked>(path, answer);
  for (const [subset, file] of Object.entries(fonts)) {
    const font = readFileSync(new URL(file));
    app.get(`/passport/${subset}.woff2`, async (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
    );
  }
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

/** Styles, type and the icon of the portal itself, and nothing else. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageOf = (passport: Passport, locale: Locale, address: string): string => {
  const { model, unit } = passport;
  const { gtin } = model;
  const path = unit ? filled(passportPath, { gtin, serial: unit.serialNumber }) : filled(modelPassportPath, { gtin });
  return passportPage(passport, locale, `${address}${path}`);
};

/** Whether a network has had its pages of this minute; counts one. */
function countPages(clock: Clock): (address: string) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (address) => {
    const now = Math.floor(clock.now() / window_ms);
    if (now !== minute) [minute, counts] = [now, new Map()];
    const network = networkKey(address);
    const key = counts.has(network) || counts.size < networks_max ? network : '';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > pages_max;
  };
}
