import assert from 'node:assert/strict';
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, it, mock } from 'node:test';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { loadCaller } from '#core/access/caller.ts';
import type { FanTopics } from '#core/bus/bus.ts';
import type { Database, Db } from '#core/db/database.ts';
import { readMigrations } from '#core/db/migrate.ts';
import { openTestDatabase } from '#core/db/test-database.ts';
import { forgetOld } from '#core/testing/forget-old.ts';
import { addFactor, resetFactors } from './factors/factors.ts';
import { renewRecoveryCodes } from './factors/recovery-codes.ts';
import { newTotpSecret, totpCode, totpStep } from './factors/totp.ts';
import { identity } from './identity.feature.ts';
import { beginSession, endOldest, sessions_max } from './sessions.ts';
import {
  genericClient,
  type IdentityServer,
  password,
  randomAddress,
  resource,
  startIdentity,
  webClient,
} from './testing/identity-server.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
});
after(() => db[Symbol.asyncDispose]());

/** The caller whom an access token stands for at this moment, as the calls see it. */
async function callerOf(server: IdentityServer, token: string) {
  const proven = await server.identity.verify(token);
  if (!proven || 'generic' in proven) return undefined;
  return db.read((tx) => loadCaller(tx, { ...proven, now: server.clock.now() }));
}

