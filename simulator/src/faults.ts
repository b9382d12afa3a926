/** What can be wrong with a simulated appliance, one row each, and what its parts suffer from it. */
import { day_s } from '@brina/domain/language/durations';

/** A fault with a size: its limits, and the value of a sound appliance. */
type FaultRow = { readonly sound: number; readonly min: number; readonly max: number; readonly what: string };

const flag = (what: string): FaultRow => ({ sound: 0, min: 0, max: 1, what: `1: ${what}` });

/** Faults a person or a test may set. */
export const faultRows = {
  foul: { sound: 0, min: 0, max: 1, what: 'dirt on the condenser' },
  charge: { sound: 1, min: 0.1, max: 1, what: 'refrigerant left' },
  wear: { sound: 1, min: 0.1, max: 1, what: 'cooling power that a worn compressor has left' },
  fanLoss: { sound: 0, min: 0, max: 1, what: 'lost speed of the evaporator fan' },
  condFanLoss: { sound: 0, min: 0, max: 1, what: 'lost speed of the condenser fan' },
  ajar: { sound: 0, min: 0, max: 1, what: 'torn gasket or door ajar without the switch noticing' },
  compressor: flag('the compressor is locked'),
  heaterDead: flag('the heater of the chamber stays cold'),
  heaterStuck: flag('the heater of the chamber stays on'),
  defrostDead: flag('the heater of the coil stays cold'),
  humidifierDead: flag('the humidifier reports a fault'),
  waterOff: flag('no water'),
  drainFull: flag('the condensate cannot drain'),
  sanitiser: flag('the sanitiser reports a fault'),
  phaseLost: flag('a phase of the mains is missing'),
  volts: { sound: 0, min: -120, max: 50, what: 'volts added to the mains' },
  boardSilent: flag('display and power board do not hear each other'),
  memory: flag('the parameters do not match their checksum at the next start'),
  gas: { sound: 0, min: 0, max: 100, what: 'refrigerant in the air around, % of its explosion limit' },
  printer: {
    sound: 0,
    min: 0,
    max: 6,
    what: 'code of the printer: 0 not fitted, 1 ready, 3 paper low, 5 silent, 6 fault',
  },
  weakSignal: { sound: 0, min: 0, max: 40, what: 'decibels lost on the way to the access point' },
  probeDrift: { sound: 0, min: -10, max: 10, what: 'kelvin the cell probe shows too much' },
  noise: { sound: 0, min: 0, max: 10, what: 'kelvin by which the cell probe flickers' },
  hotKitchen: { sound: 0, min: -20, max: 20, what: 'kelvin added to the kitchen' },
  drift: { sound: 0, min: -day_s, max: day_s, what: 'seconds the clock gains in a day' },
} as const satisfies Readonly<Record<string, FaultRow>>;

/** Name of a fault with a size. */
export type FaultName = keyof typeof faultRows;

/** A probe that can break: a point of the needle, the air, coil and condenser of a zone, humidity, the pipes. */
export const breakable = [
  'core1',
  'core2',
  'core3',
  'core4',
  'core5',
  'core6',
  'core7',
  'core8',
  'cell',
  'cell2',
  'coil',
  'coil2',
  'condenser',
  'condenser2',
  'humidity',
  'suction',
  'discharge',
  'suctionPressure',
  'dischargePressure',
] as const;
export type BreakableProbe = (typeof breakable)[number];

/** How a probe is wrong: it shows nothing, or what it showed when it froze. */
export type ProbeTrouble = 'broken' | 'frozen';

/** Everything that is wrong, as stored and as the appliance reads it. */
export type Faults = { [Name in FaultName]: number } & {
  broken: BreakableProbe[];
  frozen: BreakableProbe[];
  /** The needle was left hanging in the air. */
  probeInAir: boolean;
  /** What a fault grows by in a day, until it reaches its limit: a slow precursor. */
  perDay: { [Name in FaultName]?: number };
};

const names = Object.keys(faultRows) as FaultName[];

/** A sound appliance. */
export const noFaults = (): Faults => ({
  ...(Object.fromEntries(names.map((name) => [name, faultRows[name].sound])) as Record<FaultName, number>),
  broken: [],
  frozen: [],
  probeInAir: false,
  perDay: {},
});

/** Whether a received text names a fault. */
export const isFault = (name: string): name is FaultName => Object.hasOwn(faultRows, name);

/** Sets a fault, and what it grows by in a day; false when the value lies outside its limits. */
export function setFault(faults: Faults, name: FaultName, value: number, perDay = 0): boolean {
  const { min, max } = faultRows[name];
  if (!(value >= min && value <= max)) return false;
  faults[name] = value;
  if (perDay === 0) delete faults.perDay[name];
  else faults.perDay[name] = perDay;
  return true;
}

/** Lets the slow faults grow by `dt_s` seconds of their days. */
export function growFaults(faults: Faults, dt_s: number): void {
  for (const name in faults.perDay) {
    const fault = name as FaultName;
    const { min, max } = faultRows[fault];
    const grown = faults[fault] + ((faults.perDay[fault] ?? 0) * dt_s) / day_s;
    faults[fault] = Math.max(min, Math.min(max, grown));
  }
}

/** Breaks, freezes or mends a probe. */
export function troubleProbe(faults: Faults, probe: BreakableProbe, trouble: ProbeTrouble | null): void {
  for (const kind of ['broken', 'frozen'] as const) {
    faults[kind] = faults[kind].filter((other) => other !== probe);
    if (trouble === kind) faults[kind].push(probe);
  }
}
