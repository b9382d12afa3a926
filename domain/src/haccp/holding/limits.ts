/** Limits under which food is held, by the storage limits of a kitchen. */
import type { HoldLimits as StorageLimits } from '../plans/food-plan.ts';
import type { HoldKind, HoldLimits } from './day.ts';

/** A brief rise that the limit tolerates, K, and for how long at a time food may be beyond limit and tolerance. */
export const holdTolerance_K = { chilled: 0, frozen: 3, hot: 0 } as const satisfies Record<HoldKind, number>;
export const holdGrace_min = { chilled: 15, frozen: 30, hot: 5 } as const satisfies Record<HoldKind, number>;

/** The limits that are cited, and the thresholds from which the alarms count: two numbers, never one. */
export const holdLimitsOf = (storage: StorageLimits): HoldLimits => ({
  chilled: {
    limit_C: storage.chilled_max_C,
    alarm_C: storage.chilled_max_C + holdTolerance_K.chilled,
    grace_min: holdGrace_min.chilled,
  },
  frozen: {
    limit_C: storage.frozen_max_C,
    alarm_C: storage.frozen_max_C + holdTolerance_K.frozen,
    grace_min: holdGrace_min.frozen,
  },
  hot: { limit_C: storage.hot_min_C, alarm_C: storage.hot_min_C - holdTolerance_K.hot, grace_min: holdGrace_min.hot },
});
