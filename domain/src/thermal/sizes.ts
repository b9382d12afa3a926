/** Constants of the thermal model for every size of appliance, by kind. Power W, heat J, temperatures °C, time s. */
import type { ModelRow, Refrigerant } from '../appliance/families/family.ts';

/** Constants of one size of appliance; of a cabinet with two zones, those of one zone. */
export type ThermalSize = {
  /** Full load of a chilling cycle, or what a cabinet usually holds. */
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
  /** Heat that comes in for each unit of door: 1 ajar, 5 wide open. */
  readonly door_W_per_K: number;
  /** What comes in through an open door moves the air over coil and load as the fan would at this speed, 0..1. */
  readonly stirredByDoor: number;
  /** Heater of the chamber; 0 where there is none. */
  readonly heater_W: number;
  /** Heater of the coil. */
  readonly defrost_W: number;
  /** Heater of the door frame, on while the chamber is frozen. */
  readonly frame_W: number;
  /** Keeps the water of the humidifier hot while humidity is made. */
  readonly boiler_W: number;
  /** Heat that melts the ice of a blocked coil, and how fast it takes it from a warm one. */
  readonly frost_J: number;
  readonly melting_W_per_K: number;
  /** Growth of the ice: by food on the trays, and for each unit of door. */
  readonly frostByFood_per_s: number;
  readonly frostByDoor_per_s: number;
  /** Condensing temperature above the kitchen: at no load, and what full cooling power adds. */
  readonly condenser_K: readonly [idle: number, full: number];
  /** Part of the electricity that the same cooling needs, against a good R290 compressor. */
  readonly electricityFactor: number;
  /** How far the probe of the coil, where the refrigerant comes in, is below its boiling: so much, times its flow above this share. */
  readonly inlet: readonly [full_K: number, flow: number];
  /** Speed of the compressor in a frozen chamber, against that in a chilled one. */
  readonly frozenSpeed: number;
};

const blast = (
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
  // A door ajar lets 12 W/K in on a 45 kg chamber.
  door_W_per_K: (12 * capacity_kg) / 45,
  stirredByDoor: 0.08,
  heater_W: cooling_W * 0.6,
  defrost_W: cooling_W * 0.4,
  frame_W: 0,
  boiler_W: 0,
  frost_J: 15e3 * capacity_kg,
  melting_W_per_K: 3 * capacity_kg,
  frostByFood_per_s: 2e-5,
  frostByDoor_per_s: 1e-5,
  condenser_K: [8, 14],
  electricityFactor: 1,
  inlet: [9, 0.22],
  frozenSpeed: 1,
});

/** The six size classes of blast chillers. */
export const sizes = {
  XS: blast(12, [1300, 1000, 60, 40, 25], [2.0, 160, 14e3, 18e3]),
  S: blast(20, [2200, 1600, 110, 60, 25], [2.6, 270, 20e3, 28e3]),
  M: blast(30, [3300, 2400, 170, 90, 30], [3.4, 400, 28e3, 40e3]),
  L: blast(45, [5000, 3600, 260, 130, 30], [4.6, 600, 40e3, 58e3]),
  XL: blast(70, [7800, 5600, 400, 200, 40], [6.2, 930, 60e3, 85e3]),
  XXL: blast(100, [11_000, 8000, 600, 300, 50], [8.0, 1320, 85e3, 120e3]),
} as const satisfies Readonly<Record<string, ThermalSize>>;

/** A holding cabinet of 600 l, calibrated to its consumption, duty and starts at +2 and −20 °C. */
const cabinet600: ThermalSize = {
  capacity_kg: 90,
  cooling_W: 385,
  compressorMax_W: 380,
  evaporatorFan_W: 34,
  condenserFan_W: 24,
  auxiliary_W: 12,
  walls_W_per_K: 1.9,
  coil_W_per_K: 50,
  air_J_per_K: 4.6e3,
  coil_J_per_K: 8.4e3,
  door_W_per_K: 11,
  // Full shelves: the cold of the load spills towards the door.
  stirredByDoor: 0.3,
  heater_W: 0,
  defrost_W: 390,
  frame_W: 75,
  boiler_W: 0,
  frost_J: 660e3,
  melting_W_per_K: 20,
  frostByFood_per_s: 5e-7,
  frostByDoor_per_s: 3.7e-5,
  condenser_K: [5, 9.5],
  electricityFactor: 1.35,
  // At −12 and −20 °C of a freezer that cools down it shows −25 and −30 °C, as that of a blast chiller does.
  inlet: [11, 0.48],
  frozenSpeed: 3.4,
};

