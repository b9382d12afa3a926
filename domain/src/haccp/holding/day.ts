/** A day of what is held: what is judged, and what is said of it. Temperatures in °C, instants in epoch milliseconds. */
import { minute_ms } from '../../language/durations.ts';
import type { GapReason } from '../verdicts.ts';

/** What food is held as: each kind has its limit. */
export const holdKinds = ['chilled', 'frozen', 'hot'] as const;
export type HoldKind = (typeof holdKinds)[number];

/**
 * What a zone does with food: holds it under a limit; `free`: under none, as chocolate, pastry that needs no cold, dough that proofs; `off`:
 * it stands by, or is a blast chiller that does anything but hold.
 */
export type Holding = HoldKind | 'free' | 'off';

/** The limit that is cited; from where on the appliance's alarm counts, and for how long at a time that may be. */
export type HoldLimit = { readonly limit_C: number; readonly alarm_C: number; readonly grace_min: number };
export type HoldLimits = Readonly<Record<HoldKind, HoldLimit>>;

/** One sample of a zone. */
export type HoldSample = {
  readonly at: number;
  readonly holding: Holding;
  /** The food by the product channel, or by the coldest point of a needle in hot food; null where no probe says. */
  readonly food: number | null;
  /** The channel has just begun anew after a long gap: what it says proves nothing by itself. */
  readonly settling?: boolean;
  readonly air: number | null;
};

/** A stretch without samples, and why, as far as somebody knows. */
export type HoldSilence = { readonly from: number; readonly to: number; readonly reason: GapReason };

/** What is judged: the local day, or what of it one company held the unit in one time zone, with samples of some time around it. */
export type HoldDay = {
  readonly from: number;
  readonly to: number;
  readonly samples: readonly HoldSample[];
  readonly limits: HoldLimits;
  readonly silences?: readonly HoldSilence[];
  /** When the unit began anew with power. */
  readonly boots?: readonly number[];
};

export const holdVerdicts = ['KEPT', 'KEPT_WITH_GAP', 'EXCEEDED', 'NOT_PROVEN', 'NOT_IN_USE', 'NO_LIMIT'] as const;
export type HoldVerdict = (typeof holdVerdicts)[number];

/** Whether a verdict is one that only days of holding have; `NOT_PROVEN` is also said of batches. */
export const isOfHolding = (verdict: string): verdict is Exclude<HoldVerdict, 'NOT_PROVEN'> =>
  verdict !== 'NOT_PROVEN' && (holdVerdicts as readonly string[]).includes(verdict);

/** Why a day is not simply kept; `holdingMessages` words it as `reason.<reason>`. */
export const holdReasons = [
  'beyond_grace',
  'gap_bounded',
  'gap_unbounded',
  'gap_at_limit',
  'few_data',
  'some_data',
  'no_data',
  'probe_broken',
  'stand_by',
  'nothing_limited',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** A time in which food was beyond its limit, whole even where it lies on two days. */
export type Excursion = {
  readonly kind: HoldKind;
  readonly from: number;
  readonly to: number;
  /** Measured beyond the limit, without what nobody measured in between. */
  readonly minutes: number;
  /** The value furthest from the limit. */
  readonly extreme: number;
  readonly degree_min: number;
  /** How long it was beyond the alarm's threshold at a time. */
  readonly alarm_min: number;
  readonly isBeyondGrace: boolean;
  /** Nobody has seen yet that it is over. */
  readonly isOpen: boolean;
};

/** A stretch of the day of which nothing is known of the food. */
export type HoldGap = {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
  /** Short, or known on both sides: the limit was kept despite it. */
  readonly isBounded: boolean;
};

/** Lengths of time in minutes; together they are the day's. */
export type HoldMinutes = {
  readonly inRange: number;
  readonly above: number;
  readonly notProven: number;
  readonly off: number;
  readonly free: number;
};

/** Smallest, mean and greatest of each ten minutes since the day began; null where there is none. */
export type HoldSeries = {
  readonly min: (number | null)[];
  readonly mean: (number | null)[];
  readonly max: (number | null)[];
};

export type HoldJudgement = {
  readonly verdict: HoldVerdict;
  readonly reasons: HoldReason[];
  readonly minutes: HoldMinutes;
  /** Share of the time under a limit in which the food is known, %; null where there is none. */
  readonly coverage: number | null;
  readonly degree_min: number;
  readonly excursions: readonly Excursion[];
  readonly gaps: readonly HoldGap[];
  readonly food: HoldSeries;
  readonly air: HoldSeries;
};

/** Version of this judge, kept with each day. */
export const holdJudgeVersion = 1;

/** Length of a place in the series. */
export const seriesStep_ms = 10 * minute_ms;

/** Up to so long a gap is bridged, and marked: food does not warm and cool again meanwhile. */
export const bridged_ms = 60 * minute_ms;
/** For so long a probe may be broken. */
export const broken_ms = 30 * minute_ms;
/** After so long with power the air has been cooled, and tells nothing of the time before. */
export const warmSince_ms = 2 * minute_ms;
/** Share of the time that has to be known, in %: for a day that is kept, and for one that is kept with a gap. */
export const coverageWhole = 95;
export const coverageLeast = 80;

/** How far a value lies beyond a threshold, K; not above 0: it does not. */
export const beyond = (kind: HoldKind, value: number, threshold_C: number): number =>
  kind === 'hot' ? threshold_C - value : value - threshold_C;

export const isKind = (holding: Holding): holding is HoldKind => holding !== 'off' && holding !== 'free';

/** Samples in their order, one of each moment: of two the one against the food. */
export function holdsInOrder(samples: readonly HoldSample[]): readonly HoldSample[] {
  const ordered: HoldSample[] = [];
  for (const sample of samples.toSorted((a, b) => a.at - b.at || order(a, b))) {
    const before = ordered.at(-1);
    if (before?.at === sample.at) ordered[ordered.length - 1] = worse(before, sample);
    else ordered.push(sample);
  }
  return ordered;
}

/** Of one moment any order will do that is always the same. */
const order = (a: HoldSample, b: HoldSample): number =>
  a.holding < b.holding ? -1 : a.holding > b.holding ? 1 : (a.food ?? -Infinity) - (b.food ?? -Infinity);

function worse(a: HoldSample, b: HoldSample): HoldSample {
  const known = [a, b].filter(({ holding }) => isKind(holding));
  const one = known.find(({ food }) => food !== null) ?? known[0] ?? b;
  const foods = known.flatMap(({ food, holding }) => (food === null || holding !== one.holding ? [] : [food]));
  const air = a.air === null || b.air === null ? (a.air ?? b.air) : Math.max(a.air, b.air);
  const food = foods.length === 0 ? one.food : one.holding === 'hot' ? Math.min(...foods) : Math.max(...foods);
  return { ...one, food, air };
}
