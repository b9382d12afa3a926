import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { deleteOwnUser, getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { getCompany, updateCompany } from '@brina/contract/calls/people/company';
import {
  changePassword,
  checkCode,
  lookAtLink,
  resendCode,
  resetPassword,
  signUp,
} from '@brina/contract/calls/people/registration';
import { inviteAgain, inviteMember, removeMember } from '@brina/contract/calls/people/sharing';
import type { Input } from '@brina/contract/wire/call';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { signUpPreferences } from '@brina/domain/constants';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { translate } from '@brina/domain/language/messages';
import { legalVersions } from '@brina/domain/people/legal';
import { ending } from '../../../../test/given.ts';
import { mailsTo } from '../../../../test/outbox.ts';
import {
  firstPassword,
  newPasswordBy,
  secondPassword,
  signUpOf,
  startPublicPortal,
  visitorsOf,
  withCompany,
} from './testing/visitor.ts';

describe('registration', async () => {
  const portal = await startPublicPortal();
  after(() => portal[Symbol.asyncDispose]());
  const { visitor, tokensOf, signedIn, mail, mailedCode, mailedLink, registered, confirmed, userOf } =
    visitorsOf(portal);

  const companyOf = (id: string | null | undefined) =>
    portal.db.read((db) =>
      db
        .selectFrom('company')
        .selectAll()
        .where('id', '=', id ?? null)
        .executeTakeFirstOrThrow(),
    );
  const actionsOf = async (userId: string): Promise<string[]> => {
    const rows = await portal.db.read((db) =>
      db.selectFrom('audit').select('action').where('user_id', '=', userId).orderBy('id').execute(),
    );
    return rows.map(({ action }) => action);
  };

  describe('sign-up', () => {
    it('S3.1 S7.5 S8.4 makes a company and an INACTIVE user, who gets a code by mail', async () => {
      const body = signUpOf({ marketing: true });
      assert.deepEqual(await visitor().call(signUp, { headers: { 'time-zone': 'Europe/Vienna' }, body }), {
        code: '200',
      });
      const user = await userOf(body.email);
      assert.ok(user);
      const { role, status, language, first_name, last_name, country, tos_version, preferences } = user;
      assert.deepEqual(
        { role, status, language, first_name, last_name, country, tos_version },
        {
          role: 'USER',
          status: 'INACTIVE',
          language: 'it_IT',
          first_name: 'Ada',
          last_name: 'Neri',
          country: 'IT',
          tos_version: legalVersions.terms,
        },
      );
      assert.deepEqual(preferences, {
        ...signUpPreferences,
        machine_status_mail: true,
        blackout_push_notification: true,
        marketing: true,
      });
      const { id: _id, created_at: _at, ...company } = await companyOf(user.company_id);
      assert.deepEqual(company, {
        name: 'Pasticceria Neri',
        tax_code: '00743110157',
        sector: 'pastry',
        type: null,
        country: 'IT',
        city: 'Treviso',
        address: null,
        district: 'TV',
        postal_code: '',
        phone: '+390422412345',
        time_zone: 'Europe/Vienna',
      });
      assert.match(await mailedCode(body.email), /^\d{4}$/);
      assert.deepEqual(await actionsOf(user.id), ['account.register']);
    });

    it('S5.2 S3.21 keeps which documents were accepted and refused, in which version and language', async () => {
      const { email } = await registered({ marketing: false });
      const user = await userOf(email);
      const rows = await portal.db.read((db) =>
        db
          .selectFrom('consent')
          .select(['document', 'version', 'language', 'accepted'])
          .where('user_id', '=', user?.id ?? '')
          .orderBy('document')
          .execute(),
      );
      assert.deepEqual(rows, [
        { document: 'marketing', version: legalVersions.marketing, language: 'it_IT', accepted: false },
        { document: 'privacy', version: legalVersions.privacy, language: 'it_IT', accepted: true },
        { document: 'terms', version: legalVersions.terms, language: 'it_IT', accepted: true },
      ]);
    });

    it('its clocks are those of the country where the browser does not tell', async () => {
      for (const [country, phone, told, expected] of [
        ['JP', '+81 3 1234 5678', undefined, 'Asia/Tokyo'],
        ['JP', '+81 3 1234 5678', 'Mars/Olympus', 'Asia/Tokyo'],
      ] as const) {
        const body = withCompany({ country, phone, district: '', taxCode: '7000012050002' });
        await visitor().call(signUp, { headers: told ? { 'time-zone': told } : {}, body });
        assert.equal((await companyOf((await userOf(body.email))?.company_id)).time_zone, expected);
      }
    });

    it('S5.2 S5.5 refuses what is missing, a weak password, and terms that are not accepted', async () => {
      const { companyName: _gone, ...nameless } = signUpOf();
      for (const [body, path] of [
        [nameless, 'body.companyName'],
        [signUpOf({ email: 'ada' }), 'body.email'],
        [signUpOf({ password: 'cold-line-2026' }), 'body.password'],
        [{ ...signUpOf(), tos: false }, 'body.tos'],
        [{ ...signUpOf(), brand: 'OTHER' }, 'body.brand'],
        [withCompany({ sector: 'restaurant' as never }), 'body.company.sector'],
        [withCompany({ taxCode: 'A_1' }), 'body.company.taxCode'],
      ] as const) {
        const refused = await visitor().refused(signUp, { headers: {}, body: body as never });
        assert.deepEqual([refused.status, refused.code, refused.fields?.[0]?.path], [400, 'bad_request', path]);
      }
    });

    it('S5.5 refuses a password that is guessed early, at its field and in words', async () => {
      for (const [password, code] of [
        ['Welcome2024!', 'password_common'],
        ['Pasticceria-26', 'password_personal'],
      ] as const) {
        const refused = await visitor().refused(signUp, {
          headers: {},
          body: signUpOf({ password, companyName: 'Pasticceria Neri' }),
        });
        assert.deepEqual([refused.status, refused.code], [400, 'sign_up_invalid']);
        const [field] = refused.fields ?? [];
        assert.deepEqual([field?.path, field?.code], ['body.password', code]);
        assert.equal(field?.message, translate(errorMessages, 'en', code));
      }
    });

    it('S5.3 refuses a tax code that the country does not know, and shows the form it expects', async () => {
      const refused = await visitor().refused(signUp, { headers: {}, body: withCompany({ taxCode: '00743110158' }) });
      assert.deepEqual([refused.status, refused.code], [400, 'sign_up_invalid']);
      assert.deepEqual(
        refused.fields?.map(({ path, code }) => [path, code]),
        [['body.company.taxCode', 'tax_code_unlikely']],
      );
      assert.match(String(refused.data?.['example']), /00743110157/);
      const short = await visitor().refused(signUp, {
        headers: {},
        body: withCompany({ taxCode: 'NL', country: 'NL' }),
      });
      assert.equal(short.fields?.[0]?.code, 'tax_code_invalid');
    });

    it('S5.3 B11.3 takes a tax code that does not look like one from who has checked it', async () => {
      const body = withCompany({ taxCode: '0074 3110 158' });
      await visitor().call(signUp, { headers: { 'tax-code-checked': 'true' }, body });
      assert.equal((await companyOf((await userOf(body.email))?.company_id)).tax_code, '00743110158');
    });

    it('S5.3 takes a phone number as it is dialled in the company’s country, and no other', async () => {
      const body = withCompany({ phone: '0422 412345' });
      await visitor().call(signUp, { headers: {}, body });
      assert.equal((await companyOf((await userOf(body.email))?.company_id)).phone, '+390422412345');
      const refused = await visitor().refused(signUp, { headers: {}, body: withCompany({ phone: '12' }) });
      assert.deepEqual(
        refused.fields?.map(({ path, code }) => [path, code]),
        [['body.company.phone', 'phone_invalid']],
      );
      assert.match(String(refused.data?.['example']), /^\+39/);
    });

    it('S5.4 a district is required for Italy and stands nowhere else; a postal code is required only for Germany', async () => {
      const german = { country: 'DE', phone: '+49 30 1234567', taxCode: 'DE136695976' };
      for (const [company, path, code] of [
        [{ district: '' }, 'body.company.district', 'required'],
        [{ district: 'XX' }, 'body.company.district', 'invalid'],
        [{ ...german, district: 'TV', postalCode: '10115' }, 'body.company.district', 'invalid'],
        [{ ...german, district: '', postalCode: '' }, 'body.company.postalCode', 'required'],
        [{ ...german, district: '', postalCode: '1011' }, 'body.company.postalCode', 'invalid'],
      ] as const) {
        const refused = await visitor().refused(signUp, { headers: {}, body: withCompany(company) });
        assert.deepEqual(
          refused.fields?.map((field) => [field.path, field.code]),
          [[path, code]],
        );
      }
      const body = withCompany({ ...german, district: '', postalCode: '10115' });
      assert.deepEqual(await visitor().call(signUp, { headers: {}, body }), { code: '200' });
    });

    it('says everything that is wrong at once, in the language that is asked for', async () => {
      const body = withCompany({ taxCode: '12', phone: '1', district: '' });
      const refused = await visitor().refused(signUp, { headers: {}, body }, { 'accept-language': 'de' });
      assert.equal(refused.fields?.length, 3);
      assert.equal(refused.message, 'Die Registrierung ist unvollständig oder fehlerhaft.');
    });

    it('sent again with its key registers once and mails once', async () => {
      const body = signUpOf();
      const sender = visitor();
      for (const _ of [1, 2])
        await sender.call(signUp, { headers: {}, body }, { 'idempotency-key': `again ${body.email}` });
      assert.equal((await mailsTo(portal, body.email)).length, 1);
    });

    it('two at once with one address make one account and one company', async () => {
      const email = signUpOf().email;
      const bodies = ['One', 'Two', 'Three'].map((companyName) => signUpOf({ email, companyName }));
      const signUps = bodies.map((body) => () => visitor().call(signUp, { headers: {}, body }));
      assert.deepEqual((await portal.race(...signUps)).map(ending), ['done', 'done', 'done']);
      const companies = await portal.db.read((db) =>
        db.selectFrom('company').select('id').where('name', 'in', ['One', 'Two', 'Three']).execute(),
      );
      assert.deepEqual(
        companies.map(({ id }) => id),
        [(await userOf(email))?.company_id],
      );
    });
  });

  describe('confirmation', () => {
    it('S4.3 S4.27 S7.9 S7.39 S8.6 the mailed code makes the signed-in INACTIVE user ACTIVE', async () => {
      const { email, person } = await registered();
      assert.equal((await person.call(getUserInfo, {})).status, 'INACTIVE');
      assert.deepEqual(await person.call(checkCode, { query: { code: await mailedCode(email) } }), { code: '200' });
      const info = await person.call(getUserInfo, {});
      assert.deepEqual([info.status, info.tos, info.company?.name], ['ACTIVE', true, 'Pasticceria Neri']);
      assert.deepEqual((await mail(email, 'account.welcome')).links[0], 'https://portal.example/?lang=it');
      assert.deepEqual(await actionsOf(info.id), ['account.register', 'session.begin', 'account.confirm']);
    });

    it('a form sent twice hears twice that the address is confirmed', async () => {
      const { email, person } = await registered();
      const query = { code: await mailedCode(email) };
      const confirm = () => person.call(checkCode, { query });
      assert.deepEqual((await portal.race(confirm, confirm)).map(ending), ['done', 'done']);
      assert.equal((await mailsTo(portal, email)).filter(({ kind }) => kind === 'account.welcome').length, 1);
    });

    it('S5.6 a code is exactly four digits', async () => {
      const { person } = await registered();
      for (const code of ['', '123', '12345', '12a4', '１２３４', ' 1234'])
        assert.equal((await person.refused(checkCode, { query: { code } })).code, 'bad_request', code);
    });

    it('S8.6 a wrong code tells how many tries are left', async () => {
      const { email, person } = await registered();
      const wrong = otherCode(await mailedCode(email));
      const refused = await person.refused(checkCode, { query: { code: wrong } });
      assert.deepEqual([refused.status, refused.code, refused.data], [422, 'code_wrong', { left: 4 }]);
      assert.deepEqual(await person.call(checkCode, { query: { code: await mailedCode(email) } }), { code: '200' });
    });

    it('a code expires after half an hour', async () => {
      const { email, person } = await registered();
      const code = await mailedCode(email);
      portal.clock.leap(30 * minute_ms);
      assert.equal((await person.refused(checkCode, { query: { code } })).code, 'code_expired');
      await person.call(resendCode, {});
      assert.deepEqual(await person.call(checkCode, { query: { code: await mailedCode(email) } }), { code: '200' });
    });

    it('S7.9 S8.7 a new code makes the earlier one worthless, and one may be had five times an hour', async () => {
      const { email, person } = await registered();
      const sent = [await mailedCode(email)];
      for (let n = 0; n < 5; n += 1) {
        await person.call(resendCode, {});
        sent.push(await mailedCode(email));
      }
      const latest = sent.at(-1) ?? '';
      const earlier = sent.find((code) => code !== latest) ?? '';
      assert.equal((await person.refused(checkCode, { query: { code: earlier } })).code, 'code_wrong');
      const refused = await person.refused(resendCode, {});
      assert.deepEqual([refused.status, refused.code, refused.data], [429, 'too_many_requests', { minutes: 60 }]);
      assert.deepEqual(await person.call(checkCode, { query: { code: latest } }), { code: '200' });
    });

    it('who is confirmed gets no further code', async () => {
      const { person } = await confirmed();
      assert.deepEqual([(await person.refused(resendCode, {})).code], ['already_confirmed']);
    });
  });

  describe('forgotten password', () => {
    it('S7.6 S7.7 S4.12 S8.5 the mailed link sets a new password and ends every session', async () => {
      const { email, person } = await confirmed();
      assert.deepEqual(await visitor().call(resetPassword, { params: { email: email.toUpperCase() } }), {
        code: '200',
      });
      const link = await mailedLink(email);
      assert.equal(link.email, email);
      assert.deepEqual(await visitor().call(changePassword, newPasswordBy(link)), { code: '200' });
      assert.equal((await person.refused(getUserInfo, {})).code, 'token_invalid');
      assert.equal(await tokensOf(email, firstPassword), undefined);
      assert.equal((await (await signedIn(email, secondPassword)).call(getUserInfo, {})).email, email);
      assert.ok(await mail(email, 'account.password'));
    });

    it('S7.7 a password beyond Latin-1 travels in percent escapes (RFC 8187)', async () => {
      const { email } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const password = 'Холод-Линия-7';
      const escaped = `UTF-8''${encodeURIComponent(password)}`;
      const link = await mailedLink(email);
      assert.equal(
        (await visitor().refused(changePassword, newPasswordBy(link, "UTF-8''Cold-line-%ZZ"))).code,
        'bad_request',
      );
      await visitor().call(changePassword, newPasswordBy(link, escaped));
      assert.ok(await tokensOf(email, password));
    });

    it('S8.8 a weak password is refused and the link stays good', async () => {
      const { email } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const link = await mailedLink(email);
      for (const weak of ['short-1A', 'cold-line-2026', `Aa1-${'x'.repeat(200)}`]) {
        const refused = await visitor().refused(changePassword, newPasswordBy(link, weak));
        assert.deepEqual([refused.status, refused.code], [422, 'password_weak']);
      }
      const { company_id } = (await userOf(email)) ?? {};
      await portal.db.write((db) =>
        db.updateTable('company').set({ name: 'Gelateria Bora' }).where('id', '=', company_id!).execute(),
      );
      for (const [weak, code] of [
        ['P@ssw0rd123', 'password_common'],
        ['Gelateria-26', 'password_personal'],
      ] as const) {
        const refused = await visitor().refused(changePassword, newPasswordBy(link, weak));
        assert.deepEqual([refused.status, refused.code], [422, code]);
      }
      assert.deepEqual(await visitor().call(changePassword, newPasswordBy(link)), { code: '200' });
    });

    it('a link expires after an hour, and a later link replaces it', async () => {
      const { email } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const first = await mailedLink(email);
      await visitor().call(resetPassword, { params: { email } });
      const second = await mailedLink(email);
      assert.equal((await visitor().refused(changePassword, newPasswordBy(first))).code, 'link_invalid');
      portal.clock.leap(60 * minute_ms);
      assert.equal((await visitor().refused(changePassword, newPasswordBy(second))).code, 'link_invalid');
    });

    it('whoever resets the password of an unconfirmed account has proved its address', async () => {
      const { email } = await registered();
      await visitor().call(resetPassword, { params: { email } });
      await visitor().call(changePassword, newPasswordBy(await mailedLink(email)));
      assert.equal((await (await signedIn(email, secondPassword)).call(getUserInfo, {})).status, 'ACTIVE');
      assert.ok(await mail(email, 'account.welcome'));
    });

    it('unlocks an account that is locked by wrong passwords', async () => {
      const { email } = await confirmed();
      const address = '203.0.113.77';
      for (let n = 0; n < 10; n += 1) await tokensOf(email, 'wrong', address);
      assert.equal(await tokensOf(email, firstPassword, address), undefined);
      await visitor().call(resetPassword, { params: { email } });
      await visitor().call(changePassword, newPasswordBy(await mailedLink(email)));
      assert.ok(await tokensOf(email, secondPassword, address));
    });
  });

  it('S4.19 the link of an invitation sets the first password, confirms the address and accepts', async () => {
    const { invitedLink, email } = await invited();
    await visitor().call(changePassword, newPasswordBy(invitedLink));
    const info = await (await signedIn(email, secondPassword)).call(getUserInfo, {});
    assert.deepEqual(
      [info.status, info.role, info.membership?.role, info.memberships.map(({ state }) => state)],
      ['ACTIVE', 'USER', 'KITCHEN_MANAGER', ['ACCEPTED']],
    );
  });

  describe('what a link tells to who opens it', () => {
    const told = (link: { email: string; token: string }) => visitor().call(lookAtLink, asked(link));
    const refusedOf = async (link: { email: string; token: string }) => {
      const { status, code } = await visitor().refused(lookAtLink, asked(link));
      return [status, code];
    };

    it('S2.11 S4.19 of an invitation its company and who sent it, as often as it is opened; it accepts none the less', async () => {
      const { invitedLink, email } = await invited();
      const invitation = { company: 'Pasticceria Neri', inviter: { firstName: 'Ada', lastName: 'Neri' } };
      assert.deepEqual(await told(invitedLink), { invitation });
      assert.deepEqual(await told({ ...invitedLink, email: email.toUpperCase() }), { invitation });
      assert.equal((await userOf(email))?.status, 'INACTIVE');
      await visitor().call(changePassword, newPasswordBy(invitedLink));
      assert.deepEqual(await refusedOf(invitedLink), [422, 'link_invalid']);
    });

    it('S2.11 S4.19 the company as it is called when the link is opened, and whoever sent the last letter', async () => {
      const { owner, email, invitedLink } = await invited();
      const { timeZone: _own, ...company } = (await owner.person.call(getCompany, {})) ?? assert.fail('no company');
      await owner.person.call(updateCompany, { headers: {}, body: { ...company, name: 'Pasticceria Bianchi' } });
      assert.equal((await told(invitedLink)).invitation?.company, 'Pasticceria Bianchi');
      const admin = await invited({ owner, role: 'ADMIN', firstName: 'Bo', lastName: 'Verdi' });
      await visitor().call(changePassword, newPasswordBy(admin.invitedLink));
      const bo = await signedIn(admin.email, secondPassword);
      await bo.call(updateUserInfo, { body: { tos: true } });
      await bo.call(inviteAgain, { params: { email } });
      assert.deepEqual(await refusedOf(invitedLink), [422, 'link_invalid'], 'the earlier letter is replaced');
      const again = await mailedLink(email, 'account.invitation');
      assert.deepEqual(await told(again), {
        invitation: { company: 'Pasticceria Bianchi', inviter: { firstName: 'Bo', lastName: 'Verdi' } },
      });
      await bo.call(deleteOwnUser, {});
      assert.deepEqual(await told(again), { invitation: { company: 'Pasticceria Bianchi', inviter: null } });
    });

    it('S2.11 S8.8 of two companies that invite each link tells its own', async () => {
      const first = await invited();
      const owner = await confirmed({ companyName: 'Forno Blu', firstName: 'Ugo', lastName: 'Blu' });
      const second = await invited({ owner, email: first.email });
      assert.equal((await told(first.invitedLink)).invitation?.company, 'Pasticceria Neri');
      assert.equal((await told(second.invitedLink)).invitation?.company, 'Forno Blu');
    });

    it('S2.11 S8.8 of a forgotten password no company; nothing of what is withdrawn, used or older than its time', async () => {
      const { email } = await confirmed();
      await visitor().call(resetPassword, { params: { email } });
      const reset = await mailedLink(email);
      assert.deepEqual(await told(reset), { invitation: null });
      const { owner, ...withdrawn } = await invited();
      await owner.person.call(removeMember, { params: { email: withdrawn.email } });
      assert.deepEqual(await refusedOf(withdrawn.invitedLink), [422, 'link_invalid']);
      const late = await invited();
      portal.clock.leap(hour_ms);
      assert.deepEqual(await refusedOf(reset), [422, 'link_invalid']);
      portal.clock.leap(7 * day_ms);
      assert.deepEqual(await refusedOf(late.invitedLink), [422, 'link_invalid']);
    });
  });

  /** Somebody without an account whom the owner of a company has invited, with the link of the letter. */
  async function invited(
    more: Partial<Input<typeof inviteMember>['body']> & { owner?: Awaited<ReturnType<typeof confirmed>> } = {},
  ) {
    const { owner = await confirmed(), ...typed } = more;
    const body = {
      email: signUpOf().email,
      firstName: 'Mia',
      lastName: 'Koch',
      role: 'KITCHEN_MANAGER' as const,
      language: 'de_DE',
      appliances: [],
      ...typed,
    };
    await owner.person.call(updateUserInfo, { body: { tos: true } });
    await owner.person.call(inviteMember, { body });
    return { owner, email: body.email, invitedLink: await mailedLink(body.email, 'account.invitation') };
  }
});

/** Input of the call that looks at a link. */
const asked = ({ email, token }: { email: string; token: string }): Input<typeof lookAtLink> => ({
  params: { email },
  headers: { 'verification-code': token },
});

/** A code of four digits that is not this one. */
const otherCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');
