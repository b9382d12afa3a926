/** How a blast chiller starts: what stands in the way, and the plan it makes of a person's arguments. */

import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import { needsNeedle } from '@brina/domain/appliance/phase-plan';
import type { RefusalCode } from '@brina/domain/appliance/refusals';
import { cycleCan, cycleStateOf } from '@brina/domain/cycles/cycle';
import { checkStart, type PhasePlan, planFor, type StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { scheduleStart } from '@brina/domain/cycles/schedule';
import { second_ms } from '@brina/domain/language/durations';
import { instantOf } from '@brina/domain/language/local-minute';
import { withPurge } from '@brina/domain/thermal/purge';
import type { Runs } from '../cycle-run.ts';
import type { Args, Machine, Prepared } from '../machine.ts';
import type { TrayTimers } from '../tray-timers.ts';

/** Starts the functions of a blast chiller. */
export class BlastStart {
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #timers: TrayTimers;
  readonly #defrosting: number;

  constructor(machine: Machine, runs: Runs, timers: TrayTimers) {
    this.#timers = timers;
    this.#machine = machine;
    this.#runs = runs;
    this.#defrosting = phaseCode(machine.family, 'defrosting');
  }

  /** Handles the command; `command`: id of the message that asked, absent at the panel. */
  prepare(args: Args, command?: string): Prepared {
    const refusal = this.#refusal(args);
    if (refusal) return refusal;
    return () => this.#start(args as StartCycleArgs, command);
  }

  #refusal(args: Args): RefusalCode | null {
    const { model, unitPackage, ends, state, readings, faults, isBlocked } = this.#machine;
    const fault = checkStart(model, args, unitPackage, ends)[0];
    if (fault) return fault.code;
    if (this.#runs.isRunning) return this.#runs.phase?.phase === this.#defrosting ? 'defrosting' : 'cycle_running';
    const cycleState = cycleStateOf(state.cycleState);
    if (!cycleState || !cycleCan.start(cycleState)) return 'cycle_running';
    if (state.doors.some(({ open }) => open)) return 'door_open';
    if (isBlocked) return 'alarm_blocks';
    const start = args as StartCycleArgs;
    const plan = this.#planOf(start);
    const byCore = plan.some(({ end }) => needsNeedle(end));
    if (byCore && readings.core.every((point) => point === null)) return 'probe_missing';
    if (faults.waterOff > 0 && plan.some(({ rh }) => rh && 'set' in rh)) return 'no_water';
    const schedule = scheduleStart(model, start, { now_ms: state.true_ms, timeZone: this.#machine.timeZone });
    return schedule && 'faults' in schedule ? (schedule.faults[0]?.code ?? null) : null;
  }

  #start(start: StartCycleArgs, command: string | undefined): void {
    const { state, timeZone } = this.#machine;
    const { load_kg, product, lot, sanigen, readyAt, source, trays = [] } = start;
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
        ...(source === undefined ? {} : { source }),
      },
    });
    for (const { tray, min } of trays) this.#timers.set({ tray, min });
  }

  #planOf(args: StartCycleArgs): readonly PhasePlan[] {
    const { family, model, unitPackage } = this.#machine;
    return withPurge(family, planFor(family, args, model, unitPackage));
  }
}
