/** Saturation pressure of the refrigerants, for the pressure probes of the larger sizes. */
import type { Refrigerant } from '@brina/domain/appliance/families/family';

/** ln(p / bar) = a − b / T, fitted between −50 and 40 °C; R744 above 31 °C stands for its gas cooler. */
const saturation = {
  R290: { a: 9.834, b: 2260 },
  R452A: { a: 10.483, b: 2374 },
  R404A: { a: 10.483, b: 2374 },
  R744: { a: 10.78, b: 1975 },
} as const satisfies Readonly<Record<Refrigerant, { a: number; b: number }>>;

const atmosphere_bar = 1.013;

/** Pressure over atmosphere at which the refrigerant boils at this temperature. */
export function saturation_bar(refrigerant: Refrigerant, temperature: number): number {
  const { a, b } = saturation[refrigerant];
  return Math.exp(a - b / (temperature + 273.15)) - atmosphere_bar;
}
