import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { countNotifications } from '@brina/contract/calls/record/notifications';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sendRaw } from '../../../../test/instances.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the counter of the menu', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit } = given(portal);
  const count = (reader: TestUser) => reader.call(countNotifications, {});

  it('S7.12 S7.39 is a plain number: the alarms that are on, as the appliances show them', async () => {
    const owner = await user();
    const reply = await sendRaw(portal, owner, countNotifications, {});
    assert.deepEqual([reply.status, reply.text], [200, '0']);
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const tell = (name: string, active: boolean, severity = 'alarm') =>
      device.send('evt', { type: 'alarm', name, active, severity });
    await tell('doorOpenAlarm', true);
    await tell('highTempAlarm', true);
    await tell('filterWarning', true, 'warning');
    await portal.settled();
    assert.equal(await count(owner), 2);
    const { alarms } = await owner.call(getAppliance, { params: { id: unit.serialNumber } });
    assert.equal(alarms.length, 2);
    await tell('doorOpenAlarm', false);
    await portal.settled();
    assert.equal(await count(owner), 1);
  });

  it('S6.6 S6.7 counts what the caller may see: what is shared with it, while its company holds it', async () => {
    const [owner, stranger] = [await user(), await user()];
    const [unit, other] = [await claimedUnit(owner), await claimedUnit(owner)];
    const cook = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    const admin = await member(owner, 'ADMIN');
    using device = new TestDevice(portal, unit);
    using another = new TestDevice(portal, other);
    for (const each of [device, another]) {
      await each.connect();
      await each.send('evt', { type: 'alarm', name: 'doorOpenAlarm', active: true, severity: 'alarm' });
    }
    await portal.settled();
    const counts = async () => [await count(owner), await count(cook), await count(admin), await count(stranger)];
    assert.deepEqual(await counts(), [2, 1, 0, 0]);
    const { body } = await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual(await counts(), [1, 0, 0, 0]);
    const labId = await laboratory(stranger);
    await stranger.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    assert.deepEqual(await counts(), [1, 0, 0, 0], 'what was on before may be over');
    await device.sendSamples([{ TCell: 3 }]);
    await portal.settled();
    assert.deepEqual(await counts(), [1, 0, 0, 1], 'the unit was heard, and has not said that it is over');
  });
});
