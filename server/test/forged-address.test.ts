import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { given, testPassword } from './given.ts';
import { startTestPortal } from './portal.ts';

describe('a portal that people reach by a public address, and no proxy is named', () => {
  it('B11.2 nobody gets round a limit, nor into sign-ins and audit log, by an address that it makes up', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_PUBLIC_URL: 'https://portal.example' } });
    const url = `http://127.0.0.1:${portal.httpPort}`;
    const owner = await given({ ...portal, url }).user();
    const { tokenUrl, clientId } = portal.publicConfig;
    let made = 0;
    const signIn = (username: string, password: string): Promise<Response> =>
      fetch(url + tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', client_id: clientId, username, password }),
        headers: { 'x-forwarded-for': `198.51.100.${++made}` },
      });
    assert.equal((await signIn(owner.email, testPassword)).status, 200);
    const addresses = await portal.db.read(async (db) => ({
      sessions: await db.selectFrom('session').select('address').where('user_id', '=', owner.id).execute(),
      audit: await db.selectFrom('audit').select('address').where('action', '=', 'session.begin').execute(),
    }));
    for (const rows of Object.values(addresses)) {
      assert.ok(rows.length > 0);
      for (const { address } of rows) assert.doesNotMatch(String(address), /198\.51\.100/);
    }

    const answers: number[] = [];
    for (let guess = 0; guess < 60; guess += 1)
      answers.push((await signIn(`nobody-${guess}@test.example`, 'x')).status);
    assert.equal(answers.at(-1), 429);
  });
});
