import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import type { Uptime } from '../edge/uptime.ts';

/**
 * Records when the edge was up and reading: the evidence that a silence was not ours.
 * @param outage_ms beats further apart than this say that nothing was read in between
 */
export const edgeUptime = (db: Database, outage_ms: number): Uptime => ({
  begin: (edge, at_ms) =>
    db.write(async (tx) => {
      await endOrphans(tx);
      await beginInterval(tx, edge, at_ms);
    }),
  beat: (edge, at_ms) =>
    db.write(async (tx) => {
      const lengthened = await tx
        .updateTable('edge_interval')
        .set({ to_at: timestamp(at_ms) })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .where('to_at', '>=', timestamp(at_ms - outage_ms))
        .executeTakeFirst();
      if (lengthened.numUpdatedRows > 0n) return;
      await tx.updateTable('edge_interval').set({ ended: true }).where('edge', '=', edge).execute();
      await beginInterval(tx, edge, at_ms);
    }),
  end: (edge, at_ms) =>
    db.write(async (tx) => {
      await tx
        .updateTable('edge_interval')
        .set({ to_at: timestamp(at_ms), ended: true })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .execute();
    }),
});

const beginInterval = (db: Db, edge: string, at_ms: number): Promise<unknown> =>
  db
    .insertInto('edge_interval')
    .values({ edge, from_at: timestamp(at_ms), to_at: timestamp(at_ms) })
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
