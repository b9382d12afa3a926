import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completed, missingPlatforms } from './lock.ts';

describe('the lock file', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { 'tool-linux-x64': '1.2.3' } },
      'node_modules/tool-linux-x64': { version: '1.2.3', optional: true },
      'node_modules/zebra': { version: '2.0.0' },
      'node_modules/builder': {
        version: '1.0.0',
        optionalDependencies: {
          '@builder/binding-linux-arm64-musl': '^4.5.6',
          '@builder/binding-win32-x64-msvc': '4.5.6',
        },
      },
    },
  };

  it('lacks the platforms that are declared and not locked', () => {
    assert.deepEqual(missingPlatforms(lock), {
      'node_modules/@builder/binding-linux-arm64-musl': {
        version: '4.5.6',
        optional: true,
        cpu: ['arm64'],
        os: ['linux'],
        libc: ['musl'],
      },
      'node_modules/@builder/binding-win32-x64-msvc': { version: '4.5.6', optional: true, cpu: ['x64'], os: ['win32'] },
    });
  });

  it('is complete after it was completed, root first and in order', () => {
    const whole = completed(lock);
    assert.deepEqual(missingPlatforms(whole), {});
    assert.deepEqual(Object.keys(whole.packages), [
      '',
      'node_modules/@builder/binding-linux-arm64-musl',
      'node_modules/@builder/binding-win32-x64-msvc',
      'node_modules/builder',
      'node_modules/tool-linux-x64',
      'node_modules/zebra',
    ]);
  });
});
