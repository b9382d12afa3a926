import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countries } from '../people/countries.ts';
import { carbon_g_per_kWh, price_eur_per_kWh } from './country-estimates.ts';
import { estimateOf } from './estimates.ts';

describe('estimates of cost and emissions', () => {
  it('B3.1 a kilowatt-hour costs and emits what it does where it is bought', () => {
    assert.deepEqual(estimateOf(10, 'IT'), { cost_eur: 2.4, co2_kg: 2.8775 });
    assert.deepEqual(estimateOf(10, 'NO'), { cost_eur: 0.8999999999999999, co2_kg: 0.3075 });
  });

  it('B3.1 nothing is said of the price in a country that is not known; its emissions are those of the world', () => {
    assert.equal(estimateOf(10, 'BR').cost_eur, null);
    assert.deepEqual(estimateOf(10, ''), { cost_eur: null, co2_kg: 4.7294 });
    assert.deepEqual(estimateOf(10, 'constructor'), { cost_eur: null, co2_kg: 4.7294 });
  });

  it('each row is of a country that an address may name, and of a size that can be', () => {
    const known: readonly string[] = countries;
    for (const [country, price] of Object.entries(price_eur_per_kWh)) {
      assert.ok(known.includes(country) && price > 0.05 && price < 0.5, country);
      assert.ok(country in carbon_g_per_kWh, country);
    }
    for (const [country, carbon] of Object.entries(carbon_g_per_kWh))
      assert.ok(known.includes(country) && carbon > 10 && carbon < 1000, country);
  });
});
