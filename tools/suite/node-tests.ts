import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type Child, endChild, endingWords, startNode } from '../children.ts';
import { tail } from '../quiet-run.ts';
import { type DriverMessage, type DriverOrder, endMark, lastStep } from './driver-messages.ts';
import { type Failure, type FileResult, finalFailure, noOutcome, type Outcome } from './outcome.ts';

/** How node:test shall run some files. */
export type NodeTests = {
  root: string;
  /** Paths from the root. */
  files: readonly string[];
  seed: number;
  env?: NodeJS.ProcessEnv;
  stop: AbortSignal;
  /** Longest time without news: a test that takes longer hangs. */
  limit_ms: number;
  /** Drivers at once; as many as the machine has cores, and two at least, when absent. */
  atOnce?: number;
  /** Gets each process that is started. */
  started?: (child: Child) => void;
  /** Whether the next run may go by how long the files take now; true when absent. */
  keepTimes?: boolean;
};

/** Lines of what a failing file wrote that are kept. */
const keptLines = 60;
/** An end that takes longer waits for something that it should not wait for. */
const slowEnd_s = 10;
const here = import.meta.dirname;

/** A process that runs test files one after the other. */
type Driver = {
  /** Runs a file; never rejects. */
  run(file: string): Promise<FileResult>;
  /** Whether it died or hung, and takes no further file. */
  broken(): boolean;
  /** Ends what its files shared. Gives what went wrong outside of its files, the figures told and the CPU seconds. */
  end(): Promise<{ failures: Failure[]; notes: string[]; cpu_s: number }>;
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
      driver ??= startDriver(tests);
      outcome.files.push(await driver.run(file));
      if (!driver.broken()) continue;
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

function startDriver(tests: NodeTests): Driver {
  const driver = startNode(
    'test driver',
    [
      `--test-reporter=${join(here, 'driver-reporter.ts')}`,
      '--test-reporter-destination=stdout',
      join(here, '../test-driver.ts'),
    ],
    { cwd: tests.root, env: environment(tests), output: 'pipe' },
  );
  tests.started?.(driver);
  const { process: child } = driver;

  const notes: string[] = [];
  const failures: Failure[] = [];
  const ran: { file: string; active: string[] }[] = [];
  /** Files that left an exit code; one is no news when what threw late is told by itself. */
  const exitCodes: Failure[] = [];
  let late = false;
  let hung = false;
  let stalled = false;
  let gone = false;
  let now: FileResult | undefined;
  let title = '';
  let ready = signal();
  let reported = signal();
  let measured = signal<Measured>();
  const written = [child.stdout, child.stderr].map(markedStream);

  /** Runs while news are due. */
  let watch: NodeJS.Timeout | undefined;
  const stopWatch = (): void => {
    clearTimeout(watch);
    watch = undefined;
  };
  const lookAgain = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      hung = true;
      void endChild(driver, 0, 'SIGKILL');
    }, tests.limit_ms);
  };
  const end = (): void => void endChild(driver, 10_000);
  if (tests.stop.aborted) end();
  tests.stop.addEventListener('abort', end);

  child.on('message', (message: DriverMessage) => {
    if (watch) lookAgain();
    switch (message.is) {
      case 'ready':
        return ready.give();
      case 'began':
        title = message.title;
        return;
      case 'passed':
        if (now) now.passed += 1;
        return;
      case 'skipped':
        if (now) now.skipped += 1;
        return;
      case 'failed':
        (now?.failures ?? failures).push(message.failure);
        return;
      case 'note':
        notes.push(message.text);
        return;
      case 'late':
        late = true;
        failures.push(finalFailure('something threw after its test had ended', message.text));
        return;
      case 'reported':
        return reported.give();
      case 'stalled':
        stalled = true;
        return;
      case 'measured':
        return measured.give(message);
      case 'busy':
        failures.push(leftOpen(message.active, ran));
        void endChild(driver, 0, 'SIGKILL');
    }
  });
  const ended = driver.ended.then((ending) => {
    gone = true;
    stopWatch();
    tests.stop.removeEventListener('abort', end);
    return ending;
  });

  const run = async (file: string): Promise<FileResult> => {
    const after = ran.map((one) => one.file);
    const result: FileResult = { file, passed: 0, skipped: 0, failures: [], wall_s: 0, wrote: '', after };
    const began_ms = performance.now();
    lookAgain();
    const closed = (async () => {
      await ready.given;
      now = result;
      title = '';
      [ready, reported, measured] = [signal(), signal(), signal<Measured>()];
      const marks = Promise.all(written.map((stream) => stream.mark()));
      child.send({ file: join(tests.root, file) } satisfies DriverOrder);
      const [figures] = await Promise.all([measured.given, reported.given, marks]);
      return figures;
    })();
    const figures = await Promise.race([closed, ended.then(() => undefined)]);
    stopWatch();
    now = undefined;
    result.wall_s = figures?.wall_s ?? (performance.now() - began_ms) / 1000;
    result.wrote = tail(
      written
        .map((stream) => stream.take())
        .join('')
        .trimEnd(),
      keptLines,
    );
    if (figures) {
      result.cpu_s = figures.cpu_s;
      ran.push({ file, active: figures.active });
      if (figures.exitCode !== 0) exitCodes.push(finalFailure(file, `it left the exit code ${figures.exitCode}`));
    } else if (hung) {
      result.failures.push(finalFailure(title || file, `no end within ${tests.limit_ms / 1000} s`));
    } else if (stalled) {
      result.failures.push(
        finalFailure(title || file, 'waits for what never comes: its process has nothing left to do'),
      );
    } else {
      const where = title ? `amid or after "${title}"` : 'amid the file';
      result.failures.push(finalFailure(file, `its process ended ${where} (${endingWords(await ended)})`));
    }
    return result;
  };

  const finish = async (): ReturnType<Driver['end']> => {
    if (!gone && child.connected) {
      lookAgain();
      child.send({ end: true } satisfies DriverOrder);
    }
    const broken = gone;
    const began_ms = performance.now();
    const ending = await ended;
    const took_s = (performance.now() - began_ms) / 1000;
    if (took_s > slowEnd_s) notes.push(`the end of what the files share took ${took_s.toFixed(0)} s`);
    if (!late) failures.push(...exitCodes);
    if (hung && !broken) failures.push(finalFailure(lastStep, `no end within ${tests.limit_ms / 1000} s`));
    else if (!broken && ending.signal && failures.length === 0)
      failures.push(finalFailure(lastStep, `its process ended (${endingWords(ending)})`));
    const wrote = tail(
      written
        .map((stream) => stream.take())
        .join('')
        .trimEnd(),
      keptLines,
    );
    const [first] = failures;
    if (first && wrote) first.text += `\n    written at the end:\n${wrote.replace(/^/gm, '    ')}`;
    return { failures, notes, cpu_s: ending.cpu_s };
  };
  return { run, broken: () => gone || hung, end: finish };
}

