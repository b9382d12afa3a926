import type { signRecords } from '@brina/contract/calls/record/signatures';
import type { Input } from '@brina/contract/wire/call';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { type Appended, append } from '#features/record/ledger/append.ts';
import type { SigningWay } from './grants.ts';
import { type Signer, signerOf } from './signers.ts';

type Signed = Pick<Input<typeof signRecords>['body'], 'what' | 'meaning'>;

/** A signature as it was written: its id, who signed, and where it stands in the book. */
export type WrittenSignature = { id: string; name: string; signer: Signer; seal: Appended };

/**
 * Signs revisions of records, which somebody has found to be the newest, and enters the signature into the book of their company. Who
 * signs has proved who it is before, at `now`, epoch ms.
 */
export async function writeSignature(
  db: Db,
  by: Pick<Caller, 'userId' | 'role' | 'member'> & { company: string; way: SigningWay },
  { what, meaning }: Signed,
  now: number,
): Promise<WrittenSignature> {
  const { company, way } = by;
  const { signer, name, entries } = await signerOf(db, by, company, now);
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
  const appended = await append(db, [...entries, { company, kind: 'signature', id, rev: 1, at: now, content }]);
  const seal = appended.at(-1);
  if (!seal) throw new Error('A signature has no place in its book.');
  return { id, name, signer, seal };
}
