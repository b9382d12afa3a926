/** Pages that are read without login and without the web app: product passports, records that are open to who inspects them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minute_ms } from '@brina/domain/language/durations';
import { buttonCode, endonym, htmlLang, type Locale, locales } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { escapeHtml } from '../mail/letter.ts';
import { networkOf } from '../network.ts';
import { publicPageMessages } from './public-page.messages.ts';
import { acceptedLocale } from './wire-error.ts';

const stylesPath = '/public.css';
const styles = readFileSync(join(import.meta.dirname, 'public-page.css'), 'utf8');

/** Scripts of the app’s own type; Japanese is in the type of the reader’s system, as in the app. */
const fonts = {
  latin: import.meta.resolve('@fontsource-variable/onest/files/onest-latin-wght-normal.woff2'),
  'latin-ext': import.meta.resolve('@fontsource-variable/onest/files/onest-latin-ext-wght-normal.woff2'),
  cyrillic: import.meta.resolve('@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2'),
};

/** Styles, type and the icon of the portal itself, and nothing else. */
export const publicPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The same for a page that has a form of its own. */
const publicFormPolicy = publicPolicy.replace("form-action 'none'", "form-action 'self'");

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

/** The mark of the portal; its name is no word of a language. */
export const brandMark = '<img src="/favicon.svg" alt="Brina" width="40" height="40">';

/** What a public page is made of; `head` and `body` are HTML. */
export type PublicPage = {
  locale: Locale;
  title: string;
  /** Where its own styles are served. */
  styles: string;
  head: string;
  body: string;
  /** What its address says besides the language, as a query. */
  query?: Readonly<Record<string, string>>;
  /** Where the other languages are, where that is not its own address: what a form was sent to is no page. */
  at?: string;
};

/** A page that needs neither script nor login, with the other languages below. */
export function publicPage({ locale, title, styles: own, head, body, query = {}, at = '' }: PublicPage): string {
  const languages = locales
    .map((one) => {
      const current = one === locale ? ' aria-current="true"' : '';
      const lang = htmlLang(one);
      const address = escapeHtml(`${at}?${new URLSearchParams({ ...query, lang: one })}`);
      return `<li><a href="${address}" lang="${lang}" hreflang="${lang}" title="${escapeHtml(endonym(one))}"${current}>${buttonCode(one)}</a></li>`;
    })
    .join('');
  return `<!doctype html>
<html lang="${htmlLang(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesPath}">
<link rel="stylesheet" href="${own}">
</head>
<body>
<main>
${body}
</main>
<nav aria-label="${escapeHtml(translate(publicPageMessages, locale, 'language'))}"><ul>${languages}</ul></nav>
</body>
</html>`;
}

/** What all public pages share. */
export function servePublicStyles(app: FastifyInstance): void {
  for (const [subset, file] of Object.entries(fonts)) {
    const font = readFileSync(new URL(file));
    app.get(`/public/${subset}.woff2`, async (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
    );
  }
  app.get(stylesPath, async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));
}

/** Public pages that one network may open a minute: a person with a pallet of labels, not who collects the fleet. */
const pages_max = 60;
export const pageWindow_ms = minute_ms;
/** Networks that are counted at once; beyond, all share one count, so that many addresses cost no memory. */
const networks_max = 10_000;

/** Whether a network has had its pages of this minute; counts one. */
export function countPages(clock: Clock): (address: string) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return (address) => {
    const now = Math.floor(clock.now() / pageWindow_ms);
    if (now !== minute) [minute, counts] = [now, new Map()];
    const network = networkOf(address);
    const key = counts.has(network) || counts.size < networks_max ? network : '';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > pages_max;
  };
}
