import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { changePassword } from '@brina/contract/calls/people/registration';
import { makeTestPlace } from '#core/db/test-database.ts';
import { visitorsOf } from '#features/people/registration/testing/visitor.ts';
import { startMailServer } from '../test/mail-server.ts';
import { startTestPortal } from '../test/portal.ts';
import { makeFirstAccount } from './new-account.ts';

describe('the first account of an empty portal', () => {
  it('has no password; each start says a link to set one, until one of them is used', async () => {
    await using portal = await startTestPortal();
    const { visitor, signedIn } = visitorsOf(portal);
    const said: string[] = [];
    const start = () => makeFirstAccount(portal, (line) => said.push(line));
    await start();
    await start();
    const links = said.filter((line) => line.startsWith(`${portal.url}/changepassword?`)).map((line) => new URL(line));
    assert.equal(links.length, 2);
    const use = ({ searchParams }: URL) => ({
      params: { email: searchParams.get('email') ?? '' },
      headers: { 'verification-code': searchParams.get('token') ?? '', 'new-password': 'First-Start-1!' },
    });
    const [earlier, link] = links as [URL, URL];
    assert.equal((await visitor().refused(changePassword, use(earlier))).code, 'link_invalid');
    await visitor().call(changePassword, use(link));
    const info = await (await signedIn('admin@brina.example', 'First-Start-1!')).call(getUserInfo, {});
    assert.deepEqual([info.role, info.status, info.tos], ['SUPERFACTORY', 'ACTIVE', false]);
    await start();
    assert.equal(said.length, 4);
  });

  it('is the configured person’s; with a mail server it is nobody else’s', async () => {
    await using server = await startMailServer();
    const place = await makeTestPlace();
    after(() => place[Symbol.asyncDispose]());
    const said: string[] = [];
    const startAs = async (environment: Record<string, string>) => {
      await using portal = await startTestPortal({ place, environment });
      await makeFirstAccount(portal, (line) => said.push(line));
      return portal.db.read((db) => db.selectFrom('app_user').select('email').execute());
    };
    const BRINA_SMTP_URL = server.url;
    assert.deepEqual(await startAs({ BRINA_SMTP_URL }), []);
    assert.match(said.pop() ?? '', /BRINA_ADMIN_EMAIL/);
    for (const email of ['eva@kitchen.example', 'ada@kitchen.example']) {
      assert.deepEqual(await startAs({ BRINA_SMTP_URL, BRINA_ADMIN_EMAIL: email }), [{ email }]);
      assert.equal(new URL(said.pop() ?? '').searchParams.get('email'), email);
    }
  });

  it('is made only where there is no account at all', async () => {
    await using portal = await startTestPortal();
    const { registered } = visitorsOf(portal);
    await registered();
    await makeFirstAccount(portal, () => assert.fail('said something'));
  });
});
