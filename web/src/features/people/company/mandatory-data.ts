import type { Company } from '@brina/contract/calls/people/company';

/** What a company must have told, wherever it is (S2.20, S5.2). */
export const mandatory = [
  'taxCode',
  'sector',
  'country',
  'city',
  'phone',
] as const satisfies readonly (keyof Company)[];

/** Whether the mandatory-data dialog has something to ask (S2.20). Every page asks it: it stands apart from the form. */
export const lacksMandatoryData = (company: Pick<Company, (typeof mandatory)[number]>): boolean =>
  mandatory.some((field) => company[field] === '');
