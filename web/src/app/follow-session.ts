import { hasLiveUpdates } from '@brina/domain/roles';
import { queryClient } from '../lib/query.ts';
import { localStore, session } from '../lib/session.ts';

/**
 * Lets the app follow the session: the live connection is open while a role that has one is signed in (S4.10), and nothing of a
 * session stays behind when it ends.
 * @param onEnd called when a session has ended: the guard then leads to the login page
 */
export function followSession(onEnd: () => void): void {
  let closeLive: Promise<() => void> | undefined;
  const follow = (): void => {
    const { status } = session.live.getState();
    if (status === 'signed-in' && hasLiveUpdates(localStore.getState().user?.role)) closeLive ??= goLive();
    if (status === 'signed-out') {
      void closeLive?.then((close) => close());
      closeLive = undefined;
    }
  };
  follow();
  session.live.subscribe((now, before) => {
    if (now.status === before.status) return;
    follow();
    if (before.status === 'signed-in') {
      queryClient.clear();
      onEnd();
    }
  });
}

async function goLive(): Promise<() => void> {
  const { openLive } = await import('../lib/live.ts');
  return openLive(queryClient, {
    idpUserId: session.idpUserId,
    accessToken: session.accessToken,
    renew: session.renew,
    onToken: (changed) =>
      session.live.subscribe((now, before) => {
        if (now.accessToken !== before.accessToken && before.accessToken !== null) changed();
      }),
  });
}
