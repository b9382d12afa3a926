/**
 * The run of a plan of phases: blast chillers, provers and the test of a pastry cabinet share it. It reports each turning point with
 * a full sample before it, for the record of a cycle is made from these.
 */
import type { EventBody } from '@brina/contract/devices';
import type { PhaseEvent, RunEnd } from '@brina/domain/appliance/states';
import type { CycleSource } from '@brina/domain/cycles/cycle-definition';
import type { PhasePlan } from '@brina/domain/cycles/cycle-plan';
import { type PhaseOutcome, type PhaseView, phaseOutcome, targetReached } from '@brina/domain/thermal/phase-end';
import { airOf, givesWay } from '@brina/domain/thermal/steering';
import { type ApplianceState, cycleCode, type Run } from './appliance-state.ts';
import type { Machine, Report } from './machine.ts';

/** What a run is started with. */
export type RunStart = {
  readonly function: number;
  readonly plan: readonly PhasePlan[];
  /** When all but the holding is to be over, in seconds of the process. */
  readonly ready_s?: number;
  /** What the record should know besides. */
  readonly facts?: { command?: string; load_kg?: number; product?: string; lot?: string; source?: CycleSource };
};

/** How a cycle came to its end. */
type EndReason = NonNullable<Extract<EventBody, { type: 'cycle' }>['reason']>;

/** A stopped cycle is shown for so long. */
const settle_s = 5;

/** A family's own view of a run's turning points. */
export type RunHooks = {
  readonly onPhase?: (phase: PhasePlan, run: Run) => void;
  /** A phase has ended with this outcome; `skipped` by a person. */
  readonly onPhaseOver?: (phase: PhasePlan, outcome: Exclude<PhaseOutcome, null> | 'skipped') => void;
  /** The cycle is over; a holding may follow. */
  readonly onEnd?: (event: RunEnd) => void;
  /** Minutes a phase that is still to come needs by the controller's own reckoning; a plan counts with a usual load. */
  readonly needs_min?: (phase: PhasePlan) => number;
};

/** Runs plans on a machine. */
export class Runs {
  readonly #machine: Machine;
  readonly #s: ApplianceState;
  readonly #report: Report;
  readonly #hooks: RunHooks;

  constructor(machine: Machine, hooks: RunHooks = {}) {
    this.#machine = machine;
    this.#s = machine.state;
    this.#report = machine.report;
    this.#hooks = hooks;
  }

  get phase(): PhasePlan | null {
    const { run } = this.#s;
    return run?.plan[run.index] ?? null;
  }

  get isRunning(): boolean {
    return this.#s.cycleState === cycleCode.running;
  }

  /** Air set-point of the phase, on its way along a ramp; null when the air is not controlled. */
  get air(): number | null {
    const { run, time_s } = this.#s;
    const now = this.phase;
    return now && run ? airOf(now, time_s - run.phase_s) : null;
  }

  start({ function: code, plan, ready_s, facts = {} }: RunStart): void {
    const s = this.#s;
    if (s.run) this.#endHolding();
    s.counters.cycles++;
    const runId = this.#machine.runId(s.counters.cycles);
    s.cycleState = cycleCode.running;
    s.settles_s = null;
    s.lastRunId = runId;
    const started_s = s.time_s;
    s.run = {
      runId,
      function: code,
      plan,
      index: 0,
      started_s,
      phase_s: started_s,
      reached_s: null,
      ready_s: ready_s ?? null,
      cycleId: facts.source?.id ?? null,
    };
    const wirePlan = plan.map(wirePhase);
    this.#report.event({ type: 'cycle', runId, event: 'started', function: code, plan: wirePlan, ...facts });
    this.#beginPhase(s.run, 0);
    this.#report.sampleNow();
  }

  /** Ends what runs, or the holding after it. */
  stop(): void {
    if (this.isRunning) this.#endCycle('stopped', 'person', 'terminated');
    else this.#endHolding();
  }

  /** A person ends the phase that runs, before its time. */
  skip(): void {
    this.#endPhase('skipped');
  }

  /** The phase that runs has come to its goal by the controller's own measure. */
  reach(): void {
    this.#endPhase('target');
  }

  interrupt(reason: 'alarm' | 'power' | 'maximum'): void {
    this.#endCycle('interrupted', reason, 'terminated');
  }

