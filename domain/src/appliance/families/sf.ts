/** SF "SteadyFrost", blast chillers for trolleys, with a function for each way of ending. Temperatures in °C, times in minutes. */
import { phasesOf } from '../phase-plan.ts';
import type { FamilyRow, FunctionRow } from './family.ts';
import { airCooled, never, twoCircuits } from './fitted.ts';
import { plainFunction } from './function-row.ts';
import { degrees, levels, minutes } from './settings.ts';
import { sfModels } from './sf-models.ts';

const plain = { ...plainFunction, package: 'Essential' } as const;

const chilling = {
  ...plain,
  record: 'chill',
  phaseAir: { min: -25, max: 5 },
  holding: degrees(0, 10, 2),
} as const;
const byCore = { core: degrees(1, 20, 3), ends: ['core'] } as const;
const byTime = { time_min: minutes(30, 240, 90), ends: ['time'] } as const;
const softAir = degrees(-5, 5, 0);
const hardAir = degrees(-25, 0, -14);
const chilled = { late_min: 90, max_min: 270 } as const;

const freezing = { ...plain, record: 'freeze', air: degrees(-40, -20, -38), holding: degrees(-30, -15, -20) } as const;
const frozen = { fallback_min: 240, late_min: 240, max_min: 720 } as const;

