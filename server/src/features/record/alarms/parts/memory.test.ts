import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Heard } from './inputs.ts';
import { RulesMemory } from './memory.ts';

it('S3.12 of more facts than are held at hand those of the latest marks stay, so that a backlog never takes what is new from the rules', () => {
  const memory = new RulesMemory();
  const fact: Heard = { at_ms: 0, log: 'log', seq: 0, columns: {}, clockOffset_s: null };
  const [backlog, more, news] = [1, 2, 3].map((id) => ({ id }));
  assert.ok(backlog && more && news);
  memory.hear(backlog.id, Array(150_000).fill(fact));
  memory.hear(more.id, Array(40_000).fill(fact));
  assert.equal(memory.factsOf([backlog, more], [])?.length, 190_000);
  memory.hear(news.id, Array(20_000).fill(fact));
  assert.equal(memory.factsOf([backlog], []), undefined);
  assert.equal(memory.factsOf([more, news], [backlog])?.length, 60_000);
  memory.letGo([more, news]);
  memory.hear(backlog.id, Array(200_000).fill(fact));
  assert.equal(memory.factsOf([backlog], [])?.length, 200_000, 'what was let go counts no more');
});
