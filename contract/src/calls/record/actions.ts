import { actionCauses, actionStates, fates } from '@brina/domain/haccp/actions/action';
import { missingKinds } from '@brina/domain/haccp/missing/missing';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { listCall } from '../../wire/lists.ts';
import { line } from '../../wire/values.ts';
import { signatureOfRecord, signingGrant } from './signature-of-record.ts';

/** Records that an action can be about, as the book of records calls them; what the book lacks (`missing.list`), and by itself what was cooled without an appliance (`manual`). */
const recordKinds = ['batch', 'day', 'check'] as const;
const subjectKinds = [...recordKinds, 'missing', 'manual'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));
/** In tenths: scales of kitchens show no more. */
const kilograms = between(0.1, 999.9).check(z.multipleOf(0.1));
const celsius = between(-60, 150);
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
const money = z.strictObject({ amount: between(0, 10_000_000), currency });

const disposition = z.strictObject({
  fate: z.enum(fates),
  kg: kilograms,
  /** REHEATED: at least so warm in its core, °C. */
  core_C: z.optional(z.nullable(celsius)),
  /** MOVED: where. */
  where: z.optional(z.nullable(line(200))),
  /** HELD: until when somebody decides; as it is said, that is yet to come. */
  decideBy: z.optional(z.nullable(instant)),
  /** KEPT, although the record says FAIL: why, at least twenty characters; the core is measured then, with an instrument. */
  reason: z.optional(z.nullable(line(500))),
  /** RECHILLED: the batch that it became. */
  batchId: z.optional(id('batch')),
});

const said = {
  /** What it is to be, or is: whoever keeps it open says so again. */
  state: z.enum(actionStates),
  /** Why it is withdrawn or reopened. */
  reason: line(500),
  cause: z.nullable(z.enum(actionCauses)),
  /** OTHER: what it was. */
  causeText: line(500),
  dispositions: z.array(disposition).check(z.maxLength(20)),
  /** What was measured by hand: not more than an hour before the records began, and of more than a day ago with `lateReason`. */
  measured: z.nullable(z.strictObject({ value_C: celsius, at: instant, instrument: line(100) })),
  /** When it was done: not more than an hour before the records began. */
  at: instant,
  /** Why it is told, or what was measured is, more than a day later. */
  lateReason: line(500),
  /** What is done that it does not happen again: of the third of one cause on a unit in thirty days at least five characters. */
  prevention: line(500),
} as const;

/** Its cost: what is thrown away, by the plan, unless somebody knows better; absent: by the plan. */
const input = z.strictObject({ ...said, cost: z.optional(z.nullable(money)) });
export type ActionInput = z.output<typeof input>;

/**
 * The proof of who signs (`signatures.grant`): the revision that is written is signed with itself, or neither is there. Absent: it is not
 * signed.
 */
const grant = z.optional(signingGrant);

/** Who did something, by name, or by initials once the account was deleted. */
const doer = z.object({ by: z.string(), role: z.string(), at: z.int() });

/** What is missing on a day of the kitchen's calendar; `at`: of food that was cooled without a cycle, when it was put in. */
const missing = z.object({ kind: z.enum(missingKinds), day: z.string(), at: z.nullable(z.int()) });

const subject = z.object({
  kind: z.enum(subjectKinds),
  id: z.string(),
  /** Null: what a whole kitchen lacks. */
  serialNumber: z.nullable(z.string()),
  /** Of what a whole kitchen lacks, the name of the kitchen. */
  applianceName: z.string(),
  /** What is missing, of a missing record. */
  missing: z.nullable(missing),
  /** When a batch began, or a day, or food was put in of which there is no record; null of what is in no book yet. */
  from: z.nullable(z.int()),
  /** Beginning of the excursion of a day; null: all of it. */
  excursion: z.nullable(z.int()),
  /** What the record says now. */
  verdict: z.nullable(z.string()),
});

/** An action with a record that it is about. */
export const actionOfRecord = z.object({
  id: z.string(),
  revision: z.int(),
  state: z.enum(actionStates),
  cause: z.nullable(z.enum(actionCauses)),
  createdAt: z.int(),
});
export type ActionOfRecord = z.output<typeof actionOfRecord>;