/** A retarder prover of 620 l: a cabinet with a strong heater and gentle air. */
const prover620: ThermalSize = {
  ...cabinet600,
  capacity_kg: 60,
  cooling_W: 760,
  compressorMax_W: 560,
  evaporatorFan_W: 45,
  condenserFan_W: 30,
  auxiliary_W: 75,
  coil_W_per_K: 130,
  coil_J_per_K: 20e3,
  heater_W: 1000,
  frame_W: 0,
  boiler_W: 215,
  inlet: [9, 0.22],
  frozenSpeed: 1,
};

const cabinet_l = 600;
const prover_l = 620;
/** Sales names end in F for a prover that also freezes dough. */
const freezes = (model: ModelRow): boolean => model.storedName.endsWith(' F');

/** Efficiency of old refrigerants against R290. */
const electricityFactor = (refrigerant: Refrigerant): number => (refrigerant === 'R404A' ? 1 / 0.92 : 1);

/** Walls grow with the surface, everything else with the contents. */
function scaled(size: ThermalSize, ratio: number, factor: number): ThermalSize {
  const { condenser_K, inlet, frostByFood_per_s, frostByDoor_per_s, frozenSpeed, stirredByDoor } = size;
  const grown = Object.entries(size).map(([name, value]) => [name, (value as number) * ratio]);
  return {
    ...(Object.fromEntries(grown) as ThermalSize),
    condenser_K,
    inlet,
    frostByFood_per_s,
    frostByDoor_per_s,
    frozenSpeed,
    stirredByDoor,
    electricityFactor: size.electricityFactor * factor,
  };
}

/** Board, frame heater and boiler of a small prover need nearly what those of a large one do: its night costs more than its share. */
function proverSize(ratio: number, factor: number): ThermalSize {
  const { auxiliary_W, boiler_W } = prover620;
  const nearly = ratio ** 0.25;
  return {
    ...scaled(prover620, ratio, factor),
    auxiliary_W: auxiliary_W * nearly,
    boiler_W: boiler_W * nearly,
  };
}

/**
 * The constants of a blast chiller: those of the nearest class, scaled by its capacity.
 * @param capacity_kg kilograms it chills in a cycle
 * @param refrigerant R404A units do the same work with 8 % lower efficiency
 */
export function blastSize(capacity_kg: number, refrigerant: Refrigerant = 'R290'): ThermalSize {
  const ratio = (size: ThermalSize): number => capacity_kg / size.capacity_kg;
  const nearest = Object.values(sizes).reduce((best: ThermalSize, size) =>
    Math.abs(Math.log(ratio(size))) < Math.abs(Math.log(ratio(best))) ? size : best,
  );
  return scaled(nearest, ratio(nearest), electricityFactor(refrigerant));
}

/** The constants of one chamber of a model. */
export function thermalSize(model: ModelRow): ThermalSize {
  const factor = electricityFactor(model.refrigerant);
  const size = sizeOf(model, factor);
  return model.condensation === 'air' ? size : { ...size, condenser_K: awayFromTheKitchen_K };
}

/** Water, and air outside, take the heat better than the air of a kitchen. */
const awayFromTheKitchen_K = [6, 9] as const;

function sizeOf(model: ModelRow, factor: number): ThermalSize {
  switch (model.kind) {
    case 'blast': {
      const size = blastSize(model.chill_kg, model.refrigerant);
      // Of the blast chillers only MF heats.
      return model.family === 'MF' ? size : { ...size, heater_W: 0 };
    }
    case 'cabinet': {
      const size = scaled(cabinet600, model.volume_l / model.zones / cabinet_l, factor);
      return model.family === 'MYA' ? { ...size, heater_W: size.cooling_W * 0.6 } : size;
    }
    case 'prover': {
      const size = proverSize(model.volume_l / prover_l, factor);
      return freezes(model)
        ? { ...size, cooling_W: size.cooling_W * 1.6, compressorMax_W: size.compressorMax_W * 1.6 }
        : size;
    }
  }
}
