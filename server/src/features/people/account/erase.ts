import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { erasePerson, type PersonRows, partWith } from '#core/persons.ts';
import type { Released } from '#features/kitchen/appliances/release.ts';
import { enterErasure } from '#features/record/ledger/removals.ts';
import { accountDeletedMail } from './account.mail.ts';
import { partFromLastUser } from './last-user.ts';

/**
 * Erases a person (S7.11, S2.27; GDPR, art. 17): the row stays as a pseudonym, so that commands, consents and the audit log still
 * have a doer, and everything that says who that was goes, as the rows of all features say. HACCP records stay: the name of who signed or acted
 * stands in a content of its own of the company's book, which goes, and the book says so.
 * The last USER of a company lets go of its appliances; they are returned with their new codes. A farewell is mailed to an address
 * that was confirmed.
 * Somebody erased before is left as it is. Audit is the caller's, as is {@link announceErased} after the commit.
 */
export async function eraseUser(
  db: Db,
  persons: PersonRows,
  { userId, now }: { userId: string; now: number },
): Promise<Released[]> {
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .select(['email', 'language', 'first_name', 'last_name', 'company_id', 'status'])
    .forUpdate()
    .executeTakeFirst();
  if (!user) return [];
  await forget(db, persons, { userId, email: user.email, now });
  if (user.status === 'ACTIVE') await queueMail(db, accountDeletedMail(readerOf(user)), now);
  const released = user.company_id === null ? [] : await leaveCompany(db, persons, user.company_id, now);
  await enterErasure(db, userId, now);
  return released;
}

/**
 * Tells the live nodes that a person is gone, and that the appliances it let go of are nobody's.
 * @param people the person, and its colleagues, who saw with it what it served (S6.9)
 */
export const announceErased = (bus: Bus, people: readonly string[], released: readonly Released[]): void =>
  bus.publish('access.changed', { users: people, serials: released.map(({ serialNumber }) => serialNumber) });

/** Makes somebody a pseudonym: what stays refers to it, and nothing says who it was. */
export const forget = (
  db: Db,
  persons: PersonRows,
  { userId, email, now }: { userId: string; email: string; now: number },
): Promise<void> => erasePerson(db, persons, { userId, email, pseudonym: `erased-${userId}@erased.invalid`, now });

/**
 * What becomes of a company whose user has gone. With nobody left its name stays for its HACCP records, which also contain the
 * names of the kitchens; its contact data and its kitchens, which were a person's addresses, do not.
 */
async function leaveCompany(db: Db, persons: PersonRows, companyId: string, now: number): Promise<Released[]> {
  const released = await partFromLastUser(db, persons, companyId, now);
  const other = await db.selectFrom('app_user').where('company_id', '=', companyId).select('id').executeTakeFirst();
  if (!other) await partWith(db, persons, 'lastPerson', { id: companyId, now });
  return released;
}
