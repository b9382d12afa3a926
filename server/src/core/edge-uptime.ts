import type { Database } from './db/database.ts';
import type { Uptime } from './edge/uptime.ts';
import { timestamp } from './db/instants.ts';

/** Records when an edge was up and reading: the evidence that a silence was not ours. */
export const edgeUptime = (db: Database, outage_ms: number): Uptime => ({
  begin: (edge: string, at_ms: number): Promise<void> =>
    db.write(async (tx) => {
      // What an edge of this machine left open ended with its last beat.
      await tx.updateTable('edge_interval').set({ ended: true }).where('ended', '=', false).execute();
      await tx
        .insertInto('edge_interval')
        .values({ edge, from_at: timestamp(at_ms), to_at: timestamp(at_ms) })
        .execute();
    }),
  beat: (edge: string, at_ms: number): Promise<void> =>
    db.write(async (tx) => {
      const lengthened = await tx
        .updateTable('edge_interval')
        .set({ to_at: timestamp(at_ms) })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .where('to_at', '>=', timestamp(at_ms - outage_ms))
        .executeTakeFirst();
      if (lengthened.numUpdatedRows > 0n) return;
      // Between two beats this far apart nothing was read or written: that time was ours.
      await tx.updateTable('edge_interval').set({ ended: true }).where('edge', '=', edge).execute();
      await tx
        .insertInto('edge_interval')
        .values({ edge, from_at: timestamp(at_ms), to_at: timestamp(at_ms) })
        .execute();
    }),
  end: (edge: string, at_ms: number): Promise<void> =>
    db.write(async (tx) => {
      await tx
        .updateTable('edge_interval')
        .set({ to_at: timestamp(at_ms), ended: true })
        .where('edge', '=', edge)
        .where('ended', '=', false)
        .execute();
    }),
});
