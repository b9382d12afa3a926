/**
 * Lumped thermal model of one chamber: air, coil, food surface and food core, with frost, condenser and electricity. It serves blast
 * chillers, cabinets and provers, which differ by their constants only. Temperatures °C, power W, mass kg, time s.
 */
import type { ThermalSize } from './sizes.ts';

/** What is on the trays. */
export type Load = {
  readonly mass_kg: number;
  readonly depth_mm: number;
  /** The trolley with the second needle, where it is not an ordinary one. */
  readonly second?: Trolley;
};

/** A trolley that stands beside: its trays, and the share of the moving air that does not reach it, 0..1. */
export type Trolley = { readonly depth_mm: number; readonly sheltered: number };

/** Surface and core of the food on one trolley. */
export type FoodState = { readonly surface: number; readonly core: number };

/** What the controller drives. */
export type Drive = {
  readonly compressor: boolean;
  /** Speed of the evaporator fan, 0..1. */
  readonly fan: number;
  /** Share of the chamber's heater, 0..1. */
  readonly heat: number;
  /** Whether the humidifier is kept ready. */
  readonly boiler: boolean;
  /** What warms the coil: its heater, or the compressor's gas. */
  readonly defrost: 'none' | 'heater' | 'hotGas';
};

/** Nothing is driven. */
export const undriven: Drive = { compressor: false, fan: 0, heat: 0, boiler: false, defrost: 'none' };

/** What the appliance cannot choose. */
export type Conditions = {
  readonly ambient: number;
  /** 0 shut, 1 ajar or a torn gasket, 5 wide open. */
  readonly door: number;
  /** Dirt on the condenser or a weak condenser fan, 0 clean .. 1 blocked. */
  readonly foul: number;
  /** Refrigerant left, 1 full. */
  readonly charge: number;
  /** Cooling power that a worn compressor has left, 1 all of it. */
  readonly wear: number;
  /** Lost speed of the evaporator fan, 0..1. */
  readonly fanLoss: number;
};

/** A sound appliance in a kitchen of 30 °C with its door shut. */
export const soundConditions: Conditions = { ambient: 30, door: 0, foul: 0, charge: 1, wear: 1, fanLoss: 0 };

/** The lumped nodes. */
export type ThermalState = FoodState & {
  readonly air: number;
  readonly coil: number;
  readonly condenser: number;
  /** Ice on the coil, 0 none .. 1 blocked. */
  readonly frost: number;
  /** Active power drawn in the last step. */
  readonly power_W: number;
};

/** An empty appliance at rest, everything at one temperature. */
export const atRest = (chamber: number, ambient: number): ThermalState => ({
  air: chamber,
  coil: chamber,
  surface: chamber,
  core: chamber,
  condenser: ambient,
  frost: 0,
  power_W: 0,
});

/** The state with food of this temperature just put in. */
export const loaded = (state: ThermalState, food: number): ThermalState => ({ ...state, surface: food, core: food });

const freezing = -1.5;
const latent_J_per_kg = 250e3;
/** Shares of the food's mass around its surface and its core node. */
const surfaceShare = 0.55;
const coreShare = 0.45;
/** Convection on the two faces of a tray at full fan, W/m²K. */
const faces_W_per_m2K = 45 + 22;
const density_kg_per_m3 = 1050;
const conductivity_W_per_mK = 0.48;
/** Air still moves a little with the fan standing. */
const stillFan = 0.08;
/** A door that stands open further than this stirs the air. */
const ajar = 1;
/** Humid hot air gives its heat by condensing on colder food. */
const steamsFrom = 45;
const steamedTimes = 2;
const condenserDecay_s = 240;
const condenserRise_s = 60;
/** What a blocked condenser adds, against the rise at full cooling power. */
const fouled = 22 / 14;
/** Of the compressor's electricity this much reaches the coil as hot gas, with the heat it takes from the room. */
const hotGas = 2.2;
/** A frame is heated below this air, or it would freeze to the door. */
const frameBelow = -5;
/** A chamber is frozen, and its compressor runs at the other speed, when the coil is this cold. */
const frozenBelow = -14;

/** Apparent heat capacity of food with 75 % water: the ice forms over a range below -1.5 °C. */
const foodHeat_J_per_kgK = (temperature: number): number =>
  temperature > freezing ? 3600 : 1900 + Math.min((-latent_J_per_kg * freezing) / temperature ** 2, 1.2e5);

