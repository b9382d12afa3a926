/**
 * One chamber: what its controller asks for becomes compressor, fan, heater and steam, and those become temperatures and humidity.
 * Plain state, which survives a reboot. Temperatures °C, times in seconds of the process.
 */
import { corePointsOf } from '../appliance/families/families.ts';
import { humidifies, type ModelRow } from '../appliance/families/family.ts';
import { pointsOfNeedle } from '../appliance/metrics.ts';
import type { PhaseHumidity } from '../appliance/phase-plan.ts';
import { day_s } from '../language/durations.ts';
import {
  atRest,
  type Conditions,
  type Drive,
  type FoodState,
  type Load,
  loaded,
  step,
  stepSecond,
  type ThermalState,
  undriven,
} from './model.ts';
import { type ProbeState, settledProbes, stepProbes } from './probes.ts';
import { type ThermalSize, thermalSize } from './sizes.ts';

/** What a chamber is built of. */
export type ChamberBuild = {
  readonly size: ThermalSize;
  /** The compressor starts so much above the set-point, and stops so much below. */
  readonly hysteresis_K: number;
  readonly humidifies: boolean;
  /** Points of the needles. */
  readonly points: number;
};

/** What the chamber of a model is built of; of a cabinet with two zones, each of them. */
export const chamberBuild = (model: ModelRow): ChamberBuild => ({
  size: thermalSize(model),
  hysteresis_K: model.kind === 'cabinet' ? 1.65 : model.kind === 'prover' ? 1.2 : 1.5,
  humidifies: humidifies(model),
  points: corePointsOf(model).length,
});

/** What a controller asks of a chamber. */
export type Demand = {
  /** Set-point of the air; null: neither cooled nor heated. */
  readonly air: number | null;
  readonly rh: PhaseHumidity;
  /** Speed of the fan, 0..1. */
  readonly fan: number;
  readonly defrost: Drive['defrost'];
};

/** Nothing is asked for. */
export const atEase: Demand = { air: null, rh: null, fan: 0, defrost: 'none' };

/** A chamber as it is. */
export type ChamberState = {
  nodes: ThermalState;
  /** Food on the second trolley; absent with one needle, and as long as it was as the first's. */
  second?: FoodState;
  probes: ProbeState;
  /** What the humidity probe shows, and what is. */
  humidityShown: number;
  humidity: number;
  load: Load | null;
  compressor: { on: boolean; since_s: number };
  /** Share of the heater, 0..1, and since when it is nearly full. */
  heat: number;
  fan: number;
  /** Whether steam is being made. */
  steam: boolean;
};

/** What is wrong with a chamber's parts: shares from 0, sound, to 1, unless said otherwise. */
export type ChamberFaults = {
  /** Probes that show nothing; the chamber itself asks for `cell` only. */
  readonly broken: readonly string[];
  /** Kelvin the cell probe shows too much. */
  readonly probeDrift: number;
  /** The needle was left hanging in the air. */
  readonly probeInAir: boolean;
  readonly heaterStuck: number;
  readonly heaterDead: number;
  readonly defrostDead: number;
  readonly humidifierDead: number;
  readonly waterOff: number;
  /** Door ajar or torn gasket, dirt on the condenser, lost speed of the two fans. */
  readonly ajar: number;
  readonly foul: number;
  readonly condFanLoss: number;
  readonly fanLoss: number;
  /** Refrigerant, and cooling power of the compressor, that are left, 1 all of them. */
  readonly charge: number;
  readonly wear: number;
};

/** Nothing is wrong. */
export const soundChamber: ChamberFaults = {
  broken: [],
  probeDrift: 0,
  probeInAir: false,
  heaterStuck: 0,
  heaterDead: 0,
  defrostDead: 0,
  humidifierDead: 0,
  waterOff: 0,
  ajar: 0,
  foul: 0,
  condFanLoss: 0,
  fanLoss: 0,
  charge: 1,
  wear: 1,
};

/** What acts on a chamber besides its controller. */
export type Surroundings = {
  readonly ambient: number;
  readonly open: boolean;
  /** Since when its door stands as it does. */
  readonly doorSince_s: number;
  /** A protection has stopped the compressor. */
  readonly halted: boolean;
  readonly faults: ChamberFaults;
};

