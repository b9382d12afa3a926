import { limits } from '@brina/contract/devices';
import { day_ms, minute_ms } from '@brina/domain/language/durations';

/**
 * What a message says of time, and when it was received. Epoch ms; `up_ms` since the boot; 0 of an unset clock. `span_ms`: from its first
 * fact to its last.
 */
export type Told = { at_ms: number; sent_ms: number; up_ms: number; span_ms: number; received_ms: number };

/** How it is known when a boot began, the better the greater. */
export const evidence = {
  /** As the unit said of a fact that it sent later, or without telling when. */
  said: 0,
  /** By our clock, while the unit sent what it measured: its own was off. */
  receipt: 1,
  /** By its own clock likewise, which agreed with ours. */
  clock: 2,
} as const;

/** What is known of a boot; moments are epoch ms. */
export type Boot = {
  /** When it began, as is known best. */
  bootedAt_ms: number;
  /** The same as was known first: steady time of the boot is this plus `up`, whatever its clock was set to. */
  steadyAt_ms: number;
  evidence: (typeof evidence)[keyof typeof evidence];
  /** Receipt minus sending of the message that told it. */
  offset_ms: number;
};

/**
 * What a unit is ahead of us by: `lasts` once it has been so for a while, `passed` when it is so no more, `new` until one of both. At
 * first nobody can tell whose clock is wrong.
 */
export type Ahead = 'new' | 'lasts' | 'passed';

/** A unit that is ahead of us for so long is fast; a time service sets a clock of ours right in its first minutes. */
export const lasting_ms = 5 * minute_ms;
/** A unit that was ahead of us and was not heard since counts as right after this. */
const forgiven_ms = day_ms;

/** A fact's moment, or not to be told. */
export type Moment =
  | {
      at_ms: number;
      /** Whether it is counted from the boot, and not the unit's own `at`. */
      rebuilt: boolean;
      /** Whether the unit's clock was off by more than a minute. */
      isOff: boolean;
      /** What is to be added to have it by our clock; 0 of what is by ours already, or of an unknown offset. */
      error_ms: number;
      /** How far the unit's clock was behind ours. */
      behind_ms: number;
    }
  | 'untimed';

/**
 * When a message's first fact was (docs/DEVICE-PROTOCOL.md, order and time; docs/decisions/020-moments-by-evidence.md).
 *
 * The unit's own `at` holds while its clock is within a minute of ours. A greater offset is either its clock or a delay on the way: as
 * long as `at` still agrees with what its boot's clock said when that was right, it is right, however late it is received, and if it
 * lies ahead of us, our own clock is behind. Else the moment is counted by `up` from when the boot began. Of a clock that is some seconds
 * ahead they are taken off, or what it measures would be the history of whoever holds the unit then; so they are where the clock that
 * told of the boot was ahead. What lies ahead of now, or further back than anything can come from, is not believed.
 * @param boot what is known of its boot, this message included
 * @param now_ms our clock as it is now: that of the receipt may have been wrong
 */
export function momentOf(told: Told, boot: Boot | undefined, now_ms: number): Moment {
  const { at_ms, up_ms, span_ms, received_ms } = told;
  const isRight = isRightClock(told, boot);
  if (isRight && fits(told, at_ms, now_ms)) {
    const behind_ms = steadyErrorOf(told, boot);
    return { ...byOurs(at_ms, behind_ms, offsetOf(told)), rebuilt: false, isOff: false, behind_ms };
  }
  if (!boot) return 'untimed';
  const counted_ms = boot.bootedAt_ms + up_ms;
  // What this clock says now tells nothing; but nothing is received before it is measured.
  const rebuilt = byOurs(counted_ms, bootErrorOf(boot), received_ms - counted_ms - span_ms);
  if (!fits(told, rebuilt.at_ms, now_ms)) return 'untimed';
  // That it was ahead of us was our own fault where its boot goes by what the unit said.
  const isOurs = isAhead(told) && boot.evidence === evidence.said;
  return { ...rebuilt, rebuilt: true, isOff: at_ms > 0 && !isRight && !isOurs, behind_ms: offsetOf(told) };
}

/** Whether a unit's stamp can be true now. */
export const believable = (at_ms: number, now_ms: number): boolean =>
  at_ms > 0 && at_ms >= now_ms - limits.behind_ms && at_ms <= now_ms + limits.ahead_ms;

/** Whether a message's facts can stand from a moment on: they are all over, and were so when it was sent. */
function fits(told: Told, first_ms: number, now_ms: number): boolean {
  return believable(first_ms, now_ms) && believable(first_ms + told.span_ms, now_ms) && !reachesAhead(told, first_ms);
}

/** Whether facts from a moment on would go on to what came after the message itself. */
export const reachesAhead = ({ span_ms, sent_ms, received_ms }: Told, first_ms: number): boolean =>
  first_ms + span_ms > Math.max(sent_ms, received_ms) + limits.ahead_ms;

/** Whether a message tells, by a clock that is known to be right, of what comes after it: nobody measures that. */
export function isNeverTrue(told: Told, bootOfIt: () => Boot | undefined): boolean {
  if (!reachesAhead(told, told.at_ms)) return false;
  const boot = bootOfIt();
  return boot?.evidence === evidence.clock && agrees(told, boot);
}

