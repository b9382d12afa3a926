/**
 * Telemetry metrics, one row each (S3.13): whatever handles a metric (column, validation, units, chart, rollup, simulator) reads its
 * row. The words of the names stand in `metrics.messages.ts`.
 */
import type { FamilyCode } from './families/family-code.ts';
import { runPhases_max } from './phase-plan.ts';

/** Units of stored values, in UCUM. `K` is a temperature difference: × 1.8 in imperial, never + 32. */
export type MetricUnit = 'Cel' | 'K' | '%' | 'bar' | 'h' | 's' | 'Wh' | 'W' | 'V' | 'dBm' | '1';

/**
 * gauge a measured value · state a code · mono a counter that never falls · daily a counter reset at local midnight or by the user
 * · set a set-point, drawn as steps · id an identity.
 */
export type MetricKind = 'gauge' | 'state' | 'mono' | 'daily' | 'set' | 'id';

/** Chart axis a metric is drawn on; `n` are count bars, `band` a strip of states, null is not charted. */
export type ChartAxis = 'T' | 'dT' | 'RH' | '%' | 'bar' | 'kW' | 'kWh' | 'V' | 'dBm' | 'n' | 'h' | 'band';

/** What an hour keeps: mmm minimum, time-weighted mean, maximum · last value · delta growth · dur seconds in each state. */
export type HourKeeps = 'mmm' | 'last' | 'delta' | 'dur';

/** A closed range; of a text it is the range of its length. */
export type Range = readonly [min: number, max: number];

/** One telemetry metric. */
export type MetricRow = {
  readonly unit: MetricUnit;
  readonly kind: MetricKind;
  /** Values that are believed without a remark. */
  readonly plausible: Range;
  /** Narrower or wider range in some families. */
  readonly plausibleIn?: Readonly<Partial<Record<FamilyCode, Range>>>;
  /** At or beyond these bounds a value is a broken probe; null: no such bounds. */
  readonly fault: Range | null;
  /** Decimals shown, metric and imperial. */
  readonly decimals: readonly [metric: number, imperial: number];
  /** Sampling in seconds while running and while idle (null: not sampled then); null: sent at changes only. */
  readonly sample_s: readonly [running: number, idle: number | null] | null;
  /** Sent at once when it changes. */
  readonly onChange: boolean;
  readonly families: readonly FamilyCode[];
  readonly chart: ChartAxis | null;
  readonly hour: HourKeeps | null;
  /** Column type. Integer columns take whole numbers only. */
  readonly sql: 'real' | 'smallint' | 'integer' | 'bigint' | 'text';
  /** Computed on the server, never sent by a unit: from the samples alone, or from what the portal knows besides. */
  readonly computed?: 'fromSamples' | 'fromMore';
};

const all = ['MF', 'EF', 'SF', 'CP', 'MYA', 'PL'] as const;
const blastChillers = ['MF', 'EF', 'SF'] as const;
const humid = ['MF', 'CP', 'MYA', 'PL'] as const;
/** Families whose needles have several points; that of EF has one. */
const needles = ['MF', 'SF'] as const;
const twoDoors = ['SF', 'CP', 'MYA', 'PL'] as const;
/** Families with models of two zones. On their other models, those with one zone, the names in `Zone2` are not fitted. */
const twoZones = ['CP'] as const;
const cycling = ['MF', 'EF', 'SF', 'MYA', 'PL'] as const;

