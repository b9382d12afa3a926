import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault, runMain } from './fault.ts';

/** The part of package-lock.json that matters here: path in node_modules → what stands there. */
export type Lock = { packages: Record<string, LockedPackage> };

type LockedPackage = {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
};

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

/**
 * Packages for other platforms that npm left out of the lock because the registry did not serve them when it was made;
 * `npm ci` refuses a lock without them. Path → entry, with os, cpu and libc read off the name.
 */
export function missingPlatforms(lock: Lock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const { optionalDependencies } of Object.values(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      if (!(path in lock.packages)) missing[path] = platformPackage(name, range.replace(/^\D*/, ''));
    }
  }
  return missing;
}

function platformPackage(name: string, version: string): LockedPackage {
  const words = name.split(/[/-]/).map((word) => (word === 'win' ? 'win32' : word));
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const musl = words.some((word) => word.startsWith('musl'));
  return {
    version,
    optional: true,
    ...(cpu.length > 0 && { cpu }),
    ...(os.length > 0 && { os }),
    ...(musl && { libc: ['musl'] }),
  };
}

/** The lock with the missing platforms in their alphabetical places, the root first, as npm writes it. */
export function completed(lock: Lock): Lock {
  const entries = Object.entries({ ...lock.packages, ...missingPlatforms(lock) });
  entries.sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en')));
  return { ...lock, packages: Object.fromEntries(entries) };
}

async function main(): Promise<number> {
  const file = resolve(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = Object.keys(missingPlatforms(lock));
  if (missing.length === 0) return 0;
  if (process.argv.includes('--check')) {
    throw new Fault(
      `package-lock.json lacks packages of other platforms (run: node tools/lock.ts):\n${missing.join('\n')}`,
    );
  }
  writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
  console.log(`Added to package-lock.json:\n${missing.join('\n')}`);
  return 0;
}

if (import.meta.main) await runMain(main);
