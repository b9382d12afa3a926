import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopSignal } from '../children.ts';
import { today } from '../clock.ts';
import { installNeeds, wordsOfMissing } from '../debian-packages.ts';
import { Fault, runMain } from '../fault.ts';
import { runProgram } from '../quiet-run.ts';
import { closingTable, type Ran } from './closing-table.ts';
import { failuresOf, finalFailure, noOutcome, type Outcome, passedIn, skippedIn } from './outcome.ts';
import { seedOf } from './seed.ts';
import { type Kind, type Session, waves } from './test-kinds.ts';
import { judgeUnsteady, readUnsteady, unsteadyFile, writeUnsteady } from './unsteady-list.ts';

const kinds = waves.flat(2);

const usage = `npm test                          everything
npm test -- --quick               no faults, no browser, one database
npm test -- --only calls haccp    one kind, and of it the files with "haccp" in their path
npm test -- --seed 123            with the seed of another run
kinds: ${kinds.map(({ name }) => name).join(', ')}`;

async function main(): Promise<number> {
  const { only, quick, words, seed } = readArguments();
  const stop = stopSignal();
  // Every process of the tests inherits it.
  process.env.BRINA_TEST_SEED = String(seed);
  const session: Session = {
    root: resolve(import.meta.dirname, '../..'),
    seed,
    stop,
    wanted: (file) => words.length === 0 || words.some((word) => file.includes(word)),
    isWhole: only === undefined && words.length === 0,
  };
  const isChosen = (kind: Kind): boolean => (only === undefined ? kind.quick || !quick : kind.name === only);
  const needs = kinds.filter(isChosen).flatMap((kind) => kind.needs);
  const missing = await installNeeds(new Set(needs), console.log, stop);
  for (const one of missing) console.log(`Tests will fail: ${wordsOfMissing(one)}`);

  console.log(`seed ${seed}`);
  const ran: Ran[] = [];
  const runLane = async (lane: readonly Kind[]): Promise<void> => {
    for (const kind of lane.filter(isChosen)) {
      if (stop.aborted) return;
      console.log(`${kind.name} …`);
      const began_ms = performance.now();
      const outcome = await outcomeOf(kind, session);
      if (stop.aborted) return;
      const one = { kind: kind.name, outcome, wall_s: (performance.now() - began_ms) / 1000 };
      ran.push(one);
      console.log(told(one, seed));
    }
  };
  for (const lanes of waves) await Promise.all(lanes.map(runLane));
  if (stop.aborted) {
    console.log('Interrupted.');
    return 130;
  }

  if (words.length > 0 && ran.every(({ outcome }) => outcome.files.length === 0 && outcome.failures.length === 0))
    throw new Fault(`No test file has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);

  console.log(`\n${closingTable(ran)}\n`);
  const refusals = await unsteadyRefusals(session.root, ran);
  const passed = ran.reduce((sum, { outcome }) => sum + passedIn(outcome), 0);
  const failed = ran.reduce((sum, { outcome }) => sum + failuresOf(outcome).length, refusals.length);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** A kind that cannot run at all counts as one failure. */
async function outcomeOf(kind: Kind, session: Session): Promise<Outcome> {
  try {
    return await kind.run(session);
  } catch (error) {
    const words = error instanceof Fault ? error.message : ((error as Error).stack ?? String(error));
    return { ...noOutcome(), failures: [finalFailure(kind.name, 'it cannot run', words)] };
  }
}

/** All that a person is told of a kind: figures, failures with how to repeat them, unsteady tests, and the counts. */
function told({ kind, outcome, wall_s }: Ran, seed: number): string {
  const repeat = (file: string): string => `    repeat: npm test -- --seed ${seed} --only ${kind} ${file}`;
  const ofFiles = outcome.files
    .filter(({ failures }) => failures.length > 0)
    .flatMap(({ file, failures, wrote, after }) => [
      ...failures.map(({ text }) => `✗ ${text}`),
      ...(wrote ? [`    ${file} wrote:\n${wrote.replace(/^/gm, '      ')}`] : []),
      ...(after.length > 0 ? [`    ran before it in the same process: ${after.join(', ')}`] : []),
      repeat(kind === 'check' ? '' : file).trimEnd(),
    ]);
  const lines = [
    ...outcome.notes,
    ...ofFiles,
    ...outcome.failures.flatMap(({ text }) => [`✗ ${text}`, repeat('').trimEnd()]),
    ...outcome.unsteady.flatMap(({ text, file }) => [`~ ${text}`, repeat(file)]),
  ];
  const counts = [
    `${passedIn(outcome)} passed`,
    `${failuresOf(outcome).length} failed`,
    ...(outcome.unsteady.length > 0 ? [`${outcome.unsteady.length} unsteady`] : []),
    ...(skippedIn(outcome) > 0 ? [`${skippedIn(outcome)} skipped`] : []),
  ];
  const last = `${kind.padEnd(16)} ${counts.join(', ')}  (${wall_s.toFixed(0)} s)`;
  return [...lines.map((line) => line.replace(/^/gm, '  ')), last].join('\n');
}

/**
 * Tells the unsteady tests and gives why they fail the run, one line each. A run outside of CI writes the list of the
 * repository, for the next commit to carry; CI reads it only.
 */
async function unsteadyRefusals(root: string, ran: readonly Ran[]): Promise<string[]> {
  const seen = ran.flatMap(({ kind, outcome }) => outcome.unsteady.map((one) => ({ ...one, kind })));
  const list = readUnsteady(root);
  const { ending, output } = await runProgram('git', ['rev-parse', '--short', 'HEAD'], { cwd: root });
  const commit = ending.code === 0 ? output : '';
  const { rows, added, expired, refusals } = judgeUnsteady(list, seen, { today: today(), commit });
  for (const { kind, title } of seen) console.log(`unsteady: ${title}  (${kind})`);
  const changed = added.length > 0 || expired.length > 0;
  if (changed && process.env.CI) {
    for (const { title, lastDay } of added) console.log(`A row for ${unsteadyFile}: ${title}, until ${lastDay}`);
  } else if (changed) {
    writeUnsteady(root, rows);
    for (const { title, lastDay } of added) console.log(`${unsteadyFile} now lists: ${title}, until ${lastDay}`);
    for (const { title } of expired) console.log(`${unsteadyFile} lists no longer: ${title}`);
  }
  for (const refusal of refusals) console.log(`✗ ${refusal}`);
  return refusals;
}

function readArguments(): { only: string | undefined; quick: boolean; words: string[]; seed: number } {
  const options = {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const known = values.only === undefined || kinds.some(({ name }) => name === values.only);
    if (values.help || !known) throw new Fault(usage);
    return { only: values.only, quick: values.quick === true, words: positionals, seed: seedOf(values.seed) };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(`${(error as Error).message}\n${usage}`);
  }
}

if (import.meta.main) await runMain(main);
