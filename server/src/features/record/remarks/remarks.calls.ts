import { addNote, amendBatch, recordReading } from '@brina/contract/calls/record/remarks';
import { readingFault } from '@brina/domain/haccp/by-hand';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { newestContents } from '#features/record/ledger/entries.queries.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { span } from '#features/record/telemetry/batch-span.ts';
import { type Amendable, type Amendment, amendedOf, type Note, type Reading } from './remarks.queries.ts';

type Subject = { kind: 'batch' | 'day'; id: string };
type Remark =
  | { kind: 'reading'; content: Reading }
  | { kind: 'note'; content: Note }
  | { kind: 'amendment'; content: Amendment };

const reading = handle(recordReading, async ({ db, caller, body, clock, audit }) => {
  const { subject, ...said } = body;
  const now = clock.now();
  const fault = readingFault(said.at, await requireOfKind(db, subject), now);
  if (fault) refuse(fault, 422);
  const content = { ...said, at: Math.min(said.at, now) };
  const [by] = await keep(db, caller, subject, [{ kind: 'reading', content }], now);
  await audit('record.remark', caller.companyId ?? '');
  return { ...(by ?? refuse('not_found', 404)), ...content };
});

const note = handle(addNote, async ({ db, caller, body, clock, audit }) => {
  const content = { text: body.text };
  const [by] = await keep(db, caller, body.subject, [{ kind: 'note', content }], clock.now());
  await audit('record.remark', caller.companyId ?? '');
  return { ...(by ?? refuse('not_found', 404)), ...content };
});

const amend = handle(amendBatch, async ({ db, caller, params, body, clock, audit }) => {
  const { serial, batchId } = params;
  const { reason, ...wanted } = body;
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select('b.id')
    .where('b.id', '=', batchId)
    .where('a.serial', '=', serial)
    // Of two who correct at once the second one corrects what the first has said.
    .forUpdate('b')
    .executeTakeFirst();
  if (!batch) return refuse('not_found', 404);
  const before = await amendable(db, caller.companyId ?? refuse('company_missing', 422), batchId);
  const changes = (['product', 'lot', 'load_kg'] as const).flatMap((field): Amendment[] => {
    const [was, now] = [before[field], wanted[field]];
    return now === undefined || now === was ? [] : [{ field, was, now, reason }];
  });
  if (changes.length === 0) return refuse('nothing_to_amend', 422);
  const remarks = changes.map((content) => ({ kind: 'amendment', content }) as const);
  const kept = await keep(db, caller, { kind: 'batch', id: batchId }, remarks, clock.now());
  await audit('appliance.amendRecord', serial, { batch: batchId });
  return changes.map((change, i) => ({ ...(kept[i] ?? refuse('not_found', 404)), ...change }));
});

/** What a batch says of its food by now; before its first revision nothing. */
async function amendable(db: Db, company: string, batch: string): Promise<Amendable> {
  const content = (await newestContents(db, company, [batch])).get(batch) as Partial<Amendable> | undefined;
  const { product = null, lot = null, load_kg = null } = content ?? {};
  return { product, lot, load_kg, ...(await amendedOf(db, [batch])).get(batch) };
}

/** Keeps what a caller says of a record, and enters it into the book of its company: comes last in the transaction. */
async function keep(db: Db, caller: Caller, subject: Subject, remarks: readonly Remark[], now: number) {
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
    ...kept.map(({ id, kind, content }) => ({
      company,
      // An amendment is a note on what the record says.
      kind: kind === 'reading' ? kind : ('note' as const),
      id,
      isNew: true,
      rev: 1,
      at: now,
      content: { v: 1, subject, ...(kind === 'amendment' ? { amends: content } : content), person: signer },
    })),
  ]);
  return kept.map(({ id }) => ({ id, by: name, role: signer.role, enteredAt: now }));
}

/** The scope has seen to whose it is; whether it is what it is called remains. @returns its time, epoch ms; `ended` null: it goes on */
async function requireOfKind(db: Db, { kind, id }: Subject): Promise<{ began: number; ended: number | null }> {
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

export const remarkHandlers = [reading, note, amend];
