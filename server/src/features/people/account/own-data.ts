import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { userInfoOf } from './account.queries.ts';

/** What the account says of the person, without what is in other files of the copy (S2.27). */
export async function profileOf(db: Db, caller: Caller): Promise<object> {
  const info = await userInfoOf(db, caller);
  const { preferences: _, memberships: __, ownCompany: ___, company: ____, membership: _____, ...profile } = info;
  return profile;
}

/** The person's own company, which is not always the one the session acts for. */
export async function ownCompanyOf(db: Db, { userId }: Caller): Promise<object | null> {
  const company = await db
    .selectFrom('company as c')
    .innerJoin('app_user as u', 'u.company_id', 'c.id')
    .where('u.id', '=', userId)
    .select(['c.name', 'c.sector', 'c.type', 'c.country', 'c.city', 'c.address', 'c.district', 'c.postal_code'])
    .select(['c.phone', 'c.tax_code', 'c.time_zone', 'c.created_at'])
    .executeTakeFirst();
  return company ? { ...company, created_at: new Date(company.created_at).toISOString() } : null;
}
