import { createHash } from 'node:crypto';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { fromWireLocale } from '@brina/domain/language/locales';
import { fullName } from '@brina/domain/language/names';
import type { MembershipRole } from '@brina/domain/people/roles';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { refuse, refuseBroken } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import type { Links } from '#core/mail/links.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { invitationMail } from '#features/people/account/account.mail.ts';
import { codeLife_ms, issueCode } from '#features/people/registration/mailed-codes.ts';
import { admit, attemptLimit } from '#identity/attempts.ts';
import { nobodysHash } from '#identity/passwords.ts';
import { createUser } from '#identity/users.ts';

/** Invitations of a company, and how often it may write to one address: our letters are nobody's to send in masses. */
const companyLimit = attemptLimit(60, hour_ms);
const addressLimit = attemptLimit(5, hour_ms);

type Asked = { companyId: string; email: string; now: number };

/** Keys of the two limits; the address itself is not kept. */
const keysOf = ({ companyId, email }: Asked): { company: string; address: string } => ({
  company: `invite:${companyId}`,
  address: `invite:${companyId}:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`,
});

/**
 * Counts an invitation by a company to an address, and resolves with the minutes until there may be one; 0 when it may go out
 * now. Where it may not, the transaction must be rolled back.
 */
export async function admitInvitation(db: Db, asked: Asked): Promise<number> {
  const { company, address } = keysOf(asked);
  const wait_ms =
    (await admit(db, company, companyLimit, asked.now)) || (await admit(db, address, addressLimit, asked.now));
  return Math.ceil(wait_ms / minute_ms);
}

/** Whom a company invites. Names and language are for who has no account yet. */
type Invitation = Asked & { firstName: string; lastName: string; role: MembershipRole; language: string };

/** Two requests invited the same person at once, or it registered at this moment: asked again, it is found. */
const invitedMeanwhile = refuseBroken('membership_once', 'member_exists', 409);
const registeredMeanwhile = refuseBroken('app_user_email', 'member_exists', 409);

/**
 * Gives somebody a pending place in a company and returns its id. An unknown address gets an account that nobody can sign
 * in to before the mailed link has been used. Refuses who belongs to the company already.
 */
export async function invite(db: Db, invitation: Invitation): Promise<string> {
  const { companyId, email, firstName, lastName, role, language, now } = invitation;
  const known = await db
    .selectFrom('app_user')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.cast<string>(eb.val(email), 'text')])))
    .select(['id', 'company_id'])
    .executeTakeFirst();
  if (known?.company_id === companyId) refuse('member_exists', 409);
  const userId =
    known?.id ??
    (await createUser(
      db,
      {
        email,
        passwordHash: nobodysHash,
        role,
        language: fromWireLocale(language),
        names: { first: firstName, last: lastName },
      },
      now,
    ).catch(registeredMeanwhile));
  const id = newId(now);
  await db
    .insertInto('membership')
    .values({
      id,
      company_id: companyId,
      user_id: userId,
      role,
      first_name: firstName,
      last_name: lastName,
      language,
      created_at: timestamp(now),
      accepted_at: null,
    })
    .execute()
    .catch(invitedMeanwhile);
  return id;
}

/** What an inviter typed of somebody and may correct; what is left out stays. */
export type Typed = { firstName?: string | undefined; lastName?: string | undefined; language?: string | undefined };

/**
 * Corrects what an inviter typed of somebody who has not accepted yet. An account that nobody has opened, and that no other company
 * invites, takes it over: it was made of that. Anybody else's account is its own.
 */
export async function correctInvited(
  db: Db,
  { membershipId, userId, typed }: { membershipId: string; userId: string; typed: Typed },
): Promise<void> {
  const { firstName: first_name, lastName: last_name, language } = typed;
  await db.updateTable('membership').set({ first_name, last_name, language }).where('id', '=', membershipId).execute();
  await db
    .updateTable('app_user')
    .set({ first_name, last_name, language })
    .where('id', '=', userId)
    .where('password_hash', '=', nobodysHash)
    .where('status', '=', 'INACTIVE')
    .where('company_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membership').select('id').where('user_id', '=', userId).where('id', '<>', membershipId))),
    )
    .execute();
}

/**
 * Mails a pending invitation in the language of who gets it: with a link that sets a password to who has none, else with
 * the way to its account. Only the mail says which it was.
 */
export async function mailInvitation(
  db: Db,
  { membershipId, inviterId, links, now }: { membershipId: string; inviterId: string; links: Links; now: number },
): Promise<void> {
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .innerJoin('app_user as inviter', (join) => join.on('inviter.id', '=', inviterId))
    .where('m.id', '=', membershipId)
    .select(['u.id', 'u.email', 'u.language', 'u.password_hash', 'u.first_name', 'u.last_name', 'm.role'])
    .select(['c.name as company', 'inviter.first_name as inviter_first', 'inviter.last_name as inviter_last'])
    .executeTakeFirstOrThrow();
  const isNew = row.password_hash === nobodysHash;
  const reader = readerOf(row);
  const url = isNew
    ? links.changePassword(
        reader,
        await issueCode(db, { userId: row.id, kind: 'invite', membershipId, inviterId, now }),
      )
    : links.account(reader);
  const mail = invitationMail({
    ...reader,
    company: row.company,
    inviter: fullName(reader.locale, { first: row.inviter_first, last: row.inviter_last }),
    role: row.role,
    url,
    days: codeLife_ms.invite / day_ms,
    isNew,
  });
  await queueMail(db, mail, now);
}

/**
 * Removes an account that an invitation made and nobody ever opened, once no company invites it any more: then nothing
 * says why we know this address.
 */
export async function eraseNeverUsed(db: Db, userId: string): Promise<void> {
  const gone = await db
    .deleteFrom('app_user')
    .where('id', '=', userId)
    .where('password_hash', '=', nobodysHash)
    .where('status', '=', 'INACTIVE')
    .where('company_id', 'is', null)
    .where('erased_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membership').select('id').where('user_id', '=', userId))),
    )
    .returning('email')
    .executeTakeFirst();
  if (gone) await db.deleteFrom('mail').where('recipient', '=', gone.email).execute();
}