const approached = (now: number, goal: number, lag_s: number, dt_s: number): number =>
  now + (goal - now) * -Math.expm1(-dt_s / lag_s);

/** A node follows what it is coupled to; its exact solution over a step with the couplings held, so that no step is too long. */
const relaxed = (
  now: number,
  inflow_W: number,
  coupling_W_per_K: number,
  capacity_J_per_K: number,
  dt_s: number,
): number => now + (inflow_W / coupling_W_per_K) * -Math.expm1((-coupling_W_per_K * dt_s) / capacity_J_per_K);

/**
 * One step. With food on the trays and the fan turning a step is at most 10 s, otherwise up to a minute.
 * @param load null: nothing on the trays
 */
export function step(
  size: ThermalSize,
  state: ThermalState,
  load: Load | null,
  drive: Drive,
  conditions: Conditions,
  dt_s: number,
): ThermalState {
  const { air, coil, surface, frost } = state;
  const turning = turningFan(drive, conditions);
  const moving = movingAir(size, turning, conditions);
  const cold = drive.compressor ? refrigeration(size, coil, frost, conditions) : standing;
  const cooling_W = drive.defrost === 'none' ? cold.cooling_W : 0;
  const heater_W = drive.defrost === 'heater' ? size.defrost_W : 0;
  const coilHeat_W = heater_W + (drive.defrost === 'hotGas' ? cold.compressor_W * hotGas : 0);
  const melting_W = frost > 0 && coil > 0 ? Math.min(coil * size.melting_W_per_K, (frost * size.frost_J) / dt_s) : 0;
  const exchange = size.coil_W_per_K * moving ** 0.8 * (1 - 0.4 * frost);
  const food = load ? foodConductances(load, moving, steamedBy(drive, air, surface)) : { surface: 0, core: 0 };
  const fan_W = size.evaporatorFan_W * turning ** 3;
  const outside = size.walls_W_per_K + conditions.door * size.door_W_per_K;
  const frame_W = air < frameBelow ? size.frame_W : 0;
  const heat_W = size.heater_W * drive.heat;

  const air_W =
    food.surface * (surface - air) +
    exchange * (coil - air) +
    outside * (conditions.ambient - air) +
    fan_W +
    heat_W +
    frame_W * frameInward;
  const nextAir = relaxed(air, air_W, food.surface + exchange + outside, size.air_J_per_K, dt_s);
  const coil_W = exchange * (air - coil) - cooling_W + coilHeat_W - melting_W;
  return {
    air: nextAir,
    coil: relaxed(coil, coil_W, exchange, size.coil_J_per_K, dt_s),
    ...(load ? stepFood(load.mass_kg, state, food, air, dt_s) : { surface: nextAir, core: nextAir }),
    condenser: drive.compressor
      ? approached(state.condenser, condensing(size, cooling_W, conditions), condenserRise_s, dt_s)
      : approached(state.condenser, conditions.ambient, condenserDecay_s, dt_s),
    frost:
      coil < 0
        ? Math.min(1, frost + frostRate(size, load, surface, conditions.door) * dt_s)
        : Math.max(0, frost - (melting_W * dt_s) / size.frost_J),
    power_W:
      fan_W +
      size.auxiliary_W +
      heater_W +
      frame_W +
      heat_W +
      (drive.boiler ? size.boiler_W : 0) +
      cold.compressor_W +
      (drive.compressor ? size.condenserFan_W : 0),
  };
}

/** An ordinary second trolley: its trays are a little flatter, and it stands farther from the fan. */
const ordinary = { flatter: 0.9, sheltered: 0.1 } as const;

/**
 * One step of the food on the second trolley. The heat of all food is in the nodes of the chamber, whose load is that of both
 * trolleys; this one goes its own way in the same air.
 * @param air of the chamber when the step begins
 */
export function stepSecond(
  size: ThermalSize,
  food: FoodState,
  air: number,
  load: Load,
  drive: Drive,
  conditions: Conditions,
  dt_s: number,
): FoodState {
  const trolley = load.second ?? { depth_mm: load.depth_mm * ordinary.flatter, sheltered: ordinary.sheltered };
  const moving = movingAir(size, turningFan(drive, conditions), conditions) * (1 - trolley.sheltered);
  const beside = { mass_kg: load.mass_kg, depth_mm: trolley.depth_mm };
  const conductances = foodConductances(beside, moving, steamedBy(drive, air, food.surface));
  return stepFood(load.mass_kg, food, conductances, air, dt_s);
}

