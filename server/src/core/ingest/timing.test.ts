import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../test/device.ts';
import { given } from '../../../test/given.ts';
import { sharedPortal } from '../../../test/portal.ts';
import { timestamp } from '../db/instants.ts';
import { flags } from './facts.ts';

describe('the time of what units send', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  async function connected({ heldFor_ms = 0 } = {}) {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const heldSince = timestamp(portal.clock.now() - heldFor_ms);
    const ofOwner = owner.companyId ?? '';
    if (heldFor_ms > 0)
      await portal.db.write((db) =>
        db.updateTable('tenure').set({ from_at: heldSince }).where('company_id', '=', ofOwner).execute(),
      );
    const device = new TestDevice(portal, unit);
    await device.connect();
    const samples = () =>
      portal.db.read((db) =>
        db
          .selectFrom('telemetry')
          .innerJoin('appliance', 'appliance.id', 'telemetry.appliance')
          .select(['at', 'TCell', 'flags'])
          .where('serial', '=', unit.serialNumber)
          .orderBy('at')
          .execute(),
      );
    const shown = () => owner.call(getAppliance, { params: { id: unit.serialNumber } });
    return { owner, unit, device, samples, shown, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }

  it('is rebuilt from the uptime of the same boot when the clock is unset or cannot be right', async () => {
    using scene = await connected({ heldFor_ms: hour_ms });
    const { device, samples } = scene;
    const now = portal.clock.now();
    const up = 10 * minute_ms;
    await device.send('tel', { ...device.samples([{ TCell: 1 }], { at: now }), up });
    for (const [i, at] of [0, now + 2 * hour_ms, now - 30 * 365 * 24 * hour_ms].entries())
      await device.send('tel', {
        ...device.samples([{ TCell: 2 + i }], { at }),
        up: up - (i + 1) * minute_ms,
        sent: at,
      });
    const found = await samples();
    assert.deepEqual(
      found.map(({ at, TCell }) => [at, TCell]),
      [3, 2, 1, 0].map((ago) => [now - ago * minute_ms, 1 + ago]),
    );
    assert.deepEqual(
      found.map((row) => row.flags & flags.clockRebuilt),
      [flags.clockRebuilt, flags.clockRebuilt, flags.clockRebuilt, 0],
    );
  });

  it('waits for the first right clock of its boot: until then the live picture moves, and the chart says why it is empty', async () => {
    using scene = await connected({ heldFor_ms: 35 * minute_ms });
    const { owner, unit, device, samples, shown } = scene;
    const now = portal.clock.now();
    await device.send('tel', device.samples([{ TCell: 1 }], { at: now - 30 * minute_ms }));
    device.reboot();
    for (let i = 0; i < 3; i++)
      assert.equal(
        await device.send('tel', {
          ...device.samples([{ TCell: 10 + i }], { at: 0 }),
          up: (5 + i) * minute_ms,
          sent: 0,
        }),
        'got',
      );
    assert.equal(
      await device.send('evt', { at: 0, up: 6 * minute_ms, sent: 0, type: 'door', door: 1, open: true }),
      'got',
    );
    assert.equal((await samples()).length, 1);
    assert.equal((await shown()).twin.reported['TCell'], 12);
    const chart = () =>
      owner.call(getTelemetry, {
        params: { id: unit.serialNumber },
        query: { from: now - 40 * minute_ms, to: now, metrics: 'TCell', points: 100 },
      });
    // The stretch before the tenure began is not this company's.
    assert.equal((await chart()).gaps.at(-1)?.reason, 'untimed');

    // The clock is set: ten minutes after the boot.
    await device.send('tel', { ...device.samples([{ TCell: 20 }], { at: now }), up: 10 * minute_ms });
    await portal.settled();
    assert.deepEqual(
      (await samples()).map(({ at, TCell }) => [at, TCell]),
      [
        [now - 30 * minute_ms, 1],
        [now - 5 * minute_ms, 10],
        [now - 4 * minute_ms, 11],
        [now - 3 * minute_ms, 12],
        [now, 20],
      ],
    );
    assert.equal((await shown()).twin.reported['TCell'], 20);
    assert.deepEqual(
      (await chart()).gaps.map(({ reason }) => reason),
      ['not_yours', 'unit_silent', 'unit_silent', 'unit_silent'],
    );
    const left = await portal.db.read((db) =>
      db.selectFrom('untimed').select('seq').where('log', '=', device.log).execute(),
    );
    assert.deepEqual(left, []);
  });

  it('keeps the offset of the clock per stretch, and marks samples sent by a clock more than a minute off', async () => {
    using scene = await connected();
    const { device, samples } = scene;
    const now = portal.clock.now();
    const send = (offset_ms: number) => {
      device.slow_ms = offset_ms;
      return device.send('tel', device.samples([{ TCell: 1 }]));
    };
    await send(0);
    await send(200);
    await send(90_000);
    await send(90_200);
    const stretches = await portal.db.read((db) =>
      db
        .selectFrom('clock_offset')
        .innerJoin('appliance', 'appliance.id', 'clock_offset.appliance')
        .select(['from_at', 'offset_ms'])
        .where('serial', '=', device.serial)
        .orderBy('from_at')
        .execute(),
    );
    assert.deepEqual(
      stretches.map(({ offset_ms }) => Math.round(offset_ms / 10_000) * 10_000),
      [0, 90_000],
    );
    assert.ok(stretches.every(({ from_at }) => from_at >= now));
    assert.deepEqual((await samples()).map((row) => row.flags & flags.clockOff).toSorted(), [
      0,
      0,
      flags.clockOff,
      flags.clockOff,
    ]);
  });

  it('of a sending that was late says nothing: what matters is the time it was sent again', async () => {
    using scene = await connected();
    const { device, samples } = scene;
    const at = portal.clock.now() - 3 * hour_ms;
    await device.send('tel', device.samples([{ TCell: 1 }], { at, hist: true }));
    assert.deepEqual(
      (await samples()).map((row) => row.flags),
      [flags.backlog],
    );
  });
});
