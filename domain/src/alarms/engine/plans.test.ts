import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryPlan } from '../../haccp/plans/country-plans.ts';
import { type FoodPlan, makersPlan } from '../../haccp/plans/food-plan.ts';
import { at, blast, cabinet, inOrder, minutes, namesOf, only, run, samples } from './testing/scenario.ts';

const plan = (at_min: number, of: FoodPlan | null) => at(at_min, { kind: 'plan', plan: of });
const held = (limit_C: number): FoodPlan => ({ ...makersPlan, hold: { ...makersPlan.hold, chilled_max_C: limit_C } });
const late = 'chillTimeExceededAlarm';

describe('rules and the food-safety plan', () => {
  const atFour = samples(0, 240, { TCell: 4, cellSetTemp: 3.5, operatingMode: 1, powerState: 1, door: 0 });
  const raisedOf = (inputs: Parameters<typeof run>[1]) =>
    run(cabinet, inputs).intervals.filter(({ name, raisedAt }) => name === 'productTempHighAlarm' && raisedAt !== null);

  it('B2.3 food is held by the limit of the plan, from the moment it holds', () => {
    assert.deepEqual(raisedOf(atFour), []);
    const [raised] = raisedOf(inOrder([plan(60, held(3))], atFour));
    assert.equal(raised && minutes(raised).raised, 75);
    const [cleared] = raisedOf(inOrder([plan(60, held(3)), plan(150, held(5))], atFour));
    assert.equal(cleared && minutes(cleared).cleared, 150);
  });

  it('B2.3 a plan may be told long before what a unit has kept of the time until then, and holds from its moment on', () => {
    const told = raisedOf([plan(60, held(3)), plan(150, held(5)), ...atFour]);
    assert.deepEqual(told, raisedOf(inOrder([plan(60, held(3)), plan(150, held(5))], atFour)));
    assert.deepEqual(
      told.map((one) => minutes(one).raised),
      [75],
    );
  });

  it('B2.7 a check of a probe holds as long as the plan says', () => {
    const day_min = 24 * 60;
    const on = (day: number) => samples(day * day_min, day * day_min + 2, { TCell: 3, powerState: 1 });
    const checks = (calibration_days: number): FoodPlan => ({ ...makersPlan, calibration_days });
    const dueOn = (...inputs: Parameters<typeof run>[1][number][]) =>
      run(blast, inOrder(inputs, on(0), on(89), on(91), on(364), on(366), on(731)))
        .intervals.filter(({ name }) => name === 'probeCalibrationWarning')
        .map((one) =>
          [minutes(one).raised, minutes(one).cleared].map((at_min) => Math.floor(Number(at_min) / day_min) || null),
        );
    assert.deepEqual(dueOn(), [[366, null]]);
    assert.deepEqual(dueOn(plan(-1, checks(90))), [[91, null]]);
    assert.deepEqual(dueOn(plan(-1, checks(730))), [[731, null]]);
    assert.deepEqual(dueOn(plan(-1, checks(90)), plan(100 * day_min, checks(700))), [
      [91, 364],
      [731, null],
    ]);
  });

  /** From 70 °C down by a third of a kelvin a minute: 10 °C after 180 minutes. */
  const slowChill = [
    at(0, { kind: 'cycle', runId: 'slow', event: 'started', function: 0 }),
    ...samples(0, 200, (minute) => ({ TCore1: 70 - minute / 3, TCell: -5, cellSetTemp: -14, cyclePhase: 2 })),
  ];
  const lateAt = (...plans: Parameters<typeof run>[1][number][]) =>
    minutes(only(run(blast, inOrder(plans, slowChill)).intervals, late)).raised;

  it('B2.3 a batch is judged to its end by the plan of its start', () => {
    assert.equal(lateAt(), 90);
    // The first fall through 65 °C after 15 minutes, and 120 more.
    assert.equal(lateAt(plan(-1, countryPlan('IT'))), 135);
    assert.equal(lateAt(plan(30, countryPlan('IT'))), 90);
    assert.equal(lateAt(plan(-2, countryPlan('IT')), plan(-1, null)), 90);
  });

  it('B2.3 a batch is late when no way to keep its rule is open any more', () => {
    // Japan: 20 °C in 30 minutes, or 10 °C in 60.
    assert.equal(lateAt(plan(-1, countryPlan('JP'))), 60);
    const falling = (K_min: number) => [
      plan(-1, countryPlan('JP')),
      at(0, { kind: 'cycle', runId: 'quick', event: 'started', function: 0 }),
      ...samples(0, 120, (minute) => ({ TCore1: 70 - K_min * minute, TCell: -40, cellSetTemp: -40, cyclePhase: 2 })),
    ];
    assert.equal(minutes(only(run(blast, falling(0.9)).intervals, late)).raised, 60);
    assert.ok(!namesOf(run(blast, falling(1.05)).intervals).includes(late), '20 °C after 48 minutes, 10 °C after 57');
  });
});
