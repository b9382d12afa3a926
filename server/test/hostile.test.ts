import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import type { UpTopic } from '@brina/contract/devices';
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

  it('B2.1 holds up none of nine healthy ones of two companies, whatever its bytes are, and is heard again itself', async () => {
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
  });

  it('B2.1 S3.12 an absurd number in any field of any message ends no round, and the next alarm of the unit still comes', async () => {
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
});
