import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Child, endChild, endingWords, startNode, stopSignal } from './children.ts';
import { Fault, runMain } from './fault.ts';
import { buildWebApp } from './web-build.ts';

/** What a server or simulator tells its launcher over the channel it was started with. */
export type ChildMessage =
  /** Why it cannot start, in one sentence; it then ends with exit code 1. */
  | { type: 'fault'; sentence: string }
  /** Server: the demo fleet's units and certificates stand in `file`. */
  | { type: 'fleet'; file: string }
  /** Simulator: its control page answers at `url`. Handed on to the server, which names it in ready.json. */
  | { type: 'control'; url: string };

/** What ready.json says; accounts and codes only in the demo. */
export type Ready = {
  url: string;
  mqttUrl: string;
  simulatorControlUrl?: string;
  /** Where mails are read while there is no mail server to send them by. */
  outboxUrl?: string;
  accounts?: { role: string; email: string; password: string; company: string }[];
  spareActivationCodes?: string[];
};

/** What to launch: the programs with their arguments, and where the server writes ready.json. */
export type Plan = {
  root: string;
  dataDir: string;
  server: readonly string[];
  /** Absent: no simulated fleet. */
  simulator?: readonly string[];
  env: NodeJS.ProcessEnv;
};

const grace_ms = 15_000;
const poll_ms = 100;
const usage = `npm start                 the demo: a company with a simulated fleet, an account for every role
npm start -- --no-demo    an empty portal, whose first account is made by the link it prints
`;

/**
 * Runs the portal until `stop` aborts: starts the server, then the fleet when the server has its file, shows the address
 * and the accounts when ready.json appears, and ends what it started in every case. Throws a Fault when the portal
 * cannot start or a part of it ends by itself.
 */
export async function launch(plan: Plan, say: (line: string) => void, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const children: Child[] = [];
  const over = Promise.withResolvers<'stopped'>();
  stop.addEventListener('abort', () => over.resolve('stopped'));

  type Listen = (message: ChildMessage) => void;
  const startChild = (name: string, args: readonly string[], output: 'inherit' | 'errors', listen: Listen): Child => {
    const child = startNode(name, args, { cwd: plan.root, env: plan.env, output });
    children.push(child);
    let fault: string | undefined;
    child.process.on('message', (message: ChildMessage) => {
      if (message.type === 'fault') fault = message.sentence;
      else listen(message);
    });
    void child.ended.then((ending) =>
      over.reject(new Fault(fault ?? `The ${name} ended unexpectedly (${endingWords(ending)}); the rest is stopped.`)),
    );
    return child;
  };

  const readyFile = resolve(plan.dataDir, 'ready.json');
  const stale = stampOf(readyFile);
  const leave = new AbortController();
  try {
    const server = startChild('server', plan.server, 'inherit', (message) => {
      if (message.type !== 'fleet' || !plan.simulator || children.length > 1) return;
      const args = [...plan.simulator, ...fleetArguments(message.file, plan.dataDir)];
      startChild('simulator', args, 'errors', (told) => told.type === 'control' && server.process.send(told));
    });
    const ready = await Promise.race([nextReady(readyFile, stale, leave.signal), over.promise]);
    if (ready !== 'stopped') for (const line of welcome(ready, plan.dataDir)) say(line);
    await over.promise;
    say('Stopping …');
  } finally {
    leave.abort();
    await Promise.all(children.map((child) => endChild(child, grace_ms)));
  }
}

/** What the simulator is told: its units, and where it keeps them, so that a second start goes on and lives no past twice. */
export const fleetArguments = (file: string, dataDir: string): string[] => [
  '--fleet',
  file,
  '--since',
  '30d',
  '--state',
  join(dataDir, 'simulator'),
];

/** Tells one writing of a file from another: ready.json of the last run may still stand there. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.mtimeMs}`;
}

async function nextReady(file: string, stale: string | undefined, leave: AbortSignal): Promise<Ready> {
  while (!leave.aborted) {
    const stamp = stampOf(file);
    if (stamp !== undefined && stamp !== stale) return JSON.parse(readFileSync(file, 'utf8')) as Ready;
    await wait(poll_ms);
  }
  return leave.reason as never;
}

/** The lines shown once the portal answers: addresses, accounts in columns, codes. */
export function welcome(ready: Ready, dataDir: string): string[] {
  const facts: [string, string | undefined][] = [
    ['Open', ready.url],
    ['Appliances', ready.mqttUrl],
    ['Simulator', ready.simulatorControlUrl],
    ['Mails', ready.outboxUrl],
    ['Data', dataDir],
    ['Spare codes', ready.spareActivationCodes?.join('  ')],
  ];
  const rows = (ready.accounts ?? []).map(({ role, email, password, company }) => [role, email, password, company]);
  return [
    '',
    ...facts.flatMap(([name, value]) => (value ? [`  ${name.padEnd(12)}${value}`] : [])),
    ...(rows.length > 0 ? ['', ...columns([['Role', 'E-mail', 'Password', 'Company'], ...rows])] : []),
    '',
    '  Ctrl-C ends the portal and everything it started; the data stays.',
  ];
}

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => (cell ?? '').padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}

async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const options = readArguments();
  if (options.help) {
    console.log(usage);
    const help = startNode('server', ['server/main.ts', '--help'], { cwd: root });
    return (await help.ended).code ?? 1;
  }
  const stop = stopSignal();
  await buildWebApp(root, console.log, stop);
  const demo = { BRINA_LOG: 'warn', ...process.env, BRINA_ENV: 'dev', BRINA_DEMO: '1' };
  console.log(options.demo ? 'Starting the portal with its demo fleet …' : 'Starting the portal …');
  await launch(
    {
      root,
      dataDir: resolve(root, process.env.BRINA_DATA_DIR ?? 'data'),
      server: ['server/main.ts'],
      ...(options.demo && { simulator: ['simulator/main.ts'] }),
      env: options.demo ? demo : { ...process.env, BRINA_DEMO: undefined },
    },
    console.log,
    stop,
  );
  return 0;
}

function readArguments(): { help: boolean; demo: boolean } {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean' }, 'no-demo': { type: 'boolean' } } });
    return { help: values.help === true, demo: values['no-demo'] !== true };
  } catch (error) {
    throw new Fault(`${(error as Error).message.split('.')[0]}. npm start understands --no-demo and --help.`);
  }
}

if (import.meta.main) await runMain(main);
