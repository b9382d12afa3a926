import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { accountKey, attemptLimit, forgetAttempts, limitedFor, networkKey, recordAttempts } from './attempts.ts';
import { verifyAgainstNobody, verifyPassword } from './passwords.ts';
import { turns } from './turns.ts';

/** Wrong passwords on one account: then it is locked until the oldest of them is a quarter of an hour old. */
export const accountLimit = attemptLimit(10, 15 * minute_ms);
/** Wrong passwords from one network: enough for a kitchen behind one address, too few to try a list of passwords. */
const networkLimit = attemptLimit(50, 15 * minute_ms);
/** Sign-ins that may wait for their turn; at 30 ms each, two at once, the last of them waits three seconds. */
const waiting_max = 200;

type SignIn =
  /** `passwordHash` is what the password was compared with: it may be changed before the session begins. */
  | { outcome: 'signedIn'; userId: string; passwordHash: string }
  /** Wrong password, unknown e-mail and locked account alike (S8.2). */
  | { outcome: 'refused' }
  /** The network has failed too often, whatever it tries. */
  | { outcome: 'limited'; retryAfter_ms: number }
  /** Too many wait already. */
  | { outcome: 'busy' };

export type Accounts = {
  /** Proves a user by e-mail and password (INACTIVE ones too, S4.3). `address` is the caller's network address. */
  signIn(tried: { email: string; password: string; address: string }): Promise<SignIn>;
};

/** The accounts of `db`, with limits on guessing. */
export function openAccounts({ db, clock }: { db: Database; clock: Clock }): Accounts {
  // The whole attempt takes a turn, not the hash alone: a burst of guesses would else be admitted before the first is counted.
  const attempting = turns(2);

  async function attempt({ email, password, address }: Parameters<Accounts['signIn']>[0]): Promise<SignIn> {
    const network = networkKey(address);
    const { user, networkWait_ms, accountWait_ms, account } = await db.read(async (tx) => {
      const now = clock.now();
      const user = await userByEmail(tx, email);
      const account = accountKey(user, email);
      return {
        user,
        account,
        networkWait_ms: await limitedFor(tx, network, networkLimit, now),
        accountWait_ms: await limitedFor(tx, account, accountLimit, now),
      };
    });
    if (networkWait_ms > 0) return { outcome: 'limited', retryAfter_ms: networkWait_ms };
    const isLocked = accountWait_ms > 0;
    const isProved =
      user && !isLocked ? await verifyPassword(password, user.password_hash) : await verifyAgainstNobody(password);
    if (user && isProved) {
      await db.write((tx) => forgetAttempts(tx, account));
      return { outcome: 'signedIn', userId: user.id, passwordHash: user.password_hash };
    }
    // A try on a locked account is written too, or its reply would be faster; but under a key of its own, or the owner
    // who keeps trying would keep the lock closed.
    await db.write((tx) => recordAttempts(tx, [isLocked ? `locked:${account}` : account, network], clock.now()));
    return { outcome: 'refused' };
  }

  return {
    signIn: async (tried) =>
      attempting.waiting() < waiting_max ? attempting.run(() => attempt(tried)) : { outcome: 'busy' },
  };
}

/** No address is longer (RFC 5321, 4.5.3.1), and PostgreSQL takes no NUL: such an e-mail is unknown, at the same cost. */
async function userByEmail(db: Db, email: string): Promise<{ id: string; password_hash: string } | undefined> {
  const asked = email.length <= 254 && !email.includes('\0') ? email.trim() : '';
  return db
    .selectFrom('app_user')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.cast<string>(eb.val(asked), 'text')])))
    .select(['id', 'password_hash'])
    .executeTakeFirst();
}