function stepFood(
  mass_kg: number,
  { surface, core }: FoodState,
  conductance: { readonly surface: number; readonly core: number },
  air: number,
  dt_s: number,
): FoodState {
  const surface_W = conductance.surface * (air - surface) + conductance.core * (core - surface);
  const core_W = conductance.core * (surface - core);
  return {
    surface: surface + (surface_W / (surfaceShare * mass_kg * foodHeat_J_per_kgK(surface))) * dt_s,
    core: core + (core_W / (coreShare * mass_kg * foodHeat_J_per_kgK(core))) * dt_s,
  };
}

const turningFan = ({ fan }: Drive, { fanLoss }: Conditions): number => fan * (1 - fanLoss);

const movingAir = (size: ThermalSize, turning: number, { door }: Conditions): number =>
  Math.max(turning, door > ajar ? size.stirredByDoor : stillFan);

const steamedBy = ({ boiler }: Drive, air: number, surface: number): number =>
  boiler && air > steamsFrom && air > surface ? steamedTimes : 1;

const standing = { cooling_W: 0, compressor_W: 0 } as const;
/** Of the frame's heat this much finds its way into the chamber. */
const frameInward = 0.5;

/** W/K from air to food surface and from there to the core; thicker trays show less face for their mass. */
function foodConductances(load: Load, moving: number, steamed: number): { surface: number; core: number } {
  const depth_m = load.depth_mm / 1000;
  const face_m2 = load.mass_kg / (density_kg_per_m3 * depth_m);
  return {
    surface: faces_W_per_m2K * moving ** 0.7 * steamed * face_m2,
    core: ((2 * conductivity_W_per_mK) / (0.3 * depth_m)) * face_m2,
  };
}

/** The refrigerant boils so much below the coil, and no warmer than this. */
const evaporatorLift_K = 6;
const evaporation_max = 10;

/** Evaporating temperature of a compressor that runs. */
export const evaporating = (coil: number): number => Math.min(coil - evaporatorLift_K, evaporation_max);

/** Cooling power falls with the evaporating temperature, below this one more slowly and more slowly. */
const tailBelow = -10;

/** Share of the cooling power at −10 °C evaporation that is there at this one. */
export function capacityAt(evaporation: number): number {
  const line = 1 + 0.032 * (evaporation - tailBelow);
  const tail = evaporation < tailBelow ? Math.exp(0.05 * (evaporation - tailBelow)) : 0;
  return Math.max(0.12, line, tail);
}

/** Heat taken from the coil and the compressor's electricity: capacity falls with the coil, efficiency with the lift. */
function refrigeration(
  size: ThermalSize,
  coil: number,
  frost: number,
  conditions: Conditions,
): { cooling_W: number; compressor_W: number } {
  const evaporation = evaporating(coil);
  const capacity = capacityAt(evaporation) * conditions.charge * conditions.wear * (1 - 0.25 * frost);
  const speed = coil < frozenBelow ? size.frozenSpeed : 1;
  const cooling_W = size.cooling_W * speed * Math.min(capacity, 1.35);
  const lift = Math.max(15, condensing(size, cooling_W, conditions) - evaporation);
  const efficiency = Math.max(0.5, (0.42 * (0.55 + 0.45 * conditions.charge) * (evaporation + 273)) / lift);
  const compressor_W = Math.min((cooling_W / efficiency) * size.electricityFactor, size.compressorMax_W * speed);
  return { cooling_W, compressor_W };
}

const condensing = (size: ThermalSize, cooling_W: number, { ambient, foul }: Conditions): number =>
  ambient + size.condenser_K[0] + (size.condenser_K[1] * (1 + fouled * foul) * cooling_W) / size.cooling_W;

/** Growth of frost per second: hot food steams, an open door brings the kitchen's moisture, cold food next to none. */
function frostRate(size: ThermalSize, load: Load | null, surface: number, door: number): number {
  const fromFood = load === null ? 0.05 : surface > 20 ? 2 : 0.4;
  return size.frostByFood_per_s * fromFood + size.frostByDoor_per_s * door;
}