/** Whether a boot was heard while it measured, so that it is known how its clock stood to ours. */
const isHeard = (boot: Boot | undefined): boot is Boot => boot !== undefined && boot.evidence !== evidence.said;

const agrees = ({ at_ms, up_ms }: Told, boot: Boot): boolean =>
  Math.abs(at_ms - up_ms - boot.bootedAt_ms) <= limits.clockOffset_ms;

function isRightClock(told: Told, boot: Boot | undefined): boolean {
  if (told.at_ms <= 0) return false;
  const isNear = Math.abs(offsetOf(told)) <= limits.clockOffset_ms;
  if (!isHeard(boot)) return isNear;
  // A clock that is right as it sends may have been set since it measured, in this boot or a later one.
  if (isNear && isFresh(told)) return true;
  return agrees(told, boot) && (isNear || boot.evidence === evidence.clock);
}

/** Receipt minus sending; 0 where the unit does not say when it sent. */
const offsetOf = ({ sent_ms, received_ms }: Told): number => (sent_ms > 0 ? received_ms - sent_ms : 0);

/** A clock that is less off than this is as good as ours. */
const error_min_ms = 1000;

/** How far a right clock is behind ours, by what its boot told of it: the same for all that it says, however long that is under way. */
function steadyErrorOf(told: Told, boot: Boot | undefined): number {
  if (!isHeard(boot)) return offsetOf(told);
  return bootErrorOf(boot) - (told.at_ms - told.up_ms - boot.bootedAt_ms);
}

/** How far the clock was behind ours that told when a boot began; 0 of one that was off by more than a minute: its boot goes by ours. */
const bootErrorOf = ({ offset_ms }: Boot): number => (Math.abs(offset_ms) <= limits.clockOffset_ms ? offset_ms : 0);

/**
 * A moment by our clock, as far as that is certain of one by a right clock: what it was ahead is taken off, what it was behind is to be
 * added (`server/src/core/ingest/hands.ts`). Less than a second may be the way alone.
 *
 * What the boot told of its clock counts, not to what it was set until the message was sent. Only where that would say that the clock is
 * behind, the message may say by how much less: the way of the one that told it may have been long.
 * @param most_ms what it is behind at most
 */
function byOurs(at_ms: number, behind_ms: number, most_ms: number): { at_ms: number; error_ms: number } {
  const error_ms = behind_ms <= 0 ? behind_ms : Math.max(0, Math.min(most_ms, behind_ms));
  if (Math.abs(error_ms) < error_min_ms) return { at_ms, error_ms: 0 };
  return error_ms < 0 ? { at_ms: at_ms + error_ms, error_ms: 0 } : { at_ms, error_ms };
}

/** Whether it was sent as it was measured, so that one clock said both. */
const isFresh = ({ at_ms, sent_ms }: Told): boolean =>
  sent_ms > 0 && sent_ms >= at_ms && sent_ms - at_ms <= limits.clockOffset_ms;

/** Whether the unit's clock is so far ahead of ours that one of both is wrong. */
export const isAhead = (told: Told): boolean => told.at_ms > 0 && offsetOf(told) < -limits.clockOffset_ms;

/** Whether what is ahead counts as right, since nothing was heard that tells more. */
export const isForgiven = ({ received_ms }: Told, now_ms: number): boolean => now_ms - received_ms > forgiven_ms;

/** What a message tells of when its boot began; undefined where nothing can be believed. @param ahead of one that is ahead of us */
export function bootOf(told: Told, ahead: Ahead, now_ms: number): Boot | undefined {
  const { at_ms, up_ms } = told;
  if (at_ms <= 0) return undefined;
  const offset_ms = offsetOf(told);
  const isOff = Math.abs(offset_ms) > limits.clockOffset_ms;
  if (isAhead(told) && ahead === 'new') return undefined;
  const isOurs = isOff && !(isAhead(told) && ahead === 'passed');
  const bootedAt_ms = at_ms - up_ms + (isOurs ? offset_ms : 0);
  if (!fits(told, bootedAt_ms + up_ms, now_ms)) return undefined;
  const known = !isFresh(told) || isOff !== isOurs ? evidence.said : isOurs ? evidence.receipt : evidence.clock;
  return { bootedAt_ms, steadyAt_ms: bootedAt_ms, evidence: known, offset_ms };
}

/** A right clock and `up` part slowly, in weeks by as much as this. */
const drift_ms = 1000;

/** The better of what was known of a boot and what is told now; of what right clocks tell the latest. Steady time stays. */
export function better(known: Boot | undefined, told: Boot | undefined): Boot | undefined {
  if (!known || !told) return known ?? told;
  const isNews =
    told.evidence > known.evidence ||
    (told.evidence === evidence.clock &&
      known.evidence === evidence.clock &&
      Math.abs(told.bootedAt_ms - known.bootedAt_ms) >= drift_ms);
  return isNews ? { ...told, steadyAt_ms: known.steadyAt_ms } : known;
}
