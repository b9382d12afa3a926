import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { minute_ms } from '@brina/domain/language/durations';
import { runChecks } from '../check.ts';
import type { Need } from '../debian-packages.ts';
import { startPostgres } from '../throwaway-postgres.ts';
import { buildWebApp } from '../web-build.ts';
import { type NodeTests, runNodeTests } from './node-tests.ts';
import { type FileResult, finalFailure, noOutcome, type Outcome } from './outcome.ts';
import { runPlaywright } from './playwright.ts';
import { secondLook } from './second-look.ts';
import { halfOf } from './seed.ts';
import { type DatabaseNeed, serverTestNeeds } from './server-tests.ts';
import { runVitest } from './vitest.ts';

/** What the kinds of tests share: where they are, which files are wanted, the seed, when to stop, and whether all kinds are run. */
export type Session = {
  root: string;
  seed: number;
  stop: AbortSignal;
  wanted: (file: string) => boolean;
  isWhole: boolean;
};

/** One kind of tests. */
export type Kind = {
  name: string;
  quick: boolean;
  needs: Need[];
  run: (session: Session) => Promise<Outcome>;
};

/** A test that takes longer hangs, also on a machine that does much else. */
const usual_ms = 5 * minute_ms;

/** Each check of `npm run check` counts as one test. */
async function check({ root, stop }: Session): Promise<Outcome> {
  const outcome = noOutcome();
  await runChecks(root, stop, ({ name, passed, output, wall_s, cpu_s }) => {
    const failures = passed ? [] : [finalFailure(name, 'does not hold', output)];
    const result: FileResult = {
      file: name,
      passed: passed ? 1 : 0,
      skipped: 0,
      failures,
      wall_s,
      cpu_s,
      wrote: '',
      after: [],
    };
    outcome.files.push(result);
    outcome.cpu_s += cpu_s;
  });
  return outcome;
}

/** Tests of what is pure, those of the server among them. */
const rules = (session: Session): Promise<Outcome> => runNodeTests(nodeTests(session, rulesFiles(session)));

/** A portal waits for its database, its programs and its clients: more of them than cores keep the cores busy. */
const portalsAtOnce = 2 * Math.max(2, availableParallelism());

/** Server tests on PGlite, with a portal or a database: calls over HTTP, the matrices and the edge. */
const calls = (session: Session): Promise<Outcome> =>
  nodeTestsTwice({ ...nodeTests(session, serverFiles(session, ['embedded', 'any database'])), atOnce: portalsAtOnce });

/**
 * Those of them that any database must pass, on the PostgreSQL given. A run of all kinds, in which they have been run on PGlite just before,
 * draws half of the files: what breaks on one database alone shows within a few runs, and each is minutes shorter.
 */
function callsOnPostgres(session: Session, url: string): Promise<Outcome> {
  const files = serverFiles(session, ['any database']);
  return nodeTestsTwice({
    ...nodeTests(session, session.isWhole ? halfOf(files, session.seed) : files),
    atOnce: portalsAtOnce,
    env: { BRINA_TEST_POSTGRES_URL: url },
  });
}

/** Kills, cut links and stopped databases while appliances send. On PostgreSQL without those of the embedded database. */
const faults = (session: Session, postgres?: string): Promise<Outcome> =>
  nodeTestsTwice({
    ...nodeTests(session, serverFiles(session, postgres ? ['any database'] : ['embedded', 'any database'], 'fault')),
    env: { BRINA_TEST_POSTGRES_URL: postgres },
    limit_ms: 20 * minute_ms,
    atOnce: 1,
  });

/** A fleet as large as a chain's for as long as a leak needs to show itself. */
const load = (session: Session): Promise<Outcome> =>
  nodeTestsTwice({
    ...nodeTests(session, testFiles(session, ['server/test/load/*.load.ts'])),
    limit_ms: 10 * minute_ms,
    atOnce: 1,
  });

/** The web app builds, and each part of it stays within its budget. */
async function build(session: Session): Promise<Outcome> {
  const { root, stop } = session;
  if (!hasWebApp(root)) return noOutcome();
  await buildWebApp(root, () => undefined, stop);
  return nodeTestsTwice({
    ...nodeTests(session, ['web/build.test.ts']),
    env: { BRINA_WEB_DIST: join(root, 'web/dist') },
  });
}

