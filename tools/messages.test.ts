import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { languages } from '@brina/domain/language/locales';
import { format, messages, type Text, textIn } from '@brina/domain/language/messages';
import { faultsOf } from './messages.ts';
import { type Catalogue, catalogues, hashOf } from './texts/catalogues.ts';
import { given } from './texts/testing/given-catalogue.ts';

const open = {
  it: 'Aperta',
  ru: 'Открыта',
  es: 'Abierta',
  du: '=',
  fr: 'Ouverte',
  de: 'Offen',
  ja: '開',
};
const faults = (...all: Catalogue[]): string => faultsOf(all).join('\n');

describe('the messages check', () => {
  it('passes good texts', () => assert.equal(faults(given('test/doors', { open: ['Open', open] })), ''));

  it('finds a thing that is called by another word than its own', () => {
    const said = (text: Text): string => faults(given('test/doors', { open: [text, open] }));
    assert.match(said('No notice'), /test\/doors\.open says "notice": the word is alarm, warning or upkeep$/m);
    assert.match(said({ one: '{n} active alarm', other: '{n} active alarms of the day' }), /says "active alarms"/);
    assert.match(said('Delete laboratory'), /says "laboratory": the word is kitchen$/m);
    assert.match(
      said('Maintenance'),
      /says "Maintenance": the word is upkeep for what is due, work for what was done$/m,
    );
    for (const fine of ['Privacy notice', 'Maintenance list', 'Noticed']) assert.doesNotMatch(said(fine), / says "/);
  });

  it('S1.1 finds a text that is still English, a missing one and a namespace taken twice', () => {
    const { it: _it, ...others } = open;
    assert.match(faults(given('test/doors', { open: ['Open', { ...open, it: 'Open' }] })), /doors\.open it: equal to/);
    assert.match(faults(given('test/doors', { open: ['Open', others] })), /missing: it of test\/doors\.open/);
    const twice = faults(given('test/doors', { open: ['Open', open] }), given('test/doors', { shut: ['Open', open] }));
    assert.match(twice, /namespace test\/doors is also that of test\/doors\.messages\.ts/);
  });

  it('S1.2 S9.3 finds a unit that one measurement system has alone, and quantities that differ between languages', () => {
    for (const english of ['Chill to 3 °C', 'Under 2 kg', 'At 3.5 bar', 'Wider than 40mm'])
      assert.match(faults(given('test/doors', { open: [english, open] })), /open en: a unit that only one/, english);
    const said = (de: string) =>
      faults(given('test/doors', { open: ['To [3 Cel]', { ...open, it: 'A [3 Cel]', de }] }));
    assert.match(said('Auf [4 Cel]'), /open de: placeholders \{\[4 Cel\]\}, English has \{\[3 Cel\]\}/);
    assert.doesNotMatch(said('Auf [3 Cel]'), /open de/);
  });

  it('S1.2 S9.3 a reader of imperial units sees no metric one in any text of the product', async () => {
    const root = join(import.meta.dirname, '..');
    const metric = /°C|\d[\s\u00a0\u202f]?(kg|кг|bar|бар|バール|mm|мм|cm|см)(?!\p{L})/u;
    const shown = (await catalogues(root)).flatMap(({ messages: { texts } }) =>
      Object.values(texts).flatMap((row) =>
        languages.map((language) => format(textIn(row, language), language, { n: 3 }, 'imperial')),
      ),
    );
    assert.ok(shown.some((text) => text.includes('−0.4°F')));
    assert.deepEqual(
      shown.filter((text) => metric.test(text) || /\[[^\]]*(Cel|bar)\]/.test(text)),
      [],
    );
  });

  it('names the languages whose text is older than its English, and what is translated for nobody', () => {
    const { de, ja, ...fresh } = open;
    const translations = { open: { [hashOf('Open')]: fresh, '00000000': { de, ja } }, gone: { '00000000': { de } } };
    const doors = { ...given('test/doors', {}), messages: messages('test/doors', { open: 'Open' }, translations) };
    const found = faults({ ...doors, translations });
    assert.match(found, /stale: de, ja of test\/doors\.open$/m);
    assert.match(found, /test\/doors\.gone has texts, but the module does not declare it$/m);
    const twofold = { open: { [hashOf('Open')]: open, '00000000': { de, xx: 'x' } } };
    assert.match(faults({ ...doors, translations: twofold }), /open de: two texts, made from different English/);
    assert.match(faults({ ...doors, translations: twofold }), /open: xx is no language/);
  });

  it('a language that is not offered yet may be incomplete and old', () => {
    const { ja, de: _de, ...fresh } = open;
    const translations = { open: { [hashOf('Open')]: fresh, '00000000': { ja } } };
    const doors = messages('test/doors', { open: 'Open' }, translations);
    const partly = { ...given('test/doors', {}), messages: doors, translations };
    assert.equal(faultsOf([partly], ['en', 'it', 'ru', 'es', 'du', 'fr']).join(), '');
    assert.match(faults(partly), /missing: de of .*\n.*stale: ja of /);
  });
});

describe('the same English twice', () => {
  const twice = (other: Record<string, Text>, ...apart: [] | [string]): string =>
    faults(given('test/doors', { open: ['Open', open] }), given('test/till', { open: ['Open', other, ...apart] }));

  it('is one text in each language, or a row says why not', () => {
    assert.equal(twice(open), '');
    const different = twice({ ...open, it: 'Aperto', ja: '営業中' });
    assert.match(different, /"Open" is said differently in it, ja: .* test\/doors\.open, test\/till\.open$/);
    assert.equal(twice({ ...open, it: 'Aperto', ja: '営業中' }, 'a shop, not a door'), '');
    assert.match(twice(open, 'a shop, not a door'), /test\/till\.open stands apart, but nothing else says "Open"/);
    assert.match(twice({ ...open, 'en-US': 'Not shut' }), /differently in en-US/, 'American English counts');
  });

  it('a borrowed row is no second one', () => {
    const doors = given('test/doors', { open: ['Open', open] });
    const borrowed = messages('test/till', { open: doors.messages.texts.open ?? '' }, {});
    assert.equal(faults(doors, { ...given('test/till', {}), messages: borrowed }), '');
  });
});
