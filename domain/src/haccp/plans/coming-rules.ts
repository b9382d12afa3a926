/** Which rules of a plan another version follows soon: told before, as it will judge without anybody's doing (B2.3). */
import { day_ms } from '../../language/durations.ts';
import { localMinute } from '../../language/local-minute.ts';
import { type Rule, versionsOf } from '../rules.ts';
import { type FoodPlan, plannedKinds, primaryOf, type RuleChoice, ruleAt } from './food-plan.ts';

/** So long before it judges a new version is told. */
export const versionToldBefore_days = 30;

/** A rule that a plan follows, as it holds now and as it will. */
export type ComingRule = { readonly present: Rule; readonly next: Rule };

/** The rules of a plan that change within thirty days. @param timeZone of the kitchen, by whose days rules hold */
export function comingRules(plan: FoodPlan, now_ms: number, timeZone: string): readonly ComingRule[] {
  const dayOf = (at: number): string => localMinute(at, timeZone).slice(0, 'yyyy-mm-dd'.length);
  const [today, horizon] = [dayOf(now_ms), dayOf(now_ms + versionToldBefore_days * day_ms)];
  return followed(plan).flatMap((choice): ComingRule[] => {
    // The newest stands first: the one that comes next is the oldest of those to come.
    const next = versionsOf(choice.id).findLast(({ from }) => from !== null && from > today && from <= horizon);
    return next ? [{ present: ruleAt(choice, now_ms, timeZone), next }] : [];
  });
}

type Followed = Extract<RuleChoice, { id: unknown }>;

const isFollowed = (choice: RuleChoice): choice is Followed => !('own' in choice) && choice.version === null;

const followed = (plan: FoodPlan): readonly Followed[] =>
  [...plannedKinds.map((kind) => primaryOf(plan, kind)), ...plan.further].filter(isFollowed);

/** The plan as it will judge when its rules have changed: what that would have changed can be asked for. */
export function planOfComing(plan: FoodPlan, coming: readonly ComingRule[]): FoodPlan {
  const pinned = (choice: RuleChoice): RuleChoice => {
    const one = isFollowed(choice) ? coming.find(({ next }) => next.id === choice.id) : undefined;
    return one && isFollowed(choice) ? { ...choice, version: one.next.version } : choice;
  };
  const { chill, freeze, reheat, thaw } = plan.primary;
  const primary = {
    chill: pinned(chill),
    freeze: pinned(freeze),
    ...(reheat && { reheat: pinned(reheat) }),
    ...(thaw && { thaw: pinned(thaw) }),
  };
  return { ...plan, primary, further: plan.further.map(pinned) };
}
