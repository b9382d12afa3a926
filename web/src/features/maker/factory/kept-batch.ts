/**
 * What a batch has created, kept until somebody has the file: keys and codes are handed out once, and a tab that is closed half-way
 * must not lose them. They lie encrypted in this browser (S9.5), under who made them, and are taken away when the file is in hand.
 */
import { secureStorage } from '../../../lib/secure-storage.ts';

/** An appliance of a batch whose file has not been taken yet; without data, its reply never arrived. */
export type KeptAppliance = { readonly serialNumber: string; readonly name: string; readonly data: Uint8Array | null };

type Sealed = { readonly name: string; readonly data: string | null };

/** Opens what a user has kept. Every appliance is an entry of its own, so that keeping one costs no more as the batch grows. */
export function openKeptBatch(userId: string, database = 'brina') {
  const list = secureStorage<{ serials: readonly string[] }>(database);
  const entries = secureStorage<Sealed>(database);
  const listName = `batch:${userId}`;
  const nameOf = (serialNumber: string): string => `${listName}:${serialNumber}`;
  const serials = async (): Promise<readonly string[]> => (await list.getItem(listName))?.state.serials ?? [];
  const put = async (serialNumber: string, entry: Sealed): Promise<void> => {
    await entries.setItem(nameOf(serialNumber), { state: entry, version: 1 });
    await entries.written();
  };
  return {
    /** Notes that an appliance is about to be created: from now on it may exist. */
    async begin(serialNumber: string): Promise<void> {
      const known = await serials();
      await put(serialNumber, { name: '', data: null });
      await list.setItem(listName, { state: { serials: [...new Set([...known, serialNumber])] }, version: 1 });
      await list.written();
    },
    /** Keeps the file of an appliance. */
    keep: (serialNumber: string, { name, data }: { name: string; data: Uint8Array }): Promise<void> =>
      put(serialNumber, { name, data: toText(data) }),
    /** Takes one away that was refused, so that it does not exist by this batch. */
    async drop(serialNumber: string): Promise<void> {
      const left = (await serials()).filter((one) => one !== serialNumber);
      await list.setItem(listName, { state: { serials: left }, version: 1 });
      await entries.removeItem(nameOf(serialNumber));
      await list.written();
    },
    /** Everything that is kept, in the order it was created. */
    async all(): Promise<KeptAppliance[]> {
      const found = await Promise.all(
        (await serials()).map(async (serialNumber) => {
          const sealed = (await entries.getItem(nameOf(serialNumber)))?.state;
          return { serialNumber, name: sealed?.name ?? '', data: sealed?.data ? fromText(sealed.data) : null };
        }),
      );
      return found;
    },
    /** Takes everything away: somebody has it. */
    async clear(): Promise<void> {
      for (const serialNumber of await serials()) await entries.removeItem(nameOf(serialNumber));
      await list.removeItem(listName);
      await Promise.all([entries.written(), list.written()]);
    },
  };
}
export type KeptBatch = ReturnType<typeof openKeptBatch>;

const toText = (data: Uint8Array): string => btoa(Array.from(data, (byte) => String.fromCodePoint(byte)).join(''));
const fromText = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.codePointAt(0) ?? 0);
