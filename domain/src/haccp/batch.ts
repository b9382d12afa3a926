/** What is judged, and the curve it is judged by. Temperatures in °C, instants in epoch milliseconds. */
import type { RecordKind } from '../appliance/families/family.ts';
import { minute_ms } from '../language/durations.ts';
import type { Rule } from './rules.ts';
import type { GapReason } from './verdicts.ts';

/** One sample of a batch: every point of the needles (null: no value) and the chamber's air. */
export type BatchSample = {
  /** By a clock that goes steadily through the batch (the unit's time since its boot), so that setting the clock shortens nothing. */
  readonly at: number;
  /** In the order of `corePoints`: of a unit with two needles those of the second after those of the first. */
  readonly core: readonly (number | null)[];
  readonly air: number | null;
  /** Set when it is known why nothing came before this sample. */
  readonly gapBefore?: GapReason;
};

/** A point whose probe the unit knows to be broken: what it says from then on counts for nothing. `to` null: until the end. */
export type Silenced = { readonly point: number; readonly from: number; readonly to: number | null };

export const isSilenced = (silenced: readonly Silenced[], point: number, at: number): boolean =>
  silenced.some((one) => one.point === point && at >= one.from && (one.to === null || at <= one.to));

/** What is judged. `endedAt` is the end of the cycle; a sample soon after it may close the last interval. */
export type Batch = {
  readonly kind: RecordKind;
  readonly rule: Rule;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly samples: readonly BatchSample[];
  readonly silenced?: readonly Silenced[];
  /** Moments at which the unit booted with a clock that differs from the one before by more than a minute. */
  readonly clockChanges?: readonly number[];
  /** By how much checks found the probe to read too high, K, by the points in `core`; below zero: too low. Absent: no check speaks of it. */
  readonly probeErrors_K?: readonly (number | undefined)[];
  /** When the food was cooked, where somebody said so. */
  readonly cookedAt?: number;
  /** A tray with a time of its own: the needle that lies in it, counted from 0; null where none does. */
  readonly tray?: { readonly needle: number | null };
};

/** A point of the judged curve: of the values that count at an instant the one most against the food. */
export type CurvePoint = { readonly at: number; readonly core: number };

/** A stretch of more than five minutes without a core temperature that counts. */
export type BatchGap = { readonly from: number; readonly to: number; readonly reason: GapReason };

/** A longer stretch without data is a gap that the verdict has to answer for. */
export const gapLimit_ms = 5 * minute_ms;

/** The unit ends the cycle between two samples; the next one may be this late and still shows that the target was reached. */
export const closingSample_ms = 2 * minute_ms;

/** Accuracy of a core probe: a rise within it is noise, not warming food. */
export const probeNoise_K = 0.5;

/** The warmest valid point of the needles: what cooling is judged by, and what is shown as the core. Null without a valid one. */
export function warmestOf(core: readonly (number | null)[]): number | null {
  const valid = core.filter((value) => value !== null);
  return valid.length > 0 ? Math.max(...valid) : null;
}
