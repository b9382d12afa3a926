import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { htmlLang, type Locale, locales } from '@brina/domain/language/locales';
import { countries } from '@brina/domain/people/countries';
import { legalDocuments, legalPath, legalVersions } from '@brina/domain/people/legal';

const root = join(import.meta.dirname, '../../public');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const accessibilityPath = (locale: Locale): string => `/html/accessibility_${locale}.html`;
const documents = [
  { name: 'accessibility', path: accessibilityPath, date: '2026' },
  ...legalDocuments.map((name) => ({
    name,
    path: (locale: Locale) => legalPath(name, locale),
    date: legalVersions[name],
  })),
];

/** What stands in each element of a kind, as it is read. */
const texts = (html: string, tag: string): string[] =>
  Array.from(html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, inner = '']) =>
    inner
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
const blocks = (html: string): string[] => ['h1', 'h2', 'p', 'li'].flatMap((tag) => texts(html, tag));

describe('files beside the app', () => {
  it('S7.16 the list of countries is the one the portal knows', () => {
    assert.deepEqual(JSON.parse(read('countries.json')), countries);
  });

  it('S2.37 S3.21 each document is there in each language, and no other', () => {
    const wanted = documents.flatMap(({ path }) => locales.map(path)).sort();
    const present = globSync('html/**/*.html', { cwd: root }).map((file) => `/${file}`);
    assert.deepEqual(present.sort(), wanted);
    assert.equal(wanted.length, 36);
  });

  for (const { name, path, date } of documents) {
    for (const locale of locales) {
      it(`S2.37 S3.21 ${name} in ${locale}: its language, one title, its date, and nothing that runs or is fetched`, () => {
        const html = read(path(locale));
        assert.match(html, new RegExp(`^<!doctype html>\n<html lang="${htmlLang(locale)}">`));
        assert.match(html, /<meta charset="utf-8">/);
        assert.match(html, /<main>.*<\/main>/s);
        assert.deepEqual(texts(html, 'h1'), texts(html, 'title'));
        assert.equal(texts(html, 'h1').length, 1);
        assert.ok(blocks(html).some((text) => text.includes(date)));
        assert.doesNotMatch(html, /<(script|style|link|img|iframe|object|form)|\son\w+\s*=|javascript:|https?:/i);
        assert.ok(blocks(html).every((text) => text !== ''));
        assert.doesNotMatch(blocks(html).join('\n'), /["']|\.\.\.| - /, 'typewriter punctuation');
      });

      it(`S1.1 ${name} in ${locale} says as much as in English, in its own words`, () => {
        const [html, english] = [read(path(locale)), read(path('en'))];
        if (!locale.startsWith('en')) {
          for (const tag of ['h1', 'h2', 'p', 'li'])
            assert.equal(texts(html, tag).length, texts(english, tag).length, `${tag} in ${locale}`);
          assert.deepEqual(
            blocks(html).filter((text) => blocks(english).includes(text)),
            [],
          );
        }
        const script = { ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, ru: /\p{Script=Cyrillic}/u };
        const ofLocale = locale === 'ja' || locale === 'ru' ? script[locale] : /\p{Script=Latin}/u;
        assert.ok(blocks(html).every((text) => ofLocale.test(text)));
      });
    }
  }
});
