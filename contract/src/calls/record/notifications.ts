import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';

export const countNotifications = call({
  id: 'notifications.counter',
  spec: 'S7.12 S7.39 S6.6',
  summary:
    'How many notifications the caller has not read: the badge of the menu. What is in alarm now, the appliances say themselves',
  method: 'GET',
  path: '/api/v1/account/notifications/counter',
  roles: ['USER'],
  members: membershipRoles,
  reply: json(z.int()),
  errors: [],
  spinner: 'hidden',
  example: { reply: 2 },
});

/** So many alarms a list of them has at most. */
const ids_max = 500;

export const readNotifications = call({
  id: 'notifications.read',
  spec: 'S7.12',
  summary:
    'The caller has read these notifications, by the ids of their alarms; without ids all that there are till now. What is not told to it changes nothing',
  method: 'POST',
  path: '/api/v1/account/notifications/read',
  roles: ['USER'],
  members: membershipRoles,
  body: z.strictObject({ ids: z.optional(z.array(z.uuid()).check(z.maxLength(ids_max))) }),
  reply: coded(),
  errors: [],
  spinner: 'hidden',
  example: { body: { ids: ['0198c0de-0000-7000-8000-0000000000a1'] }, reply: { code: '200' } },
});

export const notificationCalls = [countNotifications, readNotifications] as const;
