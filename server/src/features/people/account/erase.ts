import { defaultPreferences } from '@brina/domain/constants';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { queueMail } from '#core/mail/mail.ts';
import type { Released } from '#features/kitchen/appliances/release.ts';
import { nobodysHash } from '#identity/passwords.ts';
import { accountDeletedMail, readerOf } from './account.mail.ts';
import { partFromLastUser } from './last-user.ts';

/**
 * Erases a person (S7.11, S2.27; GDPR, art. 17): the row stays as a pseudonym, so that commands, consents and the audit log still
 * have a doer, and everything that says who that was goes, with sign-ins, invitations and shares. HACCP records name no person
 * and stay. The last USER of a company lets go of its appliances; they are returned with their new codes. A farewell is mailed
 * to an address that was confirmed.
 * Somebody erased before is left as it is. Audit is the caller's, as is {@link announceErased} after the commit.
 */
export async function eraseUser(db: Db, { userId, now }: { userId: string; now: number }): Promise<Released[]> {
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .select(['email', 'language', 'first_name', 'last_name', 'company_id', 'status'])
    .forUpdate()
    .executeTakeFirst();
  if (!user) return [];
  const pseudonym = pseudonymOf(userId);
  await db
    .updateTable('app_user')
    .set({
      email: pseudonym,
      password_hash: nobodysHash,
      first_name: '',
      last_name: '',
      phone: '',
      country: '',
      address: '',
      city: '',
      postal_code: '',
      preferences: jsonb(defaultPreferences),
      company_id: null,
      erased_at: timestamp(now),
    })
    .where('id', '=', userId)
    .execute();
  await forget(db, { userId, email: user.email });
  if (user.status === 'ACTIVE') await queueMail(db, accountDeletedMail(readerOf(user)), now);
  return user.company_id === null ? [] : leaveCompany(db, user.company_id, now);
}

/**
 * Tells the live nodes that a person is gone, and that the appliances it let go of are nobody's.
 * @param people the person, and its colleagues, who saw with it what it served (S6.9)
 */
export const announceErased = (bus: Bus, people: readonly string[], released: readonly Released[]): void =>
  bus.publish('access.changed', { users: people, serials: released.map(({ serialNumber }) => serialNumber) });

const pseudonymOf = (userId: string): string => `erased-${userId}@erased.invalid`;

/** Removes what other tables know of a person, except what it accepted. */
export async function forget(db: Db, { userId, email }: { userId: string; email: string }): Promise<void> {
  // A grant has the id of its session; what was granted names it.
  await sql`
    delete from oidc using session
    where session.user_id = ${userId} and (oidc.grant_id = session.id::text or oidc.id = session.id::text)`.execute(db);
  await db.deleteFrom('session').where('user_id', '=', userId).execute();
  await db.deleteFrom('mailed_code').where('user_id', '=', userId).execute();
  await db.deleteFrom('membership').where('user_id', '=', userId).execute();
  await db.deleteFrom('service_share').where('user_id', '=', userId).execute();
  await db.deleteFrom('idempotency').where('caller', '=', userId).execute();
  // Keys of limits end with the id of whom they limit.
  await db.deleteFrom('attempt').where('key', 'like', `%${userId}`).execute();
  await db
    .deleteFrom('mail')
    .where((eb) => eb(eb.fn('lower', ['recipient']), '=', email.toLowerCase()))
    .execute();
  // Who did what stays, where it was done from does not; others' rows may name the address.
  await db.updateTable('audit').set({ address: null }).where('user_id', '=', userId).execute();
  await db
    .updateTable('audit')
    .set({ on_id: pseudonymOf(userId) })
    .where((eb) => eb(eb.fn('lower', ['on_id']), '=', email.toLowerCase()))
    .execute();
}

/**
 * What becomes of a company whose user has gone. With nobody left its name stays for its HACCP records, which also contain the
 * names of the kitchens; its contact data and its kitchens, which were a person's addresses, do not.
 */
async function leaveCompany(db: Db, companyId: string, now: number): Promise<Released[]> {
  const released = await partFromLastUser(db, companyId, now);
  const other = await db.selectFrom('app_user').where('company_id', '=', companyId).select('id').executeTakeFirst();
  if (other) return released;
  await db
    .updateTable('company')
    .set({ phone: null, address: null, tax_code: null })
    .where('id', '=', companyId)
    .execute();
  await db.deleteFrom('laboratory').where('company_id', '=', companyId).execute();
  return released;
}