type Measured = Extract<DriverMessage, { is: 'measured' }>;

/** The compile cache halves what loading costs; it stays between runs, where `npm ci` clears it with the packages. */
const environment = ({ root, env, seed }: NodeTests): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  ...process.env,
  ...env,
  BRINA_TEST_SEED: String(seed),
  BRINA_TEST_DRIVER: '1',
  // Set where a driver is tested under `node --test`, whose mark would make this run report to that one.
  NODE_TEST_CONTEXT: undefined,
});

/** A promise that something else gives its value. */
function signal<T = void>(): { given: Promise<T>; give: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { given: promise, give: resolve };
}

/** What a process writes on one stream, cut at its end marks. */
function markedStream(stream: NodeJS.ReadableStream | null): { mark(): Promise<void>; take(): string } {
  let text = '';
  let marked = signal();
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-100_000);
    if (!text.includes(endMark)) return;
    text = text.replace(endMark, '');
    marked.give();
  });
  return {
    mark: () => {
      marked = signal();
      return marked.given;
    },
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/** Names the files after which there was more of what is still open than before them. */
function leftOpen(active: string[], ran: readonly { file: string; active: string[] }[]): Failure {
  const types = new Set(active);
  const count = (list: readonly string[]): number => list.filter((type) => types.has(type)).length;
  const grew = ran.filter((one, index) => count(one.active) > count(ran[index - 1]?.active ?? []));
  const suspects = (grew.length > 0 ? grew : ran).map(({ file }) => file);
  const what = Array.from(types).sort().join(', ');
  return finalFailure(suspects.join(', '), `left open what keeps the process alive: ${what}`);
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
