import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { faultsAt } from './row-types.ts';

it('a row of a hand-written query is held to the type it is read by', () => {
  const path = 'server/src/features/kitchen/live-feed/live-feed.calls.ts';
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const [begin = ''] = text.split('sql<{ serial: string; power: number | null; at: number | null }>');
  const line = begin.split('\n').length;
  const faults = (row: Record<string, unknown>) => faultsAt(path, line, row);
  assert.deepEqual(faults({ serial: 'MF', power: null, at: 1 }), []);
  assert.deepEqual(faults({ serial: 'MF', power: 1 }), ['has no at']);
  assert.deepEqual(faults({ serial: 'MF', power: 1, at: 2, price: 3 }), ['has price, which its type does not name']);
  assert.deepEqual(faults({ serial: 'MF', power: '1', at: 2 }), ['has power = "1", which its type does not allow']);
  assert.equal(faultsAt(path, 1, {}), undefined);
});
