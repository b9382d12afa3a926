import { feature } from '#core/feature.ts';
import { notificationHandlers } from './notifications.calls.ts';

/** What is to be noticed. */
export const notifications = feature({ calls: () => notificationHandlers });
