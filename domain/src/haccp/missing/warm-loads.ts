/**
 * Food that was cooled without a cycle (B2.11): the air of a blast chiller that only holds, or does nothing, rises by 15 K within five
 * minutes after its door was closed, while its compressor runs. Nothing else in a chamber is that warm. Temperatures in °C, differences in K,
 * instants in epoch milliseconds.
 */
import { hour_ms, minute_ms } from '../../language/durations.ts';
import { gapLimit_ms } from '../batch.ts';

/** So much warmer, within so long after the door was closed. */
const rise_K = 15;
export const riseWithin_ms = 5 * minute_ms;
/** A cycle that begins so long after that is the food's own, as a guideline lets cooked food wait (UK 1989: thirty minutes). */
export const cycleFollows_ms = 30 * minute_ms;
/** Whoever loads in portions opens the door again and again: one an hour is told. */
const apart_ms = hour_ms;

/** A chamber at a moment. */
export type ChamberSample = {
  readonly at: number;
  /** Null: nobody knows. */
  readonly air: number | null;
  /** `works`: a cycle does something else with its food than hold it. */
  readonly state: 'rests' | 'defrosts' | 'works';
  /** Its compressor runs to cool it. */
  readonly cools: boolean;
};

/** A door of a chamber is opened, or closed. */
export type DoorMoment = { readonly at: number; readonly door: number; readonly isOpen: boolean };

/** When the last door of a chamber was closed, and until when all stayed so. */
export type Closing = { readonly at: number; readonly until: number };

/**
 * The closings of a chamber with one door or more, in their order. One of which nobody saw the opening counts; whoever says twice that it is
 * closed has closed it once.
 * @param doors in any order
 */
export function closingsOf(doors: readonly DoorMoment[]): readonly Closing[] {
  const isOpen = new Map<number, boolean>();
  const closings: Closing[] = [];
  for (const one of doors.toSorted((a, b) => a.at - b.at)) {
    const before = isOpen.get(one.door);
    isOpen.set(one.door, one.isOpen);
    const last = closings.at(-1);
    if (one.isOpen && last?.until === Infinity) closings[closings.length - 1] = { ...last, until: one.at };
    if (!one.isOpen && before !== false && ![...isOpen.values()].includes(true))
      closings.push({ at: one.at, until: Infinity });
  }
  return closings;
}

/**
 * The closings with which warm food was put in that no cycle cooled, as the moments of the closing: one an hour at most. What nobody
 * measured proves nothing: neither that the air rose, nor that no cycle followed.
 * @param samples in any order; the air went straight from one to the next
 */
export function warmLoads(samples: readonly ChamberSample[], closings: readonly Closing[]): readonly number[] {
  const course = samples.toSorted((a, b) => a.at - b.at);
  const loads: number[] = [];
  let place = 0;
  for (const closing of closings) {
    while ((course[place + 1]?.at ?? Infinity) <= closing.at) place += 1;
    if (closing.at < (loads.at(-1) ?? -Infinity) + apart_ms) continue;
    const pieces = piecesFrom(course, place, { from: closing.at, to: closing.at + cycleFollows_ms });
    if (pieces.some(({ state }) => state === 'works')) continue;
    const isWhole = lengthOf(pieces) === cycleFollows_ms;
    if (isWhole && hasRisen(pieces, Math.min(closing.until, closing.at + riseWithin_ms))) loads.push(closing.at);
  }
  return loads;
}

/** From one sample to the next: what the first one says of it, and how its air went. */
type Piece = Omit<ChamberSample, 'at' | 'air'> & { from: number; to: number; begin: number | null; end: number | null };

/** What is known of a stretch of time. @param first the last sample before it */
function piecesFrom(
  course: readonly ChamberSample[],
  first: number,
  span: { from: number; to: number },
): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let place = first; place + 1 < course.length; place += 1) {
    const [sample, next] = [course[place], course[place + 1]];
    if (!sample || !next || sample.at >= span.to) break;
    const isKnown = next.at > span.from && next.at - sample.at <= gapLimit_ms;
    if (!isKnown) continue;
    const { state, cools } = sample;
    const [from, to] = [Math.max(sample.at, span.from), Math.min(next.at, span.to)];
    pieces.push({ state, cools, from, to, begin: airAt(from, sample, next), end: airAt(to, sample, next) });
  }
  return pieces;
}

/** The air between two samples. */
function airAt(at: number, before: ChamberSample, after: ChamberSample): number | null {
  if (before.air === null || after.air === null) return null;
  if (at === before.at) return before.air;
  if (at === after.at) return after.air;
  return before.air + ((after.air - before.air) * (at - before.at)) / (after.at - before.at);
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { from, to }) => sum + to - from, 0);

/** Whether the air rose so much until a moment above the lowest that it had since the first piece; a defrost warms it by itself. */
function hasRisen(pieces: readonly Piece[], until: number): boolean {
  let lowest = Infinity;
  for (const piece of pieces) {
    if (piece.from >= until) break;
    if (piece.state === 'defrosts') return false;
    const { begin } = piece;
    const end = endAt(piece, until);
    if (begin === null || end === null) lowest = Infinity;
    else {
      if (piece.cools && Math.max(begin, end) - Math.min(lowest, begin) >= rise_K) return true;
      lowest = Math.min(lowest, begin, end);
    }
  }
  return false;
}

function endAt({ from, to, begin, end }: Piece, until: number): number | null {
  if (begin === null || end === null || until >= to) return end;
  return begin + ((end - begin) * (until - from)) / (to - from);
}
