import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ef } from '../appliance/families/ef.ts';
import { families, modelRow, storedNames } from '../appliance/families/families.ts';
import type { Limits, ModelRow, Package } from '../appliance/families/family.ts';
import { mf } from '../appliance/families/mf.ts';
import { sf } from '../appliance/families/sf.ts';
import { firstEnds, type PhasePlan } from '../appliance/phase-plan.ts';
import { checkStart, planFor, type StartCycleArgs } from './cycle-plan.ts';
import { checkPhases, phaseAirLimits } from './phase-check.ts';

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

  it('hot food is held hot, chilled, or cooled for the jar, as the function says', () => {
    assert.deepEqual(essentials(planFor(mf, { function: 3 })), [
      [14, 75, 60, 'time', false],
      [9, 65, 40, 'stop', false],
    ]);
    const cooked = [
      [15, 70, 50, 'core', false],
      [16, 70, 50, 'core', false],
    ];
    const chilled = essentials(planFor(mf, { function: 0 }));
    assert.deepEqual(essentials(planFor(mf, { function: 6 })), [...cooked, ...chilled]);
    assert.deepEqual(essentials(planFor(mf, { function: 6, holdAir: 65 })), [...cooked, [9, 65, 40, 'stop', true]]);
    assert.deepEqual(essentials(planFor(mf, { function: 6, hold: false })), cooked);
    assert.deepEqual(essentials(planFor(mf, { function: 6, coreHold_min: 0, hold: false })), [cooked[0]]);
    assert.deepEqual(essentials(planFor(mf, { function: 11, hold: false })).slice(2), [[17, 30, 60, 'core', false]]);
  });

  it('what is set of a heating function reaches its own phases only', () => {
    const plan = planFor(mf, { function: 6, air: 62, core: 58, coreHold_min: 80, rh: 90 });
    assert.deepEqual(
      plan.map(({ air, rh }) => [air, rh]),
      [
        [62, { set: 90 }],
        [62, { set: 90 }],
        [-14, null],
        [0, null],
        [2, null],
      ],
    );
    assert.deepEqual(plan[1]?.end, { by: 'core', target: 58, hold_min: 80 });
    assert.equal(planFor(mf, { function: 3, air: 70 })[1]?.air, 70);
    assert.deepEqual(planFor(mf, { function: 12, rhMax: 20 })[0]?.rh, { max: 20 });
  });

  it('S3.11 EF and SF start by their own numbers, ending by core, surface, time or person', () => {
    assert.deepEqual(essentials(planFor(ef, { function: 4, by: 'core', core: 2 })), [
      [7, 6, 80, 'core', false],
      [5, 2, 40, 'stop', true],
    ]);
    assert.equal(planFor(ef, { function: 4, by: 'core' })[0]?.fallback_min, 420);
    assert.deepEqual(
      planFor(sf, { function: 4, time_min: 120 })
        .map(({ end }) => end)
        .slice(0, 2),
      [
        { by: 'time', time_min: 60 },
        { by: 'time', time_min: 60 },
      ],
    );
    assert.deepEqual(planFor(sf, { function: 11, by: 'surface', surface: -6 })[0]?.end, { by: 'surface', target: -6 });
    assert.deepEqual(essentials(planFor(ef, { function: 5, time_min: 30 })), [
      [9, null, 100, 'time', false],
      [10, null, 0, 'time', false],
    ]);
    assert.deepEqual(
      planFor(ef, { function: 5, time_min: 30 }).map(({ end }) => end),
      [
        { by: 'time', time_min: 30 },
        { by: 'time', time_min: 2 },
      ],
    );
    assert.equal(planFor(mf, { function: 7, by: 'manual' })[0]?.end.by, 'stop');
    assert.equal(planFor(mf, { function: 9, by: 'clock', readyAt: '2026-06-01T06:00' })[0]?.end.by, 'auto');
  });

  it('a model without a humidifier runs without a humidity it cannot make, and keeps an upper limit', () => {
    const rhOf = (storedName: string, code: number): unknown[] =>
      planFor(mf, { function: code }, model(storedName)).map(({ rh }) => rh);
    assert.deepEqual(rhOf('MF Next XS 12', 7), [null, null]);
    assert.deepEqual(rhOf('MF Next L 45', 7), [{ set: 75 }, { set: 80 }]);
    assert.deepEqual(rhOf('MF Next XS 12', 12), [{ max: 25 }]);
  });

  it('every start of any family that passes the check gives air beyond its core target, and phases that end', () => {
    const about = ({ min, max }: Limits): fc.Arbitrary<number> => fc.integer({ min: Math.ceil(min) - 1, max: max + 1 });
    const start = fc.constantFrom(...storedNames).chain((storedName) => {
      const functionRows = Object.entries(families[model(storedName).family].functions);
      if (functionRows.length === 0) return fc.constant({ storedName, args: { function: 0 } });
      return fc.constantFrom(...functionRows).chain(([code, row]) => {
        const { air, core, coreHold_min, surface, time_min, holding: holdAir } = row;
        const limits = Object.entries({ air, core, coreHold_min, surface, time_min, holdAir });
        const settable = limits.flatMap(([name, limit]) => (limit ? [[name, about(limit)] as const] : []));
        const args = fc.record(
          {
            function: fc.constant(Number(code)),
            by: fc.constantFrom(...row.ends, 'time' as const),
            program: fc.constantFrom('hard' as const, 'soft' as const),
            hold: fc.boolean(),
            ...(row.ends.includes('clock') ? { readyAt: fc.constant('2026-06-01T06:00') } : {}),
            ...Object.fromEntries(settable),
          },
          { requiredKeys: ['function'] },
        );
        return fc.record({ storedName: fc.constant(storedName), args });
      });
    });
    let passed = 0;
    fc.assert(
      fc.property(start, ({ storedName, args }: { storedName: string; args: StartCycleArgs }) => {
        const one = model(storedName);
        if (checkStart(one, args).length > 0) return;
        passed++;
        const family = families[one.family];
        const plan = planFor(family, args, one);
        assert.ok(plan.length >= 1 && plan.length <= 8);
        for (const [index, { phase, air, end, hold }] of plan.entries()) {
          assert.ok(family.phases[phase]);
          assert.ok(end.by !== 'stop' || index === plan.length - 1);
          assert.ok(!hold || end.by === 'stop');
          if (end.by === 'time') assert.ok(end.time_min > 0);
          if ((end.by === 'core' || end.by === 'surface') && typeof air === 'number') {
            assert.ok(Math.abs(air - end.target) >= 2);
          }
        }
      }),
      { numRuns: 20_000 },
    );
    assert.ok(passed > 300, String(passed));
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
    const refused = [{ path: 'function', code: 'not_compatible' }];
    assert.deepEqual(checkStart(large, { function: 3 }), []);
    assert.deepEqual(checkStart(large, { function: 3 }, 'Essential'), refused);
    assert.deepEqual(checkStart(plus, { function: 3 }), refused);
    assert.deepEqual(checkStart(large, { function: 255 }), refused);
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

  it('air of a heating function lies above the core target', () => {
    assert.deepEqual(checkStart(large, { function: 11, air: 80 }), [{ path: 'air', code: 'inconsistent', min: 82 }]);
    assert.deepEqual(checkStart(large, { function: 11, core: 85 }), []);
    assert.deepEqual(checkStart(large, { function: 4, core: 20 }), []);
    assert.deepEqual(checkStart(model('EF Next S 15'), { function: 1, program: 'soft', air: 4, core: 5 }), [
      { path: 'air', code: 'inconsistent', max: 3 },
    ]);
    // Ready to serve warms or cools, as its air says.
    const readyAt = '2026-06-01T06:00';
    assert.deepEqual(checkStart(large, { function: 5, readyAt, air: -10, core: 4 }), []);
    assert.deepEqual(checkStart(large, { function: 5, readyAt, air: 5, core: 4 }), [
      { path: 'air', code: 'inconsistent', min: 6 },
    ]);
  });

  it('gentle air has limits of its own in EF', () => {
    const small = model('EF Next S 15');
    assert.deepEqual(checkStart(small, { function: 1, air: 4 }), [
      { path: 'air', code: 'out_of_range', min: -20, max: 0 },
    ]);
    assert.deepEqual(checkStart(small, { function: 1, program: 'soft', air: -10 }), [
      { path: 'air', code: 'out_of_range', min: -2, max: 5 },
    ]);
  });

  it('a cycle ended by the clock needs the minute it is to be ready, no other takes one', () => {
    const faults = (args: Record<string, unknown>): unknown => checkStart(large, args);
    assert.deepEqual(faults({ function: 8 }), [{ path: 'readyAt', code: 'bad_argument' }]);
    assert.deepEqual(faults({ function: 8, readyAt: '2026-02-30T06:00' }), [{ path: 'readyAt', code: 'bad_argument' }]);
    assert.deepEqual(faults({ function: 8, readyAt: '2026-03-01T06:00' }), []);
    assert.deepEqual(faults({ function: 0, readyAt: '2026-03-01T06:00' }), [{ path: 'readyAt', code: 'inconsistent' }]);
    assert.deepEqual(faults({ function: 2, by: 'time' }), [{ path: 'time_min', code: 'bad_argument' }]);
  });

  it('timers run for as many trays as there are, each once', () => {
    const faults = (storedName: string, code: number, trays: unknown): string[] =>
      checkStart(model(storedName), { function: code, trays }).map((fault) => `${fault.path} ${fault.code}`);
    assert.deepEqual(faults('MF Next L 45', 13, [{ tray: 14, min: 90 }]), []);
    assert.deepEqual(faults('MF Next L 45', 13, [{ tray: 15, min: 90 }]), ['trays.0.tray out_of_range']);
    assert.deepEqual(
      faults('MF Next L 45', 13, [
        { tray: 1, min: 90 },
        { tray: 1, min: 20 },
      ]),
      ['trays inconsistent'],
    );
    assert.deepEqual(faults('EF Next L 40', 6, [{ tray: 7, min: 90 }]), ['trays.0.tray out_of_range']);
    assert.deepEqual(faults('SF Roll 200 RWL', 12, [{ tray: 2, min: 90 }]), []);
    assert.deepEqual(faults('MF Next L 45', 0, [{ tray: 1, min: 90 }]), ['trays not_compatible']);
    assert.deepEqual(faults('MF Next L 45', 13, [{ tray: '1' }, 7]), [
      'trays.0.tray bad_argument',
      'trays.0.min bad_argument',
      'trays.1 bad_argument',
    ]);
  });

  it('S2.38 phases written by a person are checked one by one, and replace the definition', () => {
    const first = { phase: 2, air: -20, fan: 90, rh: null, end: { by: 'surface', target: 2 } };
    const hold = { phase: 7, air: 3, fan: 40, rh: null, end: { by: 'stop' }, hold: true };
    const faults = (phases: unknown, more: Record<string, unknown> = {}): string[] =>
      checkStart(large, { function: 0, phases, ...more }).map((fault) => `${fault.path} ${fault.code}`);
    assert.deepEqual(faults([first, hold]), []);
    assert.deepEqual(essentials(planFor(mf, { function: 0, phases: [first, hold] } as StartCycleArgs)), [
      [2, -20, 90, 'surface', false],
      [7, 3, 40, 'stop', true],
    ]);
    assert.deepEqual(faults([first, hold], { air: -10 }), ['air inconsistent']);
    assert.deepEqual(faults([]), ['phases bad_argument']);
    assert.deepEqual(faults(Array.from({ length: 9 }, () => first)), ['phases out_of_range']);
    assert.deepEqual(faults([{ ...first, phase: 0 }]), ['phases.0.phase bad_argument']);
    assert.deepEqual(faults([{ ...first, air: -39 }]), ['phases.0.air out_of_range']);
    assert.deepEqual(faults([{ ...first, fan: 0 }]), ['phases.0.fan out_of_range']);
    assert.deepEqual(faults([{ ...first, end: { by: 'core', target: -19 } }]), ['phases.0.end inconsistent']);
    assert.deepEqual(faults([hold, first]), ['phases.0.end inconsistent']);
    assert.deepEqual(faults([{ ...first, colour: 1 }, 'x']), ['phases.0.colour bad_argument', 'phases.1 bad_argument']);
    const auto = { ...first, end: { by: 'auto' } };
    assert.deepEqual(faults([auto]), ['readyAt bad_argument']);
    assert.deepEqual(faults([auto], { readyAt: '2026-06-01T06:00' }), []);
    assert.deepEqual(faults([auto, auto], { readyAt: '2026-06-01T06:00' }), ['phases.1.end inconsistent']);
    // A chilling phase inside cooking obeys the row of chilling, a set-point of humidity needs water.
    const inCooking = [{ ...first, air: -26, end: { by: 'time', time_min: 30 }, rh: { set: 60 } }];
    assert.deepEqual(
      checkStart(model('MF Next XS 12'), { function: 6, phases: inCooking }).map(({ path, code }) => `${path} ${code}`),
      ['phases.0.air out_of_range', 'phases.0.rh not_compatible'],
    );
  });

  it('S3.9 an end by the air or by an even core says when it is given up, and lies within its limits', () => {
    const phase = { phase: 4, air: -38, fan: 100, rh: null, max_min: 60 };
    const faults = (...ends: unknown[]): string[] =>
      checkPhases(
        mf,
        1,
        ends.map((end) => ({ ...phase, end })),
      ).map(({ path, code, min, max }) => [path, code, min, max].join(' ').trim());
    assert.deepEqual(faults({ by: 'air', target: -20 }, { by: 'even', within_K: 2 }), []);
    assert.deepEqual(faults({ by: 'even', within_K: 0 }, { by: 'even', within_K: 11 }, { by: 'even' }), [
      'phases.0.end out_of_range 1 10',
      'phases.1.end out_of_range 1 10',
      'phases.2.end bad_argument',
    ]);
    assert.deepEqual(faults({ by: 'air', target: 5 }, { by: 'air' }, { by: 'air', target: -20, within_K: 1 }), [
      'phases.0.end out_of_range -40 -10',
      'phases.1.end bad_argument',
      'phases.2.end.within_K bad_argument',
    ]);
    const forever = [
      { ...phase, end: { by: 'air', target: -20 }, max_min: undefined },
      { ...phase, end: { by: 'even', within_K: 2 }, max_min: undefined },
    ];
    assert.deepEqual(
      checkPhases(mf, 1, forever).map(({ path, code }) => `${path} ${code}`),
      ['phases.0.max_min bad_argument', 'phases.1.max_min bad_argument'],
    );
  });

  it('S3.9 a plan lasts a week at most', () => {
    const timed = (...minutes: number[]): unknown =>
      minutes.map((time_min) => ({ phase: 7, air: 2, fan: 40, rh: null, end: { by: 'time', time_min } }));
    assert.deepEqual(checkPhases(mf, 2, timed(5040, 5040)), []);
    assert.deepEqual(checkPhases(mf, 2, timed(5040, 5041, 30)), [
      { path: 'phases.1.end', code: 'out_of_range', min: 0.5, max: 5040 },
    ]);
    const held = { phase: 6, air: -38, fan: 100, rh: null, end: { by: 'core', target: -20, hold_min: 9000 } };
    const slow = { ...held, end: { by: 'core', target: -18 }, fallback_min: 1200 };
    assert.deepEqual(checkPhases(mf, 1, [held, slow]), [
      { path: 'phases.1.end', code: 'out_of_range', min: 0.5, max: 1080 },
    ]);
  });

  it('S3.9 phases are checked for a family without a model, and for a model more narrowly', () => {
    const frozen = [{ phase: 4, air: -39, fan: 100, rh: { set: 60 }, end: { by: 'time', time_min: 60 } }];
    assert.deepEqual(checkPhases(mf, 1, frozen), []);
    assert.deepEqual(
      checkPhases(mf, 1, frozen, plus).map(({ path, code }) => `${path} ${code}`),
      ['phases.0.air out_of_range', 'phases.0.rh not_compatible'],
    );
    const dry = { phase: 5, air: 2, fan: 40, rh: { max: 30 }, end: { by: 'stop' } };
    const refused = [{ path: 'phases.0.rh', code: 'not_compatible' }];
    assert.deepEqual(checkPhases(ef, 3, [dry]), refused);
    assert.deepEqual(checkPhases(ef, 3, [{ ...dry, rh: { set: 60 } }]), refused);
    assert.deepEqual(checkPhases(mf, 99, frozen), [{ path: 'function', code: 'bad_argument' }]);
    assert.deepEqual(checkPhases(mf, 255, frozen), [{ path: 'function', code: 'not_compatible' }]);
    assert.deepEqual(checkPhases(mf, 1, 'x'), [{ path: 'phases', code: 'bad_argument' }]);
    const limits = (code: number, phase: number, holds: boolean, one?: ModelRow): unknown => {
      const row = families.MF.functions[code];
      assert.ok(row);
      return phaseAirLimits(mf, row, phase, holds, one);
    };
    assert.deepEqual(limits(1, 4, false), { min: -40, max: -10 });
    assert.deepEqual(limits(1, 4, false, plus), { min: -38, max: -10 });
    assert.deepEqual(limits(1, 8, true), { min: -30, max: -12 });
  });

  it('S8.21 an Essential unit controls no humidity, in phases or by argument', () => {
    const faults = (args: Record<string, unknown>, one = large): string[] =>
      checkStart(one, args, 'Essential').map(({ path, code }) => `${path} ${code}`);
    const phases = (rh: unknown) => [{ phase: 7, air: 2, fan: 40, rh, end: { by: 'stop' } }];
    assert.deepEqual(faults({ function: 2, phases: phases({ set: 75 }) }), ['phases.0.rh not_compatible']);
    assert.deepEqual(faults({ function: 2, phases: phases({ max: 30 }) }, plus), ['phases.0.rh not_compatible']);
    assert.deepEqual(faults({ function: 2, phases: phases(null) }), []);
    assert.deepEqual(faults({ function: 4, rh: 80 }), ['rh not_compatible']);
    assert.deepEqual(faults({ function: 4, rhMax: 30 }), ['rhMax not_compatible']);
    assert.deepEqual(checkStart(large, { function: 4, rh: 80 }), []);
    const rhOf = (unitPackage: Package) => planFor(mf, { function: 4 }, large, unitPackage).map(({ rh }) => rh);
    assert.deepEqual(rhOf('Excellence'), [{ set: 85 }, { set: 85 }, null]);
    assert.deepEqual(rhOf('Essential'), [null, null, null]);
  });

  it('S8.21 an end that the software of a unit does not know is not compatible', () => {
    const even = { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'even', within_K: 2 }, max_min: 90 };
    const args = { function: 0, phases: [even] };
    assert.deepEqual(checkStart(large, args), []);
    assert.deepEqual(checkStart(large, args, 'Excellence', firstEnds), [
      { path: 'phases.0.end', code: 'not_compatible' },
    ]);
  });

  it('S2.38 the air of a phase obeys the function, and what the model can reach', () => {
    const coldAir = (storedName: string) => {
      const one = model(storedName);
      const [first, ...rest] = planFor(mf, { function: 1 }, one);
      const phases = [{ ...first, air: -39 }, ...rest];
      return checkStart(one, { function: 1, phases }).map((fault) => `${fault.path} ${fault.code}`);
    };
    assert.deepEqual(coldAir('MF Next L 45'), []);
    assert.deepEqual(coldAir('MF Plus L 45'), ['phases.0.air out_of_range']);
  });

  it('every default definition passes as phases written by a person', () => {
    for (const storedName of storedNames) {
      const one = model(storedName);
      const family = families[one.family];
      for (const code of Object.keys(family.functions).map(Number)) {
        const readyAt = family.functions[code]?.ends[0] === 'clock' ? { readyAt: '2026-06-01T06:00' } : {};
        const args = { function: code, ...readyAt };
        if (checkStart(one, args).length > 0) continue;
        const phases = planFor(family, args, one);
        assert.deepEqual(checkStart(one, { ...args, phases }), [], `${storedName} ${code}`);
      }
    }
  });

  it('unknown functions, ends, arguments and types are bad arguments', () => {
    const paths = (args: Record<string, unknown>): string[] =>
      checkStart(large, args).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(paths({}), ['function bad_argument']);
    assert.deepEqual(paths({ function: 99 }), ['function bad_argument']);
    assert.deepEqual(paths({ function: 22 }), ['function not_compatible'], 'a cycle of SF');
    assert.deepEqual(paths({ function: 0, by: 'clock' }), ['by bad_argument']);
    assert.deepEqual(paths({ function: 0, air: '-14' }), ['air bad_argument']);
    assert.deepEqual(paths({ function: 0, air: Number.NaN }), ['air bad_argument']);
    assert.deepEqual(paths({ function: 0, colour: 'red' }), ['colour bad_argument']);
    assert.deepEqual(paths({ function: 0, product: 'x'.repeat(61) }), ['product out_of_range']);
  });
});
