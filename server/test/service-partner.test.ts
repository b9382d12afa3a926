import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  listAppliances,
  releaseAppliance,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { sendCommand } from '@brina/contract/calls/kitchen/commands';
import { deleteFactoryUser, upgradeUser } from '@brina/contract/calls/maker/factory-users';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { applianceMay } from '@brina/contract/testing/rights';
import { TestDevice } from './device.ts';
import { given, type TestUser } from './given.ts';
import { sendRaw } from './instances.ts';
import { LiveClient } from './live-client.ts';
import { sharedPortal } from './portal.ts';
import { namePartner } from './serves.ts';

describe('what a service partner sees', async () => {
  const portal = await sharedPortal();
  const { company, user, unit: newUnit, laboratory, claimedUnit } = given(portal);
  const serialsOf = async (reader: TestUser) =>
    (await reader.call(listAppliances, {})).map(({ serialNumber }) => serialNumber);

  it('S6.9 the appliances of a kitchen that names it, in any case of letters, and everybody of its company sees them', async () => {
    const owner = await user();
    const firm = await company();
    const [partner, colleague, other] = [
      await user('SERVICE', { companyId: firm }),
      await user('SERVICE_SALES', { companyId: firm }),
      await user('SERVICE'),
    ];
    const [unit, elsewhere] = [await claimedUnit(owner), await claimedUnit(owner)];
    assert.deepEqual(await serialsOf(partner), []);
    await namePartner(owner, unit.labId, partner.email.toUpperCase());
    for (const reader of [partner, colleague]) assert.deepEqual(await serialsOf(reader), [unit.serialNumber]);
    assert.deepEqual(await serialsOf(other), []);
    const seen = await partner.call(getAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual([seen.role, seen.may], ['SERVICE', applianceMay.SERVICE]);
    assert.equal((await partner.refused(getAppliance, { params: { id: elsewhere.serialNumber } })).status, 404);
  });

  it('S6.9 naming somebody who is no service partner shows nothing to anybody', async () => {
    const [owner, customer] = [await user(), await user()];
    const unit = await claimedUnit(owner);
    await namePartner(owner, unit.labId, customer.email);
    assert.deepEqual(await serialsOf(customer), []);
    // Nor does an account that nobody has confirmed: its address is not proved.
    const companyId = await company();
    const [unproved, colleague] = [await user('SERVICE', { companyId }), await user('SERVICE', { companyId })];
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', unproved.id).execute(),
    );
    await namePartner(owner, unit.labId, unproved.email);
    assert.deepEqual(await serialsOf(colleague), []);
    // An empty name is not the address of somebody without one.
    await namePartner(owner, unit.labId, '');
    assert.deepEqual(await serialsOf(await user('SERVICE')), []);
  });

  it('S6.9 S4.20 colleagues of who is no partner any more, or is gone, hear nothing more: their live sessions are told', async () => {
    const owner = await user();
    const staff = await user('SUPERFACTORY');
    for (const part of [
      (id: string) => staff.call(upgradeUser, { params: { id }, query: { targetRole: 'INTERNAL' } }),
      (id: string) => staff.call(deleteFactoryUser, { params: { id } }),
    ]) {
      const firm = await company();
      const [partner, colleague] = [
        await user('SERVICE', { companyId: firm }),
        await user('SERVICE', { companyId: firm }),
      ];
      const unit = await claimedUnit(owner);
      await namePartner(owner, unit.labId, partner.email);
      assert.deepEqual(await serialsOf(colleague), [unit.serialNumber]);
      const told: string[] = [];
      using _access = portal.bus.subscribe('access.changed', ({ users }) => void told.push(...users));
      await part(partner.id);
      await portal.settled();
      assert.ok(told.includes(colleague.id));
      assert.deepEqual(await serialsOf(colleague), []);
    }
  });

  it('S6.9 S4.10 what is claimed into a kitchen that names it, or moved there, is told to its live sessions at once', async () => {
    const [owner, partner] = [await user(), await user('SERVICE')];
    const [served, elsewhere] = [await laboratory(owner), await laboratory(owner)];
    await namePartner(owner, served, partner.email);
    using socket = new LiveClient(portal, partner);
    await socket.subscribe();
    const { serialNumber, activationCode } = await newUnit();
    const told = (): number => socket.frames(serialNumber).length;
    await owner.call(claimAppliance, { body: { activationCode, name: 'Served', labId: served } });
    await portal.settled();
    assert.ok(told() > 0, 'claimed');
    const moved = (labId: string) =>
      owner.call(updateAppliance, { params: { id: serialNumber }, body: { name: 'Served', labId } });
    await moved(elsewhere);
    await portal.settled();
    assert.deepEqual(await serialsOf(partner), []);
    socket.messages.length = 0;
    await moved(served);
    await portal.settled();
    assert.ok(told() > 0, 'moved there');
  });

  it('S6.4 it neither commands nor reads food records', async () => {
    const [owner, partner] = [await user(), await user('SERVICE')];
    const unit = await claimedUnit(owner);
    await namePartner(owner, unit.labId, partner.email);
    const command = { params: { id: unit.serialNumber }, body: { name: 'setLight', args: { on: true } } };
    assert.equal((await sendRaw(portal, partner, sendCommand, command)).status, 403);
    const records = { params: { serial: unit.serialNumber }, query: { from: 0, to: 1000 } };
    assert.equal((await sendRaw(portal, partner, listBatches, records)).status, 403);
  });

  it('S6.9 S6.7 it sees the present owner’s time only, and nothing more when the owner or the kitchen changes', async () => {
    const [owner, next, partner] = [await user(), await user(), await user('SERVICE')];
    const unit = await claimedUnit(owner);
    using device = new TestDevice(portal, unit);
    await device.connect();
    const from = portal.clock.now();
    await device.sendSamples([{ TCell: 3 }]);
    portal.clock.leap(60_000);
    const { body } = await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    portal.clock.leap(60_000);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await namePartner(next, labId, partner.email);
    portal.clock.leap(60_000);
    await device.sendSamples([{ TCell: 5 }]);
    const chart = await partner.call(getTelemetry, {
      params: { id: unit.serialNumber },
      query: { from, to: portal.clock.now() + 1000, metrics: 'TCell' },
    });
    assert.deepEqual(
      chart.series['TCell']?.mean.filter((value) => value !== null),
      [5],
    );
    // The former owner's kitchen may name it as well: the appliance stands there no more.
    await namePartner(owner, unit.labId, partner.email);
    assert.deepEqual(await serialsOf(partner), [unit.serialNumber]);
    await namePartner(next, labId, '');
    assert.deepEqual(await serialsOf(partner), []);
  });
});
