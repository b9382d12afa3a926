/** Where a needle hung in air, by what it and the air did together (`needle-in-air.ts`). */
import type { BatchSample } from './batch.ts';
import {
  airMoves_K,
  awayFromAir_K,
  differenceVaries_K,
  followCoverage_ms,
  followWindow_ms,
  staysWithin_K,
} from './needle-in-air.ts';

/** A sample in which air and needle were measured: how far its points are from the air. */
type Beside = {
  readonly index: number;
  readonly at: number;
  readonly air: number;
  readonly low: number;
  readonly high: number;
};

type Span = { min: number; max: number };
const nothing = (): Span => ({ min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY });
const widen = (span: Span, low: number, high: number): Span => ({
  min: Math.min(span.min, low),
  max: Math.max(span.max, high),
});

/**
 * The samples, by their places, in which a needle hung in air: the windows in which it followed the air, and from there in both directions
 * until all of its points are away from it. Towards the past it ends sooner where the needle had been in something before and is not
 * as near to the air as in the window: cold food that is nearly as cold as the chamber was in food nevertheless.
 * @param points the needle's, by their places in `core`
 */
export function hangsInAir(samples: readonly BatchSample[], points: readonly number[]): ReadonlySet<number> {
  const usable = samples.flatMap(({ at, air, core }, index): Beside[] => {
    const values = points.map((point) => core[point] ?? null).filter((value) => value !== null);
    if (air === null || values.length === 0) return [];
    return [{ index, at, air, low: Math.min(...values) - air, high: Math.max(...values) - air }];
  });
  const inAir = new Set<number>();
  const isAway = ({ low, high }: Beside): boolean => low >= awayFromAir_K || high <= -awayFromAir_K;
  const firstAway = usable.findIndex(isAway);
  let marked = 0;
  for (let begin = 0; begin < usable.length; begin += 1) {
    const window = windowFrom(usable, begin);
    if (!window) continue;
    const { end, apart } = window;
    const isNear = ({ low, high }: Beside): boolean =>
      low >= apart.min - differenceVaries_K && high <= apart.max + differenceVaries_K;
    for (let back = begin - 1; back >= marked; back -= 1) {
      const beside = usable[back] as Beside;
      if (isAway(beside) || (firstAway >= 0 && firstAway < back && !isNear(beside))) break;
      inAir.add(beside.index);
    }
    let next = begin;
    for (; next < usable.length; next += 1) {
      const beside = usable[next] as Beside;
      if (next > end && isAway(beside)) break;
      inAir.add(beside.index);
    }
    marked = next;
    begin = next - 1;
  }
  return inAir;
}

/**
 * How slowly a needle takes on the temperature of air, s: not at all to that of the slowest sheath. The core of the thinnest food takes
 * minutes.
 */
const sheaths_s = [0, 20, 45, 75, 110] as const;

/** The last sample of a window that begins here and in which every point followed the air; undefined where none does. */
function windowFrom(usable: readonly Beside[], begin: number): { end: number; apart: Span } | undefined {
  for (const sheath_s of sheaths_s) {
    const window = followedFrom(usable, begin, sheath_s);
    if (window) return window;
  }
  return undefined;
}

/**
 * The same of a needle with a sheath: it begins with what it shows and goes towards the air from there. That also finds one that hangs
 * in steady air and was warm before.
 */
function followedFrom(
  usable: readonly Beside[],
  begin: number,
  sheath_s: number,
): { end: number; apart: Span } | undefined {
  const first = usable[begin] as Beside;
  // Food that passes the temperature of the air looks like a slow needle for a few kelvins.
  const moves_K = sheath_s === 0 ? airMoves_K : 2 * airMoves_K;
  let felt = sheath_s === 0 ? first.air : first.air + first.high;
  let air = nothing();
  let apart = nothing();
  let window: { end: number; apart: Span } | undefined;
  for (let end = begin; end < usable.length; end += 1) {
    const beside = usable[end] as Beside;
    const span_ms = beside.at - first.at;
    if (span_ms > followWindow_ms) break;
    const before = usable[end - 1];
    if (sheath_s === 0) felt = beside.air;
    else if (end > begin && before)
      felt += (beside.air - felt) * (1 - Math.exp((before.at - beside.at) / (1000 * sheath_s)));
    air = widen(air, felt, felt);
    apart = widen(apart, beside.air + beside.low - felt, beside.air + beside.high - felt);
    if (apart.min < -staysWithin_K || apart.max > staysWithin_K || apart.max - apart.min >= differenceVaries_K) break;
    if (span_ms >= followCoverage_ms && air.max - air.min >= moves_K) window = { end, apart };
  }
  return window;
}
