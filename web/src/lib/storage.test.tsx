import { createStore, entries, set } from 'idb-keyval';
import { describe, expect, it } from 'vitest';
import { openLocalStore, openSessionStore } from './storage.ts';
import { exampleUser } from './testing/portal-fixture.ts';

let databases = 0;
/** A database of its own for each test, as a browser that was never here. */
const newDatabase = (): string => `storage-test-${databases++}-${crypto.randomUUID()}`;

/** Everything IndexedDB holds of a database, as text. */
async function rawContents(database: string): Promise<string> {
  const bytes = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
    if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
    if (value instanceof CryptoKey) return `key extractable: ${value.extractable}`;
    if (typeof value === 'object' && value !== null) return Object.values(value).map(bytes).join('\n');
    return String(value);
  };
  const kept = await entries(createStore(database, 'sealed'));
  return kept.map(([name, value]) => `${bytes(name)} ${bytes(value)}`).join('\n');
}

describe('the encrypted store', () => {
  it('S9.5 keeps ciphertext that does not contain the values, and a second store reads them back', async () => {
    const database = newDatabase();
    const first = openSessionStore(database);
    await first.rehydrate();
    first.setState({ email: 'ada@example.com', refreshToken: 'very-secret-token' });
    const second = openSessionStore(database);
    await expect.poll(async () => (await second.rehydrate(), second.getState().refreshToken)).toBe('very-secret-token');

    const raw = await rawContents(database);
    expect(raw).toContain('session');
    expect(raw).toContain('key extractable: false');
    expect(raw).not.toContain('very-secret-token');
    expect(raw).not.toContain('ada@example.com');
  });

  it('S9.5 a value that cannot be read counts as absent', async () => {
    const database = newDatabase();
    const first = openLocalStore(database);
    await first.rehydrate();
    first.setState({ locale: 'ja', user: exampleUser() });
    await expect.poll(() => rawContents(database)).toContain('local');
    const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(40) };
    await set('local', sealed, createStore(database, 'sealed'));

    const second = openLocalStore(database);
    await second.rehydrate();
    expect(second.getState()).toEqual({ locale: null, user: null, drafts: {} });
  });

  it('a value cannot be put in the place of another', async () => {
    const database = newDatabase();
    const local = openLocalStore(database);
    await local.rehydrate();
    local.setState({ locale: 'ja' });
    const db = createStore(database, 'sealed');
    await expect.poll(async () => (await entries(db)).some(([name]) => name === 'local')).toBe(true);
    const sealed = (await entries(db)).find(([name]) => name === 'local')?.[1];
    await set('session', sealed, db);
    const session = openSessionStore(database);
    await session.rehydrate();
    expect(session.getState().email).toBeNull();
  });

  it('the last of many writes is the one that stays', async () => {
    const database = newDatabase();
    const first = openSessionStore(database);
    await first.rehydrate();
    for (let i = 0; i <= 50; i++) first.setState({ refreshToken: `${'x'.repeat((50 - i) * 1000)}${i}` });
    const second = openSessionStore(database);
    await expect.poll(async () => (await second.rehydrate(), second.getState().refreshToken)).toBe('50');
    await first.rehydrate();
    expect(first.getState().refreshToken).toBe('50');
  });

  it('two tabs at their first start make one key', async () => {
    const database = newDatabase();
    const tabs = [openSessionStore(database), openLocalStore(database)] as const;
    await Promise.all(tabs.map((tab) => tab.rehydrate()));
    tabs[0].setState({ email: 'ada@example.com' });
    tabs[1].setState({ locale: 'de' });
    const later = [openSessionStore(database), openLocalStore(database)] as const;
    await expect.poll(async () => (await later[0].rehydrate(), later[0].getState().email)).toBe('ada@example.com');
    await expect.poll(async () => (await later[1].rehydrate(), later[1].getState().locale)).toBe('de');
  });
});
