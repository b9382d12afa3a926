import { letterPeriods } from '@brina/domain/haccp/closed-period';
import { receivers_max } from '@brina/domain/haccp/subscriptions';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { email, language } from '../../wire/values.ts';

/** Where letters about records are switched off, and where an address says that it wants them, without login, by what stands in the letter. */
export const letterOffPath = '/letters/{token}';
export const letterConfirmPath = '/letters/confirm/{token}';

/** Whether an address gets the letters: it was asked and has not answered, has let the time pass, or wants them. */
const receiverStates = ['asked', 'expired', 'confirmed'] as const;

const receiver = z.object({
  id: z.string(),
  address: z.string(),
  state: z.enum(receiverStates),
  askedAt: z.int(),
  /** Whether it may be asked once more. */
  mayAsk: z.boolean(),
  /** How often it has opened the links of its letters, and when last. */
  visits: z.int(),
  lastVisitAt: z.nullable(z.int()),
});
export type MailReceiver = z.output<typeof receiver>;

const subscription = z.object({
  id: z.string(),
  createdAt: z.int(),
  /** Who made it, and gets its letters; whether that is the caller. */
  by: z.string(),
  own: z.boolean(),
  /** Both null: it is of all that its maker may see. */
  laboratory: z.nullable(z.object({ id: z.string(), name: z.string() })),
  unit: z.nullable(z.object({ serialNumber: z.string(), name: z.string() })),
  every: z.enum(letterPeriods),
  language: z.string(),
  /** When its next letters are made, and by which clock. */
  nextAt: z.int(),
  timeZone: z.string(),
  receivers: z.array(receiver),
});
export type MailSubscription = z.output<typeof subscription>;

const wanted = {
  every: z.enum(letterPeriods),
  language: language(),
  /** Further addresses that are to get its letters, each once in any case of letters. */
  addresses: z.array(email()).check(
    z.maxLength(receivers_max),
    z.refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length),
  ),
};

/** Letters open records to further readers: who may do that may order them. */
const orderers = { roles: ['USER'], members: ['ADMIN'] } as const;
const path = '/api/v1/analytics/haccp/subscriptions';
const params = z.object({ subscriptionId: id('subscription') });
const refusals = ['asks_too_many', 'address_asked_enough', 'address_refused', 'addresses_without_unit'] as const;

const subscriptionId = '0198c0de-0000-7000-8000-0000000000f1';
const labId = '0198c0de-0000-7000-8000-00000000000a';
const example: MailSubscription = {
  id: subscriptionId,
  createdAt: 1_763_680_000_000,
  by: 'Anna Bianchi',
  own: true,
  laboratory: null,
  unit: { serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1' },
  every: 'month',
  language: 'it_IT',
  nextAt: 1_764_568_800_000,
  timeZone: 'Europe/Rome',
  receivers: [
    {
      id: '0198c0de-0000-7000-8000-0000000000f2',
      address: 'quality@example.com',
      state: 'asked',
      askedAt: 1_763_680_000_000,
      mayAsk: true,
      visits: 0,
      lastVisitAt: null,
    },
  ],
};
const asked = { every: example.every, language: example.language, addresses: ['quality@example.com'] };

export const listSubscriptions = call({
  id: 'subscriptions.list',
  spec: 'B2.9',
  summary: 'Letters about records that are ordered, latest first: all of the company, for who is invited the own ones',
  method: 'GET',
  path,
  ...orderers,
  reply: json(z.array(subscription)),
  errors: [],
  example: { reply: [example] },
});

export const createSubscription = call({
  id: 'subscriptions.create',
  spec: 'B2.9',
  summary:
    'Orders letters about the records of each day, week or month: of a kitchen, an appliance, or all that the caller may see. The caller gets them, and further addresses once they have confirmed it',
  method: 'POST',
  path,
  ...orderers,
  body: z.strictObject({
    labId: z.optional(id('laboratory')),
    /** Of this alone, wherever it stands. */
    serialNumber: z.optional(id('appliance')),
    ...wanted,
  }),
  reply: json(subscription),
  errors: ['company_missing', 'subscriptions_full', ...refusals],
  example: { body: { labId, serialNumber: 'MFL45-26-000123', ...asked }, reply: example },
});

export const changeSubscription = call({
  id: 'subscriptions.change',
  spec: 'B2.9',
  summary:
    'Changes how often letters come, in which language, and which further addresses get them: those that are new are asked first, and all anew where letters are to come more often',
  method: 'PATCH',
  path: `${path}/{subscriptionId}`,
  ...orderers,
  params,
  body: z.strictObject(wanted),
  reply: json(subscription),
  errors: [...refusals],
  example: { params: { subscriptionId }, body: { ...asked, every: 'week' }, reply: { ...example, every: 'week' } },
});

export const endSubscription = call({
  id: 'subscriptions.end',
  spec: 'B2.9',
  summary: 'Ends the letters of a subscription, and what the links in them have opened',
  method: 'DELETE',
  path: `${path}/{subscriptionId}`,
  ...orderers,
  params,
  reply: coded(),
  errors: [],
  example: { params: { subscriptionId }, reply: { code: '200' } },
});

export const askReceiver = call({
  id: 'subscriptions.ask',
  spec: 'B2.9',
  summary: 'Asks a further address once more whether it wants the letters',
  method: 'POST',
  path: `${path}/{subscriptionId}/asks`,
  ...orderers,
  params,
  body: z.strictObject({ address: email() }),
  reply: json(subscription),
  errors: ['receiver_answered', ...refusals],
  example: { params: { subscriptionId }, body: { address: 'quality@example.com' }, reply: example },
});

export const subscriptionCalls = [
  listSubscriptions,
  createSubscription,
  changeSubscription,
  endSubscription,
  askReceiver,
] as const;
