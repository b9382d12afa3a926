import { dueStates } from '@brina/domain/haccp/checks/check-due';
import { altitude_max_m, checkMethods } from '@brina/domain/haccp/checks/probe-check';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { line } from '../../wire/values.ts';
import { actionOfRecord } from './actions.ts';
import { signatureOfRecord, signingGrant } from './signature-of-record.ts';

/** How the values of a check come: typed by hand, or by the portal itself as the mean of its own samples of a minute. */
const checkSources = ['MANUAL', 'TELEMETRY'] as const;

const celsius = z.number().check(z.gte(-60), z.lte(150));

const checked = {
  /** Counted from 1, as the unit counts them. */
  needle: z.int().check(z.minimum(1), z.maximum(2)),
  /** Which of its points, from its tip; empty: all. */
  points: z.array(z.int().check(z.minimum(1), z.maximum(4))).check(z.maxLength(4)),
  instrument: line(100, 1),
  /** Of the instrument, and until when it holds; empty and null: none. */
  certificate: line(100),
  certificateUntil: z.nullable(instant),
  note: line(500),
} as const;

/** What it read, and after it was adjusted; null: it was left as it was. */
const read = { before_C: celsius, after_C: z.nullable(celsius) } as const;

/** By what it was checked. REFERENCE: what the thermometer beside it read; BOILING: at which height above the sea. */
const setting = z.union([
  z.strictObject({ method: z.literal('ICE') }),
  z.strictObject({
    method: z.literal('BOILING'),
    altitude_m: z.number().check(z.gte(-430), z.lte(altitude_max_m)),
  }),
  z.strictObject({ method: z.literal('REFERENCE'), reference_C: celsius }),
]);

/** The proof of who has checked it, and signs that with it (`signatures.grant`). Absent: the caller, and it is not signed. */
const grant = z.optional(signingGrant);

const check = z.object({
  ...checked,
  ...read,
  at: instant,
  id: z.string(),
  setting: z.object({
    method: z.enum(checkMethods),
    altitude_m: z.optional(z.number()),
    reference_C: z.optional(z.number()),
  }),
  /** How its values came: typed by hand, or by the portal as the mean of a minute. */
  source: z.enum(checkSources),
  /** Of which minutes they are means, by the last moment of each; null: not adjusted. Absent: typed by hand. */
  until: z.optional(z.object({ before: z.int(), after: z.nullable(z.int()) })),
  expected_C: z.number(),
  limit_K: z.number(),
  /** Above 0: it reads too high. As it was found, and as it was left. */
  error_K: z.number(),
  left_K: z.number(),
  foundGood: z.boolean(),
  leftGood: z.boolean(),
  /** By company, and by name only to the company whose record it is. */
  by: z.string(),
  role: z.string(),
  enteredAt: z.int(),
  /** Of the entry in the book, by which it is signed. */
  hash: z.nullable(z.string()),
  signatures: z.array(signatureOfRecord),
  /** What it did to records: how many wait to be looked at again, how many were judged anew, and how many of those do not pass any more. */
  records: z.object({ waiting: z.int(), again: z.int(), failed: z.int() }),
  /** What was, or has to be, done about it, latest first; a service partner is told of none. */
  actions: z.array(actionOfRecord),
});
export type ProbeCheck = z.output<typeof check>;

/** Probes of a page of those that are due. */
export const duePage_rows = 200;

/** Where a probe stands with its checks. Its own company's: what a former holder of the unit checked is not told. */
const checkedProbe = z.object({
  serialNumber: z.string(),
  name: z.string(),
  model: z.string(),
  labId: z.nullable(z.string()),
  laboratory: z.nullable(z.string()),
  timeZone: z.string(),
  needle: z.int(),
  /** Null: it was never checked in this company. */
  last: z.nullable(z.object({ at: z.int(), good: z.boolean() })),
  dueAt: z.int(),
  state: z.enum(dueStates),
});
export type CheckedProbe = z.output<typeof checkedProbe>;

/** What a needle says in the last minute. */
const probeReading = z.object({
  /** Of all its points together. `stale`: nothing new comes; `few`: too little came yet; `moving`: it has not come to rest. */
  state: z.enum(['stale', 'few', 'moving', 'steady']),
  /** The end of the minute: what `TELEMETRY` is asked of. Null: nothing came. */
  until: z.nullable(z.int()),
  /** By its points from the tip: how each stands by itself, what it read last, the mean, and by how much it varied; null: it gave no value. */
  points: z.array(
    z.object({
      point: z.int(),
      state: z.enum(['few', 'moving', 'steady']),
      last_C: z.nullable(z.number()),
      mean_C: z.nullable(z.number()),
      sigma_K: z.nullable(z.number()),
      samples: z.int(),
    }),
  ),
});
export type ProbeReading = z.output<typeof probeReading>;

