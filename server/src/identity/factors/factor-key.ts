import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#core/db/database.ts';
import { unseal } from './sealed.ts';

/** The key of the second factors is not the one that the database's were sealed with; a sentence for who starts the portal. */
export class FactorKeyFault extends Error {
  override readonly name = 'FactorKeyFault';
}

const key_bytes = 32;

/**
 * The key that seals what must not be read from the database or a copy of it: secrets of authenticator apps, and what a browser
 * carries between the two steps of a sign-in. It stands in a file of the data folder that its owner alone can read, is made once, and is
 * never written over.
 * @throws FactorKeyFault when people have authenticator apps whose secrets another key sealed
 */
export async function loadFactorKey(db: Database, dataDir: string): Promise<Uint8Array> {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, 'factor.key');
  const kept = await readKey(file);
  const app = await db.read((tx) =>
    tx
      .selectFrom('factor')
      .where('kind', '=', 'totp')
      .select(['id', 'sealed_secret'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (app && (!kept || unseal(kept, app.id, app.sealed_secret ?? '') === undefined))
    throw new FactorKeyFault(
      `${file} is not the key by which people's authenticator apps are known to this database: put it back from the backup, set BRINA_DATA_DIR to where it is, or reset them one by one with --reset-factors.`,
    );
  return kept ?? writeKey(folder, file);
}

/** @throws FactorKeyFault when the file holds no key */
async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== key_bytes) throw new FactorKeyFault(`${file} holds no key: put it back from the backup.`);
  return key;
}

async function writeKey(folder: string, file: string): Promise<Uint8Array> {
  const key = randomBytes(key_bytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Written aside and renamed: half a key after a power cut would be none.
  {
    await using handle = await open(`${file}.new`, 'w', 0o600);
    await handle.writeFile(`${key.toString('base64url')}\n`);
    await handle.sync();
  }
  await rename(`${file}.new`, file);
  await using made = await open(folder, 'r');
  await made.sync();
  return key;
}
