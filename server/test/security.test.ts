import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect } from 'node:tls';
import { allCalls } from '@brina/contract/all-calls';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { type Health, publicConfig } from '@brina/contract/config';
import { socketPath } from '@brina/contract/live-address';
import { requestOf } from '@brina/contract/wire/client';
import type { WireError } from '@brina/contract/wire/errors';
import { minute_ms } from '@brina/domain/language/durations';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { openPki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { given } from './given.ts';
import { exampleWith, nobodysIds } from './instances.ts';
import { sharedPortal, startTestPortal } from './portal.ts';

describe('who may come in', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);
  const { subscriptionKeyHeader, subscriptionKey } = portal.publicConfig;

  const ask = async (headers: Record<string, string>) => {
    const reply = await fetch(portal.url + getUserInfo.path, { headers });
    const { code } = (await reply.json()) as Partial<WireError>;
    return code ? `${reply.status} ${code}` : String(reply.status);
  };
  const withToken = (token: string) => ask(headersOf(token));

  it('S7.1 no call opens without the subscription key, nor with a wrong one', async () => {
    const { accessToken } = await user();
    const authorization = `Bearer ${accessToken}`;
    assert.equal(await ask({ authorization }), '401 key_missing');
    assert.equal(await ask({ authorization, [subscriptionKeyHeader]: '' }), '401 key_missing');
    assert.equal(await ask({ authorization, [subscriptionKeyHeader]: `${subscriptionKey}x` }), '401 key_missing');
    assert.equal(await ask({ authorization, [subscriptionKeyHeader.toUpperCase()]: subscriptionKey }), '200');
  });

  it('S7.1 no call opens without a token, nor with half of one', async () => {
    const { accessToken, refreshToken } = await user();
    const key = { [subscriptionKeyHeader]: subscriptionKey };
    assert.equal(await ask(key), '401 token_missing');
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${accessToken}`, accessToken])
      assert.equal(await ask({ ...key, authorization }), '401 token_missing', authorization.slice(0, 8));
    for (const token of ['x', accessToken.slice(0, -8), accessToken.split('.').slice(0, 2).join('.'), refreshToken])
      assert.equal(await withToken(token), '401 token_invalid');
  });

  it('a token of another issuer, for something else or signed by another key proves nothing', async () => {
    const { accessToken } = await user();
    const claims = decodeJwt(accessToken);
    const header = { ...decodeProtectedHeader(accessToken), alg: 'ES256' };
    const row = await portal.db.read((db) =>
      db.selectFrom('signing_key').select('jwk').where('retired_at', 'is', null).executeTakeFirstOrThrow(),
    );
    const ours = await importJWK(row.jwk as JWK, 'ES256');
    const { privateKey: theirs } = await generateKeyPair('ES256');
    const signed = (changes: object, key: typeof ours | typeof theirs = ours, headerChanges: object = {}) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...headerChanges }).sign(key);

    assert.equal(await withToken(await signed({})), '200', 'the forger signs as the portal does');
    assert.equal(await withToken(await signed({}, theirs)), '401 token_invalid');
    assert.equal(await withToken(await signed({}, theirs, { kid: 'another' })), '401 token_invalid');
    assert.equal(await withToken(await signed({ iss: 'https://elsewhere.example/idp' })), '401 token_invalid');
    assert.equal(await withToken(await signed({ aud: 'urn:elsewhere' })), '401 token_invalid');
    assert.equal(await withToken(await signed({ exp: undefined })), '401 token_invalid');
    assert.equal(await withToken(await signed({}, ours, { typ: 'JWT' })), '401 token_invalid');
  });

  it('a token without a signature, or signed with the public key as a password, proves nothing', async () => {
    const { accessToken } = await user();
    const [head = '', payload = '', signature = ''] = accessToken.split('.');
    const headed = (changes: object) =>
      Buffer.from(JSON.stringify({ ...decodeProtectedHeader(accessToken), ...changes })).toString('base64url');
    assert.equal(await withToken(`${headed({ alg: 'none' })}.${payload}.`), '401 token_invalid');
    assert.equal(await withToken(`${headed({ alg: 'none' })}.${payload}.${signature}`), '401 token_invalid');
    const { keys } = (await (await fetch(`${portal.url}/idp/jwks`)).json()) as { keys: JWK[] };
    const confused = `${headed({ alg: 'HS256' })}.${payload}`;
    const mac = createHmac('sha256', JSON.stringify(keys[0])).update(confused).digest('base64url');
    assert.equal(await withToken(`${confused}.${mac}`), '401 token_invalid');
    assert.equal(await withToken(`${head}.${payload}.${signature}`), '200');
  });

  it('a tampered token proves nothing', async () => {
    const [me, other] = [await user(), await user('SUPERFACTORY')];
    const [head = '', , signature = ''] = me.accessToken.split('.');
    for (const changes of [{ oid: other.id }, { roles: ['SUPERFACTORY'] }, { exp: 4_000_000_000 }]) {
      const payload = Buffer.from(JSON.stringify({ ...decodeJwt(me.accessToken), ...changes })).toString('base64url');
      assert.equal(await withToken(`${head}.${payload}.${signature}`), '401 token_invalid');
    }
  });

  it('an expired token proves nothing', async () => {
    const { accessToken } = await user();
    portal.clock.leap(59 * minute_ms);
    assert.equal(await withToken(accessToken), '200');
    portal.clock.leap(2 * minute_ms);
    assert.equal(await withToken(accessToken), '401 token_invalid');
  });

  it('the token of a session that has ended proves nothing, at once', async () => {
    const [me, other] = [await user(), await user()];
    await portal.identity.endSession(String(decodeJwt(me.accessToken)['sid']), '127.0.0.1');
    assert.equal(await withToken(me.accessToken), '401 token_invalid');
    assert.equal(await withToken(other.accessToken), '200');
  });

  it('S7.38 a generic token stands for nobody: it opens no call that needs a user', async () => {
    const { tokenUrl, genericClientId, genericClientSecret } = portal.publicConfig;
    const grant = { grant_type: 'client_credentials', client_id: genericClientId, client_secret: genericClientSecret };
    const reply = await fetch(portal.url + tokenUrl, { method: 'POST', body: new URLSearchParams(grant) });
    const { access_token, refresh_token } = (await reply.json()) as Record<string, string>;
    assert.equal(refresh_token, undefined);
    for (const call of allCalls.filter(({ roles }) => roles !== 'generic' && roles !== 'none')) {
      const { url, ...request } = requestOf(call, exampleWith(call, nobodysIds()));
      const answer = await fetch(portal.url + url, {
        ...request,
        headers: { ...request.headers, ...headersOf(access_token ?? '') },
      });
      assert.equal(`${answer.status} ${((await answer.json()) as WireError).code}`, '403 access_denied', call.id);
    }
  });
});

/** A request that `fetch` would not make: with a Host of its own, or trusting one certificate. */
function raw(
  get: typeof httpGet,
  url: string,
  options: RequestOptions & { ca?: string } = {},
): Promise<{ reply: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, options, (reply) => {
      let text = '';
      reply
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve({ reply, text }));
    }).on('error', reject);
  });
}

const configFor = async (url: string, host: string) =>
  JSON.parse((await raw(httpGet, `${url}/config.json`, { headers: { host } })).text) as { socketUrl: string };

describe('what everybody sees', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);
  const pages = [
    '/',
    '/login',
    '/appliance/MF-1',
    '/config.json',
    '/health',
    '/metrics',
    '/api/openapi.json',
    '/api/cycles.schema.json',
    '/api/docs',
    '/api/docs.css',
  ];
  const nowhere = [
    '/api',
    '/api/nothing',
    '/api/v1/appliance',
    '/assets/nothing.js',
    '/assets/',
    '/html/nothing.html',
    '/html',
    '/nothing.png',
  ];

  it('no reply sets a cookie, and every one says how a browser must treat it', async () => {
    const owner = await user();
    const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
    const { clientId, tokenUrl, genericClientId, genericClientSecret } = portal.publicConfig;
    const requests: [string, RequestInit?][] = [
      ...[...pages, ...nowhere].map((path): [string] => [path]),
      ...[
        '/idp/jwks',
        '/idp/.well-known/openid-configuration',
        '/idp/auth',
        '/idp/session/end',
        '/idp/me',
        '/idp/nothing',
        '/idp',
      ].map((path): [string] => [path]),
      [tokenUrl, form({ grant_type: 'password', client_id: clientId, username: owner.email, password: 'wrong' })],
      [
        tokenUrl,
        form({ grant_type: 'password', client_id: clientId, username: owner.email, password: 'Brina-test-1#' }),
      ],
      [tokenUrl, form({ grant_type: 'refresh_token', client_id: clientId, refresh_token: owner.refreshToken })],
      [
        tokenUrl,
        form({ grant_type: 'client_credentials', client_id: genericClientId, client_secret: genericClientSecret }),
      ],
      [tokenUrl, { method: 'POST', body: '{' }],
      ...allCalls.flatMap((call): [string, RequestInit][] => {
        const { url, ...request } = requestOf(call, exampleWith(call, nobodysIds()));
        return [
          [url, request],
          [url, { ...request, headers: { ...request.headers, ...headersOf(owner.accessToken) } }],
        ];
      }),
    ];
    for (const [path, init] of requests) {
      const { headers, status } = await fetch(portal.url + path, { redirect: 'manual', ...init });
      const at = `${init?.method ?? 'GET'} ${path} (${status})`;
      assert.equal(headers.get('set-cookie'), null, at);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', at);
      assert.equal(headers.get('x-powered-by') ?? headers.get('server'), null, at);
      assert.equal(headers.get('strict-transport-security'), null, 'without TLS nothing promises it');
      if (path.startsWith('/idp')) continue;
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, at);
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|\*/, at);
      if (path.startsWith('/api/v')) assert.equal(headers.get('cache-control'), 'no-store', at);
    }
  });

  it('S2.4 the app never answers for calls, sign-in, assets and documents that are not there', async () => {
    for (const path of [...nowhere, '/idp/nothing', '/idp']) {
      const reply = await fetch(portal.url + path);
      assert.equal(reply.status, 404, path);
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/, path);
    }
    const posted = await fetch(`${portal.url}/login`, { method: 'POST' });
    assert.equal(posted.status, 405);
  });

  it('config.json is what the contract says, and nothing more', async () => {
    const reply = await fetch(`${portal.url}/config.json`);
    const said: unknown = await reply.json();
    assert.deepEqual(z.parse(publicConfig, said), said);
    assert.deepEqual(said, portal.publicConfig);
    const { tokenUrl, resource, socketUrl } = portal.publicConfig;
    assert.ok(tokenUrl.startsWith('/') && !tokenUrl.startsWith('//'), 'the address of tokens is relative');
    assert.ok(URL.canParse(resource), 'the resource is an absolute URI');
    assert.equal(socketUrl, `${portal.url.replace('http', 'ws')}${socketPath}`);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });

  it('the address of the socket follows the Host of the request if that can be ours', async () => {
    const { host, port } = new URL(portal.url);
    for (const ours of [host, `localhost:${port}`, 'localhost', `[::1]:${port}`])
      assert.equal((await configFor(portal.url, ours)).socketUrl, `ws://${ours}${socketPath}`);
    for (const foreign of [
      'evil.example',
      `127.evil.example:${port}`,
      `${host}/x`,
      `user@${host}`,
      'a b',
      `${host},evil.example`,
    ])
      assert.equal((await configFor(portal.url, foreign)).socketUrl, `ws://${host}${socketPath}`, foreign);
  });

  it('health is open and says what works', async () => {
    const health = await (await fetch(`${portal.url}/health`)).json();
    const { version } = portal.publicConfig;
    const { waiting_s, disk: _, ...said } = health as Health;
    assert.equal(waiting_s, 0);
    assert.deepEqual(said, { status: 'ok', database: true, writable: true, appliances: 0, demoHistory: null, version });
  });

  it('numbers about the installation are for this machine only', async () => {
    const owner = await user();
    await owner.call(getUserInfo, {});
    const reply = await fetch(`${portal.url}/metrics`);
    assert.equal(reply.status, 200);
    assert.match(await reply.text(), /brina_call_seconds_count\{call="account.userInfo",status="200"\}/);
    // Whom somebody on this machine forwards is not on it, whatever he says.
    for (const claimed of ['203.0.113.9', '127.0.0.1'])
      assert.equal((await fetch(`${portal.url}/metrics`, { headers: { 'x-forwarded-for': claimed } })).status, 404);
    for (const [name, said] of Object.entries({
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      via: '1.1 door',
    }))
      assert.equal((await fetch(`${portal.url}/metrics`, { headers: { [name]: said } })).status, 404, name);
  });
});

