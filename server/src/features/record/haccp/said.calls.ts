import { linkBatch } from '@brina/contract/calls/record/haccp';
import { amendBatch } from '@brina/contract/calls/record/remarks';
import { correctionReason_min } from '@brina/domain/haccp/by-hand';
import { cookedBefore_max_h, isCookedFor } from '@brina/domain/haccp/cooked';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { newestContents } from '#features/record/ledger/entries.queries.ts';
import { keepRemarks } from '#features/record/remarks/keep.ts';
import { type Amendable, type Amendment, amendedOf, saidOf } from '#features/record/remarks/remarks.queries.ts';
import { signedBy, signerDetail } from '#features/record/signatures/signed-by.ts';
import { runBefore, saidWithin_h } from './sources.queries.ts';

const amend = handle(amendBatch, async ({ db, caller, params, body, clock, audit }) => {
  const { serial, batchId } = params;
  const { reason = '', ...wanted } = body;
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select(['b.id', 'b.started_at as startedAt'])
    .where('b.id', '=', batchId)
    .where('a.serial', '=', serial)
    // Of two who correct at once the second one corrects what the first has said.
    .forUpdate('b')
    .executeTakeFirst();
  if (!batch) return refuse('not_found', 404);
  // One that goes on with another begins with that.
  const { startedAt = batch.startedAt, ...before } = await amendable(
    db,
    caller.companyId ?? refuse('company_missing', 422),
    batchId,
  );
  if (wanted.cookedAt != null && !isCookedFor(wanted.cookedAt, startedAt))
    refuse('cooked_at_range', 422, { hours: cookedBefore_max_h });
  const changes = (['product', 'lot', 'load_kg', 'cookedAt'] as const).flatMap((field): Amendment[] => {
    const [was, now] = [before[field], wanted[field]];
    return now === undefined || now === was ? [] : [{ field, was, now, reason }];
  });
  if (changes.length === 0) return refuse('nothing_to_amend', 422);
  if (reason.length < correctionReason_min && changes.some(({ was }) => was !== null)) refuse('amendment_reason', 422);
  const remarks = changes.map((content) => ({ kind: 'amendment', content }) as const);
  const kept = await keepRemarks(db, caller, { kind: 'batch', id: batchId }, remarks, clock.now());
  if (changes.some(({ field }) => field === 'cookedAt')) await judgeAsSaid(db, batchId, clock.now());
  await audit('appliance.amendRecord', serial, { batch: batchId });
  return changes.map((change, i) => ({ ...(kept[i] ?? refuse('not_found', 404)), ...change }));
});

type Said = Amendable & { startedAt?: number };

/** What a batch says of its food by now, and of its beginning; before its first revision nothing. */
async function amendable(db: Db, company: string, batch: string): Promise<Said> {
  const content = (await newestContents(db, company, [batch])).get(batch) as Partial<Said> | undefined;
  const { product = null, lot = null, load_kg = null, cookedAt = null, startedAt } = content ?? {};
  return {
    product,
    lot,
    load_kg,
    cookedAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(await amendedOf(db, [batch])).get(batch),
  };
}

const link = handle(linkBatch, async ({ db, caller, clock, params, body, audit }) => {
  const { serial, batchId } = params;
  const at = clock.now();
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .leftJoin('batch as c', 'c.id', 'b.continues')
    .select(['b.started_at', 'b.revision', 'c.started_at as was'])
    .where('b.id', '=', batchId)
    .where('a.serial', '=', serial)
    .forUpdate('b')
    .executeTakeFirst();
  if (!batch) return refuse('not_found', 404);
  const nothing = (): never => refuse('nothing_to_link', 422, { hours: saidWithin_h });
  const now = body.goesOn ? ((await runBefore(db, batchId))?.started_at ?? nothing()) : null;
  // What was measured of either run is not wholly kept any more.
  if (Math.min(batch.started_at, now ?? batch.was ?? batch.started_at) < telemetryKeptFrom(at)) nothing();
  // What was said last stands, whether it is judged by that yet or not; before its first revision nobody knows.
  const { continues = batch.revision === 0 ? undefined : batch.was } = await saidOf(db, batchId);
  if (now === continues) refuse('nothing_to_amend', 422);
  const signing = { call: linkBatch, input: { params, body }, grant: body.grant };
  const { way, by: signer } = await signedBy(db, caller, signing, at);
  const said = { field: 'continues' as const, was: continues ?? null, now, reason: '' };
  const remark = { kind: 'amendment' as const, content: said, way };
  const [by] = await keepRemarks(db, signer, { kind: 'batch', id: batchId }, [remark], at);
  await judgeAsSaid(db, batchId, at);
  await audit('appliance.amendRecord', serial, { batch: batchId, ...signerDetail(caller, signer) });
  return { ...(by ?? refuse('not_found', 404)), ...said };
});

/** A record that stands is judged anew by what was said; one that is to come, or to change, will be anyway. */
const judgeAsSaid = (db: Db, batch: string, now: number): Promise<unknown> =>
  db
    .updateTable('batch')
    .set({ due_at: timestamp(now), cause: 'said' })
    .where('id', '=', batch)
    .where('revision', '>', 0)
    .where('due_at', 'is', null)
    .execute();

export const saidHandlers = [amend, link];
