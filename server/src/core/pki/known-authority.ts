import { X509Certificate } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { keptSetting } from '../db/settings.ts';
import type { PkiStore } from './pki-store.ts';

/** The certificate authority of the data folder is not the one of the database, or cannot be read; a sentence for who starts the portal. */
export class AuthorityFault extends Error {
  override readonly name = 'AuthorityFault';
}

const setting = 'pki.root';
const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256;

/**
 * Sees to it that a database goes with the authority that its appliances trust: with another one, or one made anew, none of them could
 * connect any more. Runs before the authority is opened, for that would make one where there is none.
 * @throws AuthorityFault
 */
export async function requireKnownAuthority(db: Database, store: PkiStore, folder: string): Promise<void> {
  const known = await db.read(async (tx) => {
    const row = await tx.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst();
    const first = await tx
      .selectFrom('certificate')
      .select('not_before')
      .orderBy('not_before')
      .limit(1)
      .executeTakeFirst();
    return { root: row?.value, issuedFrom: first?.not_before };
  });
  if (known.root === undefined && known.issuedFrom === undefined) return;
  const pem = await store.load('root.pem');
  if (!pem)
    throw new AuthorityFault(
      `The folder ${folder} holds no certificate authority, but the appliances of this database trust one: put back its files from the backup, or set BRINA_DATA_DIR to where they are.`,
    );
  const root = await readable(folder, () => new X509Certificate(pem));
  // A database from before knows no fingerprint, but when its first certificate was issued: an authority that is younger issued none of them.
  const isAnother =
    known.root === undefined
      ? known.issuedFrom !== undefined && root.validFromDate.getTime() > known.issuedFrom
      : root.fingerprint256 !== known.root;
  if (isAnother)
    throw new AuthorityFault(
      `The folder ${folder} holds another certificate authority than the one that the appliances of this database trust: put back its files from the backup, or set BRINA_DATA_DIR to where they are.`,
    );
}

/** Remembers the authority with the database that its appliances are in. */
export async function rememberAuthority(db: Database, caPem: string): Promise<void> {
  await keptSetting(db, setting, () => fingerprintOf(caPem));
}

/** Opens what stands in the folder; what cannot be read is told in a sentence. */
export async function readable<T>(folder: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const { code } = cause as { code?: string };
    // That a folder may not be read or written has its own sentence.
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AuthorityFault(
      `The certificate authority in ${folder} cannot be read (${reason}): put back its files from the backup.`,
      { cause },
    );
  }
}
