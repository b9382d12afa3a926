import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkCommand } from './commands.ts';
import { checkStart, planFor, type StartCycleArgs } from './cycle-plan.ts';
import { modelRow } from './families/families.ts';
import type { ModelRow } from './families/family.ts';
import { mf } from './families/mf.ts';
import type { PhasePlan } from './phase-plan.ts';

const model = (storedName: string): ModelRow => {
  const row = modelRow(storedName);
  assert.ok(row, storedName);
  return row;
};
const large = model('MF Next L 45');
const plus = model('MF Plus M 30');
const essentials = (plan: readonly PhasePlan[]): unknown[] =>
  plan.map(({ phase, air, fan, end, hold }) => [phase, air, fan, end.by, hold ?? false]);

describe('plans', () => {
  it('S1.6 chilling runs hard until the surface is cold, then soft, then holds', () => {
    assert.deepEqual(essentials(planFor(mf, { function: 0 })), [
      [2, -14, 100, 'surface', false],
      [3, 0, 100, 'core', false],
      [7, 2, 40, 'stop', true],
    ]);
    assert.deepEqual(essentials(planFor(mf, { function: 0, program: 'soft', hold: false })), [
      [3, 0, 60, 'core', false],
    ]);
  });

  it('S1.6 freezing, cold holding and defrosting by their defaults', () => {
    assert.deepEqual(essentials(planFor(mf, { function: 1 })), [
      [4, -38, 100, 'core', false],
      [8, -20, 50, 'stop', true],
    ]);
    assert.deepEqual(essentials(planFor(mf, { function: 2 })), [[7, 2, 40, 'stop', false]]);
    assert.deepEqual(essentials(planFor(mf, { function: 2, air: -20 })), [[8, -20, 40, 'stop', false]]);
    assert.deepEqual(essentials(planFor(mf, { function: 14 })), [
      [27, null, 100, 'evaporator', false],
      [28, null, 0, 'time', false],
    ]);
  });

  it('a time is shared over the phases and nothing is lost', () => {
    const plan = planFor(mf, { function: 0, by: 'time', time_min: 120 });
    const times = plan.flatMap(({ end }) => (end.by === 'time' ? [end.time_min] : []));
    assert.equal(times.length, 2);
    assert.equal(Math.round(times.reduce((a, b) => a + b)), 120);
  });

  it('bread is chilled to +28 °C in one phase: the surface phase would overshoot', () => {
    const plan = planFor(mf, { function: 0, air: 5, core: 28, fan: 70, hold: false });
    assert.deepEqual(essentials(plan), [[3, 5, 70, 'core', false]]);
    assert.equal(plan[0]?.fallback_min, 90);
  });

  it('a core target near the finishing air makes that air colder, so that it is reached', () => {
    assert.deepEqual(checkStart(large, { function: 0, core: 0 }), []);
    assert.deepEqual(
      planFor(mf, { function: 0, core: 0 }).map(({ air }) => air),
      [-14, -2, 2],
    );
  });

  it('every start that passes the check gives air that reaches its targets', () => {
    const start = fc.record(
      {
        function: fc.constantFrom(0, 1),
        program: fc.constantFrom('hard' as const, 'soft' as const),
        air: fc.integer({ min: -45, max: 15 }),
        core: fc.integer({ min: -40, max: 35 }),
        hold: fc.boolean(),
      },
      { requiredKeys: ['function'] },
    );
    fc.assert(
      fc.property(start, (args: StartCycleArgs) => {
        fc.pre(checkStart(large, args).length === 0);
        const plan = planFor(mf, args);
        assert.ok(plan.length >= 1 && plan.length <= 8);
        for (const { air, end } of plan) {
          if ((end.by === 'core' || end.by === 'surface') && typeof air === 'number') assert.ok(air <= end.target - 2);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('starts', () => {
  it('S8.21 a function that the package or the model does not have is not compatible', () => {
    assert.deepEqual(checkStart(large, { function: 3 }), [{ path: 'function', code: 'not_compatible' }]);
    assert.deepEqual(checkStart(plus, { function: 2, rh: 80 }), [{ path: 'rh', code: 'not_compatible' }]);
    assert.deepEqual(checkStart(large, { function: 2, rh: 80 }), []);
    assert.deepEqual(checkStart(large, { function: 1, program: 'soft' }), [
      { path: 'program', code: 'not_compatible' },
    ]);
  });

  it('a value outside its limits is refused with the limits', () => {
    assert.deepEqual(checkStart(large, { function: 0, air: 40 }), [
      { path: 'air', code: 'out_of_range', min: -25, max: 10 },
    ]);
    assert.deepEqual(checkStart(large, { function: 1, air: -40 }), []);
    assert.deepEqual(checkStart(plus, { function: 1, air: -40 }), [
      { path: 'air', code: 'out_of_range', min: -38, max: -10 },
    ]);
    assert.deepEqual(checkStart(large, { function: 0, load_kg: 60 }), [
      { path: 'load_kg', code: 'out_of_range', min: 0.1, max: 54 },
    ]);
  });

  it('air that never reaches the core target, or a value that would not count, is inconsistent', () => {
    assert.deepEqual(checkStart(large, { function: 0, air: 2, core: 3 }), [
      { path: 'air', code: 'inconsistent', max: 1 },
    ]);
    assert.deepEqual(checkStart(large, { function: 0, by: 'time', core: 3 }), [{ path: 'core', code: 'inconsistent' }]);
    assert.deepEqual(checkStart(large, { function: 0, hold: false, holdAir: 2 }), [
      { path: 'holdAir', code: 'inconsistent' },
    ]);
  });

  it('unknown functions, ends, arguments and types are bad arguments', () => {
    const paths = (args: Record<string, unknown>): string[] =>
      checkStart(large, args).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(paths({}), ['function bad_argument']);
    assert.deepEqual(paths({ function: 99 }), ['function bad_argument']);
    assert.deepEqual(paths({ function: 0, by: 'clock' }), ['by bad_argument']);
    assert.deepEqual(paths({ function: 0, air: '-14' }), ['air bad_argument']);
    assert.deepEqual(paths({ function: 0, air: Number.NaN }), ['air bad_argument']);
    assert.deepEqual(paths({ function: 0, colour: 'red' }), ['colour bad_argument']);
    assert.deepEqual(paths({ function: 0, product: 'x'.repeat(61) }), ['product out_of_range']);
  });
});

describe('commands', () => {
  it('S8.21 a command the family does not know is not compatible', () => {
    assert.deepEqual(checkCommand(large, 'setMode', {}), [{ path: 'name', code: 'not_compatible' }]);
    assert.deepEqual(checkCommand(large, 'toString', {}), [{ path: 'name', code: 'not_compatible' }]);
  });

  it('arguments are checked by their rows', () => {
    assert.deepEqual(checkCommand(large, 'startCycle', { function: 0 }), []);
    assert.deepEqual(checkCommand(large, 'stopCycle', {}), []);
    assert.deepEqual(checkCommand(large, 'setLight', {}), [{ path: 'on', code: 'bad_argument' }]);
    assert.deepEqual(checkCommand(large, 'identify', { seconds: 90 }), [
      { path: 'seconds', code: 'out_of_range', min: 5, max: 60 },
    ]);
    assert.deepEqual(checkCommand(large, 'setLight', { on: true, off: 1 }), [{ path: 'off', code: 'bad_argument' }]);
  });
});
