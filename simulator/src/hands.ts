/** What people do to an appliance with their hands: doors, and what is put in and taken out. */
import { loadChamber, settleChamber, settleNeedles } from '@brina/domain/thermal/chamber';
import { type Load, loaded } from '@brina/domain/thermal/model';
import type { ControllerView, Machine } from './machine.ts';

/** Share of a cabinet that is filled as a rule, and how deep its trays are. */
const filled = 0.8;
const tray_mm = 60;
/** What is put into a cabinet is no warmer than this above what is there. */
const warmerBy_K = 8;

/** The hands at an appliance. */
export class Hands {
  readonly #machine: Machine;
  readonly #view: ControllerView;

  constructor(machine: Machine, view: ControllerView) {
    this.#machine = machine;
    this.#view = view;
  }

  openDoor(open: boolean, number: 1 | 2 = 1): void {
    const { state: s, report } = this.#machine;
    const door = s.doors[number - 1];
    if (!door || door.open === open) return;
    Object.assign(door, { open, since_s: s.time_s });
    if (open) {
      const { doorOpenings, dailyDoorOpenings } = s.counters;
      doorOpenings[number - 1] = (doorOpenings[number - 1] ?? 0) + 1;
      dailyDoorOpenings[number - 1] = (dailyDoorOpenings[number - 1] ?? 0) + 1;
      if (s.repeats) s.repeats.armed = true;
    }
    report.event({ type: 'door', door: number, open });
  }

  /** Puts food on the trays; the needles go into it, now or, `settled`, so long ago that they show the food's temperature. */
  load(load: Load, temperature: number, needle?: 'settled'): void {
    const { state, build } = this.#machine;
    for (const chamber of state.chambers) {
      loadChamber(chamber, load, temperature);
      if (needle === 'settled') settleNeedles(build, chamber);
    }
  }

  /** Leaves the needles hanging beside the food, or sticks them in. */
  hangNeedle(inAir: boolean): void {
    this.#machine.faults.probeInAir = inAir;
  }

  unload(): void {
    for (const chamber of this.#machine.state.chambers) chamber.load = null;
  }

  /** Fills its chambers to this share with food of that temperature; without one, of the chamber's own. */
  stock(share: number, depth_mm: number, temperature?: number): void {
    const { state, build } = this.#machine;
    const mass_kg = build.size.capacity_kg * share;
    state.chambers.forEach((chamber, zone) => {
      chamber.load = { mass_kg, depth_mm };
      chamber.nodes = loaded(chamber.nodes, temperature ?? this.#view.set(zone) ?? chamber.nodes.air);
    });
  }

  /** Puts something in beside what is there: its share of it, and its temperature. */
  addFood(share: number, temperature: number): void {
    for (const chamber of this.#machine.state.chambers) {
      const { surface, core } = chamber.nodes;
      const mixed = (food: number): number => food + (Math.min(temperature, food + warmerBy_K) - food) * share;
      chamber.nodes = { ...chamber.nodes, surface: mixed(surface), core: mixed(core) };
    }
  }

  /** As it is in the middle of its life: what holds food is cold and filled. */
  settle(): void {
    const { state, build } = this.#machine;
    const load = { mass_kg: build.size.capacity_kg * filled, depth_mm: tray_mm };
    state.chambers.forEach((chamber, index) => {
      const air = this.#view.set(index);
      const zone = state.zones[index];
      // A blast chiller without a cycle, and a prover that stands by, hold nothing.
      if (air === null || !zone) return;
      settleChamber(build, chamber, air, this.#view.humiditySet(index) ?? chamber.humidity, load);
      zone.steady = true;
    });
  }
}
