import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { type Soaked, soak } from './soak.ts';

const imports = "import assert from 'node:assert'; import { it } from 'node:test';";
const pause = 'new Promise((resolve) => setTimeout(resolve, 1600))';

async function soaked(files: Record<string, string>, rounds: number, budget_ms: number): Promise<Soaked[]> {
  const root = await mkdtemp(join(tmpdir(), 'brina-soak-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), `${imports}\n${text}`);
    return await soak({ root, files: Object.keys(files), rounds, budget_ms, stop: new AbortController().signal });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

it('a soak shows what goes by the wall, with the seed, and leaves the rest alone', async () => {
  const [wall, steady] = await soaked(
    {
      'wall.test.mjs': `it('never halts', async () => {
        for (let turn = 0; turn < 30; turn += 1) {
          const began_ms = performance.now();
          await new Promise((resolve) => setTimeout(resolve, 50));
          assert.ok(performance.now() - began_ms < 700, 'halted with seed ' + process.env.BRINA_TEST_SEED);
        }
      });`,
      'steady.test.mjs': `it('waits', async () => { await ${pause}; assert.equal(process.env.BRINA_TEST_CLOCK, 'real'); });`,
    },
    2,
    60_000,
  );
  assert.deepEqual([steady?.rounds, steady?.failures], [2, []]);
  assert.equal(wall?.rounds, 2);
  const [first, second] = wall?.failures ?? [];
  assert.match(first?.text ?? '', new RegExp(`halted with seed ${first?.seed}`));
  assert.notEqual(first?.seed, second?.seed);
});

it('a soak begins no round after its time', async () => {
  const [file] = await soaked({ 'a.test.mjs': `it('waits', () => ${pause});` }, 20, 1000);
  // Each lane has begun one when the time is over.
  assert.ok(file && file.rounds > 0 && file.rounds <= Math.max(2, availableParallelism()), `${file?.rounds} rounds`);
});
