import { execFileSync, spawn } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minute_ms } from '@brina/domain/language/durations';
import { root, until, withoutSettings } from './children.ts';
import { now_ms } from './clock.ts';
import { limitRow, type PartResult } from './figures.ts';
import { temporaryFolder } from './portal.ts';

const limit_ms = 5 * minute_ms;
const ending_ms = 30_000;

/** `npm start` in a copy of the repository without packages, build or data, until the portal says it is ready; then again. */
export async function start(folders: AsyncDisposableStack): Promise<PartResult> {
  const copy = await temporaryFolder('start', folders);
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of tracked.split('\0').filter(Boolean))
    await cp(join(root, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      // A file that was removed and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  const first = await startOnce(copy);
  const later = [await startOnce(copy), await startOnce(copy), await startOnce(copy)];
  return {
    rows: [
      limitRow('npm start to usable page, first time after packages are cached', 's', [first], { atMost: 90 }),
      limitRow('npm start to usable page, later', 's', later, { atMost: 8 }),
    ],
    notes: [
      'In a copy of the repository in a temporary folder: packages from npm’s cache, the build of the web app, the demo with its fleet live and three HACCP records finished (ready.json), and the page answering. Once the first time, three times later.',
    ],
  };
}

async function startOnce(folder: string): Promise<number> {
  const started = now_ms();
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...withoutSettings(),
      PATH: withoutOwnPackages(),
      BRINA_HTTP_PORT: '0',
      BRINA_MQTT_PORT: '0',
      BRINA_LOG: 'error',
    },
    stdio: 'ignore',
    detached: true,
  });
  const endOfUs = (): void => void process.kill(-(npm.pid ?? 0), 'SIGTERM');
  process.once('exit', endOfUs);
  try {
    const { url } = await until('ready.json', limit_ms, async () => {
      if (npm.exitCode !== null) throw new Error(`npm start ended (${npm.exitCode})`);
      const text = await readFile(join(folder, 'data/ready.json'), 'utf8').catch(() => '');
      return text === '' ? undefined : (JSON.parse(text) as { url: string });
    });
    const page = await fetch(url);
    if (!page.ok) throw new Error(`the page answers ${page.status}`);
    return (now_ms() - started) / 1000;
  } finally {
    process.off('exit', endOfUs);
    if (npm.exitCode === null) endOfUs();
    await until('end of npm start', ending_ms, async () => (isRunning(npm.pid) ? undefined : true));
  }
}

/** The Node and npm of the machine, as after a fresh clone. */
const withoutOwnPackages = (): string =>
  (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':');

/** Whether anything of the group is left: npm goes before the launcher has ended the portal. */
function isRunning(group = 0): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
