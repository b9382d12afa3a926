import { missingKinds, missingReasons, missingText_min, missingTold } from '@brina/domain/haccp/missing/missing';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line } from '../../wire/values.ts';
import { actionOfRecord } from './actions.ts';

/** What the book lacks, and what somebody says of it (B2.11). */

/** What is missing: of a unit, of one of its records, or of a kitchen, on a day of its calendar. */
const missingRecord = z.object({
  /** By which an action is opened on it (`actions.open`); the same whenever somebody looks. */
  id: z.string(),
  kind: z.enum(missingKinds),
  day: z.string(),
  /** Of food that was cooled without a cycle: when the door was closed upon it, epoch ms. Null: it is of no moment. */
  at: z.nullable(z.int()),
  /** Null: it is the whole kitchen's. */
  unit: z.nullable(z.object({ serialNumber: z.string(), name: z.string(), model: z.string() })),
  labId: z.nullable(z.string()),
  laboratory: z.nullable(z.string()),
  timeZone: z.string(),
  /** The record that lacks something, or that an unverified action is about: a batch, or a day of holding in a zone. Null: there is none. */
  record: z.nullable(z.object({ id: z.string(), kind: z.enum(['batch', 'day']), zone: z.nullable(z.int()) })),
  /** `waiting`: the unit may still tell of the day, nothing can be said of it yet. */
  state: z.enum(['waiting', 'open', 'explained']),
  /** `LATE`: nobody gave a reason, but it was done too late. */
  explained: z.nullable(
    z.object({ reason: z.enum(missingTold), text: z.string(), by: z.string(), role: z.string(), at: z.int() }),
  ),
  /** What was done about it, latest first; of `verification` first what was done and not verified. */
  actions: z.array(actionOfRecord),
});
export type MissingRecord = z.output<typeof missingRecord>;

const users = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/missing';
const labId = '0198c0de-0000-7000-8000-00000000000a';
const example = {
  id: '0198c0de-0000-8000-8000-0000000000f5',
  kind: 'batch',
  day: '2026-03-05',
  at: null,
  unit: { serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1', model: 'MF Next L 45' },
  labId,
  laboratory: 'Main kitchen',
  timeZone: 'Europe/Rome',
  record: null,
  state: 'open',
  explained: null,
  actions: [],
} as const satisfies MissingRecord;

export const listMissing = call({
  id: 'missing.list',
  spec: 'B2.11',
  summary: 'What the book lacks: usual days without a batch, and what the plan demands and was not done, latest first',
  method: 'GET',
  path,
  ...users,
  query: z.object({
    /** Absent: of all kitchens. */
    labId: z.optional(id('laboratory')),
    /** `2026-03`; absent: of the last thirty-one days. */
    month: z.optional(z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/))),
  }),
  reply: json(z.object({ items: z.array(missingRecord) })),
  errors: [],
  example: { query: { labId }, reply: { items: [example] } },
});

const [...plainReasons] = missingReasons.filter((one) => one !== 'OTHER');

export const explainMissing = call({
  id: 'missing.explain',
  spec: 'B2.11',
  summary: 'Says once why something is missing in the book: of a unit, or of all units of a kitchen that was closed',
  method: 'POST',
  path,
  ...users,
  body: z.strictObject({
    day: calendarDay,
    /** All that is missing that day, narrowed by these; food that was cooled without a cycle, and what nobody has verified, only where its kind is named. */
    labId: z.optional(id('laboratory')),
    serialNumber: z.optional(id('applianceRecord')),
    kind: z.optional(z.enum(missingKinds)),
    /** One of several of that kind and that unit, by its moment. */
    at: z.optional(z.int()),
    explanation: z.union([
      z.strictObject({ reason: z.enum(plainReasons), text: line(500) }),
      z.strictObject({ reason: z.literal('OTHER'), text: line(500, missingText_min) }),
    ]),
  }),
  reply: json(z.array(missingRecord)),
  errors: ['company_missing', 'missing_explained', 'nothing_missing'],
  example: {
    body: {
      day: '2026-03-05',
      labId,
      serialNumber: example.unit.serialNumber,
      explanation: { reason: 'CLOSED', text: '' },
    },
    reply: [
      {
        ...example,
        state: 'explained',
        explained: { reason: 'CLOSED', text: '', by: 'Anna Neri', role: 'USER', at: 1_772_780_000_000 },
      },
    ],
  },
});

export const missingCalls = [listMissing, explainMissing] as const;
