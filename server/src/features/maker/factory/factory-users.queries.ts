import {
  type FactoryUser,
  type FactoryUserDetail,
  filterUsers,
  resetUserFactors,
} from '@brina/contract/calls/maker/factory-users';
import type { Input, Reply } from '@brina/contract/wire/call';
import { compareNames } from '@brina/domain/language/name-order';
import { isRole, type Role, rolesManagedBy } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { seenBy } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { containing } from '#core/db/pattern.ts';
import { factorsOf } from '#identity/factors/factors.ts';
import { type SealedUser, sealUser } from './user-page-token.ts';

/** The memberships `m` that the user `u` has accepted, each with its company `mc`. */
const worksFor = sql`membership m join company mc on mc.id = m.company_id and m.user_id = u.id and m.accepted_at is not null`;

/** The names of the companies that the user `u` works for without owning them. */
const memberOf = sql<string[]>`array(select mc.name from ${worksFor} order by mc.name, m.id)`;

/** The users, of whom `u` is one and `c` the company it owns. */
const pageOfUsers = pagedList(filterUsers, {
  filters: {
    serialNumber: (serial) => sql`exists (
      select from appliance a join tenure t on t.appliance = a.id
      where a.serial = upper(${serial}) and t.to_at is null and ${seenBy('u')})`,
    freeSearch: (text) => sql`(
      u.email ilike ${containing(text)} or u.first_name || ' ' || u.last_name ilike ${containing(text)}
      or c.name ilike ${containing(text)}
      or exists (select from ${worksFor} where mc.name ilike ${containing(text)}))`,
    role: (role) => sql`u.role = ${role}`,
    country: (country) => sql`u.country = upper(${country})`,
  },
  orders: {
    email: sql`lower(u.email)`,
    role: sql`u.role`,
    country: sql`u.country`,
    createdAt: sql`u.created_at`,
  },
  ties: sql`lower(u.email), u.id`,
});

type UserRow = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  status: string;
  country: string;
  company: string | null;
  member_of: string[];
  created_at: number;
};

/**
 * Everybody who sees an appliance now (S7.10), by e-mail; nobody's appliance is seen by nobody.
 * @param key seals the addresses of the users' pages
 */
export async function seersOf(db: Db, key: Uint8Array, serialNumber: string): Promise<FactoryUser[]> {
  const filterAttributes = [{ attribute: 'serialNumber' as const, value: serialNumber }];
  const all: FactoryUser[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await filteredUsers(db, key, { page, nRows: page_max, filterAttributes });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** So many users a page has at most. */
const page_max = 200;

/**
 * A page of the users (S7.10, S7.41). Erased people are no users.
 * @param key seals the addresses of the users' pages
 */
export const filteredUsers = (
  db: Db,
  key: Uint8Array,
  request: Input<typeof filterUsers>['body'],
): Promise<Reply<typeof filterUsers>> =>
  pageOfUsers(db, request, {
    columns: sql`u.id, u.email, u.first_name, u.last_name, u.role, u.status, u.country, c.name as company,
      ${memberOf} as member_of, u.created_at`,
    from: sql`app_user u left join company c on c.id = u.company_id`,
    where: sql`u.erased_at is null`,
    present: (row: UserRow) => presentUser(row, key),
  });

function presentUser(row: UserRow, key: Uint8Array): FactoryUser {
  return {
    id: row.id,
    encryptedEmailRole: sealUser(key, row),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: roleOf(row),
    status: row.status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    country: row.country,
    company: row.company ?? '',
    memberOf: row.member_of,
    createdAt: row.created_at,
  };
}

/** The role of a stored user. */
export function roleOf({ id, role }: { id: string; role: string }): Role {
  if (!isRole(role)) throw new Error(`user ${id} has the unknown role ${role}`);
  return role;
}

/** A user's page as a caller sees it; `undefined` when nobody has that e-mail and that role. */
export async function userPage(
  db: Db,
  key: Uint8Array,
  caller: Caller,
  { email, role }: SealedUser,
): Promise<FactoryUserDetail | undefined> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .selectAll('u')
    .select(['c.name as company', memberOf.as('member_of')])
    .where(sql`lower(u.email)`, '=', sql`lower(${email})`)
    .where('u.role', '=', role)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const signIn = await db
    .selectFrom('audit')
    .select('at')
    .where('user_id', '=', row.id)
    .where('action', '=', 'session.begin')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  const secondFactor = (await factorsOf(db, row.id)).length > 0;
  const managed = rolesManagedBy(caller.role);
  const manages = managed.includes(roleOf(row));
  const mayChange = manages && row.id !== caller.userId;
  return {
    ...presentUser(row, key),
    phone: row.phone,
    language: row.language,
    pro: row.pro,
    cycleLibrary: row.cycle_library,
    energyPanel: row.energy_panel,
    lastSignInAt: signIn?.at ?? null,
    appliances: row.role === 'USER' && row.company_id !== null ? await heldBy(db, row.company_id) : [],
    memberships: await membershipsOf(db, row.id),
    secondFactor,
    may: {
      changeTo: mayChange ? managed.filter((one) => one !== role) : [],
      delete: mayChange,
      setFlags: manages,
      resetFactors: secondFactor && row.id !== caller.userId && isOpenTo(resetUserFactors, caller),
    },
  };
}

/** The appliances a company holds now, by name. */
async function heldBy(db: Db, companyId: string): Promise<FactoryUserDetail['appliances']> {
  const rows = await db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .select(['a.serial', 'a.name', 'a.model'])
    .where('t.company_id', '=', companyId)
    .where('t.to_at', 'is', null)
    .orderBy('a.serial')
    .execute();
  const byName = rows.toSorted((one, other) => compareNames(one.name, other.name));
  return byName.map(({ serial, name, model }) => ({ serialNumber: serial, name, model }));
}

/** The companies that have invited a user, by name, with how many appliances each shares. */
async function membershipsOf(db: Db, userId: string): Promise<FactoryUserDetail['memberships']> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .leftJoin('share as s', 's.membership_id', 'm.id')
    .select(['m.role', 'm.accepted_at', 'c.name'])
    .select(({ fn }) => fn.count<number>('s.appliance').as('appliances'))
    .where('m.user_id', '=', userId)
    .groupBy(['m.id', 'c.name'])
    .orderBy('c.name')
    .orderBy('m.id')
    .execute();
  return rows.map(({ name, role, accepted_at, appliances }) => ({
    company: name,
    role,
    state: accepted_at === null ? 'PENDING' : 'ACCEPTED',
    appliances: Number(appliances),
  }));
}
