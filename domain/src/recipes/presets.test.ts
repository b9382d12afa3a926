import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families } from '../appliance/families/families.ts';
import type { ModelRow } from '../appliance/families/family.ts';
import { checkStart } from '../cycles/cycle-plan.ts';
import { iconNames } from './icons.ts';
import { palette } from './palette.ts';
import { presetLoads } from './presets/preset-loads.ts';
import { definitionOf, type Preset, presets } from './presets.ts';
import { packageOf, presetCount, recipeSectors } from './recipe.ts';
import { checkDefinition } from './recipe-check.ts';

const large = families.MF.models.find(({ id }) => id === 'MF-L45') as ModelRow;
const preset = (id: number): Preset => presets[id] as Preset;
const count = (of: (one: Preset) => boolean): number => presets.filter(of).length;
const codesOf = (id: number): readonly number[] => preset(id).definition.phases.map(({ phase }) => phase);

describe('presets', () => {
  it('S3.10 there are 140, numbered by their place, a function after the other', () => {
    assert.deepEqual(
      presets.map(({ id }) => id),
      Array.from({ length: 140 }, (_, id) => id),
    );
    assert.equal(presets.length, presetCount);
    const order = presets.map(({ definition }) => definition.function);
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(order).size, 15);
  });

  it('S3.10 S3.28 61 run with Essential and 79 need Excellence; 71, 36, 25 and 8 by sector', () => {
    assert.equal(
      count(({ definition }) => packageOf(definition) === 'Essential'),
      61,
    );
    assert.equal(
      count(({ definition }) => packageOf(definition) === 'Excellence'),
      79,
    );
    const bySector = recipeSectors.map((sector) => count((one) => one.sector === sector));
    assert.deepEqual(bySector, [71, 36, 25, 8]);
  });

  it('S3.10 each may be started on a unit with Excellence', () => {
    for (const { id, definition } of presets) {
      const { function: code, phases } = definition;
      const isPlanned = phases.some(({ end }) => end.by === 'auto');
      const args = { function: code, phases, ...(isPlanned ? { readyAt: '2026-11-28T06:30' } : {}) };
      assert.deepEqual(checkStart(large, args, 'Excellence'), [], String(id));
    }
  });

  it('S3.10 each passes the check of a cycle that is kept, with the load it is written for', () => {
    // Nobody makes a defrost of one's own.
    for (const { id, definition } of presets.filter(({ definition: { function: code } }) => code !== 14)) {
      assert.deepEqual(checkDefinition(definition), [], String(id));
    }
    assert.equal(presets.filter(({ definition }) => definition.assumed).length, Object.keys(presetLoads).length);
    assert.deepEqual(preset(31).definition.assumed, { from_C: 5, depth_mm: 15 });
  });

  it('S3.10 each has an icon of its own, a colour, and at most one place of the 24 on the panel', () => {
    assert.deepEqual(
      presets.map(({ icon }) => icon),
      iconNames,
    );
    assert.ok(presets.every(({ colour }) => colour in palette));
    const places = presets.flatMap(({ favourite }) => favourite ?? []).sort((one, other) => one - other);
    assert.deepEqual(
      places,
      Array.from({ length: 24 }, (_, index) => index + 1),
    );
  });

  it('a phase has its code by its place', () => {
    assert.deepEqual(codesOf(0), [2, 3, 7]);
    assert.deepEqual(codesOf(6), [3, 7]);
    assert.deepEqual(codesOf(20), [3]);
    assert.deepEqual(codesOf(26), [4, 6, 8]);
    assert.deepEqual(codesOf(27), [4, 6, 8]);
    assert.deepEqual(codesOf(51), [8]);
    assert.deepEqual(codesOf(53), [14, 9]);
    assert.deepEqual(codesOf(54), [9]);
    assert.deepEqual(codesOf(58), [10, 11, 7]);
    assert.deepEqual(codesOf(60), [11, 7]);
    assert.deepEqual(codesOf(73), [12, 13, 7]);
    assert.deepEqual(codesOf(76), [14, 15, 16, 2, 3, 7]);
    assert.deepEqual(codesOf(79), [15, 16, 2, 3, 7]);
    assert.deepEqual(codesOf(87), [15, 16, 3, 7]);
    assert.deepEqual(codesOf(88), [15, 2, 3, 7]);
    assert.deepEqual(codesOf(90), [21, 22]);
    assert.deepEqual(codesOf(100), [18, 19, 20, 21, 22]);
    assert.deepEqual(codesOf(107), [19, 20]);
    assert.deepEqual(codesOf(108), [19, 19]);
    assert.deepEqual(codesOf(112), [23, 24]);
    assert.deepEqual(codesOf(117), [24]);
    assert.deepEqual(codesOf(120), [15, 16, 2, 3, 7]);
    assert.deepEqual(codesOf(123), [15, 16, 17]);
    assert.deepEqual(codesOf(133), [15, 16, 25]);
    assert.deepEqual(codesOf(134), [26]);
    assert.deepEqual(codesOf(139), [27, 28, 25]);
  });

  it('late, fallback and limit are those of the function, late at the first core target only', () => {
    assert.deepEqual(preset(0).definition.phases, families.MF.functions[0]?.definition?.hard);
    assert.deepEqual(preset(22).definition.phases, families.MF.functions[1]?.definition?.hard);
    assert.deepEqual(preset(112).definition.phases, families.MF.functions[10]?.definition?.hard);
    assert.deepEqual(definitionOf(0, '0/60/-/c3 · H2/40/-').phases, families.MF.functions[0]?.definition?.soft);
    assert.deepEqual(
      definitionOf(4, '8/80/85/s3 · 3/60/85/c0 · H2/40/-').phases,
      families.MF.functions[4]?.definition?.hard,
    );
    assert.deepEqual(definitionOf(14, '-/100/-/e8 · -/0/-/2m').phases, families.MF.functions[14]?.definition?.hard);
    const [reached, held, kept] = preset(26).definition.phases;
    assert.deepEqual([reached?.fallback_min, reached?.late_min, reached?.max_min], [240, 240, 720]);
    assert.deepEqual([held?.fallback_min, held?.late_min, held?.max_min], [1440, undefined, 720 + 1584]);
    assert.equal(kept?.hold, true);
    const roast = preset(76).definition.phases;
    assert.deepEqual(
      roast.map(({ late_min }) => late_min),
      [360, undefined, undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(
      roast.map(({ fallback_min }) => fallback_min),
      [undefined, undefined, undefined, 35, 55, undefined],
    );
    assert.equal(preset(20).definition.phases[0]?.fallback_min, 90);
    assert.equal(preset(60).definition.phases[0]?.fallback_min, 420);
  });

  it('a cycle that only holds ends when somebody ends it', () => {
    for (const { id, definition } of presets.filter(({ definition: { function: code } }) => code === 2 || code === 3)) {
      assert.ok(!definition.phases.some(({ hold }) => hold), String(id));
      assert.equal(definition.phases.at(-1)?.end.by, 'stop');
    }
  });
});
