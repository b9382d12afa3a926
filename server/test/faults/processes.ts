import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { until } from '#core/testing/until.ts';

const startLimit_ms = 120_000;

/** A port of loopback that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A program that can be started again after its end, however that came. */
export class Program implements AsyncDisposable {
  readonly #start: () => ChildProcess;
  readonly #isUp: () => Promise<boolean>;
  #child: ChildProcess | undefined;
  #said = '';

  constructor(start: () => ChildProcess, isUp: () => Promise<boolean>) {
    this.#start = start;
    this.#isUp = isUp;
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => (this.#said = `${this.#said}${text}`.slice(-4000)));
    let isOver = false;
    child.on('exit', () => (isOver = true));
    try {
      await until('the program answers', async () => isOver || (await this.#isUp().catch(() => false)), startLimit_ms);
      if (isOver) throw new Error('the program ended');
    } catch (error) {
      throw new Error(`${(error as Error).message}; it said:\n${this.#said}`);
    }
  }

  /** Sends a signal, and waits for the end that it brings. Resolves with the exit code, null after a kill. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  /** Asks it over its channel, and resolves with the next thing it says there. */
  async ask<T>(question: object): Promise<T> {
    const child = this.#child;
    if (!child?.connected) throw new Error('the program has no channel');
    const answer = once(child, 'message') as Promise<[T]>;
    child.send(question);
    return (await answer)[0];
  }

  /** Stops its work without ending it, or goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGCONT');
    await this.end('SIGKILL');
  }
}

/** A program of ours, run by this Node. It ends with this process, however that ends. */
export function nodeProgram(
  file: string,
  env: Record<string, string>,
  isUp: () => Promise<boolean>,
  args: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): Program {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(BRINA_|NODE_TEST)/.test(name)));
  const tether = ['--import', resolve(import.meta.dirname, '../../../tools/tether.mjs')];
  const command = [...tether, ...nodeOptions, resolve(import.meta.dirname, file), ...args];
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
  return new Program(() => spawn(process.execPath, command, { env: { ...clean, ...env }, stdio }), isUp);
}

/** The portal as it is started for customers; `nodeOptions` load what a test wants to ask it. */
export async function portalProgram(
  { dataDir, url }: { dataDir: string; url: string | undefined },
  nodeOptions: readonly string[] = [],
): Promise<{ portal: Program; mqttPort: number; metrics(): Promise<string> }> {
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const env = {
    BRINA_HTTP_PORT: String(httpPort),
    BRINA_MQTT_PORT: String(mqttPort),
    BRINA_DATA_DIR: dataDir,
    BRINA_LOG: 'error',
    ...(url && { BRINA_DATABASE_URL: url }),
  };
  const isUp = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${httpPort}/health`)).ok;
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();
  return { portal: nodeProgram('../../main.ts', env, isUp, [], nodeOptions), mqttPort, metrics };
}

/** A portal whose clock begins at a time, such as when the records of the first release were of today; it answers `questions`. */
export async function portalOfThen(
  { dataDir, url }: { dataDir: string; url: string | undefined },
  now: number,
): Promise<Program> {
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const env = {
    BRINA_HTTP_PORT: String(httpPort),
    BRINA_MQTT_PORT: String(mqttPort),
    BRINA_DATA_DIR: dataDir,
    BRINA_ENV: 'dev',
    BRINA_LOG: 'error',
    ...(url && { BRINA_DATABASE_URL: url }),
  };
  const isUp = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${httpPort}/live`)).ok;
  return nodeProgram('portal-of-then.ts', env, isUp, [String(now)]);
}

/** A PostgreSQL of a test's own, which can be stopped and started: the one that all tests share must stay. */
export async function postgresProgram(): Promise<AsyncDisposable & { server: Program; url: string }> {
  const bin = ['15', '16', '17']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(folder));
  if (!bin) throw new Error('PostgreSQL is missing: apt-get install postgresql-15');
  const folder = await mkdtemp(join(tmpdir(), 'brina-fault-'));
  const port = await freePort();
  const as = await ownerOf(folder);
  const data = join(folder, 'data');
  const [program, args] = as(join(bin, 'initdb'), [
    '-D',
    data,
    '-U',
    'brina',
    '--auth=trust',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const [code] = (await once(spawn(program, args, { cwd: folder, stdio: 'ignore' }), 'exit')) as [number | null];
  if (code !== 0) throw new Error('initdb failed');
  const settings = [
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'log_min_messages=fatal',
  ];
  const url = `postgres://brina@127.0.0.1:${port}/postgres`;
  const [postgres, flags] = as(join(bin, 'postgres'), ['-D', data, ...settings]);
  const server = new Program(
    () => spawn(postgres, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
    async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
      return true;
    },
  );
  await server.start();
  return {
    server,
    url,
    [Symbol.asyncDispose]: async () => {
      // SIGINT is PostgreSQL's fast shutdown, which takes its children along.
      await server.end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * How to run PostgreSQL's programs: they refuse to run as root, so root hands the folder and the work to the user that
 * Debian made for them. They end with this process.
 */
async function ownerOf(folder: string): Promise<(program: string, args: string[]) => [string, string[]]> {
  const as = ['--pdeathsig=INT'];
  if (process.getuid?.() === 0) {
    const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
    if (!entry) throw new Error('PostgreSQL does not run as root, and there is no user "postgres"');
    const [uid, gid] = [Number(entry[1]), Number(entry[2])];
    await chown(folder, uid, gid);
    as.unshift(`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups');
  }
  return (program, args) => ['setpriv', [...as, program, ...args]];
}
