import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { planFault } from '@brina/domain/haccp/plans/food-plan';
import { editOf, faultsOf, isLooser, ownOf, type PlanEdit, planOf, withRule } from './plan-edit.ts';

const french = editOf(countryPlan('FR'));
/** The chilling rule of a plan with numbers of the kitchen's own. */
const withOwn = (
  edit: PlanEdit,
  change: Partial<{ from: number | null; to: number | null; max_min: number | null }>,
) => {
  const { chill } = edit.primary;
  const own = ownOf(chill.id, '1');
  const stages = own.stages.map((stage) => ({ ...stage, ...change }));
  return { ...edit, primary: { ...edit.primary, chill: { ...chill, own: { ...own, stages } } } };
};

describe('a plan while it is written', () => {
  it('B2.3 the plan of every country is the one that its fields make', () => {
    for (const country of ['GB', 'IE', 'FR', 'IT', 'ES', 'DE', 'NL', 'CH', 'US', 'CA', 'AU', 'JP', 'RU']) {
      const plan = countryPlan(country);
      assert.deepEqual(planOf(editOf(plan)), plan, country);
    }
  });

  it('B2.3 a number that is none, or out of its limits, is told at its field and makes no plan', () => {
    for (const max_min of [null, Number.NaN, 0, 1441]) {
      const edit = withOwn(french, { max_min });
      assert.deepEqual(faultsOf(edit), { 'chill.0.max_min': { is: 'number', min: 1, max: 1440 } });
      assert.equal(planOf(edit), null);
    }
    const hold = { ...french.hold, hot_min_C: 20 };
    assert.deepEqual(Object.keys(faultsOf({ ...french, hold })), ['hold.hot_min_C']);
    assert.deepEqual(Object.keys(faultsOf({ ...french, cost_per_kg: 12.5 })), ['currency']);
    assert.deepEqual(faultsOf({ ...french, cost_per_kg: 12.5, currency: 'EUR' }), {});
  });

  it('B2.12 a plan keeps its records for five to ten whole years; who leaves them at five says nothing of it', () => {
    for (const keep_years of [null, Number.NaN, 4, 11, 6.5])
      assert.deepEqual(faultsOf({ ...french, keep_years }), { keep_years: { is: 'number', min: 5, max: 10 } });
    assert.equal(planOf({ ...french, keep_years: 10 })?.keep_years, 10);
    assert.equal(french.keep_years, 5);
    assert.ok(!Object.hasOwn(planOf(french) ?? {}, 'keep_years'));
    const kept = { ...countryPlan('FR'), keep_years: 7 };
    assert.deepEqual(planOf(editOf(kept)), kept);
  });

  it('B2.7 by a plan a check of a probe holds for 90 to 730 whole days; who leaves it at 365 says nothing of it', () => {
    for (const calibration_days of [null, Number.NaN, 89, 731, 100.5])
      assert.deepEqual(faultsOf({ ...french, calibration_days }), {
        calibration_days: { is: 'number', min: 90, max: 730 },
      });
    assert.equal(planOf({ ...french, calibration_days: 180 })?.calibration_days, 180);
    assert.equal(french.calibration_days, 365);
    assert.ok(!Object.hasOwn(planOf(french) ?? {}, 'calibration_days'));
    const checked = { ...countryPlan('FR'), calibration_days: 90 };
    assert.deepEqual(planOf(editOf(checked)), checked);
  });

  it('B2.3 a looser limit asks for its document; where the law allows none the number that is looser is told', () => {
    const looser = withOwn(french, { max_min: 150 });
    assert.equal(isLooser(looser.primary.chill), true);
    assert.deepEqual(faultsOf(looser), { 'chill.document': { is: 'document' } });
    const american = withOwn(withRule(french, 'chill', 'ES_RD1021'), { to: 12 });
    assert.deepEqual(faultsOf(american), { 'chill.0.to': { is: 'law', limit: 10 } });
    assert.equal(isLooser(withOwn(french, { max_min: 100 }).primary.chill), false);
  });

  it('B2.3 food held warmer than its law is told at the field, with what the law says', () => {
    const warm = { ...french, hold: { ...french.hold, chilled_max_C: 4, hot_min_C: 60 } };
    assert.deepEqual(faultsOf(warm), {
      'hold.chilled_max_C': { is: 'law', limit: 3 },
      'hold.hot_min_C': { is: 'law', limit: 63 },
    });
  });

  it('B2.3 a rule that is chosen judges beside itself no more, so that none judges twice', () => {
    const beside: PlanEdit = { ...french, further: [{ id: 'US_FDA', version: null }] };
    const plan = planOf(withRule(beside, 'chill', 'US_FDA'));
    assert.deepEqual(plan?.further, []);
    assert.equal(plan && planFault(plan), null);
  });
});
