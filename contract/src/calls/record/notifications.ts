import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';

export const countNotifications = call({
  id: 'notifications.counter',
  spec: 'S7.12 S7.39 S6.6',
  summary: 'How many alarms of the caller’s appliances are active: the badge of the menu',
  method: 'GET',
  path: '/api/v1/account/notifications/counter',
  roles: ['USER'],
  members: membershipRoles,
  reply: json(z.int()),
  errors: [],
  spinner: 'hidden',
  example: { reply: 2 },
});

export const notificationCalls = [countNotifications] as const;
