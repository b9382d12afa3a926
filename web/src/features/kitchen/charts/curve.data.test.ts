import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { curveMetrics, curveOf, type LivePoint, LiveTail, readRange } from './curve.data.ts';

const series = (values: (number | null)[]) => ({ min: values, mean: values, max: values });
const minutes = (count: number): number[] => Array.from({ length: count }, (_, minute) => minute * 60_000);

function chart(change: Partial<Chart>): Chart {
  const at = minutes(6);
  return { from: 0, to: 360_000, level: 'raw', step_ms: 60_000, at, series: {}, gaps: [], arriving: false, ...change };
}

describe('the curve of an appliance', () => {
  it('draws the warmest core point, and only while the air is controlled', () => {
    const { core } = curveOf(
      chart({
        series: {
          TCell: series([20, 20, 5, 0, 0, 20]),
          TCore1: series([20, 20, 60, 50, 40, 20]),
          TCore3: series([20, 20, 65, null, 44, 20]),
          cellSetTemp: series([null, null, -14, -14, -14, null]),
        },
      }),
      [],
    );
    // The set-point holds until its next sample is overdue.
    assert.deepEqual(core, [null, null, 65, 50, 44, 20]);
  });

  it('draws the warmer of two trolleys', () => {
    const model = 'SF Roll 200 RWL';
    const asked = curveMetrics(model).split(',');
    assert.deepEqual(asked.filter((name) => name.startsWith('TCore')).length, 8);
    const trolleys = {
      TCore1: series([60, 50, 40, 30, 20, 3]),
      TCore6: series([62, 60, 58, 56, 54, 52]),
      cellSetTemp: series([-14, -14, -14, -14, -14, -14]),
    };
    assert.deepEqual(curveOf(chart({ series: trolleys }), []).core, [62, 60, 58, 56, 54, 52]);
    assert.ok(!curveMetrics('EF Next XS 8').includes('TCore2') && !curveMetrics('CP Next 350').includes('TCore'));
  });

  it('holds a set-point between its samples, not beyond', () => {
    const { set } = curveOf(chart({ series: { cellSetTemp: series([-14, null, null, null, null, 2]) } }), []);
    assert.deepEqual(set, [-14, -14, -14, null, null, 2]);
  });

  it('goes on with the live points behind the last stored bucket, and breaks where the appliance went silent', () => {
    const live = [
      { at_ms: 300_000, air: 1, core: null, set: null },
      { at_ms: 400_000, air: 2, core: 9, set: 2 },
      { at_ms: 410_000, air: null, core: null, set: null },
    ];
    const { at_ms, air, core } = curveOf(chart({ series: { TCell: series([0, 0, 0, 0, 0, 0]) } }), live);
    assert.deepEqual(at_ms.slice(5), [300_000, 400_000, 410_000]);
    assert.deepEqual(air.slice(5), [0, 2, null]);
    assert.deepEqual(core.slice(5), [null, 9, null]);
  });

  it('a page that stays open for a day of live samples keeps what is not stored yet, and draws what it would have drawn', () => {
    const [step_ms, stored_ms] = [2_000, 300_000];
    const tail = new LiveTail();
    const array = tail.points;
    const all: LivePoint[] = [];
    let longest = 0;
    for (let at_ms = 0; at_ms < 24 * 3_600_000; at_ms += step_ms) {
      const point = { at_ms, air: at_ms % 7, core: null, set: 2 };
      all.push(point);
      tail.add(point, Math.floor(at_ms / stored_ms) * stored_ms);
      longest = Math.max(longest, tail.points.length);
    }
    assert.equal(all.length, 43_200);
    assert.ok(longest <= (3_600_000 + stored_ms) / step_ms + 1, String(longest));
    assert.equal(tail.points, array);
    for (const bucket_ms of [60_000, 600_000, 3_600_000]) {
      const end = Math.floor((all.at(-1)?.at_ms ?? 0) / bucket_ms) * bucket_ms;
      const stored = chart({ at: [end - bucket_ms, end], step_ms: bucket_ms });
      assert.deepEqual(curveOf(stored, tail.points), curveOf(stored, all));
    }
  });

  it('a value that goes on is one line to the present, not a point a frame', () => {
    const tail = new LiveTail();
    for (let at_ms = 0; at_ms < 60_000; at_ms += 2_000) tail.add({ at_ms, air: 3, core: null, set: 2 }, 0);
    assert.deepEqual(
      tail.points.map(({ at_ms }) => at_ms),
      [0, 58_000],
    );
  });

  it('reads its period from the URL and falls back to two hours', () => {
    assert.equal(readRange({ range: '7d' }), '7d');
    assert.equal(readRange({ range: '9y' }), '2h');
  });
});
