import { randomBytes } from 'node:crypto';
import type { CreateAccount } from '#features/demo/demo.ts';
import { hashPassword } from './identity/passwords.ts';
import { createUser } from './identity/users.ts';
import type { Portal } from './portal.ts';

/** Makes active accounts with a known password: for the demo and for the first account of an empty portal. */
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

/** An empty portal gets one account, a system administrator whose password is printed this once. */
export async function makeFirstAccount(
  portal: Pick<Portal, 'db' | 'clock'>,
  say: (line: string) => void,
): Promise<void> {
  const someone = await portal.db.read((tx) => tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst());
  if (someone) return;
  const email = 'admin@brina.example';
  const password = `${randomBytes(12).toString('base64url')}aA1#`;
  await accountMaker(portal)({ role: 'SUPERFACTORY', email, password, language: 'en', names: { first: '', last: '' } });
  say(`First account: ${email}, password ${password} (shown only now)`);
}
