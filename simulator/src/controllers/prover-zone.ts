import type { ModeRow } from '@brina/domain/appliance/families/family';
import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import type { PhaseHumidity, PhasePlan } from '@brina/domain/appliance/phase-plan';
import { atEase, type Demand } from '@brina/domain/thermal/chamber';
import { cycleCode, type Zone } from '../appliance-state.ts';
import type { Runs } from '../cycle-run.ts';
import { defrostCode } from '../defrost.ts';
import { type ControllerView, humidityShown, type Machine } from '../machine.ts';
import { ZoneDefrost } from './zone-defrost.ts';

/** Codes of a prover's modes. */
export const modes = { standby: 0, continuous: 1, direct: 2, programmed: 3, defrosting: 4 } as const;

/** The one zone of a prover: its mode, the set-points in force, its defrosts, and what it shows of them. */
export class ProverZone implements ControllerView {
  readonly coreTarget = null;
  readonly settings: Zone;
  readonly ice: ZoneDefrost;
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #defrosting: number;
  readonly #dripping: number;

  constructor(machine: Machine, runs: Runs) {
    const [zone] = machine.state.zones;
    if (!zone) throw new Error('an appliance has a zone');
    this.settings = zone;
    this.#machine = machine;
    this.#runs = runs;
    this.#defrosting = phaseCode(machine.family, 'defrosting');
    this.#dripping = phaseCode(machine.family, 'dripping');
    this.ice = new ZoneDefrost(machine, zone, 0, () => ({
      heater: true,
      until: 8,
      max_s: 30 * 60,
      fanBelow: Math.min(-2, (this.air ?? 0) - 4),
    }));
  }

  /** The mode that counts: during a defrost, the one it goes back to. */
  get functionCode(): number {
    return this.settings.before ?? this.settings.mode;
  }

  /** Air set-point in force; null when the air is not controlled. */
  get air(): number | null {
    if (!this.#machine.state.on) return null;
    if (this.#runs.phase) return this.#runs.air;
    return this.#isContinuous ? (this.settings.air ?? this.#row?.air?.default ?? null) : null;
  }

  get demand(): Demand {
    if (!this.#machine.state.on) return atEase;
    return this.ice.demand({ air: this.air, rh: this.#humidity, fan: this.#fan });
  }

  standBy(): void {
    Object.assign(this.settings, { mode: modes.standby, before: null, air: null, rh: null, fan: null });
  }

  get phase(): PhasePlan | null {
    return this.#runs.phase;
  }

  get phaseCode(): number {
    const { code } = this.ice;
    if (code === defrostCode.heating) return this.#defrosting;
    if (code === defrostCode.dripping) return this.#dripping;
    return this.#runs.phase?.phase ?? (this.#isContinuous ? (this.#row?.definition[0]?.phase ?? 0) : 0);
  }

  set(): number | null {
    return this.air;
  }

  humiditySet(): number | null {
    return humidityShown(this.#humidity);
  }

  mode(): number {
    return this.settings.mode;
  }

  standsBy(): boolean {
    return !this.#machine.state.on || this.functionCode === modes.standby;
  }

  defrost(): number {
    return this.ice.code;
  }

  get isBusy(): boolean {
    return this.#machine.state.cycleState === cycleCode.running;
  }

  get #isContinuous(): boolean {
    return this.functionCode === modes.continuous;
  }

  get #row(): ModeRow | undefined {
    return this.#machine.family.modes[this.functionCode];
  }

  get #humidity(): PhaseHumidity {
    if (!this.#machine.state.on || this.settings.rh === 'off') return null;
    if (this.#runs.phase) return this.#runs.phase.rh;
    const value = this.#isContinuous ? (this.settings.rh ?? this.#row?.rh?.default ?? null) : null;
    return value === null ? null : { set: value };
  }

  get #fan(): number {
    if (this.#runs.phase) return this.#runs.phase.fan / 100;
    return this.#isContinuous ? (this.settings.fan ?? this.#row?.fan?.default ?? 0) / 100 : 0;
  }
}
