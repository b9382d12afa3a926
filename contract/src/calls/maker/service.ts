import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { listCall } from '../../wire/lists.ts';
import { appliance } from '../kitchen/appliances.ts';

/** A service partner that a kitchen may name as its assistance center (S3.7, S6.9). */
export const servicePartner = z.object({
  company: z.string(),
  email: z.string(),
  country: z.string(),
  city: z.string(),
  phone: z.string(),
});
export type ServicePartner = z.output<typeof servicePartner>;

/** An appliance in a service partner's list: what is wrong with it, where it stands, whom to call. */
export const servedAppliance = z.object({
  serialNumber: z.string(),
  name: z.string(),
  model: appliance.shape.model,
  gamma: appliance.shape.gamma,
  online: z.boolean(),
  lastSeenAt: z.nullable(z.int()),
  currentFirmware: z.string(),
  warnings: appliance.shape.warnings,
  alarms: appliance.shape.alarms,
  anomaly: z.boolean(),
  laboratory: z.nullable(
    z.object({ name: z.string(), address: z.string(), postalCode: z.string(), city: z.string(), country: z.string() }),
  ),
  /** The company and its owner: whom to call. */
  customer: z.object({ company: z.string(), contact: z.string(), phone: z.string(), email: z.string() }),
  by: z.enum(['KITCHEN', 'FACTORY']),
});
export type ServedAppliance = z.output<typeof servedAppliance>;

const example: ServedAppliance = {
  serialNumber: 'MF26004179',
  name: 'Blast chiller 1',
  model: 'MF Next L 45',
  gamma: 'ABBATTITORE',
  online: true,
  lastSeenAt: 1_763_680_000_000,
  currentFirmware: '2.4.1',
  warnings: [],
  alarms: [{ name: 'openDoorAlarm', active: true, since: 1_763_679_000_000 }],
  anomaly: false,
  laboratory: { name: 'Main kitchen', address: 'Via Roma 1', postalCode: '31100', city: 'Treviso', country: 'IT' },
  customer: { company: 'Pasticceria Neri', contact: 'Ada Neri', phone: '+390422412345', email: 'ada@example.com' },
  by: 'KITCHEN',
};

export const filterServed = listCall({
  id: 'service.filter',
  spec: 'S2.31 S6.4 S6.9 S3.20',
  summary: 'Appliances a service partner serves, those with notices first by default',
  path: '/api/v1/appliance/service/filter/appliance',
  roles: rolesOf('SERVICE'),
  list: {
    attributes: ['freeSearch', 'serialNumber', 'gamma', 'modelName', 'online', 'notices', 'customer'],
    several: ['modelName'],
    orders: ['notices', 'serialNumber', 'customer', 'lastSeenAt'],
    first: { key: 'notices', direction: 'asc' },
    nRows: 20,
  },
  item: servedAppliance,
  errors: [],
  example: {
    body: { page: 0, nRows: 20, filterAttributes: [{ attribute: 'notices', value: 'true' }], orderAttr: 'notices' },
    reply: { items: [example], total: 1 },
  },
});

export const listServicePartners = call({
  id: 'service.partners',
  spec: 'S3.7 S6.9',
  summary: 'Service partners that a kitchen can name as its assistance center, by company',
  method: 'GET',
  path: '/api/v1/appliance/labs/partners',
  roles: ['USER'],
  members: membershipRoles,
  reply: json(z.array(servicePartner)),
  errors: [],
  example: {
    reply: [
      {
        company: 'Freddo Assistenza',
        email: 'info@freddo.example',
        country: 'IT',
        city: 'Treviso',
        phone: '+390422555000',
      },
    ],
  },
});

export const serviceCalls = [filterServed, listServicePartners] as const;
