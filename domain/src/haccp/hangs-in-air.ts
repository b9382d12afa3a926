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

/** A sample in which air and needle were measured: how far each point is from the air, null where it has no value. */
type Beside = {
  readonly index: number;
  readonly at: number;
  readonly air: number;
  readonly apart: readonly (number | null)[];
};

/** Windows begin so far apart at least: as units sample in a cycle, and who samples faster costs no more. */
const tried_min_ms = 10_000;

type Span = { readonly min: number; readonly max: number };
const nothing: Span = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };

/**
 * The samples, by their places, in which a needle hung in air: the windows in which it followed the air, and from there in both directions
 * until all of its points are away from it. Towards the past it ends sooner where the needle had been in something before and is not
 * as near to the air as in the window: cold food that is nearly as cold as the chamber was in food nevertheless.
 * @param points the needle's, by their places in `core`
 */
export function hangsInAir(samples: readonly BatchSample[], points: readonly number[]): ReadonlySet<number> {
  const usable = samples.flatMap(({ at, air, core }, index): Beside[] => {
    if (air === null) return [];
    const apart = points.map((point) => distance(core[point] ?? null, air));
    return apart.every((one) => one === null) ? [] : [{ index, at, air, apart }];
  });
  const inAir = new Set<number>();
  const firstAway = usable.findIndex(isAway);
  let marked = 0;
  let tried_ms = Number.NEGATIVE_INFINITY;
  for (let begin = 0; begin < usable.length; begin += 1) {
    const { at } = usable[begin] as Beside;
    if (at - tried_ms < tried_min_ms) continue;
    tried_ms = at;
    const window = windowFrom(usable, begin);
    if (!window) continue;
    const { end, apart } = window;
    const isNear = (beside: Beside): boolean =>
      beside.apart.every((one, i) => {
        const span = apart[i];
        return one === null || !span || (one >= span.min - differenceVaries_K && one <= span.max + differenceVaries_K);
      });
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

const distance = (value: number | null, air: number): number | null => (value === null ? null : value - air);

/** Whether all that a needle says is far above the air, or far below. */
function isAway({ apart }: Beside): boolean {
  const said = apart.filter((one) => one !== null);
  return said.every((one) => one >= awayFromAir_K) || said.every((one) => one <= -awayFromAir_K);
}

/**
 * How slowly a point takes on the temperature of air, s: not at all to that of the slowest sheath. The core of the thinnest food takes
 * minutes.
 */
const sheaths_s = [0, 20, 45, 75, 110] as const;

/** How a point goes with the air from a sample on, through one sheath: places of samples. */
type Following = {
  readonly sheath_s: (typeof sheaths_s)[number];
  /** The first at which what it felt has changed enough to tell. */
  readonly movedBy: number;
  /** The last up to which it followed. */
  readonly until: number;
};

/**
 * The last sample of a window that begins here and in which every point followed the air, each through a sheath of its own, with how far it
 * was from what it felt; undefined where none does. What lies between the points is no matter: only what changes between a point and the
 * air is.
 */
function windowFrom(
  usable: readonly Beside[],
  begin: number,
): { end: number; apart: readonly (Span | undefined)[] } | undefined {
  const first = usable[begin] as Beside;
  const covers = (end: number): boolean => (usable[end] as Beside).at - first.at >= followCoverage_ms;
  let last = begin;
  while (last + 1 < usable.length && (usable[last + 1] as Beside).at - first.at <= followWindow_ms) last += 1;
  if (!covers(last)) return undefined;
  const points: (readonly Following[])[] = [];
  for (const point of first.apart.keys()) {
    const followings = sheaths_s
      .map((sheath_s) => followed(usable, { begin, last, point, sheath_s }))
      .filter(({ until }) => covers(until));
    if (followings.length === 0) return undefined;
    points.push(followings);
  }
  for (let end = last; covers(end); end -= 1) {
    const chosen = points.map((all) => all.find(({ movedBy, until }) => movedBy <= end && end <= until));
    if (chosen.every((one) => one !== undefined))
      return {
        end,
        apart: chosen.map(({ sheath_s }, point) => apartOf(usable, { begin, last: end, point, sheath_s })),
      };
  }
  return undefined;
}

type Course = { readonly begin: number; readonly last: number; readonly point: number; readonly sheath_s: number };

/**
 * What a point would say in air that it feels through a sheath, by place, and how far it is from that, null where it says nothing: it
 * begins with what it shows and goes towards the air from there. That also finds one that hangs in steady air and was warm before.
 */
function* along(
  usable: readonly Beside[],
  { begin, last, point, sheath_s }: Course,
): Generator<{ place: number; felt: number; apart: number | null }> {
  let felt: number | undefined;
  for (let place = begin; place <= last; place += 1) {
    const { at, air, apart } = usable[place] as Beside;
    const own = apart[point] ?? null;
    if (sheath_s === 0) felt = air;
    else if (felt !== undefined)
      felt += (air - felt) * (1 - Math.exp(((usable[place - 1] as Beside).at - at) / (1000 * sheath_s)));
    else if (own !== null) felt = air + own;
    if (felt !== undefined) yield { place, felt, apart: own === null ? null : air + own - felt };
  }
}

/** How a point goes with the air. Food that passes its temperature looks like a slow needle for a few kelvins: these have to be more. */
function followed(usable: readonly Beside[], course: Course & Pick<Following, 'sheath_s'>): Following {
  const { sheath_s, begin, last } = course;
  const moves_K = sheath_s === 0 ? airMoves_K : 2 * airMoves_K;
  let [coldest, warmest, lowest, highest] = [nothing.min, nothing.max, nothing.min, nothing.max];
  let [movedBy, until] = [Number.POSITIVE_INFINITY, begin];
  for (const { place, felt, apart } of along(usable, course)) {
    if (felt < coldest) coldest = felt;
    if (felt > warmest) warmest = felt;
    if (apart !== null && apart < lowest) lowest = apart;
    if (apart !== null && apart > highest) highest = apart;
    if (lowest < -staysWithin_K || highest > staysWithin_K || highest - lowest >= differenceVaries_K) break;
    until = place;
    if (movedBy === Number.POSITIVE_INFINITY && warmest - coldest >= moves_K) movedBy = place;
  }
  // Who says nothing hides nothing.
  const isSilent = lowest > highest;
  return isSilent ? { sheath_s, movedBy: begin, until: last } : { sheath_s, movedBy, until };
}

/** How far a point was from what it felt; undefined where it said nothing. */
function apartOf(usable: readonly Beside[], course: Course): Span | undefined {
  let [min, max] = [nothing.min, nothing.max];
  for (const { apart } of along(usable, course)) {
    if (apart !== null && apart < min) min = apart;
    if (apart !== null && apart > max) max = apart;
  }
  return min <= max ? { min, max } : undefined;
}
