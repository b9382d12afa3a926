import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCountry } from './countries.ts';
import { isItalianProvince, italianProvinces } from './districts.ts';
import { compactTaxCode, taxCodePattern, taxCodes, taxCodeVerdict } from './tax-codes.ts';

describe('tax codes', () => {
  it('S5.3 every row is of a country and shows examples as they are stored', () => {
    for (const [country, { examples }] of Object.entries(taxCodes)) {
      assert.ok(isCountry(country), country);
      assert.ok(examples.length > 0, country);
      for (const example of examples) {
        assert.equal(compactTaxCode(example), example);
        assert.match(example, taxCodePattern);
      }
    }
  });

  it('S5.3 at least two, letters and digits only, however they are typed', () => {
    assert.equal(compactTaxCode(' che-107.787.577 iva '), 'CHE107787577IVA');
    assert.equal(compactTaxCode('12/3456'), '123456');
    for (const typed of ['１２ー３', '1 2 3', '1:2(3)', '[1]2,3', '1–2—3', '1−2−3', '1\u200b2\u202e3', '1\\2’3'])
      assert.equal(compactTaxCode(typed), '123', typed);
    assert.equal(compactTaxCode('an\u0303e'), 'AÑE');
    const verdict = (code: string) => taxCodeVerdict('SA', code, () => false);
    for (const code of ['', '7', 'A_1', 'Ä1', 'a1', '１２']) assert.equal(verdict(code), 'invalid', code);
    assert.equal(verdict('7A'), 'right');
  });

  it('S5.3 a check that throws has not passed', () => {
    const fails = () => {
      throw new TypeError('of the package');
    };
    assert.equal(taxCodeVerdict('FR', '552008443', fails), 'unlikely');
  });
});

describe('districts', () => {
  it('S5.4 the 107 provinces of Italy, each once, in the order of their names', () => {
    assert.equal(italianProvinces.length, 107);
    const names = italianProvinces.map(({ name }) => name);
    assert.equal(new Set(names).size, 107);
    assert.deepEqual(names, names.toSorted(new Intl.Collator('it').compare));
    for (const { code } of italianProvinces) assert.match(code, /^[A-Z]{2}$/);
  });

  it('S5.4 knows a province by its code alone', () => {
    assert.ok(isItalianProvince('TV'));
    for (const code of ['', 'tv', 'Treviso', 'XX', 'toString']) assert.ok(!isItalianProvince(code), code);
  });
});
