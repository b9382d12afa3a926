import type { UserInfo } from '@brina/contract/calls/people/account';
import { rememberMeDefault } from '@brina/domain/constants';
import type { Locale } from '@brina/domain/language/locales';
import { createStore, type StoreApi } from 'zustand';
import { persist } from 'zustand/middleware';
import { secureStorage } from './secure-storage.ts';

/** An encrypted store of this browser, empty until it is first read. */
export type KeptStore<S> = StoreApi<S> & {
  /** Reads what is kept, also what another tab has written since. */
  rehydrate(): Promise<void>;
  /** Resolves when every change so far can be read by other tabs. */
  written(): Promise<void>;
};

/** The session as it outlives the page. The access token is not in it: that one stays in memory. */
export type StoredSession = {
  email: string | null;
  rememberMe: boolean;
  refreshToken: string | null;
  /** When the tokens were last renewed, by whichever tab; epoch ms. */
  renewedAt: number | null;
};

/** What else this browser keeps. Answers of the server are not among it: they live in the query cache. */
export type LocalData = {
  /** The language chosen in this browser; null until one was. */
  locale: Locale | null;
  /** User data: the profile, role and preferences of who is signed in. */
  user: UserInfo | null;
  /** Drafts of cycles that could not be sent yet, by what they change. */
  drafts: Readonly<Record<string, KeptDraft>>;
};

/** A draft that waits for a connection. */
export type KeptDraft = {
  readonly baseVersion: number | null;
  readonly content: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  readonly at: number;
};

const emptyLocalData: LocalData = { locale: null, user: null, drafts: {} };

/** What opening the login page leaves in it; the kept e-mail stands in the session (S4.2). */
const keptAtLogin = ['locale'] as const satisfies readonly (keyof LocalData)[];

/** Stores of the same database name share what they keep, as the tabs of a browser do. */
const open = <S>(database: string, name: string, initial: S): KeptStore<S> => {
  const storage = secureStorage<S>(database);
  const store = createStore<S>()(persist(() => initial, { name, storage, skipHydration: true, version: 1 }));
  return Object.assign(store, { rehydrate: async () => store.persist.rehydrate(), written: storage.written });
};

/**
 * The session's own store: it is written whole, so that nothing else may be written with it, lest a tab put back a refresh token that
 * another one has used up.
 */
export const openSessionStore = (database = 'brina'): KeptStore<StoredSession> =>
  open(database, 'session', { email: null, rememberMe: rememberMeDefault, refreshToken: null, renewedAt: null });

/** The store of everything else. */
export const openLocalStore = (database = 'brina'): KeptStore<LocalData> => open(database, 'local', emptyLocalData);

/** Empties the slices that S4.2 names. The query cache, which holds appliances, twin and laboratories, is emptied beside it. */
export function clearForLogin(store: KeptStore<LocalData>): void {
  const kept = Object.fromEntries(keptAtLogin.map((slice) => [slice, store.getState()[slice]]));
  store.setState({ ...emptyLocalData, ...kept });
}
