import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Fault } from './fault.ts';

/** Vite's manifest: source or chunk → what was built of it. */
export type Manifest = Record<string, ManifestEntry>;

type ManifestEntry = {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
};

/** A budget of design 14: JavaScript after gzip, in bytes. */
export type Weight = { what: string; bytes: number; limit_bytes: number };

const kB = 1000;
const limits = { login: 165 * kB, dashboard: 190 * kB, route: 45 * kB, chart: 35 * kB };
const screen = /\/([A-Z]\w+)Screen\.tsx$/;
const chart = /chart|uplot/i;

/** Weighs the built web app: login and dashboard whole, every other screen and the charts as what they add to the shell. */
export function weighWebApp(root: string): Weight[] {
  const dist = join(root, 'web', 'dist');
  const file = join(dist, '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return weigh(manifest, (script) => gzipSync(readFileSync(join(dist, script))).length);
}

/** Weighs by a manifest and the size of each script it names. */
export function weigh(manifest: Manifest, sizeOf: (script: string) => number): Weight[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Fault('The manifest of the web app names no entry.');
  const bytesOf = (keys: Set<string>): number =>
    [...keys]
      .map((key) => manifest[key]?.file ?? '')
      .filter((script) => script.endsWith('.js'))
      .reduce((sum, script) => sum + sizeOf(script), 0);
  const shell = withImports(manifest, entry);
  const shell_bytes = bytesOf(shell);

  return Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry)
    .flatMap((key): Weight[] => {
      const own = withImports(manifest, key).difference(shell);
      const name = screen.exec(key)?.[1];
      if (name === undefined)
        return chart.test(key) ? [{ what: 'chart', bytes: bytesOf(own), limit_bytes: limits.chart }] : [];
      const added_bytes = bytesOf(new Set([...own].filter((part) => !chart.test(part))));
      if (name === 'Login') return [{ what: 'login', bytes: shell_bytes + added_bytes, limit_bytes: limits.login }];
      if (name === 'Dashboard')
        return [{ what: 'dashboard', bytes: shell_bytes + added_bytes, limit_bytes: limits.dashboard }];
      return [{ what: `${name} adds`, bytes: added_bytes, limit_bytes: limits.route }];
    });
}

/** A part and everything that must be there before it runs. */
function withImports(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, found);
  return found;
}
