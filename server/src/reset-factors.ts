import { writeAudit } from '#core/access/audit.ts';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { linksOf } from '#core/mail/links.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { factorsResetMail } from '#features/people/account/account.mail.ts';
import { resetFactors } from '#identity/factors/factors.ts';
import { endSessions } from '#identity/sessions.ts';

/** There is nothing to reset; a sentence for who asked for it. */
export class ResetFault extends Error {
  override readonly name = 'ResetFault';
}

/**
 * Removes the second factors of who has this address, for the last administrator who has lost them: whoever may start the portal may do
 * this. The person is told by letter, its sessions end, the audit log names nobody.
 * @param address of the portal, for the letter
 * @returns what came of it, as a sentence
 * @throws ResetFault
 */
export async function resetFactorsOf(
  { db, clock, address }: { db: Database; clock: Clock; address: string },
  email: string,
): Promise<string> {
  if (email === '') throw new ResetFault('--reset-factors needs the address of an account.');
  const now = clock.now();
  return db.write(async (tx) => {
    const user = await tx
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.trim().toLowerCase()))
      .where('erased_at', 'is', null)
      .select(['id', 'email', 'language', 'first_name', 'last_name'])
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new ResetFault(`Nobody has the address ${email}.`);
    const gone = await resetFactors(tx, user.id);
    if (gone === 0) throw new ResetFault(`${user.email} has no second factor.`);
    await endSessions(tx, { userId: user.id }, now);
    const reader = readerOf(user);
    await queueMail(tx, factorsResetMail({ ...reader, url: linksOf(() => address).home(reader) }), now);
    await writeAudit(tx, { at: now, caller: null, action: 'user.resetFactors', on: user.id, address: '' });
    return `${user.email} signs in with the password alone, and can set up a second factor again.`;
  });
}
