import { join } from 'node:path';
import { type Child, type Ending, endChild, endingWords, startNode } from '../children.ts';
import { tail } from '../quiet-run.ts';
import { type DriverMessage, type DriverOrder, endMark, lastStep } from './driver-messages.ts';
import { type Failure, type FileResult, finalFailure } from './outcome.ts';

/** How a driver shall run test files. */
export type DriverOptions = {
  root: string;
  seed: number;
  env?: NodeJS.ProcessEnv;
  stop: AbortSignal;
  /** Longest time without news: a test that takes longer hangs. */
  limit_ms: number;
  /** Gets each process that is started. */
  started?: (child: Child) => void;
};

/** Lines of what a failing file wrote that are kept. */
const keptLines = 60;
/** An end that takes longer waits for something that it should not wait for. */
const slowEnd_s = 10;
const here = import.meta.dirname;

type Measured = Extract<DriverMessage, { is: 'measured' }>;

/** A process that runs test files one after the other. */
export class Driver {
  readonly #options: DriverOptions;
  readonly #child: Child;
  readonly #written: readonly MarkedStream[];
  readonly #ended: Promise<Ending>;
  readonly #notes: string[] = [];
  readonly #failures: Failure[] = [];
  readonly #ran: { file: string; active: string[] }[] = [];
  /** Files that left an exit code; one is no news when what threw late is told by itself. */
  readonly #exitCodes: Failure[] = [];
  readonly #was = { late: false, hung: false, stalled: false, gone: false };
  /** What is awaited of the process. */
  #awaited = newSignals();
  /** The file that runs, and the title of its test. */
  #now: FileResult | undefined;
  #title = '';
  /** Runs while news are due. */
  #watch: NodeJS.Timeout | undefined;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#child = startNode(
      'test driver',
      [
        `--test-reporter=${join(here, 'driver-reporter.ts')}`,
        '--test-reporter-destination=stdout',
        join(here, 'test-driver.ts'),
      ],
      { cwd: options.root, env: environment(options), output: 'pipe' },
    );
    options.started?.(this.#child);
    const { process: child, ended } = this.#child;
    this.#written = [child.stdout, child.stderr].map((stream) => new MarkedStream(stream));
    const { stop } = options;
    const end = (): void => void endChild(this.#child, 10_000);
    if (stop.aborted) end();
    stop.addEventListener('abort', end);
    child.on('message', (message: DriverMessage) => this.#hear(message));
    this.#ended = ended.then((ending) => {
      this.#was.gone = true;
      this.#stopWatch();
      stop.removeEventListener('abort', end);
      return ending;
    });
  }

  /** Whether it died or hung, and takes no further file. */
  get isBroken(): boolean {
    return this.#was.gone || this.#was.hung;
  }

  /** Runs a file; never rejects. */
  async run(file: string): Promise<FileResult> {
    const after = this.#ran.map((one) => one.file);
    const result: FileResult = { file, passed: 0, skipped: 0, failures: [], wall_s: 0, wrote: '', after };
    const began_ms = performance.now();
    this.#lookAgain();
    const figures = await Promise.race([this.#order(file, result), this.#ended.then(() => undefined)]);
    this.#stopWatch();
    this.#now = undefined;
    result.wall_s = figures?.wall_s ?? (performance.now() - began_ms) / 1000;
    result.wrote = this.#takeWritten();
    if (figures) {
      result.cpu_s = figures.cpu_s;
      this.#ran.push({ file, active: figures.active });
      if (figures.exitCode !== 0) this.#exitCodes.push(finalFailure(file, `it left the exit code ${figures.exitCode}`));
    } else result.failures.push(await this.#whyUnfinished(file));
    return result;
  }

  /** Ends what its files shared. Gives what went wrong outside of its files, the figures told and the CPU seconds. */
  async end(): Promise<{ failures: Failure[]; notes: string[]; cpu_s: number }> {
    const { process: child } = this.#child;
    const broken = this.#was.gone;
    if (!broken && child.connected) {
      this.#lookAgain();
      child.send({ end: true } satisfies DriverOrder);
    }
    const began_ms = performance.now();
    const ending = await this.#ended;
    const took_s = (performance.now() - began_ms) / 1000;
    const failures = this.#failures;
    if (took_s > slowEnd_s) this.#notes.push(`the end of what the files share took ${took_s.toFixed(0)} s`);
    if (!this.#was.late) failures.push(...this.#exitCodes);
    if (this.#was.hung && !broken) failures.push(finalFailure(lastStep, this.#noEnd));
    else if (!broken && ending.signal && failures.length === 0)
      failures.push(finalFailure(lastStep, `its process ended (${endingWords(ending)})`));
    const wrote = this.#takeWritten();
    const [first] = failures;
    if (first && wrote) first.text += `\n    written at the end:\n${wrote.replace(/^/gm, '    ')}`;
    return { failures, notes: this.#notes, cpu_s: ending.cpu_s };
  }

  get #noEnd(): string {
    return `no end within ${this.#options.limit_ms / 1000} s`;
  }

  /** Lets the process run a file; resolves when all that it says of it has been heard. */
  async #order(file: string, result: FileResult): Promise<Measured> {
    await this.#awaited.ready.given;
    this.#now = result;
    this.#title = '';
    this.#awaited = newSignals();
    const { measured, reported } = this.#awaited;
    const marks = Promise.all(this.#written.map((stream) => stream.mark()));
    this.#child.process.send({ file: join(this.#options.root, file) } satisfies DriverOrder);
    const [figures] = await Promise.all([measured.given, reported.given, marks]);
    return figures;
  }

  async #whyUnfinished(file: string): Promise<Failure> {
    if (this.#was.hung) return finalFailure(this.#title || file, this.#noEnd);
    if (this.#was.stalled)
      return finalFailure(this.#title || file, 'waits for what never comes: its process has nothing left to do');
    const where = this.#title ? `amid or after "${this.#title}"` : 'amid the file';
    return finalFailure(file, `its process ended ${where} (${endingWords(await this.#ended)})`);
  }

  #hear(message: DriverMessage): void {
    if (this.#watch) this.#lookAgain();
    switch (message.is) {
      case 'ready':
        return this.#awaited.ready.give();
      case 'began':
        this.#title = message.title;
        return;
      case 'passed':
        if (this.#now) this.#now.passed += 1;
        return;
      case 'skipped':
        if (this.#now) this.#now.skipped += 1;
        return;
      case 'failed':
        (this.#now?.failures ?? this.#failures).push(message.failure);
        return;
      case 'note':
        this.#notes.push(message.text);
        return;
      case 'late':
        this.#was.late = true;
        this.#failures.push(finalFailure('something threw after its test had ended', message.text));
        return;
      case 'reported':
        return this.#awaited.reported.give();
      case 'stalled':
        this.#was.stalled = true;
        return;
      case 'measured':
        return this.#awaited.measured.give(message);
      case 'busy':
        this.#failures.push(leftOpen(message.active, this.#ran));
        void endChild(this.#child, 0, 'SIGKILL');
    }
  }

  #lookAgain(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#was.hung = true;
      void endChild(this.#child, 0, 'SIGKILL');
    }, this.#options.limit_ms);
  }

  #stopWatch(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
  }

  #takeWritten(): string {
    const text = this.#written.map((stream) => stream.take()).join('');
    return tail(text.trimEnd(), keptLines);
  }
}

/** The compile cache halves what loading costs; it stays between runs, where `npm ci` clears it with the packages. */
const environment = ({ root, env, seed }: DriverOptions): NodeJS.ProcessEnv => ({
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

const newSignals = () => ({ ready: signal(), reported: signal(), measured: signal<Measured>() });

/** What a process writes on one stream, cut at its end marks. */
class MarkedStream {
  #text = '';
  #marked = signal();

  constructor(stream: NodeJS.ReadableStream | null) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#text = (this.#text + chunk).slice(-100_000);
      if (!this.#text.includes(endMark)) return;
      this.#text = this.#text.replace(endMark, '');
      this.#marked.give();
    });
  }

  /** Resolves at the next end mark. */
  mark(): Promise<void> {
    this.#marked = signal();
    return this.#marked.given;
  }

  /** What was written since the last time. */
  take(): string {
    const taken = this.#text;
    this.#text = '';
    return taken;
  }
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
