/** When a phase is over. Temperatures °C, times in seconds of the process. */
import { byNeedle } from '../appliance/metrics.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';

/** What the controller sees of a phase that runs. */
export type PhaseView = {
  readonly air: number;
  /** Plausible readings of the needles, tips first; null for a broken point. */
  readonly points: readonly (number | null)[];
  readonly coil: number | null;
  /** Since the phase began. */
  readonly phase_s: number;
  /** Since the target at the core, or of the air, was reached and kept; null while it is not. */
  readonly held_s: number | null;
};

/** Air this near its target for so long is there: a door opened for a moment does not count. */
const airNear_K = 1;
const airHeld_s = 60;
/** Air this near its set-point is regulated there. */
const airSettled_K = 3;

/** `target` its temperature was reached, `time` its time or its fallback time is over; null: it goes on. */
export type PhaseOutcome = 'target' | 'time' | null;

/** Whether the food decides how long a phase takes. */
export const isByFood = ({ end }: PhasePlan): boolean => end.by === 'core' || end.by === 'surface' || end.by === 'even';

/** Whether the phase is over. */
export function phaseOutcome(phase: PhasePlan, view: PhaseView): PhaseOutcome {
  const { end } = phase;
  switch (end.by) {
    case 'time':
      return view.phase_s >= end.time_min * 60 ? 'time' : null;
    case 'evaporator':
      if (view.coil !== null && view.coil >= end.target) return 'target';
      return view.phase_s >= end.time_min * 60 ? 'time' : null;
    case 'core':
      if (!hasPoint(view)) return fallbackOver(phase, view);
      return targetReached(phase, view) && (view.held_s ?? 0) >= (end.hold_min ?? 0) * 60 ? 'target' : null;
    case 'surface': {
      if (!hasPoint(view)) return fallbackOver(phase, view);
      const outermost = byNeedle(view.points).flatMap((needle) => needle.findLast((point) => point !== null) ?? []);
      return allReached(phase, end.target, outermost, view) ? 'target' : null;
    }
    case 'air':
      return (view.held_s ?? 0) >= airHeld_s ? 'target' : null;
    case 'even': {
      if (!hasPoint(view)) return fallbackOver(phase, view);
      const isNear = (point: number | null): boolean => point === null || Math.abs(point - view.air) <= end.within_K;
      return isSettled(phase, view) && view.points.every(isNear) ? 'target' : null;
    }
    case 'auto':
    case 'stop':
      return null;
  }
}

/**
 * Whether what the phase keeps for a while is at its target: the judging core point, the warmest when cooling and the coldest when
 * heating, or the air of the chamber.
 */
export function targetReached(phase: PhasePlan, view: PhaseView): boolean {
  const { end } = phase;
  if (end.by === 'air') return airThere(phase, end.target, view);
  if (end.by !== 'core') return false;
  const points = view.points.filter((point) => point !== null);
  return points.length > 0 && allReached(phase, end.target, points, view);
}

/** Whether the air has come to where it is set, as far as the thermostat lets it: in air as warm as itself food would be even at once. */
function isSettled(phase: PhasePlan, { air }: PhaseView): boolean {
  const set = lastAir(phase);
  return set === null || Math.abs(air - set) <= airSettled_K;
}

/** Where the air of a phase is set in the end; null: it is not controlled. */
const lastAir = ({ air }: PhasePlan): number | null => (typeof air === 'number' || air === null ? air : air[1]);

/** Air within 1 K of its target, or beyond it the way it is set to go: what only passes by on its way has been there as well. */
function airThere(phase: PhasePlan, target: number, { air }: PhaseView): boolean {
  const set = lastAir(phase);
  if (set !== null && set < target) return air <= target + airNear_K;
  if (set !== null && set > target) return air >= target - airNear_K;
  return Math.abs(air - target) <= airNear_K;
}

/** Whether all of these points are at the target or beyond it, the way the phase goes. */
const allReached = (phase: PhasePlan, target: number, points: readonly number[], view: PhaseView): boolean =>
  cools(phase, target, view) ? Math.max(...points) <= target : Math.min(...points) >= target;

const hasPoint = (view: PhaseView): boolean => view.points.some((point) => point !== null);

/** A phase without a plausible probe goes on by the time it usually takes; its record is then not proven. */
const fallbackOver = (phase: PhasePlan, view: PhaseView): PhaseOutcome =>
  phase.fallback_min !== undefined && view.phase_s >= phase.fallback_min * 60 ? 'time' : null;

const cools = (phase: PhasePlan, target: number, view: PhaseView): boolean =>
  (typeof phase.air === 'number' ? phase.air : view.air) < target;
