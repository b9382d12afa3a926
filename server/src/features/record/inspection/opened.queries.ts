import { answerRequest, createLink } from '@brina/contract/calls/record/inspection';
import { createSubscription } from '@brina/contract/calls/record/subscriptions';
import { defaultLocale, type Locale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import { type Caller, loadAsker } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { sharedWith } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { BookWindow } from '#features/record/book/book.queries.ts';
import { hashOf } from './secrets.ts';

/** A link that opens, and what it opens. */
export type Opened = {
  id: string;
  company: { id: string; name: string; timeZone: string; country: string | null };
  /** Whom its records are read for: nobody sees by a link what its maker would not see. */
  caller: Caller;
  window: BookWindow;
  kitchens: readonly string[];
  units: readonly { serial: string; name: string }[];
  /** Whether its maker sees some appliances of these kitchens only. */
  isPartial: boolean;
  expiresAt: number;
  pinHash: string | null;
};

/**
 * What a token opens at a moment: nothing where there is no such link (`unknown`), or where it has expired, was ended, or its maker may
 * not make it any more, or nothing is left of what it opened (`ended`).
 * @param locale of who reads
 */
export async function openLink(
  db: Db,
  token: string,
  { now, locale }: { now: number; locale: Locale },
): Promise<Opened | 'unknown' | 'ended'> {
  const link = await links(db).where('k.token_hash', '=', hashOf(token)).executeTakeFirst();
  if (!link) return 'unknown';
  const isOver = link.ended_at !== null || link.expires_at <= now;
  return (isOver ? undefined : await openedBy(db, link, locale)) ?? 'ended';
}

/**
 * Links that are neither ended nor over and open nothing any more: by their ids. Those of letters are not among them: there are many, and
 * they end with their receiver, which goes with its subscription as its maker’s right does, and never comes back.
 */
export async function deadLinks(db: Db, now: number): Promise<string[]> {
  const open = await links(db)
    .where('k.ended_at', 'is', null)
    .where('k.receiver', 'is', null)
    .where('k.expires_at', '>', timestamp(now))
    .execute();
  const dead: string[] = [];
  for (const link of open) if (!(await openedBy(db, link, defaultLocale))) dead.push(link.id);
  return dead;
}

const links = (db: Db) =>
  db
    .selectFrom('inspection_link as k')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .select(['k.id', 'k.company_id', 'k.user_id', 'k.membership_id', 'k.from_day', 'k.to_day'])
    .select([
      'k.expires_at',
      'k.ended_at',
      'k.pin_hash',
      'k.poster',
      'k.receiver',
      'c.name',
      'c.time_zone',
      'c.country',
    ])
    .select(sql<boolean>`exists (select from mail_receiver r where r.id = k.receiver)`.as('is_received'));
type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;

async function openedBy(db: Db, link: LinkRow, locale: Locale): Promise<Opened | undefined> {
  const { user_id: userId, company_id: companyId, membership_id: membershipId } = link;
  const maker = await loadAsker(db, { userId, companyId, membershipId });
  // Whoever ends its letters closes what they have opened.
  if (link.receiver !== null && !link.is_received) return undefined;
  const made = link.receiver !== null ? createSubscription : link.poster !== null ? answerRequest : createLink;
  // Terms that came into force since end no inspection.
  const mayOpen = maker && isOpenTo(made, { ...maker, tos: true });
  if (!mayOpen) return undefined;
  const caller = { ...maker, locale };
  const subjects = await subjectsOf(db, link.id, caller);
  if (subjects.kitchens.length + subjects.units.length === 0) return undefined;
  const laboratories = subjects.kitchens.map(({ id }) => id);
  return {
    id: link.id,
    company: { id: link.company_id, name: link.name, timeZone: link.time_zone, country: link.country },
    caller,
    window: {
      laboratories,
      appliances: subjects.units.map(({ id }) => id),
      from: link.from_day,
      to: link.to_day,
    },
    kitchens: subjects.kitchens.map(({ name }) => name),
    units: subjects.units,
    isPartial: await isPartial(db, caller, laboratories),
    expiresAt: link.expires_at,
    pinHash: link.pin_hash,
  };
}

/** What is left of what a link opened: kitchens that are still the company's, and units that it still holds and its maker still sees. */
async function subjectsOf(db: Db, link: string, caller: Caller) {
  const kitchens = await db
    .selectFrom('inspection_subject as s')
    .innerJoin('laboratory as l', 'l.id', 's.laboratory_id')
    .select(['l.id', 'l.name'])
    .where('s.link', '=', link)
    .where('l.company_id', '=', caller.companyId)
    .orderBy('l.name')
    .execute();
  const units = await db
    .selectFrom('inspection_subject as s')
    .innerJoin('appliance as a', 'a.id', 's.appliance')
    .innerJoin('tenure as t', (join) => join.onRef('t.appliance', '=', 'a.id').on('t.to_at', 'is', null))
    .select(['a.id', 'a.serial', 'a.name'])
    .where('s.link', '=', link)
    .where('t.company_id', '=', caller.companyId)
    .where(sharedWith(caller, 't.appliance'))
    .orderBy('a.name')
    .execute();
  return { kitchens, units };
}

async function isPartial(db: Db, caller: Caller, laboratories: readonly string[]): Promise<boolean> {
  if (caller.member === null) return false;
  const hidden = await db
    .selectFrom('appliance as a')
    .select('a.id')
    .where('a.laboratory_id', '=', anyOf(laboratories))
    .where(sql<boolean>`not ${sharedWith(caller, 'a.id')}`)
    .limit(1)
    .executeTakeFirst();
  return hidden !== undefined;
}
