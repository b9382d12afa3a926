import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChartContent } from './chart-content.ts';
import { fewerPoints } from './fewer-points.ts';

const contentOf = (values: readonly (number | null)[]): ChartContent => ({
  at_ms: values.map((_, i) => i * 10_000),
  series: [{ key: 'core', label: 'Core', colour: 'core', kind: 'line', values }],
  from_ms: 0,
  to_ms: values.length * 10_000,
  gaps: [],
  limits: [],
  marks: [],
});

describe('fewer points', () => {
  it('B2.9 a curve of many samples keeps its peaks, its ends and its order', () => {
    const values = Array.from({ length: 5000 }, (_, i) => (i === 1234 ? 99 : i === 4321 ? -99 : Math.sin(i / 100)));
    const { at_ms, series } = fewerPoints(contentOf(values), 600);
    assert.ok(at_ms.length <= 600, `${at_ms.length}`);
    const kept = series[0]?.values ?? [];
    assert.deepEqual([Math.max(...(kept as number[])), Math.min(...(kept as number[]))], [99, -99]);
    assert.deepEqual([at_ms[0], at_ms.at(-1)], [0, 49_990_000]);
    assert.deepEqual(
      at_ms,
      at_ms.toSorted((a, b) => a - b),
    );
    assert.equal(kept.length, at_ms.length);
  });

  it('B2.9 a short one stays as it is, and what nobody measured is no value', () => {
    const short = contentOf([1, null, 3]);
    assert.equal(fewerPoints(short, 600), short);
    const empty = fewerPoints(contentOf(Array.from({ length: 700 }, () => null)), 600);
    assert.deepEqual(empty.series[0]?.values, [null, null]);
  });
});
