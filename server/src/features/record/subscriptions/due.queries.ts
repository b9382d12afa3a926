/** Which subscriptions are to tell of a period, and who gets a letter about it. */
import { createSubscription } from '@brina/contract/calls/record/subscriptions';
import { closedPeriod, type Days, nextTold, toldFrom } from '@brina/domain/haccp/closed-period';
import { hour_ms } from '@brina/domain/language/durations';
import { spanOfDay } from '@brina/domain/language/local-day';
import { defaultLocale, isLocale, type Locale } from '@brina/domain/language/locales';
import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '#core/access/audit.ts';
import { type Caller, loadAsker } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { ownsAll } from '#core/access/scopes.ts';
import { hasRole } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';

/** No two clocks of the world are further apart: by so much at most a moment moves with the time zone of its kitchen. */
export const zones_ms = 26 * hour_ms;
/** Subscriptions, and companies, that are looked for in one turn. */
const some_max = 50;

/**
 * By whose clock a subscription `s` goes: of its kitchen, of the kitchen of its unit, of its company; that of the owners by the oldest kitchen
 * that has an appliance, else by the oldest.
 */
const zoneOfPlace: RawBuilder<string> = sql<string>`coalesce(
  case
    when s.laboratory_id is not null then (select l.time_zone from laboratory l where l.id = s.laboratory_id)
    when s.appliance is not null then (
      select l.time_zone from appliance a join laboratory l on l.id = a.laboratory_id
      where a.id = s.appliance and l.company_id = s.company_id)
    when s.user_id is null then (
      select l.time_zone from laboratory l where l.company_id = s.company_id
      order by exists (select from appliance a where a.laboratory_id = l.id) desc, l.created_at, l.id limit 1)
  end,
  (select c.time_zone from company c where c.id = s.company_id))`;

/** Companies that have ever held an appliance get a subscription for their owners. @returns whether there was any */
export async function enterOwners(db: Db, now: number): Promise<boolean> {
  const companies = await db
    .selectFrom('company as c')
    .select(['c.id', 'c.time_zone'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('tenure as t').select('t.appliance').whereRef('t.company_id', '=', 'c.id')),
    )
    .where(sql<boolean>`not exists (select from mail_subscription s where s.company_id = c.id and s.user_id is null)`)
    .limit(some_max)
    .execute();
  if (companies.length === 0) return false;
  const [at, every] = [timestamp(now), 'week' as const];
  await db
    .insertInto('mail_subscription')
    .values(
      companies.map(({ id: company_id, time_zone }) => {
        const id = newId(now);
        return { id, company_id, every, created_at: at, due_at: at, time_zone };
      }),
    )
    .onConflict((on) => on.doNothing())
    .execute();
  return true;
}

