/**
 * Controller of a holding cabinet (CP, MYA): one or two zones with a mode, set-points and defrosts of their own, and the test of a
 * pastry cabinet.
 */
import { atEase, type Demand } from '@brina/domain/thermal/chamber';
import { Runs } from '../cycle-run.ts';
import { defrostEnd } from '../defrost.ts';
import { type Args, type Controller, type ControllerView, type Machine, modeCode, type Prepared } from '../machine.ts';
import { CabinetView } from './cabinet-view.ts';
import { CabinetZone } from './cabinet-zone.ts';

/** Steers a holding cabinet. */
export class Cabinet implements Controller {
  readonly view: ControllerView;
  readonly commands: Controller['commands'] = {
    setMode: (args) => this.#setMode(args),
    stopCycle: () => (this.#runs.isRunning ? () => this.#runs.stop() : 'not_running'),
    setTemperature: (args) => this.#setTemperature(args),
    setHumidity: (args) => this.#setHumidity(args),
    setDefrost: (args) => this.#setDefrost(args),
  };
  readonly #machine: Machine;
  readonly #runs: Runs;
  readonly #zones: readonly CabinetZone[];
  readonly #defrostMode: number;
  readonly #test: number;
  readonly #automatic: number;

  constructor(machine: Machine) {
    const { family, state } = machine;
    this.#machine = machine;
    this.#runs = new Runs(machine, {
      onEnd: () => {
        const zone = state.zones[0];
        if (zone) zone.mode = 0;
      },
    });
    this.#zones = state.zones.map((zone, index) => new CabinetZone(machine, this.#runs, zone, index));
    this.#defrostMode = modeCode(family, 'defrost');
    this.#test = modeCode(family, 'test');
    this.#automatic = modeCode(family, 'automatic');
    this.view = new CabinetView(machine, this.#runs, this.#zones);
  }

  demand(zone: number): Demand {
    return this.#zones[zone]?.demand ?? atEase;
  }

  advance(): void {
    for (const zone of this.#zones) zone.advance();
    this.#runs.advance();
  }

  blocked(): void {
    if (this.#runs.isRunning) this.#runs.interrupt('alarm');
  }

  powerReturned(): void {
    for (const { defrost } of this.#zones) {
      defrost.cut(defrostEnd.powerLoss);
      defrost.back();
    }
    if (this.#runs.isRunning) this.#runs.interrupt('power');
  }

  #zoneAt(args: Args): CabinetZone | undefined {
    return this.#zones[((args.zone as number) ?? 1) - 1];
  }

  #setMode(args: Args): Prepared {
    const { family, state } = this.#machine;
    const runs = this.#runs;
    const zone = this.#zoneAt(args);
    const mode = args.mode as number;
    const row = family.modes[mode];
    if (!zone || !row?.chosen) return 'bad_argument';
    const before = zone.settings;
    const program = mode === this.#automatic ? ((args.program as number | undefined) ?? 1) : null;
    if (before.mode === mode && before.program === program) return 'already_so';
    if (row.from && !row.from.includes(before.mode)) return runs.isRunning ? 'cycle_running' : 'standby_needed';
    if (runs.isRunning && mode !== 0) return 'cycle_running';
    if (zone.defrost.isOn) return 'defrosting';
    return () => {
      if (runs.isRunning) runs.stop();
      zone.change({ mode, program, air: null, rh: null, fan: null, before: null });
      // Sugar decorations do not stand it.
      if (program !== null && row.programs?.[program]?.sanigenOff) state.sanigen = { level: 0, since_s: state.time_s };
      if (mode === this.#test) runs.start({ function: this.#test, plan: row.definition });
    };
  }

  #setTemperature(args: Args): Prepared {
    const zone = this.#zoneAt(args);
    return zone?.isCold ? () => zone.change({ air: args.target as number }) : 'not_running';
  }

  #setHumidity(args: Args): Prepared {
    const { state, faults, build } = this.#machine;
    const zone = this.#zoneAt(args);
    if (!zone?.row?.rh || !state.on) return 'not_running';
    if (args.target !== null && faults.waterOff > 0 && build.humidifies) return 'no_water';
    return () => void (zone.settings.rh = (args.target as number | null) ?? 'off');
  }

  #setDefrost(args: Args): Prepared {
    const zone = this.#zoneAt(args);
    if (!zone) return 'bad_argument';
    const refusal = () => (this.#runs.isRunning ? 'cycle_running' : zone.isCold ? null : 'not_running');
    // MYA has no mode of that name: its defrosts show in their state only.
    return zone.defrost.prepare(args.on, refusal, this.#defrostMode);
  }
}
