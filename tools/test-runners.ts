import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packageProgram } from './children.ts';
import { type Run, runNode, tail } from './quiet-run.ts';
import { failuresOf, type Outcome, passedIn, skippedIn } from './suite/outcome.ts';

/** What a runner found; `failures` is text for a person: the failing tests with their errors, and figures that tests tell. */
export type Count = { passed: number; failed: number; skipped: number; failures: string };

/** Lines of one failure that are shown: enough for the error and where it was, too few for a whole page's tree. */
const failureLines = 40;
const none: Count = { passed: 0, failed: 0, skipped: 0, failures: '' };
const lastLines = 60;

/** An outcome of the drivers as a count. */
export function countOf(outcome: Outcome): Count {
  const ofFiles = outcome.files.flatMap(({ file, failures, wrote, after }) =>
    failures.length === 0
      ? []
      : [
          ...failures.map(({ text }) => `  ✗ ${text}`),
          ...(wrote ? [`  ${file} wrote:\n${wrote.replace(/^/gm, '      ')}`] : []),
          ...(after.length > 0 ? [`  before ${file} in the same process: ${after.join(', ')}`] : []),
        ],
  );
  const others = outcome.failures.map(({ text }) => `  ✗ ${text}`);
  return {
    passed: passedIn(outcome),
    failed: failuresOf(outcome).length,
    skipped: skippedIn(outcome),
    failures: [...outcome.notes.map((note) => `  ${note}`), ...ofFiles, ...others].join('\n'),
  };
}

/** The part of vitest's JSON report that counts. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** Runs the component tests of the web app with vitest in a real browser. */
export async function runVitest(root: string, stop: AbortSignal): Promise<Count> {
  const web = join(root, 'web');
  if (globSync('src/**/*.test.tsx', { cwd: web }).length === 0) return none;
  return withReport(async (file) => {
    const args = [packageProgram(root, 'vitest'), 'run', '--reporter=json', `--outputFile=${file}`];
    const run = await runNode(args, { cwd: web, stop });
    const report = await readJson<VitestReport>(file);
    return settled(run, report && vitestCount(report));
  });
}

function vitestCount(report: VitestReport): Count {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that does not load has a message of its own and no tests.
    if (message && failed.length === 0) return [`  ✗ ${name}\n${message}`];
    return failed.map(({ fullName, failureMessages }) => `  ✗ ${fullName}\n${shown(failureMessages.join('\n'))}`);
  });
  const failed = Math.max(report.numFailedTests, failures.length);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests, failures: failures.join('\n') };
}

/** The part of Playwright's JSON report that counts. */
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
};

/** Runs the journeys with Playwright. A test that passes only the second time has failed. */
export async function runPlaywright(root: string, stop: AbortSignal): Promise<Count> {
  const e2e = join(root, 'e2e');
  if (globSync('**/*.e2e.ts', { cwd: e2e, exclude: ['node_modules/**'] }).length === 0) return none;
  return withReport(async (file) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const run = await runNode([packageProgram(root, 'playwright'), 'test', '--reporter=json'], { cwd: e2e, env, stop });
    const report = await readJson<PlaywrightReport>(file);
    return settled(run, report && playwrightCount(report));
  });
}

function playwrightCount({ stats, errors, suites }: PlaywrightReport): Count {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const messages = (list: { message?: string }[]): string => list.map(({ message }) => message ?? '').join('\n');
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok, tests }) => !ok || tests.some(({ results }) => results.length > 1))
    .map(({ title, file, tests }) => {
      const found = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `  ✗ ${title}  (${file})\n${shown(messages(found))}`;
    });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...failures, messages(errors)].join('\n').trimEnd(),
  };
}

/** A failure's text without colours and without end. */
const shown = (text: string): string => stripVTControlCharacters(text).split('\n').slice(0, failureLines).join('\n');

/** A runner that ended without a report, or badly with a report in which nothing failed, counts as one failure. */
function settled({ ending, output }: Run, count: Count | undefined): Count {
  if (count && (ending.code === 0 || count.failed > 0)) return count;
  const reason = ending.error?.message ?? ending.signal ?? `exit code ${ending.code}`;
  const failures = [count?.failures, `  ✗ the runner crashed (${reason})`, tail(output, lastLines)];
  return { ...none, ...count, failed: 1, failures: failures.filter(Boolean).join('\n') };
}

async function withReport(run: (file: string) => Promise<Count>): Promise<Count> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
