import type { UserInfo } from '@brina/contract/calls/people/account';
import { countNotifications } from '@brina/contract/calls/record/notifications';
import { notificationCounterPoll_ms } from '@brina/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { session } from '../../lib/session.ts';
import { send } from '../../lib/transport.ts';

async function countOrTell(signal: AbortSignal): Promise<number> {
  try {
    return await send(countNotifications, {}, signal);
  } catch (error) {
    // A session that ended meanwhile, here or in another tab, has nothing to count.
    if (!signal.aborted && session.idpUserId() !== null)
      console.error('The unread notifications could not be counted.', error);
    throw error;
  }
}

/**
 * How many notifications of the user's appliances are unread, asked every 30 s for USER only (S6.6): not behind another tab, and at once
 * on the way back from it. A failure is for the console (S8.12): the last known number stays.
 */
export function useUnreadNotifications(user: Pick<UserInfo, 'role'> | null): number {
  const { data = 0 } = useQuery({
    queryKey: [countNotifications.id, {}],
    queryFn: ({ signal }) => countOrTell(signal),
    enabled: user?.role === 'USER',
    refetchInterval: notificationCounterPoll_ms,
    retry: false,
  });
  return data;
}
