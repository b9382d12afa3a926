/** The curve: of the points that count the warmest. */
import { minute_ms } from '../language/durations.ts';
import type { BatchSample, CurvePoint } from './batch.ts';
import type { ProbeReason } from './verdicts.ts';

/** Why a value of a point does not count, by sample; absent where it does, or where there is none. */
export type Reasons = Map<number, ProbeReason>;

/** A missing point counts as the warmest if it was this much above the others within so long of when it was last seen. */
const warmer_K = 1;
const lastSeen_ms = minute_ms;
/** It has returned once it says something for so long, with no longer break than this: a broken one may say anything for a moment. */
const returned_ms = minute_ms;
const returnedBreak_ms = 2 * minute_ms;

/**
 * The curve: at each sample the warmest of the points that count. Where one is missing that was warmer than all that remain when it was
 * last seen, nobody knows how warm the food is.
 */
export function curveOf(
  samples: readonly BatchSample[],
  reasons: readonly Reasons[],
): { curve: CurvePoint[]; missing: (ProbeReason | null)[] } {
  const curve: CurvePoint[] = [];
  const missing: (ProbeReason | null)[] = [];
  /** What each point lately said that counts, and what all of them had said by then. */
  const seen: (readonly Seen[] | undefined)[] = [];
  const firsts: number[] = [];
  const points = samples.reduce((most, { core }) => Math.max(most, core.length), 0);
  const counting = samples.map(({ core }, index) =>
    Array.from({ length: points }, (_, point) => (reasons[point]?.has(index) ? null : (core[point] ?? null))),
  );
  const glimpses = glimpsesOf(samples, counting);
  for (const [index, { at }] of samples.entries()) {
    const counts = counting[index] as readonly (number | null)[];
    const isGlimpse = (point: number): boolean => glimpses[point]?.has(index) === true;
    const beside = counts.map((value, point) => value ?? seen[point]?.at(-1)?.value);
    const present: number[] = [];
    for (const [point, value] of counts.entries()) {
      if (value === null) continue;
      present.push(point);
      firsts[point] ??= value;
      if (isGlimpse(point)) continue;
      const lately = (seen[point] ?? []).filter((one) => one.at >= at - lastSeen_ms);
      seen[point] = [...lately, { at, value, beside }];
    }
    const others = (at: readonly (number | undefined)[]) =>
      present.map((point) => at[point] ?? (firsts[point] as number));
    const hidden = seen.findIndex(
      (lately, point) =>
        (counts[point] === null || isGlimpse(point)) &&
        lately?.some(({ value, beside }) => value > Math.max(...others(beside)) + warmer_K),
    );
    if (present.length > 0 && hidden < 0) {
      curve.push({ at, core: Math.max(...present.map((point) => counts[point] as number)) });
      missing.push(null);
      continue;
    }
    const named = [reasons[hidden], ...reasons].map((of) => of?.get(index)).find((reason) => reason !== undefined);
    missing.push(named ?? 'probe_fault');
  }
  return { curve, missing };
}

/** A value of a point that counts, beside what all points had said last by then. */
type Seen = { readonly at: number; readonly value: number; readonly beside: readonly (number | undefined)[] };

/** The samples, by point, in which it said something again for a moment only. */
function glimpsesOf(
  samples: readonly BatchSample[],
  counting: readonly (readonly (number | null)[])[],
): readonly ReadonlySet<number>[] {
  return Array.from({ length: counting[0]?.length ?? 0 }, (_, point) => {
    const glimpses = new Set<number>();
    let stretch: { at: number; index: number }[] = [];
    let isFirst = true;
    const close = (): void => {
      const [first, last] = [stretch[0], stretch.at(-1)];
      if (!isFirst && first && last && last.at - first.at < returned_ms)
        for (const { index } of stretch) glimpses.add(index);
      if (first) isFirst = false;
      stretch = [];
    };
    for (const [index, { at }] of samples.entries()) {
      if ((counting[index]?.[point] ?? null) === null) continue;
      if (at - (stretch.at(-1)?.at ?? at) > returnedBreak_ms) close();
      stretch.push({ at, index });
    }
    close();
    return glimpses;
  });
}
