/** When the food of a batch was cooked: nobody measures it, somebody says it (J10 of the judge, S1.7). */
import type { RecordKind } from '../appliance/families/family.ts';
import { hour_ms } from '../language/durations.ts';
import { coolingKinds } from './plans/food-plan.ts';
import type { Rule } from './rules.ts';

/** Food that waited for longer than this before its cycle began was not cooked for it. */
export const cookedBefore_max_h = 12;

/** Whether food can have been cooked then for a cycle that began at a moment. Epoch ms. */
export const isCookedFor = (cookedAt: number, startedAt: number): boolean =>
  cookedAt <= startedAt && cookedAt >= startedAt - cookedBefore_max_h * hour_ms;

/** Food that is heated, or thawed, was cooked long before, or never: of it nothing is counted from there. */
export const isCookedBefore = (kind: RecordKind): boolean => coolingKinds.some((one) => one === kind);

/** Whether a rule asks when the food was cooked: it limits the wait before the cycle, or the whole time since. */
export const asksWhenCooked = ({ kind, startWithin_min, stages, alternatives = [] }: Rule): boolean =>
  isCookedBefore(kind) &&
  (startWithin_min !== undefined || [stages, ...alternatives].flat().some(({ from }) => from === null));
