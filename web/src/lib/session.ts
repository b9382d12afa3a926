/**
 * Who is signed in: sign-in, start-up, renewal and sign-out (S4.2 to S4.8, S4.26). The access token stays in the memory of the tab,
 * the refresh token in the encrypted store, which the tabs of a browser share.
 */
import type { UserInfo } from '@brina/contract/calls/people/account';
import { tokenRefresh_ms } from '@brina/domain/constants';
import { fromWireLocale } from '@brina/domain/language/locales';
import { createStore, useStore } from 'zustand';
import { now } from './clock.ts';
import { setLocale } from './messages.ts';
import { type KeptStore, type LocalData, openLocalStore, openSessionStore, type StoredSession } from './storage.ts';
import { grantGeneric, grantPassword, grantRefresh, TokenRefused, type Tokens } from './tokens.ts';
import { authorise, send, sendAs } from './transport.ts';

/** Where the session stands: `starting` until the start-up has decided. */
export type SessionStatus = 'starting' | 'signed-out' | 'signed-in';

/** What can go wrong when signing in (S8.2, S8.3); the sign-in page words each. */
export type SignInFault = 'sign_in_failed' | 'user_info_failed' | 'too_many_requests';

/** Why signing in failed. */
export class SignInFailed extends Error {
  readonly code: SignInFault;
  constructor(code: SignInFault, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** What the sign-in form asks for. */
export type Credentials = { email: string; password: string; rememberMe: boolean };

/**
 * How a sign-in whose password was right went on (S4.3): into the session, or no further because the e-mail address is not
 * confirmed (INACTIVE), or because the terms have changed. `accept` saves that they are accepted and goes on into the session.
 */
export type SignIn =
  | { outcome: 'signed-in' }
  | { outcome: 'unconfirmed' }
  | { outcome: 'terms-expired'; accept: () => Promise<void> };

/** The session in the memory of this tab. `renewedAt`: when its access token was given, epoch ms. */
type Live = { status: SessionStatus; accessToken: string | null; renewedAt: number };

/** What tabs of one browser tell each other. */
type Word =
  | { kind: 'renewed'; accessToken: string; renewedAt: number }
  | { kind: 'user-changed' }
  | { kind: 'signed-out' };

/** A session of one tab; see the functions for what each step does. */
export type Session = ReturnType<typeof createSession>;

/** How long a tab waits for the token that another tab says to have renewed, before it renews by itself. */
const wordOfOtherTab_ms = 1_000;

/** Pauses between tries when the portal does not answer: a restart of the server must not sign a whole kitchen out. */
const unreachablePauses_ms = [1_000, 4_000];

/**
 * Makes the session of a tab over stores that other tabs share.
 * @param name names the marker, the locks and the channel between tabs; sessions of the same name belong to one browser
 */
export function createSession(kept: KeptStore<StoredSession>, local: KeptStore<LocalData>, name = 'brina') {
  const live = createStore<Live>(() => ({ status: 'starting', accessToken: null, renewedAt: 0 }));
  const marker = activeMarker(name);
  let otherTabs: BroadcastChannel | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const accessToken = (): string | null => live.getState().accessToken;

  function take(token: string, renewedAt: number): void {
    live.setState({ accessToken: token, renewedAt });
    clearInterval(timer);
    // Each tab counts from the last renewal it knows of, so that one of them renews for all (S4.8).
    timer = setInterval(() => void renew(token), tokenRefresh_ms);
  }

  async function keep(tokens: Tokens): Promise<void> {
    // Later than any before, whatever the clock did: tabs tell the newer token by it.
    const renewedAt = Math.max(now(), (kept.getState().renewedAt ?? 0) + 1);
    kept.setState({ refreshToken: tokens.refreshToken, renewedAt });
    // Whoever gets the lock next must find the new refresh token: the old one is used up.
    await kept.written();
    take(tokens.accessToken, renewedAt);
    otherTabs?.postMessage({ kind: 'renewed', accessToken: tokens.accessToken, renewedAt } satisfies Word);
  }

  /** Forgets the tokens and the user; keeps the e-mail (S4.6). */
  function forget(): void {
    clearInterval(timer);
    marker.clear();
    kept.setState({ refreshToken: null, renewedAt: null });
    local.setState({ user: null });
    live.setState({ status: 'signed-out', accessToken: null });
  }

  function end(): void {
    forget();
    otherTabs?.postMessage({ kind: 'signed-out' } satisfies Word);
  }

  function hear({ data }: MessageEvent<Word>): void {
    if (accessToken() === null) return;
    if (data.kind === 'signed-out') forget();
    else if (data.kind === 'user-changed') void reloadUser();
    else if (data.renewedAt > live.getState().renewedAt) take(data.accessToken, data.renewedAt);
  }

  /** Exchanges the refresh token; `refused` is the access token that no longer serves, `null` at start-up. */
  function renew(refused: string | null): Promise<boolean> {
    return navigator.locks.request(`${name}:renew`, async () => {
      await kept.rehydrate();
      const { refreshToken, renewedAt } = kept.getState();
      if (refused !== null) {
        // Another tab has renewed while this one waited for the lock: its word is here, or on the way.
        const wordIsOut = (renewedAt ?? 0) > live.getState().renewedAt;
        if (accessToken() !== refused || (wordIsOut && (await tokenOtherThan(refused)))) return accessToken() !== null;
      }
      try {
        if (refreshToken === null) throw new TokenRefused('no refresh token', 401);
        await keep(await patiently(() => grantRefresh(refreshToken)));
        return true;
      } catch {
        end();
        return false;
      }
    });
  }

  const tokenOtherThan = (refused: string): Promise<boolean> =>
    new Promise((resolve) => {
      const changed = (): boolean => accessToken() !== null && accessToken() !== refused;
      if (changed()) return resolve(true);
      const stop = live.subscribe(() => changed() && settle(true));
      const late = setTimeout(() => settle(false), wordOfOtherTab_ms);
      const settle = (found: boolean): void => {
        stop();
        clearTimeout(late);
        resolve(found);
      };
    });

  /**
   * Start-up (S4.5, S4.7): a stored session goes on when its person wished so or its browser has not been closed; its refresh token
   * is exchanged and the user loaded anew. Anything else ends signed out.
   */
  async function start(): Promise<void> {
    await Promise.all([kept.rehydrate(), local.rehydrate()]);
    otherTabs ??= new BroadcastChannel(`${name}:session`);
    otherTabs.onmessage = hear;
    authorise({ accessToken, renew, end });
    const { email, rememberMe, refreshToken } = kept.getState();
    const goesOn = email !== null && (rememberMe || (await marker.isActive()));
    if (!goesOn || refreshToken === null || !(await renew(null))) return end();
    try {
      local.setState({ user: await activeUser() });
    } catch {
      return end();
    }
    marker.set();
    live.setState({ status: 'signed-in' });
  }

  /**
   * Signs in: tokens, then the user (S4.3). Tokens of who may not enter yet are not kept.
   * @throws {SignInFailed}
   */
  async function signIn(credentials: Credentials): Promise<SignIn> {
    const tokens = await grantPassword(credentials).catch((cause: unknown) => {
      throw new SignInFailed(faultOf(cause), { cause });
    });
    const user = await ownUser(tokens);
    if (user.status === 'INACTIVE') return { outcome: 'unconfirmed' };
    if (user.tos) {
      await enter(credentials, tokens, user);
      return { outcome: 'signed-in' };
    }
    const accept = async (): Promise<void> => enter(credentials, tokens, await acceptTerms(tokens));
    return { outcome: 'terms-expired', accept };
  }

  /** Begins the session of a user who may work; the interface takes the user's language (S4.4). */
  async function enter({ email, rememberMe }: Credentials, tokens: Tokens, user: UserInfo): Promise<void> {
    kept.setState({ email, rememberMe });
    local.setState({ user });
    await keep(tokens);
    marker.set();
    await setLocale(fromWireLocale(user.language));
    local.setState({ locale: fromWireLocale(user.language) });
    live.setState({ status: 'signed-in' });
  }

  /** Goes on with what the portal now says of the user; a language chosen elsewhere is taken over (S4.4). */
  async function know(user: UserInfo): Promise<void> {
    const before = local.getState().user;
    if (before === null || before.language === user.language) return local.setState({ user });
    const locale = fromWireLocale(user.language);
    // Kept together and first: a tab that is reloaded before it speaks the language must not put the old one back for all tabs.
    local.setState({ user, locale });
    await local.written();
    await setLocale(locale);
  }

  /**
   * Goes on with the user as a changing call has replied it: profile, preferences, the company the session acts for. Every tab of
   * this browser follows at once (S1.2).
   */
  async function adopt(user: UserInfo): Promise<void> {
    await know(user);
    otherTabs?.postMessage({ kind: 'user-changed' } satisfies Word);
  }

  /**
   * Loads the user again in the background; a failure is for the console only (S8.12). Signed out meanwhile, by another tab too, it
   * is neither a failure nor leaves anything of the user here.
   */
  async function reloadUser(): Promise<void> {
    try {
      const user = await fetchUser();
      if (accessToken() !== null) await know(user);
    } catch (error) {
      if (accessToken() !== null) console.error('The user could not be loaded again.', error);
    }
  }

  return {
    live,
    kept,
    accessToken,
    start,
    signIn,
    /** Ends the session: tokens forgotten, e-mail kept (S4.6). */
    signOut: end,
    renew,
    adopt,
    reloadUser,
    /** A token without a user, for calls that are open to everybody who has one (S4.8). */
    genericToken: grantGeneric,
    /** The user's id at the identity provider: the `oid` claim of the access token (S3.2). */
    idpUserId: (): string | null => claimOf(accessToken(), 'oid'),
    /** Lets go of timers, locks and the channel; the stored session stays. */
    close(): void {
      clearInterval(timer);
      marker.release();
      otherTabs?.close();
      otherTabs = undefined;
    },
  };
}

async function fetchUser(): Promise<UserInfo> {
  // The sign-in page must not wait for the contract's schemas: they come while the password is checked.
  const { getUserInfo } = await import('@brina/contract/calls/people/account');
  return send(getUserInfo, {});
}

/** The user that the session's token stands for, if the account may work (S4.3). */
async function activeUser(): Promise<UserInfo> {
  const user = await fetchUser();
  if (user.status !== 'ACTIVE' || !user.tos)
    throw new Error(`The account is ${user.status}, terms accepted: ${user.tos}.`);
  return user;
}

/** The user that has just proved its password, ACTIVE or INACTIVE (S4.26). @throws {SignInFailed} */
async function ownUser({ accessToken }: Tokens): Promise<UserInfo> {
  try {
    const { getUserInfo } = await import('@brina/contract/calls/people/account');
    const user = await sendAs(accessToken, getUserInfo, {});
    if (user.status !== 'ACTIVE' && user.status !== 'INACTIVE') throw new Error(`The account is ${user.status}.`);
    return user;
  } catch (cause) {
    throw new SignInFailed('user_info_failed', { cause });
  }
}

/** Saves that the user accepts the terms in force (S4.3). @throws {SignInFailed} */
async function acceptTerms({ accessToken }: Tokens): Promise<UserInfo> {
  try {
    const { updateUserInfo } = await import('@brina/contract/calls/people/account');
    return await sendAs(accessToken, updateUserInfo, { body: { tos: true } });
  } catch (cause) {
    throw new SignInFailed('user_info_failed', { cause });
  }
}

function faultOf(cause: unknown): SignInFault {
  if (!(cause instanceof TokenRefused)) return 'user_info_failed';
  return cause.status === 429 ? 'too_many_requests' : 'sign_in_failed';
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause_ms of unreachablePauses_ms) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof TokenRefused) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
  return ask();
}

