import { day_ms } from '@brina/domain/language/durations';
import { membershipRoles } from '@brina/domain/people/roles';
import { hasRole } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { PersonRows } from '#core/persons.ts';
import { forget } from './erase.ts';

/** Somebody who has not confirmed its address for so long will not: it may be somebody else's. */
const waitsFor_ms = 30 * day_ms;
/** Accounts removed at once. */
const accounts_max = 100;

/**
 * Removes accounts whose address was never confirmed and that no company invites, with the companies they were to begin. What a
 * stranger typed at a sign-up is then nowhere any more, and the address is free.
 * @returns whether there may be more of them
 */
export async function removeNeverConfirmed(db: Db, now: number, persons: PersonRows): Promise<boolean> {
  const users = await db
    .selectFrom('app_user as u')
    .where('u.status', '=', 'INACTIVE')
    .where('u.erased_at', 'is', null)
    .where('u.created_at', '<', timestamp(now - waitsFor_ms))
    // The first account of an installation waits for its administrator as long as it takes.
    .where(hasRole('u', 'USER', ...membershipRoles))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membership').select('id').whereRef('user_id', '=', 'u.id'))),
    )
    .select(['u.id', 'u.email', 'u.company_id'])
    .limit(accounts_max)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, email, company_id } of users) {
    await forget(db, persons, { userId: id, email, now });
    await db.deleteFrom('consent').where('user_id', '=', id).execute();
    await db.deleteFrom('app_user').where('id', '=', id).execute();
    if (company_id !== null) await removeEmpty(db, company_id);
  }
  return users.length === accounts_max;
}

/** Removes a company that has nobody and never had anything. */
async function removeEmpty(db: Db, companyId: string): Promise<void> {
  let company = db.deleteFrom('company').where('id', '=', companyId);
  for (const table of ['app_user', 'membership', 'tenure', 'laboratory', 'ledger_book'] as const)
    company = company.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom(table).select('company_id').where('company_id', '=', companyId))),
    );
  await company.execute();
}
