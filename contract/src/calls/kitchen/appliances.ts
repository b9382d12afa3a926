import { isActivationCode, normaliseActivationCode } from '@brina/domain/appliance/activation-code';
import { applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { gammas } from '@brina/domain/appliance/families/family';
import { kitchenMaintenance, maintenanceKinds } from '@brina/domain/appliance/maintenance';
import { minute_ms } from '@brina/domain/language/durations';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { alarm, cycle, notice, reported, status, versions } from '../../live.ts';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line, tcpPort } from '../../wire/values.ts';

/** The two hours behind a sparkline move by one step of this length; frames carry only the latest value. */
export const trendStep_ms = 5 * minute_ms;

/** Two hours of chamber temperature for a sparkline: one value per step, null where nothing was measured. */
export const trend = z.object({
  /** End of the last step, epoch ms. */
  until: z.int(),
  step_ms: z.int(),
  air: z.array(z.nullable(z.number())),
  set: z.array(z.nullable(z.number())),
});
export type Trend = z.output<typeof trend>;

/** An appliance as a user sees it (S3.30). `{id}` in paths is its serial number. */
export const appliance = z.object({
  serialNumber: z.string(),
  /** Stored name, `MF Next L 45`. */
  model: z.string(),
  name: z.string(),
  lab: z.nullable(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
  gamma: z.enum(gammas),
  brand: z.string(),
  domain: z.enum(applianceDomains),
  online: z.boolean(),
  lastSeenAt: z.nullable(z.int()),
  status,
  cycle: z.nullable(cycle),
  cycleRunning: z.boolean(),
  warnings: z.array(alarm),
  alarms: z.array(alarm),
  /** What somebody of its kitchen should be told, the newest first; empty for who is not of it. */
  notices: z.array(notice),
  /** Maintenance is recommended, and nobody has put the advice aside (S3.8). */
  anomaly: z.boolean(),
  package: z.enum(['Essential', 'Excellence']),
  currentFirmware: z.string(),
  /** What the portal wants it to run: what it has, while no update is offered. */
  desiredFirmware: z.string(),
  /** As `currentFirmware`: one package holds the software of every part of a unit. */
  softwareVersion: z.string(),
  company: z.string(),
  door: z.nullable(z.int()),
  sanigen: z.nullable(z.int()),
  /** At which it serves its values to systems of the kitchen's own network, as it reports itself; null where it does not. */
  port: z.nullable(tcpPort),
  /** Relation of the caller to it. */
  role: z.enum(['OWNER', 'SHARED', 'SERVICE', 'FACTORY']),
  twin: z.object({ serialNumber: z.string(), reported }),
  trend,
  v: versions,
  /** What the caller may do with it: each is true exactly when the portal would let the call in. Never recomputed by the browser. */
  may: z.object({
    rename: z.boolean(),
    release: z.boolean(),
    command: z.boolean(),
    /** Put the advice of maintenance aside. */
    hideAdvice: z.boolean(),
    /** Kinds of maintenance it may record. */
    record: z.array(z.enum(maintenanceKinds)),
    readCycles: z.boolean(),
    /** Food records. */
    readRecords: z.boolean(),
    /** Who serves it. */
    readServices: z.boolean(),
    /** Let it sample more often for a while. */
    runLive: z.boolean(),
    /** Read what a technician is to check: whoever looks at an appliance that is a customer's. */
    diagnose: z.boolean(),
  }),
});
export type Appliance = z.output<typeof appliance>;

const serial = 'MFL45-26-000123';
const labId = '0198c0de-0000-7000-8000-00000000000a';
const example: Appliance = {
  serialNumber: serial,
  model: 'MF Next L 45',
  name: 'Blast chiller 1',
  lab: { id: labId, name: 'Main kitchen', timeZone: 'Europe/Rome' },
  gamma: 'ABBATTITORE',
  brand: 'IRINOX',
  domain: 'STANDARD',
  online: true,
  lastSeenAt: 1_763_680_000_000,
  status: 'standby',
  cycle: null,
  cycleRunning: false,
  warnings: [],
  alarms: [],
  notices: [],
  anomaly: false,
  package: 'Excellence',
  currentFirmware: '2.4.1',
  desiredFirmware: '2.4.1',
  softwareVersion: '2.4.1',
  company: 'Pasticceria Neri',
  door: 0,
  sanigen: 0,
  port: 502,
  role: 'OWNER',
  twin: { serialNumber: serial, reported: { TCell: 3.2, cellSetTemp: 2, port: 502 } },
  trend: { until: 1_763_680_000_000, step_ms: trendStep_ms, air: [3.1, 3.2], set: [2, 2] },
  v: { reported: 4, online: 1, status: 1, cycle: 0, warnings: 0, alarms: 0, commands: 0, notices: 0 },
  may: {
    rename: true,
    release: true,
    command: true,
    hideAdvice: true,
    record: [...kitchenMaintenance],
    readCycles: true,
    readRecords: true,
    readServices: true,
    runLive: true,
    diagnose: false,
  },
};
const readers = rolesOf('USER', 'SERVICE');
/** The maker's service, which looks at one appliance at a time. */
const support = rolesOf('FACTORY');
/** As typed from the label: dashes, spaces and letters taken for one another do not matter, the form does. */
const activationCode = z
  .string()
  .check(z.minLength(1, { abort: true }), z.maxLength(40, { abort: true }))
  .check(z.refine((typed) => isActivationCode(normaliseActivationCode(typed))));
const applianceName = line(60, 1);

export const listAppliances = call({
  id: 'appliances.list',
  spec: 'S7.17 S1.5',
  summary: 'Appliances the caller may see, by laboratory and name',
  method: 'GET',
  path: '/api/v1/appliance/appliances',
  roles: readers,
  members: membershipRoles,
  reply: json(z.array(appliance)),
  errors: [],
  example: { reply: [example] },
});

export const claimAppliance = call({
  id: 'appliances.claim',
  spec: 'S7.17 S1.4 S2.21',
  summary: 'Adds an appliance to the caller’s company by its activation code',
  method: 'POST',
  path: '/api/v1/appliance/appliances',
  roles: ['USER'],
  body: z.strictObject({
    activationCode,
    name: applianceName,
    labId: id('laboratory'),
  }),
  reply: json(appliance),
  errors: ['activation_code_unknown', 'activation_code_used', 'activation_tries_exceeded', 'company_missing'],
  example: { body: { activationCode: '7KQ2M-9XWPA', name: 'Blast chiller 1', labId }, reply: example },
});

export const getAppliance = call({
  id: 'appliances.get',
  spec: 'S7.17',
  summary: 'One appliance with its live state',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}',
  roles: [...readers, ...support],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  reply: json(appliance),
  errors: [],
  example: { params: { id: serial }, reply: example },
});

