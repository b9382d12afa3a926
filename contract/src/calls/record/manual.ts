import { coolingKinds } from '@brina/domain/haccp/plans/food-plan';
import { verdictReasons, verdicts } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { line } from '../../wire/values.ts';
import { actionOfRecord } from './actions.ts';
import { judgedStage, ruleOfRecord } from './haccp.ts';

/** Records of food that was cooled without an appliance, as in an ice bath, and measured by hand (B2.7). */

/** Records of a page. */
export const manualPage_rows = 50;

/** What somebody reads, `value_C` in °C. */
const reading = z.strictObject({
  value_C: z.number().check(z.gte(-60), z.lte(150)),
  /** When it was measured; it may be entered later. */
  at: instant,
  instrument: line(100, 1),
  /** Where in the food; empty: not said. */
  where: line(200),
});

const manualRecord = z.object({
  id: z.string(),
  labId: z.string(),
  /** Null: the kitchen is no more. */
  laboratory: z.nullable(z.string()),
  timeZone: z.string(),
  process: z.enum(coolingKinds),
  product: z.string(),
  lot: z.nullable(z.string()),
  load_kg: z.nullable(z.number()),
  /** When the food was cooked; null: not said. */
  cookedAt: z.nullable(z.int()),
  /** When it was first measured. */
  startedAt: z.int(),
  /** When somebody said that nothing more is measured; null: it goes on. */
  endedAt: z.nullable(z.int()),
  /** By the kitchen's plan of when it began. */
  rule: ruleOfRecord,
  /** Null: it goes on, and no reading shows yet that it took too long. */
  verdict: z.nullable(z.enum(verdicts)),
  /** Why the verdict is not a plain PASS. */
  reasons: z.array(z.enum(verdictReasons)),
  /** As far as it has come. */
  stages: z.array(judgedStage),
  /**
   * What is reached next, while it goes on and is not too late yet: `to` °C within `limit_min` of falling through `from` °C (null: of the
   * beginning). `by`: as soon as the clock may have started, until when somebody has to have read it for a proof; null: it has not.
   */
  due: z.nullable(
    z.object({ from: z.nullable(z.number()), to: z.number(), limit_min: z.number(), by: z.nullable(z.int()) }),
  ),
  /** By when they were measured, with who entered each, by name, or by initials once the account was deleted, and when. */
  readings: z.array(
    z.object({
      value_C: z.number(),
      at: z.int(),
      instrument: z.string(),
      where: z.string(),
      by: z.string(),
      role: z.string(),
      enteredAt: z.int(),
    }),
  ),
  /** Each reading, and the end, is one more; `hash` of its entry in the book. */
  revision: z.int(),
  hash: z.nullable(z.string()),
  /** Opened by a verdict that calls for one when it ends, or by a reading that shows that it took too long (B2.5). */
  actions: z.array(actionOfRecord),
});
export type ManualRecord = z.output<typeof manualRecord>;

const users = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/manual';
const labId = '0198c0de-0000-7000-8000-00000000000a';
const manualId = '0198c0de-0000-7000-8000-0000000000f9';
const at = 1_763_680_000_000;
const first = { value_C: 82, at, instrument: 'Thermometer 7', where: 'Middle of the pot' };
const said = { by: 'Anna Neri', role: 'USER' } as const;
const food = { product: 'Minestrone', lot: 'L-0412', load_kg: 12 };
const example: ManualRecord = {
  id: manualId,
  labId,
  laboratory: 'Main kitchen',
  timeZone: 'Europe/Rome',
  process: 'chill',
  ...food,
  cookedAt: null,
  startedAt: at,
  endedAt: null,
  rule: { id: 'CHILL_90', version: '1', force: 'industry' },
  verdict: null,
  reasons: [],
  stages: [
    {
      from: 70,
      to: 3,
      startedAt: null,
      endedAt: null,
      minutes: null,
      earliest_min: null,
      latest_min: null,
      firstReachedAt: null,
      limit_min: 90,
      verdict: 'ABORTED',
    },
  ],
  due: { from: 70, to: 3, limit_min: 90, by: null },
  readings: [{ ...first, ...said, enteredAt: at + 20_000 }],
  revision: 1,
  hash: '8d2fb2d84c021f664cfd593db0504a62bb1fd842187b38dbd8769381ff530eba',
  actions: [],
};
const next = { ...first, value_C: 21, at: at + 40 * minute_ms };
const goesOn: ManualRecord = {
  ...example,
  due: { from: 70, to: 3, limit_min: 90, by: at + 90 * minute_ms },
  readings: [...example.readings, { ...next, ...said, enteredAt: next.at + 20_000 }],
  revision: 2,
};

