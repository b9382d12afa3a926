import { createHash, randomInt } from 'node:crypto';
import { activationCodeAlphabet, activationCodeLength } from '@brina/domain/activation-code';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/** Only the hash is stored. The codes are 50 random bits, so a fast hash is enough: guessing is limited by tries. */
export const hashActivationCode = (normalised: string): string =>
  createHash('sha256').update(`activation ${normalised}`).digest('hex');

/** Makes the code that claims an appliance next. It is shown once and stored hashed (docs/DEVICE-PROTOCOL.md). */
export async function newActivation(db: Db, appliance: number, now_ms: number): Promise<string> {
  const code = Array.from(
    { length: activationCodeLength },
    () => activationCodeAlphabet[randomInt(activationCodeAlphabet.length)],
  ).join('');
  await db
    .insertInto('activation')
    .values({ code_hash: hashActivationCode(code), appliance, created_at: timestamp(now_ms) })
    .execute();
  return code;
}
