import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { saveSynced } from './pki-store.ts';

/** The keys that sign the books of records (Ed25519), newest first. The file that has them is the operator's alone. */
export type LedgerKeys = {
  all(): readonly KeyObject[];
  /** Makes another one that signs before these. Resolves when it would survive a power cut. */
  renew(): Promise<void>;
};

/**
 * Opens the file of the keys, PKCS #8 in PEM one behind the other; where there is none, makes it with one key, mode 600.
 * @throws Error when it holds something else
 */
export async function openLedgerKeys(file: string): Promise<LedgerKeys> {
  let keys = await readKeys(file);
  const renew = async (): Promise<void> => {
    const more = [generateKeyPairSync('ed25519').privateKey, ...keys];
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await saveSynced(file, more.map((key) => key.export({ type: 'pkcs8', format: 'pem' })).join(''));
    keys = more;
  };
  if (keys.length === 0) await renew();
  return { all: () => keys, renew };
}

const pemKey = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g;

async function readKeys(file: string): Promise<readonly KeyObject[]> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  });
  if (text === undefined) return [];
  const keys = (text.match(pemKey) ?? []).map((pem) => createPrivateKey(pem));
  if (keys.length === 0 || keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519'))
    throw new Error(`${file} holds no Ed25519 key that signs the books of records: put it back from the backup.`);
  return keys;
}
