import type { SignatureOfRecord } from '@brina/contract/calls/record/signature-of-record';
import { isMovedOn, type SignatureMeaning, type SignedKind } from '@brina/domain/haccp/signing';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
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
  const signatures = (await signaturesOfEach(db, record.kind, [record.id])).get(record.id) ?? [];
  return signatures.map((one) => ({ ...one, stale: isMovedOn(one, revisions) }));
}

/** The signatures on some records of a kind, first one first, by record; of one without any there is nothing. */
export async function signaturesOfEach(
  db: Db,
  kind: SignedKind,
  records: readonly string[],
): Promise<Map<string, Omit<SignatureOfRecord, 'stale'>[]>> {
  const rows = await db
    .selectFrom('signed_revision as r')
    .innerJoin('signature as s', 's.id', 'r.signature')
    .innerJoin('signer as p', 'p.id', 's.signer')
    .select(['r.id as record', 's.id', 's.created_at as at', 'r.revision', 'p.role'])
    .select([sql<SignatureMeaning>`s.meaning`.as('meaning'), sql<string>`coalesce(p.name, p.initials)`.as('by')])
    .where('r.kind', '=', kind)
    .where('r.id', '=', anyOf(records))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
  const told = rows.map(({ record, ...signature }) => ({ record, signature }));
  return new Map(
    [...Map.groupBy(told, ({ record }) => record)].map(([record, some]) => [
      record,
      some.map(({ signature }) => signature),
    ]),
  );
}
