import { endOneSession, endOtherSessions, listSessions } from '@brina/contract/calls/people/sessions';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { announceEnded, endSessions } from '#identity/sessions.ts';

const list = handle(listSessions, async ({ db, caller, clock }) => {
  const rows = await db
    .selectFrom('session')
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestamp(clock.now()))
    .select(['id', 'device', 'address', 'created_at', 'expires_at', 'remember_me'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rememberMe: row.remember_me,
    current: row.id === caller.sessionId,
  }));
});

/** The devices on which the caller is signed in. Ended ones lose their sockets; their refresh tokens are worth nothing. */
export const sessionHandlers = ({ bus }: Parts): Handled[] => [
  list,
  handle(endOneSession, async ({ db, params, clock, audit, afterCommit }) => {
    const ended = await endSessions(db, { sid: params.id }, clock.now());
    await audit('session.end', params.id);
    afterCommit(() => announceEnded(bus, ended));
    return { code: '200' } as const;
  }),
  handle(endOtherSessions, async ({ db, caller, clock, audit, afterCommit }) => {
    const ended = await endSessions(db, { userId: caller.userId, except: caller.sessionId }, clock.now());
    await audit('session.endOthers', caller.userId, { endedSessions: ended.length });
    afterCommit(() => announceEnded(bus, ended));
    return { code: '200' } as const;
  }),
];
