import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repeatedOf, sameLength, sameReading } from './too-perfect.ts';

describe('what repeats', () => {
  it('B2.9 three lengths that are equal to the millisecond are told, two are not', () => {
    assert.deepEqual(repeatedOf([90, 81.2, 90, 75, 90], sameLength), { value: 90, times: 3, of: 5 });
    assert.equal(repeatedOf([90, 81.2, 90, 75], sameLength), null);
    assert.equal(repeatedOf([], sameLength), null);
  });

  it('B2.9 a reading that is most of all is told, one that comes now and again is not', () => {
    assert.deepEqual(repeatedOf([2, 2, 2, 2, 2, 3.1], sameReading), { value: 2, times: 5, of: 6 });
    assert.equal(repeatedOf([2, 2, 2, 2, 2, 3.1, 1.9, 2.4, 2.6, 2.2, 1.8], sameReading), null);
    assert.equal(repeatedOf([2, 2, 2, 2], sameReading), null, 'too few to say');
  });
});
