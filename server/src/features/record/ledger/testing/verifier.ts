import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/**
 * The verifier that came with an export, in a folder with these files.
 * @returns runs it with arguments; resolves with its exit code
 */
export async function verifierOf(zip: Uint8Array, files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'brina-verify-'));
  after(() => rm(folder, { recursive: true }));
  const program = unzipSync(zip)['verify.mjs'] ?? assert.fail('the export has its verifier');
  for (const [name, content] of Object.entries({ ...files, 'verify.mjs': program }))
    await writeFile(join(folder, name), content);
  return (...args: string[]): number | null =>
    spawnSync(process.execPath, ['verify.mjs', ...args], { cwd: folder, encoding: 'utf8' }).status;
}

/** An export in which somebody has changed one file. */
export function changedZip(zip: Uint8Array, name: string, change: (text: string) => string): Uint8Array {
  const files = unzipSync(zip);
  const changed = change(strFromU8(files[name] ?? assert.fail(`the export has ${name}`)));
  assert.notEqual(changed, strFromU8(files[name] ?? new Uint8Array()));
  return zipSync({ ...files, [name]: strToU8(changed) });
}
