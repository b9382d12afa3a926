import { execFile, execFileSync } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProgram, until } from './children.ts';
import { listens } from './mosquitto.ts';
import { temporaryFolder } from './portal.ts';

const bin = '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

export type Postgres = AsyncDisposable & { url: string; execute(statement: string): Promise<void> };

/** PostgreSQL 15 with real fsync in a temporary folder, on loopback. */
export async function startPostgres(folders: AsyncDisposableStack): Promise<Postgres> {
  const folder = await temporaryFolder('postgres', folders);
  const data = join(folder, 'data');
  const as = await ownerOf(folder);
  await run(
    ...as(join(bin, 'initdb'), [
      '-D',
      data,
      '-U',
      'bench',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]),
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'shared_buffers=512MB',
    'max_wal_size=4GB',
  ];
  const server = startProgram(
    ...as(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]),
  );
  await until('PostgreSQL', 30_000, () => listens(port));
  const url = `postgresql://bench@127.0.0.1:${port}/postgres`;
  return {
    ...server,
    url,
    execute: async (statement) => {
      await run('psql', ['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', url, '-c', statement]);
    },
  };
}

/** PostgreSQL refuses to run as root: root hands the folder and the work to the user that Debian made for it. */
async function ownerOf(folder: string): Promise<(program: string, args: string[]) => [string, string[]]> {
  if (process.getuid?.() !== 0) return (program, args) => [program, args];
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [user, group] = [idOf('-u'), idOf('-g')];
  await chown(folder, user, group);
  const as = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--pdeathsig=INT'];
  return (program, args) => ['setpriv', [...as, program, ...args]];
}
