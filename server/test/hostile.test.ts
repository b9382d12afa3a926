import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type AckMessage, limits, type UpTopic } from '@brina/contract/devices';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import fc from 'fast-check';
import { type DeviceMessage, TestDevice } from './device.ts';
import { given, type TestUser } from './given.ts';
import { hostilePayload, numberTexts, placesIn, templates, withText } from './hostile.ts';
import { sharedPortal } from './portal.ts';

describe('a unit that sends what no unit may', async () => {
  const portal = await sharedPortal({
    // Long enough for the hours that the rules are given; the edge beats by the machine's clock.
    environment: { BRINA_ACCESS_TOKEN_S: '86400', BRINA_HEARTBEAT_S: '3600' },
  });
  const { user, claimedUnit } = given(portal);

  async function connected(owner: TestUser, model?: string) {
    const unit = await claimedUnit(owner, model);
    const device = new TestDevice(portal, unit);
    await device.connect();
    return { owner, unit, device, serial: unit.serialNumber, [Symbol.dispose]: () => device[Symbol.dispose]() };
  }
  const samplesOf = (serial: string) =>
    portal.db.read((db) =>
      db
        .selectFrom('telemetry as t')
        .innerJoin('appliance as a', 'a.id', 't.appliance')
        .select(['t.seq', 't.TCell', 't.at'])
        .where('a.serial', '=', serial)
        .orderBy('t.seq')
        .execute(),
    );
  const failed = (): readonly string[] => portal.failures;

  it('B11.1 holds up none of nine healthy ones of two companies, whatever its bytes are, and is heard again itself', async () => {
    using units = new DisposableStack();
    const owners = [await user(), await user()];
    const healthy = await Promise.all(
      Array.from({ length: 9 }, async (_, nth) => units.use(await connected(owners[nth % 2] as TestUser))),
    );
    const hostile = units.use(await connected(owners[0] as TestUser));
    const topics: readonly string[] = ['tel', 'evt', 'twin', 'res', 'fw', 'later'];
    // What the unit sends is its own message made hostile, mostly on the topic it belongs to.
    const sent = fc
      .tuple(fc.nat(templates(0).length - 1), fc.constantFrom(...topics), fc.integer({ min: 1, max: 4 }))
      .chain(([nth, any, chance]) => {
        const { topic, body } = templates(portal.clock.now())[nth] ?? { topic: 'tel', body: {} };
        // Numbered when it is sent.
        const message = { ...hostile.device.message(body), seq: nth };
        return hostilePayload(message).map((payload) => ({ topic: (chance === 1 ? any : topic) as UpTopic, payload }));
      });
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 10, maxLength: 15 }), async (attack) => {
        const good: { one: (typeof healthy)[number]; message: DeviceMessage; TCell: number }[] = [];
        for (const [nth, { topic, payload }] of attack.entries()) {
          hostile.device.publish(topic, payload);
          const one = healthy[nth % healthy.length];
          if (!one) continue;
          const message = one.device.message(one.device.samples([{ TCell: nth }]));
          one.device.publish('tel', message);
          good.push({ one, message, TCell: nth });
        }
        await portal.settled();
        for (const { one, message, TCell } of good) {
          assert.deepEqual(new Set(one.device.answers(message)), new Set(['got']));
          const stored = await samplesOf(one.serial);
          assert.equal(stored.find(({ seq }) => seq === message.seq)?.TCell, TCell);
        }
        assert.deepEqual(failed(), []);
        hostile.device.format();
        assert.equal(await hostile.device.sendSamples([{ TCell: 1 }]), 'got');
        assert.deepEqual(failed(), []);
      }),
      // Each run is a portal at work: what failed is shown as it came.
      { numRuns: 12, endOnFailure: true },
    );
    const answered = hostile.device.down.reduce((sum, { topic, payload }) => {
      if (topic !== 'ack') return sum;
      const { got, bad } = payload as AckMessage;
      return got.reduce((held, [from, to]) => held + to - from + 1, sum + bad.length);
    }, 0);
    assert.ok(answered > 30, 'most of what it sent has a number to be answered by');
  });

  it('S3.12 an absurd number in any field of any message ends no round, and the next alarm of the unit still comes', async () => {
    const owner = await user();
    using scene = await connected(owner);
    const { device, serial } = scene;
    const answered: DeviceMessage[] = [];
    for (const { topic, body } of templates(portal.clock.now())) {
      const message = device.message(body);
      for (const { path, value } of placesIn(message)) {
        if (typeof value !== 'number') continue;
        for (const text of numberTexts) {
          const numbered = { ...message, seq: device.seq++ };
          // A number in the number of the message itself has its own answer.
          if (path[0] !== 'seq') answered.push(numbered);
          device.publish(topic, withText(numbered, path, text));
        }
      }
      await portal.settled();
      // Rules, rollups and records look at what came.
      portal.clock.leap(10 * minute_ms);
      await portal.settled();
    }
    assert.deepEqual(failed(), []);
    assert.deepEqual(
      answered.filter((message) => device.answers(message).length === 0).map(({ seq }) => seq),
      [],
    );
    await device.cut();
    portal.clock.leap(hour_ms);
    device.format();
    device.reboot();
    await device.connect();
    await device.send('evt', { type: 'alarm', name: 'openDoorAlarm', active: true, severity: 'alarm' });
    await portal.settled();
    const { alarms } = await owner.call(getAppliance, { params: { id: serial } });
    assert.deepEqual(
      alarms.filter(({ active }) => active).map(({ name }) => name),
      ['openDoorAlarm'],
    );
    assert.deepEqual(failed(), []);
  });

  it('no sample is drawn ahead of its receipt: a clock that puts the last one there was wrong at the first', async () => {
    using scene = await connected(await user());
    const { device, serial } = scene;
    // Its owner has held it for longer than any of these messages reaches back.
    portal.clock.leap(3 * hour_ms);
    const now = portal.clock.now();
    const span = 2 * hour_ms;
    const body = {
      s: [
        [0, { TCell: 1 }],
        [span, { TCell: 2 }],
      ],
      hist: true,
    };
    assert.equal(await device.send('tel', { ...body, at: now, up: 1 }), 'got', 'kept until its moment is known');
    assert.deepEqual(await samplesOf(serial), []);
    assert.equal(
      (await scene.owner.call(getAppliance, { params: { id: serial } })).twin.reported['TCell'],
      undefined,
      'backlog moves no picture',
    );
    // The same with a clock an hour ahead: counted from the boot it was true, and nothing of it is lost.
    device.reboot();
    device.boot = 7;
    const up = 10 * hour_ms;
    await device.send('tel', { ...device.samples([{ TCell: 0 }]), at: now, up });
    await device.send('tel', { ...body, at: now - span + hour_ms, up: up - span });
    await portal.settled();
    const stored = await samplesOf(serial);
    assert.ok(stored.every(({ at }) => at <= portal.clock.now() + limits.ahead_ms));
    assert.deepEqual(
      stored.map(({ TCell, at }) => [TCell, at - now]),
      [
        [0, 0],
        [1, -span],
        [2, 0],
      ],
    );
  });
});
