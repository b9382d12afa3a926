import type { UserInfo } from '@brina/contract/calls/people/account';
import { hasLiveUpdates } from '@brina/domain/people/roles';
import { beginCachesAnew, emptyCaches } from '../lib/caches.ts';
import { afterFirstPicture } from '../lib/first-picture.ts';
import { localStore, session } from '../lib/session.ts';
import { isInside } from '../lib/session-tokens.ts';

/**
 * Lets the app follow the session: the live connection is open while a role that has one is signed in (S4.10), and nothing of a
 * session stays behind when it ends, nor of a company when it acts for another (S6.2).
 * @param decideAnew called when a session has ended, and when the portal says something else of the user than was kept: what stands
 *   on the screen is the guard's to decide again
 * @param onOtherCompany called when the session acts for another company, here or in another tab
 */
export function followSession(decideAnew: () => void, onOtherCompany: () => void): void {
  let closeLive: Promise<() => void> | undefined;
  const follow = (): void => {
    const live = session.live.getState().status === 'signed-in' && hasLiveUpdates(localStore.getState().user?.role);
    if (live) closeLive ??= goLive();
    else hangUp();
  };
  const hangUp = (): void => {
    void closeLive?.then((close) => close());
    closeLive = undefined;
  };
  follow();
  session.live.subscribe((now, before) => {
    if (now.status === before.status) return;
    follow();
    if (now.status === 'signed-out') {
      emptyCaches();
      decideAnew();
    }
  });
  localStore.subscribe(({ user: now }, { user: before }) => {
    const { status } = session.live.getState();
    if (!now || !before || !isInside(status)) return;
    if (status === 'resuming' && !opensAlike(now, before)) decideAnew();
    if (actsAlike(now, before)) return;
    // A socket belongs to what its session was when it was opened.
    hangUp();
    follow();
    beginCachesAnew();
    if (status === 'signed-in') onOtherCompany();
  });
}

/** Whether a user acts for the same company with the same rights as before. */
const actsAlike = (now: UserInfo, before: UserInfo): boolean =>
  now.id === before.id &&
  now.role === before.role &&
  now.membership?.id === before.membership?.id &&
  now.membership?.role === before.membership?.role;

/** Whether the same screens open to a user as before. */
const opensAlike = (now: UserInfo, before: UserInfo): boolean =>
  actsAlike(now, before) &&
  now.secondFactor === before.secondFactor &&
  now.cycleLibrary === before.cycleLibrary &&
  now.energyPanel === before.energyPanel;

async function goLive(): Promise<() => void> {
  await afterFirstPicture();
  const [{ openLive }, { queryClient }] = await Promise.all([import('../lib/live.ts'), import('../lib/query.ts')]);
  return openLive(queryClient, {
    idpUserId: () => session.idpUserId(),
    accessToken: () => session.accessToken(),
    renew: (refused) => session.renew(refused),
    reloadUser: () => session.reloadUser(),
    onToken: (changed) =>
      session.live.subscribe((now, before) => {
        if (now.accessToken !== before.accessToken && before.accessToken !== null) changed();
      }),
  });
}
