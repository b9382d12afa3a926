import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { day_ms } from '@brina/domain/language/durations';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import type { Database } from '#core/db/database.ts';
import { openTestDatabase } from '#core/db/test-database.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { genericClient, issuer, password, startIdentity } from './testing/identity-server.ts';

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe('signing keys', () => {
  it('are made at the first start and survive a restart', async () => {
    await using db = await openTestDatabase();
    const clock = stillClock();
    let token: string;
    {
      await using server = await startIdentity(db, { clock });
      token = (await server.generic()).body.access_token;
    }
    await using server = await startIdentity(db, { clock });
    assert.deepEqual(await server.identity.verify(token), { generic: true });
    assert.equal(kidOf((await server.generic()).body.access_token), kidOf(token));
  });

  it('rotate after 90 days; the old one verifies until its last token has expired', async () => {
    await using db = await openTestDatabase();
    const clock = stillClock();
    await using server = await startIdentity(db, { clock });
    const user = await server.givenUser();
    clock.leap(90 * day_ms - 60_000);
    const before = (await server.signIn(user.email, password)).body;
    clock.leap(120_000);
    const renewed = (await server.refresh(before.refresh_token)).body;
    assert.notEqual(kidOf(renewed.access_token), kidOf(before.access_token));
    for (const { access_token } of [before, renewed]) assert.ok(await server.identity.verify(access_token));
    const published = (await (await fetch(`${server.url}/idp/jwks`)).json()) as { keys: { kid: string }[] };
    assert.deepEqual(
      published.keys.map(({ kid }) => kid),
      [kidOf(renewed.access_token), kidOf(before.access_token)],
    );

    clock.leap(90 * day_ms);
    await server.generic();
    const kept = await db.read((tx) => tx.selectFrom('signing_key').select('kid').execute());
    assert.equal(kept.length, 2);
    assert.equal(
      kept.some(({ kid }) => kid === kidOf(before.access_token)),
      false,
    );
  });

  it('that one process made are known to the others at once', async () => {
    await using db = await openTestDatabase();
    const clock = stillClock();
    await using one = await startIdentity(db, { clock });
    await using other = await startIdentity(db, { clock });
    clock.leap(91 * day_ms);
    const [ofOne, ofOther] = await Promise.all([one.generic(), other.generic()]);
    assert.equal(kidOf(ofOne.body.access_token), kidOf(ofOther.body.access_token));
    await using third = await startIdentity(db, { clock });
    clock.leap(91 * day_ms);
    const { access_token } = (await one.generic()).body;
    assert.deepEqual(await third.identity.verify(access_token), { generic: true });
  });
});

describe('a token is refused that', () => {
  let db: Database;
  before(async () => {
    db = await openTestDatabase();
  });
  after(() => db[Symbol.asyncDispose]());

  /** Signs the claims of a good token, changed, with our own key: each test changes the one thing that it is about. */
  async function forge(
    server: Awaited<ReturnType<typeof startIdentity>>,
    changes: Record<string, unknown>,
    header: { typ?: string } = {},
  ) {
    const good = (await server.generic()).body.access_token;
    const { jwk } = await db.read((tx) => tx.selectFrom('signing_key').selectAll().executeTakeFirstOrThrow());
    const key = await importJWK(jwk as JWK);
    return new SignJWT({ ...decodeJwt(good), ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: kidOf(good) ?? '', ...header })
      .sign(key);
  }

  it('is signed as it should be, but another issuer, audience, type or expiry stands in it', async () => {
    await using server = await startIdentity(db);
    const now_s = Math.floor(server.clock.now() / 1000);
    assert.deepEqual(await server.identity.verify(await forge(server, {})), { generic: true });
    assert.equal(await server.identity.verify(await forge(server, { iss: `${issuer}/` })), undefined);
    assert.equal(await server.identity.verify(await forge(server, { aud: 'https://else.example' })), undefined);
    assert.equal(await server.identity.verify(await forge(server, { aud: undefined })), undefined);
    assert.equal(await server.identity.verify(await forge(server, { exp: now_s - 1 })), undefined);
    assert.equal(await server.identity.verify(await forge(server, { exp: undefined })), undefined);
    assert.equal(await server.identity.verify(await forge(server, {}, { typ: 'JWT' })), undefined);
    assert.equal(await server.identity.verify(await forge(server, { client_id: 'who' })), undefined);
  });

  it('names a key that nobody knows, and a crowd of such has the stored keys looked at twice', async () => {
    let looks = 0;
    const counted: Database = {
      ...db,
      read: (work) => {
        looks += 1;
        return db.read(work);
      },
    };
    await using server = await startIdentity(counted);
    const claims = decodeJwt((await server.generic()).body.access_token);
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: `unknown ${place}` })
          .sign(privateKey),
      ),
    );
    looks = 0;
    const proven = await Promise.all(forged.map((token) => server.identity.verify(token)));
    assert.deepEqual(new Set(proven), new Set([undefined]));
    // One that had begun when the others asked, and one for all of them.
    assert.ok(looks >= 1 && looks <= 2, `${looks} looks`);
  });

  it('has expired by the clock of the portal', async () => {
    await using server = await startIdentity(db, { accessToken_s: 60 });
    const { access_token, expires_in } = (await server.generic()).body;
    assert.equal(expires_in, 60);
    const { iat = 0, exp = 0 } = decodeJwt(access_token);
    assert.equal(exp - iat, 60);
    server.clock.set(exp * 1000 - 2_000);
    assert.ok(await server.identity.verify(access_token));
    server.clock.set(exp * 1000);
    assert.equal(await server.identity.verify(access_token), undefined);
  });

  it('is not signed by us: no algorithm, another one, a key of somebody else', async () => {
    await using server = await startIdentity(db);
    const good = (await server.generic()).body.access_token;
    const claims = decodeJwt(good);
    const kid = kidOf(good) ?? '';
    const none = new UnsecuredJWT(claims).encode();
    const [, body] = good.split('.');
    const noneNamed = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid })).toString('base64url')}.${body}.`;
    // The public key as a shared secret: the classic confusion of algorithms.
    const { keys } = (await (await fetch(`${server.url}/idp/jwks`)).json()) as { keys: JWK[] };
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
    const hs256 = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid }).sign(secret);
    const { privateKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: 'at+jwt' };
    const foreign = await new SignJWT(claims).setProtectedHeader({ ...header, kid }).sign(privateKey);
    const unknown = await new SignJWT(claims).setProtectedHeader({ ...header, kid: 'unknown' }).sign(privateKey);
    const changed = `${good.slice(0, good.lastIndexOf('.') - 4)}AAAA${good.slice(good.lastIndexOf('.'))}`;
    for (const token of [none, noneNamed, hs256, foreign, unknown, changed, 'x', '', 'a.b.c', genericClient.secret])
      assert.equal(await server.identity.verify(token), undefined, token);
    assert.deepEqual(await server.identity.verify(good), { generic: true });
  });

  it('S7.38 is a refresh token', async () => {
    await using server = await startIdentity(db);
    const user = await server.givenUser();
    const { refresh_token } = (await server.signIn(user.email, password)).body;
    assert.equal(await server.identity.verify(refresh_token), undefined);
  });
});
