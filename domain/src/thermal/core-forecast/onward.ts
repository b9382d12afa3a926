/** The rest of a cycle by the food that was found and the machine that was seen (B2.14). Temperatures °C, times min. */
import type { PhasePlan } from '../../appliance/phase-plan.ts';
import { airOf } from '../steering.ts';
import { type CorePoint, type FoodFit, type FoodNow, fanShare, plateauFrom, step_min, stepFood } from './food.ts';
import type { Machine } from './machine.ts';

/** What of the plan is still to come: the phases from the present one on, none where nobody told a plan, and how long that one has run. */
export type Ahead = { readonly phases: readonly PhasePlan[]; readonly phase_min: number };

/** The compressor rests from so much below the set-point to so much above; once the air is there, it is a little below it in the middle. */
const band_K = 1.5;
const regulated_K = 0.5;
/** While it works, the air follows so fast what it can give. */
const falls = -Math.expm1(-step_min / 2.5);
/** While it rests, the food warms air and steel, by this share of how fast it cools itself; fan and walls do so too. */
const warmedShare = 0.8;
const leak_K_per_min = 0.2;
/** Nobody has seen yet what it can give: more than is asked. */
const unseen = -60;
/** What takes longer than this is never. */
const never_min = 24 * 60;

/**
 * Minutes until the core is at each temperature; `Infinity`: it does not get there.
 * @param targets °C, warmest first
 * @param machine null: it gives what is set
 */
export function minutesTo(
  targets: readonly number[],
  points: readonly CorePoint[],
  fit: FoodFit,
  machine: Machine | null,
  ahead: Ahead,
): readonly number[] {
  const course = courseOf(points, fit, machine, ahead);
  const reached: number[] = [];
  for (let time_min = 0; time_min < never_min && reached.length < targets.length; time_min += step_min) {
    const before = course.food.core;
    advance(course);
    const { core } = course.food;
    for (let target = targets[reached.length]; target !== undefined && core <= target; target = targets[reached.length])
      reached.push(before <= target ? time_min : time_min + (step_min * (before - target)) / (before - core));
  }
  return targets.map((_, index) => reached[index] ?? Number.POSITIVE_INFINITY);
}

type Course = {
  readonly food: FoodNow;
  readonly fit: FoodFit;
  readonly machine: Machine | null;
  readonly phases: readonly PhasePlan[];
  readonly fanNow: number;
  readonly setNow: number | null;
  air: number;
  index: number;
  phase_min: number;
  rises: boolean;
};

function courseOf(points: readonly CorePoint[], fit: FoodFit, machine: Machine | null, ahead: Ahead): Course {
  const [, air, , , fanNow, setNow] = points.at(-1) as CorePoint;
  return {
    food: { surface: fit.now.surface, core: fit.now.core + offOf(points, fit) },
    fit,
    machine,
    phases: ahead.phases,
    fanNow,
    setNow,
    air,
    index: 0,
    phase_min: ahead.phase_min,
    rises: false,
  };
}

function advance(course: Course): void {
  const { food, fit, machine, phases } = course;
  const phase = phases[course.index];
  const set = phase ? airOf(phase, course.phase_min * 60) : course.setNow;
  const coldest = machine?.airBeside(food.surface) ?? unseen;
  const wanted = set ?? coldest;
  if (course.air < wanted - band_K) course.rises = true;
  else if (course.air >= wanted + band_K) course.rises = false;
  course.air += course.rises
    ? (Math.max(0, food.surface - course.air) * fit.food.alpha * warmedShare + leak_K_per_min) * step_min
    : (Math.max(coldest, wanted - regulated_K) - course.air) * falls;
  const share = fanShare(phase ? phase.fan / 100 : course.fanNow);
  stepFood(food, fit.food, fit.food.alpha * share, course.air, step_min);
  course.phase_min += step_min;
  if (phase && course.index < phases.length - 1 && isOver(phase, food, course.air, course.phase_min))
    Object.assign(course, { index: course.index + 1, phase_min: 0 });
}

/** So many points say how far the core is from the model. */
const settled = 3;

/** The model is a little off the needle: the food goes on from where the needle is. */
function offOf(points: readonly CorePoint[], { now, food }: FoodFit): number {
  const [end_min, , core] = points.at(-1) as CorePoint;
  if (core <= plateauFrom) return core - now.core;
  const fall = food.beta * (now.core - now.surface);
  const last = points.slice(-settled);
  const seen = last.reduce((sum, [at_min, , one]) => sum + one - fall * (end_min - at_min), 0) / last.length;
  return seen - now.core;
}

function isOver({ end }: PhasePlan, food: FoodNow, air: number, phase_min: number): boolean {
  switch (end.by) {
    case 'core':
      return food.core <= end.target;
    case 'surface':
      return food.surface <= end.target;
    case 'time':
    case 'evaporator':
      return phase_min >= end.time_min;
    case 'air':
      return air <= end.target + 1;
    case 'even':
      return Math.abs(food.core - air) <= end.within_K;
    case 'auto':
    case 'stop':
      return false;
  }
}
