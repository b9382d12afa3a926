import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { compressReplies, packedOnce } from './compress.ts';

describe('compressed replies', async () => {
  const app = Fastify();
  compressReplies(app);
  after(() => app.close());
  const large = Array.from({ length: 100 }, (_, place) => ({ serialNumber: `MF-${place}`, online: true }));
  app.get('/list', async () => large);
  app.get('/one', async () => large[0]);
  app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>…</p>'.repeat(500)));
  app.get('/file', async (_request, reply) => reply.type('application/pdf').send(Buffer.alloc(5000)));
  app.get('/stream', async (_request, reply) =>
    reply.type('text/csv').send(Readable.from([Buffer.alloc(3000), Buffer.alloc(3000)])),
  );
  app.get('/part', async (_request, reply) => reply.code(206).type('text/csv').send('a'.repeat(5000)));
  const text = '<p>…</p>'.repeat(500);
  const fixed = packedOnce(text);
  app.get('/fixed', async (request, reply) => reply.type('text/html; charset=utf-8').send(await fixed(request, reply)));
  const get = (url: string, encoding?: string) =>
    app.inject({ method: 'GET', url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

  it('a long list travels as brotli, else as gzip, else as it is, and caches are told so', async () => {
    const br = await get('/list', 'gzip, deflate, br, zstd');
    assert.deepEqual([br.headers['content-encoding'], br.headers['vary']], ['br', 'accept-encoding']);
    assert.deepEqual(JSON.parse(brotliDecompressSync(br.rawPayload).toString()), large);
    assert.equal(br.headers['content-length'], String(br.rawPayload.length));
    assert.ok(br.rawPayload.length * 5 < JSON.stringify(large).length);

    const gzip = await get('/list', 'br;q=0, gzip');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.deepEqual(JSON.parse(gunzipSync(gzip.rawPayload).toString()), large);

    const plain = await get('/list');
    assert.deepEqual([plain.headers['content-encoding'], plain.headers['vary']], [undefined, 'accept-encoding']);
    assert.deepEqual(plain.json(), large);
  });

  it('B11.1 of many who ask at once two are packed for at a time, and what does not change once for all', async (t) => {
    let [running, most, times] = [0, 0, 0];
    const real = zlib.brotliCompress as (text: string, options: object, done: (...told: unknown[]) => void) => void;
    const counted: typeof real = (text, options, done) => {
      times += 1;
      most = Math.max(most, (running += 1));
      real(text, options, (...told) => {
        running -= 1;
        done(...told);
      });
    };
    t.mock.method(zlib, 'brotliCompress', counted);
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    await Promise.all(Array.from({ length: 20 }, () => get('/list', 'br')));
    assert.deepEqual([times, most], [20, 2]);
    const fixed = await Promise.all(Array.from({ length: 20 }, () => get('/fixed', 'br')));
    assert.equal(times, 21);
    for (const { headers, rawPayload } of fixed) {
      assert.deepEqual([headers['content-encoding'], headers['vary']], ['br', 'accept-encoding']);
      assert.equal(brotliDecompressSync(rawPayload).toString(), text);
    }
    const plain = await get('/fixed');
    assert.deepEqual(
      [plain.headers['content-encoding'], plain.headers['vary'], plain.body],
      [undefined, 'accept-encoding', text],
    );
  });

  it('a page keeps every letter', async () => {
    const page = await get('/page', 'br');
    assert.equal(brotliDecompressSync(page.rawPayload).toString(), '<p>…</p>'.repeat(500));
  });

  it('what is small, packed already, a stream or a part of a file travels as it is', async () => {
    for (const url of ['/one', '/file', '/stream', '/part'])
      assert.equal((await get(url, 'br, gzip')).headers['content-encoding'], undefined, url);
  });
});
