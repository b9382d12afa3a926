import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import type { SigningWay } from '#features/record/signatures/grants.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { span } from '#features/record/telemetry/batch-span.ts';
import type { Amendment, Note, Reading } from './remarks.queries.ts';

type Subject = { kind: 'batch' | 'day'; id: string };
type Remark =
  | { kind: 'reading'; content: Reading }
  | { kind: 'note'; content: Note }
  /** `way`: by what somebody proved who it is, where it is signed. */
  | { kind: 'amendment'; content: Amendment; way?: SigningWay };

/**
 * Keeps what a caller says of a record, and enters it into the book of its company: comes last in the transaction.
 * @throws company_missing, not_found, record_removed
 */
export async function keepRemarks(db: Db, caller: Caller, subject: Subject, remarks: readonly Remark[], now: number) {
  const company = caller.companyId ?? refuse('company_missing', 422);
  await requireOfKind(db, subject);
  const { signer, name, entries } = await signerOf(db, caller, company, now);
  const kept = remarks.map((remark) => ({ ...remark, id: newId(now) }));
  await db
    .insertInto('remark')
    .values(
      kept.map(({ id, kind, content }) => ({
        id,
        company_id: company,
        kind,
        subject: subject.id,
        signer: signer.id,
        user_id: caller.userId,
        created_at: timestamp(now),
        content: jsonb(content),
      })),
    )
    .execute();
  await append(db, [
    ...entries,
    ...kept.map(({ id, kind, content, ...proof }) => ({
      company,
      // An amendment is a note on what the record says.
      kind: kind === 'reading' ? kind : ('note' as const),
      id,
      isNew: true,
      rev: 1,
      at: now,
      content: { v: 1, subject, ...(kind === 'amendment' ? { amends: content, ...proof } : content), person: signer },
    })),
  ]);
  return kept.map(({ id }) => ({ id, by: name, role: signer.role, enteredAt: now }));
}

/**
 * The scope has seen to whose it is; whether it is what it is called remains.
 * @returns its time, epoch ms; `ended` null: it goes on
 * @throws not_found, record_removed
 */
export async function requireOfKind(db: Db, { kind, id }: Subject): Promise<{ began: number; ended: number | null }> {
  const found =
    kind === 'batch'
      ? await db
          .selectFrom('batch as b')
          .innerJoin('cycle_run as r', 'r.id', 'b.run')
          .select(['b.removed_at', 'b.started_at as began', span.ended_at.as('ended')])
          .where('b.id', '=', id)
          .executeTakeFirst()
      : await db
          .selectFrom('hold_day')
          .select(['removed_at', 'from_at as began', 'to_at as ended'])
          .where('id', '=', id)
          .executeTakeFirst();
  if (!found) return refuse('not_found', 404);
  // Nothing is said any more of what says nothing itself.
  if (found.removed_at !== null) refuse('record_removed', 410);
  return found;
}
