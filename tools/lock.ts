import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault, runMain } from './fault.ts';
import { runProgram, tail } from './quiet-run.ts';

/** The part of package-lock.json that matters here: path in node_modules → what stands there. */
export type Lock = { packages: Record<string, LockedPackage> };

type LockedPackage = {
  version?: string;
  /** Hash of the package's archive: with it nobody can put another one in its place. */
  integrity?: string;
  /** A workspace of ours. */
  link?: boolean;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
};

/** A package that the lock file ought to pin: where it is installed, its name, and which version. */
export type Unpinned = { path: string; name: string; version: string; dev: boolean };

const folder = 'node_modules/';

/** Packages of the registry without a hash; what lies elsewhere than in node_modules is ours. */
const unhashed = (lock: Lock): Unpinned[] =>
  Object.entries(lock.packages)
    .filter(([path, { link, integrity }]) => path.includes(folder) && !link && !integrity)
    .map(([path, { version = '', dev = false }]) => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      return { path, name, version, dev };
    });

/** Packages that are declared for other platforms, and are not there at all: `npm ci` refuses a lock without them. */
const absent = (lock: Lock): Unpinned[] =>
  Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .map(([name, version]) => ({ path: `${folder}${name}`, name, version, dev }))
      .filter(({ path }) => !(path in lock.packages)),
  );

/**
 * What the lock file does not pin: npm leaves out packages of other platforms which the registry does not serve when the lock is
 * made, or hashes of them.
 */
export const unpinned = (lock: Lock): Unpinned[] => [...unhashed(lock), ...absent(lock)];

/**
 * The lock with what the registry says of the unpinned packages, in alphabetical places, the root first, as npm writes it.
 * @param served by name of the package; one that is not in it stays as it is
 */
export function pinned(lock: Lock, served: ReadonlyMap<string, LockedPackage>): Lock {
  const packages = { ...lock.packages };
  for (const { path, name, dev } of unpinned(lock)) {
    const entry = served.get(name);
    if (entry) packages[path] = { ...packages[path], ...entry, ...(dev && { dev }) };
  }
  const entries = Object.entries(packages);
  entries.sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en')));
  return { ...lock, packages: Object.fromEntries(entries) };
}

/** Lets npm lock these packages by themselves, whatever platforms they are for, and returns what it says of those there are. */
async function askRegistry(wanted: readonly Unpinned[]): Promise<Map<string, LockedPackage>> {
  const cwd = mkdtempSync(join(tmpdir(), 'brina-lock-'));
  try {
    const optionalDependencies = Object.fromEntries(wanted.map(({ name, version }) => [name, version]));
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'wanted', private: true, optionalDependencies }));
    const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { output, ending } = await runProgram('npm', ['install', ...flags], { cwd });
    if (ending.code !== 0) throw new Fault(`npm could not ask the registry:\n${tail(output, 15)}`);
    const { packages } = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as Lock;
    return new Map(Object.entries(packages).map(([path, entry]) => [path.slice(folder.length), entry]));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const listed = (packages: readonly Unpinned[]): string =>
  packages.map(({ path, version }) => `${path} ${version}`).join('\n');

async function main(): Promise<number> {
  const file = resolve(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const wanted = unpinned(lock);
  if (wanted.length === 0) return 0;
  if (process.argv.includes('--check')) {
    throw new Fault(`package-lock.json does not pin (run: node tools/lock.ts):\n${listed(wanted)}`);
  }
  const whole = pinned(lock, await askRegistry(wanted));
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  const left = unpinned(whole);
  if (left.length > 0) throw new Fault(`The registry does not serve:\n${listed(left)}`);
  console.log(`Pinned in package-lock.json:\n${listed(wanted)}`);
  return 0;
}

if (import.meta.main) await runMain(main);
