import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageProgram, stopSignal } from './children.ts';
import { runMain } from './fault.ts';
import { type Run, runNode, runProgram } from './quiet-run.ts';

/** One thing that must hold for the whole tree without running any of it. */
type Check = { name: string; run: (stop: AbortSignal) => Promise<Run> };

/** What came of a check; `output` is what its program wrote. */
export type Checked = { name: string; passed: boolean; output: string; wall_s: number; cpu_s: number };

const atOnce = 2;

/** Checks that have something to say when they pass, too. */
const toldNames = new Set(['tidy', 'measured']);

/** Types of each workspace with code in it, lint, format, tidy, messages, dead code, the lock file, and how old the bench's figures are. */
function checksOf(root: string): Check[] {
  const own = (script: string, ...args: string[]) => runIn((options) => runNode([script, ...args], options));
  const packaged = (program: string, ...args: string[]) =>
    runIn((options) => runProgram(packageProgram(root, program), args, options));
  const runIn = (run: (options: { cwd: string; stop: AbortSignal }) => Promise<Run>) => (stop: AbortSignal) =>
    run({ cwd: root, stop });
  return [
    ...workspacesWithCode(root).map((workspace) => ({
      name: `types of ${workspace}`,
      run: packaged('tsc', '-p', workspace),
    })),
    { name: 'lint', run: packaged('oxlint', '--deny-warnings', '--format=unix') },
    { name: 'format', run: packaged('biome', 'check', '--reporter=summary') },
    { name: 'tidy', run: own('tools/tidy.ts') },
    { name: 'messages', run: own('tools/messages.ts') },
    { name: 'dead code', run: packaged('knip', '--no-progress') },
    { name: 'lock file', run: own('tools/lock.ts', '--check') },
    { name: 'measured', run: own('tools/measured.ts') },
  ];
}

const workspacesWithCode = (root: string): string[] =>
  globSync('*/tsconfig.json', { cwd: root })
    .map((path) => path.slice(0, path.indexOf('/')))
    .filter(
      (folder) =>
        globSync(`${folder}/{,src/,test/,journeys/}**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] }).length > 0,
    )
    .sort();

/** Runs every check, two at a time, and reports each as it ends. */
export async function runChecks(root: string, stop: AbortSignal, report: (checked: Checked) => void): Promise<void> {
  const waiting = checksOf(root);
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check && !stop.aborted; check = waiting.shift()) {
      const began_ms = performance.now();
      const { ending, output } = await check.run(stop);
      if (stop.aborted) return;
      report({
        name: check.name,
        passed: ending.code === 0,
        output: ending.error?.message ?? output,
        wall_s: (performance.now() - began_ms) / 1000,
        cpu_s: ending.cpu_s,
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function main(): Promise<number> {
  const stop = stopSignal();
  let failed = 0;
  await runChecks(resolve(import.meta.dirname, '..'), stop, ({ name, passed, output }) => {
    if (!passed) failed += 1;
    console.log(passed ? `✓ ${name}` : `✗ ${name}\n${output}\n`);
    if (passed && toldNames.has(name)) console.log(output);
  });
  return failed === 0 && !stop.aborted ? 0 : 1;
}

if (import.meta.main) await runMain(main);
