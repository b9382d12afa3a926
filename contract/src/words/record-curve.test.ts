import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crossingsOf, doubtedTogether, pointCurves, warmestCurve } from './record-curve.ts';

/** Four samples of two points: the first is out of the food at the second and third. */
const record = {
  samples: {
    at: [0, 10, 20, 30],
    core: [70, 60, 61, 40],
    points: [
      [70, 20, 20, 40],
      [65, 60, 61, null],
    ],
    pointNames: ['TCore1' as const, 'TCore2' as const],
    air: [null, null, null, null],
    set: [null, null, null, null],
  },
  disbelieved: [{ point: 0, from: 10, to: 20, reason: 'probe_removed' as const }],
};

describe('the curve of a record', () => {
  it('S2.24 what does not count stands beside what does, by its reason', () => {
    const [first, second] = pointCurves(record);
    assert.deepEqual(first, {
      name: 'TCore1',
      counted: [70, null, null, 40],
      doubtful: [{ reason: 'probe_removed', values: [null, 20, 20, null] }],
    });
    assert.deepEqual(second?.doubtful, []);
  });

  it('S2.24 the warmest is that of the points that count: a needle in warm air makes no food warm', () => {
    const inAir = {
      ...record,
      disbelieved: [...record.disbelieved, { point: 1, from: 20, to: 20, reason: 'probe_in_air' as const }],
    };
    assert.deepEqual(warmestCurve(inAir, pointCurves(inAir)), [70, 60, null, 40]);
  });

  it('S2.24 a record that kept no points has the curve that it kept', () => {
    const old = { samples: { ...record.samples, points: [], pointNames: [] }, disbelieved: [] };
    assert.deepEqual(warmestCurve(old, pointCurves(old)), record.samples.core);
  });

  it('S2.24 what is said of several points at once is said once', () => {
    const [out] = record.disbelieved;
    assert.ok(out);
    const said = doubtedTogether({ disbelieved: [out, { ...out, point: 1 }, { ...out, from: 30, to: 30 }] });
    assert.deepEqual(
      said.map(({ points, from }) => ({ points, from })),
      [
        { points: [0, 1], from: 10 },
        { points: [0], from: 30 },
      ],
    );
  });

  it('S2.24 where one stage ends and another begins is one crossing; what was reached before it warmed is one, too', () => {
    const stage = { earliest_min: null, latest_min: null, limit_min: 120, minutes: null, verdict: null };
    const crossings = crossingsOf([
      { ...stage, from: 60, to: 21, startedAt: 5, endedAt: 50, firstReachedAt: 30 },
      { ...stage, from: 21, to: 5, startedAt: 50, endedAt: null, firstReachedAt: null },
    ]);
    assert.deepEqual(crossings, [
      { at: 5, temperature: 60 },
      { at: 30, temperature: 21 },
      { at: 50, temperature: 21 },
    ]);
  });
});