describe('the password grant', () => {
  it('S7.2 S7.38 S3.2 signs a user in with e-mail and password, whatever the case of the e-mail', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser({ role: 'SERVICE', language: 'du' });
    const reply = await server.signIn(user.email.toUpperCase(), password, { scope: 'openid offline_access' });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal(reply.body.token_type, 'Bearer');
    assert.equal(reply.body.expires_in, 3600);
    assert.ok(reply.body.refresh_token);
    const claims = decodeJwt(reply.body.access_token);
    assert.equal(claims.oid, user.id);
    assert.deepEqual(claims.roles, ['SERVICE']);
    assert.equal(claims.aud, resource);
    assert.equal(decodeProtectedHeader(reply.body.access_token).alg, 'ES256');

    const proven = await server.identity.verify(reply.body.access_token);
    assert.deepEqual(proven, { oid: user.id, sid: claims.sid });
    assert.deepEqual(await callerOf(server, reply.body.access_token), {
      userId: user.id,
      sessionId: claims.sid,
      role: 'SERVICE',
      companyId: null,
      member: null,
      locale: 'du',
      measurement: 'metric',
      email: user.email,
      status: 'INACTIVE',
      tos: false,
      hasFactor: false,
      lacksFactor: false,
      confirmedAt: server.clock.now(),
    });
  });

  it('a password that is changed between its proof and the session begins none', async () => {
    await using server = await startIdentity(db);
    const { id: userId } = await server.givenUser();
    const proved = {
      userId,
      passwordHash: 'changed',
      second: 'none' as const,
      rememberMe: false,
      address: '',
      device: '',
      idle_s: null,
      now: server.clock.now(),
    };
    assert.equal(await db.write((tx) => beginSession(tx, proved)), undefined);
    const sessions = await db.read((tx) =>
      tx.selectFrom('session').select('id').where('user_id', '=', userId).execute(),
    );
    assert.deepEqual(sessions, []);
  });

  describe('B11.4 begins no session where meanwhile', () => {
    const secret = newTotpSecret();
    const app = (server: IdentityServer, userId: string) => (tx: Db) =>
      addFactor(tx, server.factorKey, {
        userId,
        now: server.clock.now(),
        kind: 'totp',
        name: 'Phone',
        secret,
        usedStep: totpStep(server.clock.now()) - 1,
      });
    /** Signs somebody in, who does something else just before the transaction that begins the session. */
    const signedInWhile = async (
      given: (server: IdentityServer, userId: string) => Promise<{ code?: string }>,
      {
        transactions,
        act,
      }: { transactions: number; act: (server: IdentityServer, userId: string) => (tx: Db) => Promise<unknown> },
    ): Promise<void> => {
      let left = Infinity;
      let meanwhile: Parameters<Database['write']>[0] = async () => undefined;
      const write: Database['write'] = async (work) => {
        left -= 1;
        if (left === 0) await db.write(meanwhile);
        return db.write(work);
      };
      await using server = await startIdentity({ ...db, write });
      const { id, email } = await server.givenUser();
      const typed = await given(server, id);
      meanwhile = act(server, id);
      left = transactions;
      const { status, body } = await server.signIn(email, password, typed);
      assert.deepEqual([left, status, body.error], [0, 400, 'invalid_grant']);
      const sessions = await db.read((tx) => tx.selectFrom('session').select('id').where('user_id', '=', id).execute());
      assert.deepEqual(sessions, []);
    };
    const withApp = async (server: IdentityServer, userId: string) => {
      await db.write(app(server, userId));
      return { code: totpCode(secret, totpStep(server.clock.now())) };
    };

    it('the first factor is set up, after the password was enough', () =>
      signedInWhile(async () => ({}), { transactions: 2, act: app }));

    it('the factor goes that was proved, and another stays', () =>
      signedInWhile(withApp, {
        transactions: 4,
        act: (server, userId) => async (tx) => {
          await resetFactors(tx, userId);
          await app(server, userId)(tx);
        },
      }));

    it('new recovery codes take the place of the one that was used', () =>
      signedInWhile(
        async (server, userId) => {
          await withApp(server, userId);
          const [code = ''] = await db.write((tx) => renewRecoveryCodes(tx, userId, server.clock.now()));
          return { code };
        },
        { transactions: 4, act: (server, userId) => (tx) => renewRecoveryCodes(tx, userId, server.clock.now()) },
      ));
  });

  it('a sign-in leaves an audit row with where it came from', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    await server.signIn(user.email, password, { address: '198.51.100.9' });
    const rows = await db.read((tx) => tx.selectFrom('audit').where('user_id', '=', user.id).selectAll().execute());
    assert.deepEqual(
      rows.map((row) => [row.action, row.on_kind, row.address]),
      [['session.begin', 'session', '198.51.100.9']],
    );
  });

  it('B11.2 an address is kept in one spelling', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    await server.signIn(user.email, password, { address: '::ffff:cb00:7109' });
    const rows = await db.read((tx) =>
      tx.selectFrom('session').where('user_id', '=', user.id).select('address').execute(),
    );
    assert.deepEqual(rows, [{ address: '203.0.113.9' }]);
  });

  it('S8.2 wrong password, unknown e-mail and locked account are one reply and the same work', async () => {
    await using server = await startIdentity(db);
    const [known, locked] = [await server.givenUser(), await server.givenUser()];
    const address = randomAddress();
    for (let n = 0; n < 10; n += 1) await server.signIn(locked.email, 'wrong', { address });

    const argon2 = mock.method(crypto, 'argon2');
    syncBuiltinESMExports();
    const rowsWritten = async () =>
      (
        await db.read((tx) =>
          tx
            .selectFrom('refused_sign_in')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow(),
        )
      ).n;
    const seen = [];
    for (const [email, typed] of [
      [known.email, 'wrong'],
      ['nobody@example.com', password],
      [locked.email, 'wrong'],
      [locked.email, password],
      [`${'x'.repeat(5_000)}@example.com`, password],
      ['nul\0@example.com', password],
    ] as const) {
      const before = { hashes: argon2.mock.callCount(), rows: await rowsWritten() };
      const from = email === locked.email ? { address } : {};
      const { status, text, headers } = await server.signIn(email, typed, from);
      const shown = [...headers].filter(([name]) => name !== 'date');
      const work = { hashes: argon2.mock.callCount() - before.hashes, rows: (await rowsWritten()) - before.rows };
      seen.push({ status, text, shown, work });
    }
    argon2.mock.restore();
    syncBuiltinESMExports();

    assert.equal(seen[0]?.status, 400);
    assert.deepEqual(JSON.parse(seen[0]?.text ?? ''), {
      error: 'invalid_grant',
      error_description: 'grant request is invalid',
    });
    assert.deepEqual(seen[0]?.work, { hashes: 1, rows: 1 });
    for (const one of seen) assert.deepEqual(one, seen[0]);
  });

  it('S8.2 ten wrong passwords lock an account for their network for a quarter of an hour; trying meanwhile does not prolong it', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const from = { address: randomAddress() };
    for (let n = 0; n < 10; n += 1) await server.signIn(user.email, 'wrong', from);
    assert.equal((await server.signIn(user.email, password, from)).status, 400);
    server.clock.leap(14 * minute_ms);
    for (let n = 0; n < 10; n += 1) assert.equal((await server.signIn(user.email, password, from)).status, 400);
    server.clock.leap(minute_ms + 1000);
    assert.equal((await server.signIn(user.email, password, from)).status, 200);
  });

  it('nine wrong passwords are forgiven by the right one', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const from = { address: randomAddress() };
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) await server.signIn(user.email, 'wrong', from);
      assert.equal((await server.signIn(user.email, password, from)).status, 200);
    }
  });

  it('a burst of guesses at once gets no more of them checked than one after the other', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const argon2 = mock.method(crypto, 'argon2');
    syncBuiltinESMExports();
    const from = { address: randomAddress() };
    const replies = await Promise.all(Array.from({ length: 20 }, () => server.signIn(user.email, 'wrong', from)));
    argon2.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([400]));
    const counted = await db.read((tx) =>
      tx.selectFrom('refused_sign_in').where('account', '=', user.id).where('counts', '=', true).select('at').execute(),
    );
    // Two take their turn at once, so one may be admitted beside the last.
    assert.ok(counted.length === 10 || counted.length === 11, `${counted.length} guesses were checked`);
  });

  it('fifty failures from one network are answered 429 with the time to wait, and others are served', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const address = randomAddress();
    for (let n = 0; n < 50; n += 1) await server.signIn(`nobody${n}@example.com`, 'wrong', { address });
    const limited = await server.signIn(user.email, password, { address });
    assert.equal(limited.status, 429);
    assert.equal(limited.body.error, 'too_many_requests');
    const wait_s = Number(limited.headers.get('retry-after'));
    assert.ok(wait_s > 800 && wait_s <= 900, `wait ${wait_s} s`);
    assert.equal((await server.signIn(user.email, password)).status, 200);
    server.clock.leap(wait_s * 1000);
    assert.equal((await server.signIn(user.email, password, { address })).status, 200);
  });

  it('S7.38 what is missing or malformed is refused as such', async () => {
    await using server = await startIdentity(db);
    const path = server.identity.tokenPath;
    const base = { grant_type: 'password', client_id: webClient };
    assert.equal((await server.post(path, { ...base, username: 'a@example.com' })).body.error, 'invalid_request');
    assert.equal(
      (await server.post(path, { ...base, username: 'a@example.com', password: 'x', resource: 'https://else.example' }))
        .body.error,
      'invalid_target',
    );
    assert.equal(
      (await server.post(path, { ...base, client_id: 'who', username: 'a', password: 'x' })).body.error,
      'invalid_client',
    );
    assert.equal(
      (await server.post(path, { ...base, client_id: 'w\0', username: 'a', password: 'x' })).body.error,
      'invalid_client',
    );
    assert.equal(
      (
        await server.post(path, {
          grant_type: 'password',
          client_id: genericClient.id,
          client_secret: genericClient.secret,
          username: 'a',
          password: 'x',
        })
      ).body.error,
      'invalid_request',
    );
    assert.equal((await server.post(path, { client_id: webClient })).body.error, 'invalid_request');
    assert.equal((await server.post(path, { grant_type: 'authorization_code', client_id: webClient })).status, 400);
    const json = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(json.status, 400);
  });
});

