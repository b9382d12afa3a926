/** CP "ColdPantry", the holding cabinet for frozen and chilled food and for chocolate (S4.16). °C and % of relative humidity. */
import { phasesOf } from '../phase-plan.ts';
import { cabinetPhases, standby, warmEvaporator } from './cabinet-rows.ts';
import { cpModels } from './cp-models.ts';
import { type FamilyRow, humidifies, type ModelRow, type ModeRow } from './family.ts';
import { airCooled, never, twoCircuits } from './fitted.ts';
import { halfDegrees, percent } from './settings.ts';

/** Cools to 1 K above the set-point, then keeps it. */
const kept = (notation: string): ModeRow['definition'] => phasesOf(notation, { phase: 1 }, { phase: 2 });

const modes = {
  // A stocked cabinet is not switched off, and frozen food is not warmed, from afar.
  0: { ...standby, panel: 'enter' },
  1: {
    key: 'negativeCold',
    air: halfDegrees(-25, -12, -20),
    rh: null,
    chosen: true,
    panel: 'leave',
    definition: kept('-20/100/-/stop · -20/60/-/stop'),
  },
  2: {
    key: 'positiveCold',
    air: halfDegrees(-2, 10, 2),
    rh: percent(60, 90, 80),
    chosen: true,
    definition: kept('2/100/80/stop · 2/50/80/stop'),
  },
  3: {
    key: 'chocolate',
    air: halfDegrees(10, 18, 14),
    rh: percent(40, 65, 55),
    chosen: true,
    fitted: (model) => model.kind === 'cabinet' && model.chocolate_kWh_per_day !== null,
    definition: kept('14/60/55/stop · 14/30/55/stop'),
  },
  4: { key: 'defrost', air: null, rh: null, chosen: false, definition: warmEvaporator },
} as const satisfies Readonly<Record<number, ModeRow>>;

/** The older models, and the smallest, have no Sanigen. */
export const hasSanigen = (model: ModelRow): boolean =>
  model.kind === 'cabinet' && model.volume_l >= 550 && model.refrigerant === 'R290';

/** The CP family. */
export const cp = {
  code: 'CP',
  name: 'ColdPantry',
  gamma: 'CONSERVATORE',
  models: cpModels,
  air: { min: -25, max: 18 },
  functions: {},
  modes,
  phases: cabinetPhases,
  sanigen: [0, 1, 2, 3, 4, 5],
  proofing: null,
  fittedIf: {
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    condFanPercentage: airCooled,
    humidifierState: humidifies,
    waterLevel: humidifies,
    sanigenLevel: hasSanigen,
  },
} as const satisfies FamilyRow;
