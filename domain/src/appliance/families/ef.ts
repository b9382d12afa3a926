/** EF "EasyFresh Next", the plain blast chiller: no humidity, heater or Sanigen. Temperatures in °C, times in minutes. */
import { phasesOf } from '../phase-plan.ts';
import { efModels } from './ef-models.ts';
import type { FamilyRow, FunctionRow, ModelRow } from './family.ts';
import { airCooled, never, twoCircuits } from './fitted.ts';
import { plainFunction } from './function-row.ts';
import { degrees, minutes } from './settings.ts';

const plain = { ...plainFunction, package: 'Essential' } as const;

const functions = {
  0: { ...plain, key: 'idle', ends: [] },
  1: {
    ...plain,
    key: 'chilling',
    record: 'chill',
    air: degrees(-20, 0, -14),
    softAir: degrees(-2, 5, 0),
    core: degrees(1, 20, 3),
    time_min: minutes(30, 240, 90),
    ends: ['core', 'time'],
    holding: degrees(0, 6, 2),
    definition: {
      // The surface is estimated from the air that returns to the evaporator: this family's needle has one point.
      hard: phasesOf(
        '-14/100/-/s4 · 0/100/-/c3 · H2/40/-',
        { phase: 2, fallback_min: 35, max_min: 270 },
        { phase: 3, fallback_min: 55, late_min: 90, max_min: 270 },
        { phase: 5 },
      ),
      soft: phasesOf('0/60/-/c3 · H2/40/-', { phase: 3, fallback_min: 90, late_min: 90, max_min: 270 }, { phase: 5 }),
    },
  },
  2: {
    ...plain,
    key: 'freezing',
    record: 'freeze',
    air: degrees(-38, -15, -36),
    core: degrees(-25, -8, -18),
    time_min: minutes(60, 1440, 240),
    ends: ['core', 'time'],
    holding: degrees(-25, -15, -20),
    definition: {
      hard: phasesOf(
        '-36/100/-/c-18 · H-20/40/-',
        { phase: 4, fallback_min: 240, late_min: 240, max_min: 720 },
        { phase: 6 },
      ),
    },
  },
  3: {
    ...plain,
    key: 'coldHolding',
    air: degrees(-25, 10, 2),
    ends: ['manual'],
    adjusts: ['temperature'],
    definition: { hard: phasesOf('H2/40/-', { phase: 5 }) },
  },
  4: {
    ...plain,
    key: 'thawing',
    record: 'thaw',
    air: degrees(2, 10, 6),
    core: degrees(-3, 4, 0),
    time_min: minutes(60, 960, 420),
    ends: ['time', 'core'],
    holding: degrees(0, 4, 2),
    definition: { hard: phasesOf('6/80/-/420m · H2/40/-', { phase: 7 }, { phase: 5 }) },
  },
  5: {
    ...plain,
    key: 'defrosting',
    time_min: minutes(5, 40, 20),
    ends: ['time'],
    definition: { hard: phasesOf('-/100/-/20m · -/0/-/2m', { phase: 9 }, { phase: 10 }) },
  },
  6: {
    ...plain,
    key: 'nonStop',
    air: degrees(-15, 3, -5),
    time_min: minutes(10, 240, 90),
    ends: ['manual'],
    timers: { of: 'tray', max: 6, record: 'chill' },
    adjusts: ['temperature'],
    definition: { hard: phasesOf('-5/100/-/stop', { phase: 8 }) },
  },
} as const satisfies Readonly<Record<number, FunctionRow>>;

const atLeast =
  (chill_kg: number) =>
  (model: ModelRow): boolean =>
    model.kind === 'blast' && model.chill_kg >= chill_kg;
const large = atLeast(60);

/** The EF family. */
export const ef = {
  code: 'EF',
  name: 'EasyFresh Next',
  gamma: 'ABBATTITORE',
  models: efModels,
  air: { min: -38, max: 20 },
  functions,
  modes: {},
  phases: {
    0: 'none',
    1: 'preCooling',
    2: 'hardChill',
    3: 'softChill',
    4: 'freeze',
    5: 'holdCold',
    6: 'holdFrozen',
    7: 'thaw',
    8: 'continuous',
    9: 'defrosting',
    10: 'dripping',
  },
  sanigen: null,
  proofing: null,
  fittedIf: {
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    TAmbient: atLeast(25),
    TSuction: large,
    TDischarge: large,
    PSuction: large,
    PDischarge: large,
    compressorSpeed: never,
    condFanPercentage: airCooled,
  },
} as const satisfies FamilyRow;
