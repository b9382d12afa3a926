import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { chiller, straight } from '../../../../test/batches.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('a batch of a unit whose clock is set', async () => {
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  /** Half a minute too slow: the clock would have to lose that to make it good. */
  const core = straight([0, 70], [90.5, 3], [95, 2]);
  const setAfter_ms = 40 * minute_ms;

  /**
   * Tells a chill by a clock that is set after 40 minutes.
   * @param order 1: as it happened; -1: the other way round
   */
  async function tell(unit: Awaited<ReturnType<typeof chiller>>, by_ms: number, order: 1 | -1, reboots = false) {
    const startedAt = portal.clock.now() - 110 * minute_ms;
    const { device } = unit;
    const of = (since_ms: number) => ({
      at: startedAt + since_ms + (since_ms >= setAfter_ms ? by_ms : 0),
      up: minute_ms + since_ms - (reboots && since_ms >= setAfter_ms ? setAfter_ms : 0),
    });
    const cycle = { type: 'cycle', runId: 'clock', function: 0 };
    const values = (since_ms: number) => ({ TCell: -10, TCore1: core(since_ms / minute_ms), cycleState: 1 });
    const samples = (from_min: number, to_min: number) => {
      const all = Array.from({ length: (to_min - from_min) * 6 }, (_, i) => from_min * minute_ms + i * 10_000);
      return {
        ...of(from_min * minute_ms),
        hist: true,
        s: all.map((since) => [since - from_min * minute_ms, values(since)]),
      };
    };
    const ended_ms = 95 * minute_ms;
    const messages = (
      [
        ['evt', { ...of(0), ...cycle, event: 'started' }],
        ['tel', samples(0, 40)],
        ['tel', samples(40, 95)],
        ['evt', { ...of(ended_ms), ...cycle, event: 'ended', reason: 'target' }],
        ['tel', { ...of(ended_ms + 5000), hist: true, s: [[0, values(ended_ms)]] }],
      ] as const
    ).map(([topic, body], i) => {
      const isSet = i >= 2;
      if (reboots && i === 2) device.reboot();
      // What is sent after a boot goes by that boot's clock.
      const sent = portal.clock.now() + (reboots && isSet ? by_ms : 0);
      return { topic, message: device.message({ ...body, sent }) };
    });
    for (const { topic, message } of order === 1 ? messages : messages.toReversed())
      assert.equal(await device.deliver(topic, message), 'got');
    await portal.clock.advance(17 * minute_ms);
    return unit.lastRecord();
  }

  for (const order of [1, -1] as const)
    for (const by_ms of [-50_000, 50_000])
      it(`B2.1 S7.35 takes as long as it took: set by ${by_ms / 1000} s, told ${order === 1 ? 'in order' : 'backwards'}`, async () => {
        using unit = await chiller(portal);
        const record = await tell(unit, by_ms, order);
        assert.deepEqual([record.verdict, record.minutes, record.clockChanges], ['FAIL', 90.5, []]);
      });

  it('B2.1 S7.35 is not proven where it booted with another clock meanwhile', async () => {
    using unit = await chiller(portal);
    const record = await tell(unit, -5 * minute_ms, 1, true);
    assert.deepEqual(
      [record.verdict, record.reasons, record.clockChanges.length],
      ['NOT_PROVEN', ['clock_changed'], 1],
    );
  });
});
