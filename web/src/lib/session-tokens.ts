import { tokenRefresh_ms } from '@brina/domain/constants';
import { second_ms } from '@brina/domain/language/durations';
import { createStore } from 'zustand';
import { now } from './clock.ts';
import type { KeptStore, StoredSession } from './storage.ts';
import { grantRefresh, PortalUnreachable, TokenRefused, type Tokens } from './tokens.ts';

/**
 * Where the session stands: `starting` until the start-up has looked at what is kept, `resuming` while it asks the portal whether the kept
 * session goes on: the kept user decides what is shown meanwhile.
 */
export type SessionStatus = 'starting' | 'resuming' | 'signed-out' | 'signed-in';

/** Whether what lies behind the sign-in is shown. */
export const isInside = (status: SessionStatus): boolean => status === 'resuming' || status === 'signed-in';

/**
 * The session in the memory of this tab. `renewedAt`: when its access token, the personal one, was given, epoch ms; `genericToken`: one
 * without a user, which opens what is open to everybody (S3.4); `wasRefused`: the portal has ended the session, not its person.
 */
export type Live = {
  status: SessionStatus;
  accessToken: string | null;
  renewedAt: number;
  genericToken: string | null;
  wasRefused: boolean;
};

/** Who hears of the tokens of a tab: a new one is for the other tabs, a refused one ends the session. */
type TokenEvents = { renewed(accessToken: string, renewedAt: number): void; refused(): void };

/** How long a tab waits for the token that another tab says to have renewed, before it renews by itself. */
const wordOfOtherTab_ms = second_ms;

/** Pauses between tries when the portal does not answer: a restart of the server must not sign a whole kitchen out. */
const unreachablePauses_ms = [second_ms, 4 * second_ms];

/** The tokens of a tab: the access token in memory, the refresh token in the store that the tabs share, and their renewal (S4.8). */
export class SessionTokens {
  readonly live = createStore<Live>(() => ({
    status: 'starting',
    accessToken: null,
    renewedAt: 0,
    genericToken: null,
    wasRefused: false,
  }));
  readonly #kept: KeptStore<StoredSession>;
  readonly #lock: string;
  readonly #events: TokenEvents;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(kept: KeptStore<StoredSession>, lock: string, events: TokenEvents) {
    this.#kept = kept;
    this.#lock = lock;
    this.#events = events;
  }

  get access(): string | null {
    return this.live.getState().accessToken;
  }

  /** Goes on with tokens just given, for all tabs. */
  async keep(tokens: Tokens): Promise<void> {
    // Later than any before, whatever the clock did: tabs tell the newer token by it.
    const renewedAt = Math.max(now(), (this.#kept.getState().renewedAt ?? 0) + 1);
    this.#kept.setState({ refreshToken: tokens.refreshToken, renewedAt });
    // Whoever gets the lock next must find the new refresh token: the old one is used up.
    await this.#kept.written();
    this.#take(tokens.accessToken, renewedAt);
    this.#events.renewed(tokens.accessToken, renewedAt);
  }

  /** Another tab has renewed. */
  hear(accessToken: string, renewedAt: number): void {
    if (renewedAt > this.live.getState().renewedAt) this.#take(accessToken, renewedAt);
  }

  /**
   * Exchanges the refresh token; `refused` is the access token that no longer serves, `null` at start-up.
   * @throws {PortalUnreachable} at start-up, when the portal does not answer: the session stays kept for the next start
   */
  renew(refused: string | null): Promise<boolean> {
    return navigator.locks.request(this.#lock, async () => {
      await this.#kept.rehydrate();
      const { renewedAt } = this.#kept.getState();
      if (refused !== null) {
        // Another tab has renewed while this one waited for the lock: its word is here, or on the way.
        const wordIsOut = (renewedAt ?? 0) > this.live.getState().renewedAt;
        if (this.access !== refused || (wordIsOut && (await this.#otherThan(refused)))) return this.access !== null;
      }
      try {
        await this.#exchange();
        return true;
      } catch (error) {
        if (refused === null && error instanceof PortalUnreachable) throw error;
        this.#events.refused();
        return false;
      }
    });
  }

  async #exchange(): Promise<void> {
    const { refreshToken } = this.#kept.getState();
    if (refreshToken === null) throw new TokenRefused('no refresh token', 401);
    const tokens = await patiently(() => grantRefresh(refreshToken));
    await this.#kept.written();
    await this.#kept.rehydrate();
    // Signed out meanwhile, or in as somebody else, here or in another tab: what was given for the session before is not kept.
    if (this.#kept.getState().refreshToken !== refreshToken) return this.#exchange();
    await this.keep(tokens);
  }

  /** Forgets the refresh token, for all tabs; the access token goes with the state of the session. */
  forget(): void {
    this.close();
    this.#kept.setState({ refreshToken: null, renewedAt: null });
  }

  /** Renews no more. */
  close(): void {
    clearInterval(this.#timer);
  }

  #take(accessToken: string, renewedAt: number): void {
    this.live.setState({ accessToken, renewedAt });
    clearInterval(this.#timer);
    // Each tab counts from the last renewal it knows of, so that one of them renews for all (S4.8).
    this.#timer = setInterval(() => void this.renew(accessToken), tokenRefresh_ms);
  }

  #otherThan(refused: string): Promise<boolean> {
    return new Promise((resolve) => {
      const changed = (): boolean => this.access !== null && this.access !== refused;
      if (changed()) return resolve(true);
      const stop = this.live.subscribe(() => changed() && settle(true));
      const late = setTimeout(() => settle(false), wordOfOtherTab_ms);
      const settle = (found: boolean): void => {
        stop();
        clearTimeout(late);
        resolve(found);
      };
    });
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause_ms of unreachablePauses_ms) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof TokenRefused || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
  return ask();
}

/** The claims of a token. The server has checked it, here they are only read. */
export function claimsOf(token: string | null): Record<string, unknown> {
  const payload = token?.split('.')[1];
  if (!payload) return {};
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
}
