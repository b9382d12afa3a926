import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../appliance/families/families.ts';
import { phaseEnds, phasesOf } from '../appliance/phase-plan.ts';
import { compatibility } from './compatibility.ts';
import { definitionOf } from './presets.ts';
import { ranOtherwise } from './ran-otherwise.ts';
import type { RecipeDefinition } from './recipe.ts';

describe('what a unit ran', () => {
  const names = ['MF Next L 45', 'EF Next M 25', 'SF Roll 100 RWL'];
  const definition = definitionOf(0, '-14/100/-/s4 · 0/100/-/c3 · H2/40/-');
  /** The phases a model runs of a cycle. */
  const askedOf = (name: string, cycle: RecipeDefinition) => {
    const model = Object.values(families)
      .flatMap(({ models }) => models)
      .find(({ storedName }) => storedName === name);
    assert.ok(model, name);
    const answer = compatibility(cycle, model, { ends: phaseEnds });
    assert.ok(answer.kind !== 'refused' && answer.definition.family !== 'PL', name);
    return answer.definition.phases;
  };

  it('S2.41 is what the cycle says in the numbering of its own family, adapted or not', () => {
    for (const name of names) assert.equal(ranOtherwise(definition, askedOf(name, definition), name), false, name);
    const gentle = definitionOf(0, '0/80/-/c3 · H2/40/-');
    assert.equal(ranOtherwise(gentle, askedOf('EF Next M 25', gentle), 'EF Next M 25'), false);
    assert.equal(ranOtherwise(gentle, gentle.phases, 'EF Next M 25'), true, 'fan as it is in MF');
  });

  it('S2.41 is what the cycle says where it ended as only later units know to', () => {
    for (const end of ['~2', 'a3'])
      for (const name of names) {
        const written = definitionOf(0, `0/80/-/${end} · H2/40/-`);
        const later = { ...written, phases: written.phases.map((phase) => ({ ...phase, max_min: 270 })) };
        assert.equal(ranOtherwise(later, askedOf(name, later), name), false, `${name} ${end}`);
      }
  });

  it('S2.41 other phases are told, the cooling down that a unit puts in is not', () => {
    const [first, ...rest] = definition.phases;
    assert.ok(first);
    assert.equal(ranOtherwise(definition, [{ ...first, air: -12 }, ...rest], 'MF Next L 45'), true);
    assert.equal(ranOtherwise(definition, rest, 'MF Next L 45'), true);
    assert.equal(ranOtherwise(definition, [{ ...first, late_min: 5 }, ...rest], 'MF Next L 45'), false);
    const cooked = definitionOf(6, '85/50/60/c75+5m · -14/100/-/s4 · 0/100/-/c3 · H2/40/-');
    const [purge] = phasesOf('-/100/-/10m', { phase: 17 });
    const ran = [...cooked.phases.slice(0, 2), purge, ...cooked.phases.slice(2)];
    assert.equal(ranOtherwise(cooked, ran, 'MF Next L 45'), false);
  });
});
