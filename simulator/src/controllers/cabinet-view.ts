import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { cycleCode } from '../appliance-state.ts';
import type { Runs } from '../cycle-run.ts';
import { defrostCode } from '../defrost.ts';
import { type ControllerView, humidityShown, type Machine, modeCode } from '../machine.ts';
import type { CabinetZone } from './cabinet-zone.ts';

/** What a holding cabinet shows of itself; its phase and function are those of its first zone. */
export class CabinetView implements ControllerView {
  readonly coreTarget = null;
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #zones: readonly CabinetZone[];
  readonly #automatic: number;
  readonly #pullDown: number;
  readonly #steady: number;
  readonly #defrosts: Readonly<Record<number, number>>;

  constructor(machine: Machine, runs: Runs, zones: readonly CabinetZone[]) {
    const { family } = machine;
    this.#machine = machine;
    this.#runs = runs;
    this.#zones = zones;
    this.#automatic = modeCode(family, 'automatic');
    this.#pullDown = phaseCode(family, 'pullDown');
    this.#steady = phaseCode(family, 'steady');
    this.#defrosts = {
      [defrostCode.heating]: phaseCode(family, 'defrosting'),
      [defrostCode.dripping]: phaseCode(family, 'dripping'),
      [defrostCode.fanDelay]: phaseCode(family, 'fanDelay'),
    };
  }

  get phase(): PhasePlan | null {
    return this.#runs.phase;
  }

  get phaseCode(): number {
    const { phase } = this.#runs;
    if (phase) return phase.phase;
    const [zone] = this.#zones;
    if (!zone?.isCold) return 0;
    const { code } = zone.defrost;
    if (code === defrostCode.none) return zone.settings.steady ? this.#steady : this.#pullDown;
    return this.#defrosts[code] ?? 0;
  }

  set(zone: number): number | null {
    return this.#zones[zone]?.air ?? null;
  }

  humiditySet(zone: number): number | null {
    return humidityShown(this.#zones[zone]?.humidity ?? null);
  }

  mode(zone: number): number {
    return this.#zones[zone]?.settings.mode ?? 0;
  }

  standsBy(zone: number): boolean {
    return this.#zones[zone]?.standsBy ?? true;
  }

  get functionCode(): number {
    return this.mode(0);
  }

  defrost(zone: number): number {
    return this.#zones[zone]?.defrost.code ?? 0;
  }

  get isBusy(): boolean {
    return this.#machine.state.cycleState === cycleCode.running || this.#zones[0]?.settings.mode === this.#automatic;
  }
}