const functions = {
  0: { ...plain, key: 'idle', ends: [] },
  1: {
    ...chilling,
    ...byCore,
    key: 'softChillCore',
    air: softAir,
    definition: { hard: phasesOf('0/60/-/c3 · H2/40/-', { phase: 3, fallback_min: 90, ...chilled }, { phase: 7 }) },
  },
  2: {
    ...chilling,
    ...byCore,
    key: 'hardChillCore',
    air: hardAir,
    definition: {
      hard: phasesOf(
        '-14/100/-/s4 · 0/100/-/c3 · H2/40/-',
        { phase: 3, fallback_min: 35, max_min: 270 },
        { phase: 4, fallback_min: 55, ...chilled },
        { phase: 7 },
      ),
    },
  },
  3: {
    ...chilling,
    ...byTime,
    key: 'softChillTime',
    air: softAir,
    definition: { hard: phasesOf('0/60/-/90m · H2/40/-', { phase: 3 }, { phase: 7 }) },
  },
  4: {
    ...chilling,
    ...byTime,
    key: 'hardChillTime',
    air: hardAir,
    definition: {
      hard: phasesOf('-14/100/-/45m · 0/100/-/45m · H2/40/-', { phase: 3 }, { phase: 4 }, { phase: 7 }),
    },
  },
  5: {
    ...freezing,
    key: 'freezeCore',
    core: degrees(-25, -10, -18),
    ends: ['core'],
    definition: { hard: phasesOf('-38/100/-/c-18 · H-20/40/-', { phase: 5, ...frozen }, { phase: 8 }) },
  },
  6: {
    ...freezing,
    key: 'freezeTime',
    time_min: minutes(60, 600, 240),
    ends: ['time'],
    definition: { hard: phasesOf('-38/100/-/240m · H-20/40/-', { phase: 5 }, { phase: 8 }) },
  },
  7: {
    ...freezing,
    key: 'softFreeze',
    air: degrees(-30, -15, -25),
    core: degrees(-18, -8, -18),
    ends: ['core'],
    definition: { hard: phasesOf('-25/60/-/c-18 · H-20/40/-', { phase: 5, ...frozen }, { phase: 8 }) },
  },
  8: {
    ...freezing,
    key: 'parasite20',
    record: 'parasite',
    air: degrees(-40, -28, -38),
    core: degrees(-20, -20, -20),
    coreHold_min: minutes(1440, 2880, 1440),
    ends: ['core'],
    holding: degrees(-30, -20, -22),
    definition: {
      hard: phasesOf(
        '-38/100/-/c-20 · -25/60/-/c-20+24h · H-22/40/-',
        { phase: 5, ...frozen },
        { phase: 6, fallback_min: 1440, max_min: 4320 },
        { phase: 8 },
      ),
    },
  },
  9: {
    ...freezing,
    key: 'parasite35',
    record: 'parasite',
    air: degrees(-40, -40, -40),
    core: degrees(-35, -35, -35),
    coreHold_min: minutes(900, 1800, 900),
    ends: ['core'],
    holding: degrees(-30, -20, -25),
    definition: {
      hard: phasesOf(
        '-40/100/-/c-35 · -40/100/-/c-35+15h · H-25/40/-',
        { phase: 5, ...frozen },
        { phase: 6, fallback_min: 900, max_min: 2880 },
        { phase: 8 },
      ),
    },
  },
  10: {
    ...plain,
    key: 'iceCreamHarden',
    air: degrees(-40, -30, -38),
    core: degrees(-18, -12, -14),
    time_min: minutes(30, 600, 240),
    ends: ['core', 'time'],
    holding: degrees(-25, -12, -15),
    definition: { hard: phasesOf('-38/90/-/c-14 · H-15/40/-', { phase: 5, ...frozen }, { phase: 8 }) },
  },
  11: {
    ...plain,
    key: 'crustFreeze',
    air: degrees(-40, -25, -35),
    surface: degrees(-8, -2, -5),
    time_min: minutes(5, 60, 20),
    ends: ['time', 'surface'],
    definition: { hard: phasesOf('-35/100/-/20m', { phase: 2 }) },
  },
  12: {
    ...plain,
    key: 'continuousChill',
    air: degrees(-20, 2, -5),
    time_min: minutes(10, 180, 90),
    ends: ['manual'],
    timers: { of: 'trolley', record: 'chill' },
    adjusts: ['temperature'],
    definition: { hard: phasesOf('-5/100/-/stop', { phase: 11 }) },
  },
  13: {
    ...plain,
    key: 'continuousFreeze',
    air: degrees(-40, -25, -36),
    time_min: minutes(60, 480, 240),
    ends: ['manual'],
    timers: { of: 'trolley', record: 'freeze' },
    adjusts: ['temperature'],
    definition: { hard: phasesOf('-36/100/-/stop', { phase: 11 }) },
  },
  14: {
    ...plain,
    key: 'coldHolding',
    air: degrees(0, 10, 2),
    ends: ['manual'],
    adjusts: ['temperature'],
    definition: { hard: phasesOf('H2/40/-', { phase: 7 }) },
  },
  15: {
    ...plain,
    key: 'frozenHolding',
    air: degrees(-30, -15, -20),
    ends: ['manual'],
    adjusts: ['temperature'],
    definition: { hard: phasesOf('H-20/40/-', { phase: 8 }) },
  },
  16: {
    ...plain,
    key: 'thawing',
    record: 'thaw',
    air: degrees(2, 15, 8),
    core: degrees(-2, 3, 0),
    time_min: minutes(60, 1440, 600),
    ends: ['core', 'time'],
    holding: degrees(0, 4, 2),
    definition: {
      hard: phasesOf(
        '8/80/-/s3 · 3/60/-/c0 · H2/40/-',
        { phase: 9, fallback_min: 240, max_min: 1800 },
        { phase: 9, fallback_min: 360, late_min: 600, max_min: 1800 },
        { phase: 7 },
      ),
    },
  },
  17: {
    ...plain,
    key: 'tempering',
    air: degrees(-12, -2, -2),
    core: degrees(-8, -4, -4),
    time_min: minutes(60, 1440, 480),
    ends: ['core', 'time'],
    holding: degrees(-10, -2, -4),
    definition: {
      hard: phasesOf(
        '-2/60/-/c-4 · H-4/40/-',
        { phase: 10, fallback_min: 480, late_min: 600, max_min: 1800 },
        { phase: 7 },
      ),
    },
  },
  18: {
    ...plain,
    key: 'preCooling',
    air: degrees(-35, 0, -20),
    time_min: minutes(10, 60, 30),
    ends: ['time'],
    definition: { hard: phasesOf('-20/100/-/30m', { phase: 1 }) },
  },
  19: {
    ...plain,
    key: 'defrosting',
    time_min: minutes(5, 40, 12),
    ends: ['evaporator', 'time'],
    definition: {
      // Hot gas is quicker than the heaters of the small cells.
      hard: phasesOf('-/0/-/e8 · -/0/-/2m', { phase: 12, time_min: 20, fallback_min: 12, late_min: 20 }, { phase: 13 }),
    },
  },
  20: {
    ...plain,
    key: 'fanDry',
    time_min: minutes(10, 120, 30),
    ends: ['time'],
    definition: { hard: phasesOf('-/100/-/30m', { phase: 14 }) },
  },
  21: {
    ...plain,
    key: 'sanitising',
    air: degrees(2, 15, 10),
    sanigen: levels(1, 5, 3),
    time_min: minutes(30, 480, 120),
    ends: ['time'],
    definition: { hard: phasesOf('10/40/-/120m', { phase: 15 }) },
  },
  22: {
    ...plain,
    key: 'commissioningTest',
    panel: true,
    time_min: minutes(30, 180, 90),
    ends: ['time'],
    definition: { hard: phasesOf('-35/100/-/90m', { phase: 16 }) },
  },
} as const satisfies Readonly<Record<number, FunctionRow>>;

/** The SF family. */
export const sf = {
  code: 'SF',
  name: 'SteadyFrost',
  gamma: 'ABBATTITORE',
  models: sfModels,
  air: { min: -40, max: 20 },
  functions,
  modes: {},
  phases: {
    0: 'none',
    1: 'preCooling',
    2: 'crust',
    3: 'pull',
    4: 'equalise',
    5: 'blastFreeze',
    6: 'parasiteHold',
    7: 'holdCold',
    8: 'holdFrozen',
    9: 'thaw',
    10: 'temper',
    11: 'continuous',
    12: 'defrosting',
    13: 'dripping',
    14: 'fanDry',
    15: 'sanitising',
    16: 'pullDownTest',
    17: 'steadyTest',
  },
  sanigen: [0, 1, 2, 3, 4, 5],
  proofing: null,
  fittedIf: {
    TEvap2: twoCircuits,
    TCondenser2: twoCircuits,
    TCondenser3: never,
    TCondenser4: never,
    compressorSpeed: never,
    condFanPercentage: airCooled,
  },
} as const satisfies FamilyRow;