describe('a portal behind a proxy', () => {
  it('counts the address that the proxy saw, never one that the client claims', async () => {
    await using portal = await startTestPortal({
      environment: { BRINA_PUBLIC_URL: 'https://portal.example', BRINA_TRUSTED_PROXY: '127.0.0.1' },
    });
    const own = `http://127.0.0.1:${portal.httpPort}`;
    const metrics = async (forwarded?: string) =>
      (await fetch(`${own}/metrics`, forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {})).status;
    assert.equal(await metrics(), 200);
    assert.equal(await metrics('203.0.113.9'), 404);
    assert.equal(await metrics('127.0.0.1, 203.0.113.9'), 404);

    const { subscriptionKeyHeader, subscriptionKey, tokenUrl, clientId } = portal.publicConfig;
    const fields = { grant_type: 'password', client_id: clientId, username: 'nobody@test.example', password: 'x' };
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    await fetch(own + tokenUrl, { method: 'POST', body: new URLSearchParams(fields), headers });
    const refused = await portal.db.read((db) => db.selectFrom('refused_sign_in').select('address').execute());
    assert.deepEqual(refused, [{ address: '203.0.113.7' }]);

    assert.equal((await configFor(own, 'evil.example')).socketUrl, `wss://portal.example${socketPath}`);
    const reply = await fetch(own + getUserInfo.path, { headers: { [subscriptionKeyHeader]: subscriptionKey } });
    // Sign-in and keys are answered beside the calls.
    for (const { headers } of [reply, await fetch(`${own}/idp/jwks`)])
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
  });
});

