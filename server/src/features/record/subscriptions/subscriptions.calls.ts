import {
  askReceiver,
  changeSubscription,
  createSubscription,
  endSubscription,
  listSubscriptions,
  type MailReceiver,
  type MailSubscription,
} from '@brina/contract/calls/record/subscriptions';
import { isMoreOften } from '@brina/domain/haccp/closed-period';
import { asksOfReceiver_max, subscriptions_max } from '@brina/domain/haccp/subscriptions';
import { fromWireLocale, wireLocale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { askReceivers, asksOf, isAskOpen } from './asks.ts';
import { awaitNext, beginPeriod, keptLocale, makerOf, type SubscriptionRow, subscriptionOf } from './due.queries.ts';

const list = handle(listSubscriptions, ({ db, caller, clock }) => subscriptionsOf(db, caller, clock.now()));

const create = (parts: Parts): Handled =>
  handle(createSubscription, async ({ db, caller, body, clock, audit }) => {
    const company = caller.companyId ?? refuse('company_missing', 404);
    await requireRoom(db, company);
    const appliance = body.serialNumber === undefined ? null : await numberOf(db, body.serialNumber);
    const laboratory = appliance === null ? (body.labId ?? null) : null;
    const now = clock.now();
    const id = newId(now);
    await db
      .insertInto('mail_subscription')
      .values({
        id,
        company_id: company,
        user_id: caller.userId,
        membership_id: caller.member?.id ?? null,
        laboratory_id: laboratory,
        appliance,
        every: body.every,
        locale: fromWireLocale(body.language),
        created_at: timestamp(now),
        due_at: timestamp(now),
        time_zone: '',
      })
      .execute();
    const made = (await subscriptionOf(db, id)) ?? refuse('not_found', 404);
    // Of an invited person with whom nothing is shared it would end at once.
    if (!(await makerOf(db, made))) refuse('not_found', 404);
    await awaitNext(db, made, now);
    await askReceivers(db, parts, { subscription: made, addresses: await withoutMaker(db, made, body.addresses), now });
    await audit('subscription.create', company, { count: body.addresses.length });
    return presented(db, caller, id, now);
  });

/** @throws Refusal `subscriptions_full`; of two who ask at once the second one waits for the first */
async function requireRoom(db: Db, company: string): Promise<void> {
  await db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();
  const { all } = await db
    .selectFrom('mail_subscription')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('company_id', '=', company)
    .where('user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(all) >= subscriptions_max) refuse('subscriptions_full', 409, { max: subscriptions_max });
}

/** Who has ordered letters gets them anyhow, whoever changes them. */
async function withoutMaker(
  db: Db,
  { user_id }: Pick<SubscriptionRow, 'user_id'>,
  addresses: readonly string[],
): Promise<string[]> {
  const maker = await db.selectFrom('app_user').select('email').where('id', '=', user_id).executeTakeFirst();
  return addresses.filter((one) => one.toLowerCase() !== maker?.email.toLowerCase());
}

async function numberOf(db: Db, serial: string): Promise<number> {
  const unit = await db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirst();
  return unit?.id ?? refuse('not_found', 404);
}

const presented = async (db: Db, caller: Caller, id: string, now: number): Promise<MailSubscription> =>
  (await subscriptionsOf(db, caller, now, id))[0] ?? refuse('not_found', 404);

const change = (parts: Parts): Handled =>
  handle(changeSubscription, async ({ db, caller, params, body, clock, audit }) => {
    const { subscriptionId: id } = params;
    const now = clock.now();
    const before = (await subscriptionOf(db, id)) ?? refuse('not_found', 404);
    // What is over already is told as it was ordered, whatever is changed a moment before.
    if (before.due_at <= now) await beginPeriod(db, id, now);
    await db
      .updateTable('mail_subscription')
      .set({ every: body.every, locale: fromWireLocale(body.language) })
      .where('id', '=', id)
      .execute();
    const subscription = (await subscriptionOf(db, id)) ?? refuse('not_found', 404);
    await awaitNext(db, subscription, now);
    const wanted = new Map(body.addresses.map((one) => [one.toLowerCase(), one]));
    const known = await db
      .selectFrom('mail_receiver')
      .select(['id', 'address', 'asked_at', 'confirmed_at'])
      .where('subscription', '=', id)
      .execute();
    const gone = known.filter(({ address }) => !wanted.has(address.toLowerCase()));
    await db
      .deleteFrom('mail_receiver')
      .where('id', '=', anyOf(gone.map((one) => one.id)))
      .execute();
    // Who wants one letter a month has not said that it wants one a day.
    const isAskedAnew = isMoreOften(body.every, before.every);
    for (const { address, asked_at, confirmed_at } of known) {
      const isSettled = confirmed_at === null && !isAskOpen(asked_at, now);
      if (!isAskedAnew || isSettled) wanted.delete(address.toLowerCase());
    }
    const addresses = await withoutMaker(db, subscription, [...wanted.values()]);
    await askReceivers(db, parts, { subscription, addresses, now });
    await audit('subscription.change', caller.companyId ?? '', { count: body.addresses.length });
    return presented(db, caller, id, now);
  });

const end = handle(endSubscription, async ({ db, caller, params, audit }) => {
  await db.deleteFrom('mail_subscription').where('id', '=', params.subscriptionId).execute();
  await audit('subscription.end', caller.companyId ?? '');
  return { code: '200' } as const;
});

const askAgain = (parts: Parts): Handled =>
  handle(askReceiver, async ({ db, caller, params, body, clock, audit }) => {
    const { subscriptionId: id } = params;
    const waits = await db
      .selectFrom('mail_receiver')
      .select('address')
      .where('subscription', '=', id)
      .where('confirmed_at', 'is', null)
      .where(sql<boolean>`lower(address) = lower(${body.address}::text)`)
      .executeTakeFirst();
    if (!waits) refuse('receiver_answered', 409);
    const now = clock.now();
    const subscription = (await subscriptionOf(db, id)) ?? refuse('not_found', 404);
    await askReceivers(db, parts, { subscription, addresses: [waits.address], now });
    await audit('subscription.ask', caller.companyId ?? '', { count: 1 });
    return presented(db, caller, id, now);
  });

/** Subscriptions of the caller’s company, of an invited person its own, latest first. */
async function subscriptionsOf(db: Db, caller: Caller, now: number, id?: string): Promise<MailSubscription[]> {
  const rows = await db
    .selectFrom('mail_subscription as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('laboratory as l', 'l.id', 's.laboratory_id')
    .leftJoin('appliance as a', 'a.id', 's.appliance')
    .select([
      's.id',
      's.created_at as createdAt',
      's.every',
      's.locale',
      's.due_at as nextAt',
      's.time_zone as timeZone',
    ])
    .select(['s.user_id', 'l.id as labId', 'l.name as lab', 'a.serial', 'a.name as unit'])
    .select(sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`.as('by'))
    .where('s.company_id', '=', caller.companyId)
    .$if(caller.member !== null, (query) => query.where('s.membership_id', '=', caller.member?.id ?? ''))
    .$if(id !== undefined, (query) => query.where('s.id', '=', id ?? ''))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
  const receivers = await db
    .selectFrom('mail_receiver')
    .select(['id', 'subscription', 'address', 'asked_at', 'confirmed_at'])
    .select([
      sql<number>`(select count(*)::int from inspection_visit v join inspection_link k on k.id = v.link
        where k.receiver = mail_receiver.id)`.as('visits'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('inspection_visit as v')
        .innerJoin('inspection_link as k', 'k.id', 'v.link')
        .select(({ fn }) => fn.max('v.last_at').as('at'))
        .whereRef('k.receiver', '=', 'mail_receiver.id')
        .as('lastVisitAt'),
    )
    .where('subscription', '=', anyOf(rows.map((row) => row.id)))
    .orderBy('id')
    .execute();
  const asks = await asksOf(
    db,
    rows.map((row) => row.id),
    now,
  );
  const of = Map.groupBy(receivers, ({ subscription }) => subscription);
  return rows.map(({ user_id, labId, lab, serial, unit, locale, ...row }) => ({
    ...row,
    own: user_id === caller.userId,
    laboratory: labId === null || lab === null ? null : { id: labId, name: lab },
    unit: serial === null ? null : { serialNumber: serial, name: unit ?? serial },
    language: wireLocale(keptLocale({ locale })),
    receivers: (of.get(row.id) ?? []).map((one) => presentReceiver({ ...one, asks: asks(row.id, one.address) }, now)),
  }));
}

type ReceiverRow = Omit<MailReceiver, 'state' | 'askedAt' | 'mayAsk'> & {
  asked_at: number;
  asks: number;
  confirmed_at: number | null;
};

function presentReceiver({ asked_at, asks, confirmed_at, ...one }: ReceiverRow, now: number): MailReceiver {
  const state = confirmed_at !== null ? 'confirmed' : isAskOpen(asked_at, now) ? 'asked' : 'expired';
  return { ...one, state, askedAt: asked_at, mayAsk: state !== 'confirmed' && asks < asksOfReceiver_max };
}

export const subscriptionHandlers = (parts: Parts): readonly Handled[] => [
  list,
  create(parts),
  change(parts),
  end,
  askAgain(parts),
];
