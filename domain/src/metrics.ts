/**
 * Telemetry metrics, one row each (S3.13): whatever handles a metric (column, validation, units, chart, rollup, simulator) reads its
 * row. The words of the names stand in `metrics.messages.ts`.
 */
import type { FamilyCode } from './families/family-code.ts';
import { states } from './states.ts';

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
  /** Computed on the server, never sent by a unit. */
  readonly computed?: true;
};

const all = ['MF', 'EF', 'SF', 'CP', 'MYA', 'PL'] as const;
const blastChillers = ['MF', 'EF', 'SF'] as const;
const humid = ['MF', 'CP', 'MYA', 'PL'] as const;
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
const corePoint = { ...temperature, plausible: [-45, 105], fault: [-55, 130], families: blastChillers } as const;
const evaporator = { ...temperature, plausible: [-55, 100], fault: [-60, 130], families: all } as const;
const condenser = { ...temperature, plausible: [-20, 95], fault: [-45, 130], families: all } as const;
const percent = { ...gauge, unit: '%', plausible: [0, 100], fault: null, decimals: [0, 0], chart: '%' } as const;
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

/** Every metric, by its name on the wire. TCore5..8, the second needle of SF, join with that family. */
export const metrics = {
  // Chamber, product, set-points
  TCell: { ...cellAir, families: all },
  TCell2: { ...cellAir, families: ['MF', 'SF'] },
  TCore1: corePoint,
  TCore2: corePoint,
  TCore3: corePoint,
  TCore4: corePoint,
  TCoreMax: { ...corePoint, fault: null, computed: true },
  TCoreMin: { ...corePoint, fault: null, computed: true },
  TProduct: { ...temperature, plausible: [-45, 100], fault: null, sample_s: [60, 60], families: all, computed: true },
  cellSetTemp: {
    ...temperature,
    kind: 'set',
    plausible: [-40, 90],
    plausibleIn: { EF: [-38, 20], SF: [-40, 20], CP: [-25, 18], MYA: [0, 20], PL: [-20, 40] },
    fault: null,
    sample_s: [60, 60],
    onChange: true,
    families: all,
    hour: 'last',
  },
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
  levelHumidity: { ...percent, fault: [-1, 106], families: humid, chart: 'RH' },
  cellSetHumidity: {
    ...percent,
    kind: 'set',
    plausible: [10, 95],
    sample_s: [60, 60],
    onChange: true,
    families: humid,
    chart: 'RH',
    hour: 'last',
  },

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
  // R744 runs far above the others: 60 bar on the suction side and 125 on the discharge side are its plausible ends.
  PSuction: { ...pressure, plausible: [-0.6, 60], fault: [-0.95, 80] },
  PDischarge: { ...pressure, plausible: [0, 125], fault: [-0.5, 160] },
  condenserApproach: {
    ...gauge,
    unit: 'K',
    plausible: [-5, 50],
    fault: null,
    sample_s: [60, null],
    families: all,
    chart: 'dT',
    computed: true,
  },
  compressorState: { ...state, plausible: [0, 6], families: all },
  compressorSpeed: { ...percent, families: blastChillers },
  compressorStarts: { ...counter, plausible: [0, 5e6], families: all },
  compressorHours: { ...counter, unit: 'h', plausible: [0, 2e5], families: all, chart: 'h', sql: 'real' },
  evapFanPercentage: { ...percent, onChange: true, families: all },
  condFanPercentage: { ...percent, families: all },
  defrostState: { ...state, plausible: [0, 5], families: all },
  lastDefrostEnd: { ...state, plausible: [0, 4], sample_s: null, families: all, chart: null, hour: 'last' },
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
    families: ['MF', 'SF', 'CP', 'MYA', 'PL'],
    sql: 'integer',
  },
  lightState: { ...state, plausible: [0, 1], sample_s: null, families: all, chart: null },

  // Doors
  door: { ...state, plausible: [0, 3], families: all },
  dailyOpenDoor1Counter: {
    ...counter,
    kind: 'daily',
    plausible: [0, 2000],
    sample_s: [60, 300],
    onChange: true,
    families: all,
  },
  totalOpenDoor1Counter: { ...counter, plausible: [0, 1e7], families: all, chart: null },
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
  cycleRunning: { ...state, plausible: [0, 1], families: all },
  cycleState: { ...state, plausible: [0, 5], families: cycling },
  cycleRunId: {
    unit: '1',
    kind: 'id',
    plausible: [1, 40],
    fault: null,
    decimals: [0, 0],
    sample_s: null,
    onChange: true,
    families: cycling,
    chart: null,
    hour: null,
    sql: 'text',
  },
  cycleId: {
    unit: '1',
    kind: 'id',
    plausible: [0, 2e9],
    fault: null,
    decimals: [0, 0],
    sample_s: null,
    onChange: true,
    families: cycling,
    chart: null,
    hour: null,
    sql: 'integer',
  },
  cycleFunction: { ...state, plausible: [0, 255], sample_s: null, families: cycling },
  cyclePhase: { ...state, plausible: [0, 40], families: all },
  cyclePhaseIndex: { ...state, plausible: [0, 8], sample_s: null, families: cycling, chart: null, hour: null },
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
    computed: true,
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
    computed: true,
  },
  bootCounter: { ...counter, plausible: [0, 1e6], sample_s: null, onChange: true, families: all },
  firmwareVersion: {
    unit: '1',
    kind: 'id',
    plausible: [1, 32],
    fault: null,
    decimals: [0, 0],
    sample_s: null,
    onChange: true,
    families: all,
    chart: null,
    hour: null,
    sql: 'text',
  },
  workingHours: { ...counter, unit: 'h', plausible: [0, 2e5], families: all, chart: 'h', sql: 'real' },
  printerState: { ...state, plausible: [0, 6], sample_s: [300, 300], families: all, chart: null },
  lostSampleCounter: { ...counter, plausible: [0, 1e9], families: all },
  continuity: {
    ...percent,
    decimals: [1, 1],
    sample_s: [3600, 3600],
    families: all,
    hour: 'last',
    computed: true,
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Name of a metric, as on the wire and in the database. */
export type MetricName = keyof typeof metrics;

/** Name of a metric that units send; the others are computed by the server. */
export type SentMetricName = {
  [Name in MetricName]: (typeof metrics)[Name] extends { readonly computed: true } ? never : Name;
}[MetricName];

/** All names, in the catalogue's order. */
export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** Whether a received text names a metric of this version. */
export const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name);

