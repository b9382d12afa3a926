import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { presets } from '@brina/domain/recipes/presets';
import { checkDefinition, isCreatable } from '@brina/domain/recipes/recipe-check';
import fc from 'fast-check';
import { readDefinition } from './recipe-definition.ts';

/** Phases that end in every way there is. */
const everyEnd = [
  { by: 'core', target: 10, hold_min: 5 },
  { by: 'surface', target: 4 },
  { by: 'time', time_min: 90 },
  { by: 'auto' },
  { by: 'evaporator', target: 8, time_min: 30 },
  { by: 'air', target: 0 },
  { by: 'even', within_K: 2 },
  { by: 'stop' },
].map((end) => ({ phase: 3, air: 0, fan: 60, rh: null, end, max_min: 300 }));

const definitions: readonly unknown[] = [
  { family: 'MF', function: 0, phases: everyEnd },
  ...presets.map(({ definition }) => definition).filter(({ family, function: code }) => isCreatable(family, code)),
  {
    family: 'PL',
    plan: { blocking: { time_min: 60 }, storing: { air: 2 }, waking: {}, proofing: { rh: 80 }, sleeping: { air: 8 } },
    assumed: { kg: 12 },
  },
];

/** A definition in which one value is another. */
const changed = fc
  .record({ definition: fc.constantFrom(...definitions), at: fc.nat(), value: fc.jsonValue({ maxDepth: 1 }) })
  .map(({ definition, at, value }): unknown => {
    let leaf = 0;
    const text = JSON.stringify(definition);
    const leaves = text.match(/-?\d+(?:\.\d+)?|"\w+"(?!:)|null|true|false/g)?.length ?? 1;
    return JSON.parse(
      text.replace(/-?\d+(?:\.\d+)?|"\w+"(?!:)|null|true|false/g, (old) =>
        leaf++ === at % leaves ? JSON.stringify(value) : old,
      ),
    );
  });

describe('a definition as others write it', () => {
  it('B3.6 the shape that is described holds whatever the rules of the families allow', () => {
    for (const definition of definitions) assert.deepEqual(readDefinition(definition), { definition });
    fc.assert(
      fc.property(changed, (definition) => {
        const faults = checkDefinition(definition);
        assert.deepEqual(readDefinition(definition), faults.length > 0 ? { faults } : { definition });
      }),
      { numRuns: 1000 },
    );
  });

  it('B3.6 tells the limits of its family at the field', () => {
    const [definition] = definitions as [{ phases: object[] }];
    const [first, ...rest] = definition.phases;
    assert.deepEqual(readDefinition({ ...definition, phases: [{ ...first, fan: 5 }, ...rest] }), {
      faults: [{ path: 'definition.phases.0.fan', code: 'out_of_range', min: 20, max: 100 }],
    });
  });
});
