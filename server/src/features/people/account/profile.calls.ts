import { getUserInfo, type Preferences, updatePassword, updateUserInfo } from '@brina/contract/calls/people/account';
import { defaultPreferences } from '@brina/domain/constants';
import { minute_ms } from '@brina/domain/language/durations';
import { legalVersions } from '@brina/domain/people/legal';
import { jsonb } from '#core/db/jsonb.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle, handlePrepared } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { proveOwnPassword } from '#identity/own-password.ts';
import { hashPassword } from '#identity/passwords.ts';
import { announceEnded, endSessions } from '#identity/sessions.ts';
import { passwordOwnerOf } from '#identity/users.ts';
import { passwordWeakness } from '#identity/weak-passwords.ts';
import { passwordChangedMail } from './account.mail.ts';
import { userInfoOf } from './account.queries.ts';
import { recordConsent } from './consents.ts';
import { examplePhone, readPhone } from './phone.ts';

const userInfo = handle(getUserInfo, ({ db, caller }) => userInfoOf(db, caller));

const update = handle(updateUserInfo, async ({ db, caller, body, clock, audit }) => {
  const now = clock.now();
  const before = await db
    .selectFrom('app_user')
    .where('id', '=', caller.userId)
    // Erased by another request in the meantime: nothing of the person is written again.
    .where('erased_at', 'is', null)
    .select(['country', 'language', 'preferences', 'tos_version'])
    .forUpdate()
    .executeTakeFirst();
  if (!before) refuse('token_invalid', 401);
  const language = body.language ?? before.language;
  const preferences = { ...defaultPreferences, ...(before.preferences as Partial<Preferences>) };
  const acceptsTerms = body.tos === true && before.tos_version !== legalVersions.terms;
  const marketing = body.preferences?.marketing;
  await db
    .updateTable('app_user')
    .set({
      first_name: body.firstName,
      last_name: body.lastName,
      phone: body.phone === undefined ? undefined : phoneIn(body.phone, body.country ?? before.country),
      country: body.country,
      address: body.address,
      city: body.city,
      postal_code: body.postalCode,
      language,
      tos_version: acceptsTerms ? legalVersions.terms : undefined,
      preferences: jsonb({ ...preferences, ...body.preferences }),
    })
    .where('id', '=', caller.userId)
    .execute();
  const evidence = { userId: caller.userId, language };
  if (acceptsTerms) await recordConsent(db, { ...evidence, documents: ['privacy', 'terms'], accepted: true }, now);
  if (marketing !== undefined && marketing !== preferences.marketing)
    await recordConsent(db, { ...evidence, documents: ['marketing'], accepted: marketing }, now);
  await audit('user.update', caller.userId, { fields: Object.keys(body).join(' ') });
  return userInfoOf(db, caller);
});

const password = ({ bus, links }: Parts): Handled =>
  handlePrepared(
    updatePassword,
    async ({ database, clock, caller, body }) => {
      const owner = await database.read((db) => passwordOwnerOf(db, caller.userId));
      const weakness = passwordWeakness(body.password, owner);
      if (weakness) refuse(weakness, 422);
      const proof = await proveOwnPassword(
        { db: database, clock },
        { userId: caller.userId, password: body.oldPassword },
      );
      if (proof.outcome === 'limited')
        refuse('too_many_requests', 429, { minutes: Math.ceil(proof.retryAfter_ms / minute_ms) });
      if (proof.outcome === 'wrong') refuse('password_wrong', 422);
      return { provedHash: proof.hash, hash: await hashPassword(body.password) };
    },
    async ({ db, caller, prepared, clock, audit, afterCommit }) => {
      const now = clock.now();
      const user = await db
        .updateTable('app_user')
        .set({ password_hash: prepared.hash })
        .where('id', '=', caller.userId)
        // Changed by another request in the meantime: then the old one is no longer the present one.
        .where('password_hash', '=', prepared.provedHash)
        .returning(['email', 'language', 'first_name', 'last_name'])
        .executeTakeFirst();
      if (!user) refuse('password_wrong', 422);
      // A link that somebody asked for before must not undo this.
      await db.deleteFrom('mailed_code').where('user_id', '=', caller.userId).where('kind', '=', 'reset').execute();
      const ended = await endSessions(db, { userId: caller.userId, except: caller.sessionId }, now);
      const reader = readerOf(user);
      const mail = passwordChangedMail({ ...reader, url: links.home(reader) });
      await queueMail(db, mail, now);
      await audit('user.password', caller.userId, { endedSessions: ended.length });
      afterCommit(() => announceEnded(bus, ended));
      return { code: '200' } as const;
    },
  );

/** The caller's profile, preferences and password. */
export const profileHandlers = (parts: Parts): Handled[] => [userInfo, update, password(parts)];

/** The number as it is stored; refuses what is none, with one that shows the form. */
function phoneIn(typed: string, country: string): string {
  const phone = readPhone(typed, country);
  if (phone !== undefined) return phone;
  throw new Refusal('phone_invalid', 400, {
    data: { example: examplePhone(country) },
    fields: [{ path: 'body.phone', code: 'phone_invalid' }],
  });
}