/** Whether units send this metric. */
export const isSentMetric = (name: string): name is SentMetricName => isMetric(name) && !isComputed(name);

/** Whether the server computes this metric. */
export const isComputed = (name: MetricName): boolean => (metrics[name] as MetricRow).computed === true;

/** The range believed without a remark, in a family. */
function plausibleRange(name: MetricName, family: FamilyCode): Range {
  const row: MetricRow = metrics[name];
  return row.plausibleIn?.[family] ?? row.plausible;
}

/**
 * How far a value is to be believed: plausible is stored, suspect is stored and counted in data quality, of a fault the column is
 * null and the raw value is kept as evidence.
 */
export type ValueClass = 'plausible' | 'suspect' | 'fault';

/** What broken probes and boards send instead of a value. */
const faultCodes: readonly number[] = [32_767, -32_768, 3276.7, 999.9, 65_535];

/** Largest magnitude a column takes: a value beyond it could not be stored at all. */
const columnMax = { real: 3.4e38, smallint: 32_767, integer: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER } as const;

/**
 * Sorts a raw value into its zone. A unit's `null` for a probe it knows to be broken is a fault, an
 * unknown state code too. A fault code inside the plausible range is a value: a counter passes 32767 on its way.
 */
export function classifyValue(name: MetricName, raw: unknown, family: FamilyCode): ValueClass {
  const row: MetricRow = metrics[name];
  const [min, max] = plausibleRange(name, family);
  if (row.sql === 'text') return typeof raw === 'string' && within(raw.length, min, max) ? 'plausible' : 'fault';
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return 'fault';
  if (Math.abs(raw) > columnMax[row.sql] || (row.sql !== 'real' && !Number.isInteger(raw))) return 'fault';
  if (row.kind === 'state') return isStateCode(name, raw, family) ? 'plausible' : 'fault';
  if (within(raw, min, max)) return 'plausible';
  if (faultCodes.includes(raw)) return 'fault';
  return row.fault && !(raw > row.fault[0] && raw < row.fault[1]) ? 'fault' : 'suspect';
}

const within = (value: number, min: number, max: number): boolean => value >= min && value <= max;

function isStateCode(name: MetricName, code: number, family: FamilyCode): boolean {
  if (name === 'sanigenLevel' && family === 'MYA') return code === 65_535 || within(code, 0, 4);
  if (name === 'cycleFunction') return within(code, 0, 22) || code === 255;
  const codes: Readonly<Record<string, object>> = states;
  const listed = codes[name];
  return listed ? code in listed : within(code, ...plausibleRange(name, family));
}
