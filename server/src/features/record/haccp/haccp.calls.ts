import { getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { handle } from '#core/http/handle.ts';
import { requireRange } from '#core/http/range.ts';
import { refuse } from '#core/http/refusal.ts';
import { heldWithin } from '#features/record/telemetry/evidence.queries.ts';
import { batchesOf, latestRecord } from './haccp.queries.ts';

const list = handle(listBatches, async ({ db, caller, params, query }) => {
  requireRange(query);
  const { appliance, held } = await heldWithin(db, caller, params.serial, query);
  return batchesOf(db, appliance, held);
});

const get = handle(getBatch, async ({ db, params }) => {
  const record = await latestRecord(db, params.batchId);
  // A batch of another unit under this serial number is no batch of it.
  return record?.serialNumber === params.serial ? record : refuse('not_found', 404);
});

export const haccpHandlers = [list, get];
