import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { meanOf, type PointSample, restOf, steadySigma_max_K, worstOf } from './steadiness.ts';

const until = 1_763_680_000_000;
const reading = fc.double({ min: -60, max: 150, noNaN: true });
const readings = fc.array(reading, { minLength: 1, maxLength: 40 });
/** Samples every `step_s` seconds that end with the window. */
const every = (step_s: number, value: (nth: number) => number | null, n = Math.floor(60 / step_s)): PointSample[] =>
  Array.from({ length: n }, (_, nth) => ({ at: until - (n - 1 - nth) * step_s * 1000, value: value(nth) }));

describe('a probe that comes to rest', () => {
  it('B2.7 the mean lies among its values, and moves with them; their spread does not', () => {
    fc.assert(
      fc.property(readings, fc.double({ min: -50, max: 50, noNaN: true }), (values, by) => {
        const found = meanOf(values);
        const moved = meanOf(values.map((value) => value + by));
        assert.ok(found && moved);
        assert.ok(found.mean >= Math.min(...values) - 1e-9 && found.mean <= Math.max(...values) + 1e-9);
        assert.ok(Math.abs(moved.mean - found.mean - by) < 1e-9);
        assert.ok(Math.abs(moved.sigma - found.sigma) < 1e-6);
        assert.ok(found.sigma <= (Math.max(...values) - Math.min(...values)) / 2 + 1e-9);
      }),
    );
    assert.equal(meanOf([]), undefined);
    assert.deepEqual(meanOf([1, 3]), { mean: 2, sigma: 1 });
  });

  it('B2.7 whatever the order in which samples come, and whatever was before the minute, the same is said', () => {
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 30, maxLength: 30 }),
        fc.array(reading, { maxLength: 10 }),
        (values, former) => {
          const samples = every(2, (nth) => values[nth] ?? null);
          const before = former.map((value, nth) => ({ at: until - 60_000 - nth, value }));
          const said = restOf(samples, until);
          const again = restOf([...before, ...samples.toReversed()], until);
          assert.deepEqual(again, said);
          assert.equal(said.state === 'steady', (said.sigma_K ?? 1) < steadySigma_max_K);
          assert.equal(said.samples, 30);
        },
      ),
    );
  });

  it('B2.7 it rests while its values vary by less than a tenth of a kelvin, and not while they fall', () => {
    const cases = [
      ['still', every(2, () => 0.2), 'steady'],
      ['the last digit', every(2, (nth) => (nth % 2 ? 0.2 : 0.1)), 'steady'],
      ['as a unit that runs', every(10, () => 0.2), 'steady'],
      ['falls by 2 K', every(2, (nth) => 2 - nth / 15), 'moving'],
      ['one splash', every(2, (nth) => (nth === 9 ? 4 : 0)), 'moving'],
      ['half the minute', every(2, () => 0.2, 15), 'few'],
      ['an idle unit', [{ at: until, value: 0.2 }], 'few'],
      ['broken', every(2, () => null), 'few'],
      ['a hole', every(2, (nth) => (nth > 8 && nth < 18 ? null : 0.2)), 'few'],
      ['nothing new', every(2, () => 0.2).map((one) => ({ ...one, at: one.at - 20_000 })), 'few'],
    ] as const;
    for (const [name, samples, state] of cases) assert.equal(restOf(samples, until).state, state, name);
    // Exactly at the limit it is none.
    assert.equal(
      restOf(
        every(2, (nth) => (nth % 2 ? 0.25 : 0)),
        until,
      ).state,
      'moving',
    );
  });

  it('B2.7 of several points the one counts that reads most wrong', () => {
    assert.equal(worstOf([0.1, -0.9, 0.3], 0), -0.9);
    assert.equal(worstOf([98.9, 98.1], 98.3), 98.9);
    fc.assert(
      fc.property(readings, reading, (means, expected) => {
        const worst = worstOf(means, expected);
        assert.ok(means.includes(worst));
        for (const mean of means) assert.ok(Math.abs(mean - expected) <= Math.abs(worst - expected));
      }),
    );
  });
});
