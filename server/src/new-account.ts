import { minute_ms } from '@brina/domain/language/durations';
import { defaultLocale } from '@brina/domain/language/locales';
import { linksOf } from '#core/mail/links.ts';
import type { CreateAccount } from '#features/maker/demo/demo.ts';
import { codeLife_ms, issueCode } from '#features/people/registration/mailed-codes.ts';
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

/** Address of the first account where mail goes no further than the outbox. With a mail server it would be nobody's. */
const madeUpEmail = 'admin@brina.example';

/**
 * An empty portal gets one account, a system administrator without a password, and says the link at which one is set. While
 * nobody has set it, each start says a new one, for the address that is configured then. With a mail server it must be.
 */
export async function makeFirstAccount(
  { db, clock, url, config }: Pick<Portal, 'db' | 'clock' | 'url' | 'config'>,
  say: (line: string) => void,
): Promise<void> {
  const now = clock.now();
  const email = config.adminEmail ?? (config.smtpUrl === null ? madeUpEmail : null);
  const made = await db.write(async (tx) => {
    const users = await tx.selectFrom('app_user').select(['id', 'role', 'password_hash']).limit(2).execute();
    const [first, second] = users;
    if (second || (first && (first.role !== 'SUPERFACTORY' || first.password_hash !== nobodysHash))) return undefined;
    if (email === null) return 'unaddressed';
    if (first) await tx.updateTable('app_user').set({ email }).where('id', '=', first.id).execute();
    const userId =
      first?.id ??
      (await createUser(
        tx,
        {
          email,
          passwordHash: nobodysHash,
          role: 'SUPERFACTORY',
          language: defaultLocale,
          names: { first: '', last: '' },
          flags: { cycleLibrary: true, energyPanel: true },
        },
        now,
      ));
    return { email, token: await issueCode(tx, { userId, kind: 'reset', now }) };
  });
  if (made === undefined) return;
  if (made === 'unaddressed') {
    say('There is no account yet: set BRINA_ADMIN_EMAIL to the address of the first administrator and start again.');
    return;
  }
  say(`First account: ${made.email}. Set its password within ${codeLife_ms.reset / minute_ms} minutes at`);
  say(linksOf(() => url).changePassword({ to: made.email, locale: defaultLocale }, made.token));
}
