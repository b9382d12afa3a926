/** MF "MultiFresh Next", the multi-function blast chiller. Temperatures in °C, times in minutes. */
import { phasesOf } from '../phase-plan.ts';
import { phases } from '../phases.ts';
import { type FamilyRow, type FunctionRow, humidifies, type ModelRow } from './family.ts';
import { airCooled, never, onMainsWater, twoCircuits } from './fitted.ts';
import { plainFunction } from './function-row.ts';
import { mfModels } from './mf-models.ts';
import { degrees, halfDegrees, levels, minutes, percent } from './settings.ts';

/** Hard air until the surface is at +4 °C, so that nothing freezes, then 0 °C. */
const hard = '-14/100/-/s4 · 0/100/-/c3 · H2/40/-';
const hardChilling = phasesOf(
  hard,
  { phase: 2, fallback_min: 35, max_min: 270 },
  { phase: 3, fallback_min: 55, late_min: 90, max_min: 270 },
  { phase: 7 },
);

/** After a hot phase it has no times: they would count from the start of the cycle, hours before. */
const chillingAfter = phasesOf(hard, { phase: 2, fallback_min: 35 }, { phase: 3, fallback_min: 55 }, { phase: 7 });

const softChilling = phasesOf(
  '0/60/-/c3 · H2/40/-',
  { phase: 3, fallback_min: 90, late_min: 90, max_min: 270 },
  { phase: 7 },
);

const freezing = phasesOf(
  '-38/100/-/c-18 · H-20/50/-',
  { phase: 4, fallback_min: 240, late_min: 240, max_min: 720 },
  { phase: 8 },
);

/** The evaporator is warm at +8 °C; an electric defrost that takes 30 min has failed. */
const defrosting = phasesOf(
  '-/100/-/e8 · -/0/-/2m',
  { phase: 27, time_min: 30, fallback_min: 25, late_min: 30 },
  { phase: 28 },
);

const programmedProofing = phasesOf(
  '0/60/-/90m · 2/30/75/auto · 2>12/30/75/180m · 27/35/78/120m · H10/20/80',
  { phase: 18 },
  { phase: 19 },
  { phase: 20 },
  { phase: 21 },
  { phase: 22 },
);

