import type { Member, SharedAppliance } from '@brina/contract/calls/people/sharing';
import { comparePlaced } from '@brina/domain/language/name-order';
import type { MembershipRole } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';
import { servicesBySerial } from '#features/kitchen/appliances/services.queries.ts';

/** Whom a company has invited, as the calls that change its place need it. */
export type Invited = {
  membershipId: string;
  userId: string;
  email: string;
  role: MembershipRole;
  isAccepted: boolean;
};

/** Somebody invited by the caller's company, by e-mail in any case. Refuses whom another request has just taken out. */
export async function invitedOf(db: Db, caller: Caller, email: string): Promise<Invited> {
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', caller.companyId)
    .where(sql<boolean>`lower(u.email) = lower(${email}::text)`)
    .select(['m.id', 'm.user_id', 'm.role', 'm.accepted_at', 'u.email'])
    .executeTakeFirst();
  if (!row) return refuse('not_found', 404);
  return {
    membershipId: row.id,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    isAccepted: row.accepted_at !== null,
  };
}

/**
 * The people whom the caller's company has invited, by e-mail; all or one membership. Until somebody has accepted, its
 * names are those the inviter typed: an account's own would tell that there is one, and whose. For the same reason addresses
 * are told in small letters, not as an account has them.
 */
export async function membersOf(db: Db, caller: Caller, membershipId?: string): Promise<Member[]> {
  const email = sql<string>`lower(u.email)`;
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.user_id', email.as('email'), 'm.role', 'm.created_at', 'm.accepted_at'])
    .select([
      sql<string>`case when m.accepted_at is null then m.first_name else u.first_name end`.as('first_name'),
      sql<string>`case when m.accepted_at is null then m.last_name else u.last_name end`.as('last_name'),
      sql<string | null>`case when m.accepted_at is null then m.language end`.as('language'),
      sql<string[]>`array(
        select a.serial from share s join appliance a on a.id = s.appliance where s.membership_id = m.id order by 1
      )`.as('appliances'),
    ])
    .where('m.company_id', '=', caller.companyId)
    .where(({ eb, lit }) => (membershipId === undefined ? lit(true) : eb('m.id', '=', membershipId)))
    .orderBy(email)
    .execute();
  return rows.map((row) => ({
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    role: row.role,
    state: row.accepted_at === null ? 'PENDING' : 'ACCEPTED',
    invitedAt: row.created_at,
    acceptedAt: row.accepted_at,
    appliances: row.appliances,
    self: row.user_id === caller.userId,
  }));
}

/** The appliances that the caller's company holds, with whom each is shared and who serves it; all, or those shared with one membership. */
export async function sharedAppliancesOf(db: Db, caller: Caller, membershipId?: string): Promise<SharedAppliance[]> {
  const rows = await db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .leftJoin('laboratory as l', 'l.id', 'a.laboratory_id')
    .select(['a.serial', 'a.name', 'a.model', 'a.gamma', 'l.id as lab_id', 'l.name as lab_name'])
    .select(
      sql<string[]>`array(
        select lower(u.email) from share s
        join membership m on m.id = s.membership_id
        join app_user u on u.id = m.user_id
        where s.appliance = a.id and m.company_id = t.company_id order by lower(u.email)
      )`.as('shared_with'),
    )
    .where('t.company_id', '=', caller.companyId)
    .where('t.to_at', 'is', null)
    .where(({ exists, lit, selectFrom }) =>
      membershipId === undefined
        ? lit(true)
        : exists(
            selectFrom('share as s').whereRef('s.appliance', '=', 'a.id').where('s.membership_id', '=', membershipId),
          ),
    )
    .execute();
  const services = await servicesBySerial(
    db,
    rows.map(({ serial }) => serial),
  );
  return rows
    .map((row) => ({
      serialNumber: row.serial,
      name: row.name,
      model: row.model,
      gamma: row.gamma,
      lab: row.lab_id === null ? null : { id: row.lab_id, name: row.lab_name ?? '' },
      sharedWith: row.shared_with,
      services: (services.get(row.serial) ?? []).map(({ company, email, by }) => ({ company, email, by })),
    }))
    .toSorted(comparePlaced);
}

/**
 * Numbers of appliances that a company holds and keeps holding until the transaction ends; a serial that it does not
 * hold (any more) is left out.
 */
export async function heldNumbers(db: Db, companyId: string, serials: readonly string[]): Promise<number[]> {
  if (serials.length === 0) return [];
  const rows = await db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .where('t.company_id', '=', companyId)
    .where('t.to_at', 'is', null)
    .where('a.serial', 'in', serials)
    .forShare('t')
    .select('a.id')
    .execute();
  return rows.map(({ id }) => id);
}
