import { join, relative } from 'node:path';
import { packageProgram } from '../children.ts';
import { runNode } from '../quiet-run.ts';
import { type FileResult, finalFailure, type Outcome } from './outcome.ts';
import { browserFailure, reported } from './report-file.ts';

/** The part of Playwright's JSON report that counts. */
type PlaywrightReport = { errors: { message?: string }[]; suites: Suite[] };

type Suite = { suites?: Suite[]; specs: Spec[] };

type Spec = {
  title: string;
  file: string;
  tests: {
    /** `expected`, `skipped`, or something that nobody expected. */
    status: string;
    results: { status: string; duration: number; errors: { message?: string }[] }[];
  }[];
};

/** Which journeys shall run: `files` are paths from the root. */
export type Journeys = { root: string; stop: AbortSignal; files: readonly string[] };

/** Runs journeys with Playwright, each test once: a second look is not its affair. */
export function runPlaywright({ root, stop, files }: Journeys): Promise<Outcome> {
  const run = (report: string) =>
    runNode(
      // Words of Playwright are regular expressions over paths.
      [
        packageProgram(root, 'playwright'),
        'test',
        `--reporter=json,${join(root, 'e2e/journey-progress.ts')}`,
        '--retries=0',
        ...files.map((file) => `${relative('e2e', file).replaceAll('.', '\\.')}$`),
      ],
      {
        cwd: join(root, 'e2e'),
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        stop,
        started: ({ process: reporting }) =>
          reporting.on('message', (line) => {
            if (typeof line === 'string') console.log(`  ${line}`);
          }),
      },
    );
  return reported('Playwright', run, outcomeOf);
}

function outcomeOf({ errors, suites }: PlaywrightReport): Pick<Outcome, 'files' | 'failures'> {
  const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
  const byFile = Object.groupBy(suites.flatMap(specsOf), ({ file }) => `e2e/${file}`);
  return {
    files: Object.entries(byFile).map(([file, specs = []]) => resultOf(file, specs)),
    failures: errors.map(({ message = '' }) => finalFailure('Playwright', message)),
  };
}

function resultOf(file: string, specs: readonly Spec[]): FileResult {
  const result: FileResult = { file, passed: 0, skipped: 0, failures: [], wall_s: 0, wrote: '', after: [] };
  for (const { title, tests } of specs) {
    for (const { status, results } of tests) {
      result.wall_s += results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      if (status === 'expected') result.passed += 1;
      else if (status === 'skipped') result.skipped += 1;
      else {
        const errors = results.flatMap((one) => one.errors.map(({ message }) => message ?? ''));
        const timedOut = results.some((one) => one.status === 'timedOut');
        result.failures.push(browserFailure(title, file, errors.join('\n') || status, timedOut));
      }
    }
  }
  return result;
}
