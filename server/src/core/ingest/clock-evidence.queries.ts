import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { evidence } from './moment.ts';

/**
 * SQL for the steady time of a row of `telemetry` or `event`: within one boot it counts as the unit's `up` does, whatever the clock was
 * set to meanwhile, and in whichever order the messages came. Durations within a boot are differences of it, not of `at`. Across boots it
 * goes on as far as {@link clockOf} tells of no change.
 */
export const steadyAt: RawBuilder<number> = sql<number>`(at - coalesce(clock_shift_ms, 0) * interval '1 millisecond')`;

/** A boot that began within a stretch of a unit's time. */
export type ClockChange = {
  /** When it began, epoch ms, in its steady time: what is steady from then on is of this boot. */
  at: number;
  /**
   * By how much its steady time is later than the one before had gone on, ms: a duration across both is too long by that much, or too
   * short where it is negative. Null: of one of both it is not known how its clock stood to ours.
   */
  by_ms: number | null;
  /** By how much the unit's own clock was set meanwhile, ms: how far the one clock was behind ours less the other, as they told of it. */
  set_ms: number;
};

/**
 * What a unit's clock did from boot to boot within a stretch of its time, in order.
 *
 * Within a boot nothing need be asked: {@link steadyAt} is steady. A boot's steady time is the unit's own clock as it was first heard, or
 * ours where that was more than a minute off; hence steady times of two boots that were both heard while they measured differ by less
 * than two minutes, and `by_ms` says by how much. Of a boot that was never heard while it measured, only what its unit said later, nobody
 * knows: null.
 */
export async function clockOf(
  db: Db,
  appliance: number,
  { from, to }: { from: number; to: number },
): Promise<{ changes: ClockChange[] }> {
  // With the boot that was under way as the stretch began.
  const boots = await db
    .selectFrom('boot_anchor')
    .select(['steady_at', 'booted_at', 'evidence', 'offset_ms'])
    .where('appliance', '=', appliance)
    .where('steady_at', '<=', timestamp(to))
    .where(
      sql<boolean>`steady_at >= coalesce((
        select max(steady_at) from boot_anchor where appliance = ${appliance} and steady_at <= ${timestamp(from)}), '-infinity')`,
    )
    .orderBy('steady_at')
    .orderBy('boot')
    .execute();
  const changes = boots.slice(1).map((boot, before): ClockChange => {
    const earlier = boots[before] as (typeof boots)[number];
    if (!isHeard(boot) || !isHeard(earlier))
      return { at: boot.steady_at, by_ms: null, set_ms: earlier.offset_ms - boot.offset_ms };
    return {
      at: boot.steady_at,
      by_ms: errorOf(earlier) - errorOf(boot),
      set_ms: earlier.offset_ms - boot.offset_ms,
    };
  });
  return { changes };
}

type BootRow = { steady_at: number; booted_at: number; evidence: number; offset_ms: number };

const isHeard = (boot: BootRow): boolean => boot.evidence !== evidence.said;

/** What is to be added to the steady time of a boot to have it by our clock, ms. */
const errorOf = ({ steady_at, booted_at, offset_ms, evidence: known }: BootRow): number =>
  booted_at - steady_at + (known === evidence.clock ? offset_ms : 0);
