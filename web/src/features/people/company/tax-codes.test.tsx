import { taxCodes } from '@brina/domain/people/tax-codes';
import { taxCodeCases } from '@brina/domain/people/testing/tax-code-cases';
import { describe, expect, it } from 'vitest';
import { judgeTaxCode } from './tax-codes.ts';

describe('tax codes in the browser', () => {
  it('S5.3 B11.3 the verdict is the server’s, for right codes and broken ones of every country, as they are typed', async () => {
    for (const { country, code, verdict } of taxCodeCases)
      expect(await judgeTaxCode(country, code), `${country} ${code}`).toBe(verdict);
  });

  it('S5.3 a country whose checks were forgotten is a failure, and not a country whose codes are all wrong', async () => {
    const rows = taxCodes as Record<string, (typeof taxCodes)[string]>;
    rows['XX'] = { form: /^\d{9}$/, checks: ['vat'], examples: ['123456789'] };
    try {
      await expect(judgeTaxCode('XX', '123456789')).rejects.toThrow('XX');
    } finally {
      delete rows['XX'];
    }
  });

  it('S5.3 a country without checks takes letters and digits, at least two', async () => {
    expect(await judgeTaxCode('SA', '300012345600003')).toBe('right');
    for (const typed of ['', '7', 'A_1']) expect(await judgeTaxCode('SA', typed), typed).toBe('invalid');
  });
});
