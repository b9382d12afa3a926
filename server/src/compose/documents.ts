import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { day_ms } from '@brina/domain/language/durations';
import { defaultLocale, htmlLang, locales } from '@brina/domain/language/locales';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#core/clock.ts';
import { escapeHtml } from '#core/mail/letter.ts';
import { type Operator, operatorPlaces, operatorWords } from '#core/operator.ts';

/** A finder asks again whether `security.txt` still holds; RFC 9116 (2.5.5) advises less than a year. */
const securityTxt_ms = 180 * day_ms;

/**
 * Serves the documents that people read and accept, as files of the web app with the operator of this installation in them (S3.21, S2.37;
 * GDPR art. 13), and `/.well-known/security.txt` (RFC 9116).
 * @param dist folder of the built web app; without one there are no documents
 */
export async function serveDocuments(
  app: FastifyInstance,
  dist: string,
  { operator, publicUrl, clock }: { operator: Operator; publicUrl: string | null; clock: Clock },
): Promise<void> {
  for (const file of globSync('html/**/*.html', { cwd: dist })) {
    const html = filled(await readFile(join(dist, file), 'utf8'), operator);
    app.get(`/${file}`, async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
  if (operator.security === null) return;
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${operator.security}`,
          `Expires: ${new Date(clock.now() + securityTxt_ms).toISOString()}`,
          `Preferred-Languages: ${locales.map(htmlLang).join(', ')}`,
          ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
          '',
        ].join('\n'),
      ),
  );
}

/** Looks of a document, a file of the web app. */
const looks = '/html/document.css';

/** A document with the operator in its places, in the language it says it is in, and with looks of its own where no app shows it. */
function filled(html: string, operator: Operator): string {
  const lang = /<html lang="([^"]+)">/.exec(html)?.[1];
  const words = operatorWords(operator, locales.find((locale) => htmlLang(locale) === lang) ?? defaultLocale);
  const dressed = html.replace('</head>', `<link rel="stylesheet" href="${looks}"></head>`);
  return operatorPlaces.reduce((text, place) => text.replaceAll(`{${place}}`, () => written(words[place])), dressed);
}

/** A word of the operator as HTML; a mailbox is a link. */
const written = (word: string): string =>
  /^\S+@\S+$/.test(word) ? `<a href="mailto:${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word);
