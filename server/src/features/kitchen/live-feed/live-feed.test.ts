import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { instantPower, runLive } from '@brina/contract/calls/kitchen/live-feed';
import type { DesiredMessage } from '@brina/contract/devices';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the live feed', async () => {
  const portal = await sharedPortal();
  const { user, laboratory, claimedUnit } = given(portal);

  it('S7.36 run-live tells the connected unit until when it samples faster; again prolongs it; offline is refused', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const input = { params: { id: unit.serialNumber } };
    const refusal = await owner.refused(runLive, input);
    assert.deepEqual([refusal.status, refusal.code], [409, 'appliance_offline']);
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ powerState: 1 }]);
    const before = portal.clock.now();
    const { body } = await owner.call(runLive, input);
    assert.ok(body.until >= before + 300_000 && body.until <= portal.clock.now() + 300_000);
    const told = () =>
      device.down.filter(({ topic }) => topic === 'twin').map(({ payload }) => payload as DesiredMessage);
    await portal.settled();
    const first = told().find((one) => one.desired.runLiveUntil === body.until);
    // The whole desired state, not the new part of it.
    assert.equal(typeof first?.desired.heartbeat_s, 'number');
    portal.clock.leap(60_000);
    const again = await owner.call(runLive, input);
    await portal.settled();
    const second = told().find((one) => one.desired.runLiveUntil === again.body.until);
    assert.ok(second && first && second.ver > first.ver);
    const asked = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .select('user_id')
        .where('on_id', '=', unit.serialNumber)
        .where('action', '=', 'appliance.runLive')
        .execute(),
    );
    assert.deepEqual(asked, [{ user_id: owner.id }, { user_id: owner.id }], 'a refused one is no change');
  });

  it('S7.36 instant power is what a unit draws now: nothing of an offline one, nothing of before its claim', async () => {
    const owner = await user();
    const [unit, silent] = [await claimedUnit(owner), await claimedUnit(owner)];
    using device = new TestDevice(portal, unit);
    await device.connect();
    portal.clock.leap(1000);
    await device.sendSamples([{ instantPower: 2120 }]);
    const one = await owner.call(instantPower, { query: { serialNumber: unit.serialNumber } });
    assert.deepEqual(
      one.map(({ serialNumber, power_W }) => [serialNumber, power_W]),
      [[unit.serialNumber, 2120]],
    );
    const all = await owner.call(instantPower, { query: {} });
    assert.deepEqual(
      new Map(all.map(({ serialNumber, power_W }) => [serialNumber, power_W])),
      new Map([
        [unit.serialNumber, 2120],
        [silent.serialNumber, null],
      ]),
    );

    const powers = async (who: TestUser) =>
      (await who.call(instantPower, { query: {} })).map(({ serialNumber, power_W, at }) => [serialNumber, power_W, at]);
    await device.cut();
    assert.ok(!(await powers(owner)).some(([, power_W]) => power_W !== null));
    assert.equal((await powers(owner)).length, 2, 'what it drew when it was heard last is not live');

    // The next owner sees neither what it drew before nor when; the former one nothing at all.
    const next = await user();
    const { body } = await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    const before = portal.clock.now();
    portal.clock.leap(1000);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await device.connect();
    await device.sendSamples([{ instantPower: 999 }], { at: before });
    assert.deepEqual(await powers(next), [[unit.serialNumber, null, null]]);
    // Nor does it come to light beside what is measured now.
    await device.sendSamples([{ TCell: 3 }]);
    assert.deepEqual(
      (await powers(next)).map(([, power_W]) => power_W),
      [null],
    );
    assert.deepEqual(
      (await powers(owner)).map(([serial]) => serial),
      [silent.serialNumber],
    );
    await device.sendSamples([{ instantPower: 1800 }]);
    assert.deepEqual(
      (await powers(next)).map(([, power_W]) => power_W),
      [1800],
    );
  });

  it('S7.36 S6.7 nobody lets another’s appliance sample faster, nor hears what it draws', async () => {
    const [owner, stranger, partner] = [await user(), await user(), await user('SERVICE')];
    const { serialNumber } = await claimedUnit(owner);
    for (const who of [stranger, partner]) {
      assert.equal((await who.refused(runLive, { params: { id: serialNumber } })).status, 404);
      assert.equal((await who.refused(instantPower, { query: { serialNumber } })).status, 404);
      assert.deepEqual(await who.call(instantPower, { query: {} }), []);
    }
  });
});
