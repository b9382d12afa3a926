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
type Beside = { readonly index: number; readonly at: number; readonly air: number; readonly apart: readonly (number | null)[] };

type Span = { readonly min: number; readonly max: number };
const nothing: Span = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
const widened = ({ min, max }: Span, value: number): Span => ({ min: Math.min(min, value), max: Math.max(max, value) });

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
  for (let begin = 0; begin < usable.length; begin += 1) {
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

/**
 * A point beside air that it feels through a sheath: it begins with what it shows and goes towards the air from there. That also finds
 * one that hangs in steady air and was warm before.
 */
type Follower = {
  readonly sheath_s: (typeof sheaths_s)[number];
  /** The air as it would show it by now, and all that it would have shown. */
  readonly felt: number;
  readonly air: Span;
  /** How far it was from that. */
  readonly apart: Span;
};

/**
 * The last sample of a window that begins here and in which every point followed the air, each through a sheath of its own, with how far it
 * was from it; undefined where none does. What lies between the points is no matter: only what changes between a point and the air is.
 */
function windowFrom(
  usable: readonly Beside[],
  begin: number,
): { end: number; apart: readonly (Span | undefined)[] } | undefined {
  const first = usable[begin] as Beside;
  let followers: (readonly Follower[] | undefined)[] = first.apart.map(() => undefined);
  let window: { end: number; apart: readonly (Span | undefined)[] } | undefined;
  for (let end = begin; end < usable.length; end += 1) {
    const beside = usable[end] as Beside;
    const span_ms = beside.at - first.at;
    if (span_ms > followWindow_ms) break;
    const passed_ms = beside.at - (usable[end - 1] ?? beside).at;
    followers = followers.map((of, i) => followed(of, beside, beside.apart[i] ?? null, passed_ms));
    if (followers.some((of) => of?.length === 0)) break;
    const best = followers.map((of) => of && (of.find(hasMoved) ?? 'still'));
    if (span_ms >= followCoverage_ms && !best.includes('still'))
      window = { end, apart: best.map((one) => (one === 'still' ? undefined : one?.apart)) };
  }
  return window;
}

/** Those of the sheaths by which a point still follows the air; undefined as long as it has said nothing. */
function followed(
  followers: readonly Follower[] | undefined,
  { air }: Beside,
  apart: number | null,
  passed_ms: number,
): readonly Follower[] | undefined {
  const known =
    followers ??
    (apart === null
      ? undefined
      : sheaths_s.map((sheath_s) => ({ sheath_s, felt: air + (sheath_s === 0 ? 0 : apart), air: nothing, apart: nothing })));
  return known?.flatMap((one): Follower[] => {
    const { sheath_s } = one;
    const share = followers ? (sheath_s === 0 ? 1 : 1 - Math.exp(-passed_ms / (1000 * sheath_s))) : 0;
    const felt = one.felt + (air - one.felt) * share;
    const now = { sheath_s, felt, air: widened(one.air, felt), apart: one.apart };
    if (apart === null) return [now];
    const span = widened(one.apart, air + apart - felt);
    const follows =
      span.min >= -staysWithin_K && span.max <= staysWithin_K && span.max - span.min < differenceVaries_K;
    return follows ? [{ ...now, apart: span }] : [];
  });
}

/** Whether the air moved enough to tell. Food that passes its temperature looks like a slow needle for a few kelvins. */
const hasMoved = ({ sheath_s, air }: Follower): boolean =>
  air.max - air.min >= (sheath_s === 0 ? airMoves_K : 2 * airMoves_K);
