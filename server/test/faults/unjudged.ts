import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import type { Db } from '#core/db/database.ts';

/** How many records today's judge has not looked at. */
export async function countUnjudged(db: Db): Promise<number> {
  const { unjudged } = await db
    .selectFrom('batch')
    .select(({ fn }) => fn.countAll<number>().as('unjudged'))
    .where('revision', '>', 0)
    .where('considered_by', '<', judgeVersion)
    .executeTakeFirstOrThrow();
  return Number(unjudged);
}
