import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = join(import.meta.dirname, '../..');
const grace_ms = 15_000;

/** A program that runs beside the bench; its disposal ends it. */
export type Child = AsyncDisposable & { process: ChildProcess };

/** Messages that a program sends over its channel, and what the bench answers. */
export type Talk<Told> = Child & {
  /** The next message; rejects when the program ends instead. */
  next(): Promise<Told>;
  tell(message: unknown): void;
};

/** Starts a program of this repository under this Node, tied to us so that it ends when we do, however that comes. */
export function startNode<Told>(
  args: readonly string[],
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Talk<Told> {
  const child = spawn(process.execPath, [...nodeOptions, '--import', join(root, 'tools/tether.mjs'), ...args], {
    cwd: root,
    env: { ...withoutSettings(), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const told: Told[] = [];
  const waiting: ((message: Told) => void)[] = [];
  child.on('message', (message: Told) => {
    const taker = waiting.shift();
    if (taker) taker(message);
    else told.push(message);
  });
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${args[0]} ended (${code})`)));
  gone.catch(() => {});
  return {
    ...disposable(child),
    next: async () => {
      const message = told.shift();
      if (message !== undefined) return message;
      return Promise.race([new Promise<Told>((resolve) => waiting.push(resolve)), gone]);
    },
    tell: (message) => void child.send(message as object),
  };
}

/** Starts any other program; it must end by the signal. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Child {
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'ignore' });
  child.on('error', (error) => console.error(`${program}: ${error.message}`));
  return disposable(child);
}

/** Programs that run now: what no channel ties to us ends with us all the same. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

function disposable(child: ChildProcess): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return {
    process: child,
    [Symbol.asyncDispose]: async () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), grace_ms);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The environment without settings of a portal: a part says itself what its portal is like. */
export const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BRINA_')));

/** Looks until there is something; rejects after `limit_ms`. */
export async function until<T>(what: string, limit_ms: number, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + limit_ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`no ${what} within ${limit_ms / 1000} s`);
    await wait(50);
  }
}

/** A loopback port that was free a moment ago, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
