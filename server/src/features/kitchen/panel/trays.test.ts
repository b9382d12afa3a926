import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { listTrays } from '@brina/contract/calls/kitchen/trays';
import { day_ms, minute_ms, second_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { rowsRead } from '#core/db/explain.ts';
import { timestamp } from '#core/db/instants.ts';
import { TestDevice, tellPanel } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';
import { whatCameOf } from './trays.ingest.ts';

const nonStop = 13;

describe('timers of trays', async () => {
  const portal = await sharedPortal();
  const { user, member, claimedUnit, laboratory } = given(portal);
  const now = () => portal.clock.now();

  /** A unit that is connected, in a run that goes on, with what its owner is told of its trays. */
  const running = async (slow_ms = 0) => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const device = new TestDevice(portal, unit);
    await device.connect();
    device.slow_ms = slow_ms;
    const params = { id: unit.serialNumber };
    const event = (body: Record<string, unknown>) => device.send('evt', { runId: 'r1', ...body });
    const tray = (number: number, told: 'started' | 'done' | 'cleared', more = {}) =>
      event({ type: 'tray', tray: number, event: told, ...more });
    await event({ type: 'cycle', event: 'started', function: nonStop });
    const told = async (who: TestUser = owner) =>
      (await who.call(getAppliance, { params })).notices.map(({ name, detail }) => [name, detail]);
    const trays = (who: TestUser = owner) => who.call(listTrays, { params });
    const tell = (...trayTimers: { tray: number; from: number; min: number; product: string | null }[]) =>
      tellPanel(portal, device, { trayTimers });
    return { owner, unit, device, params, event, tray, told, trays, tell };
  };

  it('S4.14 B3.7 are told to the kitchen, with the needle that measures in a tray, and of a change the value panel tells live', async () => {
    const { owner, unit, device, params, tray, trays, tell } = await running();
    using _device = device;
    const guest = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    const partner = await user('SERVICE');
    await serves(portal, partner, unit.labId);
    assert.deepEqual(await trays(), []);
    const panel = async () => (await owner.call(getAppliance, { params })).twin.reported['panel'] ?? 0;
    const before = await panel();
    await tray(5, 'started');
    await tray(3, 'started', { needle: 2 });
    const from = now();
    await tell({ tray: 5, from, min: 30, product: 'Peas' }, { tray: 3, from, min: 90, product: null });
    const shown = [
      { tray: 3, from, min: 90, product: null, needle: 2 },
      { tray: 5, from, min: 30, product: 'Peas', needle: null },
    ];
    assert.deepEqual(await trays(), shown);
    assert.deepEqual(await trays(guest), shown);
    assert.equal((await partner.refused(listTrays, { params })).status, 403);
    assert.ok((await panel()) > before);
    // Set anew without the needle: what measured there before does not any more.
    await tray(3, 'started');
    assert.deepEqual(
      (await trays()).map(({ needle }) => needle),
      [null, null],
    );
  });

  it('S4.14 B3.7 stand by our clock though the clock of the unit is wrong', async () => {
    const hour = 60 * minute_ms;
    const { device, trays, tell } = await running(hour);
    using _device = device;
    // As the unit sees it, an hour behind.
    const since = now();
    portal.clock.leap(10 * minute_ms);
    await tell({ tray: 1, from: since - hour, min: 30, product: null }, { tray: 2, from: 0, min: 30, product: null });
    const [first, second] = await trays();
    assert.ok(Math.abs((first?.from ?? 0) - since) < 5 * second_ms, `${first?.from} is not ${since}`);
    assert.equal(second?.from, null, 'set while the unit had no clock');
  });

  it('S5.3 S4.14 a timer of a former holder is nobody’s, though the unit goes on with it and has no clock', async () => {
    const { owner, device, params, trays, tell } = await running();
    using _device = device;
    const timer = { tray: 1, from: 0, min: 30, product: 'Peas' };
    await tell(timer);
    assert.deepEqual(await trays(), [{ ...timer, from: null, needle: null }]);
    const next = await user();
    const { body } = await owner.call(releaseAppliance, { params });
    const claim = { activationCode: body.activationCode, name: 'Mine', labId: await laboratory(next) };
    await next.call(claimAppliance, { body: claim });
    // It has not heard of the change of hands yet.
    await device.send('twin', { reported: { trayTimers: [timer] }, ver: 1 });
    assert.deepEqual(await trays(next), []);
    await tell(timer);
    assert.deepEqual((await trays(next)).length, 1);
  });

  it('S1.6 S4.14 B3.7 the kitchen is told of a tray that is done, once, until it is taken away or set anew', async () => {
    const { device, tray, told, tell } = await running();
    using _device = device;
    const from = now();
    await tray(3, 'started');
    await tell({ tray: 3, from, min: 30, product: 'Peas' });
    portal.clock.leap(30 * minute_ms);
    await tray(3, 'done');
    assert.deepEqual(await told(), [['tray_done', { tray: 3, product: 'Peas' }]]);
    await tray(3, 'done');
    assert.equal((await told()).length, 1, 'told twice it is no second one');
    await tray(4, 'started');
    assert.equal((await told()).length, 1, 'another tray changes nothing');
    await tray(3, 'cleared');
    assert.deepEqual(await told(), []);
    portal.clock.leap(minute_ms);
    await tray(3, 'started');
    await tray(3, 'done');
    // What was in it before is not in it now.
    assert.deepEqual(await told(), [['tray_done', { tray: 3 }]]);
    await tray(3, 'started');
    assert.deepEqual(await told(), []);
  });

  it('S4.14 B3.7 what comes late of before a tray was done takes nothing back', async () => {
    const { device, tray, told } = await running();
    using _device = device;
    const begun = now();
    portal.clock.leap(10 * minute_ms);
    await tray(2, 'done');
    // It was kept until the unit had a clock.
    await tray(2, 'started', { at: begun, hist: true });
    await tray(2, 'cleared', { at: begun - minute_ms, hist: true });
    assert.deepEqual(await told(), [['tray_done', { tray: 2 }]]);
    portal.clock.leap(minute_ms);
    await tray(2, 'cleared');
    assert.deepEqual(await told(), []);
  });

  it('S1.6 S4.14 B3.7 the end of the run ends what is told of its trays', async () => {
    const { device, event, tray, told } = await running();
    using _device = device;
    await tray(1, 'started');
    portal.clock.leap(minute_ms);
    await tray(1, 'done');
    assert.equal((await told()).length, 1);
    await event({ type: 'cycle', event: 'ended', function: nonStop, reason: 'person' });
    assert.deepEqual(await told(), []);
  });

  it('S1.6 S4.14 B3.7 the next run ends what is told of the trays of one whose end nobody told', async () => {
    const { device, event, tray, told } = await running();
    using _device = device;
    const at = now();
    await tray(1, 'started');
    portal.clock.leap(minute_ms);
    await tray(1, 'done');
    await event({ type: 'cycle', event: 'started', runId: 'r2', function: nonStop });
    assert.deepEqual(await told(), []);
    await tray(2, 'done', { at: at + 2000, hist: true });
    assert.deepEqual(await told(), [], 'nor is it told late');
    await event({ type: 'tray', runId: 'r2', tray: 1, event: 'done' });
    assert.equal((await told()).length, 1);
  });

  it('S1.6 S4.14 B3.7 what comes late tells of nothing that is over, nor of yesterday', async () => {
    const { device, event, tray, told } = await running();
    using _device = device;
    const at = now();
    portal.clock.leap(10 * minute_ms);
    await tray(1, 'cleared');
    await tray(1, 'done', { at: at + 1000, hist: true });
    assert.deepEqual(await told(), [], 'it was taken away before we heard that it was done');
    await tray(2, 'started', { at: at + 2000 });
    await tray(2, 'done', { at: at + 3000 });
    assert.equal((await told()).length, 1, 'late, and still so');
    await event({ type: 'cycle', event: 'ended', function: nonStop, reason: 'person' });
    await tray(3, 'done', { at: at + 4000 });
    assert.deepEqual(await told(), [], 'its run is over');
    await event({ type: 'cycle', event: 'started', runId: 'r3', function: nonStop });
    const long = now();
    portal.clock.leap(day_ms / 2);
    await event({ type: 'tray', runId: 'r3', tray: 4, event: 'done', at: long });
    const notices = await portal.db.read((db) =>
      db
        .selectFrom('notice')
        .innerJoin('appliance', 'appliance.id', 'notice.appliance')
        .select('key')
        .where('serial', '=', device.serial)
        .execute(),
    );
    assert.equal(notices.length, 2);
  });

  it('B11.1 a panel that tells without end of its trays makes no search long', async () => {
    const { device, tray } = await running();
    using _device = device;
    await tray(1, 'started');
    await tray(1, 'done');
    const read = await portal.db.write(async (db) => {
      const { id } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', device.serial)
        .executeTakeFirstOrThrow();
      const at = timestamp(now());
      await sql`insert into event (appliance, at, log, seq, type, body, received_at)
        select ${id}::int, ${at} - n * interval '1 ms', 'more', n, 'tray', told, ${at} from generate_series(1, 3000) n,
          lateral (select jsonb_build_object('type', 'tray', 'runId', 'r1', 'tray', 1 + n % 2, 'event', 'done') as told) t`.execute(
        db,
      );
      await sql`analyze event`.execute(db);
      const done = { unit: { id, heldSince_ms: now() - day_ms }, at_ms: now(), log: 'more', seq: 0 };
      return rowsRead(db, whatCameOf(db, { ...done, body: { runId: 'r1', tray: 1 } }));
    });
    // PostgreSQL may read a small table whole; of that tray alone the log has half of 3,000.
    assert.ok(read < 300, `${read} rows were read`);
  });

  it('S8.21 S4.14 a timer is sent to a unit that runs on, within the limits of its model, and to no other', async () => {
    const { owner, device, params } = await running();
    using _device = device;
    await device.sendSamples([{ powerState: 1, cycleRunning: 1, cycleFunction: nonStop, cycleState: 1 }]);
    const body = { name: 'setTrayTimer', args: { tray: 14, min: 90, product: 'Peas' } };
    assert.equal((await owner.call(sendCommand, { params, body })).code, '200');
    const beyond = { name: 'setTrayTimer', args: { tray: 15, min: 301 } };
    const refusal = await owner.refused(sendCommand, { params, body: beyond });
    assert.deepEqual(
      refusal.fields?.map(({ path, code }) => [path, code]),
      [
        ['body.args.tray', 'out_of_range'],
        ['body.args.min', 'out_of_range'],
      ],
    );
    const start = { name: 'startCycle', args: { function: nonStop, trays: [{ tray: 2, min: 45 }] } };
    assert.equal((await owner.call(sendCommand, { params, body: start })).code, '200');
    await portal.settled();
    const sent = device.down.flatMap(({ topic, payload }) => (topic === 'cmd' ? [payload] : []));
    assert.ok(sent.some((one) => JSON.stringify(one).includes('"trays":[{"tray":2,"min":45}]')));
  });
});
