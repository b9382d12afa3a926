import type { Company } from '@brina/contract/calls/people/company';
import { hasDistrict, needsPostalCode } from '@brina/domain/people/countries';
import { mandatory } from './mandatory-data.ts';
import { checkTaxCode } from './tax-codes.ts';

/** The details of a company as its form holds them; what has not been told is empty (S3.6). */
export type CompanyValues = Omit<Company, 'timeZone'>;
export type CompanyField = keyof CompanyValues;

/** What can be wrong with a field; each is a key of `fieldMessages`. */
export type CompanyFault = 'required' | 'tax_code_invalid';

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
 */
export async function companyFaults(
  company: CompanyValues,
  fields: readonly CompanyField[],
): Promise<Partial<Record<CompanyField, CompanyFault>>> {
  const faults: Partial<Record<CompanyField, CompanyFault>> = {};
  for (const field of fields) {
    const value = company[field].trim();
    if (value === '' && isRequired(field, company.country)) faults[field] = 'required';
    else if (field === 'taxCode' && value !== '' && !(await isTaxCode(company))) faults[field] = 'tax_code_invalid';
  }
  return faults;
}

const isTaxCode = ({ country, taxCode }: CompanyValues): Promise<boolean> =>
  checkTaxCode(country, taxCode).catch(() => true);
