/**
 * What a kilowatt-hour costs and emits where nobody has said: estimates, to be shown as such, until a kitchen has entered its own prices.
 */
import { type CountryTable, carbon_g_per_kWh, price_eur_per_kWh } from './country-estimates.ts';

/** What energy costs, in euros without VAT, and emits, in kg of CO₂ equivalent; null: nothing is known of the country. */
export type EnergyEstimate = { readonly cost_eur: number | null; readonly co2_kg: number };

/** Average of the world (Ember, 2024), for a country of which nothing is known. */
const world_g_per_kWh = 472.94;

/** Estimates what an amount of energy costs a small business and emits. @param country ISO 3166-1 alpha-2; empty: unknown */
export function estimateOf(energy_kWh: number, country: string): EnergyEstimate {
  const price = valueIn(price_eur_per_kWh, country);
  const carbon_g = valueIn(carbon_g_per_kWh, country) ?? world_g_per_kWh;
  return {
    cost_eur: price === undefined ? null : energy_kWh * price,
    co2_kg: (energy_kWh * carbon_g) / 1000,
  };
}

const valueIn = (table: CountryTable, country: string): number | undefined =>
  Object.hasOwn(table, country) ? table[country] : undefined;