  /** Looks whether the phase is over. */
  advance(): void {
    const s = this.#s;
    if (s.settles_s !== null && s.time_s >= s.settles_s) {
      s.settles_s = null;
      s.cycleState = cycleCode.standby;
    }
    const { run } = s;
    const now = this.phase;
    if (!run || !now || !this.isRunning) return;
    const outcome = this.#outcomeOf(run, now);
    if (outcome) this.#phaseOver(run, outcome);
    else if (now.max_min !== undefined && s.time_s - run.started_s > now.max_min * 60) this.interrupt('maximum');
  }

  #beginPhase(run: Run, index: number): void {
    const s = this.#s;
    run.index = index;
    run.phase_s = s.time_s;
    run.reached_s = null;
    const zone = s.zones[0];
    // What a person set holds for the phase it was set in.
    if (zone) Object.assign(zone, { air: null, rh: null, fan: null });
    const begun = run.plan[index];
    if (begun) this.#hooks.onPhase?.(begun, run);
    this.#tellPhase(run, 'running');
  }

  #tellPhase(run: Run, state: PhaseEvent): void {
    const { runId, index, plan } = run;
    this.#report.event({ type: 'phase', runId, index: index + 1, phase: plan[index]?.phase ?? 0, state });
  }

  #endPhase(outcome: 'target' | 'skipped'): void {
    if (this.#s.run && this.isRunning) this.#phaseOver(this.#s.run, outcome);
  }

  #phaseOver(run: Run, outcome: Exclude<PhaseOutcome, null> | 'skipped'): void {
    const over = run.plan[run.index];
    if (over) this.#hooks.onPhaseOver?.(over, outcome);
    const next = run.plan[run.index + 1];
    const last = outcome === 'skipped' ? 'skipped' : 'terminated';
    if (!next || next.hold) {
      const byClock = run.ready_s !== null && outcome === 'time';
      this.#endCycle('ended', outcome === 'skipped' ? 'person' : byClock ? 'clock' : outcome, last);
      return;
    }
    this.#report.sampleNow();
    this.#tellPhase(run, last);
    this.#beginPhase(run, run.index + 1);
  }

  /** Ends what is running. The holding, if the plan has one and the cycle ended by itself, goes on under the same run. */
  #endCycle(event: RunEnd, reason: EndReason, last: 'terminated' | 'skipped'): void {
    const s = this.#s;
    const { run } = s;
    if (!run) return;
    this.#report.sampleNow();
    this.#tellPhase(run, last);
    this.#report.event({ type: 'cycle', runId: run.runId, event, function: run.function, reason });
    const next = run.plan[run.index + 1];
    s.cycleState = cycleCode[event];
    if (event === 'ended' && next?.hold) this.#beginPhase(run, run.index + 1);
    else {
      s.run = null;
      s.settles_s = event === 'interrupted' ? null : s.time_s + settle_s;
    }
    this.#hooks.onEnd?.(event);
  }

  #endHolding(): void {
    const s = this.#s;
    if (s.run) this.#tellPhase(s.run, 'terminated');
    s.run = null;
    s.cycleState = cycleCode.standby;
  }

  #outcomeOf(run: Run, now: PhasePlan): PhaseOutcome {
    if (now.end.by === 'auto') {
      const left_s = run.ready_s === null ? null : run.ready_s - this.#s.time_s;
      return givesWay(run.plan, run.index, left_s, (later) => this.#hooks.needs_min?.(later) ?? 0) ? 'time' : null;
    }
    return phaseOutcome(now, this.#view(run, now));
  }

  #view(run: Run, now: PhasePlan): PhaseView {
    const { air, core, coil } = this.#machine.readings;
    const s = this.#s;
    const seen: PhaseView = {
      air: air[0] ?? s.chambers[0]?.probes.air ?? 0,
      points: core,
      coil: coil[0] ?? null,
      phase_s: s.time_s - run.phase_s,
      held_s: null,
    };
    if (!targetReached(now, seen)) run.reached_s = null;
    else run.reached_s ??= s.time_s;
    return { ...seen, held_s: run.reached_s === null ? null : s.time_s - run.reached_s };
  }
}

/** A phase as it is told: the schema's tuple of a ramp is not a readonly one. */
export const wirePhase = ({ air, ...phase }: PhasePlan) => ({
  ...phase,
  air: air === null || typeof air === 'number' ? air : ([air[0], air[1]] as [number, number]),
});
