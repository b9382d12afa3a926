import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minute_ms } from '../language/durations.ts';
import { judgeBatch } from './judge.ts';
import { rules } from './rules.ts';

const startedAt = Date.UTC(2026, 2, 5, 8);

/** A thawing of which each minute is said. */
const thawed = (rule: 'THAW_US' | 'THAW_FR', minutes: readonly { core?: number | null; air: number | null }[]) =>
  judgeBatch({
    kind: 'thaw',
    rule: rules[rule],
    startedAt,
    endedAt: startedAt + (minutes.length - 1) * minute_ms,
    samples: minutes.map(({ core = null, air }, i) => ({ at: startedAt + i * minute_ms, core: [core], air })),
  });
const long = (said: { core?: number | null; air: number | null }, minutes = 300) =>
  Array.from({ length: minutes }, () => said);

describe('food that thaws', () => {
  it('B2.3 is not proven without a needle, however cold the air was', () => {
    for (const air of [4, 8]) {
      const { verdict, reasons } = thawed('THAW_US', long({ air }));
      assert.deepEqual([verdict, reasons], ['NOT_PROVEN', ['no_core']]);
    }
    assert.equal(thawed('THAW_FR', long({ air: 3 })).verdict, 'NOT_PROVEN');
  });

  it('B2.3 is not proven by food alone where the chamber is limited, too', () => {
    assert.equal(thawed('THAW_FR', long({ core: 1, air: null })).verdict, 'NOT_PROVEN');
    const silent = [...long({ core: 1, air: 3 }), ...long({ air: 20 }, 29), ...long({ core: 2, air: 3 })];
    assert.deepEqual([thawed('THAW_FR', silent).verdict, thawed('THAW_US', silent).verdict], ['FAIL', 'PASS']);
  });

  it('B2.3 where the rule speaks of the chamber, warm air alone exceeds it', () => {
    const warm = thawed('THAW_FR', [...long({ air: 3 }, 200), ...long({ air: 8 }, 100)]);
    assert.deepEqual([warm.verdict, warm.reasons], ['FAIL', ['too_warm']]);
  });

  it('B2.3 is not proven where nothing was measured for longer than an hour, or the needle was broken', () => {
    const gone = [
      ...long({ core: 1, air: 3 }, 100),
      ...long({ core: null, air: null }, 100),
      ...long({ core: 2, air: 3 }, 100),
    ];
    assert.equal(thawed('THAW_US', gone).verdict, 'NOT_PROVEN');
    assert.equal(thawed('THAW_US', []).verdict, 'NOT_PROVEN');
  });

  it('B2.3 never passes when it was warmer than its limit for longer than is allowed, however it went', () => {
    const step = fc.record({ minutes: fc.integer({ min: 2, max: 30 }), change_K: fc.integer({ min: -2, max: 2 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let core = 4;
        const minutes = steps.flatMap(({ minutes: n, change_K }) => long({ core: (core += change_K), air: 3 }, n));
        let [longest, now] = [0, 0];
        for (const said of minutes) longest = Math.max(longest, (now = (said.core ?? 0) > 5 ? now + 1 : 0));
        // Straight lines go on for up to a minute at both ends.
        if (longest > 17) assert.equal(thawed('THAW_US', minutes).verdict, 'FAIL');
        if (longest < 14) assert.equal(thawed('THAW_US', minutes).verdict, 'PASS');
      }),
    );
  });
});
