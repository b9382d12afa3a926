import { type SignUp, signUp } from '@brina/contract/calls/people/registration';
import { fromWireLocale } from '@brina/domain/language/locales';
import { fullName } from '@brina/domain/language/names';
import { isTimeZone } from '@brina/domain/language/time';
import { writeAudit } from '#core/access/audit.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import { Refusal } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import type { Links } from '#core/mail/links.ts';
import { queueMail } from '#core/mail/mail.ts';
import { alreadyRegisteredMail, confirmCodeMail } from '#features/people/account/account.mail.ts';
import { recordConsent } from '#features/people/account/consents.ts';
import { timeZoneIn } from '#features/people/account/country-time-zone.ts';
import { hashPassword } from '#identity/passwords.ts';
import { createUserUnlessKnown } from '#identity/users.ts';
import { accountByEmail } from './account-by-email.ts';
import { admitNetwork, mayMail, mayMailCode } from './limits.ts';
import { issueCode } from './mailed-codes.ts';
import { signUpRules } from './sign-up-rules.ts';

/**
 * S7.5. The reply tells nobody whether the address has an account already: either way it costs one hash, writes, and sends
 * one mail, which only the owner of the address can read.
 */
export const signUpHandler = ({ links }: Parts): Handled =>
  handlePrepared(
    signUp,
    async ({ body, ...request }) => {
      await admitNetwork(request, 'signUp');
      const ruled = signUpRules(body, request.headers['tax-code-checked'] === 'true');
      if (ruled instanceof Refusal) throw ruled;
      return { ...ruled, passwordHash: await hashPassword(body.password) };
    },
    async ({ db, body, headers, clock, address, prepared }) => {
      const now = clock.now();
      const made = await register(db, { body, passwordHash: prepared.passwordHash, now });
      if (made === undefined) {
        await tellOwner(db, { email: body.email, links, now });
        return { code: '200' };
      }
      const { country } = body.company;
      const told = headers['time-zone'];
      const timeZone = told && isTimeZone(told) ? told : timeZoneIn(country, 'UTC');
      const companyId = await createCompany(db, { body, phone: prepared.phone, timeZone, now });
      await db.updateTable('app_user').set({ company_id: companyId }).where('id', '=', made.id).execute();
      await writeAudit(db, {
        at: now,
        caller: { userId: made.id, companyId },
        action: 'account.register',
        on: made.id,
        address,
      });
      // Over the limit the account waits for a code that its owner asks for later.
      if (!(await mayMailCode(db, body.email, now))) return { code: '200' };
      const code = await issueCode(db, { userId: made.id, kind: 'confirm', now });
      await queueMail(db, confirmCodeMail({ ...made.reader, code }), now);
      return { code: '200' };
    },
  );

/** Makes the person, INACTIVE and with evidence of what was accepted (S5.2); `undefined` when the address is known. */
async function register(db: Db, { body, passwordHash, now }: { body: SignUp; passwordHash: string; now: number }) {
  const { email, firstName, lastName, country, language, preferences, marketing } = body;
  const locale = fromWireLocale(language);
  const id = await createUserUnlessKnown(
    db,
    {
      email,
      passwordHash,
      role: 'USER',
      language: locale,
      names: { first: firstName, last: lastName },
      country,
      preferences: { ...preferences, marketing },
      flags: { status: 'INACTIVE', tos: true },
    },
    now,
  );
  if (id === undefined) return undefined;
  await recordConsent(db, { userId: id, documents: ['terms', 'privacy'], language, accepted: true }, now);
  await recordConsent(db, { userId: id, documents: ['marketing'], language, accepted: marketing }, now);
  return { id, reader: { to: email, locale, name: fullName(locale, { first: firstName, last: lastName }) } };
}

type NewCompany = { body: SignUp; phone: string; timeZone: string; now: number };

async function createCompany(db: Db, { body, phone, timeZone, now }: NewCompany): Promise<string> {
  const { sector, country, city, district, postalCode, taxCode } = body.company;
  const id = newId(now);
  await db
    .insertInto('company')
    .values({
      id,
      name: body.companyName,
      tax_code: taxCode,
      sector,
      country,
      city,
      district,
      postal_code: postalCode,
      phone,
      time_zone: timeZone,
      created_at: timestamp(now),
    })
    .execute();
  return id;
}

/**
 * Somebody has registered with an address that has an account, confirmed or not: nothing of it changes. Its owner hears of it
 * and gets a way in, in the language of the account, but not more often than a few times an hour.
 */
async function tellOwner(db: Db, { email, links, now }: { email: string; links: Links; now: number }): Promise<void> {
  const account = await accountByEmail(db, email);
  if (!account || !(await mayMail(db, email, now))) return;
  const token = await issueCode(db, { userId: account.id, kind: 'reset', now });
  const resetUrl = links.changePassword(account.reader, token);
  await queueMail(db, alreadyRegisteredMail({ ...account.reader, resetUrl, homeUrl: links.home(account.reader) }), now);
}
