import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Locale, locales, wireLocale } from '@brina/domain/language/locales';

it('S2.36 S1.1 an announcement may be written in every language that is offered, however many there are', async () => {
  const offered = locales as Locale[];
  const [first = 'en'] = offered;
  offered.push(first);
  try {
    // A copy of its own, which counts the languages anew.
    const { newsBody } = (await import(`${import.meta.resolve('./news.ts')}?more`)) as typeof import('./news.ts');
    const texts = offered.map((locale) => ({ language: wireLocale(locale), title: 'New', body: 'It is new.' }));
    const written = (count: number) =>
      newsBody.safeParse({ texts: texts.slice(0, count), roles: ['USER'], from: 0, to: 1 }).success;
    assert.ok(written(offered.length));
    texts.push(...texts);
    assert.ok(!written(offered.length + 1));
  } finally {
    offered.pop();
  }
});
