import { signUpPreferences } from '@brina/domain/constants';
import { fromWireLocale, type Locale } from '@brina/domain/language/locales';
import { type Measurement, measurements } from '@brina/domain/language/units';
import { legalVersions } from '@brina/domain/people/legal';
import { isRole, type MembershipRole, needsSecondFactor, type Role } from '@brina/domain/people/roles';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { fixedStatement } from '../db/fixed-statement.ts';
import { instantText } from '../db/instants.ts';

/** Who makes a request: a user on a signed-in device, as the database knows both at this moment (docs/SECURITY.md). */
export type Caller = {
  userId: string;
  sessionId: string;
  /** The role of the session: USER for who acts within a membership, else the account's. */
  role: Role;
  /** The company the user acts for; null for who belongs to none. */
  companyId: string | null;
  /** The invitation within which the session acts: it narrows what USER may (S6.2). Null for one's own company. */
  member: { id: string; role: MembershipRole } | null;
  locale: Locale;
  /** In which units it reads quantities. */
  measurement: Measurement;
  email: string;
  status: 'ACTIVE' | 'INACTIVE';
  /** Whether it has accepted the terms in force (S4.3). */
  tos: boolean;
  /** Whether the account has a second factor. */
  hasFactor: boolean;
  /** The account's role needs a second factor, and it has none yet: it can set one up, and do nothing else. */
  lacksFactor: boolean;
  /** When the session's person last proved who it is, epoch ms; null where nobody knows any more. */
  confirmedAt: number | null;
};

/**
 * Loads the caller whom a verified token names, in one statement. A token proves `oid` and `sid` and nothing else, so
 * role, company and membership are read at each request; `undefined` when the session has ended, has expired or is not
 * that user's. `now` is in epoch milliseconds.
 * @param demandsFactor whether roles that need a second factor are refused without one
 */
export async function loadCaller(
  db: Db,
  { oid, sid, now, demandsFactor = false }: { oid: string; sid: string; now: number; demandsFactor?: boolean },
): Promise<Caller | undefined> {
  const [row] = await askForCaller(db, { oid, sid, now: instantText(now) });
  if (!row) return undefined;
  if (!isRole(row.role)) throw new Error(`user ${oid} has the unknown role ${row.role}`);
  const hasFactor = Boolean(row.has_factor);
  const member = row.member_id === null ? null : { id: row.member_id, role: row.member_role as MembershipRole };
  return {
    userId: oid,
    sessionId: sid,
    role: member ? 'USER' : row.role,
    companyId: member ? row.member_company_id : row.company_id,
    member,
    locale: fromWireLocale(row.language),
    measurement: measurements.find((one) => one === row.measurement) ?? signUpPreferences.measurement_system,
    email: row.email,
    status: row.status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    tos: row.tos_version === legalVersions.terms,
    hasFactor,
    // By the account: whoever acts within a membership could go back to its own role.
    lacksFactor: demandsFactor && needsSecondFactor(row.role) && !hasFactor,
    confirmedAt: row.confirmed_at,
  };
}

/**
 * Who asked for work that is done later, as the database knows it by then; `undefined` once the account is erased, has left the company, or
 * the invitation within which it asked has ended.
 */
export async function loadAsker(
  db: Db,
  { userId, companyId, membershipId }: { userId: string; companyId: string; membershipId: string | null },
): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('membership as m', (join) =>
      join
        .onRef('m.user_id', '=', 'u.id')
        .on('m.id', '=', membershipId)
        .on('m.company_id', '=', companyId)
        .on('m.accepted_at', 'is not', null),
    )
    .select(['u.role', 'u.company_id', 'u.language', 'u.email', 'u.status', 'u.tos_version', 'm.id as member_id'])
    .select(['m.role as member_role', sql<string | null>`u.preferences->>'measurement_system'`.as('measurement')])
    .where('u.id', '=', userId)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst();
  if (!row || !isRole(row.role)) return undefined;
  const member = row.member_id === null ? null : { id: row.member_id, role: row.member_role as MembershipRole };
  const isStillThere = membershipId === null ? row.company_id === companyId && row.role === 'USER' : member !== null;
  if (!isStillThere) return undefined;
  return {
    userId,
    // It may have signed out since.
    sessionId: '',
    role: 'USER',
    companyId,
    member,
    locale: fromWireLocale(row.language),
    measurement: measurements.find((one) => one === row.measurement) ?? signUpPreferences.measurement_system,
    email: row.email,
    status: row.status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    tos: row.tos_version === legalVersions.terms,
    hasFactor: false,
    lacksFactor: false,
    confirmedAt: null,
  };
}

const askForCaller = fixedStatement(['oid', 'sid', 'now'], (db, { oid, sid, now }) =>
  db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.id', '=', 's.membership_id').onRef('m.user_id', '=', 'u.id').on('m.accepted_at', 'is not', null),
    )
    .where('s.id', '=', sid)
    .where('s.user_id', '=', oid)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<number>`${now}::timestamptz`)
    .where('u.erased_at', 'is', null)
    .select(['u.role', 'u.company_id', 'u.language', 'u.email', 'u.status', 'u.tos_version', 's.confirmed_at'])
    .select(sql<string | null>`u.preferences->>'measurement_system'`.as('measurement'))
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('factor as f').whereRef('f.user_id', '=', 'u.id').select('f.id')).as('has_factor'),
    )
    .select(['m.id as member_id', 'm.role as member_role', 'm.company_id as member_company_id']),
);