/** Subscriptions whose period is over, by the clock that their moment was reckoned by: some of them, found by an index. */
export async function dueSubscriptions(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_subscription as s')
    .select('s.id')
    .where('s.due_at', '<=', timestamp(now))
    .orderBy('s.due_at')
    .orderBy('s.id')
    .limit(some_max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Subscriptions that come within a day and whose kitchen goes by another clock by now: their moment may be over already. */
export async function movedSubscriptions(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_subscription as s')
    .select('s.id')
    .where('s.due_at', '>', timestamp(now))
    .where('s.due_at', '<=', timestamp(now + zones_ms))
    .where(sql<boolean>`s.time_zone <> ${zoneOfPlace}`)
    .limit(some_max)
    .execute();
  return rows.map(({ id }) => id);
}

const subscriptions = (db: Db) =>
  db
    .selectFrom('mail_subscription as s')
    .select(['s.id', 's.company_id', 's.user_id', 's.membership_id', 's.laboratory_id', 's.appliance'])
    .select(['s.every', 's.locale', 's.created_at', 's.due_at', zoneOfPlace.as('zone')]);
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptions>['executeTakeFirstOrThrow']>>;

export const subscriptionOf = (db: Db, id: string): Promise<SubscriptionRow | undefined> =>
  subscriptions(db).where('s.id', '=', id).executeTakeFirst();

/** Language of the letters of a subscription that names one, and of what else is sent for it. */
export const keptLocale = ({ locale }: Pick<SubscriptionRow, 'locale'>): Locale =>
  locale !== null && isLocale(locale) ? locale : defaultLocale;

/** Lets a subscription be due when the period is over that goes on now. */
export async function awaitNext(
  db: Db,
  { id, every, zone }: Pick<SubscriptionRow, 'id' | 'every' | 'zone'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('mail_subscription')
    .set({ due_at: timestamp(nextTold(now, every, zone)), time_zone: zone })
    .where('id', '=', id)
    .execute();
}

/**
 * Notes that a subscription has told of the period that is over, and who gets a letter about it; then it is due for the next one. One whose
 * maker may not see any more what it is of is over.
 */
export async function beginPeriod(db: Db, id: string, now: number): Promise<void> {
  const held = await db
    .selectFrom('mail_subscription')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const one = held && (await subscriptionOf(db, id));
  if (!one) return;
  if (one.user_id !== null && !(await makerOf(db, one))) {
    await endLapsed(db, one, now);
    return;
  }
  const { zone, every } = one;
  await awaitNext(db, one, now);
  const days = closedPeriod(now, every, zone);
  const noted = await db
    .insertInto('told_period')
    .values({ subscription: id, from_day: days.from, to_day: days.to, told_at: timestamp(now) })
    .onConflict((on) => on.doNothing())
    .returning('from_day')
    .executeTakeFirst();
  if (!noted) return;
  // After a time without a portal the latest period alone is told.
  await db.deleteFrom('period_letter').where('subscription', '=', id).where('from_day', '<', days.from).execute();
  // Without a unit there is nothing to open.
  if (!(await hasHeldAny(db, one.company_id, spanOf(days, zone)))) return;
  const since = toldFrom(days, zone);
  const readers =
    one.user_id === null ? await ownersOf(db, one, since) : one.created_at > since ? [] : await readersOf(db, one);
  if (readers.length === 0) return;
  const at = timestamp(now);
  const letter = {
    subscription: id,
    from_day: days.from,
    to_day: days.to,
    time_zone: zone,
    created_at: at,
    due_at: at,
  };
  await db
    .insertInto('period_letter')
    .values(readers.map((reader) => ({ id: newId(now), ...letter, ...reader })))
    .execute();
}

/** Ends a subscription whose maker may not make it any more; with it its receivers go, and for good what their letters opened. */
async function endLapsed(db: Db, { id, company_id: companyId }: SubscriptionRow, now: number): Promise<void> {
  await db.deleteFrom('mail_subscription').where('id', '=', id).execute();
  const caller = { userId: '', companyId };
  await writeAudit(db, { at: now, caller, action: 'subscription.lapse', on: companyId, address: '' });
}

/** Some of the subscriptions that somebody has made, in the order of their ids. @param after the last one of those before */
export async function someMade(db: Db, after: string | null): Promise<SubscriptionRow[]> {
  return subscriptions(db)
    .where('s.user_id', 'is not', null)
    .$if(after !== null, (query) => query.where('s.id', '>', after ?? ''))
    .orderBy('s.id')
    .limit(some_max)
    .execute();
}

/** Ends a subscription unless its maker may make it still. */
export async function endIfLapsed(db: Db, id: string, now: number): Promise<void> {
  const one = await subscriptionOf(db, id);
  if (one && one.user_id !== null && !(await makerOf(db, one))) await endLapsed(db, one, now);
}

/** Lets a subscription be looked at later. */
export async function putOff(db: Db, id: string, until: number): Promise<void> {
  await db
    .updateTable('mail_subscription')
    .set({ due_at: timestamp(until) })
    .where('id', '=', id)
    .execute();
}

type LetterReader = { user_id: string } | { receiver: string };

/** Owners who were there when the week was told, and want its letters. */
const ownersOf = (db: Db, { company_id }: SubscriptionRow, since: number): Promise<LetterReader[]> =>
  db
    .selectFrom('app_user as u')
    .select('u.id as user_id')
    .where('u.company_id', '=', company_id)
    .where(getsOwnersLetters)
    .where('u.created_at', '<=', timestamp(since))
    .execute();

async function readersOf(db: Db, { id, user_id }: SubscriptionRow): Promise<LetterReader[]> {
  const receivers = await db
    .selectFrom('mail_receiver')
    .select('id as receiver')
    .where('subscription', '=', id)
    .where('confirmed_at', 'is not', null)
    .execute();
  return [...(user_id === null ? [] : [{ user_id }]), ...receivers];
}

/** Whether somebody is a USER with a confirmed account and has not switched the letters off; who never chose has them (S3.5). */
export const getsOwnersLetters = sql<boolean>`(${hasRole('u', 'USER')} and u.status = 'ACTIVE' and u.erased_at is null
  and coalesce((u.preferences->>'haccp_report')::boolean, true))`;

/** From when to when days of a calendar go, epoch ms. */
export const spanOf = ({ from, to }: Days, timeZone: string): { from: number; to: number } => ({
  from: spanOfDay(from, timeZone).from,
  to: spanOfDay(to, timeZone).to,
});

async function hasHeldAny(db: Db, company: string, span: { from: number; to: number }): Promise<boolean> {
  const held = await db
    .selectFrom('tenure')
    .select('appliance')
    .where('company_id', '=', company)
    .where('from_at', '<', timestamp(span.to))
    .where(({ eb, or }) => or([eb('to_at', 'is', null), eb('to_at', '>', timestamp(span.from))]))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Whether a company has had an appliance at any time: one that has not has no records. */
export async function hasEverHeld(db: Db, company: string): Promise<boolean> {
  const held = await db.selectFrom('tenure').select('appliance').where('company_id', '=', company).executeTakeFirst();
  return held !== undefined;
}

/** Who made a subscription, as long as it may make it still: the records are told as it sees them. */
export async function makerOf(
  db: Db,
  { user_id, company_id, membership_id, laboratory_id, appliance }: SubscriptionRow,
): Promise<Caller | undefined> {
  if (user_id === null) return undefined;
  const maker = await loadAsker(db, { userId: user_id, companyId: company_id, membershipId: membership_id });
  // Terms that came into force since end no subscription.
  if (!maker || !isOpenTo(createSubscription, { ...maker, tos: true })) return undefined;
  if (laboratory_id !== null && !(await ownsAll(db, maker, 'laboratory', [laboratory_id]))) return undefined;
  if (appliance === null) return (await seesAny(db, maker)) ? maker : undefined;
  const unit = await db.selectFrom('appliance').select('serial').where('id', '=', appliance).executeTakeFirst();
  return unit && (await ownsAll(db, maker, 'appliance', [unit.serial])) ? maker : undefined;
}

/** Whether anything is left of what somebody sees: of an invited person all of it may have been taken back. */
async function seesAny(db: Db, { member }: Caller): Promise<boolean> {
  if (member === null) return true;
  const shared = await db
    .selectFrom('share')
    .select('appliance')
    .where('membership_id', '=', member.id)
    .executeTakeFirst();
  return shared !== undefined;
}
