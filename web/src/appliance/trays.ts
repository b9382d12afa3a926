/** Timers of trays, or trolleys, as they stand at a moment. They run on the unit; here they are only counted along. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { TrayTimer } from '@brina/contract/calls/kitchen/trays';
import { familyOf } from '@brina/domain/appliance/families/families';
import { minute_ms } from '@brina/domain/language/durations';

/** A timer at a moment. */
export type Tray = TrayTimer & {
  /** How long it still runs, whole minutes upwards; 0: it is done; null: nobody knows when it began. */
  left_min: number | null;
};

/** Of what the timers are in the run that goes on; null where nothing runs that has any. */
export function timedIn({ model, cycle }: Appliance): 'tray' | 'trolley' | null {
  const row = cycle?.state === 'running' ? familyOf(model)?.functions[cycle.function] : undefined;
  return row?.timers?.of ?? null;
}

/** Timers at a moment, in their order. */
export const traysAt = (timers: readonly TrayTimer[], now_ms: number): Tray[] =>
  timers.map((timer) => ({
    ...timer,
    left_min: timer.from === null ? null : Math.max(0, Math.ceil((timer.from - now_ms) / minute_ms + timer.min)),
  }));

/** Those that somebody has to see to first: done, then with the least time left. */
export const mostUrgent = (trays: readonly Tray[]): Tray[] =>
  trays.toSorted((one, other) => rank(one) - rank(other) || one.tray - other.tray);

const rank = ({ left_min }: Tray): number => left_min ?? Number.POSITIVE_INFINITY;
