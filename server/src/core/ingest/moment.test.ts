import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@brina/contract/devices';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { type Boot, better, bootOf, evidence, isNeverTrue, type Moment, momentOf, type Told } from './moment.ts';

const now_ms = Date.UTC(2025, 10, 20, 12);
const up_ms = 10 * minute_ms;
const booted_ms = now_ms - up_ms;

const boot = (more: Partial<Boot> = {}): Boot => ({
  bootedAt_ms: booted_ms,
  steadyAt_ms: booted_ms,
  evidence: evidence.clock,
  offset_ms: 0,
  ...more,
});

/** A message that is sent and received as it is measured, now, by a clock so far behind. */
const told = (slow_ms: number, more: Partial<Told> = {}): Told => ({
  at_ms: now_ms - slow_ms,
  sent_ms: now_ms - slow_ms,
  up_ms,
  span_ms: 0,
  received_ms: now_ms,
  ...more,
});

const at = (moment: Moment): number | string => (moment === 'untimed' ? moment : moment.at_ms);

describe('the moment of a message', () => {
  it("is the unit's own while its clock is within a minute of ours, from 26 months ago on", () => {
    for (const slow_ms of [0, 60_000]) assert.equal(at(momentOf(told(slow_ms), boot(), now_ms)), now_ms - slow_ms);
    const old_ms = now_ms - limits.behind_ms;
    assert.equal(at(momentOf(told(0, { at_ms: old_ms }), undefined, now_ms)), old_ms);
    assert.equal(at(momentOf(told(0, { at_ms: old_ms - 1 }), undefined, now_ms)), 'untimed');
  });

  it('never lies ahead of us by the seconds that a clock is ahead', () => {
    assert.equal(at(momentOf(told(-9000), boot({ bootedAt_ms: booted_ms + 9000, offset_ms: -9000 }), now_ms)), now_ms);
    assert.equal(
      at(momentOf(told(-500), boot({ bootedAt_ms: booted_ms + 500, offset_ms: -500 }), now_ms)),
      now_ms + 500,
    );
  });

  it('is by the clock that measured, whatever that was set to until the message was sent', () => {
    for (const ahead_ms of [5000, 20_000, 15 * minute_ms, 30 * 365 * day_ms]) {
      const moment = momentOf(told(0, { sent_ms: now_ms + ahead_ms }), boot(), now_ms);
      assert.ok(moment !== 'untimed');
      assert.deepEqual([moment.at_ms, moment.error_ms], [now_ms, 0]);
    }
    const late = momentOf(told(0), boot({ offset_ms: 9000 }), now_ms);
    assert.ok(late !== 'untimed');
    assert.equal(late.error_ms, 0, 'the way of the first message was long, this one’s was not');
  });

  it('is counted from the boot with the clock unset, a minute off, or set since it measured', () => {
    for (const one of [
      told(0, { at_ms: 0, sent_ms: 0 }),
      told(hour_ms),
      told(-hour_ms),
      told(30 * 365 * day_ms),
      told(0, { at_ms: now_ms - day_ms }),
    ])
      assert.equal(at(momentOf(one, boot(), now_ms)), now_ms);
    assert.equal(momentOf(told(0, { at_ms: 0, sent_ms: 0 }), undefined, now_ms), 'untimed');
  });

  it('is as far off as the clock that told of its boot, whatever that was set to since', () => {
    const error = (moment: Moment) => (moment === 'untimed' ? moment : moment.error_ms);
    const [fast, slow] = [-50_000, 50_000].map((offset_ms) => boot({ bootedAt_ms: booted_ms - offset_ms, offset_ms }));
    for (const set of [told(2 * minute_ms), told(-2 * minute_ms), told(0, { at_ms: 0, sent_ms: 0 })]) {
      assert.deepEqual([at(momentOf(set, fast, now_ms)), error(momentOf(set, fast, now_ms))], [now_ms, 0]);
      assert.deepEqual(
        [at(momentOf(set, slow, now_ms)), error(momentOf(set, slow, now_ms))],
        [now_ms - 50_000, 50_000],
        'until a hand-over asks',
      );
    }
    // That it told of its boot took 50 s: what is received as it is measured is not of later.
    const late = momentOf(told(0, { at_ms: 0, sent_ms: 0 }), boot({ offset_ms: 50_000 }), now_ms);
    assert.deepEqual([at(late), error(late)], [now_ms, 0]);
  });

  it('is not that of a clock that was off as it measured, though the one that sends is right', () => {
    const measured_ms = now_ms - 5 * minute_ms;
    for (const slow_ms of [2 * minute_ms, 3 * hour_ms, -2 * minute_ms]) {
      const kept = told(0, { at_ms: measured_ms - slow_ms, up_ms: up_ms - 5 * minute_ms });
      const moment = momentOf(kept, boot({ evidence: evidence.receipt, offset_ms: slow_ms }), now_ms);
      assert.ok(moment !== 'untimed');
      assert.deepEqual([moment.at_ms, moment.isOff], [measured_ms, true]);
    }
  });

  it('stays what a right clock said, however long the message was under way', () => {
    const measured_ms = now_ms - 10 * minute_ms;
    const late = { at_ms: measured_ms, sent_ms: measured_ms, up_ms, span_ms: 0, received_ms: now_ms };
    const moment = momentOf(late, boot({ bootedAt_ms: measured_ms - up_ms, offset_ms: 4000 }), now_ms);
    assert.deepEqual(moment, { at_ms: measured_ms, rebuilt: false, isOff: false, error_ms: 4000, behind_ms: 4000 });
  });

  it('is that of all its facts: none is believed to be of after its sending', () => {
    const long = (more: Partial<Told> = {}) => told(0, { span_ms: 2 * hour_ms, ...more });
    assert.equal(at(momentOf(long({ at_ms: now_ms - 2 * hour_ms }), undefined, now_ms)), now_ms - 2 * hour_ms);
    // Whenever it is looked at.
    for (const later_ms of [0, day_ms]) {
      assert.equal(momentOf(long(), undefined, now_ms + later_ms), 'untimed');
      assert.equal(momentOf(long(), boot(), now_ms + later_ms), 'untimed');
    }
    assert.equal(bootOf(long(), 'new', now_ms), undefined);
    // The clock was an hour ahead as it measured the first of them, and set since.
    const wasFast = long({ at_ms: now_ms - hour_ms, up_ms: 8 * hour_ms });
    assert.equal(at(momentOf(wasFast, boot({ bootedAt_ms: now_ms - 10 * hour_ms }), now_ms)), now_ms - 2 * hour_ms);
  });

  it('can never be, where a right clock tells of what comes after the message', () => {
    const is = (one: Told, known: Boot | undefined) => isNeverTrue(one, () => known);
    const tomorrow = told(0, { span_ms: day_ms });
    assert.equal(is(tomorrow, boot()), true);
    assert.equal(is(tomorrow, undefined), false);
    assert.equal(is(tomorrow, boot({ evidence: evidence.receipt })), false);
    assert.equal(is(tomorrow, boot({ bootedAt_ms: booted_ms - hour_ms })), false);
    assert.equal(is(told(0, { span_ms: limits.ahead_ms }), boot()), false);
    // A unit whose clock is as right as ours, ahead of us by seconds.
    const ahead_ms = 50_000;
    const known = boot({ bootedAt_ms: booted_ms + ahead_ms });
    assert.equal(is(told(-ahead_ms, { at_ms: now_ms, up_ms: up_ms - ahead_ms, span_ms: ahead_ms }), known), false);
  });

  it('waits while our own clock is behind, and is what the right clock said once it is not', () => {
    const ours_ms = now_ms - 2 * hour_ms;
    const one = told(0, { received_ms: ours_ms });
    assert.equal(momentOf(one, boot(), ours_ms), 'untimed');
    assert.equal(at(momentOf(one, boot(), now_ms)), now_ms);
  });
});

