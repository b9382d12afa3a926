import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attemptLimit, attemptsKept_ms } from './attempts.ts';

it('a limit that looks further back than attempts are kept is refused', () => {
  assert.deepEqual(attemptLimit(3, attemptsKept_ms), { failures: 3, window_ms: attemptsKept_ms });
  assert.throws(() => attemptLimit(3, attemptsKept_ms + 1), RangeError);
});
