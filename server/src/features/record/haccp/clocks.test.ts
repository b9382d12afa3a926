import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
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

  it('B2.1 S1.7 S7.35 ends where the unit was given away, by the time that its samples go by', async () => {
    using unit = await chiller(portal);
    using other = await chiller(portal);
    const { device, owner, serial } = unit;
    const set_ms = 50_000;
    const givenAway = portal.clock.now();
    const startedAt = givenAway - 60 * minute_ms;
    const cycle = { type: 'cycle', runId: 'given', function: 0 };
    const told = (since_ms: number) => ({
      at: startedAt + since_ms + (since_ms >= setAfter_ms ? set_ms : 0),
      up: minute_ms + since_ms,
    });
    const samples = (from_min: number, to_min: number) =>
      Array.from({ length: (to_min - from_min) * 6 }, (_, i) => [
        i * 10_000,
        { TCell: -10, TCore1: core(from_min + i / 6), cycleState: 1 },
      ]);
    assert.equal(await device.send('evt', { ...told(0), ...cycle, event: 'started' }), 'got');
    assert.equal(await device.send('tel', { ...told(0), hist: true, s: samples(0, 40) }), 'got');
    assert.equal(await device.send('tel', { ...told(setAfter_ms), hist: true, s: samples(40, 59) }), 'got');
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    const { activationCode } = body;
    await other.owner.call(claimAppliance, { body: { activationCode, labId: other.unit.labId, name: 'Second hand' } });
    await portal.clock.advance(10 * minute_ms);
    const ended = { ...told(69 * minute_ms), ...cycle, event: 'ended', reason: 'target' };
    assert.equal(await device.send('evt', ended), 'got');
    await portal.clock.advance(16 * minute_ms);
    const record = await unit.lastRecord();
    assert.equal(record.startedAt, startedAt);
    const { endedAt } = record;
    assert.ok(endedAt !== null && Math.abs(endedAt - (givenAway - set_ms)) < 5000, `${givenAway - (endedAt ?? 0)} ms`);
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