describe('the refresh grant', () => {
  it('S4.8 S7.38 S3.2 replaces both tokens, again and again', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    let { access_token, refresh_token } = (await server.signIn(user.email, password)).body;
    for (let n = 0; n < 3; n += 1) {
      server.clock.leap(50 * minute_ms);
      const reply = await server.refresh(refresh_token);
      assert.equal(reply.status, 200);
      assert.notEqual(reply.body.refresh_token, refresh_token);
      assert.notEqual(reply.body.access_token, access_token);
      ({ access_token, refresh_token } = reply.body);
      assert.equal((await callerOf(server, access_token))?.userId, user.id);
    }
  });

  it('S4.8 may name its scopes again', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const scope = 'openid offline_access';
    const { body } = await server.signIn(user.email, password, { scope });
    assert.equal((await server.refresh(body.refresh_token, { scope })).status, 200);
  });

  it('S4.8 two tabs that renew at once both succeed, and the chain lives on', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token } = (await server.signIn(user.email, password)).body;
    const tabs = await Promise.all([server.refresh(refresh_token), server.refresh(refresh_token)]);
    assert.deepEqual(
      tabs.map(({ status }) => status),
      [200, 200],
    );
    server.clock.leap(50 * minute_ms);
    for (const tab of tabs) {
      const next = await server.refresh(tab.body.refresh_token);
      assert.equal(next.status, 200);
      assert.ok(await callerOf(server, next.body.access_token));
    }
  });

  it('S4.8 a used token that comes after the clock was set back ends the session: how long ago it was used nobody knows', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token: first } = (await server.signIn(user.email, password)).body;
    const { access_token } = (await server.refresh(first)).body;
    server.clock.leap(30 * minute_ms - hour_ms);
    assert.equal((await server.refresh(first)).body.error, 'invalid_grant');
    assert.equal(await callerOf(server, access_token), undefined);
  });

  it('S4.8 a used token is good for ten seconds more, counted from its first use; later it ends the session', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const ended: FanTopics['access.changed'][] = [];
    using _listening = server.bus.subscribe('access.changed', (message) => ended.push(message));
    const { refresh_token: first } = (await server.signIn(user.email, password)).body;
    const { access_token, refresh_token: second } = (await server.refresh(first)).body;
    server.clock.leap(8_000);
    assert.equal((await server.refresh(first)).status, 200);
    server.clock.leap(4_000);
    const reused = await server.refresh(first);
    assert.equal(reused.status, 400);
    assert.equal(reused.body.error, 'invalid_grant');
    assert.equal((await server.refresh(second)).body.error, 'invalid_grant');
    assert.equal(await callerOf(server, access_token), undefined);
    const { sid } = decodeJwt(access_token);
    assert.deepEqual(ended, [{ users: [user.id], serials: [], endedSessions: [sid] }]);
    // Once, however often the copy is tried.
    await server.refresh(first);
    const told = await db.read((tx) =>
      tx
        .selectFrom('audit')
        .where('on_id', '=', String(sid))
        .select(['action', 'user_id', 'address'])
        .orderBy('id')
        .execute(),
    );
    assert.deepEqual(
      told.filter(({ action }) => action === 'token.reused'),
      [{ action: 'token.reused', user_id: user.id, address: '127.0.0.1' }],
    );
  });

  it('a copy of the database opens no session: refresh tokens stand nowhere in it', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token: first } = (await server.signIn(user.email, password)).body;
    const { refresh_token: second } = (await server.refresh(first)).body;
    const rows = await db.read((tx) =>
      sql<{ model: string; row: string }>`
        select model, oidc::text as row from oidc
        where exists (select from session where user_id = ${user.id} and id::text in (oidc.grant_id, oidc.id))
      `.execute(tx),
    );
    assert.deepEqual(rows.rows.map(({ model }) => model).sort(), ['Grant', 'RefreshToken', 'RefreshToken']);
    for (const { row } of rows.rows) for (const token of [first, second]) assert.equal(row.includes(token), false, row);
    // Nor does what stands there.
    for (const { row } of rows.rows)
      for (const word of row.match(/[\w-]{20,}/g) ?? [])
        assert.equal((await server.refresh(word)).body.error, 'invalid_grant');
    assert.equal((await server.refresh(second)).status, 200);
  });

  it('tokens that an earlier version stored as they were are good after it, and hashed', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token } = (await server.signIn(user.email, password)).body;
    const kept = createHash('sha256').update(refresh_token).digest('hex');
    const mine = sql`(id = ${kept} or id = ${refresh_token})`;
    await db.write((tx) =>
      sql`update oidc set id = ${refresh_token}, payload = payload || jsonb_build_object('jti', ${refresh_token}::text)
        where ${mine}`.execute(tx),
    );
    const migration = (await readMigrations()).find(({ name }) => name.endsWith('hashed_tokens.sql'));
    // Of this token alone: others of this database are hashed already.
    for (const statement of (migration?.sql ?? '').split(';').filter((text) => /update/.test(text)))
      await db.write((tx) =>
        sql`${sql.raw(statement)} ${sql.raw(/where/.test(statement) ? 'and' : 'where')} ${mine}`.execute(tx),
      );
    const stored = await db.read((tx) =>
      sql<{ row: string }>`select oidc::text as row from oidc where ${mine}`.execute(tx),
    );
    assert.equal(stored.rows.length, 1);
    assert.equal(stored.rows[0]?.row.includes(refresh_token), false);
    assert.equal((await server.refresh(refresh_token)).status, 200);
  });

  it('a session that is idle for longer than the portal says ends, and one that is used does not', async () => {
    await using server = await startIdentity(db, { sessionIdle_s: 2 * 3600 });
    const user = await server.givenUser();
    let { access_token, refresh_token } = (await server.signIn(user.email, password)).body;
    for (let n = 0; n < 4; n += 1) {
      server.clock.leap(2 * hour_ms - minute_ms);
      const renewed = await server.refresh(refresh_token);
      assert.equal(renewed.status, 200);
      ({ access_token, refresh_token } = renewed.body);
      assert.ok(await callerOf(server, access_token));
    }
    server.clock.leap(2 * hour_ms + minute_ms);
    assert.equal(await callerOf(server, access_token), undefined);
    assert.equal((await server.refresh(refresh_token)).body.error, 'invalid_grant');
  });

  it('a session that began while idle ones ended lasts, once it is used after that was taken back', async () => {
    await using strict = await startIdentity(db, { sessionIdle_s: 3600 });
    const user = await strict.givenUser();
    let { refresh_token } = (await strict.signIn(user.email, password, { remember_me: 'true' })).body;
    await using server = await startIdentity(db, { clock: strict.clock });
    for (let n = 0; n < 3; n += 1) {
      server.clock.leap(50 * minute_ms);
      const renewed = await server.refresh(refresh_token);
      assert.equal(renewed.status, 200);
      ({ refresh_token } = renewed.body);
    }
    server.clock.leap(29 * day_ms);
    assert.equal((await server.refresh(refresh_token)).status, 200);
  });

  it('a session that began before idle ones ended is idle from the start of the portal that ends them', async () => {
    await using before = await startIdentity(db);
    const user = await before.givenUser();
    const [idle, used] = [await before.signIn(user.email, password), await before.signIn(user.email, password)];
    await using server = await startIdentity(db, { clock: before.clock, sessionIdle_s: 3600 });
    server.clock.leap(hour_ms - minute_ms);
    const renewed = await server.refresh(used.body.refresh_token);
    assert.equal(renewed.status, 200);
    server.clock.leap(2 * minute_ms);
    assert.equal(await callerOf(server, idle.body.access_token), undefined);
    assert.equal((await server.refresh(idle.body.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await server.refresh(renewed.body.refresh_token)).status, 200);
  });

  it('S7.38 use does not prolong a session beyond its absolute end', async () => {
    await using server = await startIdentity(db, { sessionIdle_s: 8 * 3600 });
    const user = await server.givenUser();
    const first = (await server.signIn(user.email, password, { remember_me: 'false' })).body;
    server.clock.leap(7 * hour_ms);
    const second = (await server.refresh(first.refresh_token)).body;
    server.clock.leap(5 * hour_ms + minute_ms);
    assert.equal(await callerOf(server, second.access_token), undefined);
    assert.equal((await server.refresh(second.refresh_token)).body.error, 'invalid_grant');
  });

  for (const { remember_me, life, life_ms } of [
    { remember_me: 'true', life: '30 days', life_ms: 30 * day_ms },
    { remember_me: 'false', life: '12 hours', life_ms: 12 * hour_ms },
  ]) {
    it(`S7.38 with remember_me=${remember_me} a session lives ${life}, and renewing does not prolong it`, async () => {
      await using server = await startIdentity(db);
      const user = await server.givenUser();
      const signedIn = (await server.signIn(user.email, password, { remember_me })).body;
      server.clock.leap(life_ms - 2 * minute_ms);
      const last = await server.refresh(signedIn.refresh_token);
      assert.equal(last.status, 200);
      assert.ok(await callerOf(server, last.body.access_token));
      server.clock.leap(3 * minute_ms);
      assert.equal((await server.refresh(last.body.refresh_token)).body.error, 'invalid_grant');
      assert.equal(await callerOf(server, last.body.access_token), undefined);
    });
  }

  it('S4.8 is refused when the session has ended, and its access token is worth nothing', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const [here, there] = [await server.signIn(user.email, password), await server.signIn(user.email, password)];
    const { sid } = decodeJwt(here.body.access_token);
    await server.identity.endSession(String(sid), '192.0.2.1');
    assert.equal((await server.refresh(here.body.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await callerOf(server, here.body.access_token), undefined);
    assert.equal((await server.refresh(there.body.refresh_token)).status, 200);
    await server.identity.endSession(String(sid), '192.0.2.1');
    const audit = await db.read((tx) =>
      tx.selectFrom('audit').where('action', '=', 'session.end').where('on_id', '=', String(sid)).selectAll().execute(),
    );
    assert.equal(audit.length, 1);
  });

  it('S4.8 is refused when the user is gone', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { body } = await server.signIn(user.email, password);
    await db.write((tx) => tx.deleteFrom('app_user').where('id', '=', user.id).execute());
    assert.equal((await server.refresh(body.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await callerOf(server, body.access_token), undefined);
  });

  it('a changed role shows at once in what the server knows, and in the next token', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { body } = await server.signIn(user.email, password);
    await db.write((tx) => tx.updateTable('app_user').set({ role: 'FACTORY' }).where('id', '=', user.id).execute());
    assert.equal((await callerOf(server, body.access_token))?.role, 'FACTORY');
    assert.deepEqual(decodeJwt((await server.refresh(body.refresh_token)).body.access_token).roles, ['FACTORY']);
  });

  it('is refused for what is no token, and for another resource', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token } = (await server.signIn(user.email, password)).body;
    for (const token of ['x', 'nul\0', 'x'.repeat(9_000)])
      assert.equal((await server.refresh(token)).body.error, 'invalid_grant');
    assert.equal(
      (await server.refresh(refresh_token, { resource: 'https://else.example/api' })).body.error,
      'invalid_target',
    );
  });
});

