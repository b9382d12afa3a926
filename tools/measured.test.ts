import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { factsOf, partNames } from '../bench/src/parts.ts';
import { oldRows } from './measured.ts';

const measured = {
  api: { commit: '1111111', rows: [{ what: 'user-info' }, { what: 'labs' }] },
  live: { commit: '2222222 with changes', rows: [{ what: 'frames' }] },
  chart: { commit: '3333333', rows: [{ what: '30 days' }] },
};

describe('the age of what was measured', () => {
  it('is told of every row whose code has changed since, and of no other', () => {
    const asked: string[] = [];
    const old = oldRows(measured, (commit, paths) => {
      asked.push(commit);
      assert.ok(paths.includes('server/src/core/db'), 'all of these go through the database');
      return commit === '1111111' ? 4 : 0;
    });
    assert.deepEqual(old, [
      'user-info (1111111, its code changed in 4 commits since)',
      'labs (1111111, its code changed in 4 commits since)',
    ]);
    assert.deepEqual(asked, ['2222222', '1111111', '3333333'], 'what was measured with changes goes by its commit');
  });

  it('is told where the commit is unknown', () => {
    const [first] = oldRows(measured, () => undefined);
    assert.equal(first, 'frames (2222222, which is not in the history)');
  });

  it('is of code that exists', () => {
    const root = resolve(import.meta.dirname, '..');
    const gone = partNames.flatMap((name) => factsOf(name).speaksOf).filter((path) => !existsSync(join(root, path)));
    assert.deepEqual(gone, []);
  });
});
