import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { day_ms, hour_ms, second_ms } from '@brina/domain/language/durations';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sendRaw } from '../../../../test/instances.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the counter of the menu', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit, headersOf } = given(portal);
  const count = (reader: TestUser) => reader.call(countNotifications, {});
  const readAll = (reader: TestUser) => reader.call(readNotifications, { body: {} });
  const alarmsOf = async (reader: TestUser, serial: string) => {
    const to = portal.clock.now() + hour_ms;
    return reader.call(listAlarms, { params: { id: serial }, query: { from: to - 7 * day_ms, to } });
  };
  const raise = async (device: TestDevice, name: string, active = true, severity = 'alarm') => {
    portal.clock.leap(second_ms);
    await device.send('evt', { type: 'alarm', name, active, severity });
    await portal.settled();
  };

  it('S7.12 S7.39 is a plain number: the alarms that were told and are not read; reading them lowers it, their end does not', async () => {
    const owner = await user();
    const reply = await sendRaw(portal, owner, countNotifications, {});
    assert.deepEqual([reply.status, reply.text], [200, '0']);
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await raise(device, 'doorOpenAlarm');
    await raise(device, 'highTempAlarm');
    await raise(device, 'filterWarning', true, 'warning');
    assert.equal(await count(owner), 2);
    await raise(device, 'doorOpenAlarm', false);
    assert.equal(await count(owner), 2, 'that it is over does not make it read');
    const listed = await alarmsOf(owner, unit.serialNumber);
    const door = listed.find(({ name }) => name === 'doorOpenAlarm')?.id ?? '';
    assert.deepEqual(await owner.call(readNotifications, { body: { ids: [door] } }), { code: '200' });
    assert.equal(await count(owner), 1);
    await owner.call(readNotifications, { body: { ids: [door] } });
    assert.equal(await count(owner), 1, 'twice is once');
    await readAll(owner);
    assert.equal(await count(owner), 0);
    // What is in alarm the appliance goes on to say.
    const { alarms } = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual(
      alarms.filter(({ active }) => active).map(({ name }) => name),
      ['highTempAlarm'],
    );
    await raise(device, 'doorOpenAlarm');
    assert.equal(await count(owner), 1, 'what comes after is new');
  });

  it('S7.12 S6.7 each reads for itself, and nobody for what it does not see', async () => {
    const [owner, stranger] = [await user(), await user()];
    const unit = await claimedUnit(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await raise(device, 'doorOpenAlarm');
    const ids = (await alarmsOf(owner, unit.serialNumber)).map(({ id }) => id);
    assert.equal(ids.length, 1);
    await stranger.call(readNotifications, { body: { ids } });
    await cook.call(readNotifications, { body: { ids } });
    assert.deepEqual([await count(owner), await count(cook)], [1, 0]);
    const kept = await portal.db.read((db) =>
      db.selectFrom('notification_read').select('user_id').where('interval_id', 'in', ids).execute(),
    );
    assert.deepEqual(kept, [{ user_id: cook.id }]);
    const audited = await portal.db.read((db) =>
      db.selectFrom('audit').select('user_id').where('action', '=', 'notification.read').execute(),
    );
    assert.deepEqual(
      audited.filter(({ user_id }) => [owner.id, stranger.id, cook.id].includes(user_id ?? '')),
      [{ user_id: cook.id }],
    );
    const wrong = await owner.refused(readNotifications, { body: { ids: ['nonsense'] } });
    assert.deepEqual([wrong.status, wrong.fields?.[0]?.path], [400, 'body.ids[0]']);
  });

  it('S6.6 S6.7 counts what the caller may see: what is shared with it, of the time in which its company holds it', async () => {
    const [owner, stranger] = [await user(), await user()];
    const [unit, other] = [await claimedUnit(owner), await claimedUnit(owner)];
    const cook = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    const admin = await member(owner, 'ADMIN');
    using device = new TestDevice(portal, unit);
    using another = new TestDevice(portal, other);
    for (const each of [device, another]) {
      await each.connect();
      await raise(each, 'doorOpenAlarm');
    }
    const counts = async () => [await count(owner), await count(cook), await count(admin), await count(stranger)];
    assert.deepEqual(await counts(), [2, 1, 0, 0]);
    const late = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber, other.serialNumber]);
    assert.equal(await count(late), 0, 'what was told before it came was told to others');
    const { body } = await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual(await counts(), [1, 0, 0, 0]);
    const labId = await laboratory(stranger);
    await stranger.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await device.sendSamples([{ TCell: 3 }]);
    await portal.settled();
    assert.deepEqual(await counts(), [1, 0, 0, 0], 'what began before was told to who held it then');
    await raise(device, 'highTempAlarm');
    assert.deepEqual(await counts(), [1, 0, 0, 1]);
  });

  it('the path of the services answers nothing until there is something to tell', async () => {
    const owner = await user();
    for (const version of ['v1', 'v2']) {
      const { status } = await fetch(`${portal.url}/api/${version}/account/services`, {
        headers: headersOf(owner.accessToken),
      });
      assert.equal(status, 404, version);
    }
  });
});
