import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, tail } from './quiet-run.ts';
import { postgresPrograms } from './throwaway-postgres.ts';

/** Something that tests or the bench need and npm does not bring. */
export type Need = 'chromium' | 'openssl' | 'poppler' | 'qpdf' | 'postgres' | 'mosquitto' | 'rabbitmq' | 'stomp';

type DebianPackage = { need: Need; what: string; debian: string; found: () => boolean };

const inPath = (program: string) => (): boolean =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

const packages: DebianPackage[] = [
  { need: 'chromium', what: 'Chromium', debian: 'chromium', found: inPath('chromium') },
  { need: 'openssl', what: 'openssl', debian: 'openssl', found: inPath('openssl') },
  { need: 'poppler', what: 'pdftotext and pdftoppm', debian: 'poppler-utils', found: inPath('pdftoppm') },
  { need: 'qpdf', what: 'qpdf', debian: 'qpdf', found: inPath('qpdf') },
  { need: 'postgres', what: 'PostgreSQL', debian: 'postgresql-15', found: () => postgresPrograms() !== undefined },
  {
    need: 'mosquitto',
    what: 'mosquitto_pub and mosquitto_sub',
    debian: 'mosquitto-clients',
    found: inPath('mosquitto_pub'),
  },
  { need: 'mosquitto', what: 'Mosquitto', debian: 'mosquitto', found: inPath('mosquitto') },
  {
    need: 'rabbitmq',
    what: 'RabbitMQ',
    debian: 'rabbitmq-server',
    found: () => existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server'),
  },
  { need: 'rabbitmq', what: 'epmd', debian: 'erlang-base', found: inPath('epmd') },
  {
    need: 'stomp',
    what: 'stomp.py',
    debian: 'python3-stomp',
    found: () => existsSync('/usr/lib/python3/dist-packages/stomp'),
  },
];

/** A sentence about something that is missing, with the command that installs it. */
export const wordsOfMissing = ({ what, debian }: Pick<DebianPackage, 'what' | 'debian'>): string =>
  `${what} is missing. Install it by: apt-get install ${debian}`;

/**
 * Installs from Debian what is needed and the machine lacks, where that is allowed; says what it does. Resolves with what is missing
 * all the same.
 */
export async function installNeeds(
  needs: ReadonlySet<Need>,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<readonly DebianPackage[]> {
  const missing = () => packages.filter(({ need, found }) => needs.has(need) && !found());
  const names = missing().map(({ debian }) => debian);
  if (names.length === 0) return [];
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say(`Installing from Debian: ${names.join(', ')} …`);
    // Runlevel 1 keeps the packages from starting their services: the tests and the bench start their own, on ports of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
      const { ending, output } = await runProgram('apt-get', ['-qq', ...args], { cwd: '/', env, stop });
      if (ending.code !== 0) say(`apt-get ${args[0]} failed:\n${tail(output, 10)}`);
    }
  }
  return missing();
}
