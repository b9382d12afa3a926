import assert from 'node:assert/strict';
import { it } from 'node:test';
import { endsKnown, firstEnds, phasesOf } from './phase-plan.ts';

it('the notation of a phase becomes a row', () => {
  assert.deepEqual(
    phasesOf(
      '2>12/30/75/90m · 70/50/<30/c65+14m · -38/100/-/c-18 · -/0/-/e8 · 2/30/-/auto · H-20/40/-',
      { phase: 3 },
      { phase: 16, late_min: 360 },
      { phase: 4, fallback_min: 240 },
      { phase: 27, time_min: 20 },
      { phase: 19 },
      { phase: 8 },
    ),
    [
      { phase: 3, air: [2, 12], fan: 30, rh: { set: 75 }, end: { by: 'time', time_min: 90 } },
      { phase: 16, air: 70, fan: 50, rh: { max: 30 }, end: { by: 'core', target: 65, hold_min: 14 }, late_min: 360 },
      { phase: 4, air: -38, fan: 100, rh: null, end: { by: 'core', target: -18 }, fallback_min: 240 },
      { phase: 27, air: null, fan: 0, rh: null, end: { by: 'evaporator', target: 8, time_min: 20 } },
      { phase: 19, air: 2, fan: 30, rh: null, end: { by: 'auto' } },
      { phase: 8, air: -20, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
    ],
  );
  assert.deepEqual(phasesOf('0/60/-/12h', { phase: 1 })[0]?.end, { by: 'time', time_min: 720 });
});

it('S3.9 the notation of an end by the air, and by a core that is as cold as the air', () => {
  assert.deepEqual(phasesOf('-38/100/-/a-20', { phase: 4, max_min: 60 })[0], {
    phase: 4,
    air: -38,
    fan: 100,
    rh: null,
    end: { by: 'air', target: -20 },
    max_min: 60,
  });
  assert.deepEqual(phasesOf('2/40/-/~1.5', { phase: 7 })[0]?.end, { by: 'even', within_K: 1.5 });
});

it('S3.9 a unit knows the ends it tells, and without a word the first six', () => {
  assert.deepEqual(endsKnown(undefined), firstEnds);
  assert.deepEqual(endsKnown('even'), firstEnds);
  assert.deepEqual(endsKnown(['even', 'core', 'moon', 7]), ['core', 'even']);
});

it('a holding that stands alone is the function itself, and has no batch before it', () => {
  assert.deepEqual(phasesOf('H2/40/-', { phase: 7 }), [{ phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' } }]);
});

it('a wrong notation is refused', () => {
  assert.throws(() => phasesOf('2/40/-/c3 · H2/40/-', { phase: 1 }), /2 phases, 1 codes/);
  assert.throws(() => phasesOf('2/fast/-/c3', { phase: 1 }), /not a number: fast/);
  assert.throws(() => phasesOf('2/40/-/c', { phase: 1 }), /not a number/);
});
