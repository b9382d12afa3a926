import type { SignUp } from '@brina/contract/calls/people/registration';
import { signUpBrand, signUpPreferences } from '@brina/domain/constants';
import { type Locale, wireLocale } from '@brina/domain/language/locales';
import { formFaults } from '../../../lib/form-faults.ts';
import type { CompanyFault, CompanyField, CompanyValues } from '../company/company-form.ts';
import { companyFaults, emptyCompany, isTaxCodeAsked, mandatoryFields } from '../company/company-form.ts';
import { confirmationFault, newPasswordFault, type PasswordFault } from '../password/password-faults.ts';
import { emailFault, requiredFault } from './login-faults.ts';

/** What the sign-up form holds. `country` is the person's, the company has its own. */
export type SignUpValues = {
  company: CompanyValues;
  firstName: string;
  lastName: string;
  country: string;
  email: string;
  password: string;
  confirmation: string;
  tos: boolean;
  privacy: boolean;
  marketing: boolean;
};

/** The form at the start: nothing agreed to (S5.2). */
export const emptySignUp: SignUpValues = {
  company: emptyCompany,
  firstName: '',
  lastName: '',
  country: '',
  email: '',
  password: '',
  confirmation: '',
  tos: false,
  privacy: false,
  marketing: false,
};

/**
 * The company part of the form, in its order: the country before what depends on it, tax code, district and postal code (S5.3,
 * S5.4).
 */
export const companyPart = (country: string): CompanyField[] => [
  'name',
  'country',
  ...mandatoryFields(country).filter((field) => field !== 'country'),
];

/** What can be wrong with a field: keys of `fieldMessages`, `loginMessages` or `passwordMessages`, `mustAccept` of a consent. */
export type SignUpFault = CompanyFault | 'invalid_email' | PasswordFault | 'mustAccept';

/**
 * The first fault of each field, by its path in the form and in the form’s order (S5.2 to S5.5).
 * @param answered the tax code that was answered for (`taxCodeKey`)
 */
export async function signUpFaults(values: SignUpValues, answered = ''): Promise<Partial<Record<string, SignUpFault>>> {
  const { company, email, password, confirmation, tos, privacy } = values;
  const ofCompany = await companyFaults(company, companyPart(company.country), answered);
  const faults: [string, SignUpFault | null][] = [
    ...Object.entries(ofCompany).map(([field, fault]): [string, SignUpFault] => [`company.${field}`, fault]),
    ...(['firstName', 'lastName', 'country'] as const).map((field): [string, SignUpFault | null] => [
      field,
      requiredFault(values[field]),
    ]),
    ['email', emailFault(email)],
    ['password', newPasswordFault(password)],
    ['confirmation', confirmationFault(confirmation, password)],
    ['tos', tos ? null : 'mustAccept'],
    ['privacy', privacy ? null : 'mustAccept'],
  ];
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null)) as Partial<Record<string, SignUpFault>>;
}

/** The payload of a form without faults: exactly the fields of S3.1. */
export function signUpOf(values: SignUpValues, locale: Locale): SignUp {
  const { company, firstName, lastName, country, email, password, marketing } = values;
  const { name, sector, country: seat, city, district, postalCode, phone, taxCode } = company;
  if (sector === '') throw new Error('a form without faults has a sector');
  return {
    companyName: name,
    company: { sector, country: seat, city, district, postalCode, phone, taxCode },
    country,
    firstName,
    lastName,
    email: email.trim(),
    password,
    tos: true,
    marketing,
    brand: signUpBrand,
    language: wireLocale(locale),
    preferences: signUpPreferences,
  };
}

/** Fields of the payload of which the server may say something; all but one are called the same in the form. */
const wireFields = [
  'companyName',
  ...(Object.keys(emptyCompany) as CompanyField[]).map((field) => `company.${field}` as const),
  'country',
  'firstName',
  'lastName',
  'email',
  'password',
] as const;

/** What the server says of single fields, by their paths in the form; nothing when it refused the whole. */
export function refusedFields(cause: unknown): Partial<Record<string, string>> {
  const { companyName, ...said } = formFaults(cause, wireFields).byField;
  const others = isTaxCodeAsked(cause) ? { ...said, 'company.taxCode': 'tax_code_unlikely' } : said;
  return companyName === undefined ? others : { 'company.name': companyName, ...others };
}
