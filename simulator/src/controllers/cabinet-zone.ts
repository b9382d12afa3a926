import type { ModeRow } from '@brina/domain/appliance/families/family';
import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import type { PhaseHumidity } from '@brina/domain/appliance/phase-plan';
import { atEase, type Demand } from '@brina/domain/thermal/chamber';
import type { Zone } from '../appliance-state.ts';
import type { Runs } from '../cycle-run.ts';
import type { DefrostPlan } from '../defrost.ts';
import type { Machine } from '../machine.ts';
import { ZoneDefrost } from './zone-defrost.ts';

/** Below and at this set-point the air of the chamber would not free the coil. */
const heaterUpTo = 2;
const frozenBelow = -5;
/** The air pulls down until it is this near its set-point. */
const steady_K = 1;
/** Coldest set-point of the test of a pastry cabinet's cooling. */
const testHeat = 25;

/** One zone of a holding cabinet: its mode, the set-points in force, and its defrosts. */
export class CabinetZone {
  readonly settings: Zone;
  readonly defrost: ZoneDefrost;
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #index: number;
  readonly #testHeating: number;

  constructor(machine: Machine, runs: Runs, settings: Zone, index: number) {
    this.#machine = machine;
    this.#runs = runs;
    this.settings = settings;
    this.#index = index;
    this.#testHeating = phaseCode(machine.family, 'testHeating');
    this.defrost = new ZoneDefrost(machine, settings, index, () => this.#defrostPlan);
  }

  /** The mode whose set-points count: during a defrost, the one it goes back to. */
  get row(): ModeRow | undefined {
    return this.#machine.family.modes[this.settings.before ?? this.settings.mode];
  }

  get standsBy(): boolean {
    return !this.#machine.state.on || this.row?.key === 'standby';
  }

  get isCold(): boolean {
    return this.row?.air != null && this.#machine.state.on;
  }

  /** Air set-point in force. */
  get air(): number | null {
    if (!this.#machine.state.on) return null;
    const { phase } = this.#runs;
    if (phase) return phase.phase === this.#testHeating ? testHeat : this.#runs.air;
    return this.settings.air ?? this.#program?.air ?? this.row?.air?.default ?? null;
  }

  /** Humidity set-point in force. */
  get humidity(): PhaseHumidity {
    if (!this.#machine.state.on || this.settings.rh === 'off') return null;
    const { phase } = this.#runs;
    if (phase) return phase.rh;
    const value = this.settings.rh ?? this.#program?.rh ?? this.row?.rh?.default ?? null;
    return value === null ? null : { set: value };
  }

  get demand(): Demand {
    if (!this.#machine.state.on) return atEase;
    const { phase } = this.#runs;
    if (phase) return { air: this.air, rh: phase.rh, fan: phase.fan / 100, defrost: 'none' };
    if (!this.isCold) return atEase;
    return this.defrost.demand({ air: this.air, rh: this.humidity, fan: this.#fan });
  }

  advance(): void {
    this.defrost.advance();
    if (!this.isCold || this.#runs.phase) return;
    const air = this.#machine.state.chambers[this.#index]?.probes.air ?? 0;
    const target = this.air;
    if (target !== null && Math.abs(air - target) <= steady_K) this.settings.steady = true;
    this.defrost.beginIfDue();
  }

  /** A new set-point is to be reached first. */
  change(values: Partial<Zone>): void {
    Object.assign(this.settings, { steady: false, ...values });
  }

  get #program(): { air: number; rh: number } | undefined {
    const { program } = this.settings;
    return program === null ? undefined : this.row?.programs?.[program];
  }

  get #fan(): number {
    const definition = this.row?.definition ?? [];
    return ((this.settings.steady ? definition.at(-1) : definition[0])?.fan ?? 0) / 100;
  }

  get #defrostPlan(): DefrostPlan {
    const air = this.air ?? 0;
    const heater = air <= heaterUpTo;
    // Off-cycle the coil takes the air's temperature: it is free when it has been above zero for a while.
    return {
      heater,
      until: heater ? 8 : Math.min(8, air),
      max_s: air < frozenBelow ? 30 * 60 : heater ? 15 * 60 : 40 * 60,
      fanBelow: Math.min(-2, air - 4),
    };
  }
}
