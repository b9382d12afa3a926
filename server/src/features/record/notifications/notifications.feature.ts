import { feature } from '#core/feature.ts';
import { withUserId } from '#core/persons.ts';
import { days } from '#core/retention.ts';
import { notificationHandlers } from './notifications.calls.ts';

/** What is to be noticed, and who has. */
export const notifications = feature({
  calls: () => notificationHandlers,
  keeps: {
    notification_read: { by: 'read_at', since: days(60), why: 'what is older than thirty days counts no more' },
  },
  persons: {
    notification_read: [
      {
        columns: ['user_id'],
        whose: withUserId('user_id'),
        copy: { not: 'which alarms were looked at is kept for the number in the menu alone' },
        erase: 'go',
      },
    ],
  },
});
