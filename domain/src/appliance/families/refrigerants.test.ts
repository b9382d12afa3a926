import assert from 'node:assert/strict';
import { it } from 'node:test';
import { modelRow } from './families.ts';
import { chargeOf, co2eOf } from './refrigerants.ts';

it('the charge counts every circuit, and its carbon dioxide the potential of the refrigerant', () => {
  const [natural, old] = [modelRow('MF Next L 45'), modelRow('MF Plus L 45')];
  assert.ok(natural && old);
  assert.equal(chargeOf(natural), 0.46);
  assert.equal(co2eOf(natural).toFixed(5), '0.00138');
  assert.equal(co2eOf(old).toFixed(3), '9.021');
});
