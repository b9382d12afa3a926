import { callsForAction } from '@brina/domain/haccp/actions/action';
import type { Db } from '#core/db/database.ts';
import { listInAction } from '#features/record/actions/listed.ts';
import { checksIn } from '#features/record/checks/checks.queries.ts';
import {
  type DoubtedRecord,
  noteAgain,
  noteJudged,
  putOffDoubt,
  settleDoubt,
  takeDoubted,
  takeJudged,
} from '#features/record/checks/doubts.queries.ts';
import { contentOf } from './haccp.queries.ts';
import type { StoredContent } from './parts/content.ts';
import { doubtedPoints, stillDoubted } from './parts/doubted.ts';
import { afterCheck, again, isOfToday, type Revising } from './parts/revising.ts';
import { keptSources } from './sources.queries.ts';
import { consider, failedAgain_ms, made, type Parts, puttingOff, writeRevision } from './writing.ts';

/**
 * Judges one record again that a check of its probe puts in doubt, by what it itself contains, as a new revision beside it, if there is
 * anything new to say; when a check has no more of them, its action lists those that do not pass any more. What is done is known by the
 * rows that are left: it goes on where it was broken off.
 * @returns whether there was anything to do
 */
export const judgeDoubted = async (parts: Parts): Promise<boolean> => (await judgeOne(parts)) || (await listOf(parts));

const judgeOne = (parts: Parts): Promise<boolean> =>
  puttingOff(parts, async (tx, now, taken) => {
    const doubted = await takeDoubted(tx, now);
    if (!doubted) return false;
    const { batch: id, revision } = doubted;
    taken(id, (after) => putOffDoubt(after, doubted, now + failedAgain_ms));
    // The first revision is written with what is known by then.
    const last = await contentOf(tx, { id, revision });
    const revising = last ? await judgedWithChecks(tx, doubted, last, now) : null;
    if (revising) await writeRevision(tx, { id, revision }, revising, now);
    if (revising?.cause === 'probe_check') await noteAgain(tx, doubted);
    await made(tx, id);
    // What an older judge wrote is judged by today's first, so that each revision has one cause.
    if (revising?.cause === 'judge') await consider(tx, id);
    else if (revising && last && passesNoMore(last, revising.record)) await noteJudged(tx, doubted, now);
    else await settleDoubt(tx, doubted);
    return true;
  });

/** What the checks of its holder say of a record; null where there is nothing new, or what was measured is not kept. */
async function judgedWithChecks(db: Db, doubted: DoubtedRecord, last: StoredContent, now: number): Promise<Revising> {
  const { batch: id, appliance, started_at, held_from, held_until } = doubted;
  const sources = held_from === null ? undefined : await keptSources(db, { id, started_at }, last, now);
  if (!sources || held_from === null) return null;
  if (!isOfToday(last)) return again(sources, last);
  const checks = await checksIn(db, { appliance, from: held_from, to: held_until ?? Infinity });
  return afterCheck(stillDoubted(sources, doubtedPoints(checks, sources)), last);
}

const passesNoMore = (
  former: Pick<StoredContent, 'verdict'>,
  { verdict, reasons }: Pick<StoredContent, 'verdict' | 'reasons'>,
): boolean => callsForAction('batch', verdict, reasons) && !callsForAction('batch', former.verdict);

const listOf = ({ db, clock }: Parts): Promise<boolean> =>
  db.write(async (tx) => {
    const now = clock.now();
    const judged = await takeJudged(tx, now);
    if (!judged) return false;
    await listInAction(tx, { kind: 'check', id: judged.check }, judged.batches, now);
    return true;
  });
