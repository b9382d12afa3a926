import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  claimAppliance,
  getAppliance,
  hideAnomaly,
  listAppliances,
  listServices,
  releaseAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories, updateLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { shareWithService } from '@brina/contract/calls/maker/factory-appliances';
import { deleteFactoryUser, upgradeUser } from '@brina/contract/calls/maker/factory-users';
import { filterServed, listServicePartners } from '@brina/contract/calls/maker/service';
import { listSharedAppliances } from '@brina/contract/calls/people/sharing';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('service partners', async () => {
  const portal = await sharedPortal();
  const { user, member, company, laboratory, claimedUnit } = given(portal);
  const producer = await user('FACTORY');

  /** A kitchen names a partner as its assistance center. */
  const name = (owner: TestUser, id: string, email: string) =>
    owner.call(updateLaboratory, {
      params: { id },
      body: { name: 'Main kitchen', city: 'Treviso', country: 'IT', assistanceCenter: email },
    });
  const served = async (partner: TestUser, filterAttributes: { attribute: string; value: string }[] = [], order = {}) =>
    (
      await partner.call(filterServed, {
        body: { page: 0, nRows: 50, filterAttributes: filterAttributes as never, ...order },
      })
    ).items;
  const serialsOf = (items: { serialNumber: string }[]) => items.map(({ serialNumber }) => serialNumber);
  /** An alarm or warning that is on, as the rules have left it. */
  const raise = (serial: string, section: 'alarms' | 'warnings', alarm: string) =>
    portal.db.write(async (db) => {
      const at = portal.clock.now();
      const { id } = await db
        .selectFrom('appliance')
        .select('id')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow();
      await db
        .updateTable('live_state')
        .set({ [section]: jsonb([{ name: alarm, active: true, since: at }]) })
        .where('appliance', '=', id)
        .execute();
      await db
        .insertInto('alarm_interval')
        .values({
          id: newId(at),
          appliance: id,
          name: alarm,
          state: 'active',
          started_at: timestamp(at),
          raised_at: timestamp(at),
          raised_by: ['unit'],
          evidence: jsonb({}),
          found_at: timestamp(at),
        })
        .execute();
    });

  it('S6.4 S6.9 S2.31 sees the appliances of kitchens that name it, with where they stand and whom to call', async () => {
    const owner = await user();
    const [partner, stranger] = [await user('SERVICE'), await user('SERVICE')];
    const { serialNumber, labId } = await claimedUnit(owner);
    assert.deepEqual(await served(partner), []);
    await name(owner, labId, partner.email.toUpperCase());

    const [one] = await served(partner);
    assert.deepEqual(
      [
        one?.serialNumber,
        one?.by,
        one?.laboratory?.name,
        one?.laboratory?.city,
        one?.customer.email,
        one?.customer.contact,
      ],
      [serialNumber, 'KITCHEN', 'Main kitchen', 'Treviso', owner.email, 'Test USER'],
    );
    assert.match(one?.customer.company ?? '', /^Company /);
    assert.equal((await partner.call(getAppliance, { params: { id: serialNumber } })).role, 'SERVICE');
    assert.deepEqual(await served(stranger), []);
    const told = await owner.call(listServices, { params: { id: serialNumber } });
    assert.deepEqual(
      told.map(({ email, by, since }) => [email, by, since]),
      [[partner.email, 'KITCHEN', null]],
    );
    const guest = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    assert.equal((await guest.call(listServices, { params: { id: serialNumber } })).length, 1);
    assert.deepEqual(serialsOf(await partner.call(listAppliances, {})), [serialNumber]);
  });

  it('S2.31 what has notices comes first, the gravest before all, and every filter narrows', async () => {
    const owner = await user();
    const partner = await user('SERVICE');
    const units = [];
    for (const model of ['MF Next S 20', 'MF Next XS 12', 'MF Next M 30', 'MF Next L 45'])
      units.push(await claimedUnit(owner, model));
    const serials = units.map(({ serialNumber }) => serialNumber);
    const [calm, worn, warned, alarmed] = serials as [string, string, string, string];
    for (const { labId } of units)
      await owner.call(updateLaboratory, {
        params: { id: labId },
        body: { name: `Lab ${labId}`, assistanceCenter: partner.email },
      });
    await raise(worn, 'warnings', 'descaleWarning');
    await raise(warned, 'warnings', 'weakBatteryWarning');
    await raise(alarmed, 'alarms', 'openDoorAlarm');

    assert.deepEqual(serialsOf(await served(partner)), [alarmed, warned, worn, calm]);
    assert.deepEqual(serialsOf(await served(partner, [], { ascOrDesc: 'desc' })), [calm, worn, warned, alarmed]);
    const [first] = await served(partner);
    assert.deepEqual(
      first?.alarms.map((alarm) => alarm.name),
      ['openDoorAlarm'],
    );
    const notices = (value: string) => served(partner, [{ attribute: 'notices', value }]);
    assert.deepEqual(serialsOf(await notices('true')), [alarmed, warned, worn]);
    assert.deepEqual(serialsOf(await notices('false')), [calm]);
    const by = async (attribute: string, value: string) => serialsOf(await served(partner, [{ attribute, value }]));
    assert.deepEqual(await by('modelName', 'MF Next M 30'), [warned]);
    assert.deepEqual(await by('freeSearch', 'next s'), [calm]);
    assert.deepEqual(await by('serialNumber', calm), [calm]);
    assert.deepEqual(await by('online', 'true'), []);
    assert.equal((await by('gamma', 'ABBATTITORE')).length, 4);
    assert.equal((await by('customer', 'company')).length, 4);
    assert.deepEqual(await by('customer', '100 %'), []);
    for (const orderAttr of ['serialNumber', 'customer', 'lastSeenAt'])
      assert.equal((await served(partner, [], { orderAttr })).length, 4);
    const page = await partner.call(filterServed, { body: { page: 1, nRows: 3, filterAttributes: [] } });
    assert.deepEqual([page.total, serialsOf(page.items)], [4, [calm]]);
  });

  it('S3.8 S7.28 advice of maintenance is shown until it is put aside, and again when something new is found', async () => {
    const owner = await user();
    const partner = await user('SERVICE');
    const { serialNumber, labId } = await claimedUnit(owner);
    await name(owner, labId, partner.email);
    const anomaly = async () => [
      (await owner.call(getAppliance, { params: { id: serialNumber } })).anomaly,
      (await served(partner))[0]?.anomaly,
    ];
    await raise(serialNumber, 'alarms', 'openDoorAlarm');
    assert.deepEqual(await anomaly(), [false, false], 'a door is no wear');
    await raise(serialNumber, 'warnings', 'evapFanWeakWarning');
    assert.deepEqual(await anomaly(), [true, true]);
    portal.clock.leap(1000);
    await owner.call(hideAnomaly, { params: { id: serialNumber } });
    assert.deepEqual(await anomaly(), [false, false]);
    portal.clock.leap(1000);
    await raise(serialNumber, 'warnings', 'evapIcedWarning');
    assert.deepEqual(await anomaly(), [true, true]);
    assert.equal((await partner.refused(hideAnomaly, { params: { id: serialNumber } })).status, 403);
  });

  it('S6.9 a kitchen that names another partner takes its appliances from the former one, live too', async () => {
    const owner = await user();
    const [former, next] = [await user('SERVICE'), await user('SERVICE_SALES')];
    const created = await claimedUnit(owner);
    await name(owner, created.labId, former.email);
    using device = new TestDevice(portal, created);
    await device.connect();
    await device.sendSamples([{ TCell: 4 }]);
    using live = new LiveClient(portal, former);
    await live.subscribe();
    await device.sendSamples([{ TCell: 5 }]);
    await live.message('a frame', () => live.frames(created.serialNumber).find((frame) => 'reported' in frame));
    live.messages.length = 0;
    await name(owner, created.labId, next.email);
    await live.message('what it sees changed', (messages) => messages.find((message) => 'action' in message));
    live.messages.length = 0;
    await device.sendSamples([{ TCell: 6 }]);
    await portal.settled();
    assert.deepEqual([serialsOf(await served(former)), serialsOf(await served(next))], [[], [created.serialNumber]]);
    assert.deepEqual(live.frames(created.serialNumber), []);
  });

  it('S6.9 S6.7 when it was heard in a former owner’s time is not told', async () => {
    const [owner, next, partner] = [await user(), await user(), await user('SERVICE')];
    const created = await claimedUnit(owner);
    const { serialNumber } = created;
    {
      using device = new TestDevice(portal, created);
      await device.connect();
      await device.sendSamples([{ TCell: 4 }]);
      await device.cut();
    }
    const { body } = await owner.call(releaseAppliance, { params: { id: serialNumber } });
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    await name(next, labId, partner.email);
    const heard = async () => (await served(partner)).map(({ lastSeenAt }) => lastSeenAt);
    assert.deepEqual(await heard(), [null]);
    using device = new TestDevice(portal, created);
    await device.connect();
    await device.sendSamples([{ TCell: 5 }]);
    const [lastSeenAt] = await heard();
    assert.ok(lastSeenAt, 'heard again');
  });

  it('S6.9 S7.34 what the factory shares is seen by the partner’s colleagues, as the factory’s', async () => {
    const owner = await user();
    const companyId = await company();
    const [partner, colleague] = [await user('SERVICE', { companyId }), await user('SERVICE', { companyId })];
    const { serialNumber, labId } = await claimedUnit(owner);
    await producer.call(shareWithService, { body: { email: partner.email, serialNumber } });
    const seen = async () => (await served(colleague)).map((one) => [one.serialNumber, one.by]);
    assert.deepEqual(await seen(), [[serialNumber, 'FACTORY']]);
    // The address of one of its accounts that is no partner's names nobody.
    const office = await user('INTERNAL', { companyId });
    await name(owner, labId, office.email);
    assert.deepEqual(await seen(), [[serialNumber, 'FACTORY']]);
    await name(owner, labId, partner.email);
    assert.deepEqual(await seen(), [[serialNumber, 'KITCHEN']]);
  });

  it('S2.29 S6.9 who shares appliances is told which partners see them too, and which look after a kitchen', async () => {
    const owner = await user();
    const companyId = await company();
    const [near, maker] = [await user('SERVICE', { companyId }), await user('SERVICE')];
    await user('SERVICE', { companyId });
    const { serialNumber, labId } = await claimedUnit(owner);
    const seen = async (by: TestUser = owner) =>
      (await by.call(listSharedAppliances, { query: {} })).map(({ sharedWith, services }) => [
        sharedWith,
        services.map(({ email, by: way }) => [email, way]),
      ]);
    const lookedAfter = async () => (await owner.call(listLaboratories, {})).map(({ servedBy }) => servedBy);
    assert.deepEqual([await seen(), await lookedAfter()], [[[[], []]], [null]]);

    await name(owner, labId, near.email.toUpperCase());
    await producer.call(shareWithService, { body: { email: maker.email, serialNumber } });
    const both = [
      [near.email, 'KITCHEN'],
      [maker.email, 'FACTORY'],
    ];
    assert.deepEqual(await seen(), [[[], both]]);
    const [shown] = await owner.call(listSharedAppliances, { query: {} });
    assert.match(shown?.services[0]?.company ?? '', /^Company /);
    assert.deepEqual(await lookedAfter(), [shown?.services[0]?.company]);
    const admin = await member(owner, 'ADMIN', []);
    assert.deepEqual(await seen(admin), [[[], both]], 'an administrator shares it, too');
    const manager = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    assert.equal((await manager.refused(listSharedAppliances, { query: {} })).status, 403);
    assert.equal((await manager.call(listLaboratories, {}))[0]?.servedBy, shown?.services[0]?.company);

    await name(owner, labId, 'nobody@nowhere.example');
    assert.deepEqual([(await seen())[0]?.[1], await lookedAfter()], [[[maker.email, 'FACTORY']], [null]]);
  });

  it('S4.20 S6.9 what the factory shares with a partner ends with its role and with its account', async () => {
    const administrator = await user('SUPERFACTORY');
    const owner = await user();
    const [demoted, deleted] = [await user('SERVICE'), await user('SERVICE')];
    const { serialNumber } = await claimedUnit(owner);
    for (const { email } of [demoted, deleted])
      await producer.call(shareWithService, { body: { email, serialNumber } });
    const services = async () =>
      (await owner.call(listServices, { params: { id: serialNumber } })).map(({ email }) => email).sort();
    assert.deepEqual(await services(), [demoted.email, deleted.email].sort());
    const become = (targetRole: 'INTERNAL' | 'SERVICE') =>
      administrator.call(upgradeUser, { params: { id: demoted.id }, query: { targetRole } });
    await become('INTERNAL');
    await become('SERVICE');
    await administrator.call(deleteFactoryUser, { params: { id: deleted.id } });
    assert.deepEqual(await services(), []);
    const left = await portal.db.read((db) =>
      db.selectFrom('service_share').select('user_id').where('user_id', 'in', [demoted.id, deleted.id]).execute(),
    );
    assert.deepEqual(left, []);
  });

  it('S3.7 a kitchen chooses among the partners with a confirmed account', async () => {
    const [owner, partner, office] = [await user(), await user('SERVICE'), await user('INTERNAL')];
    const emails = async () => (await owner.call(listServicePartners, {})).map(({ email }) => email);
    assert.ok((await emails()).includes(partner.email));
    assert.ok(!(await emails()).some((email) => [owner.email, office.email].includes(email)));
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', partner.id).execute(),
    );
    assert.ok(!(await emails()).includes(partner.email));
  });
});
