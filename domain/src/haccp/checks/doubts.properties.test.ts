import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addedFor, doubtedStretches, doubtOn, type PastCheck, probeError_max_K, worstDoubt } from './doubts.ts';

const tip = { needle: 1, point: 1 } as const;
const check = (at: number, error_K: number, more: Partial<PastCheck> = {}): PastCheck => {
  const left_K = more.left_K ?? error_K;
  return {
    id: `check at ${at}`,
    at,
    enteredAt: at,
    needle: 1,
    points: [],
    error_K,
    left_K,
    foundGood: Math.abs(error_K) <= 0.5,
    leftGood: Math.abs(left_K) <= 0.5,
    ...more,
  };
};
const errorAt = (checks: readonly PastCheck[], at: number, heats = false): number | undefined =>
  doubtOn(checks, tip, { from: at, to: at + 1 }, heats)?.error_K;

describe('what checks say of records', () => {
  it('B2.7 a check that found a probe wrong speaks of all since the last one that left it good, and no more', () => {
    const checks = [check(100, 0.1), check(200, -0.2), check(300, -1.2, { left_K: 0 }), check(400, 0.3)];
    assert.deepEqual(
      [50, 150, 199, 200, 299, 301, 350, 450].map((at) => errorAt(checks, at)),
      [undefined, undefined, undefined, -1.2, -1.2, undefined, undefined, undefined],
    );
    assert.equal(errorAt([check(300, -1.2)], 1), -1.2, 'where none had left it good: since it is there');
  });

  it('B2.7 left wrong it speaks of what comes too, as it was left, until a check leaves it good', () => {
    const checks = [check(100, 0), check(200, -1.8, { left_K: -0.8 }), check(300, -0.9), check(400, 0.2)];
    assert.deepEqual(
      [150, 250, 350, 450].map((at) => errorAt(checks, at)),
      [-1.8, -0.9, -0.9, undefined],
    );
    assert.equal(errorAt([check(200, 0.1, { left_K: -0.9 })], 100), undefined, 'what was found good was good before');
    assert.equal(errorAt([check(200, 0.1, { left_K: -0.9 })], 250), -0.9);
  });

  it('B2.7 a batch that was going on while a probe was checked is doubted too', () => {
    const checks = [check(100, 0), check(200, -1)];
    const on = (from: number, to: number) => doubtOn(checks, tip, { from, to }, false)?.error_K;
    assert.deepEqual([on(20, 100), on(20, 101), on(199, 300)], [undefined, -1, -1]);
  });

  it('B2.7 each needle and point has its own checks; a good one of another point clears nothing', () => {
    const checks = [check(100, -1, { points: [1, 2] }), check(150, 0, { points: [2] }), check(160, 0, { needle: 2 })];
    const at = (needle: number, point: number) => doubtOn(checks, { needle, point }, { from: 200, to: 201 }, false);
    assert.deepEqual([at(1, 1)?.error_K, at(1, 2), at(1, 3), at(2, 1)], [-1, undefined, undefined, undefined]);
  });

  it('B2.7 what is said later of an earlier time takes nothing from a check that was known before', () => {
    const failed = check(300, -1.2);
    assert.equal(errorAt([failed, check(200, 0, { enteredAt: 400 })], 100), -1.2);
    assert.equal(errorAt([failed, check(200, 0, { enteredAt: 250 })], 100), undefined);
  });

  it('B2.7 only an error that hides something counts: cold that was none where food cools, heat where it is heated', () => {
    assert.deepEqual(
      [-1.2, 1.2, -2, 2, -2.01, 2.01, 0].map((error) => [addedFor(error, false), addedFor(error, true)]),
      [
        [1.2, 0],
        [0, -1.2],
        [2, 0],
        [0, -2],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    );
  });

  const error = fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10);
  const anyCheck = fc
    .record({ at: fc.integer({ min: 0, max: 100 }), late: fc.nat(50), found: error, left: fc.option(error) })
    .map(({ at, late, found, left }) => check(at, found, { left_K: left ?? found, enteredAt: at + late }));
  const anyChecks = fc
    .array(anyCheck, { maxLength: 8 })
    .map((checks) => checks.map((one, i): PastCheck => ({ ...one, id: `check ${i}` })));
  const time = fc
    .tuple(fc.integer({ min: -10, max: 110 }), fc.nat(20))
    .map(([from, long]) => ({ from, to: from + long + 1 }));

  it('B2.7 the order in which checks are read changes nothing', () => {
    fc.assert(
      fc.property(anyChecks, time, fc.boolean(), fc.nat(), (checks, during, heats, turn) => {
        const turned = [...checks.slice(turn % 9), ...checks.slice(0, turn % 9)].reverse();
        assert.deepEqual(doubtOn(turned, tip, during, heats), doubtOn(checks, tip, during, heats));
      }),
    );
  });

  it('B2.7 a further check that fails never makes food better, and of several the worst counts', () => {
    fc.assert(
      fc.property(anyChecks, anyCheck, time, fc.boolean(), (checks, last, during, heats) => {
        const known = { ...last, id: 'last', enteredAt: 1000, leftGood: false };
        const [before, after] = [checks, [...checks, known]].map((of) => doubtOn(of, tip, during, heats));
        if (before) assert.ok(after && worstDoubt([before, after], heats)?.error_K === after.error_K);
        const bearing = doubtedStretches(checks, tip).filter((one) => one.from < during.to && one.to >= during.from);
        const isLost = bearing.some(({ error_K }) => Math.abs(error_K) > probeError_max_K);
        assert.equal(Math.abs(before?.error_K ?? 0) > probeError_max_K, isLost);
        if (!isLost)
          for (const { error_K } of bearing)
            assert.ok(Math.abs(addedFor(before?.error_K ?? 0, heats)) >= Math.abs(addedFor(error_K, heats)));
      }),
    );
  });

  it('B2.7 probes that are found and left good put nothing in doubt', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), time, fc.boolean(), (moments, during, heats) => {
        const checks = moments.map((at) => check(at, 0.5));
        assert.equal(doubtOn(checks, tip, during, heats), undefined);
      }),
    );
  });
});
