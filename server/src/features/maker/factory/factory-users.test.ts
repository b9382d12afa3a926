import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, listAppliances, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  deleteFactoryUser,
  type FactoryUser,
  filterUsers,
  getFactoryUser,
  listDomains,
  setUserFlags,
  upgradeUser,
  usersOfAppliance,
} from '@brina/contract/calls/maker/factory-users';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { inviteMember } from '@brina/contract/calls/people/sharing';
import { type Role, roles } from '@brina/domain/people/roles';
import { given, type TestUser } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { sealUser } from './user-page-token.ts';

type Filters = { attribute: 'serialNumber' | 'freeSearch' | 'role' | 'country'; value: string }[];
const bodyOf = (filterAttributes: Filters) => ({ page: 0, nRows: 50, filterAttributes });

describe('users in the factory', async () => {
  const portal = await sharedPortal();
  const { user, member, laboratory, claimedUnit } = given(portal);
  const factory = await user('FACTORY');
  const superfactory = await user('SUPERFACTORY');

  const emails = async (filterAttributes: Filters): Promise<string[]> =>
    (await factory.call(filterUsers, { body: bodyOf(filterAttributes) })).items.map(({ email }) => email);
  const search = (text: string) => emails([{ attribute: 'freeSearch', value: text }]);
  const change = (id: string, fields: { first_name?: string; last_name?: string; country?: string; email?: string }) =>
    portal.db.write((db) => db.updateTable('app_user').set(fields).where('id', '=', id).execute());
  const listed = async (one: TestUser): Promise<FactoryUser> => {
    const { items } = await factory.call(filterUsers, {
      body: bodyOf([{ attribute: 'freeSearch', value: one.email }]),
    });
    assert.ok(items[0]);
    return items[0];
  };
  const page = async (one: TestUser, reader = factory) =>
    reader.call(getFactoryUser, { params: { encryptedEmailRole: (await listed(one)).encryptedEmailRole } });
  const upgrade = (by: TestUser, one: TestUser, targetRole: Role) =>
    by.call(upgradeUser, { params: { id: one.id }, query: { targetRole } });
  const refusedUpgrade = async (by: TestUser, one: TestUser, targetRole: Role) => {
    const { status, code } = await by.refused(upgradeUser, { params: { id: one.id }, query: { targetRole } });
    return [status, code];
  };

  const actionsOn = async (id: string): Promise<string[]> => {
    const rows = await portal.db.read((db) =>
      db.selectFrom('audit').select('action').where('on_id', '=', id).orderBy('at').orderBy('id').execute(),
    );
    return rows.map(({ action }) => action);
  };

  it('S7.10 S7.41 who sees an appliance: its owners and those it is shared with, by e-mail, as long as it is held', async () => {
    const owner = await user();
    const colleague = await user('USER', { companyId: owner.companyId! });
    const { serialNumber } = await claimedUnit(owner);
    const sharer = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    await member(owner, 'ADMIN');
    await user();
    const seers = [owner, colleague, sharer].map(({ email }) => email).sort();
    assert.deepEqual(await emails([{ attribute: 'serialNumber', value: serialNumber }]), seers);
    assert.deepEqual(await emails([{ attribute: 'serialNumber', value: ` ${serialNumber.toLowerCase()} ` }]), seers);
    const plain = await factory.call(usersOfAppliance, { query: { serialNumber } });
    assert.deepEqual(
      plain.map(({ email }) => email),
      seers,
    );
    assert.equal((await factory.refused(usersOfAppliance, { query: { serialNumber: 'MF-NOBODY-1' } })).status, 404);

    await owner.call(releaseAppliance, { params: { id: serialNumber } });
    assert.deepEqual(await emails([{ attribute: 'serialNumber', value: serialNumber }]), []);
  });

  it('S7.41 a text is looked for in e-mail, both names and company, whatever its case', async () => {
    const found = await user();
    await change(found.id, { first_name: 'Zoë', last_name: 'Quercia' });
    const { company } = await listed(found);
    for (const text of [found.email.slice(3).toUpperCase(), 'zoë quer', 'QUERCIA', company.slice(2)])
      assert.deepEqual(await search(text), [found.email], text);
  });

  it('S7.10 S7.41 who was invited has the companies whose invitation it accepted, and is found by them', async () => {
    const [owner, other] = [await user(), await user()];
    const invited = await member(owner, 'ADMIN');
    const { company } = await listed(owner);
    assert.deepEqual([(await listed(owner)).memberOf, (await listed(invited)).company], [[], '']);
    assert.deepEqual((await listed(invited)).memberOf, [company]);
    assert.deepEqual((await page(invited)).memberOf, [company]);
    assert.deepEqual(await search(company), [owner.email, invited.email].sort());

    // An invitation that nobody has answered makes nobody a member.
    await other.call(inviteMember, {
      body: { ...inviteMember.example.body, email: invited.email, appliances: [] },
    });
    assert.deepEqual((await listed(invited)).memberOf, [company]);
    assert.deepEqual(await search((await listed(other)).company), [other.email]);
  });

  it('S7.41 the signs of LIKE and SQL in a text are only themselves', async () => {
    const [percent, backslash] = [await user(), await user()];
    await change(percent.id, { last_name: '100%_Ghiaccio' });
    await change(backslash.id, { last_name: "Back\\slash'; drop table app_user; --" });
    assert.deepEqual(await search('0%_G'), [percent.email]);
    assert.deepEqual(await search('100%Ghiaccio'), []);
    assert.deepEqual(await search('_00%_Ghiaccio'), []);
    assert.deepEqual(await search("k\\slash'; drop"), [backslash.email]);
    for (const value of ["' or true --", "USER' or '1'='1"]) {
      assert.deepEqual(await search(value), []);
      assert.deepEqual(await emails([{ attribute: 'role', value }]), []);
      assert.deepEqual(await emails([{ attribute: 'serialNumber', value }]), []);
    }
  });

  it('S3.20 S7.41 several filters all apply, a blank one does not, an unknown one is refused', async () => {
    const [swiss, other] = [await user('SERVICE'), await user('SERVICE_SALES')];
    for (const { id } of [swiss, other]) await change(id, { country: 'LI', last_name: 'Filtered' });
    const both = [swiss.email, other.email].sort();
    const country = { attribute: 'country', value: 'li' } as const;
    assert.deepEqual(await emails([country]), both);
    assert.deepEqual(await emails([country, { attribute: 'role', value: 'SERVICE' }]), [swiss.email]);
    assert.deepEqual(await emails([country, { attribute: 'role', value: '' }]), both);
    assert.deepEqual(await emails([country, { attribute: 'freeSearch', value: 'nobody' }]), []);
    const unknown = { attribute: 'password_hash', value: 'x' } as unknown as Filters[number];
    assert.equal((await factory.refused(filterUsers, { body: bodyOf([unknown]) })).status, 400);
  });

  it('S3.20 pages follow one another in one order, by e-mail unless another is asked for', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => user('SERVICE')));
    for (const { id } of crowd) await change(id, { last_name: 'Crowdperson' });
    const inPages = async (order: {
      orderAttr?: 'email' | 'role' | 'createdAt';
      ascOrDesc?: 'desc';
    }): Promise<string[]> => {
      const filter = bodyOf([{ attribute: 'freeSearch', value: 'crowdperson' }]);
      const pages = await Promise.all(
        [0, 1, 2, 3].map((number) =>
          factory.call(filterUsers, { body: { ...filter, ...order, page: number, nRows: 2 } }),
        ),
      );
      assert.deepEqual(
        pages.map(({ items, total }) => [items.length, total]),
        [2, 2, 1, 0].map((n) => [n, 5]),
      );
      return pages.flatMap(({ items }) => items.map(({ email }) => email));
    };
    const sorted = crowd.map(({ email }) => email).sort();
    assert.deepEqual(await inPages({}), sorted);
    assert.deepEqual(await inPages({ orderAttr: 'email', ascOrDesc: 'desc' }), sorted.toReversed());
    // All of one role: the e-mail decides.
    assert.deepEqual(await inPages({ orderAttr: 'role' }), sorted);
    assert.deepEqual(new Set(await inPages({ orderAttr: 'createdAt' })), new Set(sorted));
    assert.equal((await factory.refused(filterUsers, { body: { ...bodyOf([]), nRows: 201 } })).status, 400);
  });

  it('S2.30 the page of a user tells what is known of it and what the reader may do', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const invited = await member(owner, 'ADMIN', [serialNumber]);
    const ownPage = await page(owner);
    assert.deepEqual(
      [ownPage.email, ownPage.role, ownPage.status, ownPage.language],
      [owner.email, 'USER', 'ACTIVE', 'en_GB'],
    );
    assert.deepEqual(ownPage.appliances, [{ serialNumber, name: 'Chiller', model: 'MF Next L 45' }]);
    assert.ok(ownPage.lastSignInAt);
    const invitedPage = await page(invited);
    assert.deepEqual(invitedPage.appliances, []);
    assert.deepEqual(invitedPage.memberships, [
      { company: ownPage.company, role: 'ADMIN', state: 'ACCEPTED', appliances: 1 },
    ]);

    const all = roles.filter((role) => role !== 'USER');
    assert.deepEqual((await page(owner, superfactory)).may, {
      changeTo: all,
      delete: true,
      setFlags: true,
      // There is none.
      resetFactors: false,
    });
    const byFactory = all.filter((role) => !['FACTORY', 'SUPERFACTORY', 'INTERNAL'].includes(role));
    assert.deepEqual(ownPage.may, { changeTo: byFactory, delete: true, setFlags: true, resetFactors: false });
    const nothing = { changeTo: [], delete: false, setFlags: false, resetFactors: false };
    assert.deepEqual((await page(owner, await user('INTERNAL'))).may, nothing);
    assert.deepEqual((await page(superfactory)).may, nothing);
    assert.deepEqual((await page(superfactory, superfactory)).may, { ...nothing, setFlags: true });
  });

  it('S2.30 a token that was changed, made up, or is of another role answers like nobody', async () => {
    const one = await user();
    const { encryptedEmailRole: token } = await listed(one);
    const answer = async (encryptedEmailRole: string) => {
      const { requestId: _, ...refusal } = await factory.refused(getFactoryUser, { params: { encryptedEmailRole } });
      return refusal;
    };
    const nobody = await answer('nobody');
    assert.deepEqual([nobody.status, nobody.code], [404, 'not_found']);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const foreignKey = sealUser(Buffer.alloc(32, 7), { email: one.email, role: 'USER' });
    const address = Buffer.from(`${one.email}|USER`).toString('base64url');
    for (const changed of [token.slice(0, -1) + last, token.slice(0, 20), `${token}AA`, foreignKey, address, one.email])
      assert.deepEqual(await answer(changed), nobody);

    await upgrade(factory, one, 'SERVICE');
    assert.deepEqual(await answer(token), nobody);
    assert.equal((await page(one)).role, 'SERVICE');
  });

  it('S7.14 S4.20 who gets another role loses what was shared and its sessions, and hears of it', async () => {
    const owner = await user();
    const { serialNumber } = await claimedUnit(owner);
    const promoted = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    const kept = await member(owner, 'KITCHEN_MANAGER', [serialNumber]);
    assert.equal((await promoted.call(listAppliances, {})).length, 1);

    assert.deepEqual(await upgrade(factory, promoted, 'ADMIN'), { code: '200', body: { released: [] } });
    assert.equal((await promoted.refused(getUserInfo, {})).status, 401);
    const pageOfAdmin = await page(promoted);
    assert.deepEqual(pageOfAdmin.role, 'ADMIN');
    // The membership stays, for an ADMIN can have one; nothing is shared within it any more.
    assert.deepEqual(
      pageOfAdmin.memberships.map(({ role, appliances }) => [role, appliances]),
      [['KITCHEN_MANAGER', 0]],
    );
    await upgrade(factory, promoted, 'SERVICE');
    assert.deepEqual((await page(promoted)).memberships, []);
    assert.equal((await kept.call(listAppliances, {})).length, 1);

    const mails = await portal.db.read((db) =>
      db.selectFrom('mail').select(['kind', 'content']).where('recipient', '=', promoted.email).orderBy('id').execute(),
    );
    assert.deepEqual(
      mails.map(({ kind }) => kind),
      ['account.role', 'account.role'],
    );
    const rows = await portal.db.read((db) =>
      db.selectFrom('audit').selectAll().where('on_id', '=', promoted.id).orderBy('at').orderBy('id').execute(),
    );
    assert.deepEqual(
      rows.map(({ action, user_id, detail }) => [action, user_id, detail]),
      [
        ['user.role', factory.id, { from: 'KITCHEN_MANAGER', to: 'ADMIN' }],
        ['user.role', factory.id, { from: 'ADMIN', to: 'SERVICE' }],
      ],
    );
  });

  it('S4.20 the last USER of a company gives its appliances free, with codes that claim them; one of several does not', async () => {
    const [first, last] = [await user(), await user()];
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ company_id: first.companyId! }).where('id', '=', last.id).execute(),
    );
    const { serialNumber } = await claimedUnit(first);
    const invited = await member(first, 'KITCHEN_MANAGER', [serialNumber]);

    assert.deepEqual((await upgrade(factory, first, 'SERVICE')).body.released, []);
    assert.equal((await page(first)).company, '');
    assert.equal((await last.call(listAppliances, {})).length, 1);

    const { body } = await upgrade(factory, last, 'SERVICE');
    assert.deepEqual(
      body.released.map((one) => [one.serialNumber, one.name]),
      [[serialNumber, 'Chiller']],
    );
    assert.deepEqual((await page(invited)).memberships, []);
    assert.equal((await invited.refused(listAppliances, {})).status, 403);
    const next = await user();
    const labId = await laboratory(next);
    const activationCode = body.released[0]?.activationCode ?? '';
    await next.call(claimAppliance, { body: { activationCode, name: 'Mine', labId } });
    assert.equal((await next.call(listAppliances, {}))[0]?.serialNumber, serialNumber);
  });

  it('S6.3 S4.21 nobody raises anybody beyond the roles it manages, nor changes itself', async () => {
    const [one, internal, equal] = [await user(), await user('INTERNAL'), await user('FACTORY')];
    for (const role of ['SUPERFACTORY', 'FACTORY', 'INTERNAL'] as const)
      assert.deepEqual(await refusedUpgrade(factory, one, role), [422, 'role_not_yours'], role);
    for (const other of [superfactory, internal, equal])
      assert.deepEqual(await refusedUpgrade(factory, other, 'USER'), [422, 'role_not_yours'], other.role);
    assert.deepEqual(await refusedUpgrade(factory, factory, 'SUPERFACTORY'), [422, 'role_not_yours']);
    assert.deepEqual(await refusedUpgrade(superfactory, superfactory, 'FACTORY'), [422, 'own_account']);
    assert.deepEqual(await refusedUpgrade(factory, one, 'USER'), [409, 'role_unchanged']);
    for (const outsider of [one, internal, await user('SERVICE')])
      assert.deepEqual(await refusedUpgrade(outsider, one, 'SUPERFACTORY'), [403, 'access_denied']);
    const wrong = { params: { id: one.id }, query: { targetRole: 'ROOT' as Role } };
    assert.equal((await superfactory.refused(upgradeUser, wrong)).status, 400);
    assert.equal((await one.call(getUserInfo, {})).role, 'USER');

    await upgrade(superfactory, equal, 'SUPERFACTORY');
    assert.equal((await page(equal)).role, 'SUPERFACTORY');
  });

  it('S2.46 the factory sets which menu entries a user has; other fields of the body are refused', async () => {
    const one = await user();
    const flags = { pro: true, cycleLibrary: true, energyPanel: false };
    const params = { id: one.id };
    assert.deepEqual(await factory.call(setUserFlags, { params, body: flags }), { code: '200' });
    const { pro, cycleLibrary, energyPanel, role } = await one.call(getUserInfo, {});
    assert.deepEqual({ pro, cycleLibrary, energyPanel, role }, { ...flags, role: 'USER' });
    const more = { ...flags, role: 'SUPERFACTORY' };
    assert.equal((await factory.refused(setUserFlags, { params, body: more })).status, 400);
    const own = await factory.refused(setUserFlags, { params: { id: factory.id }, body: flags });
    assert.deepEqual([own.status, own.code], [422, 'role_not_yours']);
  });

  it('S7.11 S6.3 who is deleted is in no list, has no page, is signed out, and releases its appliances', async () => {
    const one = await user();
    const { serialNumber } = await claimedUnit(one);
    const { encryptedEmailRole } = await listed(one);
    const params = { id: one.id };
    const { body } = await factory.call(deleteFactoryUser, { params });
    assert.deepEqual(
      body.released.map((released) => [released.serialNumber, released.activationCode !== '']),
      [[serialNumber, true]],
    );
    assert.equal((await one.refused(getUserInfo, {})).status, 401);
    assert.deepEqual(await search(one.email), []);
    assert.deepEqual(await search(one.id), []);
    assert.equal((await factory.refused(getFactoryUser, { params: { encryptedEmailRole } })).status, 404);
    assert.deepEqual(await refusedUpgrade(factory, one, 'SERVICE'), [404, 'not_found']);
    assert.equal((await factory.refused(deleteFactoryUser, { params })).status, 404);
    assert.deepEqual(await actionsOn(one.id), ['user.delete']);
    assert.deepEqual((await actionsOn(serialNumber)).at(-1), 'appliance.release');
  });

  it('S6.3 who may not be changed may not be deleted either', async () => {
    const refusedDelete = async (by: TestUser, { id }: TestUser) => {
      const { status, code } = await by.refused(deleteFactoryUser, { params: { id } });
      return [status, code];
    };
    assert.deepEqual(await refusedDelete(factory, superfactory), [422, 'role_not_yours']);
    assert.deepEqual(await refusedDelete(factory, await user('INTERNAL')), [422, 'role_not_yours']);
    assert.deepEqual(await refusedDelete(superfactory, superfactory), [422, 'own_account']);
    assert.deepEqual(await refusedDelete(await user('INTERNAL'), await user()), [403, 'access_denied']);
  });

  it('S7.15 the domains of appliances', async () => {
    assert.deepEqual(await factory.call(listDomains, {}), ['STANDARD', 'NORTH_AMERICA', 'FMI_JAPAN']);
  });
});
