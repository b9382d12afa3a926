import { maintenanceKinds } from '@brina/domain/appliance/maintenance';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line } from '../../wire/values.ts';

export const maintenance = z.object({
  id: z.string(),
  kind: z.enum(maintenanceKinds),
  /** When it was done, epoch ms. */
  at: z.int(),
  note: z.string(),
  /** Who recorded it, by company; never a person's name. Null: the person's account was deleted. */
  company: z.nullable(z.string()),
});
export type Maintenance = z.output<typeof maintenance>;

const serial = 'MF26004179';
const example: Maintenance = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  kind: 'cleaning',
  at: 1_763_680_000_000,
  note: 'Condenser brushed, filter washed.',
  company: 'Pasticceria Neri',
};

export const recordMaintenance = call({
  id: 'maintenance.record',
  spec: 'S1.7 S3.12',
  summary: 'Records a cleaning, a check of the probes, a service or a repair: alarm rules measure from it',
  method: 'POST',
  path: '/api/v1/appliance/appliances/{id}/maintenance',
  roles: ['USER', 'SERVICE'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  body: z.strictObject({ kind: z.enum(maintenanceKinds), at: z.int().check(z.minimum(0)), note: line(500) }),
  reply: json(maintenance),
  errors: ['maintenance_not_yours', 'maintenance_in_future', 'maintenance_too_old'],
  example: {
    params: { id: serial },
    body: { kind: 'cleaning', at: 1_763_680_000_000, note: 'Condenser brushed, filter washed.' },
    reply: example,
  },
});

export const listMaintenance = call({
  id: 'maintenance.list',
  spec: 'S1.7',
  summary: 'What was done to an appliance while the caller may look at it, newest first; at most 200',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/maintenance',
  roles: rolesOf('USER', 'SERVICE', 'FACTORY'),
  members: membershipRoles,
  params: z.object({ id: id('applianceRecord') }),
  reply: json(z.array(maintenance)),
  errors: [],
  example: { params: { id: serial }, reply: [example] },
});

export const maintenanceCalls = [recordMaintenance, listMaintenance] as const;
