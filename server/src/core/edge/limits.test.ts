import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stillClock } from '../testing/test-clock.ts';
import { KeyedBuckets, TokenBucket } from './limits.ts';

/** In eighths of a second, of which nothing is rounded. */
const pauses_ms = fc.array(
  fc.integer({ min: 0, max: 40 }).map((eighths) => eighths * 125),
  { maxLength: 50 },
);

describe('a bucket of tokens', () => {
  it('gives its burst and then its rate, however its takers come, and whatever the wall clock is set to', async () => {
    const rule = fc.asyncProperty(fc.integer({ min: 1, max: 5 }), pauses_ms, async (burst, pauses) => {
      const clock = stillClock();
      const bucket = new TokenBucket(2, burst, clock);
      let tokens = burst;
      for (const pause_ms of pauses) {
        await clock.advance(pause_ms);
        clock.leap(-3_600_000);
        tokens = Math.min(burst, tokens + pause_ms / 500);
        const had = tokens >= 1;
        assert.equal(bucket.tryTake(), had, `${tokens} tokens`);
        if (had) tokens -= 1;
      }
    });
    await fc.assert(rule);
  });

  it('lends to who cannot be refused: its taker waits until the debt is paid', async () => {
    const clock = stillClock();
    const bucket = new TokenBucket(4, 2, clock);
    assert.deepEqual([bucket.take(), bucket.take(), bucket.take(), bucket.take()], [0, 0, 250, 500]);
    await clock.advance(500);
    assert.deepEqual([bucket.take(), bucket.tryTake()], [250, false]);
  });
});

it('buckets of keys are their own, and forgotten only when that makes no difference', async () => {
  const clock = stillClock();
  const buckets = new KeyedBuckets(1, 1, clock);
  const taken = (): boolean[] => ['a', 'b', 'a'].map((key) => buckets.tryTake(key));
  assert.deepEqual(taken(), [true, true, false]);
  await clock.advance(500);
  buckets.forget();
  assert.deepEqual(taken(), [false, false, false]);
  await clock.advance(500);
  buckets.forget();
  assert.deepEqual(taken(), [true, true, false]);
});

it('B11.1 buckets of more keys than are remembered let those go that were heard of least lately', () => {
  const buckets = new KeyedBuckets(1, 1, stillClock(), 3);
  for (const key of ['a', 'b', 'c', 'a', 'd']) buckets.tryTake(key);
  assert.equal(buckets.size, 3);
  assert.deepEqual(
    ['a', 'c', 'd'].map((key) => buckets.tryTake(key)),
    [false, false, false],
  );
  for (let i = 0; i < 1_000; i += 1) buckets.tryTake(`key ${i}`);
  assert.equal(buckets.size, 3);
});
