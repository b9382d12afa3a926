/**
 * When the phases of a plan run that is to be ready at a time: computed alike by browser, server and unit (S4.17). Instants are epoch
 * milliseconds; the time of readiness is a minute of the kitchen's clock. Nothing here reads a clock.
 */

import { familyOf } from '../appliance/families/families.ts';
import type { FamilyRow, ModelRow } from '../appliance/families/family.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import type { PhaseKey } from '../appliance/phases.ts';
import { minute_ms } from '../language/durations.ts';
import { instantOf } from '../language/local-minute.ts';
import type { StartCycleArgs } from './cycle-definition.ts';
import { planFor } from './cycle-plan.ts';

/** A phase with its place in time. */
export type Scheduled = Pick<PhasePlan, 'phase' | 'air' | 'rh' | 'fan'> & {
  readonly key: PhaseKey;
  readonly from: number;
  readonly to: number;
};

/** Why a plan cannot be ready at the time asked for, with the nearest time that can be. */
export type ReadyFault =
  | { readonly path: 'readyAt'; readonly code: 'ready_too_soon'; readonly earliest: number }
  | { readonly path: 'readyAt'; readonly code: 'ready_too_late'; readonly latest: number };

/** A plan in time, or why there is none. */
export type Schedule<Fault = ReadyFault> =
  | { readonly phases: readonly Scheduled[]; readonly readyAt: number }
  | { readonly faults: readonly Fault[] };

/** The moment a plan is made, and the kitchen's time zone as an IANA name. */
export type Moment = { readonly now_ms: number; readonly timeZone: string };

/** A phase to be placed: its length, or null for the one that takes the time that is left. */
export type Timed = Omit<Scheduled, 'from' | 'to'> & { readonly time_min: number | null };

/**
 * Places phases one after another from now on, so that the last ends at `readyAt`; those in `after` follow it.
 * @param longest_min longest time from now until it is ready
 * @param readyAt minute of the kitchen's clock
 */
export function scheduleOf(
  phases: readonly Timed[],
  after: readonly Timed[],
  readyAt: string,
  longest_min: number,
  { now_ms, timeZone }: Moment,
): Schedule {
  const lengthOf = (some: readonly Timed[]): number => some.reduce((sum, { time_min }) => sum + (time_min ?? 0), 0);
  const readyAt_ms = instantOf(readyAt, timeZone);
  const left_ms = readyAt_ms - now_ms - lengthOf(phases) * minute_ms;
  if (left_ms < 0) {
    const earliest = Math.ceil((readyAt_ms - left_ms) / minute_ms) * minute_ms;
    return { faults: [{ path: 'readyAt', code: 'ready_too_soon', earliest }] };
  }
  const latest_ms = now_ms + longest_min * minute_ms;
  if (readyAt_ms > latest_ms) {
    const latest = Math.floor(latest_ms / minute_ms) * minute_ms;
    return { faults: [{ path: 'readyAt', code: 'ready_too_late', latest }] };
  }
  let from = now_ms;
  const placed = [...phases, ...after].map(({ time_min, ...phase }): Scheduled => {
    const to = from + (time_min === null ? left_ms : time_min * minute_ms);
    const scheduled = { ...phase, from, to };
    from = to;
    return scheduled;
  });
  return { phases: placed, readyAt: readyAt_ms };
}

/** A plan waits for three days at most, or as long as its function may last. */
const longestWait_min = 72 * 60;

/**
 * The phases of a start that is ended by the clock; null for every other start. Phases that end at the core are counted with the time
 * they usually take. The arguments must have passed `checkStart`.
 */
export function scheduleStart(model: ModelRow, args: StartCycleArgs, moment: Moment): Schedule | null {
  const family = familyOf(model.storedName);
  if (!family || args.readyAt === undefined) return null;
  const plan = planFor(family, args, model);
  if (!plan.some((phase) => phase.end.by === 'auto')) return null;
  const longest_min = family.functions[args.function]?.time_min?.max ?? longestWait_min;
  const working = plan.filter((phase) => !phase.hold).map((phase) => timedOf(family, phase));
  return scheduleOf(working, [], args.readyAt, longest_min, moment);
}

function timedOf(family: FamilyRow, { phase, air, rh, fan, end, fallback_min }: PhasePlan): Timed {
  const time_min = end.by === 'auto' ? null : end.by === 'time' ? end.time_min : (fallback_min ?? 0);
  return { key: family.phases[phase] ?? 'none', phase, air, rh, fan, time_min };
}
