import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { compressReplies } from './compress.ts';

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

  it('a page keeps every letter', async () => {
    const page = await get('/page', 'br');
    assert.equal(brotliDecompressSync(page.rawPayload).toString(), '<p>…</p>'.repeat(500));
  });

  it('what is small, packed already, a stream or a part of a file travels as it is', async () => {
    for (const url of ['/one', '/file', '/stream', '/part'])
      assert.equal((await get(url, 'br, gzip')).headers['content-encoding'], undefined, url);
  });
});
