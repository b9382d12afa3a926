import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { endOneSession, endOtherSessions, listSessions } from '@brina/contract/calls/people/sessions';
import { CallFailed, send } from '@brina/contract/wire/client';
import { decodeJwt } from 'jose';
import { given, refresh, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('sessions', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);
  const sidOf = (accessToken: string): string => decodeJwt<{ sid: string }>(accessToken).sid;

  /** Another device of a user. */
  const device = async (owner: TestUser, more: Record<string, string> = {}) => {
    const tokens = await signIn(portal, owner.email, testPassword, more);
    return { id: owner.id, sid: sidOf(tokens.access_token), accessToken: tokens.access_token, ...tokens };
  };
  const statusOf = (accessToken: string): Promise<number> =>
    send(getUserInfo, {}, { baseUrl: portal.url, headers: () => headersOf(accessToken) }).then(
      () => 200,
      (error: CallFailed) => error.status,
    );

  it('S2.27 lists the devices on which one is signed in, the latest first, and nobody else’s', async () => {
    const owner = await user();
    await user();
    portal.clock.leap(1_000);
    const remembered = await device(owner, { remember_me: 'true' });
    const sessions = await owner.call(listSessions, {});
    assert.deepEqual(
      sessions.map(({ id, rememberMe, current, address }) => [id, rememberMe, current, address]),
      [
        [remembered.sid, true, false, '127.0.0.1'],
        [sidOf(owner.accessToken), false, true, '127.0.0.1'],
      ],
    );
    for (const { createdAt, expiresAt, rememberMe } of sessions)
      assert.equal(expiresAt - createdAt, rememberMe ? 30 * 86_400_000 : 12 * 3_600_000);
  });

  it('S2.27 S4.6 a device signed out from another loses calls, renewal and live connection at once', async () => {
    const owner = await user();
    const stolen = await device(owner);
    using socket = new LiveClient(portal, stolen);
    await socket.subscribe();
    await owner.call(endOneSession, { params: { id: stolen.sid } });
    await portal.settled();
    assert.equal(socket.end?.error, 'signed out');
    assert.equal(await statusOf(stolen.accessToken), 401);
    await assert.rejects(refresh(portal, stolen.refresh_token), /invalid_grant/);
    assert.deepEqual(
      (await owner.call(listSessions, {})).map(({ id }) => id),
      [sidOf(owner.accessToken)],
    );
    const again = await owner.refused(endOneSession, { params: { id: stolen.sid } });
    assert.equal(again.status, 404);
  });

  it('S2.27 signs out everywhere but here', async () => {
    const [owner, other] = [await user(), await user()];
    const devices = [await device(owner), await device(owner)];
    await owner.call(endOtherSessions, {});
    assert.deepEqual(await Promise.all(devices.map(({ accessToken }) => statusOf(accessToken))), [401, 401]);
    assert.deepEqual([await statusOf(owner.accessToken), await statusOf(other.accessToken)], [200, 200]);
    await refresh(portal, owner.refreshToken);
    // With nobody else signed in there is nothing to end.
    assert.deepEqual(await owner.call(endOtherSessions, {}), { code: '200' });
  });

  it('S6.7 nobody signs somebody else out', async () => {
    const [owner, other] = [await user(), await user()];
    const refusal = await other.refused(endOneSession, { params: { id: sidOf(owner.accessToken) } });
    assert.equal(refusal.status, 404);
    assert.equal(await statusOf(owner.accessToken), 200);
  });

  it('who signed out which device is audited', async () => {
    const owner = await user();
    const other = await device(owner);
    await owner.call(endOneSession, { params: { id: other.sid } });
    await owner.call(endOtherSessions, {});
    const rows = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .where('user_id', '=', owner.id)
        .where('action', 'like', 'session.end%')
        .select(['action', 'on_id'])
        .orderBy('at')
        .execute(),
    );
    assert.deepEqual(
      rows.map(({ action, on_id }) => [action, on_id]),
      [
        ['session.end', other.sid],
        ['session.endOthers', owner.id],
      ],
    );
  });
});
