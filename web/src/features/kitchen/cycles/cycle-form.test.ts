import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { knownModel } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { argsOf, choiceOf, faultsOf, numberRows, planOf, startable } from './cycle-form.ts';

const known = knownModel('MF Next L 45');
assert.ok(known);
const { model, family } = known;

describe('the form that starts a cycle', () => {
  it('offers what the family row can start by itself', () => {
    assert.deepEqual(
      startable(model, 'Essential').map((code) => family.functions[code]?.key),
      ['chilling', 'freezing', 'coldHolding', 'thawing', 'nonStop', 'defrosting'],
    );
  });

  it('S4.14 sends the defaults as defaults, and what was chosen as chosen', () => {
    const choice = { ...choiceOf(family, 0), numbers: { core: 4, time_min: 60 }, product: ' Stew ' };
    // The time does not count for a cycle that ends by the core, so it is not sent.
    assert.deepEqual(argsOf(model, choice), {
      function: 0,
      by: 'core',
      program: 'hard',
      hold: true,
      core: 4,
      product: 'Stew',
    });
    assert.equal(faultsOf(model, choice, 'Excellence').size, 0);
    assert.deepEqual(argsOf(model, { ...choice, by: 'time' }), {
      function: 0,
      by: 'time',
      program: 'hard',
      hold: true,
      time_min: 60,
      product: 'Stew',
    });
  });

  it('names the field that is wrong, with its limits', () => {
    const fault = faultsOf(model, { ...choiceOf(family, 0), numbers: { core: 40 } }, 'Excellence').get('core');
    assert.deepEqual(fault, { path: 'core', code: 'out_of_range', min: 0, max: 30 });
    const typed = faultsOf(model, { ...choiceOf(family, 0), numbers: { core: Number.NaN } }, 'Excellence').get('core');
    assert.equal(typed?.code, 'bad_argument');
  });

  it('S8.21 asks for no humidity on an Essential unit, whose phases have none', () => {
    const thawing = choiceOf(family, 4);
    const sold = knownModel('MF Next L 45', 'Essential')?.model;
    assert.ok(sold);
    const asked = (one: ModelRow) => numberRows(one, thawing).map(({ arg }) => arg);
    assert.ok(asked(model).includes('rh'));
    assert.ok(!asked(sold).includes('rh') && !asked(sold).includes('rhMax'));
    assert.ok(planOf(model, thawing).some(({ rh }) => rh !== null));
    assert.ok(planOf(sold, thawing).every(({ rh }) => rh === null));
  });

  it('shows the air of the chosen program, and the plan it makes', () => {
    const hard = choiceOf(family, 0);
    const air = (choice: typeof hard) => numberRows(model, choice).find(({ arg }) => arg === 'air')?.fallback;
    assert.equal(air(hard), -14);
    assert.equal(air({ ...hard, program: 'soft' }), 0);
    assert.deepEqual(
      planOf(model, { ...hard, hold: false }).map(({ phase }) => phase),
      [2, 3],
    );
  });
});
