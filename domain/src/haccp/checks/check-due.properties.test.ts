import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms } from '../../language/durations.ts';
import { checkDueAt, dueState, dueStates, probeDueAt, tellingOf } from './check-due.ts';

const now = 1_763_680_000_000;
const ago = (days: number): number => now - days * day_ms;

describe('when a probe is due', () => {
  it('B2.7 a year after its last good check, from 30 days before on; left wrong at once; new as it was calibrated', () => {
    const state = (last: { at: number; good: boolean } | null, heldSince = ago(900)) =>
      dueState(probeDueAt({ last, heldSince }), now);
    const cases = [
      [{ at: ago(334), good: true }, 'ok'],
      [{ at: ago(335), good: true }, 'due'],
      [{ at: ago(365), good: true }, 'due'],
      [{ at: ago(365) - 1, good: true }, 'overdue'],
      [{ at: ago(1), good: false }, 'overdue'],
      [null, 'overdue'],
    ] as const;
    for (const [last, said] of cases) assert.equal(state(last), said, JSON.stringify(last));
    assert.equal(state(null, ago(340)), 'due');
    assert.equal(checkDueAt(now, 90), now + 90 * day_ms);
  });

  it('B2.7 it is told 30 and 7 days before, once each, and never again when its time is over', () => {
    assert.deepEqual(
      [31, 30, 8, 7, 0, -1].map((days) => tellingOf(now + days * day_ms, now)),
      [undefined, 30, 30, 7, 7, undefined],
    );
  });

  it('B2.7 with time it only becomes worse', () => {
    const moment = fc.integer({ min: 0, max: 2_000_000_000_000 });
    fc.assert(
      fc.property(moment, moment, moment, (due, one, other) => {
        const weight = (at: number) => dueStates.indexOf(dueState(due, at));
        assert.ok(weight(Math.min(one, other)) <= weight(Math.max(one, other)));
        assert.equal(tellingOf(due, one) !== undefined, dueState(due, one) === 'due');
      }),
    );
  });
});
