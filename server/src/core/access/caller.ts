import { fromWireLocale, type Locale } from '@brina/domain/locales';
import { isRole, type Role } from '@brina/domain/roles';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';

/** Who makes a request: a user on a signed-in device, as the database knows both at this moment (docs/SECURITY.md). */
export type Caller = {
  userId: string;
  sessionId: string;
  role: Role;
  /** The company the user acts for; null for who belongs to none. */
  companyId: string | null;
  locale: Locale;
  email: string;
  status: 'ACTIVE' | 'INACTIVE';
};

/**
 * Loads the caller whom a verified token names, in one statement. A token proves `oid` and `sid` and nothing else, so
 * role and company are read at each request; `undefined` when the session has ended, has expired or is not that user's.
 * `now` is in epoch milliseconds.
 */
export async function loadCaller(
  db: Db,
  { oid, sid, now }: { oid: string; sid: string; now: number },
): Promise<Caller | undefined> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .where('s.id', '=', sid)
    .where('s.user_id', '=', oid)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', timestamp(now))
    .select(['u.role', 'u.company_id', 'u.language', 'u.email', 'u.status'])
    .executeTakeFirst();
  if (!row) return undefined;
  if (!isRole(row.role)) throw new Error(`user ${oid} has the unknown role ${row.role}`);
  return {
    userId: oid,
    sessionId: sid,
    role: row.role,
    companyId: row.company_id,
    locale: fromWireLocale(row.language),
    email: row.email,
    status: row.status === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
  };
}
