import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listCycles, listEvents } from '@brina/contract/cycles';
import { chillMessages, sendAll } from '../../../test/chill.ts';
import { TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';

const minute_ms = 60_000;

describe('runs and events of an appliance', async () => {
  // Longer than the cycle that is waited for.
  const portal = await sharedPortal({ environment: { BRINA_ACCESS_TOKEN_S: '86400' } });
  const { user, claimedUnit } = given(portal);

  it('S2.41 a run is listed with its end, its product and the verdict of its record; the newest first', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.advance(100 * minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const startedAt = portal.clock.now() - 81 * minute_ms;
    await sendAll(device, chillMessages({ runId: 'r1', startedAt, minutes: 80, from: 80 }));
    await device.send('evt', {
      type: 'cycle',
      runId: 'r2',
      event: 'started',
      function: 1,
      product: 'Gnocchi',
      lot: 'L7',
    });
    await portal.settled();
    portal.clock.advance(20 * minute_ms);
    await portal.settled();
    const runs = await owner.call(listCycles, {
      params: { id: unit.serialNumber },
      query: { from: startedAt, to: portal.clock.now() },
    });
    assert.deepEqual(
      runs.map(({ function: code, state, product, lot, verdict }) => ({ code, state, product, lot, verdict })),
      [
        { code: 1, state: 'running', product: 'Gnocchi', lot: 'L7', verdict: null },
        { code: 0, state: 'ended', product: null, lot: null, verdict: 'PASS' },
      ],
    );
    const reversed = await owner.refused(listCycles, {
      params: { id: unit.serialNumber },
      query: { from: 2000, to: 1000 },
    });
    assert.deepEqual([reversed.status, reversed.code], [400, 'range_reversed']);
  });

  it('S2.31 what a unit reported besides its samples is listed as it came, newest first', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    portal.clock.advance(minute_ms);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const from = portal.clock.now();
    await device.send('evt', { type: 'door', door: 1, open: true });
    portal.clock.advance(1000);
    await device.send('evt', { type: 'door', door: 1, open: false });
    const events = await owner.call(listEvents, {
      params: { id: unit.serialNumber },
      query: { from, to: portal.clock.now() + 1 },
    });
    assert.deepEqual(
      events.map(({ type, body }) => ({ type, ...body })),
      [
        { type: 'door', door: 1, open: false },
        { type: 'door', door: 1, open: true },
      ],
    );
  });
});
