import assert from 'node:assert/strict';
import { it } from 'node:test';
import { translate } from '../language/messages.ts';
import { familyCodes } from './families/family-code.ts';
import { sanigenCodeOf, sanigenLevelOf } from './sanigen.ts';
import { stateMessages } from './states.messages.ts';
import { stateKey } from './states.ts';

it('S4.18 the levels 0 to 5 have the names of the specification', () => {
  const named = [0, 1, 2, 3, 4, 5].map((level) => {
    const key = stateKey('sanigenLevel', level);
    return key && translate(stateMessages, 'en', key).toLowerCase();
  });
  assert.deepEqual(named, ['not active', 'minimum', 'low', 'medium', 'high', 'very high']);
});

it('S4.18 a Sanigen level has a raw code in each family that has it, and MYA counts from 65535', () => {
  assert.deepEqual(
    [65_535, 0, 4, 5].map((raw) => sanigenLevelOf('MYA', raw)),
    [0, 1, 5, undefined],
  );
  assert.deepEqual(
    [65_535, 0, 4, 5].map((raw) => sanigenLevelOf('MF', raw)),
    [undefined, 0, 4, 5],
  );
  assert.equal(sanigenLevelOf('EF', 0), undefined);
  const withSanigen = familyCodes.filter((family) => sanigenCodeOf(family, 0) !== undefined);
  assert.deepEqual(withSanigen, ['MF', 'SF', 'CP', 'MYA']);
  for (const family of withSanigen)
    for (let level = 0; level <= 5; level++) {
      assert.equal(sanigenLevelOf(family, sanigenCodeOf(family, level) ?? -1), level);
      assert.ok(stateKey('sanigenLevel', level));
    }
});
