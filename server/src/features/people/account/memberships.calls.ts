import {
  acceptMembership,
  leaveMembership,
  switchMembership,
  type UserInfo,
} from '@brina/contract/calls/people/account';
import { type Caller, loadCaller } from '#core/access/caller.ts';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, type HandlerContext, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { partWith } from '#core/persons.ts';
import { membershipToBeginWith } from '#identity/sessions.ts';
import { userInfoOf } from './account.queries.ts';

/**
 * Invitations as the invited person sees them (S4.19), and within which its session acts (docs/decisions/009). Each reply is the
 * caller as it is from now on.
 */
export const membershipHandlers = ({ bus, persons }: Parts): Handled[] => [
  handle(acceptMembership, async (context) => {
    const { db, caller, params, clock, audit } = context;
    const accepted = await db
      .updateTable('membership')
      .set({ accepted_at: timestamp(clock.now()) })
      .where('id', '=', params.id)
      .where('accepted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (accepted) {
      // The invitation is answered: what was mailed with it opens nothing any more.
      await db.deleteFrom('mailed_code').where('membership_id', '=', params.id).execute();
      await audit('membership.accept', params.id);
    }
    if (caller.companyId === null) await actWithin(db, [caller.sessionId], params.id);
    return changed(bus, context);
  }),

  handle(leaveMembership, async (context) => {
    const { db, caller, params, clock, audit } = context;
    const within = await db.selectFrom('session').where('membership_id', '=', params.id).select('id').execute();
    await partWith(db, persons, 'leave', { id: params.id, now: clock.now() });
    const next = await membershipToBeginWith(db, caller.userId);
    await actWithin(
      db,
      within.map(({ id }) => id),
      next,
    );
    await audit('membership.leave', params.id);
    return changed(bus, context);
  }),

  handle(switchMembership, async (context) => {
    const { db, caller, body, audit } = context;
    if (body.membershipId !== null) {
      const { accepted_at } = await db
        .selectFrom('membership')
        .where('id', '=', body.membershipId)
        .select('accepted_at')
        .executeTakeFirstOrThrow();
      if (accepted_at === null) refuse('membership_pending', 409);
    }
    await actWithin(db, [caller.sessionId], body.membershipId);
    await audit('session.switch', caller.sessionId, { membership: body.membershipId ?? '' });
    return changed(bus, context);
  }),
];

/** Lets sessions act within a membership, or without one for the person's own company. */
async function actWithin(db: Db, sessions: readonly string[], membershipId: string | null): Promise<void> {
  if (sessions.length === 0) return;
  await db.updateTable('session').set({ membership_id: membershipId }).where('id', 'in', sessions).execute();
}

/** The caller after the change, whose sockets read again what they may see. */
async function changed(
  bus: Bus,
  { db, caller, clock, afterCommit }: Pick<HandlerContext, 'db' | 'caller' | 'clock' | 'afterCommit'>,
): Promise<UserInfo> {
  const { userId: oid, sessionId: sid } = caller;
  const now: Caller = (await loadCaller(db, { oid, sid, now: clock.now() })) ?? refuse('token_invalid', 401);
  afterCommit(() => bus.publish('access.changed', { users: [oid], serials: [] }));
  return userInfoOf(db, now);
}
