import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getUserInfo, updatePassword, updateUserInfo } from '@brina/contract/calls/people/account';
import { userMay } from '@brina/contract/testing/rights';
import { CallFailed } from '@brina/contract/wire/client';
import { defaultPreferences } from '@brina/domain/constants';
import { minute_ms } from '@brina/domain/language/durations';
import { legalVersions } from '@brina/domain/people/legal';
import { roles } from '@brina/domain/people/roles';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { given, refresh, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { LiveClient } from '../../../../test/live-client.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('user-info', async () => {
  const portal = await sharedPortal();
  const { user } = given(portal);

  it('S7.3 S3.3 S3.4 S3.5 S3.34 tells a user its profile, role, language, flags, preferences and company', async () => {
    const owner = await user('USER', { language: 'it' });
    const preferences = {
      push_notification: true,
      offline_mail_notification: false,
      measurement_system: 'imperial',
      hours_display_system: '12h',
      appliance_report: true,
      haccp_report: false,
      alarm_mail_notification: true,
    } as const;
    const profile = {
      phone: '+39 0422 1',
      country: 'IT',
      address: 'Via Roma 1',
      city: 'Treviso',
      postal_code: '31100',
    };
    await portal.db.write((db) =>
      db
        .updateTable('app_user')
        .set({ ...profile, preferences: jsonb(preferences), pro: true, cycle_library: true })
        .where('id', '=', owner.id)
        .execute(),
    );
    const info = await owner.call(getUserInfo, {});
    assert.match(info.company?.name ?? '', /^Company /);
    const { postal_code: postalCode, ...same } = profile;
    assert.deepEqual(info, {
      id: owner.id,
      status: 'ACTIVE',
      tos: true,
      knowsTerms: true,
      secondFactor: 'off',
      role: 'USER',
      membership: null,
      memberships: [],
      language: 'it_IT',
      pro: true,
      cycleLibrary: true,
      energyPanel: false,
      firstName: 'Test',
      lastName: 'USER',
      email: owner.email,
      ...same,
      postalCode,
      // What was stored before a preference existed has its default.
      preferences: { ...defaultPreferences, ...preferences },
      company: { name: info.company?.name, timeZone: 'Europe/Rome' },
      ownCompany: { name: info.company?.name },
      may: userMay('USER'),
    });
  });

  it('S6.1 S6.8 every role reads its own', async () => {
    for (const role of roles) {
      const person = await user(role);
      const info = await person.call(getUserInfo, {});
      assert.deepEqual([info.id, info.role, info.company === null], [person.id, role, role !== 'USER']);
    }
  });

  it('S3.5 a new account has the defaults', async () => {
    const { preferences, language } = await (await user()).call(getUserInfo, {});
    assert.equal(language, 'en_GB');
    assert.deepEqual(preferences, {
      push_notification: true,
      offline_mail_notification: true,
      measurement_system: 'metric',
      hours_display_system: '24h',
      appliance_report: true,
      haccp_report: true,
      alarm_mail_notification: true,
      machine_status_mail: true,
      blackout_push_notification: true,
      marketing: false,
    });
  });

  it('never tells the password’s hash', async () => {
    const owner = await user();
    assert.doesNotMatch(JSON.stringify(await owner.call(getUserInfo, {})), /argon|password/);
  });
});

