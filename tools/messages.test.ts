import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages, type Text } from '@brina/domain/language/messages';
import { faultsOf } from './messages.ts';
import { type Catalogue, hashOf } from './texts/catalogues.ts';
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

  it('S1.1 finds a text that is still English, a missing one and a namespace taken twice', () => {
    const { it: _it, ...others } = open;
    assert.match(faults(given('test/doors', { open: ['Open', { ...open, it: 'Open' }] })), /doors\.open it: equal to/);
    assert.match(faults(given('test/doors', { open: ['Open', others] })), /missing: it of test\/doors\.open/);
    const twice = faults(given('test/doors', { open: ['Open', open] }), given('test/doors', { shut: ['Open', open] }));
    assert.match(twice, /namespace test\/doors is also that of test\/doors\.messages\.ts/);
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
