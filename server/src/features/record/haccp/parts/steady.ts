import { minute_ms } from '@brina/domain/language/durations';

/** The steady time of a fact may lie so far from the time it has: clocks that are further off are put right as it comes. */
export const clockSet_max_ms = 5 * minute_ms;

/** A fact as its unit dated it; `at` less `shift_ms` is its steady time, by the unit's `up`. */
export type Dated = { at: number; shift_ms: number; log: string; seq: number };

/** Facts of one moment, or nearly, may be in any order. */
const same_ms = 5_000;

/**
 * Whether the `up` of a unit is a clock at all: that of some stands still, or begins anew with each message. Where a unit that numbers two
 * facts says that time went on from one to the other, and its `up` does not, its record goes by `at`.
 */
export function isSteady(facts: readonly Dated[]): boolean {
  const numbered = facts.toSorted((a, b) => (a.log < b.log ? -1 : a.log > b.log ? 1 : a.seq - b.seq));
  return numbered.every((fact, i) => {
    const before = numbered[i - 1];
    if (!before || before.log !== fact.log || fact.at - before.at < same_ms) return true;
    return fact.at - fact.shift_ms > before.at - before.shift_ms;
  });
}