/** What people see, part by part, in a real browser. */
async function components(session: Session): Promise<Outcome> {
  const { root, stop } = session;
  const first = await runVitest({ root, stop, files: testFiles(session, ['web/src/**/*.test.tsx']) });
  return secondLook(first, (file) => runVitest({ root, stop, files: [file] }));
}

/** What people do from end to end, on a portal that appliances send to. */
async function journeys(session: Session): Promise<Outcome> {
  const { root, stop } = session;
  const files = testFiles(session, ['e2e/**/*.e2e.ts']);
  if (files.length === 0) return noOutcome();
  if (hasWebApp(root)) await buildWebApp(root, () => undefined, stop);
  const first = await runPlaywright({ root, stop, files });
  return secondLook(first, (file) => runPlaywright({ root, stop, files: [file] }));
}

/** The same tests once more, on a PostgreSQL that lives as long as they run. */
function onPostgres(
  run: (session: Session, url: string) => Promise<Outcome>,
  options: { durable: boolean },
): Kind['run'] {
  return async (session) => {
    const postgres = await startPostgres(session.stop, options);
    let outcome: Outcome;
    try {
      outcome = await run(session, postgres.url);
    } finally {
      await postgres[Symbol.asyncDispose]();
    }
    return { ...outcome, cpu_s: outcome.cpu_s + (await postgres.ended).cpu_s };
  };
}

const nodeTests = ({ root, seed, stop }: Session, files: readonly string[]): NodeTests => ({
  root,
  seed,
  stop,
  files,
  limit_ms: usual_ms,
});

/** A failed file has a second look, alone in a process: by then what the first one started has been killed. */
const nodeTestsTwice = async (tests: NodeTests): Promise<Outcome> =>
  secondLook(await runNodeTests(tests), (file) => runNodeTests({ ...tests, files: [file] }));

const hasWebApp = (root: string): boolean => globSync('web/index.html', { cwd: root }).length > 0;

const testFiles = ({ root, wanted }: Session, patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter(wanted)
    .sort();

/** What is built is tested by the kind that builds it. */
const rulesFiles = (session: Session): string[] => [
  ...testFiles(session, ['{domain,contract,simulator,tools}/**/*.test.ts', 'web/{src,vite}/**/*.test.ts']),
  ...serverFiles(session, ['nothing']),
];

function serverFiles(session: Session, needs: DatabaseNeed[], what: 'test' | 'fault' = 'test'): string[] {
  const needOf = serverTestNeeds(session.root);
  return testFiles(session, [`server/{src,test}/**/*.${what}.ts`]).filter((file) => needs.includes(needOf(file)));
}

/** Kinds that run one after the other, beside the other lanes of their wave. */
type Lane = readonly Kind[];

/**
 * Every kind, in the order of a run: what fails fast comes first. A wave begins when the one before has ended. Its lanes run at the same
 * time: kinds that mostly wait, or end with one slow program, beside those that keep the cores busy. `quick` ones need no browser and one
 * database.
 */
export const waves: readonly (readonly Lane[])[] = [
  [
    [{ name: 'check', quick: true, needs: [], run: check }],
    [{ name: 'rules', quick: true, needs: ['mosquitto', 'poppler', 'qpdf'], run: rules }],
  ],
  [
    [{ name: 'build', quick: true, needs: [], run: build }],
    [{ name: 'calls', quick: true, needs: ['mosquitto', 'openssl', 'stomp', 'poppler', 'qpdf'], run: calls }],
  ],
  [
    [
      {
        name: 'calls-postgres',
        quick: false,
        needs: ['mosquitto', 'openssl', 'stomp', 'poppler', 'qpdf', 'postgres'],
        // Nobody pulls the plug here: that is for the faults.
        run: onPostgres(callsOnPostgres, { durable: false }),
      },
      { name: 'journeys', quick: false, needs: ['chromium', 'poppler'], run: journeys },
    ],
    [
      // It judges how its own heap grows, and takes as long as a leak needs to show itself.
      { name: 'load', quick: false, needs: [], run: load },
      { name: 'faults', quick: false, needs: [], run: (session) => faults(session) },
      { name: 'faults-postgres', quick: false, needs: ['postgres'], run: onPostgres(faults, { durable: true }) },
      { name: 'components', quick: false, needs: ['chromium'], run: components },
    ],
  ],
];
