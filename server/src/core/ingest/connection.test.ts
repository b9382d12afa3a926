import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { pino } from 'pino';
import { TestDevice } from '../../../test/device.ts';
import { given, type TestUser } from '../../../test/given.ts';
import { sharedPortal, startTestPortal, type TestPortal } from '../../../test/portal.ts';
import type { Database } from '../db/database.ts';
import { makeTestPlace } from '../db/test-database.ts';
import { keepUptime } from '../edge/uptime.ts';
import { stillClock } from '../testing/test-clock.ts';
import { edgeUptime } from './edge-uptime.ts';
import { judgeSilence } from './silence.ts';

const silence_ms = 180_000;

const isOnline = async (owner: TestUser, serial: string): Promise<boolean> =>
  (await owner.call(getAppliance, { params: { id: serial } })).online;

const intervalsOf = (portal: TestPortal, serial: string) =>
  portal.db.read((db) =>
    db
      .selectFrom('connection_interval')
      .innerJoin('appliance', 'appliance.id', 'connection_interval.appliance')
      .select(['connection', 'connection_interval.from_at', 'to_at', 'reason'])
      .where('serial', '=', serial)
      .orderBy('connection')
      .execute(),
  );

describe('whether a unit is online', async () => {
  const portal = await sharedPortal();
  const { user, claimedUnit } = given(portal);

  async function claimed() {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const online = () => isOnline(owner, unit.serialNumber);
    const append = (fact: Record<string, unknown>) =>
      portal.bus.append(unit.serialNumber, {
        serial: unit.serialNumber,
        received_ms: portal.clock.now(),
        edge: portal.edge.id,
        ...fact,
      } as never);
    const reasons = async () => (await intervalsOf(portal, unit.serialNumber)).map(({ reason }) => reason);
    return { owner, unit, online, append, reasons };
  }

  it('S4.10 begins with its connection and ends with it, for the reason it ended', async () => {
    const { unit, online, reasons } = await claimed();
    assert.equal(await online(), false);
    using device = new TestDevice(portal, unit);
    for (const [end, reason] of [
      [() => device.cut(), 'will'],
      [() => device.leave(), 'closed'],
    ] as const) {
      await device.connect();
      await portal.settled();
      assert.equal(await online(), true);
      await end();
      assert.equal(await online(), false);
      assert.equal((await reasons()).at(-1), reason);
    }
    const intervals = await intervalsOf(portal, unit.serialNumber);
    assert.ok(intervals.every(({ from_at, to_at }) => to_at !== null && to_at >= from_at));
  });

  it('is not touched by a takeover, nor by the will of an older connection that comes late', async () => {
    const { unit, online, append, reasons } = await claimed();
    await append({ kind: 'connected', connection: 'a' });
    await append({ kind: 'connected', connection: 'b' });
    await append({ kind: 'disconnected', connection: 'a', reason: 'will' });
    assert.equal(await online(), true);
    assert.deepEqual(await reasons(), ['taken_over', null]);

    using first = new TestDevice(portal, unit);
    using second = new TestDevice(portal, unit);
    await first.connect();
    await second.connect();
    await second.sendSamples([{ TCell: 1 }]);
    await first.cut();
    assert.equal(await online(), true);
  });

  it('does not begin again with what the bus delivers twice, or after a later connection', async () => {
    const { online, append } = await claimed();
    const message = { kind: 'message', topic: 'tel', connection: 'a', payload: Buffer.from('{}') };
    await append({ kind: 'connected', connection: 'a' });
    await append(message);
    await append({ kind: 'disconnected', connection: 'a', reason: 'will' });
    await append(message);
    await append({ kind: 'connected', connection: 'a' });
    assert.equal(await online(), false, 'told twice');
    await append({ kind: 'connected', connection: 'c' });
    await append({ kind: 'disconnected', connection: 'c', reason: 'timeout' });
    await append({ kind: 'connected', connection: 'b' });
    assert.equal(await online(), false, 'told late');
  });

  it('ends after three heartbeats of silence, and begins again with the next message', async () => {
    const { online, append } = await claimed();
    const message = { kind: 'message', topic: 'tel', connection: 'a', payload: Buffer.from('{}') };
    const now = portal.clock.now();
    const parts = { db: portal.db, bus: portal.bus, silence_ms };
    const at = (epoch_ms: number) => ({ ...parts, clock: { ...portal.clock, now: () => epoch_ms } });
    await append({ kind: 'connected', connection: 'a', received_ms: now });
    const uptime = edgeUptime(portal.db, silence_ms);

    await uptime.begin('edge', now);
    await uptime.beat('edge', now + 170_000);
    await judgeSilence(at(now + silence_ms - 1));
    assert.equal(await online(), true, 'not yet three heartbeats');
    await uptime.beat('edge', now + 200_000);
    await judgeSilence(at(now + silence_ms + 1));
    assert.equal(await online(), false);
    await append({ ...message, received_ms: now + 201_000 });
    assert.equal(await online(), true);

    // The edge was away for ten minutes: that silence was ours, and after it there is a grace of three heartbeats.
    await judgeSilence(at(now + 500_000));
    assert.equal(await online(), true, 'nobody was reading');
    await uptime.beat('edge', now + 800_000);
    await uptime.beat('edge', now + 960_000);
    await judgeSilence(at(now + 970_000));
    assert.equal(await online(), true, 'within the grace');
    await uptime.beat('edge', now + 990_000);
    await judgeSilence(at(now + 990_000));
    assert.equal(await online(), false, 'after it');
    // The portal's own edge goes on.
    await uptime.begin(portal.edge.id, portal.clock.now());
  });
});

