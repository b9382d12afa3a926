import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taxCodes } from '@brina/domain/people/tax-codes';
import { taxCodeCases } from '@brina/domain/people/testing/tax-code-cases';
import fc from 'fast-check';
import { isTaxCode } from './tax-code.ts';

/** Schemes whose check digit finds every wrong digit: Luhn and its kin, ISO 7064 mod 11,10, weights modulo eleven. */
const certain = [
  ['IT', '00743110157'],
  ['DE', '136695976'],
  ['FR', '552008443'],
  ['PL', '8567346215'],
  ['HR', '33392005961'],
] as const;

describe('tax codes by country', () => {
  it('S5.3 every country knows its examples, and tells broken ones from them', () => {
    for (const { country, code, isRight } of taxCodeCases)
      assert.equal(isTaxCode(country, code), isRight, `${country} ${code}`);
  });

  it('S5.3 a country without a row takes letters and digits, at least two', () => {
    for (const [code, expected] of [
      ['7A', true],
      ['300012345600003', true],
      ['7', false],
      ['', false],
      ['A_1', false],
      ['a1', false],
    ] as const)
      assert.equal(isTaxCode('SA', code), expected, code);
    assert.ok(isTaxCode('toString', '7A'));
  });

  it('S5.3 Italy takes a VAT number or a personal tax code', () => {
    assert.ok(isTaxCode('IT', 'RCCMNL83S18D969H'));
    assert.ok(!isTaxCode('IT', 'RCCMNL83S18D969I'));
    assert.ok(!isTaxCode('IT', 'DE136695976'));
  });

  for (const [country, code] of certain)
    it(`S5.3 ${country}: any one wrong digit of ${code} is found`, () => {
      fc.assert(
        fc.property(fc.nat(code.length - 1), fc.integer({ min: 1, max: 9 }), (at, by) => {
          const digit = (Number(code[at]) + by) % 10;
          return !isTaxCode(country, `${code.slice(0, at)}${digit}${code.slice(at + 1)}`);
        }),
        { numRuns: 300 },
      );
    });

  it('S5.3 no text makes a check throw', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ABCHEINXYZ0123456789')), maxLength: 24 });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(taxCodes)),
        text,
        (country, code) => typeof isTaxCode(country, code) === 'boolean',
      ),
      {
        numRuns: 3_000,
      },
    );
  });
});
