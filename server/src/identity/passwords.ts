import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { whoseTurn } from '#core/db/whose-turn.ts';
import { Turns } from '#core/turns.ts';

/** Cost of one hash: memory in KiB, passes over it, lanes. */
type Cost = { memory: number; passes: number; parallelism: number };

/** Argon2id with 19 MiB and two passes, the least that the OWASP password storage guide recommends. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const salt_bytes = 16;
const hash_bytes = 32;

/** Each hash holds its memory and a thread of libuv's pool for some 30 ms; files and DNS need threads too. Who asks for many waits for its own. */
const hashing = new Turns({ parallel: 2 });

/** A well-formed hash that no password has: of who has not chosen one yet, or is erased. */
export const nobodysHash = toPhc(cost, Buffer.alloc(salt_bytes), Buffer.alloc(hash_bytes));

/**
 * Hashes a password for storage, as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). Takes some 30 ms of a
 * thread: never await it inside a transaction.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(salt_bytes);
  return toPhc(cost, salt, await argon2id(password, salt, cost, hash_bytes));
}

/** Whether the password belongs to the stored hash. Never await it inside a transaction. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = fromPhc(phc);
  const computed = await argon2id(password, stored.salt, stored.cost, stored.hash.length);
  return timingSafeEqual(computed, stored.hash);
}

/**
 * Does the work of {@link verifyPassword} for an account that must not be opened, so that the time of a reply tells
 * nobody which accounts exist.
 */
export async function verifyAgainstNobody(password: string): Promise<false> {
  await verifyPassword(password, nobodysHash);
  return false;
}

const argon2id = (password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  hashing.run(
    () =>
      new Promise((resolve, reject) => {
        // NFC: the same password typed on another keyboard or system may arrive composed differently.
        argon2('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost }, (fault, tag) =>
          fault ? reject(fault) : resolve(tag),
        );
      }),
    whoseTurn.getStore(),
  );

function toPhc({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${hashText}`;
}

/** The cost is read back from the string, so that raising it later leaves the stored passwords usable. */
function fromPhc(phc: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc) ?? [];
  if (!salt || !hash) throw new Error('not the PHC string of an argon2id hash');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
