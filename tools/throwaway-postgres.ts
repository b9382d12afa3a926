import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Ending, endChild, endingWords, startProgram } from './children.ts';
import { Fault } from './fault.ts';
import { freePort } from './free-port.ts';
import { runProgram, tail } from './quiet-run.ts';

/** A PostgreSQL of its own in a temporary folder, on loopback, ended and removed by its disposal. */
export type ThrowawayPostgres = AsyncDisposable & {
  /** Address with a user that may create databases. */
  url: string;
  /** How it ended, once it is disposed. */
  ended: Promise<Ending>;
};

const user = 'brina';
const start_limit_ms = 30_000;
const grace_ms = 10_000;

/** Folder of PostgreSQL's programs: Debian's 15, else a newer one, else whatever is in PATH. */
export function postgresPrograms(): string | undefined {
  const folders = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const path = (process.env.PATH ?? '').split(':');
  return [...folders, ...path].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/**
 * Makes and starts a PostgreSQL. Throws a Fault when it does not come up.
 * @param options.durable whether a commit waits for the disk: where nobody pulls the plug, that wait proves nothing
 */
export async function startPostgres(
  stop: AbortSignal,
  { durable = true }: { durable?: boolean } = {},
): Promise<ThrowawayPostgres> {
  const bin = postgresPrograms();
  if (!bin) throw new Fault('PostgreSQL is missing: apt-get install postgresql-15');
  const folder = await mkdtemp(join(tmpdir(), 'brina-postgres-'));
  const as = await ownerOf(folder);
  const data = join(folder, 'data');
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const init = ['-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', `--locale=${locale}`, '--no-sync'];
  const made = await runProgram(...as(join(bin, 'initdb'), init), { cwd: folder, stop });
  if (made.ending.code !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Fault(`initdb failed (${endingWords(made.ending)}):\n${tail(made.output, 10)}`);
  }

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 500,
    shared_buffers: '128MB',
    fsync: durable ? 'on' : 'off',
    log_min_messages: 'fatal',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = startProgram('postgres', ...as(join(bin, 'postgres'), ['-D', data, ...flags]), {
    cwd: folder,
    output: 'ignore',
  });
  const dispose = async (): Promise<void> => {
    // SIGINT is PostgreSQL's fast shutdown: it ends the sessions that tests left open.
    await endChild(server, grace_ms, 'SIGINT');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([accepting(join(bin, 'pg_isready'), port, stop), server.ended.then(didNotStart)]);
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/postgres`,
    ended: server.ended,
    [Symbol.asyncDispose]: dispose,
  };
}

const didNotStart = (): never => {
  throw new Fault('PostgreSQL ended while it started.');
};

/** PostgreSQL refuses to run as root: root hands the folder and the work to the user that Debian made for it. */
async function ownerOf(folder: string): Promise<(program: string, args: string[]) => [string, string[]]> {
  if (process.getuid?.() !== 0) return (program, args) => [program, args];
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!entry) throw new Fault('PostgreSQL does not run as root, and there is no user "postgres".');
  const [uid, gid] = [Number(entry[1]), Number(entry[2])];
  await chown(folder, uid, gid);
  // The signal at our death covers what the channel of tether.mjs does for programs of Node.
  const as = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig=INT'];
  return (program, args) => ['setpriv', [...as, program, ...args]];
}

async function accepting(isReady: string, port: number, stop: AbortSignal): Promise<void> {
  const args = ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', user];
  const deadline = performance.now() + start_limit_ms;
  while (performance.now() < deadline && !stop.aborted) {
    const { ending } = await runProgram(isReady, args, { cwd: tmpdir() });
    if (ending.code === 0) return;
    await wait(100);
  }
  throw new Fault(`PostgreSQL did not accept connections within ${start_limit_ms / 1000} s.`);
}
