/** What goes wrong with a unit by hand: its clock, its parts, its probes. */
import { type BreakableProbe, type FaultName, type ProbeTrouble, setFault, troubleProbe } from './faults.ts';
import type { Outbox } from './outbox.ts';
import { setTo } from './unit-clock.ts';
import type { BoardState } from './unit-state.ts';

export type Troubles = {
  /** Sets the clock wrong by so many seconds, or loses it. */
  setClockError(offset_s: number | 'unset'): void;
  /** Sets a fault with a size, and what it grows by in a day; false when the value lies outside its limits. */
  setFault(name: FaultName, value: number, perDay?: number): boolean;
  /** Breaks, freezes or mends a probe. */
  troubleProbe(probe: BreakableProbe, trouble: ProbeTrouble | null): void;
  leaveProbeInAir(inAir: boolean): void;
};

/** What of the unit the troubles need: its instant, what its clock shows then, and how its state is written down. */
type Board = { now(): number; clockAt(true_ms: number): number; save(): void };

/** The troubles of a unit; each is written down at once. */
export function createTroubles(s: BoardState, outbox: Outbox, { now, clockAt, save }: Board): Troubles {
  return {
    setClockError(offset_s) {
      outbox.seal();
      if (offset_s === 'unset') s.clock.isSet = false;
      else s.clock = setTo(now() + offset_s * 1000, now());
      save();
    },
    setFault(name, value, perDay) {
      // Drift counts from now on.
      if (name === 'drift' && s.clock.isSet) {
        outbox.seal();
        s.clock = setTo(clockAt(now()), now());
      }
      const changed = setFault(s.faults, name, value, perDay);
      save();
      return changed;
    },
    troubleProbe(probe, trouble) {
      troubleProbe(s.faults, probe, trouble);
      save();
    },
    leaveProbeInAir(inAir) {
      s.faults.probeInAir = inAir;
      save();
    },
  };
}
