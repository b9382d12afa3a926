import { companyTypes, sectors } from '@brina/domain/people/company';
import { rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { line, optionalCountry, phone, taxCode, taxCodeChecked } from '../../wire/values.ts';

const emptyOr = <S extends z.ZodMiniType>(schema: S) => z.union([z.literal(''), schema]);

/** A company as its own people edit it (S3.6); what it has not told yet is empty. */
const fields = {
  name: line(120, 1),
  sector: emptyOr(z.enum(sectors)),
  type: emptyOr(z.enum(companyTypes)),
  country: optionalCountry(),
  city: line(80),
  address: line(160),
  district: line(40),
  postalCode: line(16),
  phone: phone(),
  taxCode: emptyOr(taxCode()),
};
const companyBody = z.strictObject(fields);
export const company = z.object({ ...fields, timeZone: z.string() });
export type Company = z.output<typeof company>;

const example = {
  name: 'Pasticceria Neri',
  sector: 'pastry',
  type: 'other',
  country: 'IT',
  city: 'Treviso',
  address: 'Via Roma 1',
  district: 'TV',
  postalCode: '31100',
  phone: '+390422412345',
  taxCode: '00743110157',
} as const;

export const getCompany = call({
  id: 'company.get',
  spec: 'S7.4 S3.6',
  summary: 'The caller’s company; null for who has none yet',
  method: 'GET',
  path: '/api/v1/account/company',
  roles: rolesOf('USER', 'SERVICE'),
  reply: json(z.nullable(company)),
  errors: [],
  example: { reply: { ...example, timeZone: 'Europe/Rome' } },
});

export const updateCompany = call({
  id: 'company.update',
  spec: 'S7.4 S2.20 S8.10',
  summary: 'Changes the caller’s company; who has none gets one',
  method: 'PUT',
  path: '/api/v1/account/company',
  roles: rolesOf('USER', 'SERVICE'),
  headers: z.object({ 'tax-code-checked': taxCodeChecked() }),
  body: companyBody,
  echoes: { of: getCompany },
  reply: json(company),
  errors: ['company_invalid'],
  example: { headers: {}, body: example, reply: { ...example, timeZone: 'Europe/Rome' } },
});

export const companyCalls = [getCompany, updateCompany] as const;
