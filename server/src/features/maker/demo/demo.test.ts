import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { listSchedules } from '@brina/contract/calls/kitchen/schedules';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { send } from '@brina/contract/wire/client';
import { day_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { given, signIn } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { accountMaker } from '../../../new-account.ts';
import { makeDemo } from './demo.ts';

describe('the demo', async () => {
  const portal = await sharedPortal();
  const demo = await makeDemo({ ...portal, createAccount: accountMaker(portal) });

  for (const [role, appliances, kitchens] of [
    ['USER', 14, 3],
    ['ADMIN', 14, 3],
    ['KITCHEN_MANAGER', 4, 1],
  ] as const)
    it(`S6.2 its ${role} sees ${appliances} appliances in ${kitchens} kitchens`, async () => {
      const account = demo.accounts.find((one) => one.role === role);
      assert.ok(account);
      const { access_token } = await signIn(portal, account.email, account.password);
      const options = { baseUrl: portal.url, headers: () => given(portal).headersOf(access_token) };
      const info = await send(getUserInfo, {}, options);
      assert.deepEqual([info.role, info.company?.name], ['USER', account.company]);
      assert.match(`${info.firstName} ${info.lastName}`, /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u, 'a name as people have');
      assert.equal((await send(listAppliances, {}, options)).length, appliances);
      assert.equal((await send(listLaboratories, {}, options)).length, kitchens);
    });

  it('S2.22 S1.6 its company has twenty cycles of its own, which the simulator’s cooks know', async () => {
    const account = demo.accounts.find((one) => one.role === 'USER');
    assert.ok(account);
    const { access_token } = await signIn(portal, account.email, account.password);
    const options = { baseUrl: portal.url, headers: () => given(portal).headersOf(access_token) };
    const body = { page: 0, nRows: 200, filterAttributes: [{ attribute: 'type' as const, value: 'Custom' }] };
    const { items } = await send(filterRecipes, { query: {}, body }, options);
    assert.equal(items.length, 20);
    assert.equal(new Set(items.map(({ hash, title }) => `${hash} ${title}`)).size, 20);
    const { cycles, units } = JSON.parse(await readFile(demo.fleetFile, 'utf8'));
    assert.deepEqual(
      cycles.map(({ number, hash }: { number: number; hash: string }) => [number, hash]).sort(),
      items.map(({ number, hash }) => [number, hash]).sort(),
    );
    assert.equal(units.filter((unit: { withoutEnds?: string[] }) => unit.withoutEnds?.includes('even')).length, 1);
  });

  it('B3.4 B3.5 S2.41 a start comes every day, tomorrow first, and a place is wished for that is filled at the panel, too', async () => {
    const account = demo.accounts.find((one) => one.role === 'USER');
    assert.ok(account);
    const { access_token } = await signIn(portal, account.email, account.password);
    const options = { baseUrl: portal.url, headers: () => given(portal).headersOf(access_token) };
    const units = await send(listAppliances, {}, options);
    const planned = [];
    for (const { serialNumber } of units) {
      const { open } = await send(listSchedules, { params: { id: serialNumber } }, options);
      planned.push(...open.map(({ title, state, at, weekdays }) => ({ title, state, at, weekdays })));
    }
    assert.deepEqual(
      planned.map(({ title, state, weekdays }) => [title, state, weekdays?.length]),
      [['Lasagne in teglia alta', 'planned', 7]],
    );
    const tomorrow = localMinute(portal.clock.now() + day_ms, 'Europe/Rome').slice(0, 10);
    assert.equal(localMinute(planned[0]?.at ?? 0, 'Europe/Rome'), `${tomorrow}T14:30`);
    const { incidents } = JSON.parse(await readFile(demo.fleetFile, 'utf8'));
    const edit = incidents.find(({ kind }: { kind: string }) => kind === 'panelEdit');
    const [wish] = await portal.db.read((db) =>
      db
        .selectFrom('favourite')
        .innerJoin('appliance', 'appliance.id', 'favourite.appliance')
        .select(['serial', 'slot'])
        .where('serial', 'in', demo.fleet)
        .execute(),
    );
    assert.deepEqual(wish, { serial: edit.unit, slot: edit.slot });
  });

  it('S7.41 its people have a country, by which a filter finds them', async () => {
    const account = demo.accounts.find((one) => one.role === 'FACTORY');
    assert.ok(account);
    const { access_token } = await signIn(portal, account.email, account.password);
    const { items } = await send(
      filterUsers,
      {
        body: {
          filterAttributes: [
            { attribute: 'country', value: 'NL' },
            { attribute: 'freeSearch', value: 'demo.example' },
          ],
          page: 0,
          nRows: 10,
        },
      },
      { baseUrl: portal.url, headers: () => given(portal).headersOf(access_token) },
    );
    assert.deepEqual(
      items.map(({ email }) => email),
      ['internal.sub@demo.example'],
    );
  });
});
