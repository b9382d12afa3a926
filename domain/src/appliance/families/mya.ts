/** MYA "Mya", the pastry cabinet (S4.17, S4.18). °C and % of relative humidity. */
import { phasesOf } from '../phase-plan.ts';
import { cabinetPhases, standby } from './cabinet-rows.ts';
import type { FamilyRow, ModeRow } from './family.ts';
import { airCooled, never, twoCircuits } from './fitted.ts';
import { myaModels } from './mya-models.ts';
import { halfDegrees, percent } from './settings.ts';

const air = halfDegrees(0, 20, 14);
const rh = percent(40, 80, 55);

const modes = {
  0: standby,
  1: {
    key: 'manual',
    air,
    rh,
    chosen: true,
    definition: phasesOf('14/60/55/stop · 14/30/55/stop', { phase: 1 }, { phase: 2 }),
  },
  2: {
    key: 'automatic',
    air,
    rh,
    chosen: true,
    definition: phasesOf('14/60/50/stop · 14/30/50/stop', { phase: 1 }, { phase: 2 }),
    programs: {
      1: { key: 'pralines', air: 14, rh: 50 },
      2: { key: 'creamPastry', air: 2, rh: 75 },
      3: { key: 'glazedMousse', air: 3, rh: 80 },
      4: { key: 'macarons', air: 4, rh: 80 },
      5: { key: 'dryPastry', air: 18, rh: 40 },
      6: { key: 'sugarWork', air: 18, rh: 40, sanigenOff: true },
    },
    programLimits: { air_K: 2, rh: 10 },
  },
  3: {
    key: 'test',
    air: null,
    rh: null,
    chosen: true,
    from: [0],
    panel: 'enter',
    // Fans; 5 K down; 5 K up again; as humid as it gets; probes compared; current of the Sanigen.
    definition: phasesOf(
      '-/100/-/5m · 9/100/-/15m · 14/60/-/15m · 14/60/95/15m · -/60/-/5m · -/60/-/5m',
      { phase: 10 },
      { phase: 11 },
      { phase: 12 },
      { phase: 13 },
      { phase: 14 },
      { phase: 15 },
    ),
  },
} as const satisfies Readonly<Record<number, ModeRow>>;

/** The MYA family. */
export const mya = {
  code: 'MYA',
  name: 'Mya',
  gamma: 'CONSERVATORE',
  models: myaModels,
  air: { min: 0, max: 20 },
  functions: {},
  modes,
  phases: {
    ...cabinetPhases,
    10: 'testFans',
    11: 'testCooling',
    12: 'testHeating',
    13: 'testHumidity',
    14: 'testProbes',
    15: 'testSanigen',
  },
  sanigen: [65_535, 0, 1, 2, 3, 4],
  proofing: null,
  fittedIf: {
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    condFanPercentage: airCooled,
  },
} as const satisfies FamilyRow;
