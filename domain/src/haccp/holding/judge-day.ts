/**
 * The verdict on a day of what is held: a pure function of what was measured. What exceeds its limit for longer than its grace comes before
 * all that is missing; what is missing is bridged, bounded or takes the proof away.
 */
import {
  beyond,
  bridged_ms,
  broken_ms,
  coverageLeast,
  coverageWhole,
  type Excursion,
  type HoldDay,
  type HoldGap,
  type HoldJudgement,
  type HoldKind,
  type HoldMinutes,
  type HoldReason,
  type HoldVerdict,
} from './day.ts';
import { type KnownPiece, type Piece, piecesOf } from './pieces.ts';
import { seriesOf } from './series.ts';
import { lengthOf, longestOf, partBeyond, partWithin, type Stretch, stretchesBeyond } from './stretches.ts';

/** Judges a day. The order of the samples, and whether some of them come twice, does not matter. */
export function judgeHoldDay(day: HoldDay): HoldJudgement {
  const pieces = piecesOf(day);
  const inside = pieces.flatMap((piece) => partWithin(piece, day) ?? []);
  const stretches = { limit: beyondThreshold(day, pieces, 'limit_C'), alarm: beyondThreshold(day, pieces, 'alarm_C') };
  const minutes = minutesOf(day, inside);
  const known = minutes.inRange + minutes.above;
  const limited = known + minutes.notProven;
  const coverage = limited > 0 ? (100 * known) / limited : null;
  return {
    ...verdictOf(day, pieces, { alarm: stretches.alarm, coverage, minutes }),
    minutes,
    coverage,
    degree_min: degreeMinutes(day, inside),
    excursions: stretches.limit.map((stretch) => excursionOf(day, pieces, stretch, stretches.alarm)),
    gaps: gapsOf(inside),
    food: seriesOf(day, ({ food, holding }) => (holding === 'off' ? null : food)),
    air: seriesOf(day, ({ air }) => air),
  };
}

/** Stretches that touch the day, whole. */
function beyondThreshold(day: HoldDay, pieces: readonly Piece[], of: 'limit_C' | 'alarm_C'): readonly Stretch[] {
  const { chilled, frozen, hot } = day.limits;
  return stretchesBeyond(pieces, { chilled: chilled[of], frozen: frozen[of], hot: hot[of] }).filter(
    ({ from, to }) => from < day.to && to > day.from,
  );
}

function minutesOf({ limits }: HoldDay, inside: readonly Piece[]): HoldMinutes {
  const sum = { inRange: 0, above: 0, notProven: 0, off: 0, free: 0 };
  for (const piece of inside) {
    const whole = lengthOf(piece);
    if (piece.is === 'unknown') sum.notProven += whole;
    else if (piece.is !== 'known') sum[piece.is] += whole;
    else {
      const part = partBeyond(piece, limits[piece.kind].limit_C);
      const above = part ? lengthOf(part) : 0;
      sum.above += above;
      sum.inRange += whole - above;
    }
  }
  return sum;
}

/** Trapezoids over the limit itself, whatever is tolerated; what nobody measured adds nothing. */
function degreeMinutes({ limits }: HoldDay, pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => {
    const part = piece.is === 'known' ? partBeyond(piece, limits[piece.kind].limit_C) : null;
    if (!part) return sum;
    const over = (value: number): number => beyond(part.kind, value, limits[part.kind].limit_C);
    return sum + ((over(part.begin) + over(part.end)) / 2) * lengthOf(part);
  }, 0);
}

function excursionOf(
  day: HoldDay,
  pieces: readonly Piece[],
  { kind, from, to, isOpen }: Stretch,
  alarms: readonly Stretch[],
): Excursion {
  const { limit_C, grace_min } = day.limits[kind];
  const parts = pieces.flatMap((piece): KnownPiece[] => {
    const part = piece.is === 'known' && piece.kind === kind ? partWithin(piece, { from, to }) : null;
    return part ? [part] : [];
  });
  const values = parts.flatMap(({ begin, end }) => [begin, end]);
  const alarm_min = Math.max(
    0,
    ...alarms.filter((alarm) => alarm.kind === kind && alarm.from < to && alarm.to > from).map(lengthOf),
  );
  return {
    kind,
    from,
    to,
    minutes: parts.reduce((sum, part) => sum + lengthOf(partBeyond(part, limit_C) ?? { from: 0, to: 0 }), 0),
    extreme: values.reduce((a, b) => (beyond(kind, b, a) > 0 ? b : a), values[0] ?? limit_C),
    degree_min: degreeMinutes(day, parts),
    alarm_min,
    isBeyondGrace: alarm_min > grace_min,
    isOpen,
  };
}

/** What of the day is not known, for one reason at a time. */
function gapsOf(inside: readonly Piece[]): readonly HoldGap[] {
  const gaps: HoldGap[] = [];
  for (const piece of inside) {
    if (piece.is !== 'unknown') continue;
    const before = gaps.at(-1);
    const { from, to, reason, isBounded } = piece;
    if (before?.to === from && before.reason === reason && piece.why !== 'gap')
      gaps[gaps.length - 1] = { ...before, to };
    else if (before?.to === from && piece.why === 'settling') gaps[gaps.length - 1] = { ...before, to };
    else gaps.push({ from, to, reason, isBounded });
  }
  return gaps;
}

type Found = { readonly verdict: HoldVerdict; readonly reasons: HoldReason[] };
const found = (verdict: HoldVerdict, ...reasons: HoldReason[]): Found => ({ verdict, reasons });

function verdictOf(
  day: HoldDay,
  pieces: readonly Piece[],
  { alarm, coverage, minutes }: { alarm: readonly Stretch[]; coverage: number | null; minutes: HoldMinutes },
): Found {
  if (coverage === null)
    return minutes.free > 0 ? found('NO_LIMIT', 'nothing_limited') : found('NOT_IN_USE', 'stand_by');
  const grace = (kind: HoldKind): number => day.limits[kind].grace_min;
  if (alarm.some((stretch) => lengthOf(stretch) > grace(stretch.kind))) return found('EXCEEDED', 'beyond_grace');
  const touching = pieces.filter(({ from, to }) => from < day.to && to > day.from);
  const unproven = new Set<HoldReason>();
  const long = touching.filter(
    (piece) => piece.is === 'unknown' && piece.why === 'gap' && piece.to - piece.from > bridged_ms,
  );
  if (minutes.inRange + minutes.above === 0) unproven.add('no_data');
  else if (long.some((piece) => piece.is === 'unknown' && !piece.isBounded)) unproven.add('gap_unbounded');
  if (longestBroken(touching) > broken_ms) unproven.add('probe_broken');
  if (alarm.some((stretch) => longestOf(stretch) > grace(stretch.kind))) unproven.add('gap_at_limit');
  if (coverage < coverageLeast && !unproven.has('no_data')) unproven.add('few_data');
  if (unproven.size > 0) return found('NOT_PROVEN', ...unproven);
  if (long.length > 0) return found('KEPT_WITH_GAP', 'gap_bounded');
  return coverage < coverageWhole ? found('KEPT_WITH_GAP', 'some_data') : found('KEPT');
}

/** How long the probe was broken at a time, ms. */
function longestBroken(pieces: readonly Piece[]): number {
  let [longest, since] = [0, null as number | null];
  for (const piece of pieces) {
    const isBroken = piece.is === 'unknown' && piece.why === 'broken';
    since = isBroken ? (since ?? piece.from) : null;
    if (since !== null) longest = Math.max(longest, piece.to - since);
  }
  return longest;
}
