import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { PublicConfig } from '@brina/contract/config';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { answerErrors } from '#core/http/error-replies.ts';
import { serverOptions } from '#core/http/server-options.ts';
import { serveWebApp } from './web-app.ts';

/** What the page of a test is told. */
const config: PublicConfig = {
  tokenUrl: '/idp/token',
  clientId: 'web',
  genericClientId: 'generic',
  genericClientSecret: 'secret',
  resource: 'urn:brina:api',
  subscriptionKey: 'key',
  subscriptionKeyHeader: 'Key',
  socketUrl: '',
  brand: '</script><b>$&',
  environment: 'prod',
  features: { maintenance: false, afterSales: false, demo: false },
  tutorialUrl: null,
  version: 'test',
};

/** What was logged as an error. */
const alarms: string[] = [];

/** The web app as a server of its own serves it, from a build with these files. */
async function serving(files: Record<string, string | Buffer>): Promise<FastifyInstance> {
  const dist = await mkdtemp(join(tmpdir(), 'brina-dist-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(dist, path, '..'), { recursive: true });
    await writeFile(join(dist, path), text);
  }
  const app = Fastify(serverOptions);
  answerErrors(app, pino({ level: 'error' }, { write: (line: string) => void alarms.push(line) }));
  await serveWebApp(app, dist, {
    config: (host) => ({ ...config, socketUrl: `ws://${host}/live` }),
    methodsOf: () => [],
  });
  after(async () => {
    await app.close();
    await rm(dist, { recursive: true });
  });
  return app;
}

describe('the web app', async () => {
  const app = await serving({
    'index.html':
      '<html><head><title>Brina</title></head><body><div id="root"><div data-page=""></div></div></body></html>',
    'first-pages.json': JSON.stringify({
      login: ['assets/login-1.css', 'assets/login-1.js'],
      home: ['assets/home-1.js'],
    }),
    'assets/index-abc.js': 'let a;',
    'assets/index-abc.js.br': brotliCompressSync('let a;'),
    'robots.txt': 'User-agent: *',
    'service-worker.js': 'let b;',
  });
  const get = (url: string) => app.inject({ method: 'GET', url });

  it('S2.1 every route of the app opens its page, always fresh', async () => {
    for (const route of [
      '/',
      '/login',
      '/appliance/MF-1/haccp',
      '/changepassword?token=a.b&email=a@b.example',
      '/admin/user/lea%40bistro.com',
      '/admin/user/lea@bistro.com',
    ]) {
      const { statusCode, headers, body } = await get(route);
      assert.deepEqual(
        [statusCode, headers['content-type'], headers['cache-control']],
        [200, 'text/html; charset=utf-8', 'no-store'],
        route,
      );
      assert.match(body, /<title>Brina<\/title>/);
    }
  });

  it('the page’s policy allows no inline script, nothing from elsewhere, no frame, and styles by a nonce of this reply', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const { headers, body } = await get('/');
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ')[0], rule]),
      );
      const nonce = /<meta property="csp-nonce" nonce="([A-Za-z0-9+/=]{22,})">/.exec(body)?.[1] ?? '';
      assert.equal(policy['style-src'], `style-src 'self' 'nonce-${nonce}'`);
      assert.equal(policy['script-src'], "script-src 'self'");
      assert.equal(policy['default-src'], "default-src 'self'");
      assert.equal(policy['connect-src'], "connect-src 'self'");
      assert.equal(policy['frame-ancestors'], "frame-ancestors 'none'");
      seen.add(nonce);
    }
    assert.equal(seen.size, 3);
  });

  it('S2.1 the page carries the configuration for its host, and names what its first picture needs', async () => {
    const page = async (url: string) => {
      const { body } = await app.inject({ method: 'GET', url, headers: { host: 'portal.example' } });
      const data = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
      const named = Array.from(body.matchAll(/<link [^>]*href="([^"]+)"/g), ([, href]) => href);
      return { config: JSON.parse(data), named, skeleton: /data-page="(\w*)"/.exec(body)?.[1] };
    };
    const told = { ...config, socketUrl: 'ws://portal.example/live' };
    const login = { config: told, named: ['/assets/login-1.css', '/assets/login-1.js'], skeleton: 'login' };
    const home = { config: told, named: ['/assets/home-1.js'], skeleton: 'home' };
    assert.deepEqual(await page('/login?to=%2Faccount'), login);
    assert.deepEqual(await page('/changepassword?token=a'), login);
    assert.deepEqual(await page('/?kitchen=1'), home);
    assert.deepEqual(await page('/appliance/MF-1'), { ...home, skeleton: 'screen' });
  });

  it('a file with a hash in its name stays with the browser for ever, any other does not', async () => {
    const script = await get('/assets/index-abc.js');
    assert.deepEqual(
      [script.statusCode, script.headers['cache-control']],
      [200, 'public, max-age=31536000, immutable'],
    );
    const robots = await get('/robots.txt');
    assert.deepEqual([robots.statusCode, robots.headers['cache-control']], [200, 'public, max-age=0']);
  });

  it('a file that the build has compressed travels so, to who can read it', async () => {
    const url = '/assets/index-abc.js';
    const { headers, rawPayload } = await app.inject({
      method: 'GET',
      url,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    assert.deepEqual(
      [headers['content-encoding'], headers['content-type'], headers['vary'], headers['cache-control']],
      ['br', 'application/javascript; charset=utf-8', 'accept-encoding', 'public, max-age=31536000, immutable'],
    );
    assert.equal(brotliDecompressSync(rawPayload).toString(), 'let a;');
    assert.equal((await get(url)).body, 'let a;');
  });

  it('the service worker is always asked for anew, and may fetch from the portal and from nowhere else', async () => {
    const { headers } = await get('/service-worker.js');
    assert.deepEqual(
      [headers['cache-control'], headers['content-security-policy']],
      ['no-cache', "default-src 'self'"],
    );
  });

  it('S2.4 what is not there below /assets, /html, /api, /idp and /messages is a real 404', async () => {
    for (const place of ['assets', 'html', 'api', 'idp', 'messages'])
      for (const path of [`/${place}`, `/${place}/`, `/${place}/nothing`, `/${place}/nothing.html`, `/${place}?x=1`]) {
        const { statusCode, json } = await get(path);
        assert.deepEqual([statusCode, (json() as { code: string }).code], [404, 'not_found'], path);
      }
    assert.equal((await get('/missing.png')).statusCode, 404);
    assert.equal((await get('/assetsx')).statusCode, 200);
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/login' });
    assert.deepEqual([statusCode, headers['allow']], [405, 'GET, HEAD']);
  });

  it('nothing outside the build is served', async () => {
    for (const path of [
      '/../web-app.ts',
      '/assets/../../secret',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc/passwd',
    ]) {
      const { body } = await get(path);
      assert.doesNotMatch(body, /root:|serveWebApp/);
    }
  });

  /** The answer to a path that is asked as it stands, without the tidying of a client. */
  async function asked(path: string): Promise<{ status: number; text: string }> {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    const answer = Buffer.concat(parts).toString();
    return { status: Number(answer.split(' ')[1]), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
  }

  const long = 'a'.repeat(9_000);
  for (const path of [
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cboot.ini',
    '/..%5c..',
    '/%00',
    '/\\evil.com',
    '//evil.com/%2f..',
    '/login%00.png',
    `/${long}`,
    `/${long}.png`,
    `/assets/${long}.js`,
    '/%',
  ])
    it(`B11.1 a path that is a trick finds nothing, and rings no alarm: ${path.slice(0, 30)}`, async () => {
      const { status, text } = await asked(path);
      assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [404, 'not_found'], text);
      assert.deepEqual(alarms, []);
    });

  it('where nothing was built, one plain sentence says so', async () => {
    const unbuilt = await serving({ 'other.txt': '' });
    const { statusCode, headers, body } = await unbuilt.inject({ method: 'GET', url: '/' });
    assert.deepEqual(
      [statusCode, headers['content-type'], body],
      [503, 'text/plain; charset=utf-8', 'The web app is not built. Run npm start.'],
    );
  });
});
