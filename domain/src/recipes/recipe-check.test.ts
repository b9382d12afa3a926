import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { phasesOf } from '../appliance/phase-plan.ts';
import { presets } from './presets.ts';
import { packageOf, recipeFamilies } from './recipe.ts';
import { checkDefinition, isCreatable, widestModel } from './recipe-check.ts';

const soft = phasesOf('0/60/-/c3 · H2/40/-', { phase: 3, fallback_min: 90 }, { phase: 7 });
const chill = { family: 'MF', function: 0, phases: soft };
const faultsOf = (definition: unknown) => checkDefinition(definition).map(({ path, code }) => `${path} ${code}`);

describe('the check of what a cycle does', () => {
  it('S3.10 S2.43 lets every preset of a creatable function through, and its like in no other function', () => {
    for (const { definition, id } of presets)
      assert.deepEqual(
        faultsOf(definition),
        definition.function === 14 ? ['definition.function bad_argument'] : [],
        String(id),
      );
    const codes = (family: 'MF' | 'EF' | 'SF') => [...Array(30).keys()].filter((code) => isCreatable(family, code));
    assert.deepEqual(codes('MF'), [...Array(14).keys()]);
    assert.deepEqual(codes('EF'), [1, 2, 3, 4, 6]);
    assert.deepEqual(
      codes('SF'),
      [...Array(17).keys()].map((code) => code + 1),
    );
  });

  it('S2.22 tells each fault at its field, with its limits', () => {
    const [first, second] = soft;
    assert.deepEqual(faultsOf(chill), []);
    assert.deepEqual(checkDefinition({ ...chill, phases: [{ ...first, air: -30 }, second] }), [
      { path: 'definition.phases.0.air', code: 'out_of_range', min: -25, max: 10 },
    ]);
    assert.deepEqual(faultsOf({ ...chill, phases: [{ ...first, fan: 10 }, second] }), [
      'definition.phases.0.fan out_of_range',
    ]);
    assert.deepEqual(faultsOf({ ...chill, phases: [{ ...first, phase: 99 }] }), [
      'definition.phases.0.phase bad_argument',
    ]);
    assert.deepEqual(faultsOf({ ...chill, phases: [] }), ['definition.phases bad_argument']);
    assert.deepEqual(faultsOf({ ...chill, phases: Array(9).fill(first) }), ['definition.phases out_of_range']);
    assert.deepEqual(faultsOf({ ...chill, phases: [second, first] }).length > 0, true, 'a holding first');
    assert.deepEqual(faultsOf({ ...chill, phases: undefined }), ['definition.phases bad_argument']);
    assert.deepEqual(faultsOf({ ...chill, assumed: { kg: 0, depth_mm: 35 } }), ['definition.assumed.kg out_of_range']);
    assert.deepEqual(faultsOf({ ...chill, lot: 'x' }), ['definition.lot bad_argument']);
    // Without an air of its own nothing says which way the food goes: it would be there at once.
    assert.deepEqual(faultsOf({ ...chill, phases: [{ ...first, air: null }, second] }), [
      'definition.phases.0.air bad_argument',
    ]);
    // Nor does an air on the wrong side of the target: told so, a unit would call warm food chilled.
    const warm = { ...first, air: 6, end: { by: 'core', target: 3 } };
    assert.deepEqual(faultsOf({ ...chill, phases: [warm, second] }), ['definition.phases.0.end inconsistent']);
    const rests = { ...first, air: null, end: { by: 'time', time_min: 20 } };
    assert.deepEqual(faultsOf({ ...chill, phases: [rests, second] }), []);
    assert.deepEqual(faultsOf({ family: 'CP' }), ['definition.family bad_argument']);
    assert.deepEqual(faultsOf({ family: 'EF', function: 1, phases: [{ ...first, rh: { set: 75 } }] }), [
      'definition.phases.0.rh not_compatible',
    ]);
  });

  it('S4.17 S2.22 takes a prover’s plan without the time at which it is to be ready', () => {
    assert.deepEqual(faultsOf({ family: 'PL', plan: {} }), []);
    assert.deepEqual(faultsOf({ family: 'PL', plan: { proofing: { air: 60 } } }), [
      'definition.plan.proofing.air out_of_range',
    ]);
    assert.deepEqual(faultsOf({ family: 'PL', plan: { readyAt: '2026-01-01T06:00' } }), [
      'definition.plan.readyAt bad_argument',
    ]);
  });

  it('answers any JSON, and keeps none that is large', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(checkDefinition(value))));
    fc.assert(fc.property(fc.jsonValue(), (phases) => checkDefinition({ ...chill, phases }).length >= 0));
    const large = { ...chill, trays: Array(3000).fill({ tray: 1, min: 10 }) };
    assert.deepEqual(checkDefinition(large), [{ path: 'definition', code: 'out_of_range', max: 16 * 1024 }]);
  });

  it('S3.9 derives the package: Excellence when its function is or any humidity is controlled', () => {
    assert.equal(packageOf({ family: 'MF', function: 0, phases: soft }), 'Essential');
    const humid = phasesOf('2/40/75/stop', { phase: 7 });
    assert.equal(packageOf({ family: 'MF', function: 2, phases: humid }), 'Excellence');
    assert.equal(
      packageOf({ family: 'MF', function: 12, phases: phasesOf('57/80/-/8h', { phase: 25 }) }),
      'Excellence',
    );
  });

  it('checks a family by the model that can do most', () => {
    for (const family of recipeFamilies) assert.equal(widestModel(family).family, family);
    assert.equal(widestModel('PL').id, 'PL-20F', 'it freezes');
    assert.equal(widestModel('MF').air_min, undefined);
  });
});