/** A compressor rests this long before it starts again. */
export const rest_s = 180;
/** With the door open for longer the compressor stops too: it would only ice up the coil. */
const doorStopsCompressor_s = 60;
/** No heater for set-points below this; it is full when the air is so far below. */
const heatsFrom = 5;
const heaterBand_K = 2;
const kitchenHumidity = 50;
/** Steam raises the humidity by so much a second, in pulses, up to a little above the set-point. */
const steam_perSecond = 2;
const steamAbove = 1;
const steamBelow = 3;
const humidityLag_s = 45;
const doorMixes_s = 4;
const settles_s = 90;

/** A chamber that is switched off in a kitchen of this temperature; long ago, if its cell is not known to be cold. */
export function newChamber(build: ChamberBuild, ambient: number, cell = ambient): ChamberState {
  const nodes = atRest(cell, ambient);
  return {
    nodes,
    probes: settledProbes({ nodes }, build.points),
    humidityShown: kitchenHumidity,
    humidity: kitchenHumidity,
    load: null,
    compressor: { on: false, since_s: -rest_s },
    heat: 0,
    fan: 0,
    steam: false,
  };
}

/**
 * Lives on by `dt_s`, at `time_s`.
 * @returns whether the compressor started
 */
export function stepChamber(
  build: ChamberBuild,
  chamber: ChamberState,
  demand: Demand,
  around: Surroundings,
  time_s: number,
  dt_s: number,
): boolean {
  const { faults } = around;
  // A probe that lies is what the controller believes; without one it cools on, as long as the alarm lets it.
  const air = (faults.broken.includes('cell') ? chamber.nodes.air : chamber.probes.air) + faults.probeDrift;
  const started = driveCompressor(build, chamber, demand, around, air, time_s);
  chamber.fan = around.open ? 0 : demand.fan;
  chamber.heat = heating(build, chamber, demand, around, air);
  const drive: Drive = {
    compressor: chamber.compressor.on,
    fan: chamber.fan,
    heat: faults.heaterStuck > 0 ? 1 : chamber.heat * (1 - faults.heaterDead),
    boiler: build.humidifies && demand.rh !== null && 'set' in demand.rh,
    defrost: faults.defrostDead > 0 ? 'none' : demand.defrost,
  };
  stepNodes(build, chamber, drive, conditionsOf(around), dt_s);
  const { charge, wear } = faults;
  const boils = drive.compressor && drive.defrost === 'none' ? { inlet: build.size.inlet, charge, wear } : null;
  const inFood = chamber.load !== null && !faults.probeInAir;
  chamber.probes = stepProbes(chamber.probes, chamber, boils, inFood, dt_s);
  moisten(build, chamber, demand.rh, around, dt_s);
  return started;
}

function stepNodes(
  build: ChamberBuild,
  chamber: ChamberState,
  drive: Drive,
  conditions: Conditions,
  dt_s: number,
): void {
  const { nodes, load, second = nodes } = chamber;
  chamber.nodes = step(build.size, nodes, load, drive, conditions, dt_s);
  if (build.points <= pointsOfNeedle) return;
  if (load) chamber.second = stepSecond(build.size, second, nodes.air, load, drive, conditions, dt_s);
  else delete chamber.second;
}

const conditionsOf = ({ ambient, open, faults }: Surroundings): Conditions => ({
  ambient,
  door: open ? 5 : faults.ajar,
  // A condenser whose fan stands is as good as blocked.
  foul: Math.max(faults.foul, faults.condFanLoss * 1.4),
  charge: faults.charge,
  wear: faults.wear,
  fanLoss: faults.fanLoss,
});

function driveCompressor(
  build: ChamberBuild,
  chamber: ChamberState,
  demand: Demand,
  around: Surroundings,
  air: number,
  time_s: number,
): boolean {
  const { on, since_s } = chamber.compressor;
  const held = around.open && time_s - around.doorSince_s > doorStopsCompressor_s;
  const allowed = !held && !around.halted;
  const threshold = (demand.air ?? 0) + (on ? -build.hysteresis_K : build.hysteresis_K);
  const wanted = allowed && (demand.defrost === 'hotGas' || (demand.air !== null && air > threshold));
  if (wanted === on || (wanted && time_s - since_s < rest_s)) return false;
  chamber.compressor = { on: wanted, since_s: time_s };
  return wanted;
}

