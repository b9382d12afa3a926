/** PL "ProofLine", the retarder prover (S4.17). Temperatures in °C, times in minutes, humidity in %. */
import { phasesOf } from '../phase-plan.ts';
import { type FamilyRow, humidifies, type ModeRow } from './family.ts';
import { airCooled, never, onMainsWater, twoCircuits } from './fitted.ts';
import { plModels } from './pl-models.ts';
import { halfDegrees, minutes, percent } from './settings.ts';

const modes = {
  // Standby comes by stopping what runs, programmed proving by its plan, defrosting by a command of its own.
  0: { key: 'standby', air: null, rh: null, chosen: false, definition: [] },
  1: {
    key: 'continuous',
    air: halfDegrees(-5, 40, 4),
    rh: percent(50, 95, 75),
    fan: percent(20, 80, 40),
    chosen: true,
    definition: phasesOf('4/40/75/stop', { phase: 2 }),
  },
  2: {
    key: 'direct',
    air: halfDegrees(20, 40, 28),
    rh: percent(50, 95, 75),
    time_min: minutes(10, 480, 90),
    fan: percent(20, 60, 40),
    fixed: true,
    chosen: true,
    definition: phasesOf('28/40/75/10m · 28/40/75/90m', { phase: 6 }, { phase: 4 }),
  },
  3: {
    key: 'programmed',
    air: null,
    rh: null,
    chosen: false,
    definition: phasesOf(
      '0/60/-/90m · 2/30/75/auto · 2>12/30/75/180m · 27/35/78/120m · H10/20/80',
      { phase: 1 },
      { phase: 2 },
      { phase: 3 },
      { phase: 4 },
      { phase: 5 },
    ),
  },
  4: {
    key: 'defrosting',
    air: null,
    rh: null,
    chosen: false,
    definition: phasesOf(
      '-/100/-/e8 · -/0/-/2m',
      { phase: 7, time_min: 30, fallback_min: 25, late_min: 30 },
      { phase: 8 },
    ),
  },
} as const satisfies Readonly<Record<number, ModeRow>>;

/** The PL family. */
export const pl = {
  code: 'PL',
  name: 'ProofLine',
  gamma: 'FERMALIEVITA',
  models: plModels,
  air: { min: -20, max: 40 },
  functions: {},
  modes,
  phases: {
    0: 'none',
    1: 'blocking',
    2: 'storing',
    3: 'waking',
    4: 'proofing',
    5: 'sleeping',
    6: 'conditioning',
    7: 'defrosting',
    8: 'dripping',
  },
  sanigen: null,
  proofing: {
    blocking: {
      phase: 1,
      air: halfDegrees(-20, 2, 0),
      rh: null,
      time_min: minutes(30, 240, 90),
      fan: percent(40, 100, 60),
    },
    storing: {
      phase: 2,
      air: halfDegrees(-8, 6, 2),
      rh: percent(60, 85, 75),
      time_min: null,
      fan: percent(20, 60, 30),
    },
    waking: {
      phase: 3,
      air: halfDegrees(5, 20, 12),
      rh: percent(60, 85, 75),
      time_min: minutes(60, 300, 180),
      fan: percent(30, 30, 30),
    },
    proofing: {
      phase: 4,
      air: halfDegrees(20, 38, 27),
      rh: percent(65, 90, 78),
      time_min: minutes(30, 480, 120),
      fan: percent(20, 60, 35),
    },
    sleeping: {
      phase: 5,
      air: halfDegrees(6, 14, 10),
      rh: percent(70, 85, 80),
      time_min: minutes(0, 360, 120),
      fan: percent(20, 20, 20),
    },
    cold_max_h: 48,
    frozen_max_h: 72,
    frozen_C: -4,
  },
  fittedIf: {
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    condFanPercentage: airCooled,
    humidifierState: humidifies,
    waterLevel: humidifies,
    PWater: onMainsWater,
    sanigenLevel: never,
  },
} as const satisfies FamilyRow;
