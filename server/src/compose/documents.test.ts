import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { locales } from '@brina/domain/language/locales';
import { legalDocuments, legalPath } from '@brina/domain/people/legal';
import Fastify from 'fastify';

import type { Operator } from '#core/operator.ts';
import { stillClock } from '#core/testing/test-clock.ts';

import { serveDocuments } from './documents.ts';

/** Where the documents lie before they are built into the web app, byte for byte. */
const written = join(import.meta.dirname, '../../../web/public');

const nobody: Operator = { name: null, address: null, contact: null, privacy: null, security: null };
const operator: Operator = {
  name: 'Freddo <Portale> & Figli',
  address: 'Via delle Cucine 12, 31100 Treviso',
  contact: 'portal@freddo.example',
  privacy: 'privacy@freddo.example',
  security: 'security@freddo.example',
};
const name = 'Freddo &#60;Portale&#62; &#38; Figli';
const mailTo = (mailbox: string | null): string => `<a href="mailto:${mailbox}">${mailbox}</a>`;

async function reader(of: Operator) {
  const app = Fastify();
  await serveDocuments(app, written, { operator: of, publicUrl: 'https://portal.example', clock: stillClock() });
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject(url);
    return { status: statusCode, text: body.replace(/\s+/g, ' '), body, type: headers['content-type'] };
  };
}

describe('documents', async () => {
  const [read, readUnnamed] = [await reader(operator), await reader(nobody)];
  const documents = locales.flatMap((locale) => [
    { locale, path: `/html/accessibility_${locale}.html`, places: ['address', 'contact'] },
    ...legalDocuments.map((document) => ({
      locale,
      path: legalPath(document, locale),
      places: { privacy: ['address', 'privacy'], terms: ['address', 'contact'], marketing: ['privacy'] }[document],
    })),
  ]);

  for (const { locale, path, places } of documents)
    it(`S3.21 S2.37 ${path} names who runs this portal and how to reach it, or says that it is not stated`, async () => {
      const { status, text, type } = await read(path);
      assert.deepEqual([status, type], [200, 'text/html; charset=utf-8']);
      assert.ok(text.includes(name), `${path} names nobody`);
      // Opened by itself it is legible, by a file that the web app has.
      const [, looks = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
      assert.ok(looks !== '' && existsSync(join(written, looks)), `${path} has no looks`);
      for (const place of places)
        assert.ok(
          text.includes(place === 'address' ? (operator.address ?? '') : mailTo(operator[place as 'contact'])),
          place,
        );
      const unnamed = (await readUnnamed(path)).text;
      const gaps = unnamed.match(/[[［][^\]］]+[\]］]/g) ?? [];
      assert.ok(gaps.length >= places.length + 1);
      if (locale !== 'en' && locale !== 'en-US') assert.doesNotMatch(gaps.join(), /stated/);
      for (const shown of [text, unnamed]) assert.doesNotMatch(shown, /\{\w+\}|\b(undefined|null)\b/);
    });

  it('S3.21 who has no mailbox for data protection is written to where questions go', async () => {
    const readOne = await reader({ ...operator, privacy: null });
    assert.ok((await readOne(legalPath('privacy', 'en'))).text.includes(mailTo(operator.contact)));
  });

  it('B10.3 who finds a hole is told whom to write to (RFC 9116)', async () => {
    const { status, body } = await read('/.well-known/security.txt');
    assert.equal(status, 200);
    assert.match(
      body,
      /^Contact: mailto:security@freddo\.example\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\nPreferred-Languages: en-GB, /,
    );
    assert.match(body, /\nCanonical: https:\/\/portal\.example\/\.well-known\/security\.txt\n$/);
    assert.equal((await readUnnamed('/.well-known/security.txt')).status, 404);
  });
});
