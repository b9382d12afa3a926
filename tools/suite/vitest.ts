import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { type Child, packageProgram } from '../children.ts';
import { runNode } from '../quiet-run.ts';
import { noOutcome, type Outcome } from './outcome.ts';
import { browserFailure, reported } from './report-file.ts';

/** The part of vitest's JSON report that counts. */
type VitestReport = {
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
};

/** Which component tests shall run: `files` are paths from the root. */
export type VitestTests = {
  root: string;
  stop: AbortSignal;
  files: readonly string[];
  env?: NodeJS.ProcessEnv;
  started?: (child: Child) => void;
};

const timedOut = /^(?:Error: )?(?:Test|Hook) timed out/;

/**
 * Runs component tests with vitest in a real browser, in as many processes as the machine has cores: each has a port,
 * so a browser's origin, of its own. The first one writes the dependency cache alone; the others start when it has.
 */
export async function runVitest(tests: VitestTests): Promise<Outcome> {
  const count = Math.min(availableParallelism(), tests.files.length);
  const cacheWritten = Promise.withResolvers<void>();
  const shards = Array.from({ length: count }, async (_, index) => {
    if (index > 0) await cacheWritten.promise;
    const outcome = await runShard(tests, `${index + 1}/${count}`, cacheWritten.resolve);
    cacheWritten.resolve();
    return outcome;
  });
  return (await Promise.all(shards)).reduce(
    (all, one) => ({
      ...all,
      files: [...all.files, ...one.files],
      failures: [...all.failures, ...one.failures],
      cpu_s: all.cpu_s + one.cpu_s,
    }),
    noOutcome(),
  );
}

function runShard(
  { root, stop, files, env, started }: VitestTests,
  shard: string,
  running: () => void,
): Promise<Outcome> {
  const web = join(root, 'web');
  const run = (report: string) =>
    runNode(
      [
        packageProgram(root, 'vitest'),
        'run',
        '--reporter=json',
        `--reporter=${join(import.meta.dirname, 'vitest-progress.ts')}`,
        `--outputFile=${report}`,
        `--shard=${shard}`,
        ...files.map((file) => relative('web', file)),
      ],
      {
        cwd: web,
        env: { ...process.env, ...env },
        stop,
        started: (child) => {
          child.process.on('message', running);
          started?.(child);
        },
      },
    );
  return reported<VitestReport>(`vitest ${shard}`, run, (report) => outcomeOf(report, root));
}

const outcomeOf = ({ testResults }: VitestReport, root: string): Pick<Outcome, 'files' | 'failures'> => ({
  failures: [],
  files: testResults.map(({ name, message, startTime, endTime, assertionResults }) => {
    const file = relative(root, name);
    const having = (...statuses: string[]) => assertionResults.filter(({ status }) => statuses.includes(status));
    const failures = having('failed').map(({ title, failureMessages: [first = '', ...others] }) =>
      browserFailure(title, file, [first, ...others].join('\n'), timedOut.test(first)),
    );
    // A file that does not load has a message of its own and no tests.
    if (message && failures.length === 0) failures.push(browserFailure(file, file, message));
    return {
      file,
      passed: having('passed').length,
      skipped: having('pending', 'skipped', 'todo').length,
      failures,
      wall_s: Math.max(0, endTime - startTime) / 1000,
      wrote: '',
      after: [],
    };
  }),
});
