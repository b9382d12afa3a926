import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { rangesOf, toMultirange } from './ranges.ts';

describe('ranges', () => {
  it('hold exactly their numbers, as few as possible, ascending', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), (numbers) => {
        const ranges = rangesOf(numbers);
        const held = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
        assert.deepEqual(
          held,
          [...new Set(numbers)].sort((a, b) => a - b),
        );
        for (const [i, [from]] of ranges.entries()) if (i > 0) assert.ok(from > (ranges[i - 1]?.[1] ?? from) + 1);
      }),
    );
  });

  it('travel as PostgreSQL reads them, with open ends', () => {
    assert.equal(toMultirange(rangesOf([3, 1, 2, 9])), '{[1,4),[9,10)}');
    assert.equal(toMultirange([]), '{}');
  });
});
