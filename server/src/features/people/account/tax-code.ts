import { type TaxCodeVerdict, taxCodeVerdict } from '@brina/domain/people/tax-codes';
import { stdnum } from 'stdnum';

type Check = { validate(code: string): { isValid: boolean } };

/**
 * What a compact code is as a company's tax code in that country (S5.3). The browser says the same
 * (`web/src/features/people/company/tax-codes.ts`).
 */
export const judgeTaxCode = (country: string, code: string): TaxCodeVerdict =>
  taxCodeVerdict(country, code, (check, one) => checkOf(country, check).validate(one).isValid);

/** What is wrong with a tax code, if anything; one that does not look like it is left to who has checked it. */
export function taxCodeFault(
  country: string,
  code: string,
  { isChecked }: { isChecked: boolean },
): 'tax_code_invalid' | 'tax_code_unlikely' | undefined {
  const verdict = judgeTaxCode(country, code);
  if (verdict === 'invalid') return 'tax_code_invalid';
  return verdict === 'unlikely' && !isChecked ? 'tax_code_unlikely' : undefined;
}

function checkOf(country: string, name: string): Check {
  const found = (stdnum as unknown as Record<string, Record<string, Check>>)[country]?.[name];
  if (!found) throw new Error(`stdnum has no check ${country}.${name}`);
  return found;
}
