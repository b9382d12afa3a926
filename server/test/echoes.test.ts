import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { getAppliance, updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { getCompany } from '@brina/contract/calls/people/company';
import { listMembers, updateMember } from '@brina/contract/calls/people/sharing';
import type { Call, Echoes } from '@brina/contract/wire/call';
import { readOnlyFields } from '@brina/contract/wire/echoes';
import type { WireError } from '@brina/contract/wire/errors';
import { given, type TestUser } from './given.ts';
import { exampleWith, nobodysIds, ownIds, sendRaw } from './instances.ts';
import { sharedPortal } from './portal.ts';

type Thing = Record<string, unknown>;
type Request = { params?: Record<string, string>; headers?: object; body: Thing };

const pairs = allCalls.flatMap((call) => (call.echoes ? [{ put: call, echoes: call.echoes }] : []));

/** Says something else than a value, as an attacker or an old client would. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...value, 'else'];
  return typeof value === 'object' && value !== null ? { ...value, else: 1 } : 'ELSE';
}

describe('what a GET replied', async () => {
  const portal = await sharedPortal();
  const { user, member, claimedUnit, headersOf } = given(portal);
  const owner = await user();
  const ids = await ownIds(portal, owner);
  const author = await user('SUPERFACTORY');

  const callerOf = ({ roles }: Call): TestUser => (roles === 'any' || roles.includes('USER') ? owner : author);
  const requestOf = (put: Call): Request => exampleWith(put, ids) as Request;

  /** The thing that a PUT changes, as its GET replies it. */
  async function shownBy({ of, among }: Echoes, caller: TestUser, params: Request['params'] = {}): Promise<Thing> {
    const { status, text } = await sendRaw(portal, caller, of, { params });
    assert.equal(status, 200, text);
    const reply = JSON.parse(text) as Thing | Thing[];
    if (!among) return reply as Thing;
    const all = (among.within === undefined ? reply : (reply as Thing)[among.within]) as Thing[];
    const found = all.find((one) => one[among.field] === params[among.param]);
    return found ?? assert.fail(`${of.id} does not tell of it`);
  }
  const audits = () => portal.db.read((db) => db.selectFrom('audit').select('id').orderBy('id').execute());

  for (const { put, echoes } of pairs) {
    const caller = callerOf(put);
    const send = (body: Thing) => sendRaw(portal, caller, put, { ...requestOf(put), body });
    const shown = () => shownBy(echoes, caller, requestOf(put).params);
    const moving = new Set(echoes.moving);
    const readOnly = Object.keys(readOnlyFields(put));

    it(`${put.id} takes it back as it is, and changes nothing`, async () => {
      const [before, told] = [await shown(), await audits()];
      assert.deepEqual(await shown(), before);
      const { status, text } = await send(before);
      assert.deepEqual([status, JSON.parse(text)], [200, put.reply.kind === 'coded' ? { code: '200' } : before]);
      assert.deepEqual(await shown(), before);
      assert.deepEqual(await audits(), told);
    });

    it(`${put.id} refuses each read-only field that says something else, and changes nothing`, async () => {
      const before = await shown();
      assert.ok(readOnly.length > 0);
      for (const name of readOnly.filter((one) => !moving.has(one))) {
        const { status, text } = await send({ ...before, ...requestOf(put).body, [name]: otherThan(before[name]) });
        const { code, fields = [] } = JSON.parse(text) as WireError;
        assert.deepEqual(
          [status, code, fields.map((field) => [field.path, field.code])],
          [400, 'bad_request', [[`body.${name}`, 'read_only']]],
        );
      }
      const { status, text } = await send({ ...before, else: 1 });
      const { fields = [] } = JSON.parse(text) as WireError;
      assert.deepEqual([status, fields.map(({ path, code }) => [path, code])], [400, [['body.else', 'unknown_field']]]);
      assert.deepEqual(await shown(), before);
    });

    it(`${put.id} takes it with what is changed in it, and changes that`, async () => {
      const before = await shown();
      const { body } = requestOf(put);
      const { status, text } = await send({ ...before, ...body });
      assert.equal(status, 200, text);
      const after = await shown();
      assert.notDeepEqual(after, before);
      for (const [name, value] of Object.entries(body))
        if (Object.hasOwn(before, name))
          assert.deepEqual(
            after[name],
            name === 'preferences' ? { ...(before[name] as Thing), ...(value as Thing) } : value,
            name,
          );
      // One text changed back: all the others stay as they are.
      const changed = Object.keys(body).find(
        (name) => before[name] && before[name] !== after[name] && typeof before[name] === 'string',
      );
      if (changed === undefined) return;
      const back = { ...after, [changed]: before[changed] };
      const again = await send(back);
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(await shown(), back);
    });
  }

  it('of an appliance what the unit has moved since is taken as it was told', async () => {
    const { serialNumber } = await claimedUnit(owner);
    const params = { id: serialNumber };
    const before = await owner.call(getAppliance, { params });
    const { example } = getAppliance;
    const reply = example.reply as unknown as Thing;
    const moved = Object.fromEntries(
      (updateAppliance.echoes.moving as readonly string[]).map((name) => [name, reply[name]]),
    );
    const { status, text } = await sendRaw(portal, owner, updateAppliance, {
      params,
      body: { ...before, ...moved, name: 'Moved on' },
    });
    assert.equal(status, 200, text);
    assert.deepEqual(await owner.call(getAppliance, { params }), { ...before, name: 'Moved on' });
    const wrong = await sendRaw(portal, owner, updateAppliance, { params, body: { ...before, online: 'yes' } });
    assert.deepEqual(
      (JSON.parse(wrong.text) as WireError).fields?.map(({ path, code }) => [path, code]),
      [['body.online', 'wrong_type']],
    );
  });

  it('S7.17 of an appliance what no unit changes by itself is refused where it says something else', async () => {
    const { serialNumber } = await claimedUnit(owner);
    const params = { id: serialNumber };
    const before = await owner.call(getAppliance, { params });
    const other = { port: 9, currentFirmware: '9.9', desiredFirmware: '9.9', softwareVersion: '9.9', sanigen: 5 };
    const { status, text } = await sendRaw(portal, owner, updateAppliance, { params, body: { ...before, ...other } });
    const { fields = [] } = JSON.parse(text) as WireError;
    assert.deepEqual(
      [status, new Map(fields.map(({ path, code }) => [path, code]))],
      [400, new Map(Object.keys(other).map((name) => [`body.${name}`, 'read_only']))],
    );
    assert.deepEqual(await owner.call(getAppliance, { params }), before);
  });

  it('of an accepted member, whose names and language are its own, the role alone is changed', async () => {
    const { email } = await member(owner, 'KITCHEN_MANAGER');
    const params = { email };
    const before = (await owner.call(listMembers, {})).find((one) => one.email === email);
    const { status, text } = await sendRaw(portal, owner, updateMember, { params, body: { ...before, role: 'ADMIN' } });
    assert.deepEqual([status, JSON.parse(text)], [200, { ...before, role: 'ADMIN' }]);
  });

  it('who has not accepted the terms changes its name with them as they are told', async () => {
    const person = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ tos_version: null }).where('id', '=', person.id).execute(),
    );
    const before = await person.call(getUserInfo, {});
    assert.equal(before.tos, false);
    const { status, text } = await sendRaw(portal, person, updateUserInfo, { body: { ...before, firstName: 'Ada' } });
    assert.deepEqual([status, JSON.parse(text)], [200, { ...before, firstName: 'Ada' }]);
  });

  it('who has no company yet has nothing that it could repeat: its clocks are refused', async () => {
    const service = await user('SERVICE');
    assert.equal(await service.call(getCompany, {}), null);
    const put = pairs.find(({ echoes }) => echoes.of.id === getCompany.id)!.put;
    const { body } = requestOf(put);
    const { status, text } = await sendRaw(portal, service, put, { body: { ...body, timeZone: 'Europe/Rome' } });
    assert.deepEqual(
      [status, (JSON.parse(text) as WireError).fields?.map(({ path, code }) => [path, code])],
      [400, [['body.timeZone', 'read_only']]],
    );
    assert.equal((await sendRaw(portal, service, put, { body })).status, 200);
  });

  it('S6.7 of what is not the caller’s nothing is compared: it does not exist', async () => {
    for (const { put, echoes } of pairs.filter(({ put: { params } }) => params)) {
      const before = await shownBy(echoes, callerOf(put), requestOf(put).params);
      const { params } = exampleWith(put, nobodysIds()) as Request;
      const { status } = await sendRaw(portal, callerOf(put), put, { params, body: before });
      assert.equal(status, 404, put.id);
    }
  });

  it('B11.1 what is nested without end is refused for its shape, under a key as without one', async () => {
    const nested = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    for (const { put } of pairs)
      for (const key of [{}, { 'idempotency-key': `nested ${put.id}` }]) {
        const { params = {} } = requestOf(put);
        const path = put.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
        const reply = await fetch(portal.url + path, {
          method: put.method,
          headers: { ...headersOf(callerOf(put).accessToken), 'content-type': 'application/json', ...key },
          body: `{"name":${nested}}`,
        });
        assert.deepEqual([reply.status, ((await reply.json()) as WireError).code], [400, 'bad_request'], put.id);
      }
  });

  it('under a key that was used already is the first reply, also where what was read-only has changed since', async () => {
    const person = await user();
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ tos_version: null }).where('id', '=', person.id).execute(),
    );
    const { knowsTerms } = await person.call(getUserInfo, {});
    const body = { tos: true as const, knowsTerms };
    const under = { 'idempotency-key': 'terms' };
    const first = await person.call(updateUserInfo, { body }, under);
    assert.equal(first.knowsTerms, true);
    assert.deepEqual(await person.call(updateUserInfo, { body }, under), first);
    assert.equal((await person.refused(updateUserInfo, { body })).status, 400);
  });
});
