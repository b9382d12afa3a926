import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Bucket, type GaugeStats, mergeBuckets, type RawSample, rollUp, type StateStats } from './rollup.ts';

const from = Date.UTC(2025, 10, 20, 12);
const length_ms = 600_000;
const to = from + length_ms;

/** Samples around a bucket, ascending; now and then one lacks a value or shares its instant with another. */
const samplesAround = fc
  .array(
    fc.record({
      after_ms: fc.integer({ min: -700_000, max: length_ms + 100_000 }),
      TCell: fc.option(
        fc.integer({ min: -400, max: 1000 }).map((tenths) => tenths / 10),
        { nil: undefined },
      ),
      door: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
    }),
    { maxLength: 60 },
  )
  .map((rows) =>
    rows.map(({ after_ms, ...values }): RawSample => ({ at: from + after_ms, ...values })).sort((a, b) => a.at - b.at),
  );

const gauge = (bucket: Bucket): GaugeStats | undefined => bucket.metrics.TCell as GaugeStats | undefined;
const seconds = (bucket: Bucket): number =>
  Object.values((bucket.metrics.door ?? {}) as StateStats).reduce((sum, one) => sum + one, 0);
const inside = (samples: readonly RawSample[]): RawSample[] => samples.filter(({ at }) => at >= from && at < to);

/** The time-weighted mean by another way: second by second, the value of the bucket that holds then. */
function meanBySeconds(samples: readonly RawSample[]): number | undefined {
  const values: number[] = [];
  for (let second = from; second < to; second += 1000) {
    const there = samples.findLast(({ at }) => at <= second);
    const holding = inside(samples).findLast(({ at, TCell }) => at <= second && typeof TCell === 'number');
    if (!there || second - there.at >= 120_000 || !holding || there.at - holding.at >= 120_000) continue;
    values.push(Number(holding.TCell));
  }
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}

describe('a rollup', () => {
  it('S3.13 keeps minimum, mean and maximum in order, of values that were measured in its bucket', () => {
    fc.assert(
      fc.property(samplesAround, (samples) => {
        const stats = gauge(rollUp(samples, from, to));
        const values = inside(samples).flatMap(({ TCell }) => (typeof TCell === 'number' ? [TCell] : []));
        assert.equal(stats === undefined, values.length === 0);
        if (!stats) return;
        const [min, mean, max, last] = stats;
        assert.deepEqual([min, max, last], [Math.min(...values), Math.max(...values), values.at(-1)]);
        assert.ok(min <= mean && mean <= max);
      }),
    );
  });

  it('weighs each value by the time it held', () => {
    const steady = samplesAround.map((samples) =>
      samples.map((one) => ({ ...one, at: Math.round(one.at / 1000) * 1000 })),
    );
    fc.assert(
      fc.property(steady, (samples) => {
        const unique = samples.filter(({ at }, i) => samples[i + 1]?.at !== at);
        const expected = meanBySeconds(unique);
        const stats = gauge(rollUp(unique, from, to));
        if (expected !== undefined)
          assert.ok(Math.abs((stats?.[1] ?? 0) - expected) < 0.01, `${stats?.[1]} is not ${expected}`);
      }),
    );
  });

  it('covers no more than its bucket, and no state more than what is covered', () => {
    fc.assert(
      fc.property(samplesAround, (samples) => {
        const bucket = rollUp(samples, from, to);
        assert.ok(bucket.covered_s >= 0 && bucket.covered_s <= length_ms / 1000);
        assert.ok(seconds(bucket) <= bucket.covered_s + 1);
        assert.ok((gauge(bucket)?.[4] ?? 0) <= bucket.covered_s + 1);
      }),
    );
  });

  it('does not fill a gap', () => {
    const bucket = rollUp(
      [
        { at: from, TCell: 0, door: 0 },
        { at: from + 540_000, TCell: 10, door: 1 },
      ],
      from,
      to,
    );
    assert.equal(bucket.covered_s, 120 + 60);
    assert.deepEqual(gauge(bucket), [0, 3.333, 10, 10, 180]);
    assert.deepEqual(bucket.metrics.door, { 0: 120, 1: 60 });
  });

  it('lets a value of slow cadence hold until the next one, and no longer than twice its cadence', () => {
    const samples: RawSample[] = Array.from({ length: 60 }, (_, i) => ({ at: from + i * 10_000, TCell: 1 }));
    const withLevel = samples.map((one, i) => (i === 0 ? { ...one, sanigenLevel: 2, door: 1 } : one));
    const { metrics } = rollUp(withLevel, from, to);
    assert.deepEqual([metrics.sanigenLevel, metrics.door], [{ 2: 600 }, { 1: 120 }]);
  });

  it('of an hour is that of its six parts: extremes and times exactly, the mean by the time it speaks for', () => {
    fc.assert(
      fc.property(fc.array(samplesAround, { minLength: 2, maxLength: 6 }), (parts) => {
        const buckets = parts.map((samples) => rollUp(samples, from, to));
        const merged = mergeBuckets(buckets);
        const found = buckets.flatMap((bucket) => (gauge(bucket) ? [gauge(bucket) as GaugeStats] : []));
        assert.equal(
          merged.covered_s,
          buckets.reduce((sum, { covered_s }) => sum + covered_s, 0),
        );
        assert.ok(Math.abs(seconds(merged) - buckets.reduce((sum, bucket) => sum + seconds(bucket), 0)) < 0.01);
        const [min, mean, max, last, weight] = gauge(merged) ?? [];
        if (found.length === 0) return assert.equal(weight, undefined);
        const time = found.reduce((sum, one) => sum + one[4], 0);
        const expected = found.reduce((sum, one) => sum + one[1] * one[4], 0) / time;
        assert.deepEqual(
          [min, max, last],
          [Math.min(...found.map((one) => one[0])), Math.max(...found.map((one) => one[2])), found.at(-1)?.[3]],
        );
        assert.ok(Math.abs((mean ?? 0) - expected) < 0.01 && Math.abs((weight ?? 0) - time) < 0.01);
      }),
    );
  });
});
