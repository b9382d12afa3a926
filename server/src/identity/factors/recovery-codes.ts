import { createHash, randomInt } from 'node:crypto';
import { activationCodeAlphabet } from '@brina/domain/appliance/activation-code';
import { plainRecoveryCode, recoveryCodes_count } from '@brina/domain/people/factors';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/** Letters of a code, five bits each: 80 bits are too many to try, so that a plain hash keeps them. */
const letters = 16;

/** By what a code is kept. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256').update(plainRecoveryCode(code)).digest('base64url');

function newCode(): string {
  const code = Array.from({ length: letters }, () => activationCodeAlphabet[randomInt(activationCodeAlphabet.length)]);
  return (code.join('').match(/.{4}/g) ?? []).join('-');
}

/** Gives a person new codes in place of all before; they are told once, and stored hashed. */
export async function renewRecoveryCodes(db: Db, userId: string, now: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes_count }, newCode);
  await forgetRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryCodeHash(code),
        created_at: timestamp(now),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

/** Uses a code up. Whether it was one of the person's that had not been used. */
export async function spendRecoveryCode(db: Db, userId: string, code: string, now: number): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_code')
    .set({ used_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryCodeHash(code))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Whether a person has a code of this hash, used or not: new ones void those before. */
export async function isRecoveryCodeOf(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .select('code_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many codes are left. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return left;
}

export async function forgetRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}