/** Chilled food is never warmed. Below the kitchen's temperature it is the cold that regulates, and the heater only keeps the air up. */
function heating(
  build: ChamberBuild,
  chamber: ChamberState,
  { air: target }: Demand,
  { open, ambient }: Surroundings,
  air: number,
): number {
  if (build.size.heater_W === 0 || target === null || target < heatsFrom || open || chamber.compressor.on) return 0;
  const from = target > ambient ? target : target - build.hysteresis_K - 0.3;
  return Math.max(0, Math.min(1, (from - air) / heaterBand_K));
}

function moisten(
  build: ChamberBuild,
  chamber: ChamberState,
  rh: PhaseHumidity,
  { open, faults }: Surroundings,
  dt_s: number,
): void {
  const follow = (goal: number, lag: number): number =>
    chamber.humidity + (goal - chamber.humidity) * -Math.expm1(-dt_s / lag);
  const set = rh && 'set' in rh ? rh.set : null;
  const max = rh && 'max' in rh ? rh.max : null;
  const { nodes, load } = chamber;
  if (open) chamber.humidity = follow(kitchenHumidity, doorMixes_s);
  // The valve of a dryer lets the moist air out.
  else if (max !== null) chamber.humidity = follow(Math.max(5, max - 4), settles_s * 2);
  // Without a humidifier fan and valve steer what the food gives off.
  else if (set !== null && !build.humidifies) chamber.humidity = follow(set, settles_s * 4);
  else {
    const given = load === null ? 55 : nodes.surface > 20 ? 90 : 75;
    chamber.humidity = follow(set === null ? given : Math.min(given, set - 5), settles_s * (set === null ? 1 : 12));
  }
  const can = build.humidifies && faults.humidifierDead === 0 && faults.waterOff === 0;
  const wants = set !== null && !open && chamber.humidity < set - (chamber.steam ? -steamAbove : steamBelow);
  chamber.steam = wants && build.humidifies;
  if (wants && can && set !== null)
    chamber.humidity += Math.min(steam_perSecond * dt_s, set + steamAbove - chamber.humidity);
  chamber.humidityShown += (chamber.humidity - chamber.humidityShown) * -Math.expm1(-dt_s / humidityLag_s);
}

/** Puts food of this temperature on the trays, and the needles into it. */
export function loadChamber(chamber: ChamberState, load: Load, temperature: number): void {
  chamber.load = load;
  chamber.nodes = loaded(chamber.nodes, temperature);
  delete chamber.second;
}

/** The needles have been in the food for so long that they show its temperature. */
export function settleNeedles(build: ChamberBuild, chamber: ChamberState): void {
  chamber.probes = { ...settledProbes(chamber, build.points), air: chamber.probes.air };
}

/** Puts a chamber where it would be after days at this air, filled with food. */
export function settleChamber(
  build: ChamberBuild,
  chamber: ChamberState,
  air: number,
  humidity: number,
  load: Load,
): void {
  chamber.nodes = { ...chamber.nodes, air, coil: air - 4, surface: air, core: air };
  chamber.probes = settledProbes(chamber, build.points);
  chamber.humidity = chamber.humidityShown = humidity;
  chamber.load = load;
}

const outage_max_s = 2 * day_s;
const outageStep_s = 20;

/** What a time without power does to a chamber: everything drifts to the kitchen's temperature. */
export function warmUp(
  build: ChamberBuild,
  chamber: ChamberState,
  around: Surroundings,
  lost_s: number,
  time_s: number,
): void {
  // A longer outage has brought everything there.
  for (let left_s = Math.min(lost_s, outage_max_s); left_s > 0; left_s -= outageStep_s) {
    const dt_s = Math.min(left_s, outageStep_s);
    stepNodes(build, chamber, undriven, conditionsOf(around), dt_s);
  }
  chamber.nodes = { ...chamber.nodes, power_W: 0 };
  chamber.probes = settledProbes(chamber, build.points);
  chamber.compressor = { on: false, since_s: time_s };
  Object.assign(chamber, { heat: 0, fan: 0, steam: false });
}