describe('revocation', () => {
  it('S4.6 of the refresh token ends the session', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { access_token, refresh_token } = (await server.signIn(user.email, password)).body;
    const reply = await server.post('/idp/token/revocation', { token: refresh_token, client_id: webClient });
    assert.equal(reply.status, 200);
    assert.equal(await callerOf(server, access_token), undefined);
    assert.equal((await server.refresh(refresh_token)).body.error, 'invalid_grant');
  });

  it('by another client changes nothing', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { access_token, refresh_token } = (await server.signIn(user.email, password)).body;
    await server.post('/idp/token/revocation', {
      token: refresh_token,
      client_id: genericClient.id,
      client_secret: genericClient.secret,
    });
    assert.ok(await callerOf(server, access_token));
  });
});

describe('the generic client', () => {
  it('S7.2 S7.38 S4.8 gets a token without a user and without a refresh token', async () => {
    await using server = await startIdentity(db);
    const { status, body } = await server.generic();
    assert.equal(status, 200);
    assert.equal('refresh_token' in body, false);
    const claims = decodeJwt(body.access_token);
    assert.equal('oid' in claims || 'sid' in claims || 'roles' in claims, false);
    assert.deepEqual(await server.identity.verify(body.access_token), { generic: true });
  });

  it('B11.1 gets the token that others got within the same minute, and hears how long it lives', async () => {
    await using server = await startIdentity(db);
    const [{ body: first }, { body: another }] = await Promise.all([server.generic(), server.generic()]);
    assert.equal(another.access_token, first.access_token);
    server.clock.leap(40_000);
    const { body: later } = await server.generic();
    assert.deepEqual([later.access_token, later.expires_in], [first.access_token, first.expires_in - 40]);
    server.clock.leap(21_000);
    const { body: next } = await server.generic();
    assert.notEqual(next.access_token, first.access_token);
    assert.equal(next.expires_in, first.expires_in);
    // Made while the clock was ahead.
    server.clock.leap(-hour_ms);
    assert.notEqual((await server.generic()).body.access_token, next.access_token);
  });

  it('S7.2 with a wrong secret gets none', async () => {
    await using server = await startIdentity(db);
    const fields = { grant_type: 'client_credentials', client_id: genericClient.id, client_secret: 'guessed' };
    const reply = await server.post(server.identity.tokenPath, fields);
    assert.equal(reply.status, 401);
    assert.equal(reply.body.error, 'invalid_client');
  });
});

