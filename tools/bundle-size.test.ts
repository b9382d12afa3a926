import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weigh } from './bundle-size.ts';

describe('the weight of the web app', () => {
  const manifest = {
    'index.html': { file: 'index.js', isEntry: true, imports: ['_vendor.js'] },
    '_vendor.js': { file: 'vendor.js' },
    '_table.js': { file: 'table.js', imports: ['_vendor.js'] },
    'src/features/account/LoginScreen.tsx': { file: 'login.js', isDynamicEntry: true, imports: ['index.html'] },
    'src/features/haccp/HaccpScreen.tsx': { file: 'haccp.js', isDynamicEntry: true, imports: ['_table.js'] },
    'src/lib/chart.ts': { file: 'chart.js', isDynamicEntry: true, imports: ['_vendor.js'] },
  };
  const sizes: Record<string, number> = {
    'index.js': 20_000,
    'vendor.js': 120_000,
    'table.js': 5_000,
    'login.js': 3_000,
    'haccp.js': 7_000,
    'chart.js': 25_000,
  };

  it('counts the shell for login, and only what comes on top for other screens and charts', () => {
    const weights = weigh(manifest, (script) => sizes[script] ?? 0);
    assert.deepEqual(
      weights.map(({ what, bytes }) => [what, bytes]),
      [
        ['login', 143_000],
        ['Haccp adds', 12_000],
        ['chart', 25_000],
      ],
    );
  });
});
