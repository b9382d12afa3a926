import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactTaxCode, taxCodes } from '@brina/domain/people/tax-codes';
import { taxCodeCases } from '@brina/domain/people/testing/tax-code-cases';
import fc from 'fast-check';
import { judgeTaxCode, taxCodeFault } from './tax-code.ts';

/** Schemes whose check digit finds every wrong digit: Luhn and its kin, ISO 7064 mod 11,10, weights modulo eleven. */
const certain = [
  ['IT', '00743110157'],
  ['DE', '136695976'],
  ['FR', '552008443'],
  ['PL', '8567346215'],
  ['HR', '33392005961'],
] as const;

describe('tax codes by country', () => {
  it('S5.3 B11.3 the codes of every country pass, broken ones are asked about, what has no form of the country does not', () => {
    for (const { country, code, verdict } of taxCodeCases)
      assert.equal(judgeTaxCode(country, compactTaxCode(code)), verdict, `${country} ${code}`);
  });

  it('S5.3 what is unlikely is left to who has checked it; what is invalid is not', () => {
    assert.equal(taxCodeFault('IT', '00743110158', { isChecked: false }), 'tax_code_unlikely');
    assert.equal(taxCodeFault('IT', '00743110158', { isChecked: true }), undefined);
    assert.equal(taxCodeFault('IT', '0074311015', { isChecked: true }), 'tax_code_invalid');
    assert.equal(taxCodeFault('IT', '00743110157', { isChecked: false }), undefined);
  });

  it('S5.3 a country without a row takes letters and digits, at least two', () => {
    for (const [code, expected] of [
      ['7A', 'right'],
      ['300012345600003', 'right'],
      ['7', 'invalid'],
      ['', 'invalid'],
      ['A_1', 'invalid'],
      ['a1', 'invalid'],
      ['B&D960529', 'invalid'],
    ] as const)
      assert.equal(judgeTaxCode('SA', code), expected, code);
    assert.equal(judgeTaxCode('toString', '7A'), 'right');
  });

  for (const [country, code] of certain)
    it(`S5.3 ${country}: any one wrong digit of ${code} is found`, () => {
      fc.assert(
        fc.property(fc.nat(code.length - 1), fc.integer({ min: 1, max: 9 }), (at, by) => {
          const digit = (Number(code[at]) + by) % 10;
          return judgeTaxCode(country, `${code.slice(0, at)}${digit}${code.slice(at + 1)}`) !== 'right';
        }),
        { numRuns: 300 },
      );
    });

  it('S5.3 no text makes a check throw', () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ABCHEINXYZ0123456789&Ñ')), maxLength: 24 });
    const country = fc.constantFrom(...Object.keys(taxCodes));
    // What is shorter than a check expects most often ends in its prefix.
    const code = fc.tuple(country, fc.oneof(text, fc.constant('')), fc.boolean());
    fc.assert(
      fc.property(code, ([from, rest, isPrefixed]) =>
        ['right', 'unlikely', 'invalid'].includes(judgeTaxCode(from, isPrefixed ? from + rest : rest)),
      ),
      { numRuns: 3_000 },
    );
  });
});
