import { createHash, randomBytes } from 'node:crypto';
import { letterConfirmPath } from '@brina/contract/calls/record/subscriptions';
import { filled } from '@brina/contract/wire/paths';
import {
  askLasts_ms,
  asksOfCompany_max,
  asksOfCompany_ms,
  asksOfReceiver_max,
  asksUnanswered_max,
  asksUnanswered_ms,
} from '@brina/domain/haccp/subscriptions';
import { fromWireLocale, isLocale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { queueMail } from '#core/mail/mail.ts';
import { placeOf } from '#features/record/reports/period.queries.ts';
import type { SubscriptionRow } from './due.queries.ts';
import { askMail, placeNameOf } from './letters.mail.ts';

/** What confirms that an address wants the letters: 192 bits, so that nobody finds one by trying. */
const newToken = (): string => randomBytes(24).toString('base64url');
const isToken = (text: string): boolean => /^[\w-]{32}$/.test(text);
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Asks addresses by mail whether they want the letters of a subscription, those that it has not yet and those that it has asked before.
 * @throws Refusal `asks_too_many`, `address_asked_enough`: the portal is not to flood strangers with questions
 */
export async function askReceivers(
  db: Db,
  { links }: Pick<Parts, 'links'>,
  { subscription, addresses, now }: { subscription: SubscriptionRow; addresses: readonly string[]; now: number },
): Promise<void> {
  if (addresses.length === 0) return;
  const { company_id: company, laboratory_id: laboratory, appliance, locale: kept } = subscription;
  // Of two who ask at once the second one counts what the first one has asked.
  await db.selectFrom('company').select('id').where('id', '=', company).forUpdate().execute();
  const asked = await asksSince(db, now - asksOfCompany_ms, sql`company_id = ${company}::uuid`);
  if (asked + addresses.length > asksOfCompany_max) refuse('asks_too_many', 429, { max: asksOfCompany_max });
  const place = await placeOf(db, company, { laboratory, appliance });
  const locale = kept !== null && isLocale(kept) ? kept : fromWireLocale(undefined);
  for (const address of addresses) {
    const hash = hashOf(address.toLowerCase());
    const unanswered = sql`address_hash = ${hash} and answered_at is null`;
    const isEnough = (await asksSince(db, now - asksUnanswered_ms, unanswered)) >= asksUnanswered_max;
    const token = newToken();
    const receiver = isEnough ? undefined : await noteAsk(db, { subscription: subscription.id, address, token, now });
    if (receiver === undefined) refuse('address_asked_enough', 422, { address });
    await db
      .insertInto('receiver_ask')
      .values({ id: newId(now), company_id: company, receiver, address_hash: hash, asked_at: timestamp(now) })
      .execute();
    const to = { to: address, locale, name: '' };
    const url = links.page(to, filled(letterConfirmPath, { token }));
    const { company: by } = place;
    await queueMail(db, askMail({ to, company: by, place: placeNameOf(place), every: subscription.every, url }), now);
  }
}

async function asksSince(db: Db, since: number, whose: ReturnType<typeof sql>): Promise<number> {
  const { asks } = await db
    .selectFrom('receiver_ask')
    .select(({ fn }) => fn.countAll<number>().as('asks'))
    .where('asked_at', '>', timestamp(since))
    .where(sql<boolean>`${whose}`)
    .executeTakeFirstOrThrow();
  return Number(asks);
}

/** Notes that an address is asked, with what the letter has. @returns its receiver; undefined where it was asked often enough */
async function noteAsk(
  db: Db,
  { subscription, address, token, now }: { subscription: string; address: string; token: string; now: number },
): Promise<string | undefined> {
  const said = { token_hash: hashOf(token), asked_at: timestamp(now) };
  const known = await db
    .selectFrom('mail_receiver')
    .select(['id', 'asks'])
    .where('subscription', '=', subscription)
    .where(sql<boolean>`lower(address) = lower(${address}::text)`)
    .executeTakeFirst();
  if (!known) {
    const id = newId(now);
    await db
      .insertInto('mail_receiver')
      .values({ id, subscription, address, asks: 1, ...said })
      .execute();
    return id;
  }
  if (known.asks >= asksOfReceiver_max) return undefined;
  await db
    .updateTable('mail_receiver')
    .set({ asks: known.asks + 1, ...said })
    .where('id', '=', known.id)
    .execute();
  return known.id;
}

/** Whether an address may still answer what it was asked. */
export const isAskOpen = (askedAt: number, now: number): boolean => now < askedAt + askLasts_ms;

/** What the token of a letter asks: of which company, how often, and whether that was answered; undefined where it asks nothing any more. */
export async function askedBy(db: Db, token: string, now: number) {
  if (!isToken(token)) return undefined;
  const asked = await db
    .selectFrom('mail_receiver as r')
    .innerJoin('mail_subscription as s', 's.id', 'r.subscription')
    .select(['r.id', 'r.asked_at', 'r.confirmed_at', 's.company_id', 's.laboratory_id', 's.appliance', 's.every'])
    .where('r.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!asked || (asked.confirmed_at === null && !isAskOpen(asked.asked_at, now))) return undefined;
  const { company_id, laboratory_id: laboratory, appliance, every } = asked;
  const place = await placeOf(db, company_id, { laboratory, appliance });
  return { receiver: asked.id, every, company: place.company, place: placeNameOf(place) };
}

/** Notes that an address wants the letters. */
export async function confirmReceiver(db: Db, receiver: string, now: number): Promise<void> {
  await db
    .updateTable('mail_receiver')
    .set({ confirmed_at: timestamp(now) })
    .where('id', '=', receiver)
    .where('confirmed_at', 'is', null)
    .execute();
  await db
    .updateTable('receiver_ask')
    .set({ answered_at: timestamp(now) })
    .where('receiver', '=', receiver)
    .where('answered_at', 'is', null)
    .execute();
}
