import { createHash, randomInt } from 'node:crypto';
import { activationCodeAlphabet, activationCodeLength } from '@brina/domain/appliance/activation-code';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/** Only the hash is stored. The codes are 50 random bits, so a fast hash is enough: guessing is limited by tries. */
export const hashActivationCode = (normalised: string): string =>
  createHash('sha256').update(`activation ${normalised}`).digest('hex');

/** A code that nobody has seen yet. It is shown once and stored hashed (docs/DEVICE-PROTOCOL.md). */
export const newActivationCode = (): string =>
  Array.from(
    { length: activationCodeLength },
    () => activationCodeAlphabet[randomInt(activationCodeAlphabet.length)],
  ).join('');

/** Makes a code the one that claims an appliance next; any other that is still open opens nothing from now on. */
export async function openActivation(db: Db, appliance: number, code: string, now_ms: number): Promise<void> {
  await db
    .updateTable('activation')
    .set({ used_at: timestamp(now_ms) })
    .where('appliance', '=', appliance)
    .where('used_at', 'is', null)
    .execute();
  await db
    .insertInto('activation')
    .values({ code_hash: hashActivationCode(code), appliance, created_at: timestamp(now_ms) })
    .execute();
}
