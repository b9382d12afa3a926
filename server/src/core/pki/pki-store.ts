import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** What the PKI keeps: the certificates and private keys (PKCS #8) of its two authorities, as PEM. */
export type PkiItem = 'root.pem' | 'root.key' | 'issuing.pem' | 'issuing.key';

/** Where the authorities live. `save` resolves when the item would survive a power cut. */
export type PkiStore = {
  load(item: PkiItem): Promise<string | undefined>;
  save(item: PkiItem, pem: string): Promise<void>;
};

/** Keeps each item as a file of `dir` (made on demand, mode 700); every file has mode 600. */
export function filePkiStore(dir: string): PkiStore {
  return {
    async load(item) {
      try {
        return await readFile(path.join(dir, item), 'utf8');
      } catch (fault) {
        if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
        throw fault;
      }
    },
    async save(item, pem) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await saveSynced(path.join(dir, item), pem);
    },
  };
}

/**
 * Writes a file of mode 600. Aside first, and renamed: half a key after a power cut would lock out every appliance ever shipped.
 * Resolves when it would survive one.
 */
export async function saveSynced(file: string, text: string): Promise<void> {
  await writeSynced(`${file}.new`, text);
  await rename(`${file}.new`, file);
  await syncFolder(path.dirname(file));
}

async function writeSynced(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(dir: string): Promise<void> {
  await using handle = await open(dir, 'r');
  await handle.sync();
}