/**
 * The active-session marker (S4.5). It stands in `sessionStorage`, which a closed browser forgets; a shared lock that every signed-in
 * tab holds extends it to a link opened in a new tab.
 */
function activeMarker(name: string) {
  const key = `${name}:active`;
  let release: (() => void) | undefined;
  const letGo = (): void => {
    release?.();
    release = undefined;
  };
  return {
    set(): void {
      sessionStorage.setItem(key, 'true');
      if (release) return;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      void navigator.locks.request(key, { mode: 'shared' }, () => held);
    },
    clear(): void {
      sessionStorage.setItem(key, 'false');
      letGo();
    },
    release: letGo,
    async isActive(): Promise<boolean> {
      if (sessionStorage.getItem(key) === 'true') return true;
      const { held } = await navigator.locks.query();
      return held?.some((lock) => lock.name === key) ?? false;
    },
  };
}

/** A claim of a token's payload; the server has checked the token, here it is only read. */
function claimOf(token: string | null, claim: string): string | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
  return typeof claims[claim] === 'string' ? claims[claim] : null;
}

/** What this browser keeps. */
export const localStore = openLocalStore();

/** The session of this tab. */
export const session = createSession(openSessionStore(), localStore);

/** Who is signed in; null otherwise. */
export const useUser = (): UserInfo | null => useStore(localStore, (state) => state.user);
