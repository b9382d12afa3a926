import { applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { gammas } from '@brina/domain/appliance/families/family';
import { rolesOf, staffAreas } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { blob, call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { listCall } from '../../wire/lists.ts';
import { email, line } from '../../wire/values.ts';
import { appliance, applianceService } from '../kitchen/appliances.ts';

/** The roles whose home is the factory area; only factory roles in the narrow sense change something (S6.3). */
const staff = rolesOf(...staffAreas);
const producers = rolesOf('FACTORY');

/** An appliance in the factory's list. */
export const factoryAppliance = z.object({
  serialNumber: z.string(),
  model: z.string(),
  gamma: z.enum(gammas),
  brand: z.string(),
  domain: z.enum(applianceDomains),
  online: z.boolean(),
  lastSeenAt: z.nullable(z.int()),
  currentFirmware: z.string(),
  /** Company that holds it; empty while nobody does. */
  company: z.string(),
  country: z.string(),
  /** Alarms, not warnings, that are on. */
  alarms: z.int(),
  createdAt: z.int(),
});
export type FactoryAppliance = z.output<typeof factoryAppliance>;

/** A certificate of an appliance; its key was handed out once and is nowhere. */
const applianceCertificate = z.object({
  serialNumber: z.string(),
  fingerprint: z.string(),
  notBefore: z.int(),
  notAfter: z.int(),
  revokedAt: z.nullable(z.int()),
});

/** An appliance on the factory's page. */
export const factoryApplianceDetail = z.object({
  ...factoryAppliance.shape,
  name: z.string(),
  status: appliance.shape.status,
  warnings: appliance.shape.warnings,
  alarmList: appliance.shape.alarms,
  package: appliance.shape.package,
  /** Its serial number proves itself by a check digit. */
  serialChecked: z.boolean(),
  laboratory: z.nullable(z.object({ name: z.string(), city: z.string(), country: z.string(), timeZone: z.string() })),
  heldSince: z.nullable(z.int()),
  /** Whether a code to claim it is open. */
  claimable: z.boolean(),
  certificates: z.array(applianceCertificate),
  services: z.array(applianceService),
  repairs: z.int(),
  /** What the caller may do with it: each is true exactly when the portal would let the call in. */
  may: z.object({
    share: z.boolean(),
    release: z.boolean(),
    issueCertificate: z.boolean(),
    revoke: z.boolean(),
    /** Read what it measured, its alarms and what was done to it. */
    diagnose: z.boolean(),
  }),
});
export type FactoryApplianceDetail = z.output<typeof factoryApplianceDetail>;

const serial = 'MF26004179';
const example: FactoryAppliance = {
  serialNumber: serial,
  model: 'MF Next L 45',
  gamma: 'ABBATTITORE',
  brand: 'IRINOX',
  domain: 'STANDARD',
  online: true,
  lastSeenAt: 1_763_680_000_000,
  currentFirmware: '2.4.1',
  company: 'Pasticceria Neri',
  country: 'IT',
  alarms: 0,
  createdAt: 1_763_000_000_000,
};
const service = {
  company: 'Freddo Assistenza',
  email: 'info@freddo.example',
  phone: '+390422555000',
  by: 'FACTORY',
  since: 1_763_600_000_000,
} as const;
const detail: FactoryApplianceDetail = {
  ...example,
  name: 'Blast chiller 1',
  status: 'standby',
  warnings: [],
  alarmList: [],
  package: 'Excellence',
  serialChecked: true,
  laboratory: { name: 'Main kitchen', city: 'Treviso', country: 'IT', timeZone: 'Europe/Rome' },
  heldSince: 1_763_100_000_000,
  claimable: false,
  certificates: [
    {
      serialNumber: '4f1a',
      fingerprint: '3A:5B',
      notBefore: 1_763_000_000_000,
      notAfter: 2_394_000_000_000,
      revokedAt: null,
    },
  ],
  services: [service],
  repairs: 0,
  may: { share: true, release: true, issueCertificate: true, revoke: true, diagnose: true },
};

export const appliancesOfUser = call({
  id: 'factoryAppliances.ofUser',
  spec: 'S7.20',
  summary: 'Appliances that the user of an e-mail address sees: those of its company, shared with it, or served by it',
  method: 'GET',
  path: '/api/v1/appliance/factory/appliances',
  roles: staff,
  query: z.object({ email: email() }),
  reply: json(z.array(factoryAppliance)),
  errors: [],
  example: { query: { email: 'ada@example.com' }, reply: [example] },
});

export const filterAppliances = listCall({
  id: 'factoryAppliances.filter',
  spec: 'S7.20 S7.42 S3.20',
  summary: 'Appliances of the whole fleet, ordered by serial number by default',
  path: '/api/v1/appliance/factory/filter/appliance',
  roles: staff,
  list: {
    attributes: ['email', 'serialNumber', 'domain', 'currentFirmware', 'online', 'gamma', 'modelName'],
    several: ['modelName'],
    orders: ['serialNumber', 'model', 'domain', 'currentFirmware', 'online', 'gamma', 'company', 'createdAt'],
    first: { key: 'serialNumber', direction: 'asc' },
    nRows: 20,
  },
  item: factoryAppliance,
  errors: [],
  example: {
    body: {
      page: 0,
      nRows: 20,
      filterAttributes: [{ attribute: 'gamma', value: 'ABBATTITORE' }],
      orderAttr: 'serialNumber',
      ascOrDesc: 'asc',
    },
    reply: { items: [example], total: 1 },
  },
});

const values = (attribute: 'model' | 'currentFirmware' | 'domain', shown: string) =>
  call({
    id: `factoryAppliances.${attribute}s`,
    spec: 'S7.21 S7.42',
    summary: `Every ${attribute} of the fleet, or of what one user sees, to filter by`,
    method: 'GET',
    path: `/api/v1/appliance/factory/filter/${attribute}`,
    roles: staff,
    query: z.object({ email: z.optional(email()) }),
    reply: json(z.array(z.string())),
    errors: [],
    example: { query: {}, reply: [shown] },
  });
export const filterModels = values('model', 'MF Next L 45');
export const filterFirmwares = values('currentFirmware', '2.4.1');
export const filterDomains = values('domain', 'STANDARD');

export const getFactoryAppliance = call({
  id: 'factoryAppliances.get',
  spec: 'S2.30',
  summary: 'One appliance as the factory sees it: who holds it, who serves it, its certificates',
  method: 'GET',
  path: '/api/v1/appliance/factory/appliances/{serial}',
  roles: staff,
  params: z.object({ serial: id('anyAppliance') }),
  reply: json(factoryApplianceDetail),
  errors: [],
  example: { params: { serial }, reply: detail },
});

export const createFactoryAppliance = call({
  id: 'factoryAppliances.create',
  spec: 'S7.25 S3.26 S6.3',
  summary:
    'Creates an appliance; the zip holds certificate, key, CA, connection data, activation code and a label to print, once',
  method: 'POST',
  path: '/api/v1/appliance/factory/appliances',
  roles: producers,
  body: z.strictObject({
    /** As typed: letters in any case, spaces, dots and dashes do not matter. */
    serialNumber: line(40, 1),
    brand: line(40, 1),
    domain: z.enum(applianceDomains),
    gamma: z.enum(gammas),
    model: line(60, 1),
  }),
  reply: blob('application/zip'),
  errors: [
    'serial_format',
    'serial_check_digit',
    'serial_family',
    'serial_taken',
    'model_not_registered',
    'gamma_mismatch',
  ],
  once: true,
  example: {
    body: {
      serialNumber: serial,
      brand: 'IRINOX',
      domain: 'STANDARD',
      gamma: 'ABBATTITORE',
      model: 'MF Next L 45',
    },
  },
});

export const getCertificates = call({
  id: 'factoryAppliances.certs',
  spec: 'S7.25 S6.3',
  summary: 'Certificate in force and CA of an appliance as a zip, without the key',
  method: 'GET',
  path: '/api/v1/appliance/factory/appliances/{serial}/certs',
  roles: producers,
  confirmed: true,
  params: z.object({ serial: id('anyAppliance') }),
  reply: blob('application/zip'),
  errors: ['certificate_missing'],
  example: { params: { serial } },
});

export const issueCertificate = call({
  id: 'factoryAppliances.issueCertificate',
  spec: 'S7.25 S6.3',
  summary: 'Issues a certificate and key anew, as a zip, once; every earlier one is revoked and its connection ends',
  method: 'POST',
  path: '/api/v1/appliance/factory/appliances/{serial}/certs',
  roles: producers,
  confirmed: true,
  params: z.object({ serial: id('anyAppliance') }),
  reply: blob('application/zip'),
  errors: [],
  once: true,
  example: { params: { serial } },
});

export const revokeCertificate = call({
  id: 'factoryAppliances.revokeCertificate',
  spec: 'S6.3',
  summary: 'Revokes every certificate of an appliance: its connection ends at once and no other opens',
  method: 'DELETE',
  path: '/api/v1/appliance/factory/appliances/{serial}/certs',
  roles: producers,
  confirmed: true,
  params: z.object({ serial: id('anyAppliance') }),
  reply: coded(),
  errors: ['certificate_missing'],
  example: { params: { serial }, reply: { code: '200' } },
});

export const releaseByFactory = call({
  id: 'factoryAppliances.release',
  spec: 'S6.3 S1.4',
  summary: 'Releases an appliance from its owner, or renews the code of one that nobody holds; the code is shown once',
  method: 'POST',
  path: '/api/v1/appliance/factory/appliances/{serial}/release',
  roles: producers,
  confirmed: true,
  params: z.object({ serial: id('anyAppliance') }),
  reply: coded(z.object({ activationCode: z.string() })),
  errors: [],
  once: true,
  example: { params: { serial }, reply: { code: '200', body: { activationCode: '7KQ2M-9XWPA' } } },
});

export const shareWithService = call({
  id: 'factoryAppliances.share',
  spec: 'S7.34 S4.21 S6.9',
  summary: 'Lets a service partner see an appliance, as its owner is told',
  method: 'POST',
  path: '/api/v1/appliance/factory/share',
  roles: producers,
  body: z.strictObject({ email: email(), serialNumber: id('anyAppliance') }),
  reply: coded(),
  errors: ['not_a_service_partner', 'shared_already', 'appliance_unclaimed'],
  example: { body: { email: 'info@freddo.example', serialNumber: serial }, reply: { code: '200' } },
});

export const unshareFromService = call({
  id: 'factoryAppliances.unshare',
  spec: 'S7.34 S4.21',
  summary: 'Ends what the factory shares with a service partner; its live stream of it stops at once',
  method: 'DELETE',
  path: '/api/v1/appliance/factory/share',
  roles: producers,
  query: z.object({ email: email(), serialNumber: id('anyAppliance') }),
  reply: coded(),
  errors: ['not_shared'],
  example: { query: { email: 'info@freddo.example', serialNumber: serial }, reply: { code: '200' } },
});

export const factoryApplianceCalls = [
  appliancesOfUser,
  filterAppliances,
  filterModels,
  filterFirmwares,
  filterDomains,
  getFactoryAppliance,
  createFactoryAppliance,
  getCertificates,
  issueCertificate,
  revokeCertificate,
  releaseByFactory,
  shareWithService,
  unshareFromService,
] as const;
