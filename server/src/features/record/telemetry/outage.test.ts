import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { minute_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../../test/device.ts';
import { given } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('an outage of the link', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  it('S4.10 S3.13 is a gap while it lasts; what the unit measured meanwhile fills each minute of it when it is back', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    /** Puts what the edge has received now into the log. */
    const receive = async (fact: Record<string, unknown>): Promise<void> => {
      const head = { serial: unit.serialNumber, received_ms: portal.clock.now(), edge: portal.edge.id };
      await portal.bus.append(unit.serialNumber, { ...head, ...fact } as never);
      await portal.bus.drained();
    };
    const samples = (connection: string, values: readonly number[], more?: { at: number; hist: true }) => {
      const body = device.samples(
        values.map((TCell) => ({ TCell })),
        { step_ms: minute_ms, ...more },
      );
      const payload = Buffer.from(JSON.stringify(device.message(body)));
      return receive({ kind: 'message', topic: 'tel', connection, payload });
    };
    const seen = async () => {
      const { online, twin } = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
      const query = { from: began, to: ended, metrics: 'TCell', points: 10 };
      const { series, gaps } = await owner.call(getTelemetry, { params: { id: unit.serialNumber }, query });
      const curve = series.TCell?.mean;
      return { online, latest: twin.reported['TCell'], curve, gaps: gaps.map(({ reason }) => reason) };
    };

    portal.clock.set(Math.ceil(portal.clock.now() / minute_ms) * minute_ms);
    // The edge is up, before and all the while: the silence is the link's.
    await portal.clock.advance(2 * minute_ms);
    const began = portal.clock.now();
    const ended = began + 10 * minute_ms;
    await receive({ kind: 'connected', connection: 'a' });
    await samples('a', [1]);
    await receive({ kind: 'disconnected', connection: 'a', reason: 'will' });
    await portal.clock.advance(10 * minute_ms);
    assert.deepEqual(await seen(), { online: false, latest: 1, curve: [1], gaps: ['link_lost'] });

    const kept = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    await receive({ kind: 'connected', connection: 'b' });
    await samples('b', [11]);
    await samples('b', kept, { at: began + minute_ms / 2, hist: true });
    assert.deepEqual(await seen(), { online: true, latest: 11, curve: kept, gaps: [] });
  });
});
