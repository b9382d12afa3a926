import { taxCodeCases } from '@brina/domain/people/testing/tax-code-cases';
import { describe, expect, it } from 'vitest';
import { checkTaxCode } from './tax-codes.ts';

describe('tax codes in the browser', () => {
  it('S5.3 the verdict is the server’s, for right codes and broken ones of every country', async () => {
    for (const { country, code, isRight } of taxCodeCases)
      expect(await checkTaxCode(country, code), `${country} ${code}`).toBe(isRight);
  });

  it('S5.3 takes a code as it is typed', async () => {
    expect(await checkTaxCode('CH', 'che-107.787.577 iva')).toBe(true);
    expect(await checkTaxCode('IT', ' 00743 110 157 ')).toBe(true);
    expect(await checkTaxCode('IT', '00743110158')).toBe(false);
  });

  it('S5.3 a country without checks takes letters and digits, at least two', async () => {
    expect(await checkTaxCode('SA', '300012345600003')).toBe(true);
    for (const typed of ['', '7', 'A_1']) expect(await checkTaxCode('SA', typed), typed).toBe(false);
  });
});
