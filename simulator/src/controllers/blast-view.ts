import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import type { PhasePlan } from '@brina/domain/cycles/cycle-plan';
import { protectedAir } from '@brina/domain/thermal/steering';
import { cycleCode } from '../appliance-state.ts';
import type { Runs } from '../cycle-run.ts';
import { defrostCode } from '../defrost.ts';
import { type ControllerView, humidityShown, type Machine } from '../machine.ts';

/** What a blast chiller shows of itself, and what is in force in its one zone. */
export class BlastView implements ControllerView {
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #defrosting: number;
  readonly #dripping: number;

  constructor(machine: Machine, runs: Runs) {
    const { family } = machine;
    this.#machine = machine;
    this.#runs = runs;
    this.#defrosting = phaseCode(family, 'defrosting');
    this.#dripping = phaseCode(family, 'dripping');
  }

  isDefrost(phase: PhasePlan | null): boolean {
    return phase !== null && phase.phase === this.#defrosting;
  }

  get phase(): PhasePlan | null {
    return this.#runs.phase;
  }

  get phaseCode(): number {
    return this.#runs.phase?.phase ?? 0;
  }

  /** Air set-point in force; null when the air is not controlled. */
  get air(): number | null {
    const { phase } = this.#runs;
    if (!phase || phase.air === null) return null;
    const { family, state, readings } = this.#machine;
    return protectedAir(family, phase, state.zones[0]?.air ?? this.#runs.air, readings.core);
  }

  get humidity(): PhasePlan['rh'] {
    const rh = this.#machine.state.zones[0]?.rh;
    if (rh === 'off') return null;
    return typeof rh === 'number' ? { set: rh } : (this.#runs.phase?.rh ?? null);
  }

  set(): number | null {
    return this.air;
  }

  humiditySet(): number | null {
    return humidityShown(this.humidity);
  }

  get coreTarget(): number | null {
    const end = this.#runs.phase?.end;
    return end?.by === 'core' ? end.target : null;
  }

  mode(): number {
    return 0;
  }

  standsBy(): boolean {
    return !this.#machine.state.on;
  }

  get functionCode(): number {
    const { state, family } = this.#machine;
    return state.run?.function ?? (family.code === 'MF' ? 255 : 0);
  }

  defrost(): number {
    const { phase } = this.#runs;
    if (this.isDefrost(phase)) return defrostCode.heating;
    return this.#dripping > 0 && phase?.phase === this.#dripping ? defrostCode.dripping : defrostCode.none;
  }

  get isBusy(): boolean {
    return this.#machine.state.cycleState === cycleCode.running;
  }
}
