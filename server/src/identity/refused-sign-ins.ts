import { createHash } from 'node:crypto';
import { minute_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { networkOf } from '#core/network.ts';

/** Limits look back for so long: a lock lasts until the oldest of what made it is so old. */
export const window_ms = 15 * minute_ms;

/** Wrong passwords within the window after which no more are looked at. */
export const refusals_max = {
  /** On one account from one network. */
  pair: 10,
  /** On one account from all networks. Where its owner has signed in before this does not count: no stranger locks anybody out. */
  account: 100,
  /** From one network: enough for a kitchen behind one address, too few to try a list of passwords, or of people. */
  network: 50,
} as const;

/** Who was tried, and where from. `account` is {@link accountOf}'s. */
export type Tried = { account: string; address: string };

/**
 * What stands for who was tried: the user's id; of an e-mail that nobody has 24 bits of its hash, so that it is limited likewise and
 * nobody can tell from them what was typed, which may have been a password.
 */
export const triedAccount = (user: { id: string } | undefined, email: string): string =>
  user?.id ?? `unknown ${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 4)}`;

/** How long a network has to wait, and an account as far as this network is concerned; 0: not at all. Whether its owner has signed in from here. */
export async function waitsOf(
  db: Db,
  { account, address }: Tried,
  now: number,
): Promise<{ network_ms: number; account_ms: number; isKnown: boolean }> {
  const network = networkOf(address);
  const recent = db.selectFrom('refused_sign_in').where('at', '>', timestamp(now - window_ms));
  const ofAccount = recent.where('account', '=', account).where('counts', '=', true);
  /** Until the oldest of the last `most` is out of the window. */
  const wait = async (rows: typeof recent, most: number): Promise<number> => {
    const decisive = await rows
      .orderBy('at', 'desc')
      .offset(most - 1)
      .limit(1)
      .select('at')
      .executeTakeFirst();
    return decisive ? decisive.at + window_ms - now : 0;
  };
  const network_ms = await wait(recent.where('network', '=', network), refusals_max.network);
  const pair_ms = await wait(ofAccount.where('network', '=', network), refusals_max.pair);
  const everywhere_ms = await wait(ofAccount, refusals_max.account);
  // Asked in any case: how long a reply takes tells nothing of the account.
  const isKnown = await hasSignedInFrom(db, account, network);
  return { network_ms, account_ms: Math.max(pair_ms, isKnown ? 0 : everywhere_ms), isKnown };
}

/** Stands for the user of an unknown e-mail, so that asking for its sessions costs the same. */
const nobodyId = '00000000-0000-0000-0000-000000000000';

/** Whether an account is a user's. */
export const isUser = (account: string): boolean => !account.startsWith('unknown ');

/** Whether the owner of an account has signed in from this network before, as far back as sessions are kept. */
export async function hasSignedInFrom(db: Db, account: string, network: string): Promise<boolean> {
  const from = await db
    .selectFrom('session')
    .where('user_id', '=', isUser(account) ? account : nobodyId)
    .select('address')
    .distinct()
    .execute();
  return from.some(({ address }) => networkOf(address) === network);
}

/** Keeps that a sign-in was refused. */
export async function keepRefused(
  db: Db,
  { account, address }: Tried,
  { isLocked, now }: { isLocked: boolean; now: number },
): Promise<void> {
  const row = { account, address, network: networkOf(address), counts: !isLocked };
  await db
    .insertInto('refused_sign_in')
    .values({ at: timestamp(now), ...row })
    .execute();
}

/** What was refused counts no more for the account: from a network whence its owner has proved itself; from any without `address`. */
export async function forgive(db: Db, { account, address }: { account: string; address?: string }): Promise<void> {
  let counted = db
    .updateTable('refused_sign_in')
    .set({ counts: false })
    .where('account', '=', account)
    .where('counts', '=', true);
  if (address !== undefined) counted = counted.where('network', '=', networkOf(address));
  await counted.execute();
}
