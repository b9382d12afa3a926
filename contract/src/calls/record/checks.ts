import { altitude_max_m, checkMethods } from '@brina/domain/haccp/checks/probe-check';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { line } from '../../wire/values.ts';

const celsius = z.number().check(z.gte(-60), z.lte(150));

const said = {
  /** Counted from 1, as the unit counts them. */
  needle: z.int().check(z.minimum(1), z.maximum(2)),
  /** Which of its points, from its tip; empty: all. */
  points: z.array(z.int().check(z.minimum(1), z.maximum(4))).check(z.maxLength(4)),
  /** What it read, and after it was adjusted; null: it was left as it was. */
  before_C: celsius,
  after_C: z.nullable(celsius),
  at: instant,
  instrument: line(100, 1),
  /** Of the instrument, and until when it holds; empty and null: none. */
  certificate: line(100),
  certificateUntil: z.nullable(instant),
  note: line(500),
} as const;

/** By what it was checked. REFERENCE: what the thermometer beside it read; BOILING: at which height above the sea. */
const setting = z.union([
  z.strictObject({ method: z.literal('ICE') }),
  z.strictObject({
    method: z.literal('BOILING'),
    altitude_m: z.number().check(z.gte(-430), z.lte(altitude_max_m)),
  }),
  z.strictObject({ method: z.literal('REFERENCE'), reference_C: celsius }),
]);

const check = z.object({
  ...said,
  id: z.string(),
  setting: z.object({
    method: z.enum(checkMethods),
    altitude_m: z.optional(z.number()),
    reference_C: z.optional(z.number()),
  }),
  /** How its values came: typed by hand. */
  source: z.enum(['MANUAL']),
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
});
export type ProbeCheck = z.output<typeof check>;

const actors = { roles: ['USER', 'SERVICE'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/{serial}/checks';
const serial = 'MFL45-26-000123';
const body = {
  needle: 1,
  points: [],
  before_C: 0.2,
  after_C: null,
  at: 1_763_680_000_000,
  instrument: 'Ice water, stirred',
  certificate: '',
  certificateUntil: null,
  note: '',
};
const example: ProbeCheck = {
  ...body,
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
  body: z.strictObject({ ...said, setting }),
  reply: json(check),
  errors: ['reading_in_future'],
  example: { params: { serial }, body: { ...body, setting: { method: 'ICE' } }, reply: example },
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

export const checkCalls = [checkProbe, listProbeChecks] as const;
