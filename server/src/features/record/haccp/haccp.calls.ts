import { getBatch, listBatches, reviewBatch } from '@brina/contract/calls/record/haccp';
import { rightsOf } from '#core/access/rights.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { refuse } from '#core/http/refusal.ts';
import { heldWithin } from '#features/record/telemetry/evidence.queries.ts';
import { batchesOf, latestRecord, reviewOf } from './haccp.queries.ts';

/** What somebody may do with a record. */
const rights = { review: reviewBatch };

const list = handle(listBatches, async ({ db, caller, params, query }) => {
  requireRange(query);
  const { appliance, held } = await heldWithin(db, caller, params.serial, query);
  return batchesOf(db, appliance, held);
});

const get = handle(getBatch, async ({ db, caller, params }) => {
  const record = await latestRecord(db, params.batchId);
  // A batch of another unit under this serial number is no batch of it.
  if (record?.serialNumber !== params.serial) return refuse('not_found', 404);
  return { ...record, may: rightsOf(caller, rights) };
});

const review = handle(reviewBatch, async ({ db, caller, params, body, clock, audit }) => {
  const batch = await db
    .selectFrom('batch as b')
    .innerJoin('appliance as a', 'a.id', 'b.appliance')
    .select('b.id')
    .where('b.id', '=', params.batchId)
    .where('a.serial', '=', params.serial)
    .forUpdate('b')
    .executeTakeFirst();
  if (!batch) return refuse('not_found', 404);
  const found = await reviewOf(db, batch.id);
  if (!found || found.reviewed) return refuse('nothing_to_review', 409);
  // What somebody has not seen nobody can have looked at.
  if (found.revision !== body.revision) return refuse('revision_changed', 409);
  await db
    .insertInto('batch_review')
    .values({ batch: batch.id, revision: body.revision, at: timestamp(clock.now()), user_id: caller.userId })
    .execute();
  await audit('batch.review', batch.id, { serial: params.serial, revision: body.revision });
  return (await reviewOf(db, batch.id)) ?? refuse('not_found', 404);
});

export const haccpHandlers = [list, get, review];
