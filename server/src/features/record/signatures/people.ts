import { compareNames } from '@brina/domain/language/name-order';
import { legalVersions } from '@brina/domain/people/legal';
import type { MembershipRole } from '@brina/domain/people/roles';
import { type Caller, loadAsker } from '#core/access/caller.ts';
import { mayWork } from '#core/access/rights.ts';
import { hasRole } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';

/** Somebody who can sign at a tablet of a company. */
type Person = { id: string; name: string; role: 'USER' | MembershipRole };

/** People with a PIN whose accounts work, of the company or invited to it: `u` the user, `m` the invitation. */
const withPin = (db: Db, company: string) =>
  db
    .selectFrom('signing_pin as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.company_id', '=', company).on('m.accepted_at', 'is not', null),
    )
    .where('u.erased_at', 'is', null)
    .where('u.status', '=', 'ACTIVE')
    .where('u.tos_version', '=', legalVersions.terms)
    .where(({ or, and, eb }) =>
      or([eb('m.id', 'is not', null), and([eb('u.company_id', '=', company), hasRole('u', 'USER')])]),
    );

/** Who can sign at the tablets of a company, by PIN, in the order of their names; nobody else’s PIN is ever spoken of. */
export async function peopleWithPin(db: Db, company: string): Promise<Person[]> {
  const rows = await withPin(db, company)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.role', 'u.company_id', 'm.role as invited'])
    .execute();
  return rows
    .map(({ id, first_name, last_name, email, role, company_id, invited }) => ({
      id,
      name: `${first_name} ${last_name}`.trim() || email,
      role: invited === null || (company_id === company && role === 'USER') ? ('USER' as const) : invited,
    }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}

/** Whether somebody else than a user can sign at the tablets of a company. */
export const canOthersSign = async (db: Db, company: string, userId: string): Promise<boolean> =>
  (await withPin(db, company).select('u.id').where('u.id', '<>', userId).limit(1).executeTakeFirst()) !== undefined;

/** Somebody as the caller that it would be in a company, its own or by invitation; `undefined` where it may do nothing there. */
export async function personIn(db: Db, company: string, userId: string): Promise<Caller | undefined> {
  const own = await loadAsker(db, { userId, companyId: company, membershipId: null });
  const person = own ?? (await invitedTo(db, company, userId));
  return person && mayWork(person) ? person : undefined;
}

async function invitedTo(db: Db, company: string, userId: string): Promise<Caller | undefined> {
  const membership = await db
    .selectFrom('membership')
    .select('id')
    .where('company_id', '=', company)
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .executeTakeFirst();
  return membership && loadAsker(db, { userId, companyId: company, membershipId: membership.id });
}