const action = z.object({
  ...actionOfRecord.shape,
  ...said,
  cost: z.nullable(money),
  /** Null: a record opened it by what it says. */
  openedBy: z.nullable(z.string()),
  subjects: z.array(subject),
  /** What there was of the food, kg. */
  load_kg: z.nullable(z.number()),
  /** What other actions about nothing but the same records say of it already, kg. */
  told_kg: z.number(),
  proposedCauses: z.array(z.enum(actionCauses)),
  done: z.nullable(doer),
  /** `samePerson`: there was nobody else in the company to look at it. */
  verified: z.nullable(z.object({ ...doer.shape, samePerson: z.boolean() })),
  /** Of the revision that is shown, by which it is signed; null: it has just been saved by an import. */
  hash: z.nullable(z.string()),
  signatures: z.array(signatureOfRecord),
  /** Latest first. `by` null: a record did it by what it says. */
  revisions: z.array(
    z.object({ revision: z.int(), at: z.int(), by: z.nullable(z.string()), state: z.enum(actionStates) }),
  ),
  may: z.object({ edit: z.boolean(), verify: z.boolean() }),
});
export type Action = z.output<typeof action>;

/** An action with what its steps ask for. */
const askedAction = z.object({
  ...action.shape,
  /** Causes of which two other actions on its units tell within thirty days: a third says what is done against it. */
  needsPrevention: z.array(z.enum(actionCauses)),
  /** What a kilogram that is thrown away costs by the plan of its kitchen; null: no plan says. */
  cost_per_kg: z.nullable(money),
});

const listed = z.object({
  ...actionOfRecord.shape,
  openedBy: z.nullable(z.string()),
  /** Null: it is about what a whole kitchen lacks; that is named then. */
  serialNumber: z.nullable(z.string()),
  applianceName: z.string(),
  labId: z.nullable(z.string()),
  /** How many records it is about; of one, its kind. */
  subjects: z.int(),
  kind: z.enum(subjectKinds),
  /** What is missing, where that is a missing record. */
  missing: z.nullable(missing),
  discarded_kg: z.number(),
});
export type ListedAction = z.output<typeof listed>;

const actors = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/actions';
const actionId = '0198c0de-0000-7000-8000-0000000000a7';
const batchId = '0198c0de-0000-8000-8000-0000000000b1';
const body: ActionInput = {
  state: 'done',
  reason: '',
  cause: 'DOOR',
  causeText: '',
  dispositions: [{ fate: 'RECHILLED', kg: 20, batchId }],
  measured: { value_C: 9.4, at: 1_763_675_100_000, instrument: 'Thermometer 7' },
  at: 1_763_675_160_000,
  lateReason: '',
  prevention: '',
};
const head = {
  id: actionId,
  revision: 2,
  state: 'done',
  cause: 'DOOR',
  createdAt: 1_763_674_900_000,
} as const;
const shown: Action = {
  ...head,
  ...body,
  cost: null,
  openedBy: null,
  subjects: [
    {
      kind: 'batch',
      id: batchId,
      serialNumber: 'MFL45-26-000123',
      applianceName: 'Blast chiller 1',
      missing: null,
      from: 1_763_670_000_000,
      excursion: null,
      verdict: 'FAIL',
    },
  ],
  load_kg: 40,
  told_kg: 0,
  proposedCauses: ['DOOR', 'TOO_MUCH'],
  done: { by: 'Anna Neri', role: 'USER', at: 1_763_675_200_000 },
  verified: null,
  hash: '8d2fb2d84c021f664cfd593db0504a62bb1fd842187b38dbd8769381ff530eba',
  signatures: [],
  revisions: [
    { revision: 2, at: 1_763_675_200_000, by: 'Anna Neri', state: 'done' },
    { revision: 1, at: 1_763_674_900_000, by: null, state: 'open' },
  ],
  may: { edit: true, verify: true },
};
/** The revision that was looked at, as `"2"`. */
const looked = z.object({ 'if-match': z.string().check(z.regex(/^"\d{1,7}"$/)) });
const refusals = [
  'action_in_future',
  'reading_in_future',
  'time_not_of_record',
  'decision_in_past',
  'late_entry_reason',
  'disposition_exceeds_load',
  'disposition_reason',
  'action_incomplete',
  'prevention_needed',
] as const;

