import { getBatch, listBatches, reviewBatch, tryRule } from '@brina/contract/calls/record/haccp';
import { effectOfPlan } from '@brina/contract/calls/record/plans';
import { ruleAt } from '@brina/domain/haccp/plans/food-plan';
import { isRuleId, rules } from '@brina/domain/haccp/rules';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { refuseFaulty } from '#features/record/plans/refuse-faulty.ts';
import { signerOf } from '#features/record/signatures/signers.ts';
import { heldWithin } from '#features/record/telemetry/evidence.queries.ts';
import { effectOn, latestRevisions } from './effect.queries.ts';
import { batchesOf, contentOf, latestRecord, recipeOf, refuseWithoutRecord, reviewsOf } from './haccp.queries.ts';
import { sourcesOf } from './parts/content.ts';
import { judgedBy } from './parts/record.ts';
import { saidHandlers } from './said.calls.ts';
import { runBefore } from './sources.queries.ts';

const list = handle(listBatches, async ({ db, caller, params, query }) => {
  requireRange(query);
  const { appliance, held } = await heldWithin(db, caller, params.serial, query);
  return batchesOf(db, appliance, held);
});

const get = handle(getBatch, async ({ db, caller, params }) => {
  const record = await latestRecord(db, params.batchId, caller);
  // A batch of another unit under this serial number is no batch of it.
  if (record?.serialNumber !== params.serial) return refuseWithoutRecord(db, params.batchId, params.serial);
  const [recipe, before] = [await recipeOf(db, params.batchId, caller), await runBefore(db, params.batchId)];
  return { ...record, recipe, before: before?.started_at ?? null };
});

const review = handle(reviewBatch, async ({ db, caller, clock, params, body, audit }) => {
  const { serial, batchId } = params;
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select(['b.revision', 'b.removed_at'])
    .where('b.id', '=', batchId)
    .where('a.serial', '=', serial)
    // Of two who look at once the second one finds what the first has said.
    .forUpdate('b')
    .executeTakeFirst();
  if (!batch) return refuse('not_found', 404);
  if (batch.removed_at !== null) return refuse('record_removed', 410);
  if (batch.revision !== body.revision) return refuse('revision_changed', 409);
  const change = (await reviewsOf(db, [batchId])).get(batchId);
  if (!change || change.review.reviewed) return refuse('nothing_to_review', 409);
  const company = caller.companyId ?? refuse('company_missing', 422);
  const at = clock.now();
  const { signer, entries } = await signerOf(db, caller, company, at);
  const { revision, review: changed } = change;
  const id = newId(at);
  await db
    .insertInto('batch_review')
    .values({ batch: batchId, revision, user_id: caller.userId, at: timestamp(at), id, signer: signer.id })
    .execute();
  await audit('appliance.reviewRecord', serial, { batch: batchId, revision });
  const { reviewed: _, ...verdicts } = changed;
  const content = { v: 1, batch: batchId, revision, ...verdicts, person: signer };
  await append(db, [...entries, { company, kind: 'review', id, isNew: true, rev: 1, at, content }]);
  const reviewed = (await reviewsOf(db, [batchId])).get(batchId);
  return reviewed?.review ?? refuse('not_found', 404);
});

const tried = handle(tryRule, async ({ db, params, query }) => {
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select(['b.id', 'b.revision'])
    .where('b.id', '=', params.batchId)
    .where('a.serial', '=', params.serial)
    .executeTakeFirst();
  const content = batch && (await contentOf(db, batch));
  if (!content) return refuseWithoutRecord(db, params.batchId, params.serial);
  const sources = sourcesOf(content) ?? refuse('record_without_points', 409);
  const { ruleId } = query;
  if (!isRuleId(ruleId) || rules[ruleId].kind !== sources.kind) return refuse('rule_unknown', 422);
  return judgedBy(sources, ruleAt({ id: ruleId, version: null }, content.startedAt, content.timeZone));
});

const effect = handle(effectOfPlan, async ({ db, caller, body, clock }) => {
  refuseFaulty(body.plan);
  const company = caller.companyId ?? refuse('company_missing', 422);
  return effectOn(body.plan, await latestRevisions(db, { company, laboratory: body.labId ?? null }, clock.now()));
});

export const haccpHandlers = [list, get, review, tried, effect, ...saidHandlers];
