import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareNames, comparePlaced } from './name-order.ts';

describe('the order of names', () => {
  it('counts numbers, and looks past case and accents', () => {
    const names = ['Zuppe', 'abbattitore 10', 'Èclairs', 'Abbattitore 2', 'Forno', 'eis'];
    assert.deepEqual(names.toSorted(compareNames), [
      'Abbattitore 2',
      'abbattitore 10',
      'Èclairs',
      'eis',
      'Forno',
      'Zuppe',
    ]);
  });

  it('S2.21 S7.17 appliances stand by kitchen, name and serial number; those without a kitchen at the end', () => {
    const placed = (lab: string | null, name: string, serialNumber: string) => ({
      lab: lab === null ? null : { name: lab },
      name,
      serialNumber,
    });
    const expected = [
      placed('Kitchen 2', 'Fridge 2', 'b'),
      placed('Kitchen 2', 'Fridge 10', 'a'),
      placed('Kitchen 10', 'Fridge', 'a'),
      placed('Kitchen 10', 'Fridge', 'b'),
      placed(null, 'Chiller', 'c'),
    ];
    assert.deepEqual(expected.toReversed().toSorted(comparePlaced), expected);
  });
});
