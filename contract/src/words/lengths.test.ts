import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lengthBeside } from './lengths.ts';

describe('minutes beside their limit', () => {
  it('S2.24 have as many decimals as show on which side of it they are', () => {
    assert.deepEqual(lengthBeside(90, 80.62), { minutes: 80.62, decimals: 1, seconds: null });
    assert.deepEqual(lengthBeside(90, 90.02), { minutes: 90.02, decimals: 2, seconds: null });
    assert.deepEqual(lengthBeside(90, 90), { minutes: 90, decimals: 1, seconds: null });
  });

  it('S2.24 have seconds where two decimals would hide it: 90.001 is not 90', () => {
    assert.deepEqual(lengthBeside(90, 90.001), { minutes: 90, decimals: 2, seconds: 0.06 });
    assert.deepEqual(lengthBeside(90, 90 + 1 / 60_000), { minutes: 90, decimals: 3, seconds: 0.001 });
    assert.deepEqual(lengthBeside(90, 90 - 1 / 60_000), { minutes: 89, decimals: 3, seconds: 59.999 });
  });
});
