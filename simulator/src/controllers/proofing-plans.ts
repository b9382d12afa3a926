import { type ProofingArgs, plannedPhases, planProofing } from '@brina/domain/cycles/proofing';
import { day_ms, second_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import type { Runs } from '../cycle-run.ts';
import type { Args, Machine, Prepared } from '../machine.ts';
import { modes, type ProverZone } from './prover-zone.ts';

/** The plans of a prover: from a person's arguments to the run that is ready by the kitchen's clock, once or again and again. */
export class ProofingPlans {
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #zone: ProverZone;

  constructor(machine: Machine, runs: Runs, zone: ProverZone) {
    this.#machine = machine;
    this.#runs = runs;
    this.#zone = zone;
  }

  /** Handles the command that sets a plan. */
  prepare(args: Args, command?: string): Prepared {
    const { state, faults } = this.#machine;
    if (this.#runs.isRunning) return 'cycle_running';
    if (faults.waterOff > 0) return 'no_water';
    const start = this.#planRun(args, command);
    if (typeof start === 'string') return start;
    return () => {
      start();
      state.repeats = args.repeat === undefined || args.repeat === 'none' ? null : { args, armed: false };
    };
  }

  /** A plan that repeats begins anew when the dough was taken out and new dough put in. */
  repeat(): void {
    const { state, timeZone } = this.#machine;
    if (!state.repeats?.armed || state.run || !state.on || state.doors.some(({ open }) => open)) return;
    const { args } = state.repeats;
    const minute = String(args.readyAt).slice(10);
    for (let days = 0; days <= 7; days++) {
      const at_ms = state.true_ms + days * day_ms;
      const day = localMinute(at_ms, timeZone).slice(0, 10);
      // Sunday is the seventh day of the plan.
      const weekday = new Date(`${day}T12:00Z`).getUTCDay() || 7;
      const wanted = args.repeat === 'daily' || (Array.isArray(args.repeat) && args.repeat.includes(weekday));
      const start = wanted ? this.#planRun({ ...args, readyAt: `${day}${minute}` }) : null;
      if (typeof start !== 'function') continue;
      start();
      state.repeats.armed = false;
      return;
    }
  }

  /** The plan of a person as a run: storing gives way when the rest needs the time that is left. */
  #planRun(args: Args, command?: string): Prepared {
    const { model, state, timeZone } = this.#machine;
    const schedule = planProofing(model, args, { now_ms: state.true_ms, timeZone });
    if ('faults' in schedule) return schedule.faults[0]?.code ?? 'bad_argument';
    const plan = plannedPhases(model, schedule);
    return () => {
      Object.assign(this.#zone.settings, { mode: modes.programmed, before: null });
      const ready_s = state.time_s + (schedule.readyAt - state.true_ms) / second_ms;
      const { source } = args as ProofingArgs;
      const facts = { ...(command !== undefined && { command }), ...(source && { source }) };
      this.#runs.start({ function: modes.programmed, plan, ready_s, facts });
    };
  }
}
