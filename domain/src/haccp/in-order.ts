/** Samples as they can be judged: in order, one of each moment, without what no probe can say, and with the air beside each. */
import { type BatchSample, gapLimit_ms } from './batch.ts';

/** Values of a needle outside of these are none, °C. */
const possible_C = { min: -45, max: 105 };

/** Nothing that is cooled or heated changes within a second; who measures more often is not judged more often. */
const together_ms = 1000;

/** Sorted by time; samples of the same second become one, of two values of a point the one against the food. */
export function inOrder(samples: readonly BatchSample[], heats: boolean): readonly BatchSample[] {
  const worse = heats ? Math.min : Math.max;
  const all = samples.map((each) => ({ ...each, core: each.core.map(possible) })).sort((a, b) => a.at - b.at);
  const ordered: BatchSample[] = [];
  for (const sample of all) {
    const before = ordered.at(-1);
    const isOfOneSecond = before && Math.floor(before.at / together_ms) === Math.floor(sample.at / together_ms);
    if (isOfOneSecond) ordered[ordered.length - 1] = merged(before, sample, worse);
    else ordered.push(sample);
  }
  return ordered;
}

/** What a needle says, where it can. */
export const possible = (value: number | null): number | null =>
  value === null || value < possible_C.min || value > possible_C.max ? null : value;

function merged(a: BatchSample, b: BatchSample, worse: (a: number, b: number) => number): BatchSample {
  const gapBefore = [a.gapBefore, b.gapBefore].filter((reason) => reason !== undefined).sort()[0];
  const of = (one: number | null | undefined, other: number | null | undefined): number | null =>
    one == null ? (other ?? null) : other == null ? one : worse(one, other);
  return {
    at: a.at,
    core: Array.from({ length: Math.max(a.core.length, b.core.length) }, (_, point) =>
      of(a.core[point], b.core[point]),
    ),
    air: of(a.air, b.air),
    ...(gapBefore ? { gapBefore } : {}),
  };
}

/**
 * Samples with the air beside each: a unit need not tell both at one moment. What was not told lies between its neighbours; across a gap it
 * is that of the earlier one, else of the later, where that is less than a gap away.
 */
export function withAir(samples: readonly BatchSample[]): readonly BatchSample[] {
  const told = samples.filter(({ air }) => air !== null) as readonly (BatchSample & { air: number })[];
  let next = 0;
  return samples.map((sample) => {
    while ((told[next]?.at ?? Number.POSITIVE_INFINITY) < sample.at) next += 1;
    return sample.air === null ? { ...sample, air: airAt(sample.at, told[next - 1], told[next]) } : sample;
  });
}

type AirTold = { readonly at: number; readonly air: number };

function airAt(at: number, before: AirTold | undefined, after: AirTold | undefined): number | null {
  const near = [before, after].filter((one) => one !== undefined && Math.abs(one.at - at) <= gapLimit_ms) as AirTold[];
  if (!before || !after || after.at - before.at > gapLimit_ms) return near[0]?.air ?? null;
  return before.air + ((after.air - before.air) * (at - before.at)) / (after.at - before.at);
}
