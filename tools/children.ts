import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a process ended: an exit code, a signal, or why it never began, and the CPU seconds it took (Linux tells them). */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; error?: Error; cpu_s: number };

/** A process of ours in a process group of its own, so that Ctrl-C reaches us alone and we decide the order of the end. */
export type Child = { name: string; process: ChildProcess; ended: Promise<Ending> };

export type StartOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** `pipe` leaves the output to the caller, `errors` shows only what is said on stderr. */
  output?: 'inherit' | 'pipe' | 'errors' | 'ignore';
};

/**
 * Starts a program under this Node with a channel to us, so that it ends when we end, however we end (tether.mjs).
 * `args` is the program's path and its arguments, with Node's own options before them.
 */
export function startNode(name: string, args: readonly string[], options: StartOptions): Child {
  const tether = ['--import', import.meta.resolve('./tether.mjs')];
  return start(name, process.execPath, [...tether, ...args], options, true);
}

/** Starts any other program. It ends with `endChild` only. */
export function startProgram(name: string, program: string, args: readonly string[], options: StartOptions): Child {
  return start(name, program, args, options, false);
}

function start(name: string, program: string, args: readonly string[], options: StartOptions, channel: boolean): Child {
  const { output = 'inherit' } = options;
  const [out, err] = output === 'errors' ? (['ignore', 'inherit'] as const) : ([output, output] as const);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', out, err, ...(channel ? ['ipc' as const] : [])],
  });
  let cpu_s = 0;
  child.on('exit', () => {
    cpu_s = cpuOfEnded_s();
    // What a program leaves behind in its group ends with it; it would otherwise hold the output open for ever.
    signalGroup(child.pid, 'SIGKILL');
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on('error', (error) => child.pid === undefined && resolve({ code: null, signal: null, error, cpu_s }));
    child.on('close', (code, signal) => resolve({ code, signal, cpu_s }));
  });
  return { name, process: child, ended };
}

let told_ticks = 0;

/**
 * CPU seconds, user and system, that the children took which ended since the last call, with what they had waited for.
 * 0 where the system does not tell (/proc); Linux counts in hundredths of a second.
 */
function cpuOfEnded_s(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // pid (name) state …; the name may contain anything. cutime and cstime are fields 16 and 17, the state is the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[13]) + Number(fields[14]);
    const since = ticks - told_ticks;
    told_ticks = ticks;
    return since / 100;
  } catch {
    return 0;
  }
}

/** `exit code 1`, `SIGKILL`, or why the program did not start: for a sentence about an ending. */
export const endingWords = (ending: Ending): string =>
  ending.error?.message ?? ending.signal ?? `exit code ${ending.code}`;

/** Asks a child and what it started to end, and waits for it; after the grace they are killed. */
export async function endChild(child: Child, grace_ms: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  signalGroup(child.process.pid, signal);
  const timer = setTimeout(() => signalGroup(child.process.pid, 'SIGKILL'), grace_ms);
  await child.ended;
  clearTimeout(timer);
}

/** Signals a process and what it started in its group. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Aborts at the first Ctrl-C or SIGTERM; the ones after it change nothing, since npm and a terminal each send one. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
  return stop.signal;
}

/** Path of a program that the packages brought, such as `vite`. */
export const packageProgram = (root: string, name: string): string => join(root, 'node_modules', '.bin', name);
