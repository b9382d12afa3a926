import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenAtGaps, type ChartContent } from './chart-content.ts';

const content = (gaps: ChartContent['gaps']): ChartContent => ({
  at_ms: [0, 10, 50, 60],
  series: [
    {
      key: 'air',
      label: 'Air',
      colour: 'air',
      kind: 'line',
      values: [1, 2, 3, 4],
      low: [0, 1, 2, 3],
      high: [2, 3, 4, 5],
    },
    { key: 'set', label: 'Set', colour: 'set', kind: 'step', values: [2, 2, 2, 2] },
  ],
  from_ms: 0,
  to_ms: 60,
  gaps,
  limits: [],
  marks: [],
});
const gap = (from_ms: number, to_ms: number) => ({ from_ms, to_ms, label: 'link lost' });

describe('what a chart draws', () => {
  it('B1.7 no line crosses what nobody measured', () => {
    const broken = brokenAtGaps(content([gap(10, 50)]));
    assert.deepEqual(broken.at_ms, [0, 10, 11, 50, 60]);
    assert.deepEqual(
      broken.series.map(({ values, low }) => [values, low]),
      [
        [
          [1, 2, null, 3, 4],
          [0, 1, null, 2, 3],
        ],
        [[2, 2, null, 2, 2], undefined],
      ],
    );
  });

  it('a gap before the first value or after the last breaks nothing', () => {
    for (const gaps of [[], [gap(-20, 0)], [gap(60, 90)]]) {
      const whole = content(gaps);
      assert.equal(brokenAtGaps(whole), whole);
    }
  });

  it('a gap that has a moment without values already gets no other', () => {
    const whole = content([gap(10, 50)]);
    const empty = { ...whole, series: [{ ...whole.series[0], values: [1, null, 3, 4] }] } as ChartContent;
    assert.equal(brokenAtGaps(empty), empty);
  });

  it('several gaps each have their moment, in order', () => {
    assert.deepEqual(brokenAtGaps(content([gap(0, 10), gap(20, 50), gap(50, 60)])).at_ms, [0, 1, 10, 20, 50, 51, 60]);
  });
});
