import { letterConfirmPath, letterOffPath } from '@brina/contract/calls/record/subscriptions';
import { filled } from '@brina/contract/wire/paths';
import {
  askLasts_ms,
  asksOfCompany_max,
  asksOfCompany_ms,
  asksOfReceiver_max,
  asksUnanswered_max,
  asksUnanswered_ms,
} from '@brina/domain/haccp/subscriptions';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { queueMail } from '#core/mail/mail.ts';
import { hashOf, isToken, newToken } from '#features/record/inspection/secrets.ts';
import { placeOf } from '#features/record/reports/period.queries.ts';
import { hasEverHeld, keptLocale, type SubscriptionRow } from './due.queries.ts';
import { askMail, placeNameOf } from './letters.mail.ts';
import { offToken } from './off-token.ts';

/** Of a mailbox, whatever tag or case its name is written with: `Ada+x@b.example` is `ada@b.example`. */
const mailboxHash = (address: string): Buffer => hashOf(address.toLowerCase().replace(/(?<=.)\+.*(?=@)/, ''));

/**
 * Asks addresses by mail whether they want the letters of a subscription, those that it has not yet and those that it has asked before.
 * @throws Refusal `asks_too_many`, `address_asked_enough`, `address_refused`, `addresses_without_unit`: the portal is not to flood strangers
 * with questions
 */
export async function askReceivers(
  db: Db,
  { links, pageKey }: Pick<Parts, 'links' | 'pageKey'>,
  { subscription, addresses, now }: { subscription: SubscriptionRow; addresses: readonly string[]; now: number },
): Promise<void> {
  if (addresses.length === 0) return;
  const { id, company_id: company, laboratory_id: laboratory, appliance, every } = subscription;
  if (!(await hasEverHeld(db, company))) refuse('addresses_without_unit', 409);
  // Of two who ask at once the second one counts what the first one has asked.
  await db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();
  const asked = await asksSince(db, now - asksOfCompany_ms, sql`company_id = ${company}::uuid`);
  if (asked + addresses.length > asksOfCompany_max) refuse('asks_too_many', 429, { max: asksOfCompany_max });
  const mailboxes = addresses.map((address) => ({ address, hash: mailboxHash(address) }));
  await holdMailboxes(
    db,
    mailboxes.map(({ hash }) => hash),
  );
  const place = await placeOf(db, company, { laboratory, appliance });
  for (const { address, hash } of mailboxes) {
    await requireAskable(db, { company, subscription: id, address, hash, now });
    const token = newToken();
    const receiver = await noteAsk(db, { subscription: id, address, token, now });
    await db
      .insertInto('receiver_ask')
      .values({
        id: newId(now),
        company_id: company,
        subscription: id,
        receiver,
        address_hash: hash,
        asked_at: timestamp(now),
      })
      .execute();
    const to = { to: address, locale: keptLocale(subscription), name: '' };
    const url = links.page(to, filled(letterConfirmPath, { token }));
    const never = links.page(to, filled(letterOffPath, { token: offToken('ask', receiver, pageKey) }));
    await queueMail(db, askMail({ to, company: place.company, place: placeNameOf(place), every, url, never }), now);
  }
}