it('the end of the portal is not the end of the units', async () => {
  await using place = await makeTestPlace();
  const first = await startTestPortal({ place });
  const { user, claimedUnit } = given(first);
  const owner = await user();
  const unit = await claimedUnit(owner);
  const device = new TestDevice(first, unit);
  await device.connect();
  await first.settled();
  assert.equal(await isOnline(owner, unit.serialNumber), true);
  await first[Symbol.asyncDispose]();

  await using second = await startTestPortal({ place });
  const colleague = await given(second).user('USER', { companyId: owner.companyId ?? '' });
  assert.equal(await isOnline(colleague, unit.serialNumber), true);
  assert.deepEqual(
    (await intervalsOf(second, unit.serialNumber)).map(({ reason }) => reason),
    ['portal'],
  );
});

it('connections that a killed edge left open ended with its last beat', async () => {
  await using portal = await startTestPortal();
  const unit = await given(portal).unit();
  const now = portal.clock.now();
  const uptime = edgeUptime(portal.db, silence_ms);
  await uptime.begin('killed', now);
  await portal.bus.append(unit.serialNumber, {
    kind: 'connected',
    serial: unit.serialNumber,
    connection: 'a',
    received_ms: now + 1000,
    edge: 'killed',
  });
  await uptime.beat('killed', now + 60_000);
  await uptime.begin('next', now + 90_000);
  const [interval] = await intervalsOf(portal, unit.serialNumber);
  assert.deepEqual([interval?.to_at, interval?.reason], [now + 60_000, 'portal']);
});

it('an outage of the database shorter than three heartbeats is no time in which the edge was up and reading', async () => {
  await using portal = await startTestPortal();
  const clock = stillClock();
  clock.set(portal.clock.now());
  const began = clock.now();
  let isOut = false;
  const db: Database = {
    ...portal.db,
    write: (work) => (isOut ? Promise.reject(new Error('the database is out')) : portal.db.write(work)),
  };
  const beat_ms = 60_000;
  const uptime = await keepUptime({
    uptime: edgeUptime(db, beat_ms),
    edge: 'outage',
    clock,
    heartbeat_ms: beat_ms,
    isReading: () => true,
    log: pino({ level: 'silent' }),
  });
  await clock.advance(2 * beat_ms);
  isOut = true;
  await clock.advance(beat_ms);
  isOut = false;
  await clock.advance(2 * beat_ms);
  await uptime[Symbol.asyncDispose]();
  const intervals = await portal.db.read((read) =>
    read
      .selectFrom('edge_interval')
      .select(['from_at', 'to_at'])
      .where('edge', '=', 'outage')
      .orderBy('from_at')
      .execute(),
  );
  assert.deepEqual(
    intervals.map(({ from_at, to_at }) => [(from_at - began) / beat_ms, (to_at - began) / beat_ms]),
    [
      [0, 2],
      [4, 5],
    ],
  );
  // The portal's own edge goes on.
  await edgeUptime(portal.db, beat_ms).begin(portal.edge.id, portal.clock.now());
});