describe('a changed profile', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);
  const set = (id: string, columns: { status?: string; tos_version?: string | null }) =>
    portal.db.write((db) => db.updateTable('app_user').set(columns).where('id', '=', id).execute());
  const consentsOf = (id: string) =>
    portal.db.read((db) =>
      db
        .selectFrom('consent')
        .where('user_id', '=', id)
        .select(['document', 'version', 'language', 'accepted'])
        .orderBy('at')
        .orderBy('document')
        .execute(),
    );

  it('S7.3 S3.34 S2.17 changes what is sent and leaves the rest, the language at once', async () => {
    const owner = await user();
    const before = await owner.call(getUserInfo, {});
    const body = { firstName: ' Ada ', lastName: 'Neri', country: 'IT', city: 'Treviso', language: 'de_DE' };
    const changed = await owner.call(updateUserInfo, { body });
    assert.deepEqual(changed, { ...before, ...body, firstName: 'Ada' });
    assert.deepEqual(await owner.call(getUserInfo, {}), changed);
    const refusal = await owner.refused(updateUserInfo, { body: { phone: 'none' } });
    assert.match(refusal.message, /Telefonnummer/);
  });

  it('S3.5 preferences are changed one by one', async () => {
    const owner = await user();
    await owner.call(updateUserInfo, { body: { preferences: { measurement_system: 'imperial' } } });
    const { preferences } = await owner.call(updateUserInfo, { body: { preferences: { haccp_report: false } } });
    assert.deepEqual(preferences, { ...defaultPreferences, measurement_system: 'imperial', haccp_report: false });
  });

  it('of two tabs that change a preference at once neither undoes the other', async () => {
    const owner = await user();
    await portal.race(
      () => owner.call(updateUserInfo, { body: { preferences: { appliance_report: false } } }),
      () => owner.call(updateUserInfo, { body: { preferences: { haccp_report: false } } }),
    );
    const { preferences } = await owner.call(getUserInfo, {});
    assert.deepEqual(preferences, { ...defaultPreferences, appliance_report: false, haccp_report: false });
  });

  it('S3.21 S3.5 each change of the consent to marketing is kept with version and language', async () => {
    const owner = await user('USER', { language: 'it' });
    for (const marketing of [false, true, true, false])
      await owner.call(updateUserInfo, { body: { preferences: { marketing } } });
    const consent = { document: 'marketing', version: legalVersions.marketing, language: 'it_IT' };
    assert.deepEqual(await consentsOf(owner.id), [
      { ...consent, accepted: true },
      { ...consent, accepted: false },
    ]);
  });

  it('S4.3 S8.9 terms of an earlier version are accepted anew, once, and kept as evidence', async () => {
    const owner = await user();
    await set(owner.id, { tos_version: '2020-01-01' });
    assert.equal((await owner.call(getUserInfo, {})).tos, false);
    for (const _ of ['first', 'again'])
      assert.equal((await owner.call(updateUserInfo, { body: { tos: true } })).tos, true);
    assert.deepEqual(
      await consentsOf(owner.id),
      (['privacy', 'terms'] as const).map((document) => ({
        document,
        version: legalVersions[document],
        language: 'en_GB',
        accepted: true,
      })),
    );
    const refusal = await owner.refused(updateUserInfo, { body: { tos: false as never } });
    assert.equal(refusal.status, 400);
  });

  it('S4.3 who has not confirmed its address yet chooses its language, but does not change its password', async () => {
    const owner = await user();
    await set(owner.id, { status: 'INACTIVE' });
    const info = await owner.call(updateUserInfo, { body: { language: 'ja_JP', tos: true } });
    assert.deepEqual([info.status, info.language], ['INACTIVE', 'ja_JP']);
    const body = { password: 'Cold-line-2027', oldPassword: testPassword };
    assert.equal((await owner.refused(updatePassword, { body })).status, 403);
  });

  it('S3.34 a phone number is read for the country and stored with its code', async () => {
    const owner = await user();
    const cases = [
      ['IT', '0422 41 23 45', '+390422412345'],
      ['IT', '+49 170 1234567', '+491701234567'],
      ['DE', '0170 1234567', '+491701234567'],
      ['US', '(212) 555-2368', '+12125552368'],
      ['', '+81 3-1234-5678', '+81312345678'],
      ['', '', ''],
    ] as const;
    for (const [country, phone, stored] of cases)
      assert.equal((await owner.call(updateUserInfo, { body: { country, phone } })).phone, stored, phone);
    await owner.call(updateUserInfo, { body: { country: 'IT' } });
    for (const phone of ['12', 'call 0422 412345', '0422 412345 ext. 7', '<script>', '+39'])
      await assert.rejects(owner.call(updateUserInfo, { body: { phone } }), (error: CallFailed) => {
        assert.deepEqual([error.status, error.error.code], [400, 'phone_invalid'], phone);
        assert.deepEqual(
          error.error.fields?.map(({ path, code }) => [path, code]),
          [['body.phone', 'phone_invalid']],
        );
        assert.match(error.error.message, /\+39 /);
        return true;
      });
    assert.equal((await owner.call(getUserInfo, {})).phone, '');
  });

  it('S6.8 no field raises anybody: role, status, flags, address and company are refused, whoever sends them', async () => {
    const else_id = '0198c0de-0000-7000-8000-000000000001';
    const unknown = {
      company_id: else_id,
      password: 'Cold-line-2027',
      password_hash: 'x',
      tos_version: '2099-01-01',
      erased_at: null,
      ['__proto__']: { role: 'FACTORY' },
    };
    for (const person of [await user(), await user('KITCHEN_MANAGER')]) {
      const before = await person.call(getUserInfo, {});
      const readOnly = {
        role: 'SUPERFACTORY',
        status: 'INACTIVE',
        email: 'else@test.example',
        pro: !before.pro,
        cycleLibrary: !before.cycleLibrary,
        energyPanel: !before.energyPanel,
        company: { name: 'Else', timeZone: 'Europe/Rome' },
        id: else_id,
        membership: { id: else_id, company: 'Else', role: 'ADMIN', state: 'ACCEPTED' },
        may: { ...before.may, readAudit: true },
      };
      for (const [field, value] of Object.entries({ ...unknown, ...readOnly })) {
        // As text: an object literal would swallow __proto__.
        const reply = await fetch(`${portal.url}${updateUserInfo.path}`, {
          method: 'PUT',
          headers: { ...headersOf(person.accessToken), 'content-type': 'application/json' },
          body: `{"firstName":"Eve","${field}":${JSON.stringify(value)}}`,
        });
        assert.equal(reply.status, 400, field);
        const { fields: refused = [] } = (await reply.json()) as { fields?: { path: string; code: string }[] };
        if (field !== '__proto__')
          assert.deepEqual(
            refused.map(({ path, code }) => [path, code]),
            [[`body.${field}`, field in readOnly ? 'read_only' : 'unknown_field']],
          );
      }
      for (const preferences of [{ role: 'FACTORY' }, { marketing: 'yes' }])
        assert.equal(
          (await person.refused(updateUserInfo, { body: { preferences: preferences as never } })).status,
          400,
        );
      assert.deepEqual(await person.call(getUserInfo, {}), before);
    }
  });
});

