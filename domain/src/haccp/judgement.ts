/** What is said of a batch, and what the judge knows of it on the way there. Temperatures in °C, instants in epoch milliseconds. */

import type { Batch, BatchGap, BatchSample, CurvePoint } from './batch.ts';
import type { Disbelieved } from './believed.ts';
import type { Neighbours } from './crossings.ts';
import type { Verdict, VerdictReason } from './verdicts.ts';

/** A stage of the rule as this batch went through it; null where it did not. */
export type JudgedStage = {
  readonly from: number | null;
  readonly to: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Interpolated length; of what was held from its first to its last value. */
  readonly minutes: number | null;
  /** The shortest and longest that the data allow; they differ from `minutes` only where a gap hides a crossing. */
  readonly earliest_min: number | null;
  readonly latest_min: number | null;
  /** When it was reached before it warmed again. */
  readonly firstReachedAt: number | null;
  readonly limit_min: number;
  /** NOT_APPLICABLE: the food was loaded colder than this stage ends. */
  readonly verdict: Verdict;
  readonly neighbours: { readonly start: Neighbours | null; readonly end: Neighbours | null };
};

/** The judgement of a batch. */
export type Judgement = {
  readonly verdict: Verdict;
  readonly reasons: readonly VerdictReason[];
  readonly stages: readonly JudgedStage[];
  readonly gaps: readonly BatchGap[];
  /** Samples between start and end. */
  readonly sampleCount: number;
  /**
   * The first core temperature, where the food was loaded colder than its stages begin and warmer than they end: the time before is not
   * part of the record.
   */
  readonly loaded_C: number | null;
  /** Values that do not count, and why. */
  readonly disbelieved: readonly Disbelieved[];
};

/** What is known of a batch before its rule is applied; for heating all temperatures have their sign turned. */
export type Known = {
  readonly batch: Batch;
  readonly samples: readonly BatchSample[];
  readonly curve: readonly CurvePoint[];
  readonly gaps: readonly BatchGap[];
  /** The first values that count of needles that were put into food. */
  readonly putIn: readonly CurvePoint[];
};

/** What came of one way to keep the rule. */
export type Finding = {
  readonly verdict: Verdict;
  readonly reasons: readonly VerdictReason[];
  readonly stages: readonly JudgedStage[];
};

/** What came of one stage of it. */
export type Found = { readonly verdict: Verdict; readonly reasons: readonly VerdictReason[] };
/** The same, in a word. */
export const found = (verdict: Verdict, ...reasons: VerdictReason[]): Found => ({ verdict, reasons });

/** What a stage leaves open that the batch did not go through. */
export const notGone = {
  startedAt: null,
  endedAt: null,
  minutes: null,
  earliest_min: null,
  latest_min: null,
  firstReachedAt: null,
  neighbours: { start: null, end: null },
} as const;
