import { gammas } from '@brina/domain/appliance/families/family';
import { isTimeZone } from '@brina/domain/language/time';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line, optionalCountry } from '../../wire/values.ts';

const text = (length_max: number) => z.optional(line(length_max));

/** A laboratory, shown as a kitchen (S3.7). */
const fields = {
  name: line(80, 1),
  dealer: text(120),
  assistanceCenter: text(120),
  country: z.optional(optionalCountry()),
  city: text(80),
  address: text(160),
  district: text(40),
  postalCode: text(16),
};
/** IANA name of a time zone, `Europe/Rome`: the clock of its cycles and records. */
const timeZone = z.string().check(z.maxLength(60), z.refine(isTimeZone));
const laboratoryBody = z.strictObject({ ...fields, timeZone: z.optional(timeZone) });
export const laboratory = z.object({
  ...fields,
  id: z.string(),
  timeZone: z.string(),
  /** Company of the service partner that it names, and that sees what stands in it; null where it names none. */
  servedBy: z.nullable(z.string()),
  applianceCount: z.int(),
  may: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type Laboratory = z.output<typeof laboratory>;

const labId = '0198c0de-0000-7000-8000-00000000000a';
const example = { name: 'Main kitchen', city: 'Treviso', country: 'IT' };
const shown = {
  ...example,
  id: labId,
  timeZone: 'Europe/Rome',
  servedBy: null,
  applianceCount: 2,
  may: { edit: true, delete: false },
};

export const listLaboratories = call({
  id: 'laboratories.list',
  spec: 'S7.18',
  summary: 'Laboratories of the caller’s company, by name',
  method: 'GET',
  path: '/api/v1/appliance/labs',
  roles: rolesOf('USER', 'SERVICE'),
  members: membershipRoles,
  reply: json(z.array(laboratory)),
  errors: [],
  example: { reply: [shown] },
});

export const createLaboratory = call({
  id: 'laboratories.create',
  spec: 'S7.18 S2.21',
  summary: 'Adds a laboratory',
  method: 'POST',
  path: '/api/v1/appliance/labs',
  roles: ['USER'],
  members: ['ADMIN'],
  body: laboratoryBody,
  reply: json(laboratory),
  errors: ['company_missing', 'laboratory_name_taken'],
  example: { body: example, reply: shown },
});

export const updateLaboratory = call({
  id: 'laboratories.update',
  spec: 'S7.18',
  summary: 'Changes a laboratory',
  method: 'PUT',
  path: '/api/v1/appliance/labs/{id}',
  roles: ['USER'],
  members: ['ADMIN'],
  params: z.object({ id: id('laboratory') }),
  body: laboratoryBody,
  echoes: { of: listLaboratories, among: { param: 'id', field: 'id' } },
  reply: json(laboratory),
  errors: ['laboratory_name_taken'],
  example: { params: { id: labId }, body: example, reply: shown },
});

export const deleteLaboratory = call({
  id: 'laboratories.delete',
  spec: 'S7.18 S5.9 S8.14',
  summary: 'Deletes a laboratory that holds no appliance',
  method: 'DELETE',
  path: '/api/v1/appliance/labs/{id}',
  roles: ['USER'],
  members: ['ADMIN'],
  params: z.object({ id: id('laboratory') }),
  reply: coded(),
  errors: ['laboratory_in_use'],
  example: { params: { id: labId }, reply: { code: '200' } },
});

export const laboratoryGamma = call({
  id: 'laboratories.gamma',
  spec: 'S7.18',
  summary: 'Categories of appliance that stand in a laboratory',
  method: 'GET',
  path: '/api/v1/appliance/lab/{id}/gamma',
  roles: rolesOf('USER', 'SERVICE'),
  members: membershipRoles,
  params: z.object({ id: id('laboratory') }),
  reply: json(z.array(z.enum(gammas))),
  errors: [],
  example: { params: { id: labId }, reply: ['ABBATTITORE'] },
});

export const laboratoryCalls = [
  listLaboratories,
  createLaboratory,
  updateLaboratory,
  deleteLaboratory,
  laboratoryGamma,
] as const;
