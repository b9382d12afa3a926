import type { CreateAccount } from '#features/demo/demo.ts';
import { codeLife_ms, issueCode } from '#features/registration/mailed-codes.ts';
import { linksOf } from '#core/mail/links.ts';
import { hashPassword, nobodysHash } from './identity/passwords.ts';
import { createUser } from './identity/users.ts';
import type { Portal } from './portal.ts';

/** Makes active accounts with a known password, for the demo. */
export const accountMaker =
  ({ db, clock }: Pick<Portal, 'db' | 'clock'>): CreateAccount =>
  async ({ password, ...account }) => {
    const passwordHash = await hashPassword(password);
    await db.write((tx) =>
      createUser(
        tx,
        { ...account, passwordHash, flags: { status: 'ACTIVE', tos: true, cycleLibrary: true, energyPanel: true } },
        clock.now(),
      ),
    );
  };

/** Address of the first account of a portal; nobody reads its mail. */
const firstEmail = 'admin@brina.example';

/**
 * An empty portal gets one account, a system administrator without a password, and says the link at which one is set. While
 * nobody has set it, each start says a new one.
 */
export async function makeFirstAccount(
  { db, clock, url }: Pick<Portal, 'db' | 'clock' | 'url'>,
  say: (line: string) => void,
): Promise<void> {
  const now = clock.now();
  const token = await db.write(async (tx) => {
    const users = await tx.selectFrom('app_user').select(['id', 'email', 'password_hash']).limit(2).execute();
    const [first, second] = users;
    if (second || (first && (first.email !== firstEmail || first.password_hash !== nobodysHash))) return undefined;
    const userId =
      first?.id ??
      (await createUser(
        tx,
        {
          email: firstEmail,
          passwordHash: nobodysHash,
          role: 'SUPERFACTORY',
          language: 'en',
          names: { first: '', last: '' },
          flags: { cycleLibrary: true, energyPanel: true },
        },
        now,
      ));
    return issueCode(tx, { userId, kind: 'reset', now });
  });
  if (token === undefined) return;
  say(`First account: ${firstEmail}. Set its password within ${codeLife_ms.reset / 60_000} minutes at`);
  say(linksOf(() => url).changePassword(firstEmail, token));
}
