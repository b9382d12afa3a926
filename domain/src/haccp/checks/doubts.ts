/**
 * What checks of probes say of food that was measured with them. A check that found a probe wrong speaks of all that it measured since the
 * last check that left it good; left wrong, it measures wrong until it is good again. Errors in K, above 0 where the probe reads too high;
 * instants in epoch milliseconds. Requirement B2.7.
 */

/** A check as it was made. */
export type PastCheck = {
  readonly id: string;
  /** When it was made, and when it was said: what is said of an earlier time takes nothing from a check that was known before. */
  readonly at: number;
  readonly enteredAt: number;
  /** Counted from 1, as the unit counts them. */
  readonly needle: number;
  /** Points of the needle, from 1 at its tip; none: all of them. */
  readonly points: readonly number[];
  readonly error_K: number;
  readonly left_K: number;
  readonly foundGood: boolean;
  readonly leftGood: boolean;
};

/** That a probe read wrong, by which check, and by how much. */
export type Doubt = { readonly checkId: string; readonly at: number; readonly error_K: number };

/** For how long it did; from -Infinity where no earlier check had left it good, to Infinity where none has since. */
export type DoubtedStretch = Doubt & { readonly from: number; readonly to: number };

/** A probe that reads wrong by more than this proves nothing. */
export const probeError_max_K = 2;

const isAbout = ({ needle, points }: PastCheck, of: { needle: number; point: number }): boolean =>
  needle === of.needle && (points.length === 0 || points.includes(of.point));

/** Whether a check was made after another; of one moment, the one that was said later. */
const isAfter = (one: PastCheck, other: PastCheck): boolean =>
  one.at > other.at || (one.at === other.at && one.enteredAt > other.enteredAt);

/**
 * The stretches in which a point read wrong by what its checks found, in whatever order they are given.
 * @param of needle and point, both counted from 1
 */
export function doubtedStretches(
  checks: readonly PastCheck[],
  of: { readonly needle: number; readonly point: number },
): DoubtedStretch[] {
  const made = checks.filter((check) => isAbout(check, of));
  const good = made.filter(({ leftGood }) => leftGood);
  return made.flatMap((check) => {
    const { id: checkId, at, error_K, left_K } = check;
    const before = good.filter((one) => isAfter(check, one) && one.enteredAt <= check.enteredAt);
    const after = good.filter((one) => isAfter(one, check));
    const found = { checkId, at, error_K, from: Math.max(-Infinity, ...before.map((one) => one.at)), to: at };
    const left = { checkId, at, error_K: left_K, from: at, to: Math.min(Infinity, ...after.map((one) => one.at)) };
    return [...(check.foundGood ? [] : [found]), ...(check.leftGood ? [] : [left])];
  });
}

/**
 * What is added to what a probe says before food is judged by it, K: a probe that reads low hides how warm food is that is cooled; one that
 * reads high, how cold it still is that is heated. An error in the food's favour is not used; too large a one is none to reckon with.
 */
export function addedFor(error_K: number, heats: boolean): number {
  if (Math.abs(error_K) > probeError_max_K) return 0;
  const added = heats ? Math.min(0, -error_K) : Math.max(0, -error_K);
  // No minus zero: it stands in records.
  return added + 0;
}

/** The doubt that is worst for the food, in whatever order they are given; `undefined` of none. */
export function worstDoubt<T extends Doubt>(doubts: readonly T[], heats: boolean): T | undefined {
  const excess = ({ error_K }: Doubt): number => Math.max(0, Math.abs(error_K) - probeError_max_K);
  const against = ({ error_K }: Doubt): number => (heats ? error_K : -error_K);
  const isWorse = (one: T, other: T): boolean =>
    (excess(one) - excess(other) ||
      against(one) - against(other) ||
      other.at - one.at ||
      (one.checkId < other.checkId ? 1 : -1)) > 0;
  return doubts.reduce<T | undefined>((worst, one) => (worst && !isWorse(one, worst) ? worst : one), undefined);
}

/**
 * What checks say of a point in the time of a batch: of what bears on any of it, the worst for the food.
 * @param heats whether the food is heated
 */
export function doubtOn(
  checks: readonly PastCheck[],
  of: { readonly needle: number; readonly point: number },
  { from, to }: { readonly from: number; readonly to: number },
  heats: boolean,
): Doubt | undefined {
  const bearing = doubtedStretches(checks, of).filter((one) => one.from < to && one.to >= from);
  const worst = worstDoubt(bearing, heats);
  return worst && { checkId: worst.checkId, at: worst.at, error_K: worst.error_K };
}
