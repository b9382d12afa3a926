import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { getAppliance, listAppliances, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { acceptMembership, getUserInfo } from '@brina/contract/calls/people/account';
import {
  inviteAgain,
  inviteMember,
  listMembers,
  listSharedAppliances,
  removeMember,
  shareAppliance,
  unshareAppliance,
  updateMember,
} from '@brina/contract/calls/people/sharing';
import { type Call, idPositions } from '@brina/contract/wire/call';
import type { IdKind } from '@brina/contract/wire/ids';
import type { MembershipRole } from '@brina/domain/people/roles';
import { nobodysHash } from '#identity/passwords.ts';
import { TestDevice } from '../../../../test/device.ts';
import { given, type TestUser } from '../../../../test/given.ts';
import { exampleWith, type Ids, nobodysIds, ownIds, sendRaw, withId } from '../../../../test/instances.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { mailsTo } from '../../../../test/outbox.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('sharing', async () => {
  const portal = await sharedPortal();
  const { user, member, claimedUnit } = given(portal);

  let people = 0;
  const strangersAddress = (): string => `Stranger-${(people += 1)}@Test.example`;
  const bodyOf = (email: string, more: Partial<{ role: MembershipRole; appliances: string[] }> = {}) => ({
    body: {
      email,
      firstName: 'Lea',
      lastName: 'Rossi',
      role: 'KITCHEN_MANAGER' as MembershipRole,
      language: 'it_IT',
      appliances: [] as string[],
      ...more,
    },
  });
  const userOf = (email: string) =>
    portal.db.read((db) => db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst());
  const auditOf = (companyId: string | undefined) =>
    portal.db.read(async (db) => {
      const rows = await db
        .selectFrom('audit')
        .select('action')
        .where('company_id', '=', companyId ?? '')
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action).filter((action) => /^member|share$/.test(action));
    });
  const accept = async (person: TestUser) => {
    const { memberships } = await person.call(getUserInfo, {});
    const pending = memberships.find(({ state }) => state === 'PENDING');
    assert.ok(pending, 'an invitation waits');
    return person.call(acceptMembership, { params: { id: pending.id } });
  };

  it('S4.19 an unknown address gets an account nobody can open yet, a link in its language, and its appliances', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const email = strangersAddress();
    const invited = await owner.call(inviteMember, bodyOf(email, { appliances: [unit.serialNumber] }));
    assert.deepEqual(invited, {
      email: email.toLowerCase(),
      firstName: 'Lea',
      lastName: 'Rossi',
      language: 'it_IT',
      role: 'KITCHEN_MANAGER',
      state: 'PENDING',
      invitedAt: invited.invitedAt,
      acceptedAt: null,
      appliances: [unit.serialNumber],
      self: false,
    });
    const account = await userOf(email);
    assert.deepEqual(
      [account?.role, account?.status, account?.tos_version, account?.language, account?.password_hash],
      ['KITCHEN_MANAGER', 'INACTIVE', null, 'it_IT', nobodysHash],
    );
    const [mail, ...more] = await mailsTo(portal, email);
    assert.equal(more.length, 0);
    assert.deepEqual([mail?.kind, mail?.subject.startsWith('Invito')], ['account.invitation', true]);
    const link = new URL(mail?.links[0] ?? '');
    assert.equal(link.pathname, '/changepassword');
    assert.equal(link.searchParams.get('email'), email);
    assert.equal(link.searchParams.get('lang'), 'it');
    assert.ok((link.searchParams.get('token') ?? '').length > 20);
    assert.match(mail?.text ?? '', /Lea Rossi[^]*Test USER[^]*Responsabile di cucina/);
    assert.deepEqual(await auditOf(owner.companyId), ['member.invite']);
  });

  it('S6.2 somebody with an account answers in it; until then the inviter reads the names it typed', async () => {
    const owner = await user();
    const lea = await user('KITCHEN_MANAGER', { language: 'de' });
    const before = await userOf(lea.email);
    const invited = await owner.call(inviteMember, bodyOf(lea.email.toUpperCase()));
    assert.deepEqual([invited.firstName, invited.lastName, invited.email], ['Lea', 'Rossi', lea.email]);
    assert.deepEqual(await userOf(lea.email), before, 'nothing typed overwrites an account');
    const [mail] = await mailsTo(portal, lea.email);
    assert.match(mail?.subject ?? '', /^Einladung/);
    assert.deepEqual(
      mail?.links.map((link) => new URL(link).pathname),
      ['/account'],
    );
    assert.doesNotMatch(mail?.text ?? '', /token/);
    const info = await accept(lea);
    assert.deepEqual([info.role, info.membership?.role], ['USER', 'KITCHEN_MANAGER']);
    const [accepted] = await owner.call(listMembers, {});
    assert.deepEqual(
      [accepted?.state, accepted?.firstName, accepted?.lastName],
      ['ACCEPTED', 'Test', 'KITCHEN_MANAGER'],
    );
  });

  it('S8.5 the reply never tells whether an address has an account, nor of what role', async () => {
    const owner = await user();
    const shapes = new Set<string>();
    for (const email of [strangersAddress(), (await user()).email, (await user('FACTORY')).email]) {
      const asked = email.replace(/^./, (first) => first.toUpperCase());
      const { email: told, invitedAt: _at, ...rest } = await owner.call(inviteMember, bodyOf(asked));
      shapes.add(JSON.stringify({ ...rest, isAsTyped: told === asked, isSmall: told === asked.toLowerCase() }));
    }
    assert.equal(shapes.size, 1);
  });

  it('nobody is invited twice, nor who belongs to the company', async () => {
    const owner = await user();
    const colleague = await user('USER', owner.companyId ? { companyId: owner.companyId } : {});
    const email = strangersAddress();
    await owner.call(inviteMember, bodyOf(email));
    for (const taken of [email, email.toLowerCase(), owner.email, colleague.email]) {
      const refusal = await owner.refused(inviteMember, bodyOf(taken));
      assert.deepEqual([refusal.status, refusal.code], [409, 'member_exists'], taken);
    }
    assert.equal((await owner.call(listMembers, {})).length, 1);
  });

  it('two companies invite the same stranger; each link is for its own', async () => {
    const [one, other] = [await user(), await user()];
    const email = strangersAddress();
    await one.call(inviteMember, bodyOf(email));
    await other.call(inviteMember, bodyOf(email, { role: 'ADMIN' }));
    const codes = await portal.db.read((db) =>
      db
        .selectFrom('mailed_code')
        .innerJoin('app_user', 'app_user.id', 'mailed_code.user_id')
        .where('app_user.email', '=', email)
        .select('mailed_code.membership_id')
        .execute(),
    );
    assert.equal(new Set(codes.map((code) => code.membership_id)).size, 2);
    await one.call(removeMember, { params: { email } });
    assert.ok(await userOf(email), 'the other company still invites');
    await other.call(removeMember, { params: { email } });
    assert.equal(await userOf(email), undefined, 'nothing says why we would know the address');
  });

  it('a pending invitation is mailed again with a new link; an accepted one is not', async () => {
    const owner = await user();
    const email = strangersAddress();
    await owner.call(inviteMember, bodyOf(email));
    await owner.call(inviteAgain, { params: { email } });
    const links = (await mailsTo(portal, email)).map((mail) => mail.links[0]);
    assert.equal(new Set(links).size, 2);
    const lea = await member(owner, 'ADMIN');
    const refusal = await owner.refused(inviteAgain, { params: { email: lea.email } });
    assert.deepEqual([refusal.status, refusal.code], [409, 'already_accepted']);
  });

  it('invitations are limited, to one address and from one company', async () => {
    const owner = await user();
    const email = strangersAddress();
    await owner.call(inviteMember, bodyOf(email));
    for (let i = 0; i < 4; i++) await owner.call(inviteAgain, { params: { email } });
    const refusal = await owner.refused(inviteAgain, { params: { email } });
    assert.deepEqual([refusal.status, refusal.code, refusal.data], [429, 'too_many_requests', { minutes: 60 }]);
    await owner.call(removeMember, { params: { email } });
    assert.equal((await owner.refused(inviteMember, bodyOf(email))).status, 429, 'a new invitation counts as well');
    for (let i = 5; i < 60; i++) await owner.call(inviteMember, bodyOf(strangersAddress()));
    assert.equal((await owner.refused(inviteMember, bodyOf(strangersAddress()))).status, 429);
    await (await user()).call(inviteMember, bodyOf(email));
    portal.clock.leap(3_600_000);
    const later = await user('USER', owner.companyId ? { companyId: owner.companyId } : {});
    const hasty = strangersAddress();
    await later.call(inviteMember, bodyOf(hasty));
    await Promise.allSettled(Array.from({ length: 12 }, () => later.call(inviteAgain, { params: { email: hasty } })));
    assert.equal((await mailsTo(portal, hasty)).length, 5, 'of a burst no more are let in than one after the other');
  });

  it('S4.20 another role drops what was shared, is told by mail, and the account’s role follows', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const lea = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    assert.equal((await lea.call(listAppliances, {})).length, 1);
    const same = await owner.call(updateMember, { params: { email: lea.email }, body: { role: 'KITCHEN_MANAGER' } });
    assert.deepEqual(same.appliances, [unit.serialNumber], 'the same role changes nothing');
    const changed = await owner.call(updateMember, { params: { email: lea.email }, body: { role: 'ADMIN' } });
    assert.deepEqual([changed.role, changed.appliances], ['ADMIN', []]);
    assert.deepEqual(await lea.call(listAppliances, {}), []);
    assert.equal((await userOf(lea.email))?.role, 'ADMIN');
    const [mail] = await mailsTo(portal, lea.email);
    assert.match(mail?.text ?? '', /Your new role: Administrator/);
    // Of two companies' roles neither is the account's.
    const other = await user();
    await other.call(inviteMember, bodyOf(lea.email));
    await owner.call(updateMember, { params: { email: lea.email }, body: { role: 'KITCHEN_MANAGER' } });
    assert.equal((await userOf(lea.email))?.role, 'ADMIN');
    assert.deepEqual(await auditOf(owner.companyId), ['member.update', 'member.update']);
  });

  it('S6.2 a mistyped name and language are corrected while somebody is invited; the next letter has them', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const email = strangersAddress();
    const params = { email };
    await owner.call(inviteMember, bodyOf(email, { appliances: [unit.serialNumber] }));
    const corrected = await owner.call(updateMember, { params, body: { firstName: 'Léa', language: 'fr_FR' } });
    assert.deepEqual(
      [corrected.firstName, corrected.lastName, corrected.language, corrected.role, corrected.appliances],
      ['Léa', 'Rossi', 'fr_FR', 'KITCHEN_MANAGER', [unit.serialNumber]],
    );
    const account = await userOf(email);
    assert.deepEqual([account?.first_name, account?.last_name, account?.language], ['Léa', 'Rossi', 'fr_FR']);
    await owner.call(inviteAgain, { params });
    const mail = (await mailsTo(portal, email)).at(-1);
    assert.match(mail?.subject ?? '', /^Invitation/);
    assert.match(mail?.text ?? '', /Léa/);
    assert.deepEqual(await auditOf(owner.companyId), ['member.invite', 'member.update', 'member.inviteAgain']);
    // Role and name at once; a name must be one.
    const both = await owner.call(updateMember, { params, body: { role: 'ADMIN', lastName: 'Rossini' } });
    assert.deepEqual([both.role, both.lastName, both.appliances], ['ADMIN', 'Rossini', []]);
    assert.equal((await owner.refused(updateMember, { params, body: { firstName: '' } })).status, 400);
  });

  it('S6.2 S6.7 what an inviter corrects reaches no account that is somebody’s own, nor anybody who has accepted', async () => {
    const [owner, other] = [await user(), await user()];
    const lea = await user('KITCHEN_MANAGER', { language: 'de' });
    const params = { email: lea.email };
    await owner.call(inviteMember, bodyOf(lea.email));
    const before = await userOf(lea.email);
    const typed = { firstName: 'Someone', lastName: 'Else', language: 'ja_JP' };
    const reply = await owner.call(updateMember, { params, body: typed });
    assert.deepEqual([reply.firstName, reply.language], ['Someone', 'ja_JP'], 'as of an address without an account');
    assert.deepEqual(await userOf(lea.email), before);
    await accept(lea);
    const late = await owner.refused(updateMember, { params, body: { firstName: 'Later' } });
    assert.deepEqual([late.status, late.code], [409, 'already_accepted']);
    assert.equal((await owner.refused(updateMember, { params, body: typed })).code, 'already_accepted');
    assert.equal((await owner.call(listMembers, {}))[0]?.firstName, before?.first_name);
    // Of an account that two companies have invited, one corrects only what it reads itself.
    const email = strangersAddress();
    for (const company of [owner, other]) await company.call(inviteMember, bodyOf(email));
    await owner.call(updateMember, { params: { email }, body: { firstName: 'Mine' } });
    assert.equal((await userOf(email))?.first_name, 'Lea');
    assert.equal((await other.call(listMembers, {}))[0]?.firstName, 'Lea');
  });

  it('a USER who is invited elsewhere stays a USER', async () => {
    const [owner, guest] = [await user(), await user()];
    await owner.call(inviteMember, bodyOf(guest.email));
    await accept(guest);
    await owner.call(updateMember, { params: { email: guest.email }, body: { role: 'ADMIN' } });
    assert.equal((await userOf(guest.email))?.role, 'USER');
  });

  it('S6.2 an ADMIN tends people and sharing, but not its own place; a KITCHEN_MANAGER neither', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const [admin, lea] = [await member(owner, 'ADMIN'), await member(owner, 'KITCHEN_MANAGER')];
    const own = { params: { email: admin.email } };
    for (const refusal of [
      await admin.refused(updateMember, { ...own, body: { role: 'KITCHEN_MANAGER' } }),
      await admin.refused(removeMember, own),
    ])
      assert.deepEqual([refusal.status, refusal.code], [409, 'own_membership']);
    assert.deepEqual(
      (await admin.call(listMembers, {})).map(({ email, self }) => [email, self]),
      [
        [admin.email, true],
        [lea.email, false],
      ],
    );
    // What is not shared with the ADMIN it shares none the less.
    await admin.call(shareAppliance, { body: { email: lea.email, serialNumber: unit.serialNumber } });
    assert.equal((await lea.call(listAppliances, {})).length, 1);
    assert.deepEqual(await admin.call(listAppliances, {}), []);
    await admin.call(removeMember, { params: { email: lea.email } });
    assert.equal((await lea.refused(listAppliances, {})).status, 403);
    assert.equal((await lea.call(getUserInfo, {})).role, 'KITCHEN_MANAGER', 'on its own again');
    const manager = await member(owner, 'KITCHEN_MANAGER');
    assert.equal((await manager.refused(listMembers, {})).status, 403);
  });

  it('S7.19 S2.29 the appliances of the company stand with whom each is shared, from both sides', async () => {
    const owner = await user();
    const [first, second] = [await claimedUnit(owner), await claimedUnit(owner)];
    const lea = await member(owner, 'KITCHEN_MANAGER', [first.serialNumber]);
    const all = await owner.call(listSharedAppliances, { query: {} });
    assert.deepEqual(
      new Map(all.map(({ serialNumber, sharedWith }) => [serialNumber, sharedWith])),
      new Map([
        [first.serialNumber, [lea.email]],
        [second.serialNumber, []],
      ]),
    );
    const hers = await owner.call(listSharedAppliances, { query: { email: lea.email } });
    assert.deepEqual(
      hers.map(({ serialNumber, lab }) => [serialNumber, lab?.id]),
      [[first.serialNumber, first.labId]],
    );
    const both = { email: lea.email, serialNumber: second.serialNumber };
    for (let i = 0; i < 2; i++) await owner.call(shareAppliance, { body: both });
    assert.equal((await owner.call(listMembers, {}))[0]?.appliances.length, 2);
    for (let i = 0; i < 2; i++) await owner.call(unshareAppliance, { query: both });
    assert.deepEqual(await auditOf(owner.companyId), ['appliance.share', 'appliance.unshare']);
  });

  it('S2.29 S4.9 a shared appliance is live at once, and silent as soon as it is unshared', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const serial = unit.serialNumber;
    using device = new TestDevice(portal, unit);
    await device.connect();
    await device.sendSamples([{ TCell: 1 }]);
    const lea = await member(owner, 'KITCHEN_MANAGER');
    using hers = new LiveClient(portal, lea);
    using owners = new LiveClient(portal, owner);
    await Promise.all([hers.subscribe(), owners.subscribe()]);
    await device.sendSamples([{ TCell: 2 }]);
    const has = (client: LiveClient, value: number) => () =>
      client.frames(serial).some((frame) => 'reported' in frame && frame.reported['TCell'] === value);
    await owners.message('the owner’s frame', has(owners, 2));
    assert.deepEqual(hers.frames(serial), []);

    await owner.call(shareAppliance, { body: { email: lea.email, serialNumber: serial } });
    await hers.message('the whole state', has(hers, 2));
    await device.sendSamples([{ TCell: 3 }]);
    await hers.message('what follows', has(hers, 3));

    const told = owners.messages.filter((message) => 'action' in message).length;
    const before = hers.messages.filter((message) => 'action' in message).length;
    await owner.call(unshareAppliance, { query: { email: lea.email, serialNumber: serial } });
    await portal.settled();
    assert.equal(hers.messages.filter((message) => 'action' in message).length, before + 1, 'that access changed');
    hers.messages.length = 0;
    await device.sendSamples([{ TCell: 4 }]);
    await owners.message('the owner hears on', has(owners, 4));
    await portal.settled();
    assert.deepEqual(hers.frames(serial), []);
    assert.equal(owners.messages.filter((message) => 'action' in message).length, told, 'the owner does not flicker');
    assert.equal((await lea.refused(getAppliance, { params: { id: serial } })).status, 404);
  });

  it('S6.2 S6.7 what is not shared does not exist for a member, at any place of any call', async () => {
    const owner = await user();
    const [shared, hidden] = [await ownIds(portal, owner), await ownIds(portal, owner)];
    // Cycles of the library are the whole company's.
    const ofUnits = ['appliance', 'applianceRecord', 'command', 'batch', 'notice', 'schedule'] as const;
    const seen: Record<MembershipRole, readonly IdKind[]> = {
      KITCHEN_MANAGER: [...ofUnits, 'laboratory'],
      ADMIN: ofUnits,
    };
    for (const role of ['KITCHEN_MANAGER', 'ADMIN'] as const) {
      const person = await member(owner, role, [shared.appliance]);
      const own: Ids = { ...shared, membership: person.membershipId };
      let positions = 0;
      for (const call of allCalls.filter((one: Call) => one.members?.includes(role)))
        for (const position of idPositions(call).filter(({ kind }) => seen[role].includes(kind))) {
          const at = `${role} ${call.id} ${position.path.join('.')}`;
          const input = exampleWith(call, own);
          const unseen = await sendRaw(portal, person, call, withId(input, position, hidden[position.kind]));
          const nobodys = await sendRaw(portal, person, call, withId(input, position, nobodysIds()[position.kind]));
          assert.equal(unseen.status, 404, `${at} answered ${unseen.status} ${unseen.text}`);
          const withoutId = (text: string) => text.replace(/"requestId":"[0-9a-f-]{36}"/, '');
          assert.equal(withoutId(unseen.text), withoutId(nobodys.text), at);
          positions += 1;
        }
      assert.ok(positions > 5, `${positions} positions of ${role}`);
      const kitchens = (await person.call(listLaboratories, {})).map(({ id }) => id);
      assert.equal(kitchens.includes(hidden.laboratory), role === 'ADMIN');
      assert.ok(kitchens.includes(shared.laboratory));
      assert.deepEqual(
        (await person.call(listAppliances, {})).map(({ serialNumber }) => serialNumber),
        [shared.appliance],
      );
    }
  });

  it('S6.7 members of two companies never mix', async () => {
    const [one, other] = [await user(), await user()];
    const [mine, theirs] = [await claimedUnit(one), await claimedUnit(other)];
    const lea = await member(one, 'KITCHEN_MANAGER', [mine.serialNumber]);
    await other.call(inviteMember, bodyOf(lea.email, { appliances: [theirs.serialNumber] }));
    assert.deepEqual(
      (await lea.call(listAppliances, {})).map(({ serialNumber }) => serialNumber),
      [mine.serialNumber],
    );
    const [fromOne] = await one.call(listMembers, {});
    assert.deepEqual(fromOne?.appliances, [mine.serialNumber]);
    const foreign = await one.refused(shareAppliance, {
      body: { email: lea.email, serialNumber: theirs.serialNumber },
    });
    assert.equal(foreign.status, 404);
    assert.equal(
      (await one.refused(inviteMember, bodyOf(strangersAddress(), { appliances: [theirs.serialNumber] }))).status,
      404,
    );
    assert.deepEqual(
      (await other.call(listSharedAppliances, { query: {} })).map(({ sharedWith }) => sharedWith),
      [[lea.email]],
    );
  });

  it('S6.2 a released appliance is shared with nobody, also when the same company claims it again', async () => {
    const owner = await user();
    const unit = await claimedUnit(owner);
    const lea = await member(owner, 'KITCHEN_MANAGER', [unit.serialNumber]);
    await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
    assert.deepEqual(await lea.call(listAppliances, {}), []);
    assert.deepEqual((await owner.call(listMembers, {}))[0]?.appliances, []);
    const gone = await owner.refused(shareAppliance, { body: { email: lea.email, serialNumber: unit.serialNumber } });
    assert.equal(gone.status, 404);
  });

  it('names that somebody typed are text in the mail that carries them', async () => {
    const owner = await user();
    const email = strangersAddress();
    const { body } = bodyOf(email);
    const refusal = await owner.refused(inviteMember, { body: { ...body, firstName: 'Lea\r\nBcc: x@test.example' } });
    assert.deepEqual([refusal.status, refusal.code], [400, 'bad_request']);
    await owner.call(inviteMember, { body: { ...body, firstName: '<b>Win', lastName: 'https://evil.example' } });
    const [mail] = await mailsTo(portal, email);
    assert.match(mail?.text ?? '', /<b>Win https evil\. example/);
    assert.match(mail?.html ?? '', /&#60;b&#62;Win https evil\. example/);
  });
});
