import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Language } from './locales.ts';
import { checkMessages, format, type Messages, messages, type Text, translate } from './messages.ts';
import type { Measurement } from './units.ts';

const sound = {
  it: { one: '{n} apparecchio', other: '{n} apparecchi' },
  ru: { one: '{n} аппарат', few: '{n} аппарата', many: '{n} аппаратов', other: '{n} аппарата' },
  es: { one: '{n} equipo', other: '{n} equipos' },
  du: { one: '{n} apparaat', other: '{n} apparaten' },
  fr: { one: '{n} appareil', other: '{n} appareils' },
  de: { one: '{n} Gerät', other: '{n} Geräte' },
  ja: { other: '機器{n}台' },
};
const plain = {
  it: 'Laboratorio di {name}',
  ru: 'Кухня: {name}',
  es: 'Cocina de {name}',
  du: 'Keuken van {name}',
  fr: 'Laboratoire : {name}',
  de: 'Küche von {name}',
  ja: '{name}の厨房',
};
const model = {
  it: 'Modello',
  ru: 'Модель',
  es: 'Modelo',
  du: '=',
  fr: 'Modèle',
  de: 'Modell',
  ja: '型式',
};
const sample = messages(
  'test/sample',
  {
    appliances: { one: '{n} appliance', other: '{n} appliances' },
    kitchen: { en: 'Kitchen of {name}', note: 'heading of a list' },
    model: 'Model',
  },
  { appliances: { '1a': sound }, kitchen: { '2b': plain }, model: { '3c': model } },
);

type Change = Readonly<Record<string, Text>>;
const faultsWith = (change: Change): string[] =>
  checkMessages(messages('test', { key: 'Kitchen of {name}' }, { key: { '2b': { ...plain, ...change } } }));
const pluralFaultsWith = (change: Change): string[] =>
  checkMessages(
    messages(
      'test',
      { key: { one: '{n} appliance', other: '{n} appliances' } },
      { key: { '1a': { ...sound, ...change } } },
    ),
  );

