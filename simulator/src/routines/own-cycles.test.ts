import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { BlastModelRow } from '@brina/domain/appliance/families/family';
import { phaseEnds } from '@brina/domain/appliance/phase-plan';
import { definitionOf } from '@brina/domain/recipes/presets';
import type { RecipeSector } from '@brina/domain/recipes/recipe';
import { random } from '../random.ts';
import { type KitchenCycle, startOf, takenCycle } from './own-cycles.ts';

describe('cycles of a kitchen’s own', () => {
  const cycle = (number: number, sector: RecipeSector, code = 0): KitchenCycle => ({
    number,
    version: 1,
    hash: '9f3c6a01d2e4b785',
    sector,
    product: `Product ${number}`,
    definition: definitionOf(code, code === 1 ? '-38/100/-/c-18 · H-20/50/-' : '0/80/-/c3 · H2/40/-'),
  });
  const cycles = [1000, 1001, 1002, 1003].map((number) => cycle(number, 'gastronomy'));

  it('S1.6 are taken by Zipf’s law, and now and then none of them', () => {
    const taken = new Map<number | undefined, number>();
    for (let n = 0; n < 20_000; n++) {
      const one = takenCycle(cycles, { sector: 'gastronomy', freezes: false }, random('zipf', n));
      taken.set(one?.number, (taken.get(one?.number) ?? 0) + 1);
    }
    const first = taken.get(1000) ?? 0;
    for (const [rank, { number }] of cycles.entries()) {
      const share = (taken.get(number) ?? 0) / first;
      assert.ok(Math.abs(share - 1 / (rank + 1)) < 0.05, `${number}: ${share}`);
    }
    assert.ok(Math.abs((taken.get(undefined) ?? 0) / 20_000 - 0.3) < 0.02);
  });

  it('S1.6 fit what is made: of the sector, and frozen where the batch is', () => {
    const mixed = [cycle(1, 'pastry'), cycle(2, 'gastronomy', 1), cycle(3, 'gastronomy')];
    for (let n = 0; n < 200; n++) {
      const one = takenCycle(mixed, { sector: 'gastronomy', freezes: false }, random('fit', n));
      assert.ok(one === null || one.number === 3);
      assert.equal(takenCycle(mixed, { sector: 'pastry', freezes: true }, random('fit', n)), null);
    }
  });

  it('S1.6 S8.21 are started in the codes of the family, adapted to the model, and say whose they are', () => {
    const source = { id: 2, v: 1, h: '9f3c6a01d2e4b785' };
    const start = (name: string) => startOf(cycle(2, 'gastronomy', 1), modelRow(name) as BlastModelRow, { ends: null });
    assert.deepEqual(start('MF Next L 45')?.source, source);
    const onSmall = start('EF Next M 25');
    assert.deepEqual([onSmall?.function, onSmall?.source], [2, source]);
    assert.ok(onSmall?.phases?.every(({ air }) => typeof air === 'number' && air >= -38));
    assert.notEqual(start('SF Roll 100 RWL')?.function, 1);
  });

  it('S8.21 end as their unit knows to end them, or are not started on it', () => {
    const usual = cycle(3, 'gastronomy');
    const phases = definitionOf(0, '0/80/-/~2 · H2/40/-').phases.map((phase) => ({ ...phase, max_min: 270 }));
    const even = { ...usual, definition: { ...usual.definition, phases } };
    for (const name of ['MF Next L 45', 'EF Next M 25', 'SF Roll 100 RWL']) {
      const model = modelRow(name) as BlastModelRow;
      assert.deepEqual(startOf(even, model, { ends: phaseEnds })?.phases?.[0]?.end, { by: 'even', within_K: 2 }, name);
      assert.equal(startOf(even, model, { ends: null }), null, name);
    }
  });
});
