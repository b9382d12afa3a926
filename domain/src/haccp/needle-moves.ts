/** How a needle moves: no food of a kitchen changes its core as fast. */
import { minute_ms } from '../language/durations.ts';
import { gapLimit_ms } from './batch.ts';
import { food_max_K_min, freezes_C, isSuddenFall, isSuddenOfFrozen, rateOf, sudden_K_min, usual_ms } from './food.ts';

/** A value of a point, with the air beside it. */
export type Reading = {
  readonly index: number;
  readonly at: number;
  readonly value: number;
  readonly air: number | null;
};

/** A needle that moves shows it by a step (slices of 10 mm reach 9.6 K/min). */
export const step_K = 3;
const step_K_min = 12;
/** A step is looked for over so long, and at least from one sample to the next: how often a unit samples must not decide. */
const stepSpan_ms = 20_000;
/** It began where the needle began to change by more than this, at most so long before. */
const onset_K_min = 4;
const onset_ms = minute_ms;
/**
 * Through a slow sheath, or in a hole between samples, a move makes no step. But a core that falls suddenly by so much, in a minute or
 * from one sample to the next, does not fall by itself either; nor does one that is cooled rise by as much as a step.
 */
const sudden_ms = minute_ms;
const sudden_K = 4;
/** Food that begins to cool goes on with this share of it some minutes later; through the slowest sheath a move is over by then. */
const goesOnShare = 0.5;
const goesOn_ms = { from: 2 * minute_ms, to: 4 * minute_ms };
/** Less time tells nothing of how fast it falls. */
const usual_least_ms = minute_ms;
/** The sheath of a needle makes several steps of one: they belong together this far apart. */
const sameMove_ms = minute_ms;

/** A move of the needle: from the last reading before it to the first one after. */
export type Move = { readonly up: boolean; readonly from: number; readonly to: number };

/** The moves of a point, in order. */
export function movesIn(readings: readonly Reading[]): readonly Move[] {
  const moves: Move[] = [];
  for (let to = 1; to < readings.length; to += 1) {
    const last = moves.at(-1);
    const from = stepTo(readings, to) ?? suddenRiseTo(readings, to, last?.to ?? 0) ?? suddenFallTo(readings, to);
    if (from === undefined) continue;
    const up = (readings[to] as Reading).value > (readings[from] as Reading).value;
    const apart_ms = last ? (readings[from] as Reading).at - (readings[last.to] as Reading).at : 0;
    if (last?.up === up && apart_ms <= sameMove_ms) moves[moves.length - 1] = { ...last, to };
    // Looked at over a while, the rest of one step may seem to begin before its end.
    else moves.push({ up, from: Math.max(onsetOf(readings, from, up), last?.to ?? 0), to });
  }
  return moves;
}

/** The reading with which a step that is seen from another one on began. */
function onsetOf(readings: readonly Reading[], seen: number, up: boolean): number {
  let from = seen;
  while (from > 0) {
    const [before, after] = [readings[from - 1] as Reading, readings[from] as Reading];
    const change_K = up ? after.value - before.value : before.value - after.value;
    const isPart = change_K * minute_ms >= onset_K_min * (after.at - before.at);
    if (!isPart || (readings[seen] as Reading).at - before.at > onset_ms) break;
    from -= 1;
  }
  return from;
}

/** The reading from which a step leads to this one; undefined where none does. */
function stepTo(readings: readonly Reading[], to: number): number | undefined {
  const end = readings[to] as Reading;
  const goesOn = Math.sign(end.value - (readings[to - 1] as Reading).value);
  for (let from = to - 1; from >= 0; from -= 1) {
    const begin = readings[from] as Reading;
    const span_ms = end.at - begin.at;
    if (span_ms > (from === to - 1 ? gapLimit_ms : stepSpan_ms)) return undefined;
    const change_K = goesOn * (end.value - begin.value);
    if (change_K >= step_K && change_K * minute_ms >= step_K_min * span_ms) return from;
  }
  return undefined;
}

/** The reading from which a core rose to this one, since its last move, as none does that is cooled; undefined where it did not. */
function suddenRiseTo(readings: readonly Reading[], to: number, since: number): number | undefined {
  const end = readings[to] as Reading;
  for (let from = to - 1; from >= since; from -= 1) {
    const begin = readings[from] as Reading;
    const span_ms = end.at - begin.at;
    if (span_ms > sudden_ms) return undefined;
    if (end.value - begin.value >= step_K) return from;
  }
  return undefined;
}

/** The reading from which the core fell to this one as it does not by itself; undefined where it did not. */
function suddenFallTo(readings: readonly Reading[], to: number): number | undefined {
  const end = readings[to] as Reading;
  for (let from = to - 1; from >= 0; from -= 1) {
    const begin = readings[from] as Reading;
    const span_ms = end.at - begin.at;
    if (span_ms > sudden_ms && from < to - 1) return undefined;
    const fall_K = begin.value - end.value;
    const rate_K_min = rateOf(fall_K, span_ms);
    // No more is looked at of what is slow in any case.
    if (fall_K < sudden_K || rate_K_min <= sudden_K_min) continue;
    if (begin.value <= freezes_C) {
      if (isSuddenOfFrozen(rate_K_min, readings.slice(0, from + 1))) return from;
      continue;
    }
    const usual_K_min = usualFallTo(readings, from);
    if (usual_K_min === undefined || !isSuddenFall(rate_K_min, usual_K_min)) continue;
    if (rate_K_min > food_max_K_min || fallAfter(readings, to) < goesOnShare * rate_K_min) return from;
  }
  return undefined;
}

/** How fast it falls some minutes after a reading, K/min; 0 where nobody sees it. */
function fallAfter(readings: readonly Reading[], place: number): number {
  const { at } = readings[place] as Reading;
  let [first, last]: (Reading | undefined)[] = [];
  for (let next = place + 1; next < readings.length; next += 1) {
    const reading = readings[next] as Reading;
    if (reading.at > at + goesOn_ms.to) break;
    if (reading.at < at + goesOn_ms.from) continue;
    first ??= reading;
    last = reading;
  }
  return first && last && last.at - first.at >= minute_ms ? rateOf(first.value - last.value, last.at - first.at) : 0;
}

/** How fast it had fallen to a reading, K/min, by the minutes before; undefined where they are too few. */
function usualFallTo(readings: readonly Reading[], to: number): number | undefined {
  const last = readings[to] as Reading;
  let first = last;
  for (let place = to - 1; place >= 0; place -= 1) {
    const reading = readings[place] as Reading;
    if (last.at - reading.at > usual_ms) break;
    first = reading;
  }
  const span_ms = last.at - first.at;
  return span_ms < usual_least_ms ? undefined : rateOf(first.value - last.value, span_ms);
}
