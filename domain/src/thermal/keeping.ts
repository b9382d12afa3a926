/** Whether a cycle will keep a rule, and with which food it does. */
import { loadLimitsOf } from '../cycles/cycle-plan.ts';
import type { CurvePoint } from '../haccp/batch.ts';
import { judgeCurve } from '../haccp/judge.ts';
import type { Finding, JudgedStage } from '../haccp/judgement.ts';
import type { Rule } from '../haccp/rules.ts';
import { minute_ms } from '../language/durations.ts';
import { type Cycle, type Expectation, expectNominal } from './expectation.ts';
import type { Forecast } from './forecast.ts';
import { foodLimits } from './loads.ts';

/** `kept` even by slow food, `tight` by what is expected but not by slow food; `not_judged`: no rule, or it has no limit for this food. */
export type Keeping = 'kept' | 'tight' | 'missed' | 'not_judged';

/** How a cycle is expected to keep a rule, with the stages as the expected curve goes through them. */
export type Prospect = { readonly keeping: Keeping; readonly stages: readonly JudgedStage[] };

/** Judges what is expected of a cycle by a rule of its kitchen; null: it has none for this kind of cycle. */
export function prospectOf(rule: Rule | null, { nominal, slow }: Expectation): Prospect {
  const finding = rule && findingOn(rule, nominal);
  if (!rule || !finding) return { keeping: 'not_judged', stages: [] };
  const { verdict, stages } = finding;
  if (verdict !== 'PASS') return { keeping: 'missed', stages };
  return { keeping: findingOn(rule, slow)?.verdict === 'PASS' ? 'kept' : 'tight', stages };
}

/** What a rule makes of the curve; null where it says nothing. */
function findingOn(rule: Rule, { points, phases }: Forecast): Finding | null {
  const worked_min = phases.findLast(({ holds }) => !holds)?.to_min ?? Number.POSITIVE_INFINITY;
  const curve = points.flatMap(({ at_min, core }): CurvePoint[] =>
    core === null || at_min > worked_min ? [] : [{ at: at_min * minute_ms, core }],
  );
  const finding = curve.length > 0 ? judgeCurve(rule, curve) : null;
  return finding?.verdict === 'NOT_APPLICABLE' ? null : finding;
}

/** Half a millimetre, and a hundredth of what may be loaded. */
const depthStep_mm = 0.5;
const kgSteps = 100;

/**
 * The thickest food with which the cycle is expected to keep the rule, in mm and to half of one; null: not even the thinnest does, or the
 * rule says nothing.
 */
export function thickestThatKeeps(rule: Rule, cycle: Cycle): number | null {
  const { load } = cycle;
  const { min, max } = foodLimits.depth_mm;
  const depthAt = (step: number): number => min + step * depthStep_mm;
  const step =
    load &&
    lastThat((max - min) / depthStep_mm, (i) => isKept(rule, { ...cycle, load: { ...load, depth_mm: depthAt(i) } }));
  return step === null ? null : depthAt(step);
}

/** The heaviest load, in kg, with which the cycle is expected to keep the rule; null as for the thickest. */
export function heaviestThatKeeps(rule: Rule, cycle: Cycle): number | null {
  const { load } = cycle;
  const limits = loadLimitsOf(cycle.model);
  if (!load || !limits) return null;
  const kgAt = (step: number): number => limits.min + ((limits.max - limits.min) * step) / kgSteps;
  const step = lastThat(kgSteps, (i) => isKept(rule, { ...cycle, load: { ...load, kg: kgAt(i) } }));
  return step === null ? null : kgAt(step);
}

const isKept = (rule: Rule, cycle: Cycle): boolean => findingOn(rule, expectNominal(cycle))?.verdict === 'PASS';

/** The last of the steps 0 to `last` for which it holds, as it does for all before; null: not for the first. */
function lastThat(last: number, holds: (step: number) => boolean): number | null {
  if (!holds(0)) return null;
  if (holds(last)) return last;
  let [yes, no] = [0, last];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
