import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageProgram } from './children.ts';
import { Fault } from './fault.ts';
import { runNode, tail } from './quiet-run.ts';
import { compressFiles } from './web-compress.ts';

const sources = ['tools/web-*.ts', 'web/**/*', 'contract/src/**/*', 'domain/src/**/*', 'package-lock.json'];
const notSources = [
  '**/node_modules/**',
  '**/{dist,.cache}/**',
  '**/*.test.*',
  '**/__screenshots__/**',
  '**/test-results/**',
];

/**
 * Builds web/dist, its files compressed beside them, unless it was built from exactly the sources that are there now;
 * `web/dist/.sources` holds their hash.
 * Says what it does. Throws a Fault with Vite's last words when the build fails.
 */
export async function buildWebApp(root: string, say: (line: string) => void, stop?: AbortSignal): Promise<void> {
  const dist = join(root, 'web', 'dist');
  const note = join(dist, '.sources');
  const hash = sourceHash(root);
  if (existsSync(note) && readFileSync(note, 'utf8') === hash) return;
  requireWritable(dist);
  say('Building the web app …');
  const began_ms = performance.now();
  const build = await runNode([packageProgram(root, 'vite'), 'build', '--manifest'], {
    cwd: join(root, 'web'),
    ...(stop && { stop }),
  });
  if (stop?.aborted) return;
  if (build.ending.code !== 0) throw new Fault(`The web app does not build:\n${tail(build.output, 30)}`);
  await compressFiles(dist, join(root, 'web', '.cache', 'compressed'));
  writeFileSync(note, hash);
  say(`Web app built in ${((performance.now() - began_ms) / 1000).toFixed(1)} s.`);
}

function sourceHash(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: notSources, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function requireWritable(dist: string): void {
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK);
  } catch {
    throw new Fault(`The web app must be built, but ${dist} is read-only.`);
  }
}

// The bench, which knows nothing of the tools, runs it as a program.
if (import.meta.main) await buildWebApp(join(import.meta.dirname, '..'), console.log);