const gauge = {
  kind: 'gauge',
  decimals: [1, 1],
  sample_s: [10, 60],
  onChange: false,
  hour: 'mmm',
  sql: 'real',
} as const;
const temperature = { ...gauge, unit: 'Cel', chart: 'T' } as const;
const cellAir = {
  ...temperature,
  plausible: [-45, 110],
  plausibleIn: { EF: [-45, 70], SF: [-45, 70], CP: [-40, 50], MYA: [-40, 50], PL: [-25, 50] },
  fault: [-55, 130],
} as const;
const cellSet = {
  ...temperature,
  kind: 'set',
  plausible: [-40, 90],
  plausibleIn: { EF: [-38, 20], SF: [-40, 20], CP: [-25, 18], MYA: [0, 20], PL: [-20, 40] },
  fault: null,
  sample_s: [60, 60],
  onChange: true,
  hour: 'last',
} as const;
const product = {
  ...temperature,
  plausible: [-45, 100],
  fault: null,
  sample_s: [60, 60],
  computed: 'fromMore',
} as const;
const corePoint = { ...temperature, plausible: [-45, 105], fault: [-55, 130], families: blastChillers } as const;
const evaporator = { ...temperature, plausible: [-55, 100], fault: [-60, 130], families: all } as const;
const condenser = { ...temperature, plausible: [-20, 95], fault: [-45, 130], families: all } as const;
const percent = { ...gauge, unit: '%', plausible: [0, 100], fault: null, decimals: [0, 0], chart: '%' } as const;
const humidity = { ...percent, fault: [-1, 106], chart: 'RH' } as const;
const humiditySet = {
  ...percent,
  kind: 'set',
  plausible: [10, 95],
  sample_s: [60, 60],
  onChange: true,
  chart: 'RH',
  hour: 'last',
} as const;
const pressure = { ...gauge, unit: 'bar', decimals: [2, 2], families: blastChillers, chart: 'bar' } as const;
const seconds = { ...gauge, unit: 's', fault: null, decimals: [0, 0], sample_s: [60, null], hour: 'last' } as const;
const state = {
  unit: '1',
  kind: 'state',
  fault: null,
  decimals: [0, 0],
  sample_s: [10, 60],
  onChange: true,
  chart: 'band',
  hour: 'dur',
  sql: 'smallint',
} as const;
const defrost = { ...state, plausible: [0, 5] } as const;
const defrostEnd = { ...state, plausible: [0, 4], sample_s: null, chart: null, hour: 'last' } as const;
const mode = { ...state, plausible: [0, 4], sample_s: [60, 60] } as const;
const counter = {
  unit: '1',
  kind: 'mono',
  fault: null,
  decimals: [0, 0],
  sample_s: [300, 300],
  onChange: false,
  chart: 'n',
  hour: 'delta',
  sql: 'integer',
} as const;

const identity = {
  unit: '1',
  kind: 'id',
  fault: null,
  decimals: [0, 0],
  sample_s: null,
  onChange: true,
  chart: null,
  hour: null,
} as const;
const doorsToday = { ...counter, kind: 'daily', plausible: [0, 2000], sample_s: [60, 300], onChange: true } as const;
const doorsEver = { ...counter, plausible: [0, 1e7], chart: null } as const;

