import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import type { SayLimited } from '#core/limit-log.ts';
import { networkOf, siteOf } from '#core/network.ts';
import { NoTurn, Turns } from '#core/turns.ts';
import { verifyAgainstNobody, verifyPassword } from './passwords.ts';
import { forgive, keepRefused, triedAccount, waitsOf } from './refused-sign-ins.ts';

/**
 * Sign-ins that may wait for their turn; at 30 ms each, two at once, the last of them waits three seconds. Sites take turns: whoever floods
 * us, from one network or all that it holds, makes others wait for one more, and is sent away itself where too many wait.
 */
const waiting_max = 200;

export type SignIn =
  /** `passwordHash` is what the password was compared with: it may be changed before the session begins. */
  | { outcome: 'signedIn'; userId: string; passwordHash: string }
  /** Wrong password, unknown e-mail and locked account alike (S8.2); only our own numbers know which. */
  | { outcome: 'refused'; isLocked: boolean }
  /** The network has failed too often, whatever it tries. */
  | { outcome: 'limited'; retryAfter_ms: number }
  /** Too many wait, most of them from where this one came. */
  | { outcome: 'busy' };

export type Accounts = {
  /** Proves a user by e-mail and password (INACTIVE ones too, S4.3). `address` is the caller's network address. */
  signIn(tried: Tried): Promise<SignIn>;
};
type Tried = { email: string; password: string; address: string };

/** The accounts of `db`, with limits on guessing. */
export function openAccounts({ db, clock, limited }: { db: Database; clock: Clock; limited: SayLimited }): Accounts {
  // The whole attempt takes a turn, not the hash alone: a burst of guesses would else be admitted before the first is counted.
  const turns = () => new Turns({ parallel: 2, waiting_max });
  // Who comes from where the account's owner has signed in before does not wait behind the sites of the world, however many they are.
  const attempting = { known: turns(), others: turns() };

  async function attempt({ email, password, address }: Tried): Promise<SignIn> {
    const { user, tried, waits } = await lookAt(email, address);
    if (waits.network_ms > 0) return limitedFor(waits.network_ms, address);
    const isLocked = waits.account_ms > 0;
    const isProved =
      user && !isLocked ? await verifyPassword(password, user.password_hash) : await verifyAgainstNobody(password);
    if (user && isProved) {
      await db.write((tx) => forgive(tx, tried));
      return { outcome: 'signedIn', userId: user.id, passwordHash: user.password_hash };
    }
    // A try on a locked account is kept too, or its reply would be faster; but it does not count, or the owner who keeps trying
    // would keep the lock closed.
    await db.write((tx) => keepRefused(tx, tried, { isLocked, now: clock.now() }));
    return { outcome: 'refused', isLocked };
  }

  const lookAt = (email: string, address: string) =>
    db.read(async (tx) => {
      const user = await userByEmail(tx, email);
      const tried = { account: triedAccount(user, email), address };
      return { user, tried, waits: await waitsOf(tx, tried, clock.now()) };
    });

  function limitedFor(retryAfter_ms: number, address: string): SignIn {
    limited('sign_ins', { network: networkOf(address) });
    return { outcome: 'limited', retryAfter_ms };
  }

  return {
    signIn: async (tried) => {
      const { email, address } = tried;
      // Looked at before it waits, too: a network at its limit takes nobody's place.
      const { network_ms, isKnown } = (await lookAt(email, address)).waits;
      if (network_ms > 0) return limitedFor(network_ms, address);
      try {
        return await attempting[isKnown ? 'known' : 'others'].run(() => attempt(tried), siteOf(address));
      } catch (error) {
        if (!(error instanceof NoTurn)) throw error;
        limited('sign_ins_waiting', { network: networkOf(address) });
        return { outcome: 'busy' };
      }
    },
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
