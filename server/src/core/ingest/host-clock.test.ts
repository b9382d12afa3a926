import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../test/device.ts';
import { given, type TestUser } from '../../../test/given.ts';
import { LiveClient } from '../../../test/live-client.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { timestamp } from '../db/instants.ts';
import { makeTestPlace } from '../db/test-database.ts';

const silence_ms = 3 * minute_ms;

const shownTo = (owner: TestUser, serial: string) => owner.call(getAppliance, { params: { id: serial } });

async function valuesOf(portal: TestPortal, owner: TestUser, serial: string): Promise<number[]> {
  const now = portal.clock.now();
  const query = { from: now - 30 * minute_ms, to: now + minute_ms, metrics: 'TCell', points: 2000 };
  const { series } = await owner.call(getTelemetry, { params: { id: serial }, query });
  return (series.TCell?.mean ?? []).filter((value) => value !== null);
}

const untimedOf = (portal: TestPortal, log: string) =>
  portal.db.read((db) => db.selectFrom('untimed').select('seq').where('log', '=', log).execute());

describe('the portal’s own clock', () => {
  it('A5 S4.10 that was two hours ahead at the start before keeps no unit offline, and hides no silence', async () => {
    await using place = await makeTestPlace();
    await using stack = new AsyncDisposableStack();
    const ahead = stack.use(await startTestPortal({ place }));
    const right_ms = ahead.clock.now();
    ahead.clock.leap(2 * hour_ms);
    const owner = await given(ahead).user();
    const heard = await given(ahead).claimedUnit(owner);
    const silent = await given(ahead).claimedUnit(owner);
    const seen: TestDevice[] = [];
    for (const unit of [heard, silent]) {
      using device = new TestDevice(ahead, unit);
      seen.push(device);
      device.slow_ms = 2 * hour_ms;
      await device.connect();
      await device.sendSamples([{ TCell: 1 }]);
    }
    await ahead.clock.advance(2 * minute_ms);
    await ahead[Symbol.asyncDispose]();

    await using portal = await startTestPortal({ place });
    portal.clock.set(right_ms + 5 * minute_ms);
    const colleague = await given(portal).user('USER', { companyId: owner.companyId ?? '' });
    const devices = [heard, silent].map((unit) => new TestDevice(portal, unit));
    const [device, other] = devices as [TestDevice, TestDevice];
    // One goes on with its outbox, one has formatted it.
    Object.assign(device, { log: seen[0]?.log, seq: seen[0]?.seq });
    using _one = device;
    using _other = other;
    await device.connect();
    await other.connect();
    await portal.settled();
    using client = new LiveClient(portal, colleague);
    await client.subscribe();
    await device.sendSamples([{ TCell: 7 }]);
    await client.message('its new value', (messages) =>
      messages.find((one) => 'reported' in one && one.serialNumber === device.serial && one.reported['TCell'] === 7),
    );
    for (const unit of [heard, silent]) {
      const { online, lastSeenAt } = await shownTo(colleague, unit.serialNumber);
      assert.ok(online && (lastSeenAt ?? 0) <= portal.clock.now());
    }
    assert.equal((await shownTo(colleague, device.serial)).twin.reported['TCell'], 7);
    for (let i = 0; i < 5; i++) {
      await portal.clock.advance(minute_ms);
      await device.sendSamples([{ TCell: 8 }]);
    }
    await portal.settled();
    const online = async ({ serial }: TestDevice) => (await shownTo(colleague, serial)).online;
    assert.deepEqual([await online(device), await online(other)], [true, false]);
  });

  it('A5 S4.10 that comes back while it runs leaves nothing noted ahead of now: who falls silent is offline in three heartbeats', async () => {
    await using portal = await startTestPortal();
    const owner = await given(portal).user();
    const unit = await given(portal).claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    portal.clock.leap(2 * hour_ms);
    await device.sendSamples([{ TCell: 1 }]);
    await portal.clock.advance(2 * minute_ms);
    portal.clock.leap(-2 * hour_ms);
    await portal.settled();
    await portal.clock.advance(minute_ms);
    const { online, lastSeenAt } = await shownTo(owner, unit.serialNumber);
    assert.ok(online && (lastSeenAt ?? 0) <= portal.clock.now());
    for (let passed_ms = 0; passed_ms < silence_ms + minute_ms; passed_ms += minute_ms)
      await portal.clock.advance(minute_ms);
    assert.equal((await shownTo(owner, unit.serialNumber)).online, false);
    const now = portal.clock.now();
    const noted = await portal.db.read((db) => db.selectFrom('edge_interval').select(['from_at', 'to_at']).execute());
    assert.ok(noted.every(({ from_at, to_at }) => from_at <= to_at && to_at <= now));
  });

  it('B1 that was two hours behind for a while hides nothing for good, of a boot it knew and of one it did not', async () => {
    await using portal = await startTestPortal();
    const owner = await given(portal).user();
    const booted_ms = portal.clock.now() - hour_ms;
    const units = [await given(portal).claimedUnit(owner), await given(portal).claimedUnit(owner)];
    const [known, fresh] = units.map((unit) => new TestDevice(portal, unit)) as [TestDevice, TestDevice];
    using _known = known;
    using _fresh = fresh;
    for (const device of [known, fresh]) await device.connect();
    // They are not new to their owner.
    const heldSince = timestamp(booted_ms - day_ms);
    await portal.db.write((db) => db.updateTable('tenure').set({ from_at: heldSince }).execute());
    await portal.clock.advance(minute_ms);
    let true_ms = portal.clock.now();
    // Their clocks are right, and run on whatever ours does.
    const send = (device: TestDevice, TCell: number) => {
      true_ms += 2000;
      portal.clock.leap(2000);
      const head = { at: true_ms, sent: true_ms, up: true_ms - booted_ms };
      return device.send('tel', { ...device.samples([{ TCell }]), ...head });
    };
    await send(known, 1);
    portal.clock.leap(-2 * hour_ms);
    for (const device of [known, fresh]) for (const TCell of [2, 3]) await send(device, TCell);
    await portal.settled();
    assert.equal((await untimedOf(portal, known.log)).length + (await untimedOf(portal, fresh.log)).length, 4);
    assert.equal((await shownTo(owner, known.serial)).twin.reported['TCell'], 3, 'seen all the while');

    portal.clock.set(true_ms);
    for (const device of [known, fresh]) await send(device, 9);
    await portal.settled();
    assert.deepEqual(await valuesOf(portal, owner, known.serial), [1, 2, 3, 9]);
    assert.deepEqual(await valuesOf(portal, owner, fresh.serial), [2, 3, 9]);
    assert.equal((await shownTo(owner, known.serial)).twin.reported['TCell'], 9, 'the picture is never set back');
  });

  it('B1 that was behind before a restart: what waited is shown after it, also of a boot that is over', async () => {
    await using place = await makeTestPlace();
    const before = await startTestPortal({ place });
    const owner = await given(before).user();
    const unit = await given(before).claimedUnit(owner);
    const right_ms = before.clock.now();
    await before.clock.advance(minute_ms);
    before.clock.leap(-2 * hour_ms);
    const first = new TestDevice(before, unit);
    first.slow_ms = -2 * hour_ms;
    await first.connect();
    await first.sendSamples([{ TCell: 2 }]);
    await before[Symbol.asyncDispose]();

    await using portal = await startTestPortal({ place });
    portal.clock.set(right_ms + 2 * minute_ms);
    const colleague = await given(portal).user('USER', { companyId: owner.companyId ?? '' });
    using device = new TestDevice(portal, unit);
    device.log = first.log;
    device.seq = first.seq;
    device.reboot();
    await device.connect();
    portal.clock.leap(minute_ms);
    await device.sendSamples([{ TCell: 3 }]);
    portal.clock.leap(5 * minute_ms);
    await portal.settled();
    assert.deepEqual(await valuesOf(portal, colleague, unit.serialNumber), [2, 3]);
    assert.deepEqual(await untimedOf(portal, device.log), []);
  });
});