describe('what a message tells of its boot', () => {
  it('goes by our clock where its own was off as it sent what it measured', () => {
    for (const slow_ms of [0, hour_ms, 400 * day_ms])
      assert.equal(bootOf(told(slow_ms), 'new', now_ms)?.bootedAt_ms, booted_ms);
    assert.equal(bootOf(told(0), 'new', now_ms)?.evidence, evidence.clock);
    assert.equal(bootOf(told(hour_ms), 'new', now_ms)?.evidence, evidence.receipt);
    assert.equal(bootOf(told(0, { at_ms: now_ms - hour_ms }), 'new', now_ms)?.evidence, evidence.said);
  });

  it('is nothing of one that is ahead of us, until it has been for a while or is no more', () => {
    assert.equal(bootOf(told(-hour_ms), 'new', now_ms), undefined);
    assert.equal(bootOf(told(-hour_ms), 'lasts', now_ms)?.bootedAt_ms, booted_ms);
    assert.equal(bootOf(told(-hour_ms), 'passed', now_ms + 2 * hour_ms)?.bootedAt_ms, booted_ms + hour_ms);
  });

  it('is taken where it is better evidence; steady time stays as it was first known', () => {
    const said = boot({ evidence: evidence.said, bootedAt_ms: 5, steadyAt_ms: 5 });
    const byReceipt = boot({ evidence: evidence.receipt });
    assert.equal(better(said, byReceipt)?.bootedAt_ms, booted_ms);
    assert.equal(better(said, byReceipt)?.steadyAt_ms, 5);
    assert.equal(better(byReceipt, said), byReceipt);
    // Set by half a minute inside the boot: what right clocks tell is followed.
    assert.equal(better(boot(), boot({ bootedAt_ms: booted_ms + 30_000 }))?.bootedAt_ms, booted_ms + 30_000);
  });

  it('gives each fact the moment it was measured at, to a minute, however wrong the clock and in any order', () => {
    const sent = fc.record({
      up: fc.integer({ min: 0, max: 20 * hour_ms }),
      slow: fc.integer({ min: 0, max: 500 * day_ms }),
    });
    fc.assert(
      fc.property(fc.array(sent, { minLength: 1, maxLength: 8 }), (sendings) => {
        const later_ms = booted_ms + day_ms;
        const messages = sendings.map(({ up, slow }) => {
          const received_ms = booted_ms + up;
          return { at_ms: received_ms - slow, sent_ms: received_ms - slow, up_ms: up, span_ms: 0, received_ms };
        });
        const known = messages.reduce<Boot | undefined>(
          (is, one) => better(is, bootOf(one, 'new', later_ms)),
          undefined,
        );
        for (const one of messages) {
          const moment = momentOf(one, known, later_ms);
          assert.ok(
            moment !== 'untimed' && Math.abs(moment.at_ms - one.received_ms) <= 2 * minute_ms,
            JSON.stringify(one),
          );
        }
      }),
    );
  });
});
