import { createHash, X509Certificate } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { keptSetting } from '../db/settings.ts';
import type { Pki } from './pki.ts';
import type { PkiItem, PkiStore } from './pki-store.ts';

/** The certificate authority of the data folder is not the one of the database, or cannot be read; a sentence for who starts the portal. */
export class AuthorityFault extends Error {
  override readonly name = 'AuthorityFault';
}

/** The row of the root’s fingerprint, and that of the key that issues. */
const settings = { root: 'pki.root', issuing: 'pki.issuing' } as const;

/** By its key an issuing authority is known: its certificate may be renewed, and what it has issued goes on being recognised. */
const keyOf = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/**
 * Sees to it that a database goes with the authority that its appliances trust: with another one, or one made anew, none of them could
 * connect any more. Runs before the authority is opened, for that would make one where there is none.
 * @throws AuthorityFault
 */
export async function requireKnownAuthority(db: Database, store: PkiStore, folder: string): Promise<void> {
  const known = await db.read(async (tx) => {
    const rows = await tx
      .selectFrom('setting')
      .select(['name', 'value'])
      .where('name', 'in', Object.values(settings))
      .execute();
    const valueOf = new Map(rows.map(({ name, value }) => [name, value]));
    const first = await tx
      .selectFrom('certificate')
      .select('not_before')
      .orderBy('not_before')
      .limit(1)
      .executeTakeFirst();
    return {
      root: valueOf.get(settings.root),
      issuing: valueOf.get(settings.issuing),
      issuedFrom: first?.not_before,
    };
  });
  if (known.root === undefined && known.issuedFrom === undefined) return;
  const [root, issuing] = await readable(folder, () =>
    Promise.all([kept(store, 'root.pem'), kept(store, 'issuing.pem')]),
  );
  const putBack = 'put back its files from the backup, or set BRINA_DATA_DIR to where they are.';
  if (!root)
    throw new AuthorityFault(
      `The folder ${folder} holds no certificate authority, but the appliances of this database trust one: ${putBack}`,
    );
  // A database from before knows no fingerprint, but when its first certificate was issued: an authority that is younger issued none of them.
  const isAnother =
    known.root === undefined
      ? known.issuedFrom !== undefined && root.validFromDate.getTime() > known.issuedFrom
      : root.fingerprint256 !== known.root;
  if (isAnother)
    throw new AuthorityFault(
      `The folder ${folder} holds another certificate authority than the one that the appliances of this database trust: ${putBack}`,
    );
  // Units that send their own certificate without the chain are recognised by what has issued it alone.
  if (!issuing)
    throw new AuthorityFault(
      `The folder ${folder} holds no issuing.pem, but the appliances of this database have certificates by it: ${putBack}`,
    );
  if (known.issuing !== undefined && keyOf(issuing) !== known.issuing)
    throw new AuthorityFault(
      `The folder ${folder} holds another issuing.pem than the one that the appliances of this database have certificates by: ${putBack}`,
    );
}

async function kept(store: PkiStore, item: PkiItem): Promise<X509Certificate | undefined> {
  const pem = await store.load(item);
  return pem === undefined ? undefined : new X509Certificate(pem);
}

/** Remembers the authorities with the database that their appliances are in; a database from before learns them at its next start. */
export async function rememberAuthority(db: Database, { clientAuthoritiesPem }: Pki): Promise<void> {
  const [rootPem, issuingPem] = clientAuthoritiesPem;
  await keptSetting(db, settings.root, () => new X509Certificate(rootPem).fingerprint256);
  await keptSetting(db, settings.issuing, () => keyOf(new X509Certificate(issuingPem)));
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
