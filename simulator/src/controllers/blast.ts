/**
 * Controller of a blast chiller (MF, EF, SF): functions as plans of phases, from a person's arguments or their own, and the holding
 * after them.
 */
import { phaseCode } from '@brina/domain/appliance/families/phase-code';
import { isSkippable } from '@brina/domain/cycles/cycle';
import type { PhasePlan } from '@brina/domain/cycles/cycle-plan';
import type { LoadPresetArgs } from '@brina/domain/cycles/slots';
import { atEase, type Demand } from '@brina/domain/thermal/chamber';
import type { PhaseOutcome } from '@brina/domain/thermal/phase-end';
import { purgesAbove } from '@brina/domain/thermal/purge';
import { blastDemand, heating_min } from '@brina/domain/thermal/steering';
import { Runs } from '../cycle-run.ts';
import { defrostEnd } from '../defrost.ts';
import { Favourites } from '../favourites.ts';
import type { Args, Controller, ControllerView, Machine, Prepared } from '../machine.ts';
import { type TimerSetting, TrayTimers } from '../tray-timers.ts';
import { BlastStart } from './blast-start.ts';
import { BlastView } from './blast-view.ts';
import { defrostRefusal } from './zone-defrost.ts';

/** A cycle goes on after a shorter time without power, or after a longer one in which no core point moved back much. */
const resumes_s = 600;
const resumesCold_s = 3600;
const resumesCold_K = 3;
/** A coil this warm at the end of a timed defrost is free of ice. */
const freeOfIce = 2;

/** Steers a blast chiller. */
export class Blast implements Controller {
  readonly view: ControllerView;
  readonly panel: { readonly favourites: Favourites; readonly timers: TrayTimers };
  readonly commands: Controller['commands'] = {
    startCycle: (args, command) => this.#start.prepare(args, command),
    stopCycle: () => (this.#machine.state.run ? () => this.#stop() : 'not_running'),
    skipPhase: (args) => this.#skipPhase(args),
    setTemperature: (args) => this.#setTemperature(args),
    setHumidity: (args) => this.#setHumidity(args),
    setDefrost: (args) => this.#setDefrost(args),
    // The family's row fixes what its arguments are.
    loadPreset: (args) => this.panel.favourites.load(args as LoadPresetArgs),
    setTrayTimer: (args) => this.#setTrayTimer(args as TimerSetting),
  };
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #view: BlastView;
  readonly #start: BlastStart;
  readonly #coolDown: number;
  readonly #defrostFunction: number;

  constructor(machine: Machine) {
    const { family, state } = machine;
    this.#machine = machine;
    this.#coolDown = phaseCode(family, 'coolDown');
    this.#defrostFunction = Number(Object.entries(family.functions).find(([, row]) => row.key === 'defrosting')?.[0]);
    this.#runs = new Runs(machine, {
      needs_min: (phase) =>
        heating_min(phase, {
          size: machine.build.size,
          mass_kg: state.chambers[0]?.load?.mass_kg ?? 0,
          points: machine.readings.core,
          air: machine.readings.air[0] ?? null,
          ambient: machine.ambient,
        }),
      onPhase: (phase) => {
        if (this.#view.isDefrost(phase)) state.counters.dailyDefrosts++;
      },
      onPhaseOver: (phase, outcome) => this.#phaseOver(phase, outcome),
      onEnd: () => this.panel.timers.clearAll(),
    });
    this.panel = { favourites: new Favourites(machine), timers: new TrayTimers(machine) };
    this.#view = new BlastView(machine, this.#runs);
    this.view = this.#view;
    this.#start = new BlastStart(machine, this.#runs, this.panel.timers);
  }

  demand(): Demand {
    const { state, family, readings } = this.#machine;
    const { phase } = this.#runs;
    if (!phase || !state.on) return atEase;
    const { air, humidity: rh } = this.#view;
    return blastDemand(family, phase, { air, rh, coil: readings.coil[0] ?? null });
  }

