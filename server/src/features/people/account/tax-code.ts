import { hasTaxCodeForm, taxCodes } from '@brina/domain/people/tax-codes';
import { stdnum } from 'stdnum';

type Check = { validate(code: string): { isValid: boolean } };

/**
 * Whether a compact tax code (`compactTaxCode`) may be a company's in that country: right by one of the country's checks, or
 * letters and digits where there is none (S5.3). The browser says the same (`web/src/features/people/company/tax-codes.ts`).
 */
export function isTaxCode(country: string, code: string): boolean {
  if (!hasTaxCodeForm(code)) return false;
  const names = taxCodes[country]?.checks ?? [];
  return names.length === 0 || names.some((name) => checkOf(country, name).validate(code).isValid);
}

function checkOf(country: string, name: string): Check {
  const found = (stdnum as unknown as Record<string, Record<string, Check>>)[country]?.[name];
  if (!found) throw new Error(`stdnum has no check ${country}.${name}`);
  return found;
}
