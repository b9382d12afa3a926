import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is worth compressing: fonts and pictures are already. The page itself is made anew for each visit. */
const compressible = ['**/*.{js,css,json,svg,html,txt}'];
const notCompressible = ['index.html', '.vite/**'];
/** Below this the headers weigh more than what is saved. */
const smallest_bytes = 600;

/** How a file is kept beside itself, by the ending of its name. */
const forms: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes beside every file of a build what the portal sends instead of it: brotli and gzip, as small as they get (11 is brotli's own
 * default). All at once, since the threads of zlib do the work.
 * @param cache keeps, by the hash of a file, what the last build has compressed: most files of the next are the same
 */
export async function compressFiles(dist: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const files = globSync(compressible, { cwd: dist, exclude: notCompressible });
  const used = new Set((await Promise.all(files.map((file) => compress(join(dist, file), cache)))).flat());
  const old = (await readdir(cache)).filter((name) => !used.has(name));
  await Promise.all(old.map((name) => rm(join(cache, name))));
}

/** @returns what it used of the cache */
async function compress(file: string, cache: string): Promise<string[]> {
  const bytes = await readFile(file);
  if (bytes.length < smallest_bytes) return [];
  const hash = createHash('sha256').update(bytes).digest('hex');
  return Promise.all(
    Object.entries(forms).map(async ([ending, packed]) => {
      const kept = join(cache, hash + ending);
      if (!existsSync(kept)) await writeFile(kept, await packed(bytes));
      await copyFile(kept, file + ending);
      return basename(kept);
    }),
  );
}
