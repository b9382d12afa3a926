import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimAppliance, listAppliances, releaseAppliance } from '@brina/contract/calls/kitchen/appliances';
import { filterAppliances, shareWithService, unshareFromService } from '@brina/contract/calls/maker/factory-appliances';
import { filterUsers, upgradeUser, usersOfAppliance } from '@brina/contract/calls/maker/factory-users';
import { switchMembership } from '@brina/contract/calls/people/account';
import { CallFailed } from '@brina/contract/wire/client';
import { given, type TestUser } from './given.ts';
import { sharedPortal } from './portal.ts';
import { seededRandom } from './random.ts';
import { namePartner } from './serves.ts';

describe('who sees an appliance', async () => {
  const portal = await sharedPortal();
  const { company, user, member, laboratory, claimedUnit } = given(portal);
  const factory = await user('SUPERFACTORY');

  it('S7.10 S7.41 S6.9 is told as each user’s own list shows it: owners, invited people, partners by kitchen and by share', async () => {
    const random = seededRandom('who sees');
    const some = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const firm = await company();
    const [first, second] = [await user(), await user()];
    const owners = [first, second];
    const colleague = await user('USER', { companyId: first.companyId ?? '' });
    const partners = [
      await user('SERVICE', { companyId: firm }),
      await user('SERVICE_SALES', { companyId: firm }),
      await user('SERVICE'),
    ];
    const units = await Promise.all([first, first, second].map((owner) => claimedUnit(owner)));
    const serials = units.map(({ serialNumber }) => serialNumber);
    const [one = '', two = '', three = ''] = serials;
    const cooks = [await member(first, 'KITCHEN_MANAGER', [one]), await member(second, 'ADMIN', [three])];
    // A customer with a company of its own whom another one invites, and an invitation that nobody has accepted.
    const guest = await asGuest(first, two);
    const pending = await member(first, 'KITCHEN_MANAGER', [one, two]);
    await portal.db.write((db) =>
      db.updateTable('membership').set({ accepted_at: null }).where('id', '=', pending.membershipId).execute(),
    );
    const people = [...owners, colleague, ...partners, ...cooks, pending, await user(), await user('ADMIN')];

    const held = new Map(units.map((unit) => [unit.serialNumber, { unit, owner: unit === units[2] ? second : first }]));
    const changes: (() => Promise<unknown>)[] = [
      () => {
        const { unit, owner } = some([...held.values()]);
        return namePartner(owner, unit.labId, random() < 0.3 ? '' : some([...partners, colleague]).email);
      },
      () => factory.call(shareWithService, { body: { email: some(partners).email, serialNumber: some(serials) } }),
      () => factory.call(unshareFromService, { query: { email: some(partners).email, serialNumber: some(serials) } }),
      async () => {
        const { unit, owner } = some([...held.values()]);
        const { body } = await owner.call(releaseAppliance, { params: { id: unit.serialNumber } });
        const next = some(owners);
        const labId = await laboratory(next);
        const { activationCode } = body;
        await next.call(claimAppliance, { body: { activationCode, name: 'Again', labId } });
        held.set(unit.serialNumber, { unit: { ...unit, labId }, owner: next });
      },
      () => {
        const { id } = some(partners);
        const status = random() < 0.5 ? 'INACTIVE' : 'ACTIVE';
        return portal.db.write((db) => db.updateTable('app_user').set({ status }).where('id', '=', id).execute());
      },
    ];
    const told = { owner: 0, partner: 0, invited: 0 };
    const agree = async (): Promise<void> => {
      const own = new Map<string, string[]>();
      for (const person of people) own.set(person.email, await ownList(person));
      own.set(guest.email, [...(await ownList(guest)), ...(await within(guest))]);
      for (const serialNumber of serials) {
        const seers = [...own].flatMap(([email, list]) => (list.includes(serialNumber) ? [email] : [])).sort();
        const answered = (await factory.call(usersOfAppliance, { query: { serialNumber } })).map(({ email }) => email);
        assert.deepEqual(answered, seers, serialNumber);
        const attribute = 'serialNumber';
        const filterAttributes = [{ attribute, value: serialNumber } as const];
        const { items } = await factory.call(filterUsers, { body: { page: 0, nRows: 200, filterAttributes } });
        assert.deepEqual(
          items.map(({ email }) => email),
          seers,
          serialNumber,
        );
        for (const { role } of items) told[roleGroup[role] ?? 'invited']++;
      }
      for (const [email, list] of own) {
        const filterAttributes = [{ attribute: 'email', value: email } as const];
        const { items } = await factory.call(filterAppliances, { body: { page: 0, nRows: 200, filterAttributes } });
        const fleet = items.map(({ serialNumber }) => serialNumber).sort();
        assert.deepEqual(fleet, [...new Set(list)].sort(), email);
      }
    };
    await namePartner(first, units[0]!.labId, partners[0]!.email);
    await factory.call(shareWithService, { body: { email: partners[2]!.email, serialNumber: three } });
    await agree();
    for (let step = 0; step < 6; step++) {
      await some(changes)().catch(isRefused);
      await agree();
    }
    // Who is made a partner's opposite sees nothing any more.
    await factory.call(upgradeUser, { params: { id: partners[2]!.id }, query: { targetRole: 'KITCHEN_MANAGER' } });
    people.splice(people.indexOf(partners[2]!), 1);
    assert.ok(!(await emailsOf(three)).includes(partners[2]!.email));
    assert.ok(told.owner > 0 && told.partner > 0 && told.invited > 0, JSON.stringify(told));
  });

  const roleGroup: Partial<Record<TestUser['role'], 'owner' | 'partner'>> = {
    USER: 'owner',
    SERVICE: 'partner',
    SERVICE_SALES: 'partner',
  };

  const emailsOf = async (serialNumber: string) =>
    (await factory.call(usersOfAppliance, { query: { serialNumber } })).map(({ email }) => email);

  /** The serial numbers of a user's own list; none of who may not ask. */
  const ownList = (person: TestUser): Promise<string[]> =>
    person.call(listAppliances, {}).then(
      (list) => list.map(({ serialNumber }) => serialNumber),
      (error: unknown) => {
        isRefused(error);
        return [];
      },
    );

  /** What a customer sees in the session of its invitation. */
  async function within(guest: TestUser & { membershipId: string }): Promise<string[]> {
    await guest.call(switchMembership, { body: { membershipId: guest.membershipId } });
    const list = await ownList(guest);
    await guest.call(switchMembership, { body: { membershipId: null } });
    return list;
  }

  /** A customer whom another invites and shares an appliance with. */
  async function asGuest(inviting: TestUser, serial: string): Promise<TestUser & { membershipId: string }> {
    const invited = await member(inviting, 'KITCHEN_MANAGER', [serial]);
    const companyId = await company();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ role: 'USER', company_id: companyId }).where('id', '=', invited.id).execute(),
    );
    return invited;
  }

  const isRefused = (error: unknown): void =>
    assert.ok(error instanceof CallFailed && error.status < 500, String(error));
});
