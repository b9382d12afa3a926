import { lastingNotices } from '@brina/domain/cycles/notices';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { noticeLasts_ms, showNotices } from '#core/notices.ts';
import { loadUnits, saveMoved } from '#core/picture/unit.ts';

/** So many appliances in one transaction. */
const units_max = 200;

/** One round: what nobody has looked at for a day is told no more, but what asks for something. @returns whether there is more to do */
export async function endOldNotices({ db, bus, clock }: Pick<Parts, 'db' | 'bus' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const old = timestamp(now - noticeLasts_ms);
  const found = await db.read((tx) =>
    tx
      .selectFrom('notice')
      .innerJoin('appliance', 'appliance.id', 'notice.appliance')
      .select('serial')
      .distinct()
      .where('ended_at', 'is', null)
      .where('at', '<=', old)
      .where('notice.name', 'not in', lastingNotices)
      .limit(units_max)
      .execute(),
  );
  if (found.length === 0) return false;
  const units = await db.write(async (tx) => {
    const held = [
      ...(
        await loadUnits(
          tx,
          found.map(({ serial }) => serial),
        )
      ).values(),
    ];
    for (const unit of held) {
      await tx
        .updateTable('notice')
        .set({ ended_at: timestamp(now) })
        .where('appliance', '=', unit.id)
        .where('ended_at', 'is', null)
        .where('at', '<=', old)
        .where('name', 'not in', lastingNotices)
        .execute();
      await showNotices(tx, unit, now);
    }
    await saveMoved(tx, held);
    return held;
  });
  for (const frame of units.flatMap((unit) => unit.frames()))
    bus.publish('live', { serial: frame.serialNumber, frame });
  return found.length === units_max;
}
