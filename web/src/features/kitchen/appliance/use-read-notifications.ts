import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import { countNotifications, readNotifications } from '@brina/contract/calls/record/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refresh } from '../../../lib/query.ts';
import { send } from '../../../lib/transport.ts';
import { useUser } from '../../../lib/use-user.ts';

/**
 * Says that these alarms have been read, each once while they are on the screen, and has the badge counted anew, for who is
 * told of them. A failure is for the console: they stay unread until the list comes again, which is at the next end of its span.
 */
export function useReadNotifications(shown: readonly AlarmInterval[] | undefined): void {
  const client = useQueryClient();
  const isTold = useUser()?.may.readNotifications ?? false;
  const said = useRef(new Set<string>());
  useEffect(() => {
    const ids = (shown ?? []).map(({ id }) => id).filter((id) => !said.current.has(id));
    if (!isTold || ids.length === 0) return;
    for (const id of ids) said.current.add(id);
    send(readNotifications, { body: { ids } }).then(
      () => refresh(client, countNotifications),
      (error: unknown) => {
        for (const id of ids) said.current.delete(id);
        console.error('What was read could not be told.', error);
      },
    );
  }, [shown, isTold, client]);
}