const actors = { roles: ['USER', 'SERVICE'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/{serial}/checks';
const serial = 'MFL45-26-000123';
const values = { before_C: 0.2, after_C: null, at: 1_763_680_000_000 };
const body = {
  needle: 1,
  points: [],
  instrument: 'Ice water, stirred',
  certificate: '',
  certificateUntil: null,
  note: '',
};
const example: ProbeCheck = {
  ...body,
  ...values,
  id: '0198c0de-0000-7000-8000-0000000000f7',
  setting: { method: 'ICE' },
  source: 'MANUAL',
  expected_C: 0,
  limit_K: 0.5,
  error_K: 0.2,
  left_K: 0.2,
  foundGood: true,
  leftGood: true,
  by: 'Anna Neri',
  role: 'USER',
  enteredAt: 1_763_680_100_000,
  hash: '8d2fb2d84c021f664cfd593db0504a62bb1fd842187b38dbd8769381ff530eba',
  signatures: [],
  records: { waiting: 0, again: 0, failed: 0 },
  actions: [],
};
const exampleProbe: CheckedProbe = {
  serialNumber: serial,
  name: 'Blast chiller 1',
  model: 'MF Next L 45 RWL',
  labId: '0198c0de-0000-7000-8000-00000000001a',
  laboratory: 'Laboratorio Neri',
  timeZone: 'Europe/Rome',
  needle: 1,
  last: { at: 1_732_000_000_000, good: true },
  dueAt: 1_763_536_000_000,
  state: 'overdue',
};

export const checkProbe = call({
  id: 'checks.record',
  spec: 'B2.7',
  summary:
    'Records a check of a core probe in ice, boiling water or beside a reference; a good one counts as its calibration',
  method: 'POST',
  path,
  ...actors,
  params: z.object({ serial: id('appliance') }),
  body: z.union([
    z.strictObject({ ...checked, source: z.optional(z.literal('MANUAL')), ...read, at: instant, setting, grant }),
    z.strictObject({
      ...checked,
      source: z.literal('TELEMETRY'),
      /** The last moments of the minutes whose means are taken, as `checks.reading` tells them. */
      until: z.strictObject({ before: instant, after: z.nullable(instant) }),
      setting,
      grant,
    }),
  ]),
  reply: json(check),
  errors: ['reading_in_future', 'check_unstable', 'needle_absent', 'signing_refused', 'signer_not_allowed'],
  example: { params: { serial }, body: { ...body, ...values, setting: { method: 'ICE' } }, reply: example },
});

export const listProbeChecks = call({
  id: 'checks.list',
  spec: 'B2.7',
  summary: 'Checks of the core probes of an appliance, latest first, at most 200; a service partner sees its own',
  method: 'GET',
  path,
  ...actors,
  params: z.object({ serial: id('applianceRecord') }),
  reply: json(z.array(check)),
  errors: [],
  example: { params: { serial }, reply: [example] },
});

export const readProbe = call({
  id: 'checks.reading',
  spec: 'B2.7',
  summary: 'What a needle of an appliance reads in the last minute, and whether it has come to rest',
  method: 'GET',
  path: `${path}/reading`,
  ...actors,
  params: z.object({ serial: id('appliance') }),
  query: z.object({ needle: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2)) }),
  reply: json(probeReading),
  errors: ['needle_absent'],
  example: {
    params: { serial },
    query: { needle: 1 },
    reply: {
      state: 'steady',
      until: 1_763_680_000_000,
      points: [{ point: 1, state: 'steady', last_C: 0.2, mean_C: 0.2, sigma_K: 0.03, samples: 30 }],
    },
  },
});

export const listDueChecks = call({
  id: 'checks.due',
  spec: 'B2.7',
  summary:
    'The core probes that the caller may look at, of an appliance, a kitchen or all, and when each has to be checked again: what is due first comes first, a page at a time',
  method: 'GET',
  path: '/api/v1/analytics/haccp/checks/due',
  ...actors,
  query: z.object({
    serial: z.optional(id('appliance')),
    /** Narrows what the caller sees anyway, which of a service partner is in kitchens that are not its own: of any other it finds nothing. */
    labId: z.optional(z.uuid()),
    /** `open`: those alone that are to be checked soon, or should have been. */
    state: z.optional(z.enum(['open'])),
    /** Absent: the first, counted from 0. */
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  /** A page has {@link duePage_rows} at most; `total` counts them all. */
  reply: json(z.object({ items: z.array(checkedProbe), total: z.int() })),
  errors: [],
  example: {
    query: { serial },
    reply: { items: [exampleProbe], total: 1 },
  },
});

export const checkCalls = [checkProbe, listProbeChecks, readProbe, listDueChecks] as const;
