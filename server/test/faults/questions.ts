import { judgeVersion } from '@brina/domain/haccp/judge-versions';
import type { Db } from '#core/db/database.ts';

/** How many records today's judge has not looked at. */
async function unjudged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('batch')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revision', '>', 0)
    .where('considered_by', '<', judgeVersion)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How far reports of periods are. */
const reports = (db: Db) => db.selectFrom('haccp_report').select(['state', 'done', 'total', 'attempts']).execute();

/** How many revisions of batches still say something. */
async function kept(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('batch_revision')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What whoever starts a portal of then may ask it, over its channel. */
export const questions = { unjudged, reports, kept } as const;
export type Question = { what: keyof typeof questions };
