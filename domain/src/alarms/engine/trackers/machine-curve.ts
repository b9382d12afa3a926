/** What a unit's cycles have shown of its machine and of its usual food: the forecast of the next one goes by it (B2.14). */

import { type CorePoint, fitFood } from '../../../thermal/core-forecast/food.ts';
import { againstClass, atFull, type Lead } from '../../../thermal/core-forecast/machine.ts';
import { middle, shownBy } from '../../../thermal/core-forecast/reasons.ts';
import type { MachineMemory } from '../memory.ts';

/** Nothing known yet. */
export const freshMachine = (): MachineMemory => ({ leads: {}, usual: [] });

const step_K = 2;
const cyclesKept = 5;
const usualKept = 20;

/** What the cycles before have shown, in order of the air. */
export const learnedOf = ({ leads }: MachineMemory): readonly Lead[] =>
  Object.entries(leads)
    .map(([edge, seen]): Lead => [edgeOf(edge) + step_K / 2, middle(seen) as number])
    .sort(([a], [b]) => a - b);

/**
 * Takes in what a cycle has shown that came to its end by itself.
 * @param isGood whether its food was in time
 */
export function learn(memory: MachineMemory, points: readonly CorePoint[], isGood: boolean): void {
  const fit = fitFood(points);
  if (fit === null) return;
  const byStep = Map.groupBy(atFull(points, fit), ([air]) => keyOf(Math.floor(air / step_K) * step_K));
  for (const [key, seen] of byStep) {
    const lead_K = middle(seen.map(([, lead]) => lead)) as number;
    memory.leads[key] = [...(memory.leads[key] ?? []), hundredth(lead_K)].slice(-cyclesKept);
  }
  if (!isGood) return;
  const { alpha, beta, from_C, strength } = shownBy(fit, againstClass(points, fit));
  const shown = {
    alpha: rounded(alpha),
    beta: rounded(beta),
    from_C: hundredth(from_C),
    strength: strength === null ? null : rounded(strength),
  };
  memory.usual = [...memory.usual, shown].slice(-usualKept);
}

/** With a letter before it: numbers as keys would be put in their own order. */
const keyOf = (edge: number): string => `a${edge}`;
const edgeOf = (key: string): number => Number(key.slice(1));
const hundredth = (value: number): number => Math.round(value * 100) / 100;
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
