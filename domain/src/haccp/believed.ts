/**
 * Which values of a needle speak of the food. A needle that hangs in air, is moved to other food or breaks gives values that are true
 * and prove nothing: what does not count is left out with its reason, and the curve is what remains of the warmest point.
 */
import { type BatchSample, type CurvePoint, isSilenced, type Silenced } from './batch.ts';
import { curveOf, type Reasons } from './curve.ts';
import { hangsInAir } from './hangs-in-air.ts';
import { type Entry, handlingOf } from './needle-handling.ts';
import type { Reading } from './needle-moves.ts';
import { momentOf, settling_ms } from './needle-stays.ts';
import type { ProbeReason } from './verdicts.ts';

/** A stretch of one point whose values do not count. Both ends are samples of it. */
export type Disbelieved = {
  readonly point: number;
  readonly from: number;
  readonly to: number;
  readonly reason: ProbeReason;
};

/** What remains: the curve, why it is missing at a sample (null: it is not), and what was left out. */
export type Believed = {
  readonly curve: readonly CurvePoint[];
  readonly missing: readonly (ProbeReason | null)[];
  /** Where points came into food in the course of it: the value of each with which it had settled. */
  readonly putIn: readonly CurvePoint[];
  readonly disbelieved: readonly Disbelieved[];
};

/**
 * The curve of a batch.
 * @param samples ascending, no two of a moment
 * @param needles the points of each needle, by their places in `core`
 * @param added_K what is added to each value, by the points in `core`
 */
export function believe(
  samples: readonly BatchSample[],
  needles: readonly (readonly number[])[],
  { silenced, added_K = [] }: { silenced: readonly Silenced[]; added_K?: readonly number[] },
): Believed {
  const judged = new Set(needles.flat());
  const usable = samples.map((sample) => ({ ...sample, core: heard(sample, judged, silenced, added_K) }));
  const reasons: Reasons[] = [];
  const putIn: CurvePoint[] = [];
  for (const points of needles) {
    const readings = points.map((point) => readingsOf(usable, point));
    const handling = readings.map(handlingOf);
    settleTogether(readings, handling);
    for (const [i, { entries }] of handling.entries())
      for (const { settled } of entries) {
        const { at, value } = (readings[i] ?? [])[settled] as Reading;
        putIn.push({ at, core: value });
      }
    const inAir = hangsInAir(usable, points);
    for (const [i, point] of points.entries()) {
      const of = handling[i]?.reasons ?? new Map();
      for (const { index } of readings[i] ?? []) if (inAir.has(index)) of.set(index, 'probe_in_air');
      reasons[point] = of;
    }
  }
  return {
    ...curveOf(usable, reasons),
    putIn,
    disbelieved: reasons.flatMap((of, point) => stretchesOf(usable, of, point)),
  };
}

/** What the points of the needles say, where the unit does not know better. */
function heard(
  { at, core }: BatchSample,
  judged: ReadonlySet<number>,
  silenced: readonly Silenced[],
  added_K: readonly number[],
): readonly (number | null)[] {
  return core.map((value, point) => {
    if (value === null || !judged.has(point)) return null;
    return isSilenced(silenced, point, at) ? null : value + (added_K[point] ?? 0);
  });
}

const readingsOf = (samples: readonly BatchSample[], point: number): readonly Reading[] =>
  samples.flatMap(({ at, core, air }, index) => {
    const value = core[point] ?? null;
    return value === null ? [] : [{ index, at, value, air }];
  });

/** The points of a needle come into food together: none of them counts before the last has settled. */
function settleTogether(
  readings: readonly (readonly Reading[])[],
  handling: readonly { reasons: Reasons; entries: readonly Entry[] }[],
): void {
  const moments = handling.flatMap(({ entries }, i) =>
    entries.map(({ from, settled }) => ({
      from: momentOf(readings[i], from),
      settled: momentOf(readings[i], settled),
    })),
  );
  for (const [i, { reasons, entries }] of handling.entries())
    for (const { settled } of entries) {
      const own = momentOf(readings[i], settled);
      const last = Math.max(
        own,
        ...moments.filter((one) => one.from <= own && one.settled - own <= settling_ms).map((one) => one.settled),
      );
      for (const reading of readings[i] ?? [])
        if (reading.at >= own && reading.at < last) reasons.set(reading.index, 'probe_not_in_food');
    }
}

/** Neighbouring values of a point that do not count for one reason, together. */
function stretchesOf(samples: readonly BatchSample[], reasons: Reasons, point: number): Disbelieved[] {
  const stretches: Disbelieved[] = [];
  let previous: ProbeReason | undefined;
  for (const [index, { at, core }] of samples.entries()) {
    if ((core[point] ?? null) === null) continue;
    const reason = reasons.get(index);
    const last = stretches.at(-1);
    if (reason && last && reason === previous) stretches[stretches.length - 1] = { ...last, to: at };
    else if (reason) stretches.push({ point, from: at, to: at, reason });
    previous = reason;
  }
  return stretches;
}
