/**
 * The live connection: STOMP over the portal's socket (S7.31). It keeps itself open, says how it stands, and after every gap asks
 * again for what it has missed (S4.10).
 */
import type { LiveMessage, Versions } from '@brina/contract/live';
import { crowded, destinationOf } from '@brina/contract/live-address';
import { second_ms } from '@brina/domain/language/durations';
import type { Client } from '@stomp/stompjs';
import type { QueryClient } from '@tanstack/react-query';
import { appliancesQuery, applyLive, catchUp, refetchBehind, setAllOffline } from './appliances.ts';
import { ownClock } from './clock.ts';
import { config } from './config.ts';
import { useLiveState } from './live-state.ts';

/** Frames are applied once per picture the browser draws; a page in the background draws none, so then once a second. */
const hiddenFlush_ms = second_ms;

/** A frame of one section announces all versions; the frames of the others may come a moment later. */
const settle_ms = 2 * second_ms;

/** What was fetched this little before the first subscription, or is on its way then, need not be fetched at once again. */
const justFetched_ms = 10 * second_ms;
/** Then it is asked for once more when the page has nothing else to do: what happened in between may be told by no frame. */
const catchUpLater_ms = 20 * second_ms;

const heartbeat_ms = 10 * second_ms;
const reconnectFirst_ms = 500;
const reconnectMost_ms = 30 * second_ms;
/** The first attempt that waits for the most. */
const slowAttempt = 6;

/** What the connection needs of the session. */
export type LiveAccess = {
  idpUserId(): string | null;
  accessToken(): string | null;
  renew(refused: string): Promise<boolean>;
  /** Loads again who is signed in: the company may have withdrawn or changed its invitation (S6.2). */
  reloadUser(): Promise<void>;
  /** Calls back whenever the session has another access token; returns what ends that. */
  onToken(changed: () => void): () => void;
};

/**
 * Opens the live connection and keeps it until the returned function is called.
 * Before a token expires the session renews it; the connection then moves to a new socket first and closes the old one after, since
 * the server ends a socket with the token that opened it.
 */
export function openLive(queryClient: QueryClient, access: LiveAccess): () => void {
  const catching = catchingUp(queryClient, access);
  const frames = frameQueue(queryClient, catching.now);
  let current: Client | undefined;
  let closed = false;

  async function connect(old?: Client): Promise<void> {
    // The library comes when it is needed, not with the first page.
    const { Client } = await import('@stomp/stompjs');
    if (closed) return;
    let replaced = old;
    let attempt: number | 'gave way' = 0;
    let usedToken = '';
    const client = new Client({
      brokerURL: config().socketUrl,
      heartbeatIncoming: heartbeat_ms,
      heartbeatOutgoing: heartbeat_ms,
      reconnectDelay: 1,
      async beforeConnect() {
        const next = attempt === 'gave way' ? await afterGivingWay() : attempt;
        attempt = next + 1;
        await pauseBefore(next);
        usedToken = access.accessToken() ?? '';
        client.connectHeaders = { Authorization: `Bearer ${usedToken}` };
      },
      onConnect() {
        // Even the first way back is paused a little.
        attempt = 1;
        const previous = replaced;
        replaced = undefined;
        current = client;
        client.subscribe(destinationOf(access.idpUserId() ?? ''), ({ body }) => frames.add(JSON.parse(body)));
        void previous?.deactivate();
        // The portal answers a subscription with `access`, so that what changed before it is asked for again.
        useLiveState.setState('live', true);
      },
      onStompError({ headers }) {
        if (headers['message'] === crowded.gaveWay) attempt = 'gave way';
        // Neither is a matter of the token.
        if (attempt === 'gave way' || headers['message'] === crowded.user) return;
        // A good token is refused too, when its session has no company to act for any more.
        void access.renew(usedToken).then((goesOn) => (goesOn ? access.reloadUser() : undefined));
      },
      onWebSocketClose() {
        if (closed || client !== current || !client.active) return;
        useLiveState.setState('lost', true);
        frames.flush();
        setAllOffline(queryClient);
      },
    });
    current ??= client;
    client.activate();
  }

  useLiveState.setState('connecting', true);
  void connect();
  const stopWatching = access.onToken(() => {
    if (useLiveState.getState() === 'live') void connect(current);
  });
  return () => {
    closed = true;
    stopWatching();
    frames.close();
    catching.close();
    void current?.deactivate();
    useLiveState.setState('off', true);
  };
}

/** Waits longer with each attempt, and never as long as the neighbour: after an outage a whole fleet of tabs comes back. */
const pauseBefore = (attempt: number): Promise<void> => {
  if (attempt === 0) return Promise.resolve();
  const most_ms = Math.min(reconnectMost_ms, reconnectFirst_ms * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, most_ms * (0.5 + Math.random() / 2)));
};

/**
 * Waits until somebody looks at the page: one that nobody sees leaves the connections of its sign-in to others. Where more pages are seen
 * than there are connections for, they take turns, slowly.
 * @returns which attempt comes next
 */
function afterGivingWay(): Promise<number> {
  if (document.visibilityState === 'visible') return Promise.resolve(slowAttempt);
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve(0);
    };
    document.addEventListener('visibilitychange', look);
  });
}

/**
 * Asks again for what may have been missed, the user included; after a start, a while later: the session has just begun, and everything
 * that is shown was asked for since.
 */
function catchingUp(queryClient: QueryClient, access: LiveAccess) {
  const started = ownClock();
  let begun = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    catchUp(queryClient);
    void access.reloadUser();
  };
  return {
    now(): void {
      const { dataUpdatedAt = 0 } = queryClient.getQueryState(appliancesQuery.queryKey) ?? {};
      const isNew = !begun && ownClock() - Math.max(started, dataUpdatedAt) < justFetched_ms;
      begun = true;
      clearTimeout(later);
      if (isNew) later = setTimeout(ask, catchUpLater_ms);
      else ask();
    },
    close: () => clearTimeout(later),
  };
}

/**
 * Collects messages and applies them together, at the pace at which the browser draws.
 * @param onAccess the portal says that something may have been missed, or may be seen by others now
 */
function frameQueue(queryClient: QueryClient, onAccess: () => void) {
  let waiting: LiveMessage[] = [];
  let frame = 0;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const settling = new Set<ReturnType<typeof setTimeout>>();

  function flush(): void {
    cancelAnimationFrame(frame);
    clearTimeout(hiddenTimer);
    hiddenTimer = undefined;
    const messages = waiting;
    waiting = [];
    const behind = applyLive(queryClient, messages);
    if (behind.size > 0) settleLater(behind);
    if (messages.some((message) => 'action' in message && message.action === 'access')) onAccess();
  }

  function settleLater(behind: ReadonlyMap<string, Versions>): void {
    const timer = setTimeout(() => {
      settling.delete(timer);
      refetchBehind(queryClient, behind);
    }, settle_ms);
    settling.add(timer);
  }

  return {
    add(message: LiveMessage): void {
      waiting.push(message);
      if (hiddenTimer !== undefined) return;
      frame = requestAnimationFrame(flush);
      hiddenTimer = setTimeout(flush, hiddenFlush_ms);
    },
    flush,
    close(): void {
      cancelAnimationFrame(frame);
      clearTimeout(hiddenTimer);
      for (const timer of settling) clearTimeout(timer);
    },
  };
}
