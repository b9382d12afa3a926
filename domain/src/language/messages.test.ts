import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkMessages, format, type Messages, messages, type TextRow, translate } from './messages.ts';

const sound = {
  en: { one: '{n} appliance', other: '{n} appliances' },
  it: { one: '{n} apparecchio', other: '{n} apparecchi' },
  ru: { one: '{n} аппарат', few: '{n} аппарата', many: '{n} аппаратов', other: '{n} аппарата' },
  es: { one: '{n} equipo', other: '{n} equipos' },
  du: { one: '{n} apparaat', other: '{n} apparaten' },
  fr: { one: '{n} appareil', other: '{n} appareils' },
  de: { one: '{n} Gerät', other: '{n} Geräte' },
  ja: { other: '機器{n}台' },
} as const;
const plain = {
  en: 'Kitchen of {name}',
  it: 'Laboratorio di {name}',
  ru: 'Кухня: {name}',
  es: 'Cocina de {name}',
  du: 'Keuken van {name}',
  fr: 'Laboratoire : {name}',
  de: 'Küche von {name}',
  ja: '{name}の厨房',
} as const;
const sample = messages('test/sample', { appliances: sound, kitchen: plain });

const faultsWith = (change: Partial<Record<keyof TextRow, TextRow['en']>>, row: TextRow = plain): string[] =>
  checkMessages({ namespace: 'test', texts: { key: { ...row, ...change } }, sameAsEnglish: {} });

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
    assert.equal(format('−18 °C', 'de'), '−18\u00a0°C');
  });

  it('a placeholder without a value stays visible', () => {
    assert.equal(format('{a} and {b}', 'en', { a: 'x' }), 'x and {b}');
  });

  it('S1.1 an unknown key, a missing value or a missing language does not compile', () => {
    assert.throws(() => {
      // @ts-expect-error -- the key does not exist
      translate(sample, 'en', 'nothing');
    });
    // @ts-expect-error -- the value `name` is missing
    translate(sample, 'en', 'kitchen', {});
    // @ts-expect-error -- `n` chooses the plural form and must be a number
    translate(sample, 'en', 'appliances', { n: '2' });
    const { ja: _ja, ...eight } = plain;
    // @ts-expect-error -- Japanese is missing
    assert.match(checkMessages(messages('test', { key: eight })).join(), /ja: missing/);
  });

  it('the checker finds each kind of fault', () => {
    assert.deepEqual(faultsWith({}), []);
    assert.match(faultsWith({ de: 'Küche von {nam}' }).join(), /de: placeholders/);
    assert.match(faultsWith({ es: 'Kitchen of {name}' }).join(), /es: equal to English/);
    assert.match(faultsWith({ ja: 'Kitchen {name}' }).join(), /ja: no Japanese/);
    assert.match(faultsWith({ ru: 'Kuchnja {name}' }).join(), /ru: no Cyrillic/);
    assert.match(faultsWith({ it: "L'aula {name}" }).join(), /it: straight quote/);
    assert.match(faultsWith({ du: 'Keuken {name}...' }).join(), /du: three dots/);
    assert.match(faultsWith({ fr: '{name} à -18 °C' }).join(), /fr: hyphen/);
    assert.match(faultsWith({ fr: ' ' }).join(), /fr: empty/);
    assert.match(
      faultsWith({ ru: { one: '{n} аппарат', other: '{n} аппарата' } }, sound).join(),
      /ru: plural form missing: few/,
    );
    assert.match(faultsWith({ de: '{n} Geräte' }, sound).join(), /de: plural forms missing/);
    assert.match(faultsWith({ ja: { one: '機器{n}台', other: '機器{n}台' } }, sound).join(), /ja: plural form unknown/);
    const stale = { namespace: 'test', texts: { key: plain }, sameAsEnglish: { key: ['it'] } } as const;
    assert.match(checkMessages(stale).join(), /it: listed as equal/);
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
