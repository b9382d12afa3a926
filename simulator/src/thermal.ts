/**
 * Lumped thermal model of a blast chiller: air, coil, food surface and food core, with frost, condenser and electricity.
 * Temperatures °C, power W, mass kg, time s. Its chill and freeze times, its energy and the signs of its faults are calibrated to a
 * full load of 35 mm trays in a kitchen of 30 °C.
 */

/** Constants of one size of appliance. */
export type ThermalSize = {
  /** Full load of a chilling cycle. */
  readonly capacity_kg: number;
  /** Cooling power at -10 °C evaporation. */
  readonly cooling_W: number;
  readonly compressorMax_W: number;
  readonly evaporatorFan_W: number;
  readonly condenserFan_W: number;
  readonly auxiliary_W: number;
  /** Heat through the walls. */
  readonly walls_W_per_K: number;
  /** Between air and coil at full fan. */
  readonly coil_W_per_K: number;
  readonly air_J_per_K: number;
  readonly coil_J_per_K: number;
  /** Part of the electricity that the same cooling needs with this refrigerant, against R290. */
  readonly electricityFactor: number;
};

const row = (
  capacity_kg: number,
  [cooling_W, compressorMax_W, evaporatorFan_W, condenserFan_W, auxiliary_W]: readonly [
    number,
    number,
    number,
    number,
    number,
  ],
  [walls_W_per_K, coil_W_per_K, air_J_per_K, coil_J_per_K]: readonly [number, number, number, number],
): ThermalSize => ({
  capacity_kg,
  cooling_W,
  compressorMax_W,
  evaporatorFan_W,
  condenserFan_W,
  auxiliary_W,
  walls_W_per_K,
  coil_W_per_K,
  air_J_per_K,
  coil_J_per_K,
  electricityFactor: 1,
});

/** The six size classes. */
export const sizes = {
  XS: row(12, [1300, 1000, 60, 40, 25], [2.0, 160, 14e3, 18e3]),
  S: row(20, [2200, 1600, 110, 60, 25], [2.6, 270, 20e3, 28e3]),
  M: row(30, [3300, 2400, 170, 90, 30], [3.4, 400, 28e3, 40e3]),
  L: row(45, [5000, 3600, 260, 130, 30], [4.6, 600, 40e3, 58e3]),
  XL: row(70, [7800, 5600, 400, 200, 40], [6.2, 930, 60e3, 85e3]),
  XXL: row(100, [11_000, 8000, 600, 300, 50], [8.0, 1320, 85e3, 120e3]),
} as const satisfies Readonly<Record<string, ThermalSize>>;

/**
 * The constants of a model: those of the nearest class, scaled by its capacity.
 * @param capacity_kg kilograms it chills in a cycle
 * @param refrigerant R404A units do the same work with 8 % lower efficiency
 */
export function thermalSize(capacity_kg: number, refrigerant = 'R290'): ThermalSize {
  const ratio = (size: ThermalSize): number => capacity_kg / size.capacity_kg;
  const nearest = Object.values(sizes).reduce((best: ThermalSize, size) =>
    Math.abs(Math.log(ratio(size))) < Math.abs(Math.log(ratio(best))) ? size : best,
  );
  const scaled = Object.entries(nearest).map(([name, value]) => [name, value * ratio(nearest)]);
  return { ...Object.fromEntries(scaled), electricityFactor: refrigerant === 'R404A' ? 1 / 0.92 : 1 } as ThermalSize;
}

/** What is on the trays. */
export type Load = { readonly mass_kg: number; readonly depth_mm: number };

/** What the controller drives. */
export type Drive = {
  readonly compressor: boolean;
  /** Speed of the evaporator fan, 0..1. */
  readonly fan: number;
  /** Whether the defrost heater of the coil is on. */
  readonly defrost: boolean;
};

/** What the appliance cannot choose. */
export type Conditions = {
  readonly ambient: number;
  /** 0 shut, 1 ajar or a torn gasket, 5 wide open. */
  readonly door: number;
  /** Dirt on the condenser, 0 clean .. 1 blocked. */
  readonly foul: number;
  /** Refrigerant left, 1 full. */
  readonly charge: number;
  /** Lost speed of the evaporator fan, 0..1. */
  readonly fanLoss: number;
};

/** A sound appliance in a kitchen of 30 °C with its door shut. */
export const soundConditions: Conditions = { ambient: 30, door: 0, foul: 0, charge: 1, fanLoss: 0 };

