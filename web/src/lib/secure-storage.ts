/**
 * A zustand storage that keeps AES-GCM ciphertext in IndexedDB (S9.5), under a key that never leaves the browser. It guards against
 * casual sight of the disk or the developer tools, not against a copied profile or foreign script in the page.
 */
import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { PersistStorage } from 'zustand/middleware';

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const keyName = 'key';

/** A storage that also says when everything written so far is there for other tabs to read. */
export type SecureStorage<S> = PersistStorage<S> & { written(): Promise<void> };

/** @param database name of the IndexedDB database */
export function secureStorage<S>(database: string): SecureStorage<S> {
  const db = createStore(database, 'sealed');
  let key: Promise<CryptoKey> | undefined;
  const theKey = (): Promise<CryptoKey> => {
    key ??= keyOf(db, database);
    return key;
  };
  // Sealing takes time: without a chain a slow old write could land on a newer one.
  let writes: Promise<void> = Promise.resolve();
  const write = (step: () => Promise<void>): Promise<void> => {
    writes = writes.then(step).catch(() => {
      // A browser without a place to write keeps the session in memory: it lasts as long as the page.
    });
    return writes;
  };

  return {
    async getItem(name) {
      await writes;
      try {
        const sealed = await get<Sealed>(name, db);
        if (!sealed) return null;
        const plain = await crypto.subtle.decrypt(cipher(name, sealed.iv), await theKey(), sealed.data);
        return JSON.parse(new TextDecoder().decode(plain));
      } catch {
        // What cannot be read (another key, half a write, a closed IndexedDB) counts as absent.
        return null;
      }
    },
    setItem: (name, value) =>
      write(async () => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(JSON.stringify(value));
        await set(name, { iv, data: await crypto.subtle.encrypt(cipher(name, iv), await theKey(), plain) }, db);
      }),
    removeItem: (name) => write(() => del(name, db)),
    written: () => writes,
  };
}

/** The name is bound into the seal, so that one value cannot be put in the place of another. */
const cipher = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
});

/** The database's key, made at the first use; the lock keeps two tabs from making two. */
const keyOf = (db: UseStore, database: string): Promise<CryptoKey> =>
  navigator.locks.request(`${database}:key`, async () => {
    const known = await get<CryptoKey>(keyName, db);
    if (known) return known;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await set(keyName, made, db);
    return made;
  });
