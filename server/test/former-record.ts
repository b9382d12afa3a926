import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { jsonb } from '#core/db/jsonb.ts';
import type { RecordContent } from '#features/record/haccp/parts/record.ts';
import type { TestPortal } from './portal.ts';

/**
 * Makes the first revision of a batch what the first version of the judge stored: the warmest point only, neither doors nor phases, no word
 * of who judged.
 */
export async function storeAsFormer(
  portal: TestPortal,
  id: string,
  record: RecordContent,
  said: { verdict?: Verdict; minutes?: number | null; reasons?: readonly string[] } = {},
): Promise<void> {
  const { judge, evidence, closing, continues, loaded_C, disbelieved, doors, phases, ...content } = record;
  const { points, ...samples } = content.samples;
  const former = {
    ...content,
    samples,
    stages: content.stages.map(({ earliest_min, latest_min, firstReachedAt, verdict, ...stage }) => stage),
    ...said,
  };
  const json = JSON.stringify(former);
  const { verdict, minutes, limit_min } = former;
  await portal.db.write(async (db) => {
    await db
      .updateTable('batch_revision')
      .set({
        content: deflateRawSync(json),
        content_hash: createHash('sha256').update(json).digest(),
        verdict,
        summary: jsonb({ verdict, minutes, limit_min }),
      })
      .where('batch', '=', id)
      .where('revision', '=', 1)
      .execute();
    await db.updateTable('batch').set({ considered_by: 1 }).where('id', '=', id).execute();
  });
}
