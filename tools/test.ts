import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopSignal } from './children.ts';
import { installNeeds } from './debian-packages.ts';
import { Fault, runMain } from './fault.ts';
import { type Kind, kinds, type Session } from './test-kinds.ts';
import { seedOf } from './suite/seed.ts';
import type { Count } from './test-runners.ts';

const usage = `npm test                          everything
npm test -- --quick               no faults, no browser, one database
npm test -- --only calls haccp    one kind, and of it the files with "haccp" in their path
kinds: ${kinds.map(({ name }) => name).join(', ')}`;

async function main(): Promise<number> {
  const { only, quick, words } = readArguments();
  const stop = stopSignal();
  const root = resolve(import.meta.dirname, '..');
  process.env.BRINA_TEST_SEED ??= String(seedOf());
  const session = {
    root,
    stop,
    wanted: (file: string) => words.length === 0 || words.some((word) => file.includes(word)),
  };
  const chosen = kinds.filter((kind) => (only === undefined ? kind.quick || !quick : kind.name === only));
  await installNeeds(new Set(chosen.flatMap((kind) => kind.needs)), console.log, stop);

  let passed = 0;
  let failed = 0;
  for (const kind of chosen) {
    console.log(`${kind.name} …`);
    const began_ms = performance.now();
    const count = await counted(kind, session);
    if (stop.aborted) break;
    passed += count.passed;
    failed += count.failed;
    if (count.failures) console.log(count.failures);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    const seconds = ((performance.now() - began_ms) / 1000).toFixed(0);
    console.log(`${kind.name.padEnd(16)} ${count.passed} passed, ${count.failed} failed${skipped}  (${seconds} s)`);
  }
  if (stop.aborted) {
    console.log('Interrupted.');
    return 130;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** A kind that cannot run at all counts as one failure. */
async function counted(kind: Kind, session: Session): Promise<Count> {
  try {
    return await kind.run(session);
  } catch (error) {
    const words = error instanceof Fault ? error.message : ((error as Error).stack ?? String(error));
    return { passed: 0, failed: 1, skipped: 0, failures: `  ✗ ${words}` };
  }
}

function readArguments(): { only: string | undefined; quick: boolean; words: string[] } {
  const options = { only: { type: 'string' }, quick: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const known = values.only === undefined || kinds.some(({ name }) => name === values.only);
    if (values.help || !known) throw new Fault(usage);
    return { only: values.only, quick: values.quick === true, words: positionals };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(`${(error as Error).message}\n${usage}`);
  }
}

if (import.meta.main) await runMain(main);
