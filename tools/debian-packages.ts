import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, tail } from './quiet-run.ts';
import { postgresPrograms } from './throwaway-postgres.ts';

/** Something that tests need and npm does not bring. */
export type Need = 'chromium' | 'postgres' | 'mosquitto' | 'stomp';

type DebianPackage = { need: Need; what: string; debian: string; found: () => boolean };

const inPath = (program: string) => (): boolean =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

const packages: DebianPackage[] = [
  { need: 'chromium', what: 'Chromium', debian: 'chromium', found: inPath('chromium') },
  { need: 'postgres', what: 'PostgreSQL', debian: 'postgresql-15', found: () => postgresPrograms() !== undefined },
  {
    need: 'mosquitto',
    what: 'mosquitto_pub and mosquitto_sub',
    debian: 'mosquitto-clients',
    found: inPath('mosquitto_pub'),
  },
  { need: 'mosquitto', what: 'Mosquitto', debian: 'mosquitto', found: inPath('mosquitto') },
  {
    need: 'stomp',
    what: 'stomp.py',
    debian: 'python3-stomp',
    found: () => existsSync('/usr/lib/python3/dist-packages/stomp'),
  },
];

/**
 * Installs from Debian what is needed and the machine lacks; says what it does. Where it cannot, it says what to install,
 * and the tests that need it fail.
 */
export async function installNeeds(needs: Set<Need>, say: (line: string) => void, stop: AbortSignal): Promise<void> {
  const missing = () => packages.filter(({ need, found }) => needs.has(need) && !found());
  const names = missing().map(({ debian }) => debian);
  if (names.length === 0) return;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say(`Installing from Debian: ${names.join(', ')} …`);
    // Runlevel 1 keeps the packages from starting their services: the tests start their own, on ports of their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
      const { ending, output } = await runProgram('apt-get', ['-qq', ...args], { cwd: '/', env, stop });
      if (ending.code !== 0) say(`apt-get ${args[0]} failed:\n${tail(output, 10)}`);
    }
  }
  for (const { what, debian } of missing())
    say(`${what} is missing; tests that need it fail. Install the package ${debian}.`);
}