describe('a portal with a certificate of its own', () => {
  it('answers over HTTPS and over nothing else, and ends although a browser keeps a connection ready', async () => {
    await using portal = await startTestPortal({ environment: { BRINA_TLS: 'own' } });
    assert.match(portal.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const { reply, text } = await raw(httpsGet, `${portal.url}/health`, { ca: portal.pki.caPem });
    assert.deepEqual([reply.statusCode, JSON.parse(text).status], [200, 'ok']);
    assert.equal(reply.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
    assert.match(portal.publicConfig.socketUrl, /^wss:\/\/127\.0\.0\.1:\d+\/secured\/room$/);
    await assert.rejects(raw(httpsGet, `${portal.url}/health`), { code: /UNABLE_TO|SELF_SIGNED/ });
    await assert.rejects(fetch(portal.url.replace('https', 'http')));
    const spare = connect({ port: portal.httpPort, host: '127.0.0.1', ca: portal.pki.caPem });
    await once(spare, 'secureConnect');
    spare.on('error', () => undefined).resume();
  });

  it('B11.1 shows the newer one as soon as its files are renewed, without a restart', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'brina-certificate-'));
    const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')];
    const pki = await openPki({ store: filePkiStore(join(folder.path, 'pki')), brand: 'Test', clock: stillClock() });
    const renew = async () => {
      const { certificatePem, keyPem } = await pki.issueServer(['localhost']);
      await writeFile(cert, certificatePem);
      await writeFile(key, keyPem);
    };
    await renew();
    await using portal = await startTestPortal({ environment: { BRINA_TLS: `${cert},${key}` } });
    const shown = async (): Promise<string> => {
      const socket = connect({ port: portal.httpPort, host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    const before = await shown();
    await renew();
    await portal.clock.advance(minute_ms);
    assert.notEqual(await shown(), before);
  });
});