const functions = {
  0: {
    ...plainFunction,
    key: 'chilling',
    record: 'chill',
    package: 'Essential',
    air: degrees(-25, 10, -14),
    core: degrees(0, 30, 3),
    time_min: minutes(10, 240, 90),
    fan: percent(30, 100, 100),
    ends: ['core', 'time'],
    holding: degrees(0, 10, 2),
    definition: { hard: hardChilling, soft: softChilling },
  },
  1: {
    ...plainFunction,
    key: 'freezing',
    record: 'freeze',
    package: 'Essential',
    air: degrees(-40, -10, -38),
    core: degrees(-35, -5, -18),
    time_min: minutes(15, 2880, 240),
    fan: percent(40, 100, 100),
    ends: ['core', 'time'],
    holding: degrees(-30, -12, -20),
    definition: { hard: freezing },
  },
  2: {
    ...plainFunction,
    key: 'coldHolding',
    package: 'Essential',
    air: halfDegrees(-30, 15, 2),
    time_min: minutes(30, 10_080, null),
    fan: percent(20, 100, 40),
    rh: percent(40, 95, null),
    sanigen: levels(0, 5, 0),
    ends: ['manual', 'time'],
    adjusts: ['temperature', 'humidity'],
    definition: { hard: phasesOf('H2/40/-', { phase: 7 }) },
  },
  3: {
    ...plainFunction,
    key: 'warmHolding',
    air: degrees(60, 85, 65),
    time_min: minutes(15, 480, null),
    fan: percent(20, 80, 40),
    rh: percent(40, 90, 60),
    rhMax: percent(10, 60, null),
    ends: ['manual', 'time'],
    adjusts: ['temperature', 'humidity'],
    definition: { hard: phasesOf('75/60/-/15m · 65/40/60/stop', { phase: 14 }, { phase: 9 }) },
  },
  4: {
    ...plainFunction,
    key: 'thawing',
    record: 'thaw',
    package: 'Essential',
    air: halfDegrees(2, 25, 8),
    core: halfDegrees(-5, 20, 0),
    time_min: minutes(30, 1440, 360),
    fan: percent(30, 100, 80),
    rh: percent(50, 95, 85),
    rhMax: percent(10, 60, null),
    sanigen: levels(0, 5, 0),
    ends: ['core', 'time'],
    holding: halfDegrees(0, 4, 2),
    definition: {
      hard: phasesOf(
        '8/80/85/s3 · 3/60/85/c0 · H2/40/-',
        { phase: 10, fallback_min: 180, max_min: 1800 },
        { phase: 11, fallback_min: 240, late_min: 600, max_min: 1800 },
        { phase: 7 },
      ),
    },
  },
  5: {
    ...plainFunction,
    key: 'readyToServe',
    record: 'reheat',
    air: degrees(-25, 90, null),
    core: degrees(-15, 80, 70),
    fan: percent(20, 100, 60),
    rh: percent(40, 90, null),
    rhMax: percent(10, 60, null),
    ends: ['clock'],
    holding: degrees(-20, 85, null),
    skips: true,
    definition: {
      hard: phasesOf(
        '3/40/-/auto · 85/60/60/c70 · H65/40/60',
        { phase: 12 },
        { phase: 13, fallback_min: 60 },
        { phase: 9 },
      ),
    },
  },
  6: {
    ...plainFunction,
    key: 'lowTempCooking',
    air: halfDegrees(45, 85, 70),
    core: halfDegrees(45, 82, 65),
    coreHold_min: minutes(0, 720, 14),
    time_min: minutes(15, 1440, 120),
    fan: percent(20, 80, 50),
    rh: percent(40, 95, 60),
    ends: ['core', 'time'],
    holding: halfDegrees(63, 85, null),
    definition: {
      // What could grow below 54 °C must not have more than six hours; what is left dies while the core is held.
      hard: phasesOf(
        '70/50/60/c65 · 70/50/60/c65+14m',
        { phase: 15, late_min: 360, max_min: 1440 },
        { phase: 16, max_min: 2160 },
      ),
      after: chillingAfter,
      heldAt: 9,
    },
  },
  7: {
    ...plainFunction,
    key: 'directProofing',
    air: halfDegrees(20, 40, 28),
    time_min: minutes(10, 720, 90),
    fan: percent(20, 60, 40),
    rh: percent(50, 95, 75),
    sanigen: levels(0, 5, 0),
    ends: ['time', 'manual'],
    holding: halfDegrees(0, 12, 8),
    adjusts: ['temperature', 'humidity'],
    skips: true,
    definition: { hard: phasesOf('28/40/75/90m · H8/20/80', { phase: 21 }, { phase: 22 }) },
  },
  8: {
    ...plainFunction,
    key: 'programmedProofing',
    air: halfDegrees(-20, 40, null),
    fan: percent(20, 80, null),
    rh: percent(60, 90, null),
    ends: ['clock'],
    holding: halfDegrees(4, 14, 10),
    skips: true,
    definition: { hard: programmedProofing },
  },
  9: {
    ...plainFunction,
    key: 'retardedProofing',
    air: halfDegrees(-4, 12, 4),
    time_min: minutes(240, 2880, 720),
    fan: percent(20, 60, 30),
    rh: percent(60, 90, 75),
    sanigen: levels(0, 5, 0),
    ends: ['time', 'clock'],
    holding: halfDegrees(0, 10, 4),
    adjusts: ['humidity'],
    skips: true,
    definition: { hard: phasesOf('4/30/75/12h · H4/20/75', { phase: 19 }, { phase: 19 }) },
  },
  10: {
    ...plainFunction,
    key: 'meltingChocolate',
    air: halfDegrees(28, 55, 50),
    core: halfDegrees(28, 50, 47),
    time_min: minutes(60, 1440, 600),
    fan: percent(20, 40, 25),
    rhMax: percent(20, 50, 30),
    ends: ['core', 'time'],
    holding: halfDegrees(28, 48, 45),
    adjusts: ['temperature'],
    skips: true,
    definition: {
      hard: phasesOf(
        '50/25/<30/c47 · H45/20/<30',
        { phase: 23, fallback_min: 600, late_min: 720, max_min: 1440 },
        { phase: 24 },
      ),
    },
  },
  11: {
    ...plainFunction,
    key: 'pasteurisation',
    air: degrees(57, 90, 88),
    core: degrees(57, 85, 80),
    coreHold_min: minutes(0.5, 60, 2),
    fan: percent(30, 100, 60),
    rh: percent(40, 95, 70),
    ends: ['core'],
    definition: {
      hard: phasesOf(
        '88/60/70/c80 · 88/60/70/c80+2m',
        { phase: 15, late_min: 120, max_min: 360 },
        { phase: 16, max_min: 420 },
      ),
      after: chillingAfter,
      otherwise: phasesOf('30/60/-/c45', { phase: 17, fallback_min: 60 }),
    },
  },
  12: {
    ...plainFunction,
    key: 'drying',
    air: degrees(25, 75, 57),
    time_min: minutes(15, 2880, 480),
    fan: percent(40, 100, 80),
    rhMax: percent(10, 60, 25),
    ends: ['time', 'manual'],
    skips: true,
    definition: { hard: phasesOf('57/80/<25/8h', { phase: 25 }) },
  },
  13: {
    ...plainFunction,
    key: 'nonStop',
    package: 'Essential',
    air: degrees(-38, 5, -15),
    time_min: minutes(5, 300, 90),
    fan: percent(60, 100, 100),
    sanigen: levels(0, 5, 0),
    ends: ['manual'],
    timers: { of: 'tray', record: 'chill' },
    adjusts: ['temperature'],
    definition: { hard: phasesOf('-15/100/-/stop', { phase: 26 }) },
  },
  14: {
    ...plainFunction,
    key: 'defrosting',
    package: 'Essential',
    time_min: minutes(5, 60, 25),
    ends: ['evaporator', 'time'],
    definition: { hard: defrosting },
  },
  255: { ...plainFunction, key: 'idle', package: 'Essential', ends: [] },
} as const satisfies Readonly<Record<number, FunctionRow>>;

// Pressure and pipe probes are fitted to the larger sizes only.
const large = (model: ModelRow): boolean => model.kind === 'blast' && model.chill_kg >= 70;

/** The MF family. */
export const mf = {
  code: 'MF',
  name: 'MultiFresh Next',
  gamma: 'ABBATTITORE',
  models: mfModels,
  air: { min: -40, max: 90 },
  functions,
  modes: {},
  phases,
  sanigen: [0, 1, 2, 3, 4, 5],
  proofing: null,
  fittedIf: {
    TCell2: (model) => model.trolleys > 0,
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    TSuction: large,
    TDischarge: large,
    PSuction: large,
    PDischarge: large,
    // No size of this family has an inverter compressor.
    compressorSpeed: never,
    condFanPercentage: airCooled,
    levelHumidity: humidifies,
    cellSetHumidity: humidifies,
    humidifierState: humidifies,
    waterLevel: humidifies,
    PWater: onMainsWater,
  },
} as const satisfies FamilyRow;