/** What a running unit moves by itself from minute to minute, and what follows from that. */
const movingFields = [
  'online',
  'lastSeenAt',
  'status',
  'cycle',
  'cycleRunning',
  'warnings',
  'alarms',
  'notices',
  'anomaly',
  'door',
  'twin',
  'trend',
  'v',
] as const satisfies readonly (keyof Appliance)[];

export const updateAppliance = call({
  id: 'appliances.update',
  spec: 'S7.17',
  summary: 'Renames an appliance or moves it to another laboratory',
  method: 'PUT',
  path: '/api/v1/appliance/appliances/{id}',
  roles: ['USER'],
  members: ['ADMIN'],
  params: z.object({ id: id('appliance') }),
  /** Without a laboratory it stays where it is: the GET tells it as `lab`. */
  body: z.strictObject({ name: applianceName, labId: z.optional(id('laboratory')) }),
  echoes: { of: getAppliance, moving: movingFields },
  reply: json(appliance),
  errors: [],
  example: { params: { id: serial }, body: { name: 'Blast chiller 1', labId }, reply: example },
});

export const releaseAppliance = call({
  id: 'appliances.release',
  spec: 'S7.17',
  summary: 'Releases an appliance from its owner; the reply holds the activation code for the next one, shown once',
  method: 'DELETE',
  path: '/api/v1/appliance/appliances/{id}',
  roles: ['USER'],
  params: z.object({ id: id('appliance') }),
  reply: coded(z.object({ activationCode: z.string() })),
  errors: [],
  once: true,
  example: { params: { id: serial }, reply: { code: '200', body: { activationCode: '7KQ2M-9XWPA' } } },
});

/** A service partner that sees an appliance, as its owner is told (S6.9). */
export const applianceService = z.object({
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The kitchen names it as its assistance center, or the factory shares the appliance with it. */
  by: z.enum(['KITCHEN', 'FACTORY']),
  since: z.nullable(z.int()),
});
export type ApplianceService = z.output<typeof applianceService>;

export const listServices = call({
  id: 'appliances.services',
  spec: 'S6.9',
  summary:
    'Who serves an appliance and so sees it: the assistance center of its kitchen, and whom the factory lets see it',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/services',
  roles: ['USER', ...support],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  reply: json(z.array(applianceService)),
  errors: [],
  example: {
    params: { id: serial },
    reply: [
      {
        company: 'Freddo Assistenza',
        email: 'info@freddo.example',
        phone: '+390422555000',
        by: 'KITCHEN',
        since: null,
      },
    ],
  },
});

export const hideAnomaly = call({
  id: 'appliances.hideAnomaly',
  spec: 'S7.28 S3.8',
  summary: 'Puts the advice of maintenance of an appliance aside, until something new is found',
  method: 'PATCH',
  path: '/api/v1/appliance/anomalies/hide/{id}',
  roles: ['USER'],
  members: ['ADMIN'],
  params: z.object({ id: id('appliance') }),
  reply: coded(),
  errors: [],
  example: { params: { id: serial }, reply: { code: '200' } },
});

export const applianceCalls = [
  listServices,
  hideAnomaly,
  listAppliances,
  claimAppliance,
  getAppliance,
  updateAppliance,
  releaseAppliance,
] as const;