describe('a changed password', async () => {
  const portal = await sharedPortal();
  const { user } = given(portal);
  const next = 'Cold-line-2027';
  const change = (owner: TestUser, oldPassword: string, password = next) =>
    owner.call(updatePassword, { body: { password, oldPassword } });
  const isSignedIn = async (owner: Pick<TestUser, 'call'>) =>
    owner.call(getUserInfo, {}).then(
      () => true,
      () => false,
    );

  it('S7.8 S7.39 ends the other sessions with their sockets, is mailed and audited, and signs in from now on', async () => {
    const owner = await user();
    const other = await signIn(portal, owner.email, testPassword);
    using here = new LiveClient(portal, owner);
    using there = new LiveClient(portal, { id: owner.id, accessToken: other.access_token });
    await Promise.all([here.subscribe(), there.subscribe()]);
    assert.deepEqual(await change(owner, testPassword), { code: '200' });
    assert.equal((await there.ended()).error, 'signed out');
    assert.ok(here.client.connected && (await isSignedIn(owner)));
    await assert.rejects(refresh(portal, other.refresh_token), /invalid_grant/);
    await assert.rejects(signIn(portal, owner.email, testPassword), /invalid_grant/);
    await signIn(portal, owner.email, next);
    const { mails, audited } = await portal.db.read(async (db) => ({
      mails: await db.selectFrom('mail').where('recipient', '=', owner.email).select('kind').execute(),
      audited: await db.selectFrom('audit').where('on_id', '=', owner.id).select(['action', 'detail']).execute(),
    }));
    assert.deepEqual(mails, [{ kind: 'account.password' }]);
    assert.deepEqual(audited, [{ action: 'user.password', detail: { endedSessions: 1 } }]);
  });

  it('S5.5 S8.8 a wrong old one, or a weak new one, changes nothing', async () => {
    const owner = await user();
    for (const [password, code] of [
      ['Welcome2024!', 'password_common'],
      ['Company-26-x', 'password_personal'],
    ] as const) {
      const weak = await owner.refused(updatePassword, { body: { password, oldPassword: testPassword } });
      assert.deepEqual([weak.status, weak.code], [422, code]);
    }
    const wrong = await owner.refused(updatePassword, { body: { password: next, oldPassword: 'Wrong-line-2027' } });
    assert.deepEqual([wrong.status, wrong.code], [422, 'password_wrong']);
    for (const password of ['short-A1', 'no-capital-1', 'NO-SMALL-11', 'No-Digit-Here', 'NoSign12345'])
      assert.equal(
        (await owner.refused(updatePassword, { body: { password, oldPassword: testPassword } })).status,
        400,
        password,
      );
    assert.equal((await owner.refused(updatePassword, { body: { password: next } as never })).status, 400);
    await signIn(portal, owner.email, testPassword);
  });

  it('S8.2 who guesses at an open browser is limited like who signs in, a burst of guesses too', async () => {
    const owner = await user();
    const guess = () => owner.refused(updatePassword, { body: { password: next, oldPassword: 'Wrong-line-2027' } });
    const codes = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ code }) => code);
    assert.equal(codes.filter((code) => code === 'password_wrong').length, 10);
    const limited = await owner.refused(updatePassword, { body: { password: next, oldPassword: testPassword } });
    assert.deepEqual([limited.status, limited.code, limited.data?.['minutes']], [429, 'too_many_requests', 15]);
    // Its owner, who is somewhere else, comes in.
    await signIn(portal, owner.email, testPassword);
    portal.clock.leap(16 * minute_ms);
    await change(owner, testPassword);
    await signIn(portal, owner.email, next);
  });

  it('of two changes at once one wins and the other is told that its old password is not right', async () => {
    const owner = await user();
    const results = await portal.race(
      () => change(owner, testPassword, 'Cold-line-2028'),
      () => change(owner, testPassword, 'Cold-line-2029'),
    );
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('a link for a new password that was asked for before is worth nothing', async () => {
    const owner = await user();
    const now = portal.clock.now();
    await portal.db.write((db) =>
      db
        .insertInto('mailed_code')
        .values({
          id: newId(now),
          user_id: owner.id,
          kind: 'reset',
          membership_id: null,
          secret_hash: 'x',
          created_at: timestamp(now),
          expires_at: timestamp(now + 60 * minute_ms),
          used_at: null,
        })
        .execute(),
    );
    await change(owner, testPassword);
    const left = await portal.db.read((db) =>
      db.selectFrom('mailed_code').where('user_id', '=', owner.id).select('id').execute(),
    );
    assert.deepEqual(left, []);
  });
});
