import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import type { Uptime } from '../edge/uptime.ts';

/** An edge that missed a beat was not reading, or nothing could be committed: then nobody's message was read to the end either. */
const outage_beats = 1.5;

/**
 * Records when the edge was up and reading: the evidence that a silence was not ours.
 * @param beat_ms how often the edge tells
 */
export const edgeUptime = (db: Database, beat_ms: number): Uptime => ({
  begin: (edge, at_ms) =>
    db.write(async (tx) => {
      await endOrphans(tx);
      await forgetFuture(tx, at_ms);
      await beginInterval(tx, edge, at_ms);
    }),
  beat: (edge, at_ms) =>
    db.write(async (tx) => {
      const lengthened = await tx
        .updateTable('edge_interval')
        .set({ to_at: timestamp(at_ms) })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .where('to_at', '>=', timestamp(at_ms - outage_beats * beat_ms))
        .where('to_at', '<=', timestamp(at_ms))
        .executeTakeFirst();
      if (lengthened.numUpdatedRows > 0n) return;
      await tx.updateTable('edge_interval').set({ ended: true }).where('edge', '=', edge).execute();
      await forgetFuture(tx, at_ms);
      await beginInterval(tx, edge, at_ms);
    }),
  end: (edge, at_ms) =>
    db.write(async (tx) => {
      await tx
        .updateTable('edge_interval')
        .set({ to_at: sql<number>`greatest(from_at, ${timestamp(at_ms)})`, ended: true })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .execute();
    }),
});

const beginInterval = (db: Db, edge: string, at_ms: number): Promise<unknown> =>
  db
    .insertInto('edge_interval')
    .values({ edge, from_at: timestamp(at_ms), to_at: timestamp(at_ms) })
    .onConflict((conflict) => conflict.columns(['edge', 'from_at']).doUpdateSet({ ended: false }))
    .execute();

/**
 * What an edge that was killed left open ended with its last beat: its own interval, and the connections it held. One edge
 * serves an installation, so every other one is gone.
 */
async function endOrphans(db: Db): Promise<void> {
  await db
    .with('dead', (cte) =>
      cte.updateTable('edge_interval').set({ ended: true }).where('ended', '=', false).returning(['edge', 'to_at']),
    )
    .updateTable('connection_interval as c')
    .from('dead')
    .set({ to_at: sql<number>`greatest(c.from_at, dead.to_at)`, reason: 'portal' })
    .whereRef('c.edge', '=', 'dead.edge')
    .where('c.to_at', 'is', null)
    .execute();
}

/**
 * Nobody was up or connected after now: what says so was written by a clock that was ahead. It would be taken for evidence once its time
 * has come.
 */
async function forgetFuture(db: Db, now_ms: number): Promise<void> {
  const now = timestamp(now_ms);
  await db.deleteFrom('edge_interval').where('from_at', '>', now).execute();
  await db.updateTable('edge_interval').set({ to_at: now }).where('to_at', '>', now).execute();
  await db
    .updateTable('connection_interval')
    .set({ from_at: sql<number>`least(from_at, ${now})`, to_at: sql<number | null>`least(to_at, ${now})` })
    .where('to_at', '>', now)
    .execute();
  await db
    .updateTable('connection_interval')
    .set({ from_at: now })
    .where('to_at', 'is', null)
    .where('from_at', '>', now)
    .execute();
}
