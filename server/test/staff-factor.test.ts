import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCalls } from '@brina/contract/all-calls';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { addTotp, beginTotp, listFactors, removeFactor } from '@brina/contract/calls/people/security';
import { requestOf } from '@brina/contract/wire/client';
import { roles } from '@brina/domain/people/roles';
import { totpCode, totpStep } from '#identity/factors/totp.ts';
import { given, signIn, type TestUser, testPassword } from './given.ts';
import { LiveClient } from './live-client.ts';
import { sharedPortal } from './portal.ts';

/** By the requirement, not by the code. */
const bound = ['FACTORY', 'SUPERFACTORY', 'INTERNAL'];

describe('the second factor that staff has to have', async () => {
  const portal = await sharedPortal({ environment: { BRINA_STAFF_FACTOR: 'on' } });
  const { user, headersOf } = given(portal);

  /** The code that a call is refused with, made as its example stands. */
  const refusalOf = async (person: TestUser, call: (typeof allCalls)[number]): Promise<string> => {
    const { url, method, headers, body } = requestOf(call, call.example);
    const reply = await fetch(portal.url + url, {
      method,
      headers: { ...headersOf(person.accessToken), ...headers },
      ...(body !== undefined && { body }),
    });
    if (reply.status === 200) return '';
    return ((await reply.json()) as { code: string }).code;
  };
  const setUp = async (person: TestUser) => {
    const { secret, setUp: begun } = await person.call(beginTotp, {});
    const code = totpCode(secret, totpStep(portal.clock.now()));
    return person.call(addTotp, { body: { setUp: begun, code, name: 'Phone' } });
  };

  it('B11.4 binds FACTORY, SUPERFACTORY and INTERNAL, and nobody else', async () => {
    for (const role of roles) {
      const { secondFactor } = await (await user(role)).call(getUserInfo, {});
      assert.equal(secondFactor, bound.includes(role) ? 'needed' : 'off', role);
    }
  });

  it('B11.4 without it every call is refused to them but those that set it up and say who they are', async () => {
    const staff = await user('SUPERFACTORY');
    const open = allCalls.filter(({ withoutFactor }) => withoutFactor).map(({ id }) => id);
    assert.deepEqual(open.toSorted(), [
      'account.updateUserInfo',
      'account.userInfo',
      'security.addPasskey',
      'security.addTotp',
      'security.beginConfirmation',
      'security.beginPasskey',
      'security.beginTotp',
      'security.confirm',
      'security.factors',
    ]);
    for (const call of allCalls) {
      if (call.roles === 'none' || call.roles === 'generic') continue;
      const isTheirs = call.roles === 'any' || call.roles.includes('SUPERFACTORY');
      const expected = isTheirs ? 'second_factor_needed' : 'access_denied';
      assert.equal((await refusalOf(staff, call)) === expected, !open.includes(call.id), call.id);
    }
    // Nothing is promised that would be refused.
    const { may } = await staff.call(getUserInfo, {});
    assert.deepEqual(new Set(Object.values(may)), new Set([false]));
    await staff.call(updateUserInfo, { body: { language: 'it_IT' } });
  });

  it('B11.4 with it they work as ever, and cannot be without one again', async () => {
    const staff = await user('FACTORY');
    const { factor } = await setUp(staff);
    const info = await staff.call(getUserInfo, {});
    assert.deepEqual([info.secondFactor, info.may.createAppliances], ['on', true]);
    assert.equal((await staff.call(listFactors, {})).demanded, true);
    const last = await staff.refused(removeFactor, { params: { id: factor.id } });
    assert.deepEqual([last.status, last.code], [409, 'factor_demanded']);
    await setUp(staff);
    await staff.call(removeFactor, { params: { id: factor.id } });
    await assert.rejects(signIn(portal, staff.email, testPassword), /mfa_required/);
  });

  it('B11.4 it binds the account also while its session acts within a membership, the live connection included', async () => {
    const { member } = given(portal);
    const owner = await user();
    const lea = await member(owner, 'KITCHEN_MANAGER');
    await portal.db.write((db) =>
      db.updateTable('app_user').set({ role: 'INTERNAL' }).where('id', '=', lea.id).execute(),
    );
    const info = await lea.call(getUserInfo, {});
    assert.deepEqual([info.role, info.secondFactor], ['USER', 'needed']);
    using socket = new LiveClient(portal, lea);
    await assert.rejects(socket.subscribe());
    assert.equal(socket.end?.error, 'sign in again');
  });
});
