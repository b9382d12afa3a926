import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  releaseAppliance,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { deleteLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('alarms', async () => {
  const portal = await sharedPortal({
    environment: {
      // Longer than what is waited for.
      BRINA_ACCESS_TOKEN_S: '86400',
      // The edge beats by the machine's clock: a beat after ours was moved would say that the edge was down meanwhile.
      BRINA_HEARTBEAT_S: '3600',
    },
    expected: [/"event":"alarms\.failed"/],
  });
  const { user, laboratory, unit, claimedUnit } = given(portal);
  // What the test before left silent is judged no longer.
  beforeEach(() => portal.clock.leap(27 * hour_ms));

  /** A cold store of a new company, which runs at +2 °C and has reported for a while. */
  async function coldStore() {
    const owner = await user();
    const created = await claimedUnit(owner, 'CP Next 700');
    portal.clock.leap(minute_ms);
    const device = new TestDevice(portal, created);
    await device.connect();
    const serial = created.serialNumber;
    return { owner, created, device, serial, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }
  const healthy = {
    powerState: 1,
    operatingMode: 2,
    cellSetTemp: 2,
    TCell: 2.1,
    TEvap1: -4,
    compressorState: 1,
    door: 0,
  };
  /** Samples a minute apart, the last of them now. */
  const lasting = async (device: TestDevice, minutes: number, values: Readonly<Record<string, number | null>>) => {
    const at = portal.clock.now();
    portal.clock.leap(minutes * minute_ms);
    for (let done = 0; done < minutes; done += 60)
      await device.sendSamples(
        Array.from({ length: Math.min(60, minutes - done) }, () => values),
        { at: at + (done + 1) * minute_ms, step_ms: minute_ms },
      );
    await portal.settled();
  };
  const listed = (reader: TestUser, serial: string) =>
    reader.call(listAlarms, {
      params: { id: serial },
      query: { from: portal.clock.now() - 100 * hour_ms, to: portal.clock.now() + hour_ms },
    });
  const names = async (reader: TestUser, serial: string) =>
    (await listed(reader, serial)).map(({ name, state }) => `${name} ${state}`);

  it('S3.12 S3.29 the portal raises what a unit did not: a door left open, and ends it when it is closed', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 10, healthy);
    assert.deepEqual(await names(owner, serial), []);
    await lasting(device, 5, { ...healthy, door: 1 });
    const [alarm] = (await owner.call(getAppliance, { params: { id: serial } })).alarms;
    assert.deepEqual([alarm?.name, alarm?.active], ['openDoorAlarm', true]);
    const [interval] = await listed(owner, serial);
    assert.ok(interval && interval.raisedAt !== null);
    assert.deepEqual([interval.by, interval.severity, interval.clearedAt], [['server'], 'A', null]);
    assert.ok(Math.abs(interval.raisedAt - interval.startedAt - 3 * minute_ms) <= minute_ms);
    await lasting(device, 3, healthy);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm cleared']);
    assert.deepEqual((await owner.call(getAppliance, { params: { id: serial } })).alarms, []);
  });

  it('S3.12 a hole in the measurements is listed once, however late other facts of its time arrive', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    // It is over in one hour and certain in the next, with a kept state of the rules in between.
    portal.clock.set((Math.ceil(portal.clock.now() / hour_ms) + 0.5) * hour_ms);
    await lasting(device, 5, healthy);
    portal.clock.leap(65 * minute_ms);
    await lasting(device, 70, healthy);
    await lasting(device, 20, healthy);
    const before = await listed(owner, serial);
    assert.deepEqual(
      before.map(({ name, state }) => `${name} ${state}`),
      ['dataGapWarning cleared'],
    );
    for (const ago of [40, 45]) {
      const at = portal.clock.now() - ago * minute_ms - 30_000;
      await device.sendSamples([healthy], { at, hist: true });
      portal.clock.leap(10_000);
      await portal.settled();
      assert.deepEqual(await listed(owner, serial), before);
    }
  });

  it('S3.12 a probe that the unit knows to be broken is told from one it did not mention', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    const { TCell: _, ...unmentioned } = healthy;
    await lasting(device, 5, healthy);
    await lasting(device, 5, unmentioned);
    assert.deepEqual(await names(owner, serial), []);
    await lasting(device, 3, { ...healthy, TCell: null });
    assert.deepEqual(await names(owner, serial), ['cellProbeAlarm active']);
  });

  it('S3.12 what late data tell enters the list as found later, and never the live picture', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 30, healthy);
    await device.cut();
    const lostAt = portal.clock.now();
    portal.clock.leap(6 * hour_ms);
    await device.connect();
    await lasting(device, 3, healthy);
    // The backlog: the food got warm between the second and the fourth hour.
    for (let hour = 0; hour < 6; hour++)
      await device.sendSamples(
        Array.from({ length: 60 }, () => (hour === 2 || hour === 3 ? { ...healthy, TCell: 14 } : healthy)),
        { at: lostAt + hour * hour_ms + minute_ms, step_ms: minute_ms, hist: true },
      );
    portal.clock.leap(10_000);
    await portal.settled();
    const found = (await listed(owner, serial)).filter(({ name }) => name === 'productTempHighAlarm');
    assert.equal(found.length, 1);
    const [excursion] = found;
    assert.ok(excursion && excursion.state === 'cleared' && excursion.foundLater && excursion.excursion);
    assert.ok(excursion.startedAt >= lostAt + 2 * hour_ms && excursion.startedAt <= lostAt + 2.5 * hour_ms);
    assert.ok(excursion.excursion.extreme > 5 && excursion.excursion.degree_min > 0);
    assert.deepEqual((await owner.call(getAppliance, { params: { id: serial } })).alarms, []);
  });

  it('S3.12 S7.12 an alarm that late data split is two, the longer one stays what it was, and who has read it has read both', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    const open = { ...healthy, door: 1 };
    await lasting(device, 5, healthy);
    await lasting(device, 5, open);
    const silentAt = portal.clock.now();
    portal.clock.leap(15 * minute_ms);
    await lasting(device, 20, open);
    const [{ id } = { id: '' }, ...others] = await listed(owner, serial);
    assert.deepEqual(others, [], 'nobody knows yet that it was closed');
    await owner.call(readNotifications, { body: {} });
    await device.sendSamples(
      Array.from({ length: 14 }, (_, minute) => (minute < 6 ? healthy : open)),
      { at: silentAt + minute_ms, step_ms: minute_ms, hist: true },
    );
    portal.clock.leap(10_000);
    await portal.settled();
    const found = await listed(owner, serial);
    assert.deepEqual(
      found.map(({ name, state }) => `${name} ${state}`),
      ['openDoorAlarm active', 'openDoorAlarm cleared'],
    );
    assert.equal(found[0]?.id, id);
    assert.notEqual(found[1]?.id, id);
    assert.equal(await owner.call(countNotifications, {}), 0);
    // It closes and opens again, which one message tells: that is new.
    portal.clock.leap(20 * minute_ms);
    await device.sendSamples(
      Array.from({ length: 20 }, (_, minute) => (minute < 10 ? healthy : open)),
      { at: portal.clock.now() - 19 * minute_ms, step_ms: minute_ms },
    );
    await portal.settled();
    assert.equal((await listed(owner, serial)).length, 3);
    assert.equal(await owner.call(countNotifications, {}), 1);
  });

  it('S3.12 a backlog of more than one round neither ends nor takes back what is on meanwhile', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 3, healthy);
    await device.cut();
    const lostAt = portal.clock.now();
    portal.clock.leap(11 * hour_ms);
    await device.connect();
    await lasting(device, 5, { ...healthy, door: 1 });
    assert.deepEqual((await names(owner, serial)).slice(0, 1), ['openDoorAlarm active']);
    const [{ revision } = { revision: 0 }] = await listed(owner, serial);
    const shown: string[] = [];
    using _live = portal.bus.subscribe('live', ({ serial: of, frame }) => {
      if (of === serial && 'alarms' in (frame as object))
        shown.push(JSON.stringify((frame as { alarms: unknown }).alarms));
    });
    for (let hour = 0; hour < 11; hour++)
      await device.sendSamples(
        Array.from({ length: 60 }, (_, minute) => ({ ...healthy, door: hour === 1 && minute < 10 ? 1 : 0 })),
        { at: lostAt + hour * hour_ms + minute_ms, step_ms: minute_ms, hist: true },
      );
    portal.clock.leap(10_000);
    await portal.settled();
    assert.deepEqual(
      (await names(owner, serial)).filter((one) => one.startsWith('openDoor')),
      ['openDoorAlarm active', 'openDoorAlarm cleared'],
    );
    assert.deepEqual(shown, [], 'the live picture did not change');
    assert.equal((await listed(owner, serial))[0]?.revision, revision);
  });

  it('S3.12 a unit whose alarms the database refuses stops no other’s, and is told later', async () => {
    using refused = await coldStore();
    using scene = await coldStore();
    const { rows } = await portal.db.read((db) =>
      sql<{ id: number }>`select id from appliance where serial = ${refused.serial}`.execute(db),
    );
    const change = (what: RawBuilder<unknown>) =>
      portal.db.write(async (db) => void (await sql`alter table alarm_interval ${what}`.execute(db)));
    await change(
      sql.raw(
        `add constraint refused check (of_site or appliance <> ${rows[0]?.id} or name = 'rulesFailedWarning') not valid`,
      ),
    );
    await using _again = { [Symbol.asyncDispose]: () => change(sql.raw('drop constraint if exists refused')) };
    for (const { device } of [refused, scene]) await device.sendSamples([healthy]);
    await lasting(refused.device, 5, { ...healthy, door: 1 });
    await lasting(scene.device, 5, { ...healthy, door: 1 });
    assert.deepEqual(await names(scene.owner, scene.serial), ['openDoorAlarm active']);
    const found = async () =>
      (await names(refused.owner, refused.serial)).filter((one) => !one.startsWith('rulesFailedWarning'));
    assert.deepEqual(await found(), []);
    await change(sql.raw('drop constraint refused'));
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.deepEqual(await found(), ['openDoorAlarm active']);
  });

  it('S3.12 S4.10 a unit’s own alarm is shown under its name, known or not, until the unit says it is over', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 2, healthy);
    const tell = (name: string, active: boolean) =>
      device.send('evt', { type: 'alarm', name, active, severity: 'alarm' });
    await tell('evapFanAlarm', true);
    await tell('somethingNewAlarm', true);
    await portal.settled();
    const shown = async () =>
      (await owner.call(getAppliance, { params: { id: serial } })).alarms.map(({ name }) => name);
    assert.deepEqual((await shown()).toSorted(), ['evapFanAlarm', 'somethingNewAlarm']);
    portal.clock.leap(5 * minute_ms);
    await tell('evapFanAlarm', false);
    await tell('somethingNewAlarm', false);
    await lasting(device, 3, healthy);
    assert.deepEqual(await shown(), []);
    assert.deepEqual(
      (await listed(owner, serial)).map(({ by }) => by),
      [['unit'], ['unit']],
    );
  });

  it('S6.7 an alarm is its time’s: the next owner sees neither one that was over nor since when one is on', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    const next = await user();
    await lasting(device, 5, { ...healthy, door: 1 });
    await lasting(device, 3, healthy);
    await lasting(device, 5, { ...healthy, TCell: null });
    assert.equal((await listed(owner, serial)).length, 2);
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(minute_ms);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    const claimedAt = portal.clock.now();
    const live = async () => (await next.call(getAppliance, { params: { id: serial } })).alarms;
    // Nobody has heard of it since: it starts clean, whatever late facts of before tell.
    await device.sendSamples([{ ...healthy, TCell: null }], { at: claimedAt - 3 * minute_ms });
    await portal.settled();
    assert.deepEqual([await listed(next, serial), await live()], [[], []]);
    await lasting(device, 1, { ...healthy, TCell: null });
    const seen = await listed(next, serial);
    assert.deepEqual(
      seen.map(({ name }) => name),
      ['cellProbeAlarm'],
    );
    assert.ok(seen[0] && seen[0].startedAt >= claimedAt - minute_ms && seen[0].startedAt <= claimedAt);
    assert.deepEqual([seen[0].evidence, seen[0].excursion], [{}, null], 'what was measured before is another’s');
    assert.deepEqual(
      (await live()).map(({ name, active, since }) => [name, active, since]),
      [['cellProbeAlarm', true, seen[0].startedAt]],
    );
    assert.equal((await listed(owner, serial)).length, 2);
  });

  it('S6.7 an alarm that ended before the next owner heard of the unit is not the next owner’s', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    const next = await user();
    await lasting(device, 5, { ...healthy, door: 1 });
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(minute_ms);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await lasting(device, 3, healthy);
    assert.deepEqual(await listed(next, serial), []);
    assert.deepEqual(await names(owner, serial), ['openDoorAlarm active']);
  });

  it('S6.7 an alarm that outlasts a release and a claim by the same company is listed once', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 5, { ...healthy, door: 1 });
    const [before] = await listed(owner, serial);
    const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
    portal.clock.leap(minute_ms);
    const labId = await laboratory(owner);
    await owner.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await lasting(device, 2, { ...healthy, door: 1 });
    assert.deepEqual(await listed(owner, serial), [before]);
    await lasting(device, 3, healthy);
    assert.deepEqual(
      (await listed(owner, serial)).map(({ id, startedAt, state }) => [id, startedAt, state]),
      [[before?.id, before?.startedAt, 'cleared']],
    );
  });

  /** Units of one kitchen, all connected. */
  async function kitchen(count: number) {
    const owner = await user();
    const labId = await laboratory(owner);
    const devices: TestDevice[] = [];
    for (let n = 0; n < count; n++) {
      const created = await unit('CP Next 700');
      await owner.call(claimAppliance, {
        body: { activationCode: created.activationCode, name: `Store ${n}`, labId },
      });
      devices.push(new TestDevice(portal, created));
    }
    portal.clock.leap(minute_ms);
    for (const device of devices) await device.connect();
    for (const device of devices) await device.sendSamples([healthy]);
    await portal.settled();
    return {
      owner,
      devices,
      [Symbol.dispose]: () => {
        for (const device of devices) device[Symbol.dispose]();
      },
    };
  }
  const cutOff = async (devices: readonly TestDevice[]): Promise<void> => {
    for (const device of devices) await device.cut();
  };
  const serialOf = ([device]: readonly TestDevice[]): string => device?.serial ?? '';

  it('S3.29 S3.12 a kitchen without power is one alarm and not four, confirmed by the boots of its units', async () => {
    using scene = await kitchen(4);
    const { owner, devices } = scene;
    await cutOff(devices);
    for (let minute = 0; minute < 8; minute++) {
      portal.clock.leap(minute_ms);
      await portal.settled();
    }
    const [suspected, ...others] = await listed(owner, serialOf(devices));
    assert.deepEqual(
      [suspected?.name, suspected?.state, suspected?.ofKitchen, others],
      ['blackOutAlarm', 'suspected', true, []],
    );
    portal.clock.leap(30 * minute_ms);
    for (const device of devices) {
      device.reboot();
      await device.connect();
      await device.sendSamples([healthy]);
    }
    portal.clock.leap(5 * minute_ms);
    for (const device of devices) await device.sendSamples([healthy]);
    await portal.settled();
    for (const { serial } of devices) assert.deepEqual(await names(owner, serial), ['blackOutAlarm cleared']);
  });

  /** Minutes in which the rounds turn. */
  const pass = async (minutes: number, step = 1): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += step) {
      portal.clock.leap(step * minute_ms);
      await portal.settled();
    }
  };
  const shown = async (reader: TestUser, serial: string) =>
    (await reader.call(getAppliance, { params: { id: serial } })).alarms.map(({ name }) => name);

  it('S3.12 a kitchen without power has its alarm in time, also where the power of one unit flickered before', async () => {
    using control = await kitchen(4);
    using scene = await kitchen(4);
    const [flickering] = scene.devices as [TestDevice];
    await flickering.cut();
    portal.clock.leap(5000);
    await flickering.connect();
    await flickering.sendSamples([healthy]);
    portal.clock.leap(55_000);
    await portal.settled();
    const lostAt = portal.clock.now();
    await cutOff([...control.devices, ...scene.devices]);
    await pass(5);
    for (const { owner, devices } of [control, scene])
      for (const { serial } of devices) assert.deepEqual(await names(owner, serial), []);
    await pass(2);
    for (const { owner, devices } of [control, scene])
      for (const { serial } of devices) {
        assert.deepEqual(await names(owner, serial), ['blackOutAlarm suspected']);
        assert.deepEqual(await shown(owner, serial), ['blackOutAlarm']);
        const [alarm] = await listed(owner, serial);
        assert.ok(alarm && alarm.raisedAt !== null && alarm.startedAt >= lostAt);
        assert.ok(Math.abs(alarm.raisedAt - alarm.startedAt - 6 * minute_ms) < 1000);
        assert.deepEqual(alarm.evidence, { units: 4, of: 4 });
      }
  });

  it('S3.12 a unit that stays broken after a power cut does not hide the next one of its kitchen', async () => {
    using scene = await kitchen(4);
    const { owner, devices } = scene;
    const [broken, ...rest] = devices as [TestDevice, ...TestDevice[]];
    await cutOff(devices);
    await pass(10);
    for (const device of rest) {
      device.reboot();
      await device.connect();
      await device.sendSamples([healthy]);
    }
    await pass(5);
    assert.deepEqual(await names(owner, serialOf(rest)), ['blackOutAlarm cleared']);
    await pass(285, 15);
    for (const device of rest) await device.sendSamples([healthy]);
    await portal.settled();
    assert.deepEqual(await shown(owner, serialOf(rest)), []);
    await cutOff(rest);
    await pass(7);
    for (const { serial } of rest) {
      assert.deepEqual((await names(owner, serial)).slice(0, 1), ['blackOutAlarm suspected']);
      assert.deepEqual(await shown(owner, serial), ['blackOutAlarm']);
      assert.deepEqual((await listed(owner, serial))[0]?.evidence, { units: 3, of: 4 });
    }
    // The broken one was told before, and has no part in the second cut.
    assert.deepEqual((await names(owner, broken.serial)).toSorted(), [
      'blackOutAlarm cleared',
      'offlineWarning active',
    ]);
    await pass(20);
    for (const { serial } of devices)
      for (const { raisedAt, startedAt } of await listed(owner, serial))
        assert.ok(raisedAt !== null && raisedAt >= startedAt && raisedAt <= portal.clock.now());
  });

  it('S3.12 what a power cut left unmeasured is explained by it: one cause is told once', async () => {
    using scene = await kitchen(2);
    const { owner, devices } = scene;
    await cutOff(devices);
    for (let minute = 0; minute < 8; minute++) {
      portal.clock.leap(minute_ms);
      await portal.settled();
    }
    portal.clock.leap(90 * minute_ms);
    for (const device of devices) {
      device.reboot();
      await device.connect();
      await device.sendSamples([healthy]);
    }
    for (let minute = 0; minute < 65; minute += 5) {
      portal.clock.leap(5 * minute_ms);
      for (const device of devices) await device.sendSamples([healthy]);
      await portal.settled();
    }
    for (const { serial } of devices)
      assert.deepEqual((await listed(owner, serial)).map(({ name, foldedInto }) => [name, foldedInto]).toSorted(), [
        ['blackOutAlarm', null],
        ['dataGapWarning', 'blackOutAlarm'],
      ]);
  });

  it('S3.12 what a unit with a wrong clock told of its power is compared with our clock', async () => {
    using scene = await kitchen(1);
    const { owner, devices } = scene;
    const [device] = devices as [TestDevice];
    device.slow_ms = 10 * minute_ms;
    await device.send('evt', { type: 'power', event: 'lost' });
    await cutOff(devices);
    portal.clock.leap(minute_ms);
    await portal.settled();
    assert.deepEqual(await names(owner, device.serial), ['blackOutAlarm suspected']);
  });

  it('S3.12 measurements that nothing explains are missed by themselves', async () => {
    using scene = await coldStore();
    const { owner, device, serial } = scene;
    await lasting(device, 3, healthy);
    const at = portal.clock.now();
    portal.clock.leap(3 * hour_ms);
    await device.send('evt', {
      type: 'gap',
      from: at,
      to: portal.clock.now() - minute_ms,
      samples: 170,
      reason: 'outbox_full',
    });
    await lasting(device, 2, healthy);
    const gaps = (await listed(owner, serial)).filter(({ name }) => name === 'dataGapWarning');
    assert.deepEqual(
      gaps.map(({ foldedInto }) => foldedInto),
      [null],
    );
  });

  it('S3.12 a unit’s own alarm of its second zone is one of that zone', async () => {
    const owner = await user();
    const created = await claimedUnit(owner, 'CP Next 700 Duo');
    portal.clock.leap(minute_ms);
    using device = new TestDevice(portal, created);
    await device.connect();
    const tell = (active: boolean, zone?: 2) =>
      device.send('evt', { type: 'alarm', name: 'evapFanAlarm', active, severity: 'alarm', ...(zone && { zone }) });
    await tell(true, 2);
    portal.clock.leap(minute_ms);
    await tell(true);
    portal.clock.leap(minute_ms);
    await tell(false);
    await portal.settled();
    assert.deepEqual(
      (await listed(owner, created.serialNumber)).map(({ zone, state }) => [zone, state]),
      [
        [null, 'cleared'],
        [2, 'active'],
      ],
    );
  });

  it('S3.12 a kitchen without internet is no power cut: the alarm is taken back, and nothing was lost', async () => {
    using scene = await kitchen(3);
    const { owner, devices } = scene;
    const lostAt = portal.clock.now();
    await cutOff(devices);
    for (let minute = 0; minute < 8; minute++) {
      portal.clock.leap(minute_ms);
      await portal.settled();
    }
    portal.clock.leap(60 * minute_ms);
    for (const device of devices) {
      await device.connect();
      await device.sendSamples([healthy]);
      await device.sendSamples(
        Array.from({ length: 60 }, () => healthy),
        { at: lostAt + minute_ms, step_ms: minute_ms, hist: true },
      );
    }
    portal.clock.leap(5 * minute_ms);
    for (const device of devices) await device.sendSamples([healthy]);
    await portal.settled();
    assert.deepEqual((await names(owner, serialOf(devices))).toSorted(), [
      'blackOutAlarm retracted',
      'siteNetworkWarning cleared',
    ]);
  });

  it('S6.7 S3.12 a power cut in a kitchen does not go on for the unit that left it, nor for a kitchen that is no more', async () => {
    using scene = await kitchen(3);
    const { owner, devices } = scene;
    const [first, second] = devices.map(({ serial }) => serial) as [string, string];
    const next = await user();
    await cutOff(devices);
    const wait = async () => {
      for (let minute = 0; minute < 8; minute++) {
        portal.clock.leap(minute_ms);
        await portal.settled();
      }
    };
    await wait();
    const on = async (reader: TestUser, serial: string) =>
      (await reader.call(getAppliance, { params: { id: serial } })).alarms.map(({ name }) => name);
    assert.deepEqual(await on(owner, first), ['blackOutAlarm']);
    const hand = async (serial: string) => {
      const { body } = await owner.call(releaseAppliance, { params: { id: serial } });
      const labId = await laboratory(next);
      await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    };
    await hand(first);
    await wait();
    assert.deepEqual([await on(next, first), await names(next, first)], [[], []]);
    assert.deepEqual(await on(owner, second), ['blackOutAlarm']);
    const labId = (await owner.call(getAppliance, { params: { id: second } })).lab?.id ?? '';
    await hand(second);
    await owner.call(releaseAppliance, { params: { id: devices[2]?.serial ?? '' } });
    await owner.call(deleteLaboratory, { params: { id: labId } });
    await wait();
    assert.deepEqual(await on(next, second), []);
    // What was lost before its time is nothing that its new kitchen could miss.
    portal.clock.leap(30 * minute_ms);
    await portal.settled();
    for (const serial of [first, second]) assert.deepEqual(await on(next, serial), []);
  });

  it('S3.12 a silent unit that moves to another kitchen of its company takes its alarm along, once', async () => {
    using scene = await kitchen(2);
    const { owner, devices } = scene;
    const [lost, other] = devices as [TestDevice, TestDevice];
    await cutOff([lost]);
    for (let minute = 0; minute < 20; minute += 5) {
      portal.clock.leap(5 * minute_ms);
      await other.sendSamples([healthy]);
      await portal.settled();
    }
    const [before] = await listed(owner, lost.serial);
    assert.equal(before?.name, 'offlineWarning');
    const labId = await laboratory(owner);
    await owner.call(updateAppliance, { params: { id: lost.serial }, body: { name: 'Moved', labId } });
    portal.clock.leap(minute_ms);
    await portal.settled();
    const after = await listed(owner, lost.serial);
    assert.deepEqual(
      after.map(({ id, state, startedAt }) => [id, state, startedAt]),
      [[before.id, 'active', before.startedAt]],
    );
  });

  it('S3.12 one unit lost among others that are there is its own trouble, after a quarter of an hour', async () => {
    using scene = await kitchen(4);
    const { owner, devices } = scene;
    const [first, ...rest] = devices as [TestDevice, ...TestDevice[]];
    await cutOff([first]);
    const alive = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        portal.clock.leap(minute_ms);
        for (const device of rest) await device.sendSamples([healthy]);
        await portal.settled();
      }
    };
    await alive(13);
    assert.deepEqual(await names(owner, first.serial), []);
    await alive(5);
    assert.deepEqual(await names(owner, first.serial), ['offlineWarning active']);
    await first.connect();
    await first.sendSamples([healthy]);
    await alive(4);
    assert.deepEqual(await names(owner, first.serial), ['offlineWarning cleared']);
    for (const device of rest) assert.deepEqual(await names(owner, device.serial), []);
  });
});
