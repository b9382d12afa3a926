import { roles } from '@brina/domain/roles';
import * as z from 'zod/mini';
import { call, json } from './call.ts';

/** Preferences of a user with the defaults of S3.5. */
export const preferences = z.object({
  push_notification: z.boolean(),
  offline_mail_notification: z.boolean(),
  measurement_system: z.enum(['metric', 'imperial']),
  hours_display_system: z.enum(['24h', '12h']),
  appliance_report: z.boolean(),
  haccp_report: z.boolean(),
  alarm_mail_notification: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

/** What the portal knows of the signed-in user (S3.3, S3.4, S3.34). `language` is the mapped locale (`it_IT`). */
export const userInfo = z.object({
  id: z.string(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  tos: z.boolean(),
  role: z.enum(roles),
  language: z.string(),
  pro: z.boolean(),
  cycleLibrary: z.boolean(),
  energyPanel: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  preferences,
  company: z.nullable(z.object({ name: z.string(), timeZone: z.string() })),
});
export type UserInfo = z.output<typeof userInfo>;

export const getUserInfo = call({
  id: 'account.userInfo',
  spec: 'S7.3 S3.3',
  summary: 'The signed-in user, with role, language and preferences',
  method: 'GET',
  path: '/api/v1/account/user-info',
  roles: 'any',
  reply: json(userInfo),
  errors: [],
  example: {
    reply: {
      id: '0198c0de-0000-7000-8000-000000000001',
      status: 'ACTIVE',
      tos: true,
      role: 'USER',
      language: 'it_IT',
      pro: false,
      cycleLibrary: true,
      energyPanel: true,
      firstName: 'Ada',
      lastName: 'Neri',
      email: 'ada@example.com',
      phone: '+39 0422 000000',
      country: 'IT',
      address: '',
      city: 'Treviso',
      postalCode: '31100',
      preferences: {
        push_notification: true,
        offline_mail_notification: true,
        measurement_system: 'metric',
        hours_display_system: '24h',
        appliance_report: true,
        haccp_report: true,
        alarm_mail_notification: true,
      },
      company: { name: 'Pasticceria Neri', timeZone: 'Europe/Rome' },
    },
  },
});

export const accountCalls = [getUserInfo] as const;
