import { second_ms } from '@brina/domain/language/durations';
import { type BreakableProbe, type FaultName, type ProbeTrouble, setFault, troubleProbe } from '../faults.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { setTo } from './unit-clock.ts';
import type { BoardState } from './unit-state.ts';

/** What of the unit the troubles need: its state and outbox, its instant, what its clock shows, and how its state is written down. */
type Troubled = {
  readonly state: BoardState;
  readonly outbox: Outbox;
  now(): number;
  clockAt(true_ms: number): number;
  save(): void;
};

/** What goes wrong with a unit by hand: its clock, its parts, its probes. Each is written down at once. */
export class Troubles {
  readonly #unit: Troubled;

  constructor(unit: Troubled) {
    this.#unit = unit;
  }

  /** Sets the clock wrong by so many seconds, or loses it. */
  setClockError(offset_s: number | 'unset'): void {
    const { state, outbox } = this.#unit;
    const now = this.#unit.now();
    outbox.seal();
    if (offset_s === 'unset') state.clock.isSet = false;
    else state.clock = setTo(now + offset_s * second_ms, now);
    this.#unit.save();
  }

  /** Sets a fault with a size, and what it grows by in a day; false when the value lies outside its limits. */
  setFault(name: FaultName, value: number, perDay?: number): boolean {
    const { state, outbox } = this.#unit;
    // Drift counts from now on.
    if (name === 'drift' && state.clock.isSet) {
      const now = this.#unit.now();
      outbox.seal();
      state.clock = setTo(this.#unit.clockAt(now), now);
    }
    const changed = setFault(state.faults, name, value, perDay);
    this.#unit.save();
    return changed;
  }

  /** Breaks, freezes or mends a probe. */
  troubleProbe(probe: BreakableProbe, trouble: ProbeTrouble | null): void {
    troubleProbe(this.#unit.state.faults, probe, trouble);
    this.#unit.save();
  }

  leaveProbeInAir(inAir: boolean): void {
    this.#unit.state.faults.probeInAir = inAir;
    this.#unit.save();
  }
}
