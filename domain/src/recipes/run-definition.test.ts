import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../appliance/families/families.ts';
import { planFor } from '../cycles/cycle-plan.ts';
import { withPurge } from '../thermal/purge.ts';
import { ranOtherwise } from './ran-otherwise.ts';
import { recipeFamilies } from './recipe.ts';
import { isCreatable } from './recipe-check.ts';
import { definitionOfRun } from './run-definition.ts';

describe('a run as a cycle to keep', () => {
  const blastFamilies = recipeFamilies.filter((one) => one !== 'PL');
  /** As the unit reports it. */
  const wired = (plan: unknown): Record<string, unknown>[] => JSON.parse(JSON.stringify(plan));

  it('S1.6 B3.3 what ran of any function is kept as it was asked for, on every model that runs it', () => {
    let kept = 0;
    for (const code of blastFamilies)
      for (const model of families[code].models)
        for (const name of Object.keys(families[code].functions).map(Number)) {
          if (!isCreatable(code, name)) continue;
          const asked = planFor(families[code], { function: name }, model);
          if (asked.some(({ end }) => end.by === 'auto')) continue;
          const definition = definitionOfRun(model.storedName, name, wired(withPurge(families[code], asked)));
          assert.ok(definition, `${model.storedName} ${name}`);
          assert.equal(definition.family, code);
          assert.equal(ranOtherwise(definition, wired(asked), model.storedName), false, `${model.storedName} ${name}`);
          kept++;
        }
    assert.ok(kept > 200, String(kept));
  });

  it('S1.6 what cannot be kept is none: a prover, a function that is no cycle, phases that are none', () => {
    const phases = wired(planFor(families.MF, { function: 0 }, families.MF.models[0]));
    assert.equal(definitionOfRun('PL Next', 0, phases), null);
    assert.equal(definitionOfRun('MF Next L 45', 90, phases), null);
    assert.equal(definitionOfRun('MF Next L 45', 0, []), null);
    assert.equal(definitionOfRun('MF Next L 45', 0, [{ phase: 'x' }]), null);
    assert.equal(definitionOfRun('of nobody', 0, phases), null);
  });
});
