import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type Lock, pinned, unpinned } from './lock.ts';

describe('a lock file', () => {
  const integrity = 'sha512-of-the-archive';
  const lock: Lock = {
    packages: {
      '': { optionalDependencies: { 'tool-linux-x64': '1.2.3' } },
      'node_modules/tool-linux-x64': { version: '1.2.3', optional: true },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version: '0.1.0' },
      'node_modules/zebra': { version: '2.0.0', integrity },
      'node_modules/zebra/node_modules/stripes': { version: '3.0.0' },
      'node_modules/builder': {
        version: '1.0.0',
        integrity,
        dev: true,
        optionalDependencies: { '@builder/binding-linux-arm64-musl': '^4.5.6' },
      },
    },
  };

  it('pins neither packages without a hash nor platforms that are declared and not locked', () => {
    assert.deepEqual(
      unpinned(lock).map(({ path, name, version }) => [path, name, version]),
      [
        ['node_modules/tool-linux-x64', 'tool-linux-x64', '1.2.3'],
        ['node_modules/zebra/node_modules/stripes', 'stripes', '3.0.0'],
        ['node_modules/@builder/binding-linux-arm64-musl', '@builder/binding-linux-arm64-musl', '^4.5.6'],
      ],
    );
  });

  it('pins all of them after the registry was asked, root first and in order', () => {
    const served = (version: string) => ({ version, integrity, optional: true, os: ['linux'] });
    const whole = pinned(
      lock,
      new Map([
        ['tool-linux-x64', served('1.2.3')],
        ['stripes', served('3.0.0')],
        ['@builder/binding-linux-arm64-musl', served('4.5.9')],
      ]),
    );
    assert.deepEqual(unpinned(whole), []);
    assert.deepEqual(Object.keys(whole.packages), [
      '',
      'node_modules/@builder/binding-linux-arm64-musl',
      'node_modules/builder',
      'node_modules/part',
      'node_modules/tool-linux-x64',
      'node_modules/zebra',
      'node_modules/zebra/node_modules/stripes',
      'part',
    ]);
    assert.deepEqual(whole.packages['node_modules/@builder/binding-linux-arm64-musl'], {
      ...served('4.5.9'),
      dev: true,
    });
  });

  it('says which packages the registry did not serve', () => {
    assert.deepEqual(
      unpinned(pinned(lock, new Map([['stripes', { version: '3.0.0', integrity }]]))).map(({ name }) => name),
      ['tool-linux-x64', '@builder/binding-linux-arm64-musl'],
    );
  });
});

describe('the lock file of Brina', () => {
  const file = resolve(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;

  it('has the hash of every package, for whatever platform', () => {
    assert.deepEqual(unpinned(lock), []);
    for (const [path, { link, integrity }] of Object.entries(lock.packages)) {
      if (path.includes('node_modules/') && !link) assert.match(`${path} ${integrity}`, / sha512-[\w+/]{86}==$/);
    }
  });

  it('names no host: packages come from the registry that npm is set to', () => {
    const resolved = Object.values(lock.packages).flatMap((entry) => (entry.link ? [] : (entry['resolved'] ?? [])));
    assert.deepEqual(resolved, []);
  });
});