/** Lets nobody else ask mailboxes, or refuse for them, until the transaction ends: several companies name the same one at once. */
async function holdMailboxes(db: Db, hashes: readonly Buffer[]): Promise<void> {
  const keys = [...new Set(hashes.map((hash) => `mailbox:${hash.toString('hex')}`))].sort();
  for (const key of keys) await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

type Asking = { company: string; subscription: string; address: string; hash: Buffer; now: number };

async function requireAskable(db: Db, { company, subscription, address, hash, now }: Asking): Promise<void> {
  const refused = await db
    .selectFrom('receiver_refusal')
    .select('refused_at')
    .where('company_id', '=', company)
    .where('address_hash', '=', hash)
    .executeTakeFirst();
  if (refused) refuse('address_refused', 422, { address });
  const since = now - asksUnanswered_ms;
  const unanswered = sql`address_hash = ${hash} and answered_at is null`;
  const byAll = await asksSince(db, since, unanswered);
  const here = await asksSince(db, since, sql`${unanswered} and subscription = ${subscription}::uuid`);
  if (byAll >= asksUnanswered_max || here >= asksOfReceiver_max) refuse('address_asked_enough', 422, { address });
}

async function asksSince(db: Db, since: number, whose: RawBuilder<unknown>): Promise<number> {
  const { asks } = await db
    .selectFrom('receiver_ask')
    .select(({ fn }) => fn.countAll<number>().as('asks'))
    .where('asked_at', '>', timestamp(since))
    .where(sql<boolean>`${whose}`)
    .executeTakeFirstOrThrow();
  return Number(asks);
}

/** Notes that an address is asked, with what the letter has; it gets no letters until it says so again. @returns its receiver */
async function noteAsk(
  db: Db,
  { subscription, address, token, now }: { subscription: string; address: string; token: string; now: number },
): Promise<string> {
  const said = { token_hash: hashOf(token), asked_at: timestamp(now), confirmed_at: null };
  const known = await db
    .updateTable('mail_receiver')
    .set(said)
    .where('subscription', '=', subscription)
    .where(sql<boolean>`lower(address) = lower(${address}::text)`)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId(now);
  await db
    .insertInto('mail_receiver')
    .values({ id, subscription, address, ...said })
    .execute();
  return id;
}

/** Whether an address may still answer what it was asked. */
export const isAskOpen = (askedAt: number, now: number): boolean => now < askedAt + askLasts_ms;

/** Says how often a subscription has asked an address of late without an answer, of several. */
export async function asksOf(db: Db, subscriptions: readonly string[], now: number) {
  const rows = await db
    .selectFrom('receiver_ask')
    .select(['subscription', 'address_hash'])
    .where('subscription', '=', anyOf(subscriptions))
    .where('asked_at', '>', timestamp(now - asksUnanswered_ms))
    .where('answered_at', 'is', null)
    .execute();
  const key = (subscription: string | null, hash: Uint8Array) => `${subscription} ${Buffer.from(hash).toString('hex')}`;
  const counted = Map.groupBy(rows, (row) => key(row.subscription, row.address_hash));
  return (subscription: string, address: string): number =>
    counted.get(key(subscription, mailboxHash(address)))?.length ?? 0;
}

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
  return { receiver: asked.id, every, companyId: company_id, company: place.company, place: placeNameOf(place) };
}

/** Notes that an address wants the letters. @returns whether it had not said so before */
export async function confirmReceiver(db: Db, receiver: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_receiver')
    .set({ confirmed_at: timestamp(now) })
    .where('id', '=', receiver)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  await db
    .updateTable('receiver_ask')
    .set({ answered_at: timestamp(now) })
    .where('receiver', '=', receiver)
    .where('answered_at', 'is', null)
    .execute();
  return numUpdatedRows > 0n;
}

/**
 * Ends the letters to an address, and lets its company never ask it again: what it asks it already is void, letters that it has confirmed
 * elsewhere stay.
 * @returns the company; undefined where nobody knows the receiver any more, or it has refused before
 */
export async function refuseLetters(db: Db, receiver: string, now: number): Promise<string | undefined> {
  const whose = await refuserOf(db, receiver);
  if (!whose) return undefined;
  const { company, hash } = whose;
  await holdMailboxes(db, [hash]);
  const noted = await db
    .insertInto('receiver_refusal')
    .values({ company_id: company, address_hash: hash, refused_at: timestamp(now) })
    .onConflict((on) => on.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  const asked = await db
    .selectFrom('mail_receiver as r')
    .innerJoin('mail_subscription as s', 's.id', 'r.subscription')
    .select(['r.id', 'r.address'])
    .where('s.company_id', '=', company)
    .where('r.confirmed_at', 'is', null)
    .execute();
  const void_ = asked.filter(({ address }) => mailboxHash(address).equals(hash)).map(({ id }) => id);
  const { numDeletedRows } = await db
    .deleteFrom('mail_receiver')
    .where('id', '=', anyOf([receiver, ...void_]))
    .executeTakeFirst();
  return noted || numDeletedRows > 0n ? company : undefined;
}

/** Whose letters a receiver gets, or was asked for: also one that its company has removed since. */
async function refuserOf(db: Db, receiver: string): Promise<{ company: string; hash: Buffer } | undefined> {
  const there = await db
    .selectFrom('mail_receiver as r')
    .innerJoin('mail_subscription as s', 's.id', 'r.subscription')
    .select(['s.company_id as company', 'r.address'])
    .where('r.id', '=', receiver)
    .executeTakeFirst();
  if (there) return { company: there.company, hash: mailboxHash(there.address) };
  const asked = await db
    .selectFrom('receiver_ask')
    .select(['company_id as company', 'address_hash'])
    .where('receiver', '=', receiver)
    .limit(1)
    .executeTakeFirst();
  return asked && { company: asked.company, hash: Buffer.from(asked.address_hash) };
}
