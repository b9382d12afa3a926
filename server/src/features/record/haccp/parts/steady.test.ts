import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { type Dated, isSteady } from './steady.ts';

/** An hour of facts, one a minute, of which a unit's clock says one thing and its `up` another. */
const hour = (clock: (passed_ms: number) => number, up: (passed_ms: number) => number): Dated[] =>
  Array.from({ length: 60 }, (_, i) => {
    const passed_ms = i * minute_ms;
    return { at: clock(passed_ms), shift_ms: clock(passed_ms) - up(passed_ms), log: 'a', seq: i };
  });
const goesOn = (passed_ms: number): number => passed_ms;

it('B2.1 a clock may be set, back or forth: its up is steady, in whatever order facts come', () => {
  for (const by_ms of [-50_000, 50_000, 10 * minute_ms]) {
    const set = hour((passed_ms) => passed_ms + (passed_ms > 30 * minute_ms ? by_ms : 0), goesOn);
    assert.ok(isSteady(set) && isSteady(set.toReversed()), `${by_ms}`);
  }
});

it('B2.1 an up that stands still, or begins anew with each message, is no clock', () => {
  assert.ok(!isSteady(hour(goesOn, () => 0)));
  assert.ok(!isSteady(hour(goesOn, (passed_ms) => passed_ms % (10 * minute_ms))));
});
