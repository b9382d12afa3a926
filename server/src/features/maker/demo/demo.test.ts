import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { listSchedules } from '@brina/contract/calls/kitchen/schedules';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { listChanges } from '@brina/contract/calls/record/ledger';
import { listMissing } from '@brina/contract/calls/record/missing';
import { getPlans } from '@brina/contract/calls/record/plans';
import { send } from '@brina/contract/wire/client';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { given, signIn } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';
import { accountMaker } from '../../../new-account.ts';
import { type Demo, makeDemo } from './demo.ts';
import { demoDeeds } from './demo-deeds.ts';
import { followDemo } from './follow-demo.ts';

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

  it('B2.3 B2.4 B2.6 its owner has changed the plan of the main kitchen within the past, signed it, and a look was taken each evening but two', async () => {
    const account = demo.accounts.find((one) => one.role === 'USER');
    assert.ok(account);
    const { access_token } = await signIn(portal, account.email, account.password);
    const options = { baseUrl: portal.url, headers: () => given(portal).headersOf(access_token) };
    const kitchens = await send(listLaboratories, {}, options);
    const labId = kitchens.find(({ name }) => name === 'Cucina centrale')?.id ?? '';
    const { current, history } = await send(getPlans, { query: { labId } }, options);
    assert.deepEqual(
      [current?.by, current?.plan.primary.chill, history.length],
      ['Chiara Rossi', { id: 'IT_HACCP', version: null }, 1],
    );
    assert.equal(Math.round((portal.clock.now() - (current?.fromAt ?? 0)) / day_ms), 15);
    const entries = await send(listChanges, { query: { after: -1, limit: 20 } }, options);
    const signature = entries.find(({ entry }) => entry?.kind === 'signature');
    assert.equal(signature?.entry?.at, current?.fromAt);
    assert.partialDeepStrictEqual(signature?.content, {
      meaning: 'LIMITS_APPROVED',
      what: [{ kind: 'plan', id: labId }],
    });
    const { items } = await send(listMissing, { query: { labId } }, options);
    assert.deepEqual(items, [], 'nothing was held yet of which a look could be missing');
    const { looks } = await portal.db.read((db) =>
      db
        .selectFrom('hold_look')
        .select(({ fn }) => fn.countAll<number>().as('looks'))
        .where('laboratory_id', '=', labId)
        .executeTakeFirstOrThrow(),
    );
    assert.equal(looks, 13);
  });

  it('B2.11 what its people have done is done once, also over a restart; those of an older demo do nothing', async () => {
    await demo.done?.add(demoDeeds[0]?.name ?? '');
    const again = await makeDemo({ ...portal, createAccount: accountMaker(portal) });
    assert.deepEqual(again.done?.names, [demoDeeds[0]?.name]);
    const asked: string[] = [];
    const watched = (done: Demo['done']): Demo => ({
      ...again,
      done,
      historyShare: () => {
        asked.push('history');
        return Promise.resolve(0);
      },
    });
    for (const done of [null, { names: demoDeeds.map(({ name }) => name), add: () => Promise.resolve() }, again.done]) {
      using _following = followDemo(portal, watched(done));
      await portal.clock.advance(minute_ms);
      assert.equal(asked.length > 0, done === again.done);
    }
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
