/** What can be wrong with a simulated appliance, one row each, and what its parts suffer from it. */

/** A fault with a size: its limits, and the value of a sound appliance. */
type FaultRow = { readonly sound: number; readonly min: number; readonly max: number; readonly what: string };

/** Faults a person or a test may set. */
export const faultRows = {
  foul: { sound: 0, min: 0, max: 1, what: 'dirt on the condenser' },
  charge: { sound: 1, min: 0.1, max: 1, what: 'refrigerant left' },
  fanLoss: { sound: 0, min: 0, max: 1, what: 'lost speed of the evaporator fan' },
  ajar: { sound: 0, min: 0, max: 1, what: 'torn gasket or door ajar without the switch noticing' },
  compressor: { sound: 0, min: 0, max: 1, what: '1: the compressor is locked' },
  hotKitchen: { sound: 0, min: -20, max: 20, what: 'kelvin added to the kitchen' },
  drift: { sound: 0, min: -86_400, max: 86_400, what: 'seconds the clock gains in a day' },
} as const satisfies Readonly<Record<string, FaultRow>>;

/** Name of a fault with a size. */
export type FaultName = keyof typeof faultRows;

/** A probe that can break: a point of the core needle, the cell air probe, those of coil and condenser. */
export const breakable = ['core1', 'core2', 'core3', 'core4', 'cell', 'coil', 'condenser'] as const;
export type BreakableProbe = (typeof breakable)[number];

/** Everything that is wrong, as stored and as the appliance reads it. */
export type Faults = { [Name in FaultName]: number } & {
  broken: BreakableProbe[];
  /** The needle was left hanging in the air. */
  probeInAir: boolean;
};

/** A sound appliance. */
export const noFaults = (): Faults => ({
  ...(Object.fromEntries(Object.entries(faultRows).map(([name, row]) => [name, row.sound])) as Record<
    FaultName,
    number
  >),
  broken: [],
  probeInAir: false,
});

/** Whether a received text names a fault. */
export const isFault = (name: string): name is FaultName => Object.hasOwn(faultRows, name);

/** Sets a fault; false when the value lies outside its limits. */
export function setFault(faults: Faults, name: FaultName, value: number): boolean {
  const { min, max } = faultRows[name];
  if (!(value >= min && value <= max)) return false;
  faults[name] = value;
  return true;
}

/** Breaks or mends a probe. */
export function breakProbe(faults: Faults, probe: BreakableProbe, broken: boolean): void {
  faults.broken = faults.broken.filter((other) => other !== probe);
  if (broken) faults.broken.push(probe);
}
