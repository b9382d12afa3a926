import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { confirmationCode_digits } from '@brina/domain/constants';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { keptSettingWithin, newSecret, settingIfKept } from '#core/db/settings.ts';
import { newId } from '#core/ids.ts';

/** What a mailed secret is good for: an address is confirmed, a password is set anew, an invitation is accepted. */
type CodeKind = 'confirm' | 'reset' | 'invite';

/** How long a secret is good for once it is mailed. */
export const codeLife_ms: Readonly<Record<CodeKind, number>> = {
  confirm: 30 * minute_ms,
  reset: hour_ms,
  invite: 7 * day_ms,
};

/** Wrong codes after which a confirmation code is worth nothing: a guesser's chance is one in two thousand (S5.15). */
const confirmTries_max = 5;

/** Bytes of the token of a link: 192 bits, which nobody guesses. */
const token_bytes = 24;

/** The invitation that a code accepts, of which one person may have several, and who sent the letter. */
type InvitationOfCode = { membershipId: string; inviterId: string };

/** What a code belongs to. */
type IssuedCode = { userId: string; now: number } & (
  | { kind: 'confirm' | 'reset' }
  | ({ kind: 'invite' } & InvitationOfCode)
);

/**
 * Makes a secret to be mailed and keeps its hash. Those of the same kind that were mailed to the user before (for an
 * invitation: into the same company) are worth nothing from now on.
 * @returns the plain secret, for the mail alone: four digits for `confirm`, else the token of a link
 */
export async function issueCode(db: Db, code: IssuedCode): Promise<string> {
  const { userId, kind, now } = code;
  const { membershipId = null, inviterId = null } = code.kind === 'invite' ? code : {};
  // Of two at once the second waits here and then finds the first, so that never more than one is good.
  await db.selectFrom('app_user').where('id', '=', userId).select('id').forUpdate().executeTakeFirstOrThrow();
  let earlier = db.deleteFrom('mailed_code').where('user_id', '=', userId).where('kind', '=', kind);
  if (membershipId) earlier = earlier.where('membership_id', '=', membershipId);
  await earlier.execute();
  const id = newId(now);
  const secret = kind === 'confirm' ? randomDigits() : randomBytes(token_bytes).toString('base64url');
  await db
    .insertInto('mailed_code')
    .values({
      id,
      user_id: userId,
      kind,
      membership_id: membershipId,
      inviter_id: inviterId,
      secret_hash: hashed(await hashKey(db), id, secret),
      created_at: timestamp(now),
      expires_at: timestamp(now + codeLife_ms[kind]),
      used_at: null,
    })
    .execute();
  return secret;
}

type Confirmation = 'right' | 'expired' | { wrong: true; left: number };

/**
 * Tries a confirmation code of a user. A right one is used up; a wrong one counts, and after
 * {@link confirmTries_max} of them the code is as if it had expired. What is written must be committed in either case.
 */
export async function tryConfirmation(
  db: Db,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<Confirmation> {
  const row = await openCodes(db, { userId, kinds: ['confirm'], now })
    .where('tries', '<', confirmTries_max)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'expired';
  if (matches(row, await hashKey(db), code)) {
    await useUp(db, { id: row.id }, now);
    return 'right';
  }
  const tries = row.tries + 1;
  await db.updateTable('mailed_code').set({ tries }).where('id', '=', row.id).execute();
  return { wrong: true, left: confirmTries_max - tries };
}

/** A link that was mailed and is still good; of an invitation, into which place, and who sent it where that is known. */
export type OpenLink = { kind: 'reset' | 'invite'; membershipId: string | null; inviterId: string | null };

type LinkOfUser = { userId: string; token: string; now: number };

/**
 * The link of a user that has this token, locked until the transaction ends, so that of two requests at once the second
 * finds it used; `undefined` for a wrong, used, replaced or expired one. Finding does not use it: see {@link useUp}.
 */
export async function findLink(db: Db, link: LinkOfUser): Promise<OpenLink | undefined> {
  const key = await hashKey(db);
  return linkAmong(await openLinks(db, link).forUpdate().execute(), key, link.token);
}

/** The same for who only reads: nothing is locked. */
export async function readLink(db: Db, link: LinkOfUser): Promise<OpenLink | undefined> {
  const key = await settingIfKept(db, hashKeyName);
  const rows = await openLinks(db, link).execute();
  return key === undefined ? undefined : linkAmong(rows, key, link.token);
}

const openLinks = (db: Db, { userId, now }: LinkOfUser) => openCodes(db, { userId, kinds: ['reset', 'invite'], now });

type LinkRow = {
  id: string;
  kind: string;
  membership_id: string | null;
  inviter_id: string | null;
  secret_hash: string;
};

function linkAmong(rows: readonly LinkRow[], key: string, token: string): OpenLink | undefined {
  const row = rows.find((one) => matches(one, key, token));
  return row && { kind: row.kind as OpenLink['kind'], membershipId: row.membership_id, inviterId: row.inviter_id };
}

/** Makes one code, or everything that was mailed to a user, worthless. */
export async function useUp(db: Db, which: { id: string } | { userId: string }, now: number): Promise<void> {
  const update = db
    .updateTable('mailed_code')
    .set({ used_at: timestamp(now) })
    .where('used_at', 'is', null);
  await ('id' in which ? update.where('id', '=', which.id) : update.where('user_id', '=', which.userId)).execute();
}

/** Codes of a user that are neither used nor expired. Replaced ones are no more. */
const openCodes = (db: Db, { userId, kinds, now }: { userId: string; kinds: readonly CodeKind[]; now: number }) =>
  db
    .selectFrom('mailed_code')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    .select(['id', 'kind', 'membership_id', 'inviter_id', 'secret_hash', 'tries'])
    .orderBy('id');

/** Each of the 10,000 codes is as likely as any other, those with leading zeros too (S5.15). */
const randomDigits = (): string =>
  String(randomInt(10 ** confirmationCode_digits)).padStart(confirmationCode_digits, '0');

/**
 * Four digits are found from any hash by trying them all, so it is keyed by a value of the installation: a copy of the codes
 * alone tells nothing. Whoever has the whole database could do without codes; a code that is half an hour old opens nothing.
 */
const hashKey = (db: Db): Promise<string> => keptSettingWithin(db, hashKeyName, newSecret);
const hashKeyName = 'mailed_code_key';

/** The id makes hashes of equal codes differ. */
const hashed = (key: string, id: string, secret: string): string =>
  createHmac('sha256', key).update(`${id} ${secret}`).digest('hex');

const matches = ({ id, secret_hash }: { id: string; secret_hash: string }, key: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(secret_hash), Buffer.from(hashed(key, id, secret)));
