import type { BrowserCall, Input, Reply } from '@brina/contract/wire/call';
import { CallFailed, send as sendOverWire, type Transport } from '@brina/contract/wire/client';
import { second_ms } from '@brina/domain/language/durations';
import { createStore } from 'zustand';
import { keepsReplies } from './caches.ts';
import { languageTag } from './catalogues.ts';
import { learnServerTime, ownClock } from './clock.ts';
import { config } from './config.ts';
import { askConfirmation, isConfirmationNeeded } from './confirmation.ts';
import { portalFetch } from './fetch.ts';

/** Who vouches for the calls: the session, once it is there. */
export type Authority = {
  /** The personal token, `null` before sign-in. */
  accessToken(): string | null;
  /** Resolves when it is decided whether there is a token: a page may stand while its session is still asked for. */
  ready(): Promise<void>;
  /** Exchanges the token that was just refused for another; false when that failed and the session has ended (S8.11). */
  renew(refused: string): Promise<boolean>;
  /** Ends the session: even a fresh token was refused. */
  end(): void;
};

let authority: Authority | undefined;

/** Names who gives tokens to the calls from now on. */
export function authorise(by: Authority): void {
  authority = by;
}

/** How many requests are under way that the loader shows: those of S7.40 are not counted. */
export const pendingRequests = createStore(() => 0);

const timedFetch: typeof fetch = async (...request) => {
  const sent_ms = ownClock();
  const response = await portalFetch(...request);
  learnServerTime(response.headers.get('date'), sent_ms);
  return response;
};

const transportWith = (token: string | null): Transport => ({
  baseUrl: '',
  fetch: timedFetch,
  headers: () => ({
    accept: 'application/json',
    'accept-language': languageTag(),
    [config().subscriptionKeyHeader]: config().subscriptionKey,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }),
});

/**
 * Makes a call of the contract with the session's token. A refused token is renewed once and the call repeated; if that does not
 * help, the session ends. A dangerous act asks its person who it is, and is repeated. What changes something makes old what was asked for ahead.
 * @throws {CallFailed} when the call was refused or did not arrive
 */
export const send = <C extends BrowserCall>(call: C, input: Input<C>, signal?: AbortSignal): Promise<Reply<C>> => {
  if (call.method !== 'GET') forgetAhead();
  const first = counted(call, async () => {
    await authority?.ready();
    return takeAhead(call, input) ?? sendAuthorised(call, input, signal);
  });
  return first.catch(async (error: unknown) => {
    if (!isConfirmationNeeded(error) || !(await askConfirmation())) throw error;
    return counted(call, () => sendAuthorised(call, input, signal));
  });
};

/** Replies that were asked for ahead, by whom and for what. */
const ahead = new Map<string, Promise<unknown>>();
/** Forgets them: of a session that has ended, or that acts for another company under the same token, nobody takes one. */
const forgetAhead = (): void => ahead.clear();
keepsReplies(forgetAhead);
/** What nobody has taken by then is too old to be shown as new. */
const aheadLife_ms = 10 * second_ms;
const aheadKey = (call: BrowserCall, input: unknown): string =>
  JSON.stringify([authority?.accessToken(), call.id, input]);

/** Makes a reading call without input before anybody wants its reply: the first who sends it with the same token takes that one. */
export function sendAhead<C extends BrowserCall>(call: C): void {
  const key = aheadKey(call, {});
  const reply = sendAuthorised(call, {} as Input<C>);
  ahead.set(key, reply);
  reply.catch(() => {
    // A failure is heard of by who takes it, and else by nobody.
  });
  setTimeout(() => ahead.delete(key), aheadLife_ms);
}

function takeAhead<C extends BrowserCall>(call: C, input: Input<C>): Promise<Reply<C>> | undefined {
  const key = aheadKey(call, input);
  const reply = ahead.get(key);
  ahead.delete(key);
  return reply as Promise<Reply<C>> | undefined;
}

/**
 * Makes a call in the name of a token that is not the session's: of somebody who has proved its password and may not enter yet
 * (S4.3, S4.27).
 * @throws {CallFailed} when the call was refused or did not arrive
 */
export const sendAs = <C extends BrowserCall>(token: string, call: C, input: Input<C>): Promise<Reply<C>> =>
  counted(call, () => sendOverWire(call, input, transportWith(token)));

/** Lets the loader run while a request does. */
async function counted<R>(call: BrowserCall, request: () => Promise<R>): Promise<R> {
  const shown = call.spinner !== 'hidden';
  if (shown) pendingRequests.setState((count) => count + 1, true);
  try {
    return await request();
  } finally {
    if (shown) pendingRequests.setState((count) => count - 1, true);
  }
}

async function sendAuthorised<C extends BrowserCall>(
  call: C,
  input: Input<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const token = authority?.accessToken() ?? null;
  try {
    return await sendOverWire(call, input, transportWith(token), signal);
  } catch (error) {
    if (!authority || token === null || !isTokenRefusal(error) || !(await authority.renew(token))) throw error;
  }
  try {
    return await sendOverWire(call, input, transportWith(authority.accessToken()), signal);
  } catch (error) {
    if (isTokenRefusal(error)) authority.end();
    throw error;
  }
}

/** A 401 about the token, not about the subscription key. */
const isTokenRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.status === 401 && error.error.code !== 'key_missing';
