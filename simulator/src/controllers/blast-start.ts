/** How a blast chiller starts: what stands in the way, the plan it makes of a person's arguments, and how early it has to heat. */

import { runPhases_max } from '@brina/domain/appliance/phase-plan';
import type { RefusalCode } from '@brina/domain/appliance/refusals';
import { cycleCan, cycleStateOf } from '@brina/domain/cycles/cycle';
import { checkStart, type PhasePlan, planFor, type StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { scheduleStart } from '@brina/domain/cycles/schedule';
import { second_ms } from '@brina/domain/language/durations';
import { instantOf } from '@brina/domain/language/local-minute';
import type { Runs } from '../cycle-run.ts';
import { type Args, type Machine, type Prepared, phaseCode } from '../machine.ts';

/** Cold phases begin in a cell no hotter than this, and what purges it before them. */
export const purgesAbove = 45;
const purge_min = 10;
const purgeAir = 40;
/** Phases of this air are cold. */
const coldAir = 20;
/** Heat that food above freezing takes. */
const food_J_per_kgK = 3600;
/** The core comes a little after the heat. */
const heatingReserve = 1.1;

/**
 * Minutes it takes to heat food and chamber with the heater there is, 0 for a phase that does not. The unit knows its load by how the
 * air answered while it cooled.
 */
export function heating_min({ build: { size }, state: s, readings, ambient }: Machine, phase: PhasePlan): number {
  const { air, end } = phase;
  if (end.by !== 'core' || typeof air !== 'number' || air <= end.target) return 0;
  const core = Math.min(...readings.core.map((point) => point ?? Number.POSITIVE_INFINITY));
  const food_J = (s.chambers[0]?.load?.mass_kg ?? 0) * food_J_per_kgK * Math.max(0, end.target - core);
  const steel_J = (size.air_J_per_K + size.coil_J_per_K) * Math.max(0, air - (readings.air[0] ?? air));
  const heater_W = size.heater_W - size.walls_W_per_K * (air - ambient);
  return heater_W > 0 ? ((food_J + steel_J) / heater_W / 60) * heatingReserve : 0;
}

/** Starts the functions of a blast chiller. */
export class BlastStart {
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #coolDown: number;
  readonly #defrosting: number;

  constructor(machine: Machine, runs: Runs) {
    this.#machine = machine;
    this.#runs = runs;
    this.#coolDown = phaseCode(machine.family, 'coolDown');
    this.#defrosting = phaseCode(machine.family, 'defrosting');
  }

  /** Handles the command; `command`: id of the message that asked, absent at the panel. */
  prepare(args: Args, command?: string): Prepared {
    const refusal = this.#refusal(args);
    if (refusal) return refusal;
    return () => this.#start(args as StartCycleArgs, command);
  }

  #refusal(args: Args): RefusalCode | null {
    const { model, state, readings, faults, isBlocked } = this.#machine;
    const fault = checkStart(model, args)[0];
    if (fault) return fault.code;
    if (this.#runs.isRunning) return this.#runs.phase?.phase === this.#defrosting ? 'defrosting' : 'cycle_running';
    const cycleState = cycleStateOf(state.cycleState);
    if (!cycleState || !cycleCan.start(cycleState)) return 'cycle_running';
    if (state.doors.some(({ open }) => open)) return 'door_open';
    if (isBlocked) return 'alarm_blocks';
    const start = args as StartCycleArgs;
    const plan = this.#planOf(start);
    const byCore = plan.some(({ end }) => end.by === 'core' || end.by === 'surface');
    if (byCore && readings.core.every((point) => point === null)) return 'probe_missing';
    if (faults.waterOff > 0 && plan.some(({ rh }) => rh && 'set' in rh)) return 'no_water';
    const schedule = scheduleStart(model, start, { now_ms: state.true_ms, timeZone: this.#machine.timeZone });
    return schedule && 'faults' in schedule ? (schedule.faults[0]?.code ?? null) : null;
  }

  #start(start: StartCycleArgs, command: string | undefined): void {
    const { state, timeZone } = this.#machine;
    const { load_kg, product, lot, sanigen, readyAt } = start;
    if (sanigen !== undefined) state.sanigen = { level: sanigen, since_s: state.time_s };
    this.#runs.start({
      function: start.function,
      plan: this.#planOf(start),
      ...(readyAt === undefined
        ? {}
        : { ready_s: state.time_s + (instantOf(readyAt, timeZone) - state.true_ms) / second_ms }),
      facts: {
        ...(command === undefined ? {} : { command }),
        ...(load_kg === undefined ? {} : { load_kg }),
        ...(product === undefined ? {} : { product }),
        ...(lot === undefined ? {} : { lot }),
      },
    });
  }

  #planOf(args: StartCycleArgs): readonly PhasePlan[] {
    const { family, model } = this.#machine;
    return this.#withCoolDown(planFor(family, args, model));
  }

  /** The coldest thing that may follow hot air is air of 45 °C. */
  #withCoolDown(plan: readonly PhasePlan[]): readonly PhasePlan[] {
    if (this.#coolDown === 0 || plan.length >= runPhases_max) return plan;
    const index = plan.findIndex((phase, i) => warmestAir(plan[i - 1]) > purgesAbove && warmestAir(phase) <= coldAir);
    if (index < 1) return plan;
    const purge: PhasePlan = {
      phase: this.#coolDown,
      air: purgeAir,
      fan: 100,
      rh: null,
      end: { by: 'time', time_min: purge_min },
    };
    return [...plan.slice(0, index), purge, ...plan.slice(index)];
  }
}

const warmestAir = (phase: PhasePlan | undefined): number => {
  const air = phase?.air ?? null;
  return air === null ? Number.NEGATIVE_INFINITY : typeof air === 'number' ? air : Math.max(...air);
};
