import { holdKinds, holdReasons, holdVerdicts } from '@brina/domain/haccp/holding/day';
import { gapReasons } from '@brina/domain/haccp/verdicts';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { actionOfRecord } from './actions.ts';
import { sealOfRecord } from './haccp.ts';
import { noteOfRecord, readingOfRecord } from './remarks.ts';
import { signatureOfRecord } from './signature-of-record.ts';

/**
 * That somebody has looked at what a kitchen held in a day, and found all right: by name, or by initials once the account was deleted. Both
 * null where that was before looks entered the book, `by` only once the account is gone. `isLate`: more than 24 hours after the day.
 */
const look = z.object({
  by: z.nullable(z.string()),
  role: z.nullable(z.string()),
  at: z.int(),
  isLate: z.boolean(),
});
export type HoldLook = z.output<typeof look>;

const holdMinutes = z.object({
  inRange: z.number(),
  /** Beyond the limit itself, whatever is tolerated. */
  above: z.number(),
  notProven: z.number(),
  /** Standing by; of a blast chiller all that is no holding. */
  off: z.number(),
  /** Without a limit. */
  free: z.number(),
});

/** What of a day is shown in a list. Temperatures are those of the food by the product channel, °C; lengths minutes. */
export const holdSummary = z.object({
  verdict: z.enum(holdVerdicts),
  reasons: z.array(z.enum(holdReasons)),
  minutes: holdMinutes,
  /** Share of the time under a limit in which the food is known, %; null where there is none. */
  coverage: z.nullable(z.number()),
  degree_min: z.number(),
  excursions: z.int(),
  /** As what food was held. */
  kinds: z.array(z.enum(holdKinds)),
  min: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  max: z.nullable(z.number()),
});
export type HoldSummary = z.output<typeof holdSummary>;

const holdDay = z.object({
  ...holdSummary.shape,
  day: z.string(),
  zone: z.int(),
  /** Where a day was cut, because the unit changed hands or the kitchen its time zone, not midnight. */
  from: z.int(),
  to: z.int(),
  timeZone: z.string(),
  revision: z.int(),
  /** Its kitchen as it began. */
  labId: z.nullable(z.string()),
  /** Null: nobody has looked. */
  look: z.nullable(look),
});
export type HoldDaySummary = z.output<typeof holdDay>;

const holdSeries = z.object({
  min: z.array(z.nullable(z.number())),
  mean: z.array(z.nullable(z.number())),
  max: z.array(z.nullable(z.number())),
});

const holdLimit = z.object({ limit_C: z.number(), alarm_C: z.number(), grace_min: z.number() });

/** What a revision says: it contains its own curve and never refers to telemetry. */
const holdContent = z.object({
  serialNumber: z.string(),
  model: z.string(),
  applianceName: z.string(),
  laboratory: z.nullable(z.string()),
  company: z.string(),
  timeZone: z.string(),
  judge: z.int(),
  day: z.string(),
  zone: z.int(),
  from: z.int(),
  to: z.int(),
  /** The limit that is cited, and the threshold from which the alarm counts, with the time it may take. */
  limits: z.object({ chilled: holdLimit, frozen: holdLimit, hot: holdLimit }),
  verdict: z.enum(holdVerdicts),
  reasons: z.array(z.enum(holdReasons)),
  minutes: holdMinutes,
  coverage: z.nullable(z.number()),
  degree_min: z.number(),
  /** Whole, even where they lie on two days. */
  excursions: z.array(
    z.object({
      kind: z.enum(holdKinds),
      from: z.int(),
      to: z.int(),
      minutes: z.number(),
      extreme: z.number(),
      degree_min: z.number(),
      alarm_min: z.number(),
      isBeyondGrace: z.boolean(),
      isOpen: z.boolean(),
      /** Id of the alarm that told of it. */
      alarm: z.nullable(z.string()),
    }),
  ),
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: z.enum(gapReasons), isBounded: z.boolean() })),
  /** Of each ten minutes since it began. */
  food: holdSeries,
  air: holdSeries,
  settings: z.array(
    z.object({
      at: z.int(),
      holding: z.enum([...holdKinds, 'free', 'off']),
      mode: z.nullable(z.number()),
      set: z.nullable(z.number()),
    }),
  ),
  /** `end`: code of `lastDefrostEnd`. */
  defrosts: z.array(z.object({ from: z.int(), to: z.nullable(z.int()), end: z.nullable(z.number()) })),
  doors: z.array(z.object({ from: z.int(), to: z.nullable(z.int()) })),
  doorMinutes: z.number(),
  alarms: z.array(z.object({ id: z.string(), name: z.string(), from: z.int(), to: z.nullable(z.int()) })),
});
export type HoldContent = z.output<typeof holdContent>;

const holdRecord = z.object({
  ...holdContent.shape,
  /** By which it stands in the book. */
  id: z.string(),
  revision: z.int(),
  /** Where the revision stands in the book of its company. */
  seal: z.nullable(sealOfRecord),
  signatures: z.array(signatureOfRecord),
  actions: z.array(actionOfRecord),
  readings: z.array(readingOfRecord),
  notes: z.array(noteOfRecord),
  labId: z.nullable(z.string()),
  look: z.nullable(look),
  may: z.object({ look: z.boolean() }),
  revisions: z.array(
    z.object({
      revision: z.int(),
      createdAt: z.int(),
      verdict: z.enum(holdVerdicts),
      cause: z.enum(['complete', 'late_data']),
    }),
  ),
});
export type HoldRecord = z.output<typeof holdRecord>;

