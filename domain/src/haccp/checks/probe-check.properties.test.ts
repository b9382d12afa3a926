import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { altitude_max_m, expectedBy, judgeCheck } from './probe-check.ts';

describe('checks of probes', () => {
  it('B2.7 a probe is good within the limit of its method, at the height of the kitchen', () => {
    const cases = [
      [{ method: 'ICE' }, 0.5, true],
      [{ method: 'ICE' }, -0.5, true],
      [{ method: 'ICE' }, 0.51, false],
      [{ method: 'BOILING', altitude_m: 0 }, 99, true],
      [{ method: 'BOILING', altitude_m: 0 }, 98.9, false],
      [{ method: 'BOILING', altitude_m: 500 }, 98.3, true],
      [{ method: 'BOILING', altitude_m: 1250 }, 96.7, true],
      [{ method: 'BOILING', altitude_m: 1500 }, 94.9 + 1.01, false],
      [{ method: 'REFERENCE', reference_C: 63.2 }, 63.7, true],
      [{ method: 'REFERENCE', reference_C: 63.2 }, 62.6, false],
    ] as const;
    for (const [setting, value, good] of cases)
      assert.equal(judgeCheck(setting, value, null).foundGood, good, JSON.stringify([setting, value]));
    assert.equal(expectedBy({ method: 'BOILING', altitude_m: 1250 }), 95.75);
  });

  it('B2.7 what a probe read before it was adjusted stays a finding; as it is left it may be good', () => {
    const { foundGood, leftGood, error_K, left_K } = judgeCheck({ method: 'ICE' }, -1.2, 0.1);
    assert.deepEqual([foundGood, leftGood, error_K, left_K], [false, true, -1.2, 0.1]);
  });

  it('B2.7 water boils the colder the higher', () => {
    const height = fc.integer({ min: -100, max: altitude_max_m + 500 });
    fc.assert(
      fc.property(height, height, (one, other) => {
        const at = (altitude_m: number) => expectedBy({ method: 'BOILING', altitude_m });
        assert.ok(at(Math.max(one, other)) <= at(Math.min(one, other)));
        assert.ok(at(one) <= 100 && at(one) >= 93.2);
      }),
    );
  });
});
