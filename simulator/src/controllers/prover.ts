/**
 * Controller of a retarder prover (PL): continuous, direct and programmed by the kitchen's clock, defrosts in between, and plans that
 * repeat.
 */

import type { ModeRow } from '@brina/domain/appliance/families/family';
import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import { isSkippable } from '@brina/domain/cycles/cycle';
import type { Demand } from '@brina/domain/thermal/chamber';
import { cycleCode } from '../appliance-state.ts';
import { Runs } from '../cycle-run.ts';
import { defrostEnd } from '../defrost.ts';
import type { Args, Controller, ControllerView, Machine, Prepared } from '../machine.ts';
import { ProofingPlans } from './proofing-plans.ts';
import { modes, ProverZone } from './prover-zone.ts';

/** The coil ices up below this air only. */
const icesBelow = 8;

/** Steers a prover. */
export class Prover implements Controller {
  readonly view: ControllerView;
  readonly commands: Controller['commands'] = {
    setMode: (args, command) => this.#setMode(args, command),
    setProofingPlan: (args, command) => this.#plans.prepare(args, command),
    cancelProofingPlan: () => this.#cancelPlan(),
    stopCycle: () => (this.#mode === modes.standby ? 'not_running' : () => this.#stop()),
    skipPhase: (args) => this.#skipPhase(args),
    setTemperature: (args) => this.#setTemperature(args),
    setHumidity: (args) => this.#setHumidity(args),
    setDefrost: ({ on }) => this.#zone.ice.prepare(on, () => this.#defrostRefusal, modes.defrosting),
  };
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #zone: ProverZone;
  readonly #plans: ProofingPlans;
  readonly #storing: number;

  constructor(machine: Machine) {
    const { state } = machine;
    this.#machine = machine;
    this.#storing = phaseCode(machine.family, 'storing');
    this.#runs = new Runs(machine, {
      onEnd: (event) => {
        if (state.repeats) state.repeats.armed = false;
        if (event !== 'ended' || !state.run) this.#zone.standBy();
      },
    });
    this.#zone = new ProverZone(machine, this.#runs);
    this.#plans = new ProofingPlans(machine, this.#runs, this.#zone);
    this.view = this.#zone;
  }

  demand(): Demand {
    return this.#zone.demand;
  }

  advance(): void {
    const { state } = this.#machine;
    const { ice } = this.#zone;
    const runs = this.#runs;
    ice.advance();
    const target = this.#zone.air;
    const stores = runs.phase?.phase === this.#storing;
    if (target !== null && target < icesBelow && (runs.phase === null || stores)) ice.beginIfDue();
    // What follows storing needs its air, not a warm coil.
    if (runs.phase && !stores && ice.isOn) ice.cut(defrostEnd.temperature);
    runs.advance();
    const { run } = state;
    const resting =
      state.cycleState === cycleCode.ended && runs.phase?.end.by === 'time' ? runs.phase.end.time_min : null;
    if (run && resting !== null && state.time_s - run.phase_s >= resting * 60) this.#stop();
    this.#plans.repeat();
  }

  blocked(): void {
    if (this.#runs.isRunning) this.#runs.interrupt('alarm');
  }

  powerReturned(): void {
    this.#zone.ice.cut(defrostEnd.powerLoss);
    this.#zone.ice.back();
  }

  get #mode(): number {
    return this.#zone.functionCode;
  }

  #stop(): void {
    if (this.#machine.state.run) this.#runs.stop();
    this.#zone.standBy();
  }

  #setMode(args: Args, command: string | undefined): Prepared {
    const { family, state } = this.#machine;
    const wanted = args.mode as number;
    const row = family.modes[wanted];
    if (!row?.chosen) return 'not_compatible';
    if (wanted === modes.continuous && this.#mode === modes.continuous && args.air === undefined) return 'already_so';
    const { isRunning } = this.#runs;
    const isProgram = isRunning && this.#mode === modes.programmed;
    if (isProgram || (isRunning && wanted === modes.direct)) return 'cycle_running';
    if (this.#zone.ice.isOn) return 'defrosting';
    if (state.doors.some(({ open }) => open)) return 'door_open';
    const given = givenIn(args);
    return () => {
      if (state.run) this.#runs.stop();
      Object.assign(this.#zone.settings, { mode: wanted, before: null, steady: false, ...given });
      if (wanted === modes.direct) this.#startDirect(row, args, command);
    };
  }

  #startDirect(row: ModeRow, args: Args, command: string | undefined): void {
    const { air, rh, fan } = givenIn(args);
    const time_min = (args.time_min as number | undefined) ?? row.time_min?.default ?? 0;
    const plan = row.definition.map((phase, index): PhasePlan => {
      const isLast = index === row.definition.length - 1;
      return {
        ...phase,
        air: air ?? phase.air,
        rh: rh === null ? phase.rh : { set: rh },
        fan: fan ?? phase.fan,
        end: isLast ? { by: 'time', time_min } : phase.end,
      };
    });
    this.#runs.start({ function: modes.direct, plan, facts: command === undefined ? {} : { command } });
  }

  #cancelPlan(): Prepared {
    const { state } = this.#machine;
    if (this.#mode !== modes.programmed && !state.repeats) return 'not_running';
    return () => {
      state.repeats = null;
      if (this.#mode === modes.programmed) this.#stop();
    };
  }

  #skipPhase({ phase }: Args): Prepared {
    const { run } = this.#machine.state;
    if (!run || !this.#runs.isRunning) return 'not_running';
    return phase === run.index + 1 && isSkippable(run.plan, phase) ? () => this.#runs.skip() : 'inconsistent';
  }

  #setTemperature({ target }: Args): Prepared {
    if (this.#mode !== modes.continuous) return 'not_running';
    return () => void Object.assign(this.#zone.settings, { air: target, steady: false });
  }

  #setHumidity({ target }: Args): Prepared {
    if (this.#mode !== modes.continuous) return 'not_running';
    if (target !== null && this.#machine.faults.waterOff > 0) return 'no_water';
    return () => void (this.#zone.settings.rh = (target as number | null) ?? 'off');
  }

  get #defrostRefusal(): 'cycle_running' | null {
    const { mode } = this.#zone.settings;
    const rests = mode === modes.standby || mode === modes.continuous;
    return rests || this.#runs.phase?.phase === this.#storing ? null : 'cycle_running';
  }
}

/** What a person sets with a mode; null what the mode brings. */
const givenIn = ({ air, rh, fan }: Args): { air: number | null; rh: number | null; fan: number | null } => ({
  air: (air as number | undefined) ?? null,
  rh: (rh as number | undefined) ?? null,
  fan: (fan as number | undefined) ?? null,
});
