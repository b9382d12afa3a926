import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { minute_ms } from '@brina/domain/language/durations';
import { type Child, signalGroup, stopSignal } from './children.ts';
import { Fault, runMain } from './fault.ts';
import { runProgram } from './quiet-run.ts';
import { runNodeTests } from './suite/node-tests.ts';
import { failuresOf, type Outcome } from './suite/outcome.ts';
import { randomSeed } from './suite/seed.ts';
import { runVitest } from './suite/vitest.ts';

const usage = `npm run soak             the test files that differ from main, 20 times each, halting again and again
npm run soak -- FILE …   these test files`;

const stopped_ms = 1000;
const running_ms = { least: 300, most: 1200 };

/** What files are soaked, how often, and after which time no further round begins. */
export type Soak = { root: string; files: readonly string[]; rounds: number; budget_ms: number; stop: AbortSignal };

/** What came of a file's rounds; `seed` is that of the round that failed. */
export type Soaked = { file: string; rounds: number; failures: { seed: number; text: string }[] };

/**
 * Runs test files round by round, each round alone in a process with a seed of its own and the machine's clock for the
 * portal's timers. The processes halt for a second every now and then: that shows races as a busy machine does, and
 * costs no CPU.
 */
export async function soak({ root, files, rounds, budget_ms, stop }: Soak): Promise<Soaked[]> {
  const soaked = files.map((file): Soaked => ({ file, rounds: 0, failures: [] }));
  const deadline_ms = performance.now() + budget_ms;
  const work = async (queue: Soaked[]): Promise<void> => {
    for (let next = queue.shift(); next && performance.now() < deadline_ms && !stop.aborted; next = queue.shift()) {
      const seed = randomSeed();
      const outcome = await round(root, next.file, seed, stop);
      if (stop.aborted) return;
      next.rounds += 1;
      next.failures.push(...failuresOf(outcome).map(({ text }) => ({ seed, text })));
    }
  };
  const queueOf = (some: readonly Soaked[]): Soaked[] => Array.from({ length: rounds }, () => some).flat();
  // Two first runs of vitest at once would write the same dependency cache.
  const { components = [], node = [] } = Object.groupBy(soaked, ({ file }) =>
    isComponent(file) ? 'components' : 'node',
  );
  const nodeQueue = queueOf(node);
  await Promise.all([
    ...Array.from({ length: Math.max(2, availableParallelism()) }, () => work(nodeQueue)),
    work(queueOf(components)),
  ]);
  return soaked;
}

const isComponent = (file: string): boolean => file.endsWith('.tsx');

function round(root: string, file: string, seed: number, stop: AbortSignal): Promise<Outcome> {
  const started = (child: Child): void => void halt(child);
  const env = { BRINA_TEST_CLOCK: 'real', BRINA_TEST_SEED: String(seed) };
  if (isComponent(file)) return runVitest({ root, stop, files: [file], env, started });
  const limit_ms = 5 * minute_ms;
  return runNodeTests({ root, stop, files: [file], seed, env, limit_ms, atOnce: 1, started, keepTimes: false });
}

/** Stops and continues a process and all it started in its group until it ends. */
async function halt(child: Child): Promise<void> {
  const ended = child.ended.then(() => true);
  const over = (wait_ms: number): Promise<boolean> => Promise.race([ended, wait(wait_ms, false)]);
  while (!(await over(running_ms.least + Math.random() * (running_ms.most - running_ms.least)))) {
    signalGroup(child.process.pid, 'SIGSTOP');
    const dead = await over(stopped_ms);
    signalGroup(child.process.pid, 'SIGCONT');
    if (dead) return;
  }
}

/** Test files of the working tree that differ from where it left main. */
async function changedFiles(root: string): Promise<string[]> {
  const git = async (...args: string[]): Promise<string | undefined> => {
    const { ending, output } = await runProgram('git', args, { cwd: root });
    return ending.code === 0 ? output : undefined;
  };
  const base = (await git('merge-base', 'HEAD', 'origin/main')) ?? (await git('merge-base', 'HEAD', 'main'));
  if (base === undefined) throw new Fault('There is no main branch to compare with: name the files.');
  const changed = await git('diff', '--name-only', '--diff-filter=d', base);
  const added = await git('ls-files', '--others', '--exclude-standard');
  return `${changed}\n${added}`.split('\n').filter((path) => /\.test\.tsx?$/.test(path));
}

async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const named = process.argv.slice(2);
  if (named.some((word) => word.startsWith('-'))) throw new Fault(usage);
  const absent = named.find((file) => globSync(file, { cwd: root }).length === 0);
  if (absent !== undefined) throw new Fault(`There is no ${absent}.\n${usage}`);
  const files = named.length > 0 ? named : await changedFiles(root);
  if (files.length === 0) {
    console.log('No test file differs from main.');
    return 0;
  }

  const stop = stopSignal();
  const rounds = 20;
  console.log(`${files.length} files, up to ${rounds} rounds each, about three minutes …`);
  const soaked = await soak({ root, files, rounds, budget_ms: 3 * minute_ms, stop });
  for (const { file, rounds: done, failures } of soaked) {
    const fewer = done < rounds ? ' (there was no time for more)' : '';
    console.log(
      `${done > 0 && failures.length === 0 ? '✓' : '✗'} ${file}: ${done} rounds${fewer}, ${failures.length} failures`,
    );
    for (const { seed, text } of failures) console.log(`  seed ${seed}: ${text.replace(/^/gm, '  ').trimStart()}`);
  }
  if (stop.aborted) return 130;
  return soaked.every(({ failures, rounds: done }) => failures.length === 0 && done > 0) ? 0 : 1;
}

if (import.meta.main) await runMain(main);