/** Every metric, by its name on the wire. A name in `Zone2` is the second zone's; TEvap2, TCondenser2 and door 2 are its too. */
export const metrics = {
  // Chamber, product, set-points
  TCell: { ...cellAir, families: all },
  TCellZone2: { ...cellAir, families: twoZones },
  TCell2: { ...cellAir, families: ['MF', 'SF'] },
  TCore1: corePoint,
  TCore2: { ...corePoint, families: needles },
  TCore3: { ...corePoint, families: needles },
  TCore4: { ...corePoint, families: needles },
  // The second needle of a trolley unit.
  TCore5: { ...corePoint, families: ['SF'] },
  TCore6: { ...corePoint, families: ['SF'] },
  TCore7: { ...corePoint, families: ['SF'] },
  TCore8: { ...corePoint, families: ['SF'] },
  TCoreMax: { ...corePoint, fault: null, computed: 'fromSamples' },
  TCoreMin: { ...corePoint, fault: null, computed: 'fromSamples' },
  TProduct: { ...product, families: all },
  TProductZone2: { ...product, families: twoZones },
  cellSetTemp: { ...cellSet, families: all },
  cellSetTempZone2: { ...cellSet, families: twoZones },
  coreSetTemp: {
    ...temperature,
    kind: 'set',
    plausible: [-40, 95],
    fault: null,
    sample_s: [60, null],
    onChange: true,
    families: blastChillers,
    hour: 'last',
  },
  levelHumidity: { ...humidity, families: humid },
  levelHumidityZone2: { ...humidity, families: twoZones },
  cellSetHumidity: { ...humiditySet, families: humid },
  cellSetHumidityZone2: { ...humiditySet, families: twoZones },

  // Refrigeration and air
  TEvap1: evaporator,
  TEvap2: evaporator,
  TCondenser1: condenser,
  TCondenser2: condenser,
  TCondenser3: condenser,
  TCondenser4: condenser,
  TAmbient: { ...temperature, plausible: [0, 50], fault: [-45, 90], sample_s: [60, 60], families: all },
  TSuction: { ...temperature, plausible: [-55, 50], fault: [-60, 110], families: blastChillers },
  TDischarge: { ...temperature, plausible: [-20, 130], fault: [-45, 160], families: blastChillers },
  // R744, which no EF has, runs far above the others: 60 bar on the suction side and 125 on the discharge side are its ends.
  PSuction: { ...pressure, plausible: [-0.6, 60], plausibleIn: { EF: [-0.6, 18] }, fault: [-0.95, 80] },
  PDischarge: { ...pressure, plausible: [0, 125], plausibleIn: { EF: [0, 34] }, fault: [-0.5, 160] },
  condenserApproach: {
    ...gauge,
    unit: 'K',
    plausible: [-5, 50],
    fault: null,
    sample_s: [60, null],
    families: all,
    chart: 'dT',
    computed: 'fromSamples',
  },
  compressorState: { ...state, plausible: [0, 6], families: all },
  compressorSpeed: { ...percent, families: blastChillers },
  compressorStarts: { ...counter, plausible: [0, 5e6], families: all },
  compressorHours: { ...counter, unit: 'h', plausible: [0, 2e5], families: all, chart: 'h', sql: 'real' },
  evapFanPercentage: { ...percent, onChange: true, families: all },
  condFanPercentage: { ...percent, families: all },
  defrostState: { ...defrost, families: all },
  defrostStateZone2: { ...defrost, families: twoZones },
  lastDefrostEnd: { ...defrostEnd, families: all },
  lastDefrostEndZone2: { ...defrostEnd, families: twoZones },
  dailyDefrostCounter: { ...counter, kind: 'daily', plausible: [0, 24], onChange: true, families: all },

  // Heat, humidity, hygiene
  heaterPercentage: { ...percent, families: ['MF', 'MYA', 'PL'] },
  humidifierState: { ...state, plausible: [0, 4], families: humid },
  waterLevel: { ...state, plausible: [0, 3], sample_s: [60, 60], families: humid },
  PWater: { ...pressure, plausible: [0, 8], fault: [-0.2, 12], sample_s: [60, 300], families: ['MF', 'PL'] },
  drainState: { ...state, plausible: [0, 2], sample_s: [60, 60], families: all, chart: null },
  // The raw code is stored, and MYA's "not active" is 65535: too large for a smallint.
  sanigenLevel: {
    ...state,
    plausible: [0, 5],
    sample_s: [60, 300],
    families: ['MF', 'SF', 'CP', 'MYA'],
    sql: 'integer',
  },
  lightState: { ...state, plausible: [0, 1], sample_s: null, families: all, chart: null },

  // Doors
  door: { ...state, plausible: [0, 3], families: all },
  dailyOpenDoor1Counter: { ...doorsToday, families: all },
  dailyOpenDoor2Counter: { ...doorsToday, families: twoDoors },
  totalOpenDoor1Counter: { ...doorsEver, families: all },
  totalOpenDoor2Counter: { ...doorsEver, families: twoDoors },
  dailyOpenDoorTime: {
    ...counter,
    unit: 's',
    kind: 'daily',
    plausible: [0, 86_400],
    sample_s: [60, 300],
    families: all,
    sql: 'real',
  },

  // Mode and cycle
  powerState: { ...state, plausible: [0, 1], sample_s: [60, 60], families: all },
  operatingMode: { ...mode, families: ['CP', 'MYA', 'PL'] },
  operatingModeZone2: { ...mode, families: twoZones },
  cycleRunning: { ...state, plausible: [0, 1], families: all },
  cycleState: { ...state, plausible: [0, 5], families: cycling },
  cycleRunId: { ...identity, plausible: [1, 40], families: cycling, sql: 'text' },
  cycleId: { ...identity, plausible: [0, 2e9], families: cycling, sql: 'integer' },
  cycleFunction: { ...state, plausible: [0, 255], sample_s: null, families: cycling },
  cyclePhase: { ...state, plausible: [0, 40], families: all },
  cyclePhaseIndex: {
    ...state,
    plausible: [0, runPhases_max],
    sample_s: null,
    families: cycling,
    chart: null,
    hour: null,
  },
  cyclePhaseState: { ...state, plausible: [0, 3], sample_s: null, families: cycling, chart: null, hour: null },
  cycleElapsed: { ...seconds, plausible: [0, 4e5], families: cycling, chart: null },
  cycleRemaining: { ...seconds, plausible: [0, 4e5], families: cycling, chart: null },
  cyclePhaseElapsed: { ...seconds, plausible: [0, 4e5], families: cycling, chart: null },
  cyclePhaseRemaining: { ...seconds, plausible: [0, 4e5], families: cycling, chart: null },
  cycleForecastRemaining: {
    ...seconds,
    plausible: [0, 1e5],
    families: blastChillers,
    chart: null,
    computed: 'fromMore',
  },
  cycleCounter: { ...counter, plausible: [0, 1e6], sample_s: null, onChange: true, families: cycling },

  // Electricity
  energyCounter: {
    ...counter,
    unit: 'Wh',
    plausible: [0, 1e9],
    decimals: [2, 2],
    sample_s: [60, 60],
    families: all,
    chart: 'kWh',
    sql: 'bigint',
  },
  instantPower: {
    ...gauge,
    unit: 'W',
    plausible: [0, 20_000],
    fault: [-1, 40_000],
    decimals: [2, 2],
    families: all,
    chart: 'kW',
  },
  mainsVoltage: {
    ...gauge,
    unit: 'V',
    plausible: [90, 290],
    fault: [0, 500],
    decimals: [0, 0],
    sample_s: [60, 60],
    families: all,
    chart: 'V',
  },

  // Board, link, data
  TBoard: { ...temperature, plausible: [-10, 85], fault: [-45, 125], sample_s: [60, 300], families: all },
  wifiRssi: {
    ...gauge,
    unit: 'dBm',
    plausible: [-100, -20],
    fault: [-128, 0],
    decimals: [0, 0],
    sample_s: [60, 300],
    families: all,
    chart: 'dBm',
  },
  bufferFill: { ...percent, sample_s: [60, 60], families: all },
  bufferAge: {
    ...gauge,
    unit: 's',
    plausible: [0, 2e6],
    fault: null,
    decimals: [0, 0],
    sample_s: [60, 60],
    families: all,
    chart: null,
  },
  clockOffset: {
    ...gauge,
    unit: 's',
    plausible: [-86_400, 86_400],
    fault: null,
    sample_s: [900, 900],
    families: all,
    chart: null,
    computed: 'fromMore',
  },
  bootCounter: { ...counter, plausible: [0, 1e6], sample_s: null, onChange: true, families: all },
  firmwareVersion: { ...identity, plausible: [1, 32], families: all, sql: 'text' },
  workingHours: { ...counter, unit: 'h', plausible: [0, 2e5], families: all, chart: 'h', sql: 'real' },
  printerState: { ...state, plausible: [0, 6], sample_s: [300, 300], families: all, chart: null },
  lostSampleCounter: { ...counter, plausible: [0, 1e9], families: all },
  continuity: {
    ...percent,
    decimals: [1, 1],
    sample_s: [3600, 3600],
    families: all,
    hour: 'last',
    computed: 'fromMore',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Name of a metric, as on the wire and in the database. */
export type MetricName = keyof typeof metrics;

/** Name of a metric that units send; the others are computed by the server. */
export type SentMetricName = {
  [Name in MetricName]: (typeof metrics)[Name] extends { readonly computed: string } ? never : Name;
}[MetricName];

/** All names, in the catalogue's order. */
export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** Whether a received text names a metric of this version. */
export const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name);

/** Whether units send this metric. */
export const isSentMetric = (name: string): name is SentMetricName => sentNames.has(name);

/** Whether the server computes this metric. */
export const isComputed = (name: MetricName): boolean => (metrics[name] as MetricRow).computed !== undefined;

const sentNames: ReadonlySet<string> = new Set(metricNames.filter((name) => !isComputed(name)));

/** Name of a point of a needle, e.g. `TCore1`. */
export type CorePoint = Extract<MetricName, `TCore${number}`>;

const isCorePoint = (name: MetricName): name is CorePoint => /^TCore\d+$/.test(name);

/** Every point that needles have, the tip first; those of the second needle after those of the first. */
export const corePoints: readonly CorePoint[] = metricNames.filter(isCorePoint);

/** The number in the name of a point, 1 = the tip of the first needle. */
export type PointNumber = CorePoint extends infer Point
  ? Point extends `TCore${infer Number extends number}`
    ? Number
    : never
  : never;
export const pointNumber = (point: CorePoint): PointNumber => Number(point.slice('TCore'.length)) as PointNumber;

/** Points of a needle that has several; one that has a single point has it at its tip. */
export const pointsOfNeedle = 4;

/** What is said of each point of a model, in the order of `corePoints`, by needle: of a trolley unit two lists, each tip first. */
export const byNeedle = <T>(points: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(points.length / pointsOfNeedle) }, (_, needle) =>
    points.slice(needle * pointsOfNeedle, (needle + 1) * pointsOfNeedle),
  );