  advance(): void {
    const air = this.#machine.readings.air[0];
    const isPurge = this.#coolDown > 0 && this.#runs.phase?.phase === this.#coolDown;
    // The purge is over when the cell is cool enough.
    if (isPurge && air != null && air <= purgesAbove) this.#runs.reach();
    this.#runs.advance();
    this.panel.timers.advance();
  }

  blocked(): void {
    if (this.#runs.isRunning) this.#runs.interrupt('alarm');
  }

  powerReturned(lost_s: number, movedBack_K: number): void {
    this.#endDefrost(defrostEnd.powerLoss);
    const goesOn = lost_s <= resumes_s || (lost_s <= resumesCold_s && movedBack_K <= resumesCold_K);
    if (this.#runs.isRunning && !goesOn) this.#runs.interrupt('power');
  }

  #stop(): void {
    this.#endDefrost(defrostEnd.person);
    this.#runs.stop();
  }

  /** A defrost that runs ends before it is over. */
  #endDefrost(end: number): void {
    const zone = this.#machine.state.zones[0];
    if (zone && this.#view.isDefrost(this.#runs.phase)) zone.defrost.lastEnd = end;
  }

  #phaseOver(phase: PhasePlan, outcome: Exclude<PhaseOutcome, null> | 'skipped'): void {
    const { state, readings } = this.#machine;
    const zone = state.zones[0];
    if (!zone || !this.#view.isDefrost(phase)) return;
    const coil = readings.coil[0] ?? null;
    const isFree = outcome === 'target' || (phase.end.by === 'time' && coil !== null && coil >= freeOfIce);
    const byItself = isFree ? defrostEnd.temperature : defrostEnd.timeOut;
    zone.defrost.lastEnd = outcome === 'skipped' ? defrostEnd.person : byItself;
  }

  #skipPhase({ phase }: Args): Prepared {
    const { run } = this.#machine.state;
    if (!run || !this.#runs.isRunning) return 'not_running';
    if (!this.#machine.family.functions[run.function]?.skips) return 'not_compatible';
    return phase === run.index + 1 && isSkippable(run.plan, phase) ? () => this.#runs.skip() : 'inconsistent';
  }

  /** What may be changed while it runs: as the function says, and always the holding after a cycle. */
  #mayAdjust(what: 'temperature' | 'humidity'): boolean {
    const { run } = this.#machine.state;
    const row = run && this.#machine.family.functions[run.function];
    return this.#runs.phase?.hold === true || row?.adjusts?.includes(what) === true;
  }

  #setTemperature(args: Args): Prepared {
    const zone = this.#machine.state.zones[0];
    if (!zone || !this.#mayAdjust('temperature')) return 'not_running';
    return () => void (zone.air = args.target as number);
  }

  #setHumidity(args: Args): Prepared {
    const zone = this.#machine.state.zones[0];
    if (!zone || !this.#mayAdjust('humidity')) return 'not_running';
    if (args.target !== null && this.#machine.faults.waterOff > 0) return 'no_water';
    return () => void (zone.rh = (args.target as number | null) ?? 'off');
  }

  #setTrayTimer(setting: TimerSetting): Prepared {
    const { family, state } = this.#machine;
    if (!state.run || !this.#runs.isRunning) return 'not_running';
    if (!family.functions[state.run.function]?.timers) return 'not_compatible';
    const { timers } = this.panel;
    if (setting.min === null && !timers.has(setting.tray)) return 'not_running';
    return () => timers.set(setting);
  }

  #setDefrost({ on }: Args): Prepared {
    if (on === this.#view.isDefrost(this.#runs.phase)) return 'already_so';
    if (!on) return () => this.#stop();
    if (this.#runs.isRunning) return 'cycle_running';
    return defrostRefusal(this.#machine) ?? this.#start.prepare({ function: this.#defrostFunction });
  }
}
