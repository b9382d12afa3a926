import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { acceptMembership, getUserInfo, leaveMembership, switchMembership } from '@brina/contract/calls/people/account';
import { getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { listMembers } from '@brina/contract/calls/people/sharing';
import type { MembershipRole } from '@brina/domain/people/roles';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('memberships', async () => {
  const portal = await sharedPortal();
  const { user, member, claimedUnit } = given(portal);

  /** An invitation that waits for its answer, with appliances shared already. */
  async function invite(owner: TestUser, invited: TestUser, role: MembershipRole, serials: string[] = []) {
    const id = newId(portal.clock.now());
    const at = timestamp(portal.clock.now());
    await portal.db.write(async (db) => {
      const company_id = owner.companyId ?? '';
      await db
        .insertInto('membership')
        .values({ id, company_id, user_id: invited.id, role, created_at: at, accepted_at: null })
        .execute();
      for (const serial of serials)
        await db
          .insertInto('share')
          .columns(['membership_id', 'appliance', 'created_at'])
          .expression((eb) =>
            eb
              .selectFrom('appliance')
              .where('serial', '=', serial)
              .select(({ val, ref, cast }) => [cast<string>(val(id), 'uuid').as('m'), ref('id').as('a'), at.as('c')]),
          )
          .execute();
    });
    return id;
  }
  const serialsOf = async (person: TestUser) =>
    (await person.call(listAppliances, {})).map(({ serialNumber }) => serialNumber);

  it('S4.19 S6.2 an accepted invitation lets the session of who has no company act within it, and see what is shared', async () => {
    const owner = await user();
    const [shared, kept] = [await claimedUnit(owner), await claimedUnit(owner)];
    const lea = await user('KITCHEN_MANAGER');
    const id = await invite(owner, lea, 'KITCHEN_MANAGER', [shared.serialNumber]);
    const before = await lea.call(getUserInfo, {});
    assert.deepEqual(
      [before.role, before.company, before.memberships.map(({ state }) => state)],
      ['KITCHEN_MANAGER', null, ['PENDING']],
    );
    assert.equal((await lea.refused(listAppliances, {})).status, 403);

    const after = await lea.call(acceptMembership, { params: { id } });
    assert.deepEqual(
      [after.role, after.membership?.id, after.membership?.state, after.membership?.role, after.ownCompany],
      ['USER', id, 'ACCEPTED', 'KITCHEN_MANAGER', null],
    );
    assert.deepEqual(await serialsOf(lea), [shared.serialNumber]);
    const foreign = await lea.refused(getAppliance, { params: { id: kept.serialNumber } });
    assert.equal(foreign.status, 404);
    for (const call of [getCompany, listMembers]) assert.equal((await lea.refused(call, {})).status, 403);
    assert.deepEqual(await lea.call(acceptMembership, { params: { id } }), after);
  });

  it('S4.19 who has a company of its own stays there until it switches; the role of the account stays', async () => {
    const [owner, other] = [await user(), await user()];
    const id = await invite(other, owner, 'ADMIN');
    const pending = await owner.refused(switchMembership, { body: { membershipId: id } });
    assert.deepEqual([pending.status, pending.code], [409, 'membership_pending']);
    const accepted = await owner.call(acceptMembership, { params: { id } });
    assert.deepEqual([accepted.membership, accepted.company?.name], [null, accepted.ownCompany?.name]);
    const { role } = await portal.db.read((db) =>
      db.selectFrom('app_user').where('id', '=', owner.id).select('role').executeTakeFirstOrThrow(),
    );
    assert.equal(role, 'USER');
  });

  it('S6.7 a session that has switched sees the new company’s and nothing else, and back', async () => {
    const [owner, other] = [await user(), await user()];
    const [mine, theirs] = [await claimedUnit(owner), await claimedUnit(other)];
    const id = await invite(other, owner, 'ADMIN', [theirs.serialNumber]);
    await owner.call(acceptMembership, { params: { id } });
    assert.deepEqual(await serialsOf(owner), [mine.serialNumber]);

    const there = await owner.call(switchMembership, { body: { membershipId: id } });
    assert.equal(there.membership?.id, id);
    assert.notEqual(there.company?.name, there.ownCompany?.name);
    assert.deepEqual(await serialsOf(owner), [theirs.serialNumber]);
    assert.equal((await owner.refused(getAppliance, { params: { id: mine.serialNumber } })).status, 404);
    assert.deepEqual(
      (await owner.call(listLaboratories, {})).map((lab) => lab.id),
      [theirs.labId],
    );
    // Neither company may be changed from here.
    assert.equal((await owner.refused(getCompany, {})).status, 403);
    assert.equal((await owner.refused(updateCompany, { headers: {}, body: { name: 'Mine' } as never })).status, 403);

    const back = await owner.call(switchMembership, { body: { membershipId: null } });
    assert.deepEqual([back.membership, back.company?.name], [null, back.ownCompany?.name]);
    assert.deepEqual(await serialsOf(owner), [mine.serialNumber]);
  });

  it('S6.7 S7.31 the frames of the old company stop when a session switches, those of the new begin', async () => {
    const [owner, other] = [await user(), await user()];
    const [mine, theirs] = [await claimedUnit(owner), await claimedUnit(other)];
    const id = await invite(other, owner, 'KITCHEN_MANAGER', [theirs.serialNumber]);
    await owner.call(acceptMembership, { params: { id } });
    using own = new TestDevice(portal, mine);
    using foreign = new TestDevice(portal, theirs);
    await Promise.all([own.connect(), foreign.connect()]);
    using socket = new LiveClient(portal, owner);
    await socket.subscribe();
    const sendBoth = () => Promise.all([own.sendSamples([{ TCell: 1 }]), foreign.sendSamples([{ TCell: 1 }])]);
    await sendBoth();
    await socket.message('a frame of one’s own', () => socket.frames(mine.serialNumber).length > 0);
    assert.equal(socket.frames(theirs.serialNumber).length, 0);

    await owner.call(switchMembership, { body: { membershipId: id } });
    await socket.message('the new company’s state', () => socket.frames(theirs.serialNumber).length > 0);
    socket.messages.length = 0;
    await sendBoth();
    await sendBoth();
    await socket.message('a frame of the new', () => socket.frames(theirs.serialNumber).length > 1);
    assert.equal(socket.frames(mine.serialNumber).length, 0);
  });

  it('S4.19 who leaves acts within another accepted invitation, and without one has the access page', async () => {
    const [first, second] = [await user(), await user()];
    const lea = await member(first, 'KITCHEN_MANAGER');
    const next = await invite(second, lea, 'ADMIN');
    await lea.call(acceptMembership, { params: { id: next } });
    assert.equal((await lea.call(getUserInfo, {})).membership?.id, lea.membershipId);

    const info = await lea.call(leaveMembership, { params: { id: lea.membershipId } });
    assert.deepEqual([info.membership?.id, info.memberships.length], [next, 1]);
    const last = await lea.call(leaveMembership, { params: { id: next } });
    assert.deepEqual([last.role, last.membership, last.company, last.memberships], ['KITCHEN_MANAGER', null, null, []]);
    assert.equal((await lea.refused(listAppliances, {})).status, 403);
    assert.equal((await lea.refused(leaveMembership, { params: { id: next } })).status, 404);
  });

  it('S4.19 an invitation is declined; what was shared with it goes', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const lea = await user('KITCHEN_MANAGER');
    const id = await invite(owner, lea, 'KITCHEN_MANAGER', [serialNumber]);
    assert.deepEqual((await lea.call(leaveMembership, { params: { id } })).memberships, []);
    const shares = await portal.db.read((db) =>
      db.selectFrom('share').where('membership_id', '=', id).select('appliance').execute(),
    );
    assert.deepEqual(shares, []);
  });

  it('S6.7 nobody answers, leaves or acts within somebody else’s invitation', async () => {
    const [owner, eve] = [await user(), await user('KITCHEN_MANAGER')];
    const lea = await member(owner, 'ADMIN');
    const pending = await invite(owner, await user('ADMIN'), 'ADMIN');
    for (const id of [lea.membershipId, pending]) {
      for (const call of [acceptMembership, leaveMembership])
        assert.equal((await eve.refused(call, { params: { id } })).status, 404);
      assert.equal((await eve.refused(switchMembership, { body: { membershipId: id } })).status, 404);
    }
    assert.equal((await lea.call(getUserInfo, {})).membership?.id, lea.membershipId);
  });

  it('S4.3 who has not confirmed its address neither sees nor answers invitations', async () => {
    const [owner, lea] = [await user(), await user('KITCHEN_MANAGER')];
    const id = await invite(owner, lea, 'ADMIN');
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', lea.id).execute(),
    );
    assert.deepEqual((await lea.call(getUserInfo, {})).memberships, []);
    assert.equal((await lea.refused(acceptMembership, { params: { id } })).status, 403);
  });
});
