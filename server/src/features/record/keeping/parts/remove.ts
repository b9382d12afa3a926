import type { Db } from '#core/db/database.ts';
import { forgetFood } from '#features/kitchen/cycles/food-told.ts';
import { removeActions } from '#features/record/actions/removal.ts';
import { removeChecks } from '#features/record/checks/removal.ts';
import { removeBatches } from '#features/record/haccp/removal.ts';
import { removeDays } from '#features/record/holding/removal.ts';
import { removeManual } from '#features/record/manual/removal.ts';
import { removeRemarks } from '#features/record/remarks/removal.ts';
import { removeSignatures } from '#features/record/signatures/removal.ts';

/** A record of a book that is older than records are kept, and where it stands there first. */
export type Aged = { id: string; kind: 'batch' | 'day' | 'action' | 'signature' | 'check' | 'manual'; ix: number };

/**
 * Takes away what the portal keeps of records besides their entries in the book. Of batches and days it stays that there was one.
 * @returns the ids of what people had said of them, which went with them
 */
export async function removeRecords(db: Db, aged: readonly Aged[], now: number): Promise<string[]> {
  const idsOf = (kind: Aged['kind']) => aged.filter((one) => one.kind === kind).map(({ id }) => id);
  const [batches, days] = [idsOf('batch'), idsOf('day')];
  await removeChecks(db, { checks: idsOf('check'), batches });
  await removeManual(db, idsOf('manual'));
  await removeActions(db, { actions: idsOf('action'), batches });
  await removeSignatures(db, idsOf('signature'));
  // What a unit was told of its food goes with the last record of the run.
  const { runs, reviews } = await removeBatches(db, batches, now);
  await forgetFood(db, runs);
  const looks = await removeDays(db, days, now);
  return [...reviews, ...looks, ...(await removeRemarks(db, [...batches, ...days]))];
}