export const getAction = call({
  id: 'actions.get',
  spec: 'B2.5',
  summary: 'A corrective action as it is, or as an earlier revision had it',
  method: 'GET',
  path: `${path}/{actionId}`,
  ...actors,
  params: z.object({ actionId: id('action') }),
  query: z.object({ revision: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  reply: json(askedAction),
  errors: [],
  example: {
    params: { actionId },
    query: {},
    reply: { ...shown, needsPrevention: [], cost_per_kg: { amount: 12.5, currency: 'EUR' } },
  },
});

const namedRecord = z.strictObject({ kind: z.enum(recordKinds), id: id('record'), excursion: z.nullable(instant) });
/** What the book of the caller lacks on that day, by its id in `missing.list`: it is looked for there, and is of nobody else. */
const namedMissing = z.strictObject({ kind: z.literal('missing'), missing: z.uuid(), day: calendarDay });
export type NamedSubject = z.output<typeof namedRecord> | z.output<typeof namedMissing>;

const idOf = (named: NamedSubject): string => (named.kind === 'missing' ? named.missing : named.id);

export const openAction = call({
  id: 'actions.open',
  spec: 'B2.5',
  summary: 'Opens a corrective action on records by hand, or tells of one that is done already',
  method: 'POST',
  path,
  ...actors,
  body: z.strictObject({
    subjects: z.array(z.union([namedRecord, namedMissing])).check(
      z.minLength(1),
      z.maxLength(50),
      z.refine((subjects) => new Set(subjects.map(idOf)).size === subjects.length),
    ),
    ...input.shape,
    grant,
  }),
  reply: json(action),
  errors: ['company_missing', 'action_closed', 'signing_refused', 'signer_not_allowed', ...refusals],
  example: { body: { subjects: [{ kind: 'batch', id: batchId, excursion: null }], ...body }, reply: shown },
});

export const saveAction = call({
  id: 'actions.save',
  spec: 'B2.5',
  summary: 'Saves what was done, as a revision, unless somebody has saved another since it was looked at',
  method: 'PUT',
  path: `${path}/{actionId}`,
  ...actors,
  params: z.object({ actionId: id('action') }),
  headers: looked,
  body: z.strictObject({ ...input.shape, grant }),
  reply: json(action),
  errors: ['action_changed', 'action_closed', 'signing_refused', 'signer_not_allowed', ...refusals],
  example: { params: { actionId }, headers: { 'if-match': '"1"' }, body, reply: shown },
});

export const verifyAction = call({
  id: 'actions.verify',
  spec: 'B2.5',
  summary: 'Says that what was done was looked at by somebody else, and is enough',
  method: 'POST',
  path: `${path}/{actionId}/verify`,
  ...actors,
  params: z.object({ actionId: id('action') }),
  headers: looked,
  body: z.strictObject({ grant }),
  reply: json(action),
  errors: ['action_changed', 'action_closed', 'verify_own_action', 'signing_refused', 'signer_not_allowed'],
  example: {
    params: { actionId },
    headers: { 'if-match': '"2"' },
    body: {},
    reply: {
      ...shown,
      revision: 3,
      state: 'verified',
      verified: { by: 'Ugo Bianchi', role: 'ADMIN', at: 1_763_690_000_000, samePerson: false },
    },
  },
});

export const filterActions = listCall({
  id: 'actions.filter',
  spec: 'B2.5 S3.20',
  summary: 'Corrective actions of the company, latest first, by state, cause, kitchen and appliance',
  path: '/api/v1/analytics/filter/actions',
  ...actors,
  list: {
    attributes: ['state', 'cause', 'labId', 'serialNumber'],
    several: ['state'],
    orders: ['createdAt'],
    first: { key: 'createdAt', direction: 'desc' },
    nRows: 50,
  },
  item: listed,
  errors: [],
  example: {
    body: { page: 0, nRows: 50, filterAttributes: [{ attribute: 'state', value: 'open' }] },
    reply: {
      items: [
        {
          ...head,
          openedBy: null,
          serialNumber: 'MFL45-26-000123',
          applianceName: 'Blast chiller 1',
          labId: '0198c0de-0000-7000-8000-00000000000a',
          subjects: 1,
          kind: 'batch',
          missing: null,
          discarded_kg: 0,
        },
      ],
      total: 1,
    },
  },
});

export const actionCalls = [getAction, openAction, saveAction, verifyAction, filterActions] as const;
