import {
  inviteAgain,
  inviteMember,
  listMembers,
  listSharedAppliances,
  removeMember,
  shareAppliance,
  unshareAppliance,
  updateMember,
} from '@brina/contract/calls/people/sharing';
import { type MembershipRole, membershipRoles } from '@brina/domain/people/roles';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import type { Links } from '#core/mail/links.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { partWith } from '#core/persons.ts';
import { roleChangedMail } from '#features/people/account/account.mail.ts';
import { admitInvitation, correctInvited, eraseNeverUsed, invite, mailInvitation } from './invitation.ts';
import { heldNumbers, type Invited, invitedOf, membersOf, sharedAppliancesOf } from './sharing.queries.ts';

/** The company that the caller administers. */
const companyOf = ({ companyId }: Caller): string => companyId ?? refuse('company_missing', 422);

export const sharingHandlers = ({ bus, links, persons }: Parts): Handled[] => {
  /** What somebody may see has changed: its live nodes look again; nobody else's flicker. */
  const accessChanged = (userId: string) => (): void => bus.publish('access.changed', { users: [userId], serials: [] });

  const list = handle(listMembers, ({ db, caller }) => membersOf(db, caller));

  const inviteOne = handle(inviteMember, async ({ db, caller, body, clock, audit }) => {
    const companyId = companyOf(caller);
    const now = clock.now();
    await limit(db, { companyId, email: body.email, now });
    const membershipId = await invite(db, { ...body, companyId, now });
    for (const appliance of await heldNumbers(db, companyId, body.appliances))
      await db
        .insertInto('share')
        .values({ membership_id: membershipId, appliance, created_at: timestamp(now) })
        .execute();
    await mailInvitation(db, { membershipId, inviterId: caller.userId, links, now });
    await audit('member.invite', membershipId, { role: body.role });
    return oneOf(db, caller, membershipId);
  });

  const again = handle(inviteAgain, async ({ db, caller, params, clock, audit }) => {
    const invited = await invitedOf(db, caller, params.email);
    if (invited.isAccepted) refuse('already_accepted', 409);
    const now = clock.now();
    await limit(db, { companyId: companyOf(caller), email: invited.email, now });
    await mailInvitation(db, { membershipId: invited.membershipId, inviterId: caller.userId, links, now });
    await audit('member.inviteAgain', invited.membershipId);
    return done;
  });

  const update = handle(updateMember, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    const invited = await invitedOf(db, caller, params.email);
    const { membershipId, userId } = invited;
    if (userId === caller.userId) refuse('own_membership', 409);
    const { role = invited.role, ...typed } = otherThan(await oneOf(db, caller, membershipId), body);
    const corrected = Object.keys(typed).length > 0;
    // Once somebody has accepted, its names and its language are its own.
    if (corrected && invited.isAccepted) refuse('already_accepted', 409);
    if (corrected) await correctInvited(db, { membershipId, userId, typed });
    if (role !== invited.role) {
      await changeRole(db, { ...invited, role }, { links, now: clock.now() });
      afterCommit(accessChanged(userId));
    }
    if (corrected || role !== invited.role)
      await audit('member.update', membershipId, { from: invited.role, to: role, ...(corrected && { corrected }) });
    return oneOf(db, caller, membershipId);
  });

  const remove = handle(removeMember, async ({ db, caller, params, clock, audit, afterCommit }) => {
    const { membershipId, userId } = await invitedOf(db, caller, params.email);
    if (userId === caller.userId) refuse('own_membership', 409);
    // Its shares and its pending code go with it; sessions that act within it act for no company any more.
    await partWith(db, persons, 'leave', { id: membershipId, now: clock.now() });
    await eraseNeverUsed(db, userId);
    await audit('member.remove', membershipId);
    afterCommit(accessChanged(userId));
    return done;
  });

  const listAppliances = handle(listSharedAppliances, async ({ db, caller, query }) => {
    const invited = query.email === undefined ? undefined : await invitedOf(db, caller, query.email);
    return sharedAppliancesOf(db, caller, invited?.membershipId);
  });

  const share = handle(shareAppliance, async ({ db, caller, body, clock, audit, afterCommit }) => {
    const { membershipId, userId } = await invitedOf(db, caller, body.email);
    const [appliance] = await heldNumbers(db, companyOf(caller), [body.serialNumber]);
    // Released by another request in the meantime.
    if (appliance === undefined) refuse('not_found', 404);
    const added = await db
      .insertInto('share')
      .values({ membership_id: membershipId, appliance, created_at: timestamp(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('appliance')
      .execute();
    if (added.length === 0) return done;
    await audit('appliance.share', body.serialNumber, { membership: membershipId });
    afterCommit(accessChanged(userId));
    return done;
  });

  const unshare = handle(unshareAppliance, async ({ db, caller, query, audit, afterCommit }) => {
    const { membershipId, userId } = await invitedOf(db, caller, query.email);
    const ended = await db
      .deleteFrom('share')
      .where('membership_id', '=', membershipId)
      .where('appliance', 'in', ({ selectFrom }) =>
        selectFrom('appliance').select('id').where('serial', '=', query.serialNumber),
      )
      .returning('appliance')
      .execute();
    if (ended.length === 0) return done;
    await audit('appliance.unshare', query.serialNumber, { membership: membershipId });
    afterCommit(accessChanged(userId));
    return done;
  });

  return [list, inviteOne, again, update, remove, listAppliances, share, unshare];
};

const done = { code: '200' } as const;

/** What was sent and says something else than what is stored: the rest corrects nothing. */
const otherThan = <S extends object>(stored: Partial<Record<keyof S, unknown>>, sent: S): Partial<S> =>
  Object.fromEntries(Object.entries(sent).filter(([field, value]) => value !== stored[field as keyof S])) as Partial<S>;

async function oneOf(db: Db, caller: Caller, membershipId: string) {
  const [found] = await membersOf(db, caller, membershipId);
  return found ?? refuse('not_found', 404);
}

/** Refuses an invitation above the limits, else counts it. */
async function limit(db: Db, asked: { companyId: string; email: string; now: number }): Promise<void> {
  const minutes = await admitInvitation(db, asked);
  if (minutes > 0) refuse('too_many_requests', 429, { minutes });
}

/** Gives an invited person another role, and tells who has accepted. */
async function changeRole(
  db: Db,
  { membershipId, userId, role, isAccepted }: Invited,
  { links, now }: { links: Links; now: number },
): Promise<void> {
  await db.updateTable('membership').set({ role }).where('id', '=', membershipId).execute();
  // What was shared was shared with the earlier role (S4.20).
  await db.deleteFrom('share').where('membership_id', '=', membershipId).execute();
  const person = await followRole(db, { userId, membershipId, role });
  const reader = readerOf(person);
  if (isAccepted) await queueMail(db, roleChangedMail({ ...reader, role, url: links.home(reader) }), now);
}

/**
 * Lets the account's own role follow that of its only membership: an account of neither role, or one that others have
 * invited too, keeps its own. Resolves with whom to tell.
 */
async function followRole(
  db: Db,
  { userId, membershipId, role }: { userId: string; membershipId: string; role: MembershipRole },
) {
  await db
    .updateTable('app_user')
    .set({ role })
    .where('id', '=', userId)
    .where('role', 'in', membershipRoles)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membership').select('id').where('user_id', '=', userId).where('id', '!=', membershipId))),
    )
    .execute();
  return db
    .selectFrom('app_user')
    .select(['email', 'language', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
