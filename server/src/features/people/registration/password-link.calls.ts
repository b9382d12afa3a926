import { changePassword, lookAtLink, resetPassword } from '@brina/contract/calls/people/registration';
import { minute_ms } from '@brina/domain/language/durations';
import { writeAudit } from '#core/access/audit.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { queueMail } from '#core/mail/mail.ts';
import { passwordChangedMail, resetLinkMail, welcomeMail } from '#features/people/account/account.mail.ts';
import { hashPassword } from '#identity/passwords.ts';
import { forgive } from '#identity/refused-sign-ins.ts';
import { announceEnded, endSessions } from '#identity/sessions.ts';
import { passwordOwnerOf } from '#identity/users.ts';
import { passwordWeakness } from '#identity/weak-passwords.ts';
import { accountByEmail, idByEmail } from './account-by-email.ts';
import { admitNetwork, mayMail } from './limits.ts';
import { codeLife_ms, findLink, issueCode, type OpenLink, readLink, useUp } from './mailed-codes.ts';
import { readNewPassword } from './new-password.ts';

/** S7.6. The answer is the same for an address without account, and for one that has had too many letters already. */
export const resetPasswordHandler = ({ links }: Parts): Handled =>
  handlePrepared(
    resetPassword,
    (request) => admitNetwork(request, 'resetPassword'),
    async ({ db, params: { email }, clock, address }) => {
      const now = clock.now();
      const account = await accountByEmail(db, email);
      if (!(await mayMail(db, email, now)) || !account) return { code: '200' };
      const token = await issueCode(db, { userId: account.id, kind: 'reset', now });
      const url = links.changePassword(account.reader, token);
      const minutes = codeLife_ms.reset / minute_ms;
      await queueMail(db, resetLinkMail({ ...account.reader, url, minutes }), now);
      await writeAudit(db, {
        at: now,
        caller: { userId: account.id, companyId: account.companyId },
        action: 'account.resetPassword',
        on: account.id,
        address,
      });
      return { code: '200' };
    },
  );

/** Stands for the user of an unknown address, so that looking for its link costs the same. */
const nobodyId = '00000000-0000-0000-0000-000000000000';

/**
 * Looks at a link for the page behind it (S2.11): nothing is used up. Who has no link that works hears no more here than from
 * `changePassword`, for the same questions to the database whether there is such an account or not.
 */
export const lookAtLinkHandler: Handled = handlePrepared(
  lookAtLink,
  (request) => admitNetwork(request, 'lookAtLink'),
  async ({ db, params: { email }, headers, clock }) => {
    const userId = await idByEmail(db, email);
    const token = headers['verification-code'];
    const link = await readLink(db, { userId: userId ?? nobodyId, token, now: clock.now() });
    if (!userId || !link) return new Refusal('link_invalid', 422);
    return {
      invitation: link.membershipId === null ? null : await invitationOf(db, link.membershipId, link.inviterId),
    };
  },
);

/** Which company a place is in, by its name of today, and who invites into it: nobody whose account is gone. */
async function invitationOf(db: Db, membershipId: string, inviterId: string | null) {
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .leftJoin('app_user as inviter', (join) => join.on('inviter.id', '=', inviterId))
    .where('m.id', '=', membershipId)
    .select(['c.name', 'inviter.first_name', 'inviter.last_name'])
    .executeTakeFirstOrThrow();
  const { name, first_name, last_name } = row;
  return {
    company: name,
    inviter: first_name === null || last_name === null ? null : { firstName: first_name, lastName: last_name },
  };
}

/**
 * S7.7, S4.12: the code of the link is the credential. The password is hashed before anything is looked up, so that a wrong
 * link, a used one and an unknown address cost what a right one costs. A weak password is refused before that, and the link
 * stays good.
 */
export const changePasswordHandler = ({ bus, links }: Parts): Handled =>
  handlePrepared(
    changePassword,
    async ({ headers, params, ...request }) => {
      await admitNetwork(request, 'changePassword');
      const password = readNewPassword(headers['new-password']);
      const weakness = passwordWeakness(password, { email: params.email });
      if (weakness) refuse(weakness, 422);
      return { password, passwordHash: await hashPassword(password) };
    },
    async ({ db, params, headers, clock, address, afterCommit, prepared: { password, passwordHash } }) => {
      const now = clock.now();
      const account = await accountByEmail(db, params.email);
      const link = await findLink(db, { userId: account?.id ?? nobodyId, token: headers['verification-code'], now });
      if (!account || !link) return new Refusal('link_invalid', 422);
      // Only who has the link hears what the account's names are like.
      const weakness = passwordWeakness(password, await passwordOwnerOf(db, account.id));
      if (weakness) return new Refusal(weakness, 422);
      // Who can read the mail has proved the address, as the confirmation code would (S4.27).
      await db
        .updateTable('app_user')
        .set({ password_hash: passwordHash, status: 'ACTIVE' })
        .where('id', '=', account.id)
        .execute();
      // Every other secret that was mailed to this person would set a password too.
      await useUp(db, { userId: account.id }, now);
      await forgive(db, { account: account.id });
      await acceptInvitation(db, link, now);
      await writeAudit(db, {
        at: now,
        caller: { userId: account.id, companyId: account.companyId },
        action: link.kind === 'invite' ? 'account.acceptInvitation' : 'account.changePassword',
        on: account.id,
        address,
      });
      const ended = await endSessions(db, { userId: account.id }, now);
      afterCommit(() => announceEnded(bus, ended));
      // Of who had no password, or no confirmed address, none was changed.
      const mail = account.isActive ? passwordChangedMail : welcomeMail;
      await queueMail(db, mail({ ...account.reader, url: links.home(account.reader) }), now);
      return { code: '200' };
    },
  );

/** Accepts the membership that an invitation is for (S4.19); a reset is for none. */
async function acceptInvitation(db: Db, { membershipId }: OpenLink, now: number): Promise<void> {
  if (membershipId === null) return;
  await db
    .updateTable('membership')
    .set({ accepted_at: timestamp(now) })
    .where('id', '=', membershipId)
    .where('accepted_at', 'is', null)
    .execute();
}
