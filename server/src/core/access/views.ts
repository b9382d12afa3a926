import { isStaffRole, type Role, roleContains, rolesOf } from '@brina/domain/people/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from './caller.ts';

/**
 * SQL condition that an appliance is one of those the caller may see among its company's: all of them, or for an invited
 * person those shared with it (S6.2). The company's tenure is another condition.
 * @param appliance column with the appliance's number, such as `t.appliance`
 */
export const sharedWith = ({ member }: Pick<Caller, 'member'>, appliance: string): RawBuilder<boolean> =>
  member === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from share where share.membership_id = ${member.id} and share.appliance = ${sql.ref(appliance)})`;

/** Whether the caller is staff of the maker. */
export const isStaff = ({ role }: Pick<Caller, 'role'>): boolean => isStaffRole(role);

/**
 * SQL condition that a user's role belongs to one of these areas (S2.44).
 * @param u alias of the user
 */
export const hasRole = (u: string, ...areas: readonly Role[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${u}.role`)} = any(${rolesOf(...areas)}::text[])`;

/**
 * SQL condition that a user is a service partner whom people can name and share with (S6.9): confirmed, and not erased.
 * @param u alias of the user
 */
export const isPartner = (u: string): RawBuilder<boolean> =>
  sql<boolean>`(${hasRole(u, 'SERVICE')} and ${sql.ref(`${u}.status`)} = 'ACTIVE' and ${sql.ref(`${u}.erased_at`)} is null)`;

/**
 * SQL condition that a kitchen names a user as its assistance center (S6.9): by the e-mail address of a partner's account. An address
 * is proved at sign-up, whereas anybody may call its company as it likes. Of anybody else it is only what a kitchen wrote.
 * @param l alias of the laboratory
 * @param u alias of the user
 */
export const namesPartner = (l: string, u: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(${sql.ref(`${u}.email`)}) = lower(${sql.ref(`${l}.assistance_center`)}) and ${isPartner(u)})`;

/**
 * SQL expression for how a partner is spoken of: by its company, or by its own name where it has none.
 * @param c alias of the company, joined from the left
 * @param u alias of the user
 */
export const partnerName = (c: string, u: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${c}.name`)}, trim(${sql.ref(`${u}.first_name`)} || ' ' || ${sql.ref(`${u}.last_name`)}))`;

/**
 * What of the fleet a caller may look at, and since when: rows `(appliance, from_at, to_at)`, `to_at` null while it lasts.
 * A company sees what it holds or held, in its tenures. A service partner sees an appliance whose kitchen names it as
 * assistance center, and what the factory shares with it, for as long as the present owner holds it (S6.9). Staff
 * sees the whole life of every appliance; which calls are open to it is the contract's to say.
 */
export function viewOf(caller: Caller): RawBuilder<{ appliance: number; from_at: number; to_at: number | null }> {
  if (isStaff(caller))
    return sql`(select id as appliance, to_timestamp(0) as from_at, null::timestamptz as to_at from appliance)`;
  if (roleContains(caller.role, 'SERVICE'))
    return sql`(
      select t.appliance, t.from_at, t.to_at from tenure t where t.to_at is null and ${servedBy(caller)})`;
  return sql`(
    select t.appliance, t.from_at, t.to_at from tenure t
    where t.company_id = ${caller.companyId} and ${sharedWith(caller, 't.appliance')})`;
}

/**
 * SQL condition on `t`, a tenure that lasts, that a user sees its appliance in one of its sessions: what `viewOf` shows to a company's
 * own people, within an invitation, and to service partners, asked the other way round. Staff sees everything and is not meant; who
 * has not confirmed its address sees nothing yet.
 * @param u alias of the user
 */
export const seenBy = (u: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${u}.status`)} = 'ACTIVE' and ${sql.ref(`${u}.erased_at`)} is null and (
    (${hasRole(u, 'USER')} and ${sql.ref(`${u}.company_id`)} = t.company_id)
    or exists (
      select from membership m join share on share.membership_id = m.id
      where m.user_id = ${sql.ref(`${u}.id`)} and m.company_id = t.company_id and m.accepted_at is not null
        and share.appliance = t.appliance)
    or (${hasRole(u, 'SERVICE')}
      and ${servedBy({ userId: sql.ref(`${u}.id`), companyId: sql.ref(`${u}.company_id`) })})))`;

/**
 * SQL condition on `t`, a tenure that lasts, that somebody serves its appliance: with the account that is named, or shared with,
 * everybody of its company. Values, or columns of a user whose alias is not `named`.
 */
const servedBy = ({ userId, companyId }: { userId: unknown; companyId: unknown }): RawBuilder<boolean> =>
  sql<boolean>`(
  exists (
    select from service_share s join app_user named on named.id = s.user_id
    where s.appliance = t.appliance and (named.id = ${userId} or named.company_id = ${companyId}))
  or exists (
    select from appliance a join laboratory l on l.id = a.laboratory_id
    join app_user named on ${namesPartner('l', 'named')}
    where a.id = t.appliance and (named.id = ${userId} or named.company_id = ${companyId})))`;
