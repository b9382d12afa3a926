import { flags } from './facts.ts';
import { momentInHands } from './hands.ts';
import { type Boot, evidence, type Moment, type Told } from './moment.ts';

/** Where the facts of a message stand. */
export type Timing = {
  /** When a fact was that came so long after the message's first one, epoch ms; undefined: it is nobody's. */
  at_ms(offset_ms: number): number | undefined;
  /** By how much such a moment lies after the boot's steady time; null: by less than a second. */
  clockShift_ms(at_ms: number, offset_ms: number): number | null;
  /** Whether it is known; what is no history needs no moment of its own, and ends with its receipt. */
  isTimed: boolean;
  /** Marks of a sample that speak of its clock, and how far that was behind ours; null where it was right. */
  marks: number;
  clockOffset_s: number | null;
};

/** What its column holds: a clock that is off by more is as wrong. */
const clockOffset_max_s = 2 ** 31 - 1;
/** A smaller offset is as good as none. */
const clockOffset_min_s = 30;
/** A smaller shift is the drift of a day. */
const clockShift_min_ms = 1000;

/** Where the facts of a message stand, by the moment of its first one and the last hand-overs of its unit. */
export function timingOf(
  told: Told,
  { boot, moment, handOvers_ms }: { boot: Boot | undefined; moment: Moment; handOvers_ms: readonly number[] },
): Timing {
  const { received_ms, up_ms, span_ms } = told;
  if (moment === 'untimed')
    return {
      at_ms: (offset_ms) => received_ms - span_ms + offset_ms,
      clockShift_ms: () => null,
      isTimed: false,
      marks: 0,
      clockOffset_s: null,
    };
  const { isOff, rebuilt, error_ms, behind_ms } = moment;
  const isByReceipt = isOff || (rebuilt && boot?.evidence !== evidence.clock);
  const earliest_ms = Math.min(moment.at_ms, moment.at_ms + error_ms);
  const isAfterAll = handOvers_ms.every((handOver_ms) => handOver_ms <= earliest_ms);
  const steady_ms = boot ? boot.steadyAt_ms + up_ms : moment.at_ms;
  const clockOffset_s = Math.max(-clockOffset_max_s, Math.min(Math.round(behind_ms / 1000), clockOffset_max_s));
  return {
    at_ms: (offset_ms) => {
      const at_ms = moment.at_ms + offset_ms;
      return isAfterAll ? at_ms : momentInHands(handOvers_ms, { at_ms, error_ms, isByReceipt, received_ms });
    },
    clockShift_ms: (at_ms, offset_ms) => {
      const shift_ms = at_ms - offset_ms - steady_ms;
      return Math.abs(shift_ms) < clockShift_min_ms ? null : shift_ms;
    },
    isTimed: true,
    marks: (rebuilt ? flags.clockRebuilt : 0) | (isOff ? flags.clockOff : 0),
    clockOffset_s: Math.abs(clockOffset_s) > clockOffset_min_s ? clockOffset_s : null,
  };
}
