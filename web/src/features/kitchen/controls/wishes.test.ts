import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from '@brina/contract/live';
import { latestOf, wishOf } from './wishes.ts';

const command = (change: Partial<Command>): Command => ({
  id: 'one',
  name: 'setTemperature',
  args: { zone: 1, target: 4 },
  state: 'sent',
  reason: null,
  createdAt: 1_000_000,
  expiresAt: 1_060_000,
  finishedAt: null,
  v: 1,
  ...change,
});

describe('what was asked for and is not so yet', () => {
  it('is the latest command that concerns the same zone', () => {
    const commands = [
      command({ id: 'old' }),
      command({ id: 'new', createdAt: 1_010_000 }),
      command({ id: 'other', args: { zone: 2, target: 4 }, createdAt: 1_020_000 }),
      command({ id: 'mode', name: 'setMode', createdAt: 1_030_000 }),
    ];
    assert.equal(latestOf(commands, 'setTemperature', { zone: 1 })?.id, 'new');
    assert.equal(latestOf(commands, 'setLight'), undefined);
  });

  it('S4.16 stands until it is reported', () => {
    assert.equal(wishOf(command({}), false, 1_001_000)?.state, 'underWay');
    assert.equal(wishOf(command({}), true, 1_001_000), null);
    // Carried out and not reported yet; forgotten when the report never comes.
    const done = command({ state: 'done', finishedAt: 1_002_000 });
    assert.equal(wishOf(done, false, 1_003_000)?.state, 'underWay');
    assert.equal(wishOf(done, false, 1_300_000), null);
  });

  it('S8.21 a refusal keeps its reason, and what nobody answered has expired', () => {
    const refused = command({ state: 'rejected', reason: 'door_open', finishedAt: 1_002_000 });
    assert.deepEqual(wishOf(refused, false, 1_003_000), { state: 'refused', command: refused, reason: 'door_open' });
    const late = wishOf(command({}), false, 1_200_000);
    assert.equal(late?.state === 'refused' && late.reason, 'expired');
    assert.equal(wishOf(refused, false, 9_000_000), null);
  });
});
