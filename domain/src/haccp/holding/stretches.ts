/** Stretches in which food was beyond a threshold, from crossing to crossing. */
import { minute_ms } from '../../language/durations.ts';
import { beyond, bridged_ms, type HoldKind } from './day.ts';
import type { KnownPiece, Piece } from './pieces.ts';

/** A stretch beyond a threshold: as measured, and how long it may have been where data are missing at its ends. */
export type Stretch = {
  readonly kind: HoldKind;
  readonly from: number;
  readonly to: number;
  readonly earliest: number;
  readonly latest: number;
  readonly isOpen: boolean;
};

export const lengthOf = ({ from, to }: { from: number; to: number }): number => (to - from) / minute_ms;
export const longestOf = ({ earliest, latest }: Stretch): number => (latest - earliest) / minute_ms;

/** How far a piece is beyond a threshold at both of its ends, K. */
const ends = ({ kind, begin, end }: KnownPiece, threshold_C: number): [number, number] => [
  beyond(kind, begin, threshold_C),
  beyond(kind, end, threshold_C),
];

/** When a piece crosses a threshold that lies between its ends. */
function crossing(piece: KnownPiece, threshold_C: number): number {
  const [a, b] = ends(piece, threshold_C);
  return piece.from + ((piece.to - piece.from) * a) / (a - b);
}

/** The part of a piece beyond a threshold; null where there is none. */
export function partBeyond(piece: KnownPiece, threshold_C: number): KnownPiece | null {
  const [a, b] = ends(piece, threshold_C);
  if (a <= 0 && b <= 0) return null;
  if (a > 0 && b > 0) return piece;
  const at = crossing(piece, threshold_C);
  return a > 0 ? { ...piece, to: at, end: threshold_C } : { ...piece, from: at, begin: threshold_C };
}

/** The part of a piece within a stretch of time; null where there is none. */
export function partWithin<P extends Piece>(piece: P, span: { from: number; to: number }): P | null {
  const [from, to] = [Math.max(piece.from, span.from), Math.min(piece.to, span.to)];
  if (from > to || (from === to && piece.from < piece.to)) return null;
  if (piece.is !== 'known' || from === to) return { ...piece, from, to };
  const at = (moment: number): number =>
    piece.begin + ((piece.end - piece.begin) * (moment - piece.from)) / (piece.to - piece.from);
  return { ...piece, from, to, begin: at(from), end: at(to) };
}

/** Neighbouring pieces of which nothing is known, as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const before = all.at(-1);
    if (before?.is === 'unknown' && piece.is === 'unknown') all[all.length - 1] = { ...before, to: piece.to };
    else all.push(piece);
  }
  return all;
}

/**
 * The stretches beyond the threshold of their kind. What nobody measured for up to an hour between two values beyond it belongs to the
 * stretch; where the value on one side only is beyond it, the stretch may have been that much longer.
 */
export function stretchesBeyond(
  pieces: readonly Piece[],
  thresholds: Readonly<Record<HoldKind, number>>,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const all = joined(pieces);
  let open: Omit<Stretch, 'to' | 'latest' | 'isOpen'> | null = null;
  const close = (to: number, latest = to, isOpen = false): void => {
    if (open) stretches.push({ ...open, to, latest, isOpen });
    open = null;
  };
  for (const [i, piece] of all.entries()) {
    const before = all[i - 1];
    if (piece.is !== 'known') {
      const after = all[i + 1];
      const isUnknown = piece.is === 'unknown';
      const goesOn =
        isUnknown &&
        piece.to - piece.from <= bridged_ms &&
        after?.is === 'known' &&
        after.kind === kindOf(open) &&
        ends(after, thresholds[after.kind])[0] > 0;
      if (!goesOn) close(piece.from, isUnknown ? piece.to : piece.from);
      continue;
    }
    const { kind } = piece;
    if (open && kindOf(open) !== kind) close(piece.from);
    const part = partBeyond(piece, thresholds[kind]);
    if (!part) {
      close(piece.from);
      continue;
    }
    const mayBeEarlier = part.from === piece.from && before?.is === 'unknown';
    open ??= { kind, from: part.from, earliest: mayBeEarlier ? before.from : part.from };
    if (part.to < piece.to) close(part.to);
  }
  const last = all.at(-1);
  if (last) close(last.to, last.to, true);
  return stretches;
}

const kindOf = (open: { kind: HoldKind } | null): HoldKind | undefined => open?.kind;
