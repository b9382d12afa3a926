import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/** One that comes right after another stands a millisecond after it, whatever the clock says. */
const ahead_min_ms = minute_ms;

/**
 * A claim or a release that stands ahead of now was written while our clock was ahead: it holds from now on. Else the owner would see
 * nothing of its unit until that time has come, and who gave it away would see it until then.
 */
export async function boundTenures({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = timestamp(clock.now());
  const ahead = timestamp(clock.now() + ahead_min_ms);
  const isAhead = await db.read((read) =>
    read
      .selectFrom('tenure')
      .select('appliance')
      .where(({ eb, or }) => or([eb('from_at', '>', ahead), eb('to_at', '>', ahead)]))
      .limit(1)
      .executeTakeFirst(),
  );
  if (!isAhead) return;
  await db.write(async (tx) => {
    await tx.updateTable('tenure').set({ to_at: now }).where('to_at', '>', ahead).where('from_at', '<', now).execute();
    await tx
      .updateTable('tenure')
      .set({ from_at: now })
      .where('from_at', '>', ahead)
      .where('to_at', 'is', null)
      .execute();
  });
}