/** The lumped nodes. */
export type ThermalState = {
  readonly air: number;
  readonly coil: number;
  readonly surface: number;
  readonly core: number;
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
/** Ice on a blocked coil of one kilogram of capacity. */
const frost_J_per_kg = 15e3;
const melting_W_per_K_per_kg = 3;
const defrostHeater_perCooling = 0.4;
const condenserDecay_s = 240;

/** Apparent heat capacity of food with 75 % water: the ice forms over a range below -1.5 °C. */
const foodHeat_J_per_kgK = (temperature: number): number =>
  temperature > freezing ? 3600 : 1900 + Math.min((-latent_J_per_kg * freezing) / temperature ** 2, 1.2e5);

/**
 * One Euler step. Steps of up to 2 s are stable for every size.
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
  const { air, coil, surface, core, frost } = state;
  const turning = drive.fan * (1 - conditions.fanLoss);
  const moving = Math.max(turning, stillFan);
  const cold = drive.compressor ? refrigeration(size, coil, frost, conditions) : { cooling_W: 0, compressor_W: 0 };
  const defrostHeat_W = drive.defrost ? size.cooling_W * defrostHeater_perCooling : 0;
  const melting_W =
    frost > 0 && coil > 0
      ? Math.min(coil * melting_W_per_K_per_kg, (frost * frost_J_per_kg) / dt_s) * size.capacity_kg
      : 0;
  const exchange = size.coil_W_per_K * moving ** 0.8 * (1 - 0.4 * frost);
  const food = load ? foodConductances(load, moving) : { surface: 0, core: 0 };
  const fan_W = size.evaporatorFan_W * turning ** 3;
  // A door ajar lets 12 W/K in on a 45 kg chamber; its opening grows with the appliance.
  const door_W_per_K = (conditions.door * 12 * size.capacity_kg) / 45;

  const air_W =
    food.surface * (surface - air) +
    exchange * (coil - air) +
    (size.walls_W_per_K + door_W_per_K) * (conditions.ambient - air) +
    fan_W;
  const coil_W = exchange * (air - coil) - cold.cooling_W + defrostHeat_W - melting_W;
  const nextAir = air + (air_W / size.air_J_per_K) * dt_s;
  const surface_W = food.surface * (air - surface) + food.core * (core - surface);
  const core_W = food.core * (surface - core);
  const moisture = frostRate(load, surface, conditions.door);
  return {
    air: nextAir,
    coil: coil + (coil_W / size.coil_J_per_K) * dt_s,
    surface: load
      ? surface + (surface_W / (surfaceShare * load.mass_kg * foodHeat_J_per_kgK(surface))) * dt_s
      : nextAir,
    core: load ? core + (core_W / (coreShare * load.mass_kg * foodHeat_J_per_kgK(core))) * dt_s : nextAir,
    condenser: drive.compressor
      ? condensing(size, cold.cooling_W, conditions)
      : state.condenser + ((conditions.ambient - state.condenser) * dt_s) / condenserDecay_s,
    frost:
      coil < 0
        ? Math.min(1, frost + moisture * dt_s)
        : Math.max(0, frost - (melting_W * dt_s) / (frost_J_per_kg * size.capacity_kg)),
    power_W:
      fan_W + size.auxiliary_W + defrostHeat_W + cold.compressor_W + (drive.compressor ? size.condenserFan_W : 0),
  };
}

/** W/K from air to food surface and from there to the core; thicker trays show less face for their mass. */
function foodConductances(load: Load, moving: number): { surface: number; core: number } {
  const depth_m = load.depth_mm / 1000;
  const face_m2 = load.mass_kg / (density_kg_per_m3 * depth_m);
  return {
    surface: faces_W_per_m2K * moving ** 0.7 * face_m2,
    core: ((2 * conductivity_W_per_mK) / (0.3 * depth_m)) * face_m2,
  };
}

/** Heat taken from the coil and the compressor's electricity: capacity falls with the coil, efficiency with the lift. */
function refrigeration(
  size: ThermalSize,
  coil: number,
  frost: number,
  conditions: Conditions,
): { cooling_W: number; compressor_W: number } {
  const evaporation = Math.min(coil - 6, 10);
  const capacity = Math.max(0.12, 1 + 0.032 * (evaporation + 10)) * conditions.charge * (1 - 0.25 * frost);
  const cooling_W = size.cooling_W * Math.min(capacity, 1.35);
  const lift = Math.max(15, condensing(size, cooling_W, conditions) - evaporation);
  const efficiency = Math.max(0.5, (0.42 * (0.55 + 0.45 * conditions.charge) * (evaporation + 273)) / lift);
  const compressor_W = Math.min((cooling_W / efficiency) * size.electricityFactor, size.compressorMax_W);
  return { cooling_W, compressor_W };
}

const condensing = (size: ThermalSize, cooling_W: number, conditions: Conditions): number =>
  conditions.ambient + 8 + ((14 + 22 * conditions.foul) * cooling_W) / size.cooling_W;

/** Growth of frost per second: hot food steams, an open door brings the kitchen's moisture, cold food next to none. */
function frostRate(load: Load | null, surface: number, door: number): number {
  const fromFood = load === null ? 0.05 : surface > 20 ? 2 : 0.4;
  return 2e-5 * (fromFood + 0.5 * door);
}
