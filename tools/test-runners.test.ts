import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Count, runNodeTests } from './test-runners.ts';

const imports = "import assert from 'node:assert'; import { describe, it } from 'node:test';";

/** What the runner finds in test files with these texts. */
async function runOf(files: Record<string, string>, stop = new AbortController().signal): Promise<Count> {
  const root = await mkdtemp(join(tmpdir(), 'brina-runner-'));
  try {
    const paths = Object.entries(files).map(([name, text]) => {
      writeFileSync(join(root, name), `${imports}\n${text}`);
      return name;
    });
    return await runNodeTests({ root, files: paths, stop, limit_ms: 10_000 });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('the count of node:test', () => {
  it('counts tests, not suites, and is silent about those that pass', async () => {
    const text =
      "describe('s', () => { it('a', () => console.log('noise')); it('b', () => {}); it('c', { skip: true }, () => {}); });";
    assert.deepEqual(await runOf({ 'a.test.mjs': text }), { passed: 2, failed: 0, skipped: 1, failures: '' });
  });

  it('names a failing test once, with its error and what its file wrote', async () => {
    const count = await runOf({
      'a.test.mjs': "describe('s', () => { it('breaks', () => { console.log('a trace'); assert.equal(1, 2); }); });",
      'b.test.mjs': "it('holds', () => {});",
    });
    assert.deepEqual([count.passed, count.failed], [1, 1]);
    assert.equal(count.failures.match(/✗/g)?.length, 1, count.failures);
    assert.match(count.failures, /✗ breaks {2}\(a\.test\.mjs:2\)\n[^]*1 == 2[^]*a\.test\.mjs wrote:\n\s+a trace/);
  });

  it('counts a file that does not load, a hook that fails and a process that ends amid its tests', async () => {
    const count = await runOf({
      'a.test.mjs': "import './absent.mjs';",
      'b.test.mjs':
        "import { before } from 'node:test'; describe('s', () => { before(() => { throw new Error('hook'); }); it('a', () => {}); });",
      'c.test.mjs': "it('a', () => process.exit(3));",
    });
    assert.equal(count.passed, 0);
    assert.ok(count.failed >= 3, `${count.failed} failed\n${count.failures}`);
    assert.match(count.failures, /hook[^]*a\.test\.mjs wrote:[^]*absent\.mjs/);
  });

  it('counts a runner that ends without a report as one failure', async () => {
    const stop = new AbortController();
    stop.abort();
    const count = await runOf(
      { 'a.test.mjs': "it('hangs', () => new Promise((resolve) => setTimeout(resolve, 60_000)));" },
      stop.signal,
    );
    assert.deepEqual([count.passed, count.failed], [0, 1]);
    assert.match(count.failures, /the runner crashed/);
  });
});