const serial = 'CP1D7-26-000101';
const labId = '0198c0de-0000-7000-8000-00000000000a';
const minutes = { inRange: 1420, above: 20, notProven: 0, off: 0, free: 0 };
const exampleSummary = {
  verdict: 'EXCEEDED',
  reasons: ['beyond_grace'],
  minutes,
  coverage: 100,
  degree_min: 31.5,
  excursions: 1,
  kinds: ['chilled'],
  min: 1.8,
  mean: 2.6,
  max: 7.9,
} as const;
const exampleDay = {
  day: '2026-03-05',
  zone: 1,
  from: 1_772_665_200_000,
  to: 1_772_751_600_000,
  timeZone: 'Europe/Rome',
  revision: 1,
  labId,
  look: { by: 'Anna Neri', role: 'KITCHEN_MANAGER', at: 1_772_780_000_000, isLate: false },
} as const;
/** Food records are the company's own, as batches are (S6.4). */
const readers = ['USER'] as const;

export const listHoldDays = call({
  id: 'holding.days',
  spec: 'B2.4',
  summary:
    'Days of what an appliance held that overlap a time, latest first, each with its verdict and who has looked at it',
  method: 'GET',
  path: '/api/v1/analytics/haccp/{serial}/days',
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord') }),
  query: z.object({ from: instant, to: instant }),
  reply: json(z.array(holdDay)),
  errors: ['range_reversed', 'range_too_long'],
  example: {
    params: { serial },
    query: { from: 1_772_600_000_000, to: 1_772_760_000_000 },
    reply: [{ ...exampleDay, ...exampleSummary, reasons: ['beyond_grace'], kinds: ['chilled'] }],
  },
});

export const getHoldDay = call({
  id: 'holding.day',
  spec: 'B2.4',
  summary: 'What a zone of an appliance held in a day of its kitchen: more than one record where the day was cut',
  method: 'GET',
  path: '/api/v1/analytics/haccp/{serial}/days/{day}',
  roles: readers,
  members: membershipRoles,
  params: z.object({ serial: id('applianceRecord'), day: calendarDay }),
  query: z.object({ zone: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2))) }),
  reply: json(z.array(holdRecord)),
  errors: ['record_removed'],
  example: {
    params: { serial, day: '2026-03-05' },
    query: { zone: 1 },
    reply: [
      {
        ...exampleDay,
        id: '0198c0de-0000-8000-8000-0000000000c1',
        seal: {
          ix: 813,
          hash: '134f2efdcb51a290fceb7b7f4fe23fbd056bc4cf94483ae0f68a4674ff573a7a',
          at: 1_772_752_600_000,
          checkpointAt: null,
        },
        signatures: [],
        actions: [],
        readings: [],
        notes: [],
        serialNumber: serial,
        model: 'CP Next 700',
        applianceName: 'Meat fridge',
        laboratory: 'Main kitchen',
        company: 'Pasticceria Neri',
        judge: 1,
        limits: {
          chilled: { limit_C: 5, alarm_C: 5, grace_min: 15 },
          frozen: { limit_C: -18, alarm_C: -15, grace_min: 30 },
          hot: { limit_C: 63, alarm_C: 63, grace_min: 5 },
        },
        verdict: 'EXCEEDED',
        reasons: ['beyond_grace'],
        minutes,
        coverage: 100,
        degree_min: 31.5,
        excursions: [
          {
            kind: 'chilled',
            from: 1_772_700_000_000,
            to: 1_772_701_200_000,
            minutes: 20,
            extreme: 7.9,
            degree_min: 31.5,
            alarm_min: 20,
            isBeyondGrace: true,
            isOpen: false,
            alarm: '0198c0de-0000-8000-8000-0000000000c1',
          },
        ],
        gaps: [{ from: 1_772_690_000_000, to: 1_772_691_000_000, reason: 'link_lost', isBounded: true }],
        food: { min: [2.1], mean: [2.4], max: [2.6] },
        air: { min: [1.2], mean: [2.2], max: [3.4] },
        settings: [{ at: 1_772_665_200_000, holding: 'chilled', mode: 2, set: 2 }],
        defrosts: [{ from: 1_772_680_000_000, to: 1_772_681_500_000, end: 1 }],
        doors: [{ from: 1_772_699_000_000, to: 1_772_699_600_000 }],
        doorMinutes: 10,
        alarms: [
          {
            id: '0198c0de-0000-8000-8000-0000000000c1',
            name: 'productTempHighAlarm',
            from: 1_772_700_000_000,
            to: 1_772_701_800_000,
          },
        ],
        may: { look: true },
        revisions: [{ revision: 1, createdAt: 1_772_752_500_000, verdict: 'EXCEEDED', cause: 'complete' }],
      },
    ],
  },
});

export const lookAtDay = call({
  id: 'holding.look',
  spec: 'B2.4',
  summary:
    'Enters into the book that the caller has looked at what a kitchen held in a day, and found all right; who said so first stays. More than 24 hours after the day it is told as late, and the missing look as explained',
  method: 'POST',
  path: '/api/v1/analytics/haccp/looks',
  roles: readers,
  members: membershipRoles,
  body: z.strictObject({ labId: id('laboratory'), day: calendarDay }),
  reply: json(look),
  errors: ['look_in_future'],
  example: {
    body: { labId, day: '2026-03-05' },
    reply: { by: 'Anna Neri', role: 'KITCHEN_MANAGER', at: 1_772_780_000_000, isLate: false },
  },
});

export const holdingCalls = [listHoldDays, getHoldDay, lookAtDay] as const;
