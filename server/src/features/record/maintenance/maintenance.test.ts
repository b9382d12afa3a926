import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, getAppliance, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { deleteOwnUser } from '@brina/contract/calls/people/account';
import { listMaintenance, recordMaintenance } from '@brina/contract/calls/record/maintenance';
import { CallFailed } from '@brina/contract/wire/client';
import { maintenanceKinds } from '@brina/domain/appliance/maintenance';
import { day_ms } from '@brina/domain/language/durations';
import { timestamp } from '#core/db/instants.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { serves } from '../../../../test/serves.ts';

describe('what people did to an appliance', async () => {
  const portal = await sharedPortal();
  const { company, user, member, laboratory, claimedUnit } = given(portal);
  const record = (serial: string, kind: 'cleaning' | 'probeCheck' | 'service' | 'repair', at = portal.clock.now()) => ({
    params: { id: serial },
    body: { kind, at, note: 'Done.' },
  });
  const kindsOf = async (reader: TestUser, serial: string) =>
    (await reader.call(listMaintenance, { params: { id: serial } })).map(({ kind }) => kind);

  it('S1.7 everybody may record exactly the kinds that the appliance says it may', async () => {
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const companyId = await company();
    const partner = await user('SERVICE', { companyId });
    await serves(portal, partner, labId);
    const sales = await user('SERVICE_SALES', { companyId });
    for (const reader of [owner, await member(owner, 'KITCHEN_MANAGER', [serialNumber]), partner, sales]) {
      const { may } = await reader.call(getAppliance, { params: { id: serialNumber } });
      for (const kind of maintenanceKinds) {
        const recorded = await reader.call(recordMaintenance, record(serialNumber, kind)).then(
          () => 'recorded',
          (refusal: unknown) => (refusal instanceof CallFailed ? refusal.status : refusal),
        );
        assert.equal(recorded, may.record.includes(kind) ? 'recorded' : 403, `${reader.email} ${kind}`);
      }
    }
  });

  it('S1.7 a kitchen records cleanings and probe checks, newest first; service and repair need a service partner', async () => {
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const cook = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const partner = await user('SERVICE', { companyId: await company() });
    await serves(portal, partner, labId);
    // What was done before a kitchen held its appliance is not listed with its own time.
    portal.clock.leap(2 * 60_000);
    await cook.call(recordMaintenance, record(serialNumber, 'cleaning'));
    // Newest by when it was done, not by when it was noted.
    await owner.call(recordMaintenance, record(serialNumber, 'probeCheck', portal.clock.now() - 60_000));
    for (const kind of ['service', 'repair'] as const) {
      const refusal = await owner.refused(recordMaintenance, record(serialNumber, kind));
      assert.deepEqual([refusal.status, refusal.code], [403, 'maintenance_not_yours']);
    }
    portal.clock.leap(1000);
    await partner.call(recordMaintenance, record(serialNumber, 'repair'));
    assert.deepEqual(await kindsOf(owner, serialNumber), ['repair', 'cleaning', 'probeCheck']);
    const [repair, cleaning, check] = await owner.call(listMaintenance, { params: { id: serialNumber } });
    assert.equal(repair?.note, 'Done.');
    for (const one of [repair, cleaning, check])
      assert.match(one?.company ?? '', /^Company \w+$/, 'no person is named');
    assert.equal(check?.company, cleaning?.company, 'what a guest did is its host’s');
    assert.notEqual(repair.company, cleaning?.company, 'who serves it is another company');
  });

  it('S7.11 S1.7 what somebody did whose account was deleted is nobody’s, and not the kitchen’s', async () => {
    const owner = await user();
    const { serialNumber, labId } = await claimedUnit(owner);
    const technician = await user('SERVICE', { companyId: await company() });
    await serves(portal, technician, labId);
    await technician.call(recordMaintenance, record(serialNumber, 'repair'));
    const done = () => owner.call(listMaintenance, { params: { id: serialNumber } });
    const [{ company: before } = { company: null }] = await done();
    assert.match(before ?? '', /^Company /);
    await technician.call(deleteOwnUser, {});
    assert.deepEqual(
      (await done()).map(({ kind, company }) => [kind, company]),
      [['repair', null]],
    );
  });

  it('S1.7 work that is not done yet is refused; a clock a little ahead is not', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const tomorrow = await owner.refused(
      recordMaintenance,
      record(serialNumber, 'cleaning', portal.clock.now() + 86_400_000),
    );
    assert.deepEqual([tomorrow.status, tomorrow.code], [422, 'maintenance_in_future']);
    const noted = await owner.call(recordMaintenance, record(serialNumber, 'cleaning', portal.clock.now() + 60_000));
    assert.ok(noted.at <= portal.clock.now());
  });

  it('S6.7 work of before the present owner’s time is refused: the rules would rewrite what they found for the former one', async () => {
    const [owner, next] = [await user(), await user()];
    const { serialNumber } = await claimedUnit(owner);
    const before = portal.clock.now();
    portal.clock.leap(1_800_000);
    const { body } = await owner.call(releaseAppliance, { params: { id: serialNumber } });
    const labId = await laboratory(next);
    const claimedAt = portal.clock.now();
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    for (const at of [0, before]) {
      const refusal = await next.refused(recordMaintenance, record(serialNumber, 'cleaning', at));
      assert.deepEqual([refusal.status, refusal.code], [422, 'maintenance_too_old']);
    }
    // A minute typed without its seconds may lie before the claim.
    const noted = await next.call(recordMaintenance, record(serialNumber, 'cleaning', portal.clock.now() - 59_000));
    assert.ok(noted.at >= claimedAt);
  });

  it('S1.7 S6.7 what is noted makes the rules look at the appliance again, and stands in the audit log', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    await portal.settled();
    const found = async () =>
      portal.db.read(async (db) => ({
        looked: await db
          .selectFrom('alarm_engine')
          .innerJoin('appliance', 'appliance.id', 'alarm_engine.appliance')
          .select('serial')
          .where('serial', '=', serialNumber)
          .execute(),
        audit: await db
          .selectFrom('audit')
          .select(['user_id', 'detail'])
          .where('on_id', '=', serialNumber)
          .where('action', '=', 'appliance.maintenance')
          .execute(),
      }));
    assert.deepEqual(await found(), { looked: [], audit: [] });
    await owner.call(recordMaintenance, record(serialNumber, 'cleaning'));
    await portal.settled();
    assert.deepEqual(await found(), {
      looked: [{ serial: serialNumber }],
      audit: [{ user_id: owner.id, detail: { kind: 'cleaning' } }],
    });
  });

  it('S1.7 work of more than ninety days ago is refused', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    await portal.db.write((db) =>
      db
        .updateTable('tenure')
        .set({ from_at: timestamp(portal.clock.now() - 200 * day_ms) })
        .where('company_id', '=', owner.companyId ?? '')
        .execute(),
    );
    const old = await owner.refused(
      recordMaintenance,
      record(serialNumber, 'cleaning', portal.clock.now() - 91 * day_ms),
    );
    assert.equal(old.code, 'maintenance_too_old');
    await owner.call(recordMaintenance, record(serialNumber, 'cleaning', portal.clock.now() - 89 * day_ms));
  });

  it('S6.7 the next owner starts with an empty list, the former keeps its own', async () => {
    const [owner, next] = [await user(), await user()];
    const { serialNumber } = await claimedUnit(owner);
    await owner.call(recordMaintenance, record(serialNumber, 'cleaning'));
    portal.clock.leap(1000);
    const { body } = await owner.call(releaseAppliance, { params: { id: serialNumber } });
    portal.clock.leap(1000);
    const labId = await laboratory(next);
    await next.call(claimAppliance, { body: { activationCode: body.activationCode, name: 'Mine', labId } });
    assert.deepEqual(await kindsOf(next, serialNumber), []);
    await next.call(recordMaintenance, record(serialNumber, 'probeCheck'));
    assert.deepEqual(await kindsOf(next, serialNumber), ['probeCheck']);
    assert.deepEqual(await kindsOf(owner, serialNumber), ['cleaning']);
  });
});
