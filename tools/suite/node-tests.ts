import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Driver, type DriverOptions } from './driver.ts';
import { type FileResult, noOutcome, type Outcome } from './outcome.ts';

/** How node:test shall run some files. */
export type NodeTests = DriverOptions & {
  /** Paths from the root. */
  files: readonly string[];
  /** Drivers at once; as many as the machine has cores, and two at least, when absent. */
  atOnce?: number;
  /** Whether the next run may go by how long the files take now; true when absent. */
  keepTimes?: boolean;
};

/**
 * Runs test files in a few processes that take them from one queue, the longest first. A file whose process dies or
 * hangs has failed; the rest goes on in a new one.
 */
export async function runNodeTests(tests: NodeTests): Promise<Outcome> {
  const outcome = noOutcome();
  const times = timesOf(tests.root);
  const queue = tests.files.toSorted((a, b) => times.expected_s(b) - times.expected_s(a));
  const finish = async (driver: Driver): Promise<void> => {
    const { failures, notes, cpu_s } = await driver.end();
    outcome.failures.push(...failures);
    outcome.notes.push(...notes);
    outcome.cpu_s += cpu_s;
  };
  const lane = async (): Promise<void> => {
    let driver: Driver | undefined;
    for (let file = queue.shift(); file !== undefined && !tests.stop.aborted; file = queue.shift()) {
      driver ??= new Driver(tests);
      outcome.files.push(await driver.run(file));
      if (!driver.isBroken) continue;
      await finish(driver);
      driver = undefined;
    }
    if (driver) await finish(driver);
  };
  const atOnce = Math.min(tests.atOnce ?? Math.max(2, availableParallelism()), queue.length);
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (tests.keepTimes !== false) times.keep(outcome.files);
  return outcome;
}

/** How long each file took when it last ran, kept between runs. */
function timesOf(root: string): { expected_s(file: string): number; keep(results: readonly FileResult[]): void } {
  const path = join(root, 'node_modules/.cache/test-times.json');
  const known = (): Record<string, number> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
    } catch {
      return {};
    }
  };
  const before = known();
  return {
    // A file that never ran: a second for each ten kilobytes.
    expected_s: (file) => before[file] ?? statSync(join(root, file)).size / 10_000,
    keep: (results) => {
      const now = results.map(({ file, wall_s }) => [file, Number(wall_s.toFixed(2))] as const);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify({ ...known(), ...Object.fromEntries(now) }, null, 1)}\n`);
    },
  };
}