describe('messages', () => {
  it('plural forms follow the language: 0, 1, 2, 5, 21 and 1.5', () => {
    const shown = (locale: 'en' | 'fr' | 'ru' | 'ja'): string[] =>
      [0, 1, 2, 5, 21, 1.5].map((n) => translate(sample, locale, 'appliances', { n }));
    assert.deepEqual(shown('en').slice(0, 3), ['0 appliances', '1 appliance', '2 appliances']);
    assert.deepEqual(shown('fr').slice(0, 3), ['0 appareil', '1 appareil', '2 appareils']);
    assert.deepEqual(shown('ru'), [
      '0 аппаратов',
      '1 аппарат',
      '2 аппарата',
      '5 аппаратов',
      '21 аппарат',
      '1,5 аппарата',
    ]);
    assert.equal(shown('ja')[3], '機器5台');
  });

  it('American English inherits British English, Dutch numbers are Dutch', () => {
    assert.equal(translate(sample, 'en-US', 'kitchen', { name: 'Anna' }), 'Kitchen of Anna');
    assert.equal(translate(sample, 'du', 'appliances', { n: 1234.5 }), '1.234,5 apparaten');
  });

  it('French gets its no-break spaces, and a value is never rewritten', () => {
    assert.equal(translate(sample, 'fr', 'kitchen', { name: 'A ; B' }), 'Laboratoire\u00a0: A ; B');
    assert.equal(format('Prêt ? « oui »', 'fr'), 'Prêt\u202f? «\u00a0oui\u00a0»');
  });

  it('S1.2 S9.3 a quantity in a text is in the units of who reads it, with as many decimals as it needs', () => {
    const shown = (text: string, language: Language, measurement: Measurement): string =>
      format(text, language, {}, measurement);
    assert.equal(shown('To [3 Cel] ± [0.5 K]', 'en', 'metric'), 'To 3°C ± 0.5°C');
    assert.equal(shown('To [3 Cel] ± [0.5 K]', 'en-US', 'imperial'), 'To 37.4°F ± 0.9°F');
    assert.equal(shown('[−20 Cel]', 'de', 'metric'), '−20\u00a0°C');
    assert.equal(shown('[−20 Cel]', 'de', 'imperial'), '−4\u00a0°F');
    assert.equal(shown('([3–4 bar])', 'ru', 'metric'), '(3–4\u00a0бар)');
    assert.equal(shown('([3–4 bar])', 'en-US', 'imperial'), '(44–58\u00a0psi)');
    assert.equal(shown('[70 Cel]', 'fr', 'metric'), '70\u202f°C');
  });

  it('a placeholder without a value stays visible', () => {
    assert.equal(format('{a} and {b}', 'en', { a: 'x' }), 'x and {b}');
  });

  it('S1.1 an unknown key or a missing value does not compile', () => {
    assert.throws(() => {
      // @ts-expect-error -- the key does not exist
      translate(sample, 'en', 'nothing');
    });
    // @ts-expect-error -- the value `name` is missing
    translate(sample, 'en', 'kitchen', {});
    // @ts-expect-error -- `n` chooses the plural form and must be a number
    translate(sample, 'en', 'appliances', { n: '2' });
    assert.deepEqual([sample.texts.model.en, sample.texts.kitchen.note], ['Model', 'heading of a list']);
  });

  it('a word that a language shares with English is shown as in English', () => {
    assert.deepEqual([translate(sample, 'du', 'model'), translate(sample, 'de', 'model')], ['Model', 'Modell']);
  });

  it('a row of another catalogue is the same row, and that one answers for its texts', () => {
    const borrower = messages('test/borrower', { type: sample.texts.model }, {});
    assert.equal(borrower.texts.type, sample.texts.model);
    assert.equal(translate(borrower, 'it', 'type'), 'Modello');
    assert.deepEqual(checkMessages(borrower), []);
  });

  it('S1.1 what a language does not have is English, and the checker names the offered ones without it', () => {
    const { ja: _ja, de: _de, ...others } = plain;
    const partly = messages('test', { key: 'Kitchen of {name}' }, { key: { '2b': { ...others, de: '' } } });
    assert.deepEqual(
      ['ja' as const, 'de' as const].map((locale) => translate(partly, locale, 'key', { name: 'Anna' })),
      ['Kitchen of Anna', 'Kitchen of Anna'],
    );
    assert.deepEqual(checkMessages(partly), ['missing: de, ja of test.key']);
    assert.deepEqual(checkMessages(partly, ['en', 'it']), [], 'languages that are not offered yet may lack it');
    const wrong = messages(
      'test',
      { key: 'Kitchen of {name}' },
      { key: { '2b': { ...others, ja: 'Kitchen {name}' } } },
    );
    assert.match(checkMessages(wrong, ['en', 'it']).join(), /ja: no Japanese/, 'what they have is checked');
  });

  it('the checker finds each kind of fault', () => {
    assert.deepEqual(faultsWith({}), []);
    assert.deepEqual(pluralFaultsWith({}), []);
    assert.match(faultsWith({ de: 'Küche von {nam}' }).join(), /de: placeholders/);
    assert.match(faultsWith({ es: 'Kitchen of {name}' }).join(), /es: equal to English/);
    assert.deepEqual(faultsWith({ es: '=', ja: '=' }), []);
    assert.match(faultsWith({ ja: 'Kitchen {name}' }).join(), /ja: no Japanese/);
    assert.match(faultsWith({ ru: 'Kuchnja {name}' }).join(), /ru: no Cyrillic/);
    assert.deepEqual(faultsWith({ ja: '（{name}）' }), [], 'signs alone are of no script');
    assert.match(faultsWith({ it: "L'aula {name}" }).join(), /it: straight quote/);
    assert.match(faultsWith({ du: 'Keuken {name}...' }).join(), /du: three dots/);
    assert.match(faultsWith({ fr: '{name} à -18 °C' }).join(), /fr: hyphen/);
    assert.match(faultsWith({ fr: ' ' }).join(), /fr: empty/);
    assert.match(faultsWith({ de: 'Küche\u200b von {name}' }).join(), /de: a character that nobody sees/);
    assert.match(checkMessages(messages('test', { key: '' }, {})).join(), /en: empty/);
    assert.match(
      pluralFaultsWith({ ru: { one: '{n} аппарат', other: '{n} аппарата' } }).join(),
      /ru: plural form missing: few/,
    );
    assert.match(pluralFaultsWith({ de: '{n} Geräte' }).join(), /de: plural forms missing/);
    assert.match(pluralFaultsWith({ ja: { one: '機器{n}台', other: '機器{n}台' } }).join(), /ja: plural form unknown/);
  });
});

const src = join(import.meta.dirname, '..');
const modules = globSync('**/*.messages.ts', { cwd: src });
const isMessages = (value: unknown): value is Messages =>
  typeof value === 'object' && value !== null && 'namespace' in value && 'texts' in value;

describe('the texts of domain', () => {
  it('are found', () => assert.ok(modules.length >= 8));

  for (const module of modules) {
    it(`S1.1 ${module}: nine languages, no fault, namespace by its path`, async () => {
      const loaded: Record<string, unknown> = await import(pathToFileURL(join(src, module)).href);
      const declared = Object.values(loaded).filter(isMessages);
      assert.ok(declared.length > 0);
      for (const each of declared) {
        assert.equal(each.namespace, `domain/${module.replace('.messages.ts', '')}`);
        assert.deepEqual(checkMessages(each), []);
      }
    });
  }
});
