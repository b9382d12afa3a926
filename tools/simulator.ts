/** `npm run simulator`: the units of a fleet file, or as many as wanted at the portal that runs here (docs/SIMULATOR.md). */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endChild, startNode, stopSignal } from './children.ts';
import { Fault, runMain } from './fault.ts';
import type { Ready } from './launcher.ts';
import { moreUnits } from './more-units.ts';

const usage = `npm run simulator -- --count 1000 [--claim]   units of every family, made at the portal of npm start and switched on;
                                             --claim: the demo's owner adds them to its kitchens
npm run simulator -- --fleet fleet.json      the units of a file

--pace 60 --seed 7 --since 14d --state DIR --control-port 0   see docs/SIMULATOR.md`;
const grace_ms = 15_000;

async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const args = process.argv.slice(2);
  const text = { type: 'string' } as const;
  // The rest is the simulator's, which says what is wrong with it.
  const { values } = parseArgs({
    args,
    options: { fleet: text, count: text, claim: { type: 'boolean' }, help: { type: 'boolean' } },
    strict: false,
  });
  const count = Number(values.count);
  if (values.help === true || (values.fleet === undefined && values.count === undefined)) {
    console.log(usage);
    return values.help === true ? 0 : 1;
  }
  const stop = stopSignal();
  if (values.fleet === undefined) {
    if (!Number.isInteger(count) || count < 1) throw new Fault('--count must be a whole number of units.');
    const dataDir = resolve(root, process.env.BRINA_DATA_DIR ?? 'data');
    const file = join(dataDir, 'more-units.json');
    await moreUnits(readyIn(dataDir), file, { count, claim: values.claim === true, say: console.log, stop });
    args.push('--fleet', file);
  }
  if (stop.aborted) return 0;
  const child = startNode('simulator', ['simulator/main.ts', ...args.filter((arg) => arg !== '--claim')], {
    cwd: root,
  });
  child.process.on('message', (told) => console.log(JSON.stringify(told)));
  stop.addEventListener('abort', () => void endChild(child, grace_ms));
  return (await child.ended).code ?? 1;
}

function readyIn(dataDir: string): Ready {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8')) as Ready;
  } catch {
    throw new Fault(`No portal has run in ${dataDir}: start one with npm start, or name units with --fleet.`);
  }
}

if (import.meta.main) await runMain(main);
