import { holesBetween, fromMultirange } from '#core/ingest/ranges.ts';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Facts, IngestStep } from '#core/ingest/facts.ts';
import { runIdOf } from '../cycles/cycles.ingest.ts';
import { kindOfFunction } from './parts/kinds.ts';

/** A batch whose data are not complete gets its first revision, with its gaps, this long after its end (design 7). */
const waitForData_ms = 15 * 60_000;
/** A backlog counts as drained when nothing of it came for this long. */
const drained_ms = 30_000;

/**
 * Begins a HACCP batch with each run of a function that needs a record, and says when a revision is due: when the batch
 * has ended and nothing of it is missing, at the latest a quarter of an hour later, and again after late data.
 */
export const followBatches: IngestStep = async (db, facts) => {
  for (const { unit, at_ms, body } of facts.events) {
    if (body.type !== 'cycle' || body.event !== 'started' || !kindOfFunction(unit.family, body.function)) continue;
    await db
      .insertInto('batch')
      .values({ id: runIdOf(unit.serial, body.runId), appliance: unit.id, started_at: timestamp(at_ms) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await markDue(db, facts);
};

type Touched = {
  id: string;
  revision: number;
  due_at: number | null;
  ended_at: number;
  started_log: string;
  started_seq: number;
  ended_log: string;
  ended_seq: number;
  seen: string | null;
};

/** Batches that have ended and that this batch of messages may have completed or changed. */
async function markDue(db: Db, { units, samples, events, now_ms }: Facts): Promise<void> {
  for (const unit of units) {
    const moments = [...samples, ...events].filter((fact) => fact.unit === unit).map((fact) => fact.at_ms);
    if (moments.length === 0) continue;
    const { rows } = await sql<Touched>`
      select b.id, b.revision, b.due_at, r.ended_at, r.started_log, r.started_seq, r.ended_log, r.ended_seq, l.seen::text as seen
      from batch b join cycle_run r on r.id = b.id
      left join received l on l.appliance = b.appliance and l.log = r.started_log
      where b.appliance = ${unit.id} and r.ended_at >= ${timestamp(Math.min(...moments))}
        and b.started_at <= ${timestamp(Math.max(...moments))}`.execute(db);
    for (const batch of rows) {
      const complete =
        batch.seen !== null &&
        batch.started_log === batch.ended_log &&
        holesBetween(fromMultirange(batch.seen), batch.started_seq, batch.ended_seq).length === 0;
      const first = batch.revision === 0;
      const due_ms = complete && first ? now_ms : first ? (batch.due_at ?? now_ms + waitForData_ms) : now_ms + drained_ms;
      const cause = first ? (complete ? 'complete' : 'waited') : 'late_data';
      await db.updateTable('batch').set({ due_at: timestamp(due_ms), cause }).where('id', '=', batch.id).execute();
    }
  }
}
