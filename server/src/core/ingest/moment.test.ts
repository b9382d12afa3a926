import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@brina/contract/devices';
import { momentOf } from './moment.ts';

const received_ms = Date.UTC(2025, 10, 20, 12);
const booted_ms = received_ms - 600_000;

describe('the moment of a message', () => {
  it("is the unit's own from 26 months before receipt to 60 s after it", () => {
    for (const at_ms of [received_ms - limits.behind_ms, received_ms, received_ms + 60_000])
      assert.deepEqual(momentOf({ at_ms, up_ms: 5, span_ms: 0 }, received_ms, booted_ms), { at_ms, rebuilt: false });
  });

  it('is rebuilt from the uptime outside of that, and with the clock unset', () => {
    for (const at_ms of [0, -5, received_ms - limits.behind_ms - 1, received_ms + 60_001])
      assert.deepEqual(momentOf({ at_ms, up_ms: 60_000, span_ms: 0 }, received_ms, booted_ms), {
        at_ms: booted_ms + 60_000,
        rebuilt: true,
      });
  });

  it('cannot be told when nothing is known of its boot, or what is rebuilt cannot be true', () => {
    assert.equal(momentOf({ at_ms: 0, up_ms: 5, span_ms: 0 }, received_ms, undefined), 'untimed');
    assert.equal(momentOf({ at_ms: 0, up_ms: 700_001, span_ms: 0 }, received_ms, booted_ms), 'untimed');
  });

  it('goes by its last fact too: none of what a message tells lies more than 60 s after its receipt', () => {
    const span_ms = 7_200_000;
    const at_ms = received_ms - span_ms + limits.ahead_ms;
    assert.deepEqual(momentOf({ at_ms, up_ms: 5, span_ms }, received_ms, booted_ms), { at_ms, rebuilt: false });
    const rebuilt = { at_ms: received_ms - span_ms, rebuilt: true };
    assert.deepEqual(
      momentOf({ at_ms: at_ms + 1, up_ms: 60_000, span_ms }, received_ms, rebuilt.at_ms - 60_000),
      rebuilt,
      'a clock that is ahead is no righter in the first of two hours than in the last',
    );
    assert.equal(momentOf({ at_ms: received_ms, up_ms: 5, span_ms }, received_ms, received_ms - 5), 'untimed');
  });
});
