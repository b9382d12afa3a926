import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getCommand, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { chiller } from '../../../test/batches.ts';
import { TestDevice } from '../../../test/device.ts';
import { given, type TestUser } from '../../../test/given.ts';
import { LiveClient } from '../../../test/live-client.ts';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { timestamp } from '../db/instants.ts';
import { makeTestPlace } from '../db/test-database.ts';

const silence_ms = 3 * minute_ms;
const environment = { BRINA_ACCESS_TOKEN_S: '86400' };

const shownTo = (owner: TestUser, serial: string) => owner.call(getAppliance, { params: { id: serial } });

async function valuesOf(portal: TestPortal, owner: TestUser, serial: string): Promise<number[]> {
  const now = portal.clock.now();
  const query = { from: now - 30 * minute_ms, to: now + minute_ms, metrics: 'TCell', points: 2000 };
  const { series } = await owner.call(getTelemetry, { params: { id: serial }, query });
  return (series.TCell?.mean ?? []).filter((value) => value !== null);
}

const untimedOf = (portal: TestPortal, log: string) =>
  portal.db.read((db) => db.selectFrom('untimed').select('seq').where('log', '=', log).execute());

/** A unit whose clock is right, whatever ours does: `ahead_ms` is by how much ours is ahead. */
async function rightUnit(portal: TestPortal) {
  const unit = await chiller(portal);
  const booted_ms = portal.clock.now() - 10 * day_ms;
  let ahead_ms = 0;
  return {
    ...unit,
    setAhead: (by_ms: number): void => {
      portal.clock.leap(by_ms - ahead_ms);
      ahead_ms = by_ms;
    },
    say: (topic: 'tel' | 'evt', body: Record<string, unknown> & { at: number }) =>
      unit.send(topic, { ...body, up: body.at - booted_ms, sent: portal.clock.now() - ahead_ms }),
    [Symbol.dispose]: () => unit.device[Symbol.dispose](),
  };
}

const everyMinute = (minutes: number, values: Readonly<Record<string, number>>) =>
  Array.from({ length: minutes }, (_, min) => [min * minute_ms, values]);

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

  it('S3.13 that was ten hours ahead while a backlog came: its chart does not wait for that time', async () => {
    await using portal = await startTestPortal({ environment });
    using unit = await rightUnit(portal);
    const now = portal.clock.now();
    const query = { from: now - 3 * day_ms, to: now, metrics: 'TCell', points: 2000 };
    const shown = async () => {
      const { arriving, series } = await unit.owner.call(getTelemetry, { params: { id: unit.serial }, query });
      return [arriving, (series.TCell?.mean ?? []).filter((value) => value !== null).length];
    };
    await unit.say('tel', { at: now, hist: false, s: [[0, { TCell: 1 }]] });
    unit.setAhead(10 * hour_ms);
    // Two hours from amid a bucket of ten minutes: thirteen of them.
    const at = Math.floor((now - 30 * hour_ms) / hour_ms) * hour_ms + 5 * minute_ms;
    await unit.say('tel', { at, hist: true, s: everyMinute(120, { TCell: 1 }) });
    await portal.settled();
    unit.setAhead(0);
    assert.deepEqual(await shown(), [true, 0]);
    await portal.clock.advance(minute_ms);
    await portal.settled();
    assert.deepEqual(await shown(), [false, 13]);
  });

  it('B2.1 that was ten hours ahead when a chill ended: its record comes in its quarter of an hour', async () => {
    await using portal = await startTestPortal({ environment });
    using unit = await rightUnit(portal);
    const startedAt = portal.clock.now() - 2 * minute_ms;
    const run = { type: 'cycle', runId: 'r', function: 0 };
    const chilled = { TCell: -10, TCore1: 60, cycleState: 1 };
    const endedAt = startedAt + 60 * minute_ms;
    const plan = [{ phase: 2, air: -10, fan: 100, rh: null, end: { by: 'core', target: 3 } }];
    await unit.say('evt', { at: startedAt, ...run, event: 'started', plan, load_kg: 40 });
    await portal.clock.advance(60 * minute_ms);
    await unit.say('tel', { at: startedAt, hist: true, s: everyMinute(40, chilled) });
    // One message is missing.
    unit.device.seq++;
    await unit.say('tel', { at: startedAt + 45 * minute_ms, hist: true, s: everyMinute(15, chilled) });
    unit.setAhead(10 * hour_ms);
    await unit.say('evt', { at: endedAt, ...run, event: 'ended', reason: 'target' });
    await unit.say('tel', { at: endedAt + 5000, hist: true, s: [[0, { TCell: -10, cycleState: 0 }]] });
    await portal.settled();
    unit.setAhead(0);
    await portal.clock.advance(15 * minute_ms);
    await portal.settled();
    assert.deepEqual(
      (await unit.batches()).map(({ revision }) => revision),
      [1],
    );
  });

  it('S8.21 that was ten hours ahead when a command was sent: it has run out, and is not sent again at that time', async () => {
    await using portal = await startTestPortal({ environment });
    using unit = await rightUnit(portal);
    unit.setAhead(10 * hour_ms);
    await unit.say('tel', { at: portal.clock.now() - 10 * hour_ms, hist: false, s: [[0, { powerState: 1 }]] });
    const params = { id: unit.serial };
    const { body } = await unit.owner.call(sendCommand, { params, body: { name: 'stopCycle', args: {} } });
    await unit.device.cut();
    unit.setAhead(0);
    await portal.settled();
    const { state } = await unit.owner.call(getCommand, { params: { ...params, commandId: body.id } });
    assert.equal(state, 'expired');
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