/** Name of a metric that samples alone tell: those units send, and what is computed from them without anything else. */
export type SampledMetricName = {
  [Name in MetricName]: (typeof metrics)[Name] extends { readonly computed: 'fromMore' } ? never : Name;
}[MetricName];

/** Whether samples alone tell this metric: it can be rolled up. */
export const isSampledMetric = (name: string): name is SampledMetricName =>
  isMetric(name) && (metrics[name] as MetricRow).computed !== 'fromMore';

/** Name of the product channel of a zone. */
export type ProductMetricName = 'TProduct' | 'TProductZone2';

/** Whether it is the product channel: samples tell it, with what came before them. */
export const isProductMetric = (name: string): name is ProductMetricName => inFirstZone(name) === 'TProduct';

/** Whether a chart can show it: what samples tell, and the food that follows from them. */
export const isChartedMetric = (name: string): name is SampledMetricName | ProductMetricName =>
  isSampledMetric(name) || (isMetric(name) && isProductMetric(name));

/** Name of a metric that a second zone repeats. */
export type ZonedMetricName = MetricName extends infer Name
  ? Name extends `${infer First}Zone2`
    ? First
    : never
  : never;

/** The name of a metric in a zone: `TCell` in zone 2 is `TCellZone2`. */
export const inZone = <Name extends ZonedMetricName>(name: Name, zone: 1 | 2): Name | `${Name}Zone2` =>
  zone === 1 ? name : `${name}Zone2`;

/** The name a metric has in the first zone, whose meaning and codes the second shares: `defrostStateZone2` → `defrostState`. */
export const inFirstZone = (name: string): string => name.replace(/Zone2$/, '');
