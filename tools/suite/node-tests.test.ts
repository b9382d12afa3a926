import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type NodeTests, runNodeTests } from './node-tests.ts';
import { failuresOf, type Outcome, passedIn, skippedIn } from './outcome.ts';
import { secondLook } from './second-look.ts';

const imports = "import assert from 'node:assert'; import { after, before, describe, it } from 'node:test';";
const atEnd = `import { atEnd } from '${resolve(import.meta.dirname, '../at-end.ts')}';`;

/** What the runner finds in test files with these texts, run by one driver in the order of their lengths. */
async function runOf(files: Record<string, string>, options: Partial<NodeTests> = {}): Promise<Outcome> {
  const root = await mkdtemp(join(tmpdir(), 'brina-runner-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), `${imports}\n${text}`);
    const stop = new AbortController().signal;
    const names = Object.keys(files).filter((name) => name.includes('.test.'));
    return await runNodeTests({ root, files: names, stop, seed: 7, limit_ms: 20_000, atOnce: 1, ...options });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const counts = (outcome: Outcome): number[] => [passedIn(outcome), failuresOf(outcome).length, skippedIn(outcome)];
const texts = (outcome: Outcome): string =>
  failuresOf(outcome)
    .map(({ text }) => text)
    .join('\n');
/** Failed files with their errors, and whether each is final. */
const failed = ({ files }: Outcome): Record<string, [string, boolean][]> =>
  Object.fromEntries(
    files
      .filter(({ failures }) => failures.length > 0)
      .map(({ file, failures }) => [file, failures.map(({ error, final }): [string, boolean] => [error, final])]),
  );

const holds = "it('holds', () => {});";

describe('the driver of test files', () => {
  it('counts tests, not suites and files', async () => {
    const text = "describe('s', () => { it('a', () => {}); it('b', () => {}); it('c', { skip: true }, () => {}); });";
    const todo = "it('d', { todo: true }, () => { throw new Error('not yet'); });";
    const outcome = await runOf({ 'a.test.mjs': text, 'b.test.mjs': todo });
    assert.deepEqual(counts(outcome), [2, 0, 2], texts(outcome));
  });

  it('names a failing test once, with its error and what its file wrote, and tells figures', async () => {
    const outcome = await runOf({
      'a.test.mjs': `describe('s', () => { it('breaks', (t) => { t.diagnostic('9 kg'); console.log('a trace'); console.error('of two'); assert.equal(1, 2); }); });`,
      'b.test.mjs': `console.log('noise'); ${holds}`,
    });
    assert.deepEqual([counts(outcome), outcome.notes], [[1, 1, 0], ['9 kg']]);
    assert.match(texts(outcome), /^breaks {2}\(a\.test\.mjs:2\)\n[^]*1 == 2/);
    const [a, b] = outcome.files.toSorted((one, other) => one.file.localeCompare(other.file));
    assert.deepEqual([a?.wrote, b?.wrote], ['a trace\nof two', 'noise']);
    assert.deepEqual(a?.failures[0]?.final, false);
    assert.deepEqual(b?.after.concat(a?.after ?? []), ['a.test.mjs'], 'the longer one runs first');
  });

  it('loads a file when the one before is done', async () => {
    const clock = 'globalThis.day ??= 0;';
    const outcome = await runOf({
      'a.test.mjs': `${clock} it('moves the day', () => { globalThis.day = 3; }); // so that it is the longer one`,
      'b.test.mjs': `${clock} const day = globalThis.day; it('sees it', () => assert.equal(day, 3));`,
    });
    assert.deepEqual(counts(outcome), [2, 0, 0], texts(outcome));
  });

  it('counts a file that does not load, hooks that fail and logged errors, by their files', async () => {
    const outcome = await runOf({
      'a.test.mjs': "import './absent.mjs';",
      'b.test.mjs': "describe('s', () => { before(() => { throw new Error('hook'); }); it('a', () => {}); });",
      'c.test.mjs': `after(() => { throw new Error('the portal logged errors:\\nx'); }); ${holds}`,
      'd.test.mjs': holds,
    });
    const { 'a.test.mjs': a = [], 'b.test.mjs': b = [], ...others } = failed(outcome);
    assert.match(String(a), /Cannot find module.*false$/);
    assert.match(String(b), /hook,false/);
    assert.deepEqual(others, { 'c.test.mjs': [['the portal logged errors:', true]] });
    assert.equal(passedIn(outcome), 2, 'those of c and d');
  });

  it('goes on in a new process after one that died, hung or waits for nothing', async () => {
    const outcome = await runOf(
      {
        'a.test.mjs': `${holds} it('leaves', async () => { await new Promise((r) => setTimeout(r, 99)); process.exit(3); }); // the longest of these files, so it is the first of all`,
        'b.test.mjs': `${holds} it('spins', async () => { await new Promise((r) => setTimeout(r, 99)); for (;;); }); // the second longest of them`,
        'c.test.mjs': `${holds} it('waits', () => new Promise(() => {})); // the third`,
        'd.test.mjs': holds,
      },
      { limit_ms: 3000 },
    );
    const { 'a.test.mjs': a, 'b.test.mjs': b, 'c.test.mjs': c = [], ...others } = failed(outcome);
    assert.deepEqual(a, [['its process ended amid or after "leaves" (exit code 3)', true]]);
    assert.deepEqual(b, [['no end within 3 s', true]]);
    assert.match(String(c), /^waits for what never comes[^,]*,true/);
    assert.deepEqual([others, passedIn(outcome)], [{}, 4]);
    assert.equal(outcome.files.find(({ file }) => file === 'b.test.mjs')?.failures[0]?.title, 'spins');
  });

  it('counts what throws late, an exit code and what stays open', async () => {
    const late = await runOf({
      'a.test.mjs': `it('leaves a timer', () => { setTimeout(() => { throw new Error('late'); }, 50); });`,
      'b.test.mjs': "it('b', () => new Promise((resolve) => setTimeout(resolve, 200)));",
    });
    assert.match(texts(late), /threw after its test had ended[^]*a\.test\.mjs:2[^]*late/);
    assert.deepEqual(counts(late), [2, 1, 0], texts(late));
    const code = await runOf({ 'a.test.mjs': "it('a', () => { process.exitCode = 4; });" });
    assert.match(texts(code), /a\.test\.mjs\n.*left the exit code 4/);
    const open = await runOf({ 'a.test.mjs': "it('a', () => { setInterval(() => {}, 1000); });", 'b.test.mjs': holds });
    assert.match(texts(open), /^a\.test\.mjs\n.*keeps the process alive: Timeout/);
  });

  it('ends what files share after the last of them, and counts an end that fails', async () => {
    const sharing = `${atEnd} globalThis.ends ??= atEnd(() => { throw new Error('the portal logged errors: 2'); }) ?? 1; ${holds}`;
    const outcome = await runOf({ 'a.test.mjs': sharing, 'b.test.mjs': sharing });
    assert.deepEqual([failed(outcome), counts(outcome)], [{}, [2, 1, 0]]);
    assert.match(texts(outcome), /the end of what the files share[^]*logged errors: 2/);
  });

  it('tells with an error what caused it, as a property test does', async () => {
    const text = "it('a', () => { throw new Error('a counterexample', { cause: new Error('of this') }); });";
    assert.match(texts(await runOf({ 'a.test.mjs': text })), /a counterexample\n[^]*\[cause\] Error: of this\n/);
  });

  it('gives files the seed and property tests with it', async () => {
    const fastCheck = `import fc from '${import.meta.resolve('fast-check')}';`;
    const text = `${fastCheck} it('a', () => assert.deepEqual([fc.readConfigureGlobal().seed, process.env.BRINA_TEST_SEED], [7, '7']));`;
    const outcome = await runOf({ 'a.test.mjs': text, 'b.test.mjs': text });
    assert.deepEqual(counts(outcome), [2, 0, 0], texts(outcome));
    assert.deepEqual(
      outcome.files.map((one) => one.after.length),
      [0, 1],
    );
    assert.ok(outcome.files.every(({ cpu_s = 0, wall_s }) => cpu_s > 0 && wall_s > 0));
  });

  it('draws for a file what it draws when it runs alone with the same seed', async () => {
    const text = `import { seededRandom } from '${resolve(import.meta.dirname, '../../server/test/random.ts')}';
      globalThis.random ??= seededRandom('numbers'); it('a', (t) => t.diagnostic([random(), random()].join(' ')));`;
    const both = await runOf({ 'first.test.mjs': `${text} // the longer one`, 'b.test.mjs': text });
    const [first, second] = both.notes;
    assert.deepEqual((await runOf({ 'b.test.mjs': text })).notes, [second], texts(both));
    assert.notEqual(first, second);
  });

  it('a file that fails once and passes alone is unsteady; one that crashes has no second look', async () => {
    const root = await mkdtemp(join(tmpdir(), 'brina-runner-'));
    try {
      const once = "import { existsSync, writeFileSync } from 'node:fs'; const seen = existsSync('seen');";
      const crash =
        "it('leaves', async () => { await new Promise((r) => setTimeout(r, 99)); process.exit(existsSync('seen') ? 0 : 3); });";
      writeFileSync(
        join(root, 'a.test.mjs'),
        `${imports} ${once} it('fails once', () => { writeFileSync('seen', process.env.BRINA_TEST_SEED); assert.ok(seen, 'by chance'); });`,
      );
      writeFileSync(join(root, 'b.test.mjs'), `${imports} ${once} ${crash}`);
      const stop = new AbortController().signal;
      const run = (...files: string[]) => runNodeTests({ root, files, stop, seed: 7, limit_ms: 20_000, atOnce: 1 });
      const outcome = await secondLook(await run('a.test.mjs', 'b.test.mjs'), run);
      assert.deepEqual(Object.keys(failed(outcome)), ['b.test.mjs'], texts(outcome));
      assert.deepEqual(
        outcome.unsteady.map(({ title, error }) => [title, error]),
        [['fails once', 'by chance']],
      );
      assert.equal(passedIn(outcome), 1);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('stops when asked', async () => {
    const stop = new AbortController();
    const hanging = { 'a.test.mjs': "it('a', () => new Promise((resolve) => setTimeout(resolve, 60_000)));" };
    const outcome = await runOf(hanging, { stop: stop.signal, started: () => stop.abort() });
    assert.equal(passedIn(outcome), 0);
  });
});
