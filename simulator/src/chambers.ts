import { byNeedle } from '@brina/domain/appliance/metrics';
import { rest_s, type Surroundings, stepChamber, warmUp } from '@brina/domain/thermal/chamber';
import { evaporating } from '@brina/domain/thermal/model';
import { mark_s, trailLength } from './appliance-state.ts';
import type { Controller, Machine } from './machine.ts';

/** The discharge pipe is so much hotter than the condenser. */
export const compression_K = 28;
/** At rest the pressures are equal, but the receiver keeps its liquid no warmer than this, or R744 would leave by its valve. */
const restingMax = 20;

/** What the point of a needle shows that is nearest to its tip and measures; null: the needle is dead. */
const innermost = (points: readonly (number | null)[]): number | null => points.find((point) => point !== null) ?? null;

/** The chambers of an appliance as they live on, driven by its controller, with doors and faults around them, and what that counts. */
export class Chambers {
  readonly #machine: Machine;
  readonly #controller: Controller;

  constructor(machine: Machine, controller: Controller) {
    this.#machine = machine;
    this.#controller = controller;
  }

  get anyOpen(): boolean {
    return this.#machine.state.doors.some(({ open }) => open);
  }

  /** Whether something goes on that short steps are needed for. */
  get isMoving(): boolean {
    const { run, settles_s, chambers } = this.#machine.state;
    const { view } = this.#controller;
    return (
      run !== null ||
      settles_s !== null ||
      this.anyOpen ||
      chambers.some(
        ({ load, fan, compressor }, zone) => load !== null || fan > 0 || compressor.on || view.set(zone) !== null,
      )
    );
  }

  /** Code of `compressorState`. */
  get compressorState(): number {
    const { state, faults, build } = this.#machine;
    if (faults.compressor > 0 || state.alarms.highPressureLockAlarm?.active) return 6;
    if (this.#isHalted) return 5;
    const hotGas = state.chambers.some(
      (chamber, zone) => chamber.compressor.on && this.#controller.demand(zone).defrost === 'hotGas',
    );
    if (hotGas) return 4;
    // Of two zones each has a compressor of its own, and the state is that of the first.
    const [chamber] = state.chambers;
    if (!chamber || chamber.compressor.on) return 1;
    const target = this.#controller.demand(0).air;
    const rests = state.time_s - chamber.compressor.since_s < rest_s;
    return target !== null && rests && chamber.probes.air > target + build.hysteresis_K ? 2 : 0;
  }

  /** Evaporating temperature, °C. */
  get evaporating(): number {
    const [chamber] = this.#machine.state.chambers;
    if (!chamber) return 0;
    const { coil, condenser } = chamber.nodes;
    return chamber.compressor.on ? evaporating(coil) : Math.min((coil + condenser) / 2, restingMax);
  }

  /** Physics and counters of one stretch. */
  pass(dt_s: number): void {
    const { state: s, build } = this.#machine;
    const { counters } = s;
    let power_W = 0;
    s.chambers.forEach((chamber, zone) => {
      const started = stepChamber(
        build,
        chamber,
        this.#controller.demand(zone),
        this.#surroundings(zone),
        s.time_s,
        dt_s,
      );
      if (started && zone === 0) counters.compressorStarts++;
      power_W += chamber.nodes.power_W;
      if (chamber.steam) counters.steam_s += dt_s;
    });
    s.time_s += dt_s;
    counters.energy_Wh += (power_W * dt_s) / 3600;
    if (s.on) counters.working_s += dt_s;
    if (s.chambers[0]?.compressor.on) counters.compressor_s += dt_s;
    if (this.anyOpen) counters.dailyDoor_s += dt_s;
    if (Math.floor(s.time_s / mark_s) !== Math.floor((s.time_s - dt_s) / mark_s)) this.#leaveMark();
  }

  /** The plug was out for so long: nothing was driven. */
  warmUp(lost_s: number): void {
    const { state, build } = this.#machine;
    state.time_s += lost_s;
    state.chambers.forEach((chamber, zone) => warmUp(build, chamber, this.#surroundings(zone), lost_s, state.time_s));
  }

  get #isHalted(): boolean {
    const { faults, state } = this.#machine;
    const { highPressureAlarm, dischargeTempHighAlarm } = state.alarms;
    return faults.compressor > 0 || highPressureAlarm?.active === true || dischargeTempHighAlarm?.active === true;
  }

  #surroundings(zone: number): Surroundings {
    const { ambient, faults } = this.#machine;
    const door = this.#doorOf(zone);
    return { ambient, open: door.open, doorSince_s: door.since_s, halted: this.#isHalted, faults };
  }

  /** The door of a zone; where all zones share theirs, whichever is open. */
  #doorOf(zone: number): { open: boolean; since_s: number } {
    const { chambers, doors } = this.#machine.state;
    const own = chambers.length > 1 ? [doors[zone]] : doors;
    return own.find((door) => door?.open) ?? own[0] ?? { open: false, since_s: 0 };
  }

  /** Whether the door of a zone is open. */
  isOpen(zone: number): boolean {
    return this.#doorOf(zone).open;
  }

  #leaveMark(): void {
    const { state } = this.#machine;
    const { air: cells, core } = this.#machine.measure();
    const air = cells[0] ?? null;
    if (air === null) {
      // Marks follow each other without a hole.
      state.trail = [];
      return;
    }
    const [tip = null, second = null] = byNeedle(core).map(innermost);
    const mark = { air, ...(tip === null ? {} : { tip }), ...(second === null ? {} : { second }) };
    state.trail = [...state.trail.slice(1 - trailLength), mark];
  }
}
