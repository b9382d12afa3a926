import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** A signed-in device. */
export const deviceSession = z.object({
  id: z.string(),
  /** Browser and system as the device named itself; empty when it did not. */
  device: z.string(),
  /** Network address of the sign-in. */
  address: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  rememberMe: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
});
export type DeviceSession = z.output<typeof deviceSession>;

const sessionId = '0198c0de-0000-7000-8000-0000000000e1';

export const listSessions = call({
  id: 'account.listSessions',
  spec: 'S2.27',
  summary: 'The devices on which the caller is signed in, the latest first',
  method: 'GET',
  path: '/api/v1/account/sessions',
  roles: 'any',
  reply: json(z.array(deviceSession)),
  errors: [],
  example: {
    reply: [
      {
        id: sessionId,
        device: 'Firefox, Windows',
        address: '192.0.2.7',
        createdAt: 1_763_680_000_000,
        expiresAt: 1_766_272_000_000,
        rememberMe: true,
        current: true,
      },
    ],
  },
});

export const endOneSession = call({
  id: 'account.endSession',
  spec: 'S2.27',
  summary: 'Signs the caller out on one device',
  method: 'DELETE',
  path: '/api/v1/account/sessions/{id}',
  roles: 'any',
  params: z.object({ id: id('session') }),
  reply: coded(),
  errors: [],
  example: { params: { id: sessionId }, reply: { code: '200' } },
});

export const endOtherSessions = call({
  id: 'account.endOtherSessions',
  spec: 'S2.27',
  summary: 'Signs the caller out everywhere but here',
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  roles: 'any',
  reply: coded(),
  errors: [],
  example: { reply: { code: '200' } },
});

export const sessionCalls = [listSessions, endOneSession, endOtherSessions] as const;