describe('the sessions of a person', () => {
  it('B11.1 are a hundred at most: with one more the oldest ends, its sockets too', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const { password_hash: passwordHash } = await db.read((tx) =>
      tx.selectFrom('app_user').where('id', '=', owner.id).select('password_hash').executeTakeFirstOrThrow(),
    );
    const device = {
      rememberMe: true,
      address: '198.51.100.7',
      device: 'a copy',
      idle_s: null,
      second: 'none' as const,
    };
    const begun: string[] = [];
    for (let n = 0; n < sessions_max; n += 1) {
      server.clock.leap(1000);
      const one = { userId: owner.id, passwordHash, ...device, now: server.clock.now() };
      begun.push((await db.write((tx) => beginSession(tx, one)))?.id ?? '');
    }
    const announced: string[] = [];
    using _told = server.bus.subscribe(
      'access.changed',
      ({ endedSessions = [] }) => void announced.push(...endedSessions),
    );
    server.clock.leap(1000);
    assert.equal((await server.signIn(owner.email, password)).status, 200);
    const living = await db.read((tx) =>
      tx.selectFrom('session').where('user_id', '=', owner.id).where('ended_at', 'is', null).select('id').execute(),
    );
    assert.equal(living.length, sessions_max);
    assert.deepEqual(
      begun.filter((id) => living.every((one) => one.id !== id)),
      [begun[0]],
    );
    await new Promise(setImmediate);
    assert.deepEqual(announced, [begun[0]]);
  });

  it('B11.1 a program that signs in each time it asks ends its own, and nobody else’s', async () => {
    await using server = await startIdentity(db);
    const owner = await server.givenUser();
    const kitchen = (await server.signIn(owner.email, password)).body;
    const { password_hash: passwordHash } = await db.read((tx) =>
      tx.selectFrom('app_user').where('id', '=', owner.id).select('password_hash').executeTakeFirstOrThrow(),
    );
    const program = { address: '198.51.100.7', device: 'a program' };
    for (let n = 0; n < sessions_max + 5; n += 1) {
      server.clock.leap(1000);
      const now = server.clock.now();
      const more = { rememberMe: true, idle_s: null, second: 'none' as const, now };
      await db.write((tx) => beginSession(tx, { userId: owner.id, passwordHash, ...program, ...more }));
      await db.write((tx) => endOldest(tx, { userId: owner.id, ...program, now }));
    }
    assert.ok(await callerOf(server, kitchen.access_token));
    assert.equal((await server.refresh(kitchen.refresh_token)).status, 200);
  });
});

