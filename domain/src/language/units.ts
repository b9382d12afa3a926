/** Measurement systems and the conversions between them (S9.3). Stored values are always metric, in UCUM units. */

/** The user's preference. */
export type Measurement = 'metric' | 'imperial';

/** Both systems, the default first. */
export const measurements = ['metric', 'imperial'] as const satisfies readonly Measurement[];

type Conversion = {
  /** UCUM code of the imperial unit. */
  readonly imperial: string;
  readonly factor: number;
  /** Added after multiplying; a temperature difference has none. */
  readonly offset: number;
  /** Decimals shown, metric and imperial. */
  readonly decimals: readonly [metric: number, imperial: number];
};

const conversions = {
  Cel: { imperial: '[degF]', factor: 1.8, offset: 32, decimals: [1, 1] },
  K: { imperial: '[degF]', factor: 1.8, offset: 0, decimals: [1, 1] },
  mm: { imperial: '[in_i]', factor: 1 / 25.4, offset: 0, decimals: [0, 2] },
  m: { imperial: '[ft_i]', factor: 1 / 0.3048, offset: 0, decimals: [2, 2] },
  kg: { imperial: '[lb_av]', factor: 1 / 0.453_592_37, offset: 0, decimals: [1, 1] },
  bar: { imperial: '[psi]', factor: 100_000 / 6894.757_293_168_361, offset: 0, decimals: [2, 2] },
} as const satisfies Readonly<Record<string, Conversion>>;

/** A metric unit that has an imperial counterpart. */
export type ConvertedUnit = keyof typeof conversions;

/** An imperial unit, in UCUM. */
export type ImperialUnit = (typeof conversions)[ConvertedUnit]['imperial'];

/** Whether a unit is written otherwise in imperial. */
export const isConverted = (unit: string): unit is ConvertedUnit => Object.hasOwn(conversions, unit);

/** The imperial unit a metric one is shown in. */
export const imperialUnit = (unit: ConvertedUnit): ImperialUnit => conversions[unit].imperial;

/** Decimals a converted unit is shown with (S9.3). */
export const decimalsOf = (unit: ConvertedUnit, measurement: Measurement): number =>
  conversions[unit].decimals[measurement === 'metric' ? 0 : 1];

/** A metric value in the imperial unit, unrounded: 3 °C → 37.4 °F, a difference of 3 K → 5.4 °F. */
export const toImperial = (value: number, unit: ConvertedUnit): number =>
  value * conversions[unit].factor + conversions[unit].offset;

/** A typed imperial value in the metric unit it is stored in, unrounded. */
export const toMetric = (value: number, unit: ConvertedUnit): number =>
  (value - conversions[unit].offset) / conversions[unit].factor;
