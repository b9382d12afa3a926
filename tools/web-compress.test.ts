import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressFiles } from './web-compress.ts';

const folder = mkdtempSync(join(tmpdir(), 'brina-compress-'));
after(() => rmSync(folder, { recursive: true }));
const [dist, cache] = [join(folder, 'dist'), join(folder, 'cache')];

/** A build with these files, and nothing left of the one before. */
async function built(files: Record<string, string>): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dist, name), text);
  await compressFiles(dist, cache);
}

it('a build has its larger texts beside it as brotli and gzip, each packed once', async () => {
  const script = 'let appliance;'.repeat(100);
  await built({ 'a.js': script, 'small.js': 'let a;', 'font.woff2': script, 'index.html': script });
  assert.equal(brotliDecompressSync(readFileSync(join(dist, 'a.js.br'))).toString(), script);
  assert.equal(gunzipSync(readFileSync(join(dist, 'a.js.gz'))).toString(), script);
  for (const name of ['small.js.br', 'font.woff2.br', 'index.html.br']) assert.ok(!existsSync(join(dist, name)), name);

  // What has not changed is taken from the cache: a mark in it comes back.
  const kept = readdirSync(cache).find((name) => name.endsWith('.br')) ?? '';
  writeFileSync(join(cache, kept), 'mark');
  await built({ 'renamed.js': script });
  assert.equal(readFileSync(join(dist, 'renamed.js.br'), 'utf8'), 'mark');

  await built({ 'other.js': `${script}//` });
  assert.equal(readdirSync(cache).length, 2, 'what no build uses is gone');
});