describe('what a browser may do', () => {
  it('its own origin signs in, a foreign one is refused before the password is looked at', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const fields = { grant_type: 'password', client_id: webClient, username: user.email, password };
    for (const origin of [server.url, 'https://brina.example']) {
      const own = await server.post(server.identity.tokenPath, fields, { origin });
      assert.equal(own.status, 200, origin);
    }
    for (const origin of ['https://evil.example', 'null', `${server.url}0`]) {
      const foreign = await server.post(server.identity.tokenPath, fields, { origin });
      assert.equal(foreign.status, 400, origin);
      assert.equal(foreign.headers.get('access-control-allow-origin'), null);
      assert.equal('access_token' in foreign.body, false);
    }
  });

  it('no page of the provider is open, and no reply sets a cookie', async () => {
    await using server = await startIdentity(db);
    for (const path of [
      '/auth',
      '/auth/x',
      '/me',
      '/session/end',
      '/session/end/confirm',
      '/interaction/x',
      '/token/introspection',
      '/reg',
      '/device',
      '/',
      '',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const reply = await fetch(`${server.url}/idp${path}`, {
          method,
          headers: { accept: 'text/html', cookie: '_session=x' },
        });
        assert.equal(reply.status, 404, `${method} ${path}`);
        assert.equal(reply.headers.get('set-cookie'), null);
      }
    }
  });

  it('discovery names what is open, and the keys have no private part', async () => {
    await using server = await startIdentity(db);
    const read = async (path: string) => (await fetch(server.url + path)).json() as Promise<Record<string, unknown>>;
    const discovery = await read('/idp/.well-known/openid-configuration');
    assert.equal(discovery['token_endpoint'], `${server.url}/idp/token`);
    assert.deepEqual(discovery['grant_types_supported'], [
      'refresh_token',
      'client_credentials',
      'password',
      'urn:brina:second-factor',
    ]);
    assert.equal('authorization_endpoint' in discovery, false);
    const { keys } = (await read('/idp/jwks')) as { keys: Record<string, unknown>[] };
    assert.ok(keys.length > 0);
    for (const key of keys) assert.equal('d' in key, false);
  });
});

describe('housekeeping', () => {
  it('removes what has expired and keeps what lives', async () => {
    await using server = await startIdentity(db);
    const [short, long] = [await server.givenUser(), await server.givenUser()];
    await server.signIn(short.email, password, { remember_me: 'false' });
    await server.signIn(short.email, 'wrong');
    const kept = (await server.signIn(long.email, password, { remember_me: 'true' })).body;
    server.clock.leap(2 * day_ms);
    await forgetOld(identity, server);
    const left = await db.read(async (tx) => ({
      tokens: await tx
        .selectFrom('oidc')
        .where('payload', '@>', `{"accountId":"${short.id}"}` as never)
        .select('id')
        .execute(),
      attempts: await tx.selectFrom('refused_sign_in').where('account', '=', short.id).select('at').execute(),
      sessions: await tx.selectFrom('session').where('user_id', '=', short.id).select('id').execute(),
    }));
    assert.deepEqual([left.tokens.length, left.attempts.length, left.sessions.length], [0, 0, 1]);
    assert.equal((await server.refresh(kept.refresh_token)).status, 200);
  });
});