export const startManual = call({
  id: 'manual.start',
  spec: 'B2.7 B2.3',
  summary: 'Begins a record of food that is cooled without an appliance, with the first temperature measured by hand',
  method: 'POST',
  path,
  ...users,
  body: z.strictObject({
    labId: id('laboratory'),
    process: z.enum(coolingKinds),
    product: line(60, 1),
    /** Null, as below: not said. */
    lot: z.nullable(line(40, 1)),
    load_kg: z.nullable(z.number().check(z.gte(0.1), z.lte(10_000))),
    cookedAt: z.nullable(instant),
    reading,
  }),
  reply: json(manualRecord),
  errors: ['company_missing', 'cooked_at_range', 'reading_in_future', 'time_not_of_record'],
  example: { body: { labId, process: 'chill', ...food, cookedAt: null, reading: first }, reply: example },
});

export const addManualReading = call({
  id: 'manual.read',
  spec: 'B2.7',
  summary: 'Adds a temperature measured by hand to a cooling without an appliance; what was entered before stays',
  method: 'POST',
  path: `${path}/{manualId}/readings`,
  ...users,
  params: z.object({ manualId: id('manual') }),
  body: reading,
  reply: json(manualRecord),
  errors: ['manual_ended', 'reading_in_future', 'reading_out_of_order', 'readings_full', 'time_not_of_record'],
  example: { params: { manualId }, body: next, reply: goesOn },
});

export const endManual = call({
  id: 'manual.end',
  spec: 'B2.7 B2.3',
  summary: 'Ends a cooling without an appliance: it is judged by the rule of the kitchen’s plan of when it began',
  method: 'POST',
  path: `${path}/{manualId}/end`,
  ...users,
  params: z.object({ manualId: id('manual') }),
  reply: json(manualRecord),
  errors: ['manual_ended'],
  example: {
    params: { manualId },
    reply: {
      ...goesOn,
      due: null,
      endedAt: next.at + 30_000,
      verdict: 'ABORTED',
      reasons: ['target_not_reached'],
      revision: 3,
    },
  },
});

export const listManual = call({
  id: 'manual.list',
  spec: 'B2.7',
  summary: 'Coolings without an appliance: those that go on first, then the latest first, a page at a time',
  method: 'GET',
  path,
  ...users,
  query: z.object({
    /** Absent: of all kitchens that the caller sees. */
    labId: z.optional(id('laboratory')),
    /** Days of the kitchen's calendar on which they began, both included; absent: any. */
    from: z.optional(calendarDay),
    to: z.optional(calendarDay),
    /** What they ended with; absent: any, also of those that go on. */
    verdict: z.optional(z.enum(verdicts)),
    /** Found anywhere in the name, in large or small letters. */
    product: z.optional(line(60)),
    lot: z.optional(line(40)),
    /** Absent: the first, counted from 0. */
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  /** A page has {@link manualPage_rows} at most; `total` counts them all. */
  reply: json(z.object({ items: z.array(manualRecord), total: z.int() })),
  errors: [],
  example: { query: { labId, from: '2025-11-20', to: '2025-11-21' }, reply: { items: [goesOn], total: 1 } },
});

export const getManual = call({
  id: 'manual.get',
  spec: 'B2.7',
  summary: 'A cooling without an appliance',
  method: 'GET',
  path: `${path}/{manualId}`,
  ...users,
  params: z.object({ manualId: id('manual') }),
  reply: json(manualRecord),
  errors: [],
  example: { params: { manualId }, reply: goesOn },
});

export const manualCalls = [startManual, addManualReading, endManual, listManual, getManual] as const;
