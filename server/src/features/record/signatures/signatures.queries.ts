import type { SignatureOfRecord } from '@brina/contract/calls/record/signature-of-record';
import { isMovedOn, type SignatureMeaning, type SignedKind } from '@brina/domain/haccp/signing';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';

/**
 * The signatures on a record, first one first.
 * @param revisions all revisions of the record and what each comes to: a signature ends where a later one says something else
 */
export async function signaturesOf(
  db: Db,
  record: { kind: SignedKind; id: string },
  revisions: readonly { revision: number; verdict: string }[],
): Promise<SignatureOfRecord[]> {
  const rows = await db
    .selectFrom('signed_revision as r')
    .innerJoin('signature as s', 's.id', 'r.signature')
    .innerJoin('signer as p', 'p.id', 's.signer')
    .select(['s.id', 's.created_at as at', 'r.revision', 'p.role'])
    .select([sql<SignatureMeaning>`s.meaning`.as('meaning'), sql<string>`coalesce(p.name, p.initials)`.as('by')])
    .where('r.kind', '=', record.kind)
    .where('r.id', '=', record.id)
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
  return rows.map((row) => ({ ...row, stale: isMovedOn(row, revisions) }));
}
