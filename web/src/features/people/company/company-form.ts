import type { Company } from '@brina/contract/calls/people/company';
import { CallFailed } from '@brina/contract/wire/client';
import { hasDistrict, needsPostalCode } from '@brina/domain/people/countries';
import { compactTaxCode } from '@brina/domain/people/tax-codes';
import { mandatory } from './mandatory-data.ts';
import { judgeTaxCode } from './tax-codes.ts';

/** The details of a company as its form holds them; what has not been told is empty (S3.6). */
export type CompanyValues = Omit<Company, 'timeZone'>;
export type CompanyField = keyof CompanyValues;

/** What can be wrong with a field; each is a key of `fieldMessages`. */
export type CompanyFault = 'required' | 'tax_code_invalid' | 'tax_code_unlikely';

/** A company of which nothing is known yet. */
export const emptyCompany: CompanyValues = {
  name: '',
  sector: '',
  type: '',
  country: '',
  city: '',
  address: '',
  district: '',
  postalCode: '',
  phone: '',
  taxCode: '',
};

/** Whether a field must be filled in for a company in this country (S5.2, S5.4). */
export function isRequired(field: CompanyField, country: string): boolean {
  if (field === 'district') return hasDistrict(country);
  if (field === 'postalCode') return needsPostalCode(country);
  return field === 'name' || mandatory.some((one) => one === field);
}

/** What sign-up and the mandatory-data dialog ask of a company in this country, in their order (S2.20, S5.4). */
export const mandatoryFields = (country: string): CompanyField[] =>
  (['taxCode', 'sector', 'country', 'district', 'city', 'postalCode', 'phone'] as const).filter((field) =>
    isRequired(field, country),
  );

/** Every field that a company in this country has, in the order of its screen (S3.6). */
export const allFields = (country: string): CompanyField[] =>
  (
    ['name', 'taxCode', 'sector', 'type', 'country', 'address', 'postalCode', 'city', 'district', 'phone'] as const
  ).filter((field) => field !== 'district' || hasDistrict(country));

/** What changes with a company’s country: its district and postal code mean nothing in another (S5.4). */
export const movedTo = (country: string) => ({ country, district: '', postalCode: '' });

/**
 * The first fault of each of these fields, in their order (S5.2 to S5.4). A tax code whose check cannot be loaded is left to the
 * server, which checks it again.
 * @param answered the key (`taxCodeKey`) of a tax code that somebody has answered for
 */
export async function companyFaults(
  company: CompanyValues,
  fields: readonly CompanyField[],
  answered = '',
): Promise<Partial<Record<CompanyField, CompanyFault>>> {
  const faults: Partial<Record<CompanyField, CompanyFault>> = {};
  for (const field of fields) {
    const value = company[field].trim();
    if (value === '' && isRequired(field, company.country)) faults[field] = 'required';
    else if (field === 'taxCode' && value !== '') {
      const fault = await taxCodeFault(company, answered);
      if (fault) faults[field] = fault;
    }
  }
  return faults;
}

/** A tax code in its country, however it is typed. */
export const taxCodeKey = ({ country, taxCode }: CompanyValues): string => `${country} ${compactTaxCode(taxCode)}`;

async function taxCodeFault(company: CompanyValues, answered: string): Promise<CompanyFault | undefined> {
  const verdict = await judgeTaxCode(company.country, company.taxCode).catch(() => 'right' as const);
  if (verdict === 'invalid') return 'tax_code_invalid';
  return verdict === 'unlikely' && taxCodeKey(company) !== answered ? 'tax_code_unlikely' : undefined;
}

/** Whether the server asks somebody to answer for the tax code: it knew the check that could not be loaded here. */
export const isTaxCodeAsked = (cause: unknown): boolean =>
  cause instanceof CallFailed && (cause.error.fields ?? []).some(({ code }) => code === 'tax_code_unlikely');
