import type { SignatureMeaning, SignedKind } from '@brina/domain/haccp/signing';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { type Appended, append } from '#features/record/ledger/append.ts';
import type { SigningWay } from './grants.ts';
import type { Signer } from './signers.ts';

/** A revision as it stands in the book; `hash` in lower-case hex. */
type SignedRevision = { kind: SignedKind; id: string; revision: number; hash: string };

type NewSignature = {
  company: string;
  signer: Signer;
  way: SigningWay;
  meaning: SignatureMeaning;
  what: readonly SignedRevision[];
};

/**
 * Keeps a signature, and writes it into the book of its company (B2.6). Its signer stands there already, and what it signs is the newest.
 * @returns its id, and where it stands
 */
export async function writeSignature(
  db: Db,
  { company, signer, way, meaning, what }: NewSignature,
  now: number,
): Promise<{ id: string; seal: Pick<Appended, 'ix' | 'hash'> }> {
  const id = newId(now);
  await db
    .insertInto('signature')
    .values({ id, company_id: company, signer: signer.id, meaning, way, created_at: timestamp(now) })
    .execute();
  await db
    .insertInto('signed_revision')
    .values(what.map(({ hash, ...one }) => ({ ...one, signature: id, hash: Buffer.from(hash, 'hex') })))
    .execute();
  const content = { v: 1, what, meaning, person: signer, at: now };
  const [appended] = await append(db, [{ company, kind: 'signature', id, isNew: true, rev: 1, at: now, content }]);
  if (!appended) throw new Error(`signature ${id} entered no book`);
  return { id, seal: { ix: appended.ix, hash: appended.hash } };
}
