import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import type { Need } from './debian-packages.ts';
import { type NodeTests, runNodeTests as runFiles } from './suite/node-tests.ts';
import { type Count, countOf, runPlaywright, runVitest } from './test-runners.ts';
import { startPostgres } from './throwaway-postgres.ts';
import { buildWebApp } from './web-build.ts';

/** What the kinds of tests share: where they are, which files are wanted, when to stop. */
export type Session = { root: string; stop: AbortSignal; wanted: (file: string) => boolean };

/** One kind of tests. */
export type Kind = {
  name: string;
  quick: boolean;
  needs: Need[];
  run: (session: Session) => Promise<Count>;
};

const runNodeTests = async (tests: Omit<NodeTests, 'seed'>): Promise<Count> =>
  countOf(await runFiles({ ...tests, seed: Number(process.env.BRINA_TEST_SEED) }));

const minute_ms = 60_000;
/** A test that takes longer hangs, also on a machine that does much else. */
const usual_ms = 5 * minute_ms;

/** Each check of `npm run check` counts as one test. */
async function check({ root, stop }: Session): Promise<Count> {
  const count = { passed: 0, failed: 0, skipped: 0, failures: '' };
  await runChecks(root, stop, ({ name, passed, output }) => {
    if (passed) count.passed += 1;
    else count.failed += 1;
    if (!passed) count.failures += `  ✗ ${name}\n${output}\n`;
  });
  return count;
}

/** Tests of what is pure. */
const rules = ({ root, stop, wanted }: Session): Promise<Count> =>
  runNodeTests({
    root,
    stop,
    // What is built is tested by the kind that builds it.
    files: testFiles(root, ['{domain,contract,simulator,tools}/**/*.test.ts', 'web/src/**/*.test.ts'], wanted),
    limit_ms: usual_ms,
  });

/** Calls over HTTP, the matrices and the edge, each file with a portal of its own, on PGlite or on the PostgreSQL given. */
const calls = ({ root, stop, wanted }: Session, postgres?: string): Promise<Count> =>
  runNodeTests({
    root,
    stop,
    files: testFiles(root, ['server/{src,test}/**/*.test.ts'], wanted),
    env: { BRINA_TEST_POSTGRES_URL: postgres },
    limit_ms: usual_ms,
  });

/** Kills, cut links and stopped databases while appliances send. */
const faults = ({ root, stop, wanted }: Session, postgres?: string): Promise<Count> =>
  runNodeTests({
    root,
    stop,
    files: testFiles(root, ['server/test/faults/*.fault.ts'], wanted),
    env: { BRINA_TEST_POSTGRES_URL: postgres },
    limit_ms: 20 * minute_ms,
    atOnce: 1,
  });

/** A fleet as large as a chain's for as long as a leak needs to show itself. */
const load = ({ root, stop, wanted }: Session): Promise<Count> =>
  runNodeTests({
    root,
    stop,
    files: testFiles(root, ['server/test/load/*.load.ts'], wanted),
    limit_ms: 10 * minute_ms,
    atOnce: 1,
  });

/** The same tests once more, on a PostgreSQL that lives as long as they run. */
function onPostgres(run: (session: Session, url: string) => Promise<Count>): Kind['run'] {
  return async (session) => {
    await using postgres = await startPostgres(session.stop);
    return await run(session, postgres.url);
  };
}

/** The web app builds, and each part of it stays within its budget. */
async function build({ root, stop }: Session): Promise<Count> {
  if (!hasWebApp(root)) return { passed: 0, failed: 0, skipped: 0, failures: '' };
  await buildWebApp(root, () => undefined, stop);
  const env = { BRINA_WEB_DIST: join(root, 'web/dist') };
  return runNodeTests({ root, stop, files: ['web/build.test.ts'], env, limit_ms: usual_ms });
}

async function journeys({ root, stop }: Session): Promise<Count> {
  if (hasWebApp(root)) await buildWebApp(root, () => undefined, stop);
  return runPlaywright(root, stop);
}

const hasWebApp = (root: string): boolean => globSync('web/index.html', { cwd: root }).length > 0;

const testFiles = (root: string, patterns: string[], wanted: (file: string) => boolean): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter(wanted)
    .sort();

/** Every kind, in the order of a run: what fails fast comes first. `quick` ones need no browser and one database. */
export const kinds: Kind[] = [
  { name: 'check', quick: true, needs: [], run: check },
  { name: 'rules', quick: true, needs: [], run: rules },
  { name: 'calls', quick: true, needs: ['mosquitto', 'stomp'], run: (session) => calls(session) },
  { name: 'calls-postgres', quick: false, needs: ['mosquitto', 'stomp', 'postgres'], run: onPostgres(calls) },
  { name: 'build', quick: true, needs: [], run: build },
  { name: 'components', quick: false, needs: ['chromium'], run: ({ root, stop }) => runVitest(root, stop) },
  { name: 'journeys', quick: false, needs: ['chromium'], run: journeys },
  { name: 'load', quick: false, needs: [], run: load },
  { name: 'faults', quick: false, needs: [], run: (session) => faults(session) },
  { name: 'faults-postgres', quick: false, needs: ['postgres'], run: onPostgres(faults) },
];
