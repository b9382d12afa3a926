import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { familyCodes } from './families/family-code.ts';
import { builtYearOf, parseSerial, serialCheckDigit, serialFits, serialOf, showSerial } from './serial-number.ts';

const year = 2026;
const examples = {
  MF26004179: 'MF',
  MF26000321: 'MF',
  MF21004156: 'MF',
  MF25012030: 'MF',
  MF19007882: 'MF',
  EF26003115: 'EF',
  EF25000965: 'EF',
  SF26000092: 'SF',
  CP26007245: 'CP',
  CP24001582: 'CP',
  MY25000614: 'MYA',
  PL26001456: 'PL',
} as const;
const serial = fc
  .record({
    family: fc.constantFrom(...familyCodes),
    built: fc.integer({ min: 2015, max: year + 1 }),
    unit: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ family, built, unit }) => serialOf(family, built, unit));

describe('serial numbers', () => {
  it('right numbers are accepted and fit their family only', () => {
    for (const [text, family] of Object.entries(examples)) {
      assert.deepEqual(parseSerial(text, year), { serial: text, checked: true });
      assert.deepEqual(
        familyCodes.filter((code) => serialFits(text, code)),
        [family],
      );
    }
  });

  it('numbers are read as people type them', () => {
    for (const text of [
      'mf26004179',
      ' MF 26 00417 9',
      'MF-26.00417-9',
      'MF26OO4179',
      'MF26004I79',
      'MF2600417９'.normalize('NFKC'),
    ]) {
      assert.deepEqual(parseSerial(text, year), { serial: 'MF26004179', checked: true }, text);
    }
  });

  it('a wrong digit, a wrong length and a year that is not yet are told apart', () => {
    assert.deepEqual(parseSerial('MF26004172', year), { fault: 'serial_check_digit' });
    assert.deepEqual(parseSerial('MF26001479', year), { fault: 'serial_check_digit' });
    for (const text of [
      'MF260041',
      'MF/26+#1',
      '',
      'MF2600417999',
      'AB123',
      serialOf('MF', 2028, 5),
      serialOf('MF', 2014, 5),
      serialOf('MF', 2026, 0),
    ]) {
      assert.deepEqual(parseSerial(text, year), { fault: 'serial_format' }, text);
    }
    assert.ok('serial' in parseSerial(serialOf('MF', 2027, 5), year));
  });

  it('foreign numbers are accepted, not verified, and fit every family', () => {
    for (const text of ['BA0017734', 'XX26004170', 'MFX1234']) {
      assert.deepEqual(parseSerial(text, year), { serial: text, checked: false });
      assert.ok(familyCodes.every((code) => serialFits(text, code)));
    }
  });

  it('every single wrong digit is found, and nearly every swap of neighbours', () => {
    let swaps = 0;
    let unseen = 0;
    fc.assert(
      fc.property(serial, fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        assert.equal(serialCheckDigit(text.slice(0, 9)), Number(text[9]));
        const wrong = text.slice(0, at) + ((Number(text[at]) + by) % 10) + text.slice(at + 1);
        assert.ok('fault' in parseSerial(wrong, year), wrong);
        if (at === 9 || text[at] === text[at + 1]) return;
        swaps++;
        const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
        if (!('fault' in parseSerial(swapped, year))) unseen++;
      }),
      { numRuns: 5000 },
    );
    assert.ok(unseen / swaps < 0.04, `${unseen} of ${swaps}`);
  });

  it('a number tells its year and is shown in groups, a foreign one as it is', () => {
    assert.deepEqual([showSerial('MF26004179'), builtYearOf('MF26004179')], ['MF 26 00417 9', 2026]);
    assert.deepEqual([showSerial('BA0017734'), builtYearOf('BA0017734')], ['BA00 1773 4', null]);
    assert.equal(showSerial('MFL45-26-000104'), 'MFL45-26-000104');
  });

  it('what is accepted can stand in an address, a topic and a certificate', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const parsed = parseSerial(text, year);
        if ('serial' in parsed) assert.match(parsed.serial, /^[A-Z0-9]{6,16}$/);
      }),
      { numRuns: 3000 },
    );
  });
});
