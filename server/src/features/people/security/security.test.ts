import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resetUserFactors } from '@brina/contract/calls/maker/factory-users';
import { exportOwnData, getUserInfo, updatePassword } from '@brina/contract/calls/people/account';
import {
  addPasskey,
  addTotp,
  beginConfirmation,
  beginPasskey,
  beginTotp,
  confirm,
  listFactors,
  newRecoveryCodes,
  removeFactor,
  renameFactor,
} from '@brina/contract/calls/people/security';
import { listSessions } from '@brina/contract/calls/people/sessions';
import { pathOf } from '@brina/contract/screens';
import { CallFailed, send } from '@brina/contract/wire/client';
import { minute_ms } from '@brina/domain/language/durations';
import { formatDateTime } from '@brina/domain/language/time';
import { confirmation_ms, factors_max, totp } from '@brina/domain/people/factors';
import { strFromU8, unzipSync } from 'fflate';
import { totpCode, totpStep } from '#identity/factors/totp.ts';
import { SoftPasskey } from '../../../../test/authenticators.ts';
import { given, signIn, type TestUser, testPassword } from '../../../../test/given.ts';
import { sharedPortal } from '../../../../test/portal.ts';

describe('the second factor', async () => {
  const portal = await sharedPortal();
  const { user, headersOf } = given(portal);
  const codeOf = (secret: string, steps = 0): string => totpCode(secret, totpStep(portal.clock.now()) + steps);
  /** A code is good once: the next one comes with the next step. */
  const nextStep = (): void => portal.clock.leap(totp.step_ms);

  /** What the token endpoint replies, whatever it is. */
  const grant = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const reply = await fetch(portal.url + portal.publicConfig.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ client_id: portal.publicConfig.clientId, ...fields }),
      headers,
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const firstStep = ({ email }: Pick<TestUser, 'email'>, password = testPassword) =>
    grant({ grant_type: 'password', username: email, password });
  const secondStep = (token: unknown, proof: Record<string, string>) =>
    grant({ grant_type: 'urn:brina:second-factor', mfa_token: String(token), ...proof });
  /** Both steps, each with a challenge of its own. */
  const signInWith = async (person: TestUser, proof: Record<string, string>) =>
    secondStep((await firstStep(person)).body['mfa_token'], proof);

  /** The password grant with the code in it. */
  const inOneRequest = ({ email }: TestUser, code: string, password = testPassword) =>
    grant({ grant_type: 'password', username: email, password, code });

  const addApp = async (person: TestUser, name = 'Phone') => {
    const { secret, setUp } = await person.call(beginTotp, {});
    return { secret, ...(await person.call(addTotp, { body: { setUp, code: codeOf(secret), name } })) };
  };
  const withApp = async (person: TestUser, name?: string) => {
    const added = await addApp(person, name);
    nextStep();
    return added;
  };
  const actionsOf = async ({ id }: TestUser): Promise<string[]> =>
    (
      await portal.db.read((db) =>
        db.selectFrom('audit').where('user_id', '=', id).orderBy('at').orderBy('id').select('action').execute(),
      )
    ).map(({ action }) => action);
  const mailsTo = async ({ email }: TestUser): Promise<string[]> =>
    (
      await portal.db.read((db) =>
        db.selectFrom('mail').where('recipient', '=', email).orderBy('created_at').select('kind').execute(),
      )
    ).map(({ kind }) => kind);

  it('B11.4 S7.38 who has none signs in as ever, with exactly the reply of the password grant', async () => {
    const { status, body } = await firstStep(await user());
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['access_token', 'expires_in', 'token_type', 'scope', 'refresh_token']);
  });

  it('B11.4 an app is set up by a code of it, comes with recovery codes and a letter, and ends the other sessions', async () => {
    const ada = await user();
    const other = await signIn(portal, ada.email, testPassword);
    const { secret, uri, qr, setUp } = await ada.call(beginTotp, {});
    assert.equal(new URL(uri).searchParams.get('secret'), secret);
    assert.ok(qr.size >= 21 && qr.path.startsWith('M0 0h7'));
    const wrong = await ada.refused(addTotp, { body: { setUp, code: codeOf(secret, 5), name: 'Phone' } });
    assert.deepEqual([wrong.status, wrong.code], [422, 'factor_code_wrong']);
    assert.equal((await ada.call(getUserInfo, {})).secondFactor, 'off');
    const code = codeOf(secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { factor, recoveryCodes } = await ada.call(addTotp, { body: { setUp, code: spaced, name: 'Phone' } });
    assert.equal(new Set(recoveryCodes).size, 10);
    for (const one of recoveryCodes) assert.match(one, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const listed = await ada.call(listFactors, {});
    assert.deepEqual(listed, { factors: [factor], recoveryCodesLeft: 10, passkeysOf: 'localhost', demanded: false });
    assert.equal((await ada.call(getUserInfo, {})).secondFactor, 'on');
    assert.equal((await ada.call(listSessions, {})).length, 1);
    await assert.rejects(
      send(getUserInfo, {}, { baseUrl: portal.url, headers: () => headersOf(other.access_token) }),
      (error: CallFailed) => error.status === 401,
    );
    assert.deepEqual(await mailsTo(ada), ['account.factor.added']);
    assert.ok((await actionsOf(ada)).includes('factor.add'));
  });

  it('B11.4 the password alone opens nothing any more; with a code of the app it does, and each code once', async () => {
    const ada = await user();
    const { secret } = await withApp(ada);
    const first = await firstStep(ada);
    assert.equal(first.status, 400);
    assert.deepEqual(Object.keys(first.body), [
      'error',
      'error_description',
      'mfa_token',
      'expires_in',
      'kinds',
      'passkey',
    ]);
    assert.deepEqual([first.body['error'], first.body['kinds']], ['mfa_required', ['totp', 'recovery']]);
    const wrongPassword = await firstStep(ada, 'Wrong-password-1#');
    assert.equal(wrongPassword.body['error'], 'invalid_grant');

    const code = codeOf(secret);
    const second = await secondStep(first.body['mfa_token'], { code });
    assert.equal(second.status, 200);
    assert.deepEqual(Object.keys(second.body), ['access_token', 'expires_in', 'token_type', 'scope', 'refresh_token']);
    const replayed = await signInWith(ada, { code });
    assert.deepEqual([replayed.status, replayed.body['error']], [400, 'invalid_grant']);
    const earlier = await signInWith(ada, { code: codeOf(secret, -1) });
    assert.equal(earlier.status, 400, 'nor one from before it');
    nextStep();
    const twice = await secondStep(first.body['mfa_token'], { code: codeOf(secret) });
    assert.equal(twice.status, 400, 'a sign-in is finished once');
    assert.equal((await signInWith(ada, { code: codeOf(secret, 1) })).status, 200);
  });

  it('S7.38 B11.4 the password grant takes the code along, of an app or for recovery, and replies its tokens at once', async () => {
    const ada = await user();
    const { secret, recoveryCodes } = await withApp(ada);
    const [recovery = ''] = recoveryCodes;
    const code = codeOf(secret);
    for (const typed of [`${code.slice(0, 3)} ${code.slice(3)}`, recovery.toLowerCase()]) {
      const { status, body } = await inOneRequest(ada, typed);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['access_token', 'expires_in', 'token_type', 'scope', 'refresh_token']);
      const again = await inOneRequest(ada, typed);
      assert.deepEqual([again.status, again.body['error']], [400, 'invalid_grant'], 'each opens once');
    }
    assert.equal((await ada.call(listFactors, {})).recoveryCodesLeft, 9);
    // Who was answered in two steps has used the code up for the one request too.
    nextStep();
    assert.equal((await signInWith(ada, { code: codeOf(secret) })).status, 200);
    assert.equal((await inOneRequest(ada, codeOf(secret))).status, 400);
  });

  it('S7.38 B11.4 a wrong code in the one request is counted with those of the second step, and told in the audit log', async () => {
    const ada = await user();
    const { secret } = await withApp(ada);
    for (const left of [9, 8, 7, 6, 5]) {
      const { status, body } = await inOneRequest(ada, codeOf(secret, 7));
      assert.deepEqual([status, body['error'], body['tries_left']], [400, 'invalid_grant', left]);
    }
    const token = (await firstStep(ada)).body['mfa_token'];
    for (const left of [4, 3, 2, 1, 0])
      assert.equal((await secondStep(token, { code: codeOf(secret, 7) })).body['tries_left'], left);
    const limited = await inOneRequest(ada, codeOf(secret));
    assert.deepEqual([limited.status, limited.body['error']], [429, 'too_many_requests']);
    assert.equal((await actionsOf(ada)).filter((action) => action === 'factor.refuse').length, 10);
  });

  it('B11.4 B11.2 a password alone is counted as no sign-in where a second factor is asked for, and a wrong code as one that was wrong', async () => {
    const ada = await user();
    const { secret } = await withApp(ada);
    const counts = async (): Promise<Record<string, number>> => {
      const metrics = await (await fetch(`${portal.url}/metrics`)).text();
      const rows = metrics.matchAll(/^brina_sign_ins_total\{outcome="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...rows].map(([, outcome, n]) => [outcome, Number(n)]));
    };
    /** What was counted meanwhile. */
    const counted = async (act: () => Promise<unknown>): Promise<Record<string, number>> => {
      const before = await counts();
      await act();
      const grown = Object.entries(await counts()).map(
        ([outcome, n]) => [outcome, n - (before[outcome] ?? 0)] as const,
      );
      return Object.fromEntries(grown.filter(([, n]) => n > 0));
    };
    const token = (await firstStep(ada)).body['mfa_token'];
    assert.deepEqual(await counted(() => firstStep(ada)), { factor_asked: 1 });
    const wrong = codeOf(secret, 7);
    assert.deepEqual(await counted(() => secondStep(token, { code: wrong })), { factor_wrong: 1 });
    assert.deepEqual(await counted(() => inOneRequest(ada, wrong)), { factor_wrong: 1 });
    assert.deepEqual(await counted(() => secondStep('forged', { code: wrong })), { refused: 1 });
    assert.deepEqual(await counted(() => secondStep(token, { code: codeOf(secret) })), { signed_in: 1 });
    nextStep();
    assert.deepEqual(await counted(() => inOneRequest(ada, codeOf(secret))), { signed_in: 1 });
    for (let n = 0; n < 10; n += 1) await inOneRequest(ada, wrong);
    assert.deepEqual(await counted(() => inOneRequest(ada, wrong)), { factor_limited: 1 });
    assert.deepEqual(await counted(() => signInWith(ada, { code: wrong })), { factor_asked: 1, factor_limited: 1 });
  });

  it('S7.38 B11.4 a code tells nothing of a wrong password, and is not looked at for who has no factor', async () => {
    const [ada, eva] = [await user(), await user()];
    const { secret } = await withApp(ada);
    const plain = await firstStep(ada, 'Wrong-password-1#');
    for (const code of [codeOf(secret), '000000'])
      assert.deepEqual(await inOneRequest(ada, code, 'Wrong-password-1#'), plain);
    assert.equal((await inOneRequest(ada, codeOf(secret))).status, 200, 'nor was it used up');
    assert.equal((await inOneRequest(eva, '000000')).status, 200);
  });

  it('B11.4 what answers a challenge that is over uses up no recovery code, and a code used before leaves the challenge open', async () => {
    const ada = await user();
    const { secret, recoveryCodes } = await withApp(ada);
    const [first = '', second = ''] = recoveryCodes;
    const challenge = (await firstStep(ada)).body['mfa_token'];
    assert.equal((await secondStep(challenge, { recovery_code: first })).status, 200);
    assert.equal((await secondStep(challenge, { recovery_code: second })).status, 400);
    assert.equal((await ada.call(listFactors, {})).recoveryCodesLeft, 9);
    // The same code of the app at two devices at once: the other one waits for the next, and goes on.
    const [here, there] = [(await firstStep(ada)).body['mfa_token'], (await firstStep(ada)).body['mfa_token']];
    assert.equal((await secondStep(here, { code: codeOf(secret) })).status, 200);
    assert.equal((await secondStep(there, { code: codeOf(secret) })).status, 400);
    nextStep();
    assert.equal((await secondStep(there, { code: codeOf(secret) })).status, 200);
  });

  it('B11.4 that a recovery code was used is told by letter and in the audit log', async () => {
    const ada = await user();
    const { recoveryCodes } = await withApp(ada);
    assert.equal((await signInWith(ada, { recovery_code: '0000-0000-0000-0000' })).status, 400);
    assert.deepEqual(await mailsTo(ada), ['account.factor.added']);
    assert.equal((await signInWith(ada, { recovery_code: recoveryCodes[3] ?? '' })).status, 200);
    assert.deepEqual(await mailsTo(ada), ['account.factor.added', 'account.factor.recovery']);
    const letter = await portal.db.read((db) =>
      db
        .selectFrom('mail')
        .where('recipient', '=', ada.email)
        .where('kind', '=', 'account.factor.recovery')
        .select('content')
        .executeTakeFirstOrThrow(),
    );
    assert.match(JSON.stringify(letter.content), /9/);
    const used = await portal.db.read((db) =>
      db
        .selectFrom('audit')
        .where('user_id', '=', ada.id)
        .where('action', '=', 'factor.useCode')
        .select(['on_id', 'detail'])
        .execute(),
    );
    assert.deepEqual(used, [{ on_id: ada.id, detail: { left: 9 } }]);
  });

  it('B11.4 the letters of a device added and of a recovery code used tell when, on what device and from where, and lead to the account', async () => {
    const ada = await user('USER', { language: 'de' });
    await portal.db.write((db) =>
      db.updateTable('session').set({ device: 'Firefox, Windows' }).where('user_id', '=', ada.id).execute(),
    );
    const moments = [portal.clock.now()];
    const { recoveryCodes } = await withApp(ada);
    moments.push(portal.clock.now());
    const { body } = await firstStep(ada);
    const fields = { mfa_token: String(body['mfa_token']), recovery_code: recoveryCodes[0] ?? '' };
    const safari = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' };
    assert.equal((await grant({ grant_type: 'urn:brina:second-factor', ...fields }, safari)).status, 200);
    const letters = await portal.db.read((db) =>
      db.selectFrom('mail').where('recipient', '=', ada.email).orderBy('created_at').select('content').execute(),
    );
    const told = letters.map(({ content }) => content as { paragraphs: string[]; action: { url: string } });
    const times = moments.map((at) => formatDateTime(at, { locale: 'de', hours: '24h', timeZone: 'UTC' }, 'document'));
    assert.deepEqual(
      told.map(({ paragraphs }) => paragraphs[2]),
      [
        `Zeit: ${times[0]}. Gerät: Firefox, Windows. Netzwerkadresse: 127.0.0.1.`,
        `Zeit: ${times[1]}. Gerät: Safari, iPhone. Netzwerkadresse: 127.0.0.1.`,
      ],
    );
    for (const { action } of told) assert.equal(new URL(action.url).pathname, pathOf('account'));
  });

  it('B11.4 of two who send the same code at the same moment one comes in', async () => {
    const ada = await user();
    const { secret } = await withApp(ada);
    const tokens = [(await firstStep(ada)).body['mfa_token'], (await firstStep(ada)).body['mfa_token']];
    const code = codeOf(secret);
    const [one, other] = await portal.race(...tokens.map((token) => () => secondStep(token, { code })));
    const statuses = [one, other].map((result) => (result?.status === 'fulfilled' ? result.value.status : 0));
    assert.deepEqual(statuses.toSorted(), [200, 400]);
  });

  it('B11.4 wrong codes are counted, five a sign-in and ten an account, and stand in the audit log', async () => {
    const ada = await user();
    const { secret } = await withApp(ada);
    const token = (await firstStep(ada)).body['mfa_token'];
    for (const left of [4, 3, 2, 1, 0])
      assert.deepEqual((await secondStep(token, { code: codeOf(secret, 7) })).body['tries_left'], left);
    const right = await secondStep(token, { code: codeOf(secret) });
    assert.deepEqual([right.status, right.body['tries_left']], [400, 0], 'this sign-in is over');
    const again = (await firstStep(ada)).body['mfa_token'];
    for (let n = 0; n < 4; n += 1) await secondStep(again, { code: '000000' });
    const limited = await secondStep(again, { code: codeOf(secret) });
    assert.deepEqual([limited.status, limited.body['error']], [429, 'too_many_requests']);
    assert.equal((await actionsOf(ada)).filter((action) => action === 'factor.refuse').length, 10);
    portal.clock.leap(60 * minute_ms);
    assert.equal((await signInWith(ada, { code: codeOf(secret) })).status, 200);
  });

  it('B11.4 what was begun opens nothing after five minutes, for somebody else, changed, or after a new password', async () => {
    const [ada, eva] = [await user(), await user()];
    const { secret } = await withApp(ada);
    await withApp(eva);
    const token = String((await firstStep(ada)).body['mfa_token']);
    assert.equal((await secondStep(`${token.slice(0, -2)}AA`, { code: codeOf(secret) })).status, 400);
    const evas = (await firstStep(eva)).body['mfa_token'];
    assert.equal((await secondStep(evas, { code: codeOf(secret) })).status, 400);
    await ada.call(updatePassword, { body: { oldPassword: testPassword, password: 'Gelo-quieto-27#' } });
    assert.equal((await secondStep(token, { code: codeOf(secret) })).status, 400);
    nextStep();
    const late = (await firstStep(ada, 'Gelo-quieto-27#')).body['mfa_token'];
    portal.clock.leap(5 * minute_ms);
    assert.equal((await secondStep(late, { code: codeOf(secret) })).status, 400);
    for (const proof of [{}, { code: '1', recovery_code: '2' }, { assertion: 'no json' }] as Record<string, string>[])
      assert.equal((await secondStep(token, proof)).body['error'], 'invalid_request');
  });

  it('B11.4 a recovery code opens once, however it is typed, and new ones void those before', async () => {
    const ada = await user();
    const { recoveryCodes } = await withApp(ada);
    const [one = '', two = ''] = recoveryCodes;
    const typed = one.toLowerCase().replaceAll('-', ' ');
    assert.equal((await signInWith(ada, { recovery_code: typed })).status, 200);
    assert.equal((await signInWith(ada, { recovery_code: one })).status, 400);
    assert.equal((await ada.call(listFactors, {})).recoveryCodesLeft, 9);
    const fresh = await ada.call(newRecoveryCodes, {});
    assert.equal((await signInWith(ada, { recovery_code: two })).status, 400);
    assert.equal((await signInWith(ada, { recovery_code: fresh.recoveryCodes[0] ?? '' })).status, 200);
    assert.deepEqual(
      (await mailsTo(ada)).filter((kind) => kind !== 'account.factor.recovery'),
      ['account.factor.added', 'account.factor.newCodes'],
      'its person hears of new ones',
    );
    const none = await (await user()).refused(newRecoveryCodes, {});
    assert.deepEqual([none.status, none.code], [409, 'factor_missing']);
  });

  it('B11.4 a passkey is made, signs in, and its reply opens nothing twice', async () => {
    const ada = await user();
    const passkey = new SoftPasskey(portal.url);
    const { options, setUp } = await ada.call(beginPasskey, {});
    const stranger = new SoftPasskey('https://elsewhere.example').make(options);
    const phished = await ada.refused(addPasskey, { body: { setUp, attestation: stranger, name: 'Laptop' } });
    assert.deepEqual([phished.status, phished.code], [422, 'passkey_unproved'], 'made on another site');
    const made = { setUp, attestation: passkey.make(options), name: 'Laptop' };
    const { factor } = await ada.call(addPasskey, { body: made });
    assert.equal(factor.kind, 'passkey');
    const more = await ada.call(beginPasskey, {});
    const again = await ada.refused(addPasskey, {
      body: { setUp: more.setUp, attestation: passkey.make(more.options), name: 'Laptop' },
    });
    assert.deepEqual([again.status, again.code], [409, 'passkey_unproved'], 'known already');

    const first = await firstStep(ada);
    assert.deepEqual(first.body['kinds'], ['passkey', 'recovery']);
    const asked = first.body['passkey'] as Record<string, unknown>;
    const foreign = new SoftPasskey(portal.url).use(asked);
    assert.equal((await secondStep(first.body['mfa_token'], { assertion: JSON.stringify(foreign) })).status, 400);
    const assertion = JSON.stringify(passkey.use(asked));
    assert.equal((await secondStep(first.body['mfa_token'], { assertion })).status, 200);
    assert.equal((await secondStep(first.body['mfa_token'], { assertion })).status, 400);
    assert.equal((await signInWith(ada, { assertion })).status, 400, 'signed for another sign-in');
    assert.notEqual((await ada.call(listFactors, {})).factors[0]?.usedAt, null);
  });

  it('B11.4 devices are named, listed and removed; with the last one the codes go and the password is enough again', async () => {
    const ada = await user();
    const { factor, secret } = await withApp(ada);
    await ada.call(renameFactor, { params: { id: factor.id }, body: { name: 'Old phone' } });
    const second = await withApp(ada, 'New phone');
    assert.deepEqual(second.recoveryCodes, [], 'the codes from before stay');
    assert.deepEqual(
      (await ada.call(listFactors, {})).factors.map(({ name }) => name),
      ['Old phone', 'New phone'],
    );
    await ada.call(removeFactor, { params: { id: factor.id } });
    assert.equal((await signInWith(ada, { code: codeOf(secret) })).status, 400);
    await ada.call(removeFactor, { params: { id: second.factor.id } });
    assert.equal((await ada.call(listFactors, {})).recoveryCodesLeft, 0);
    await signIn(portal, ada.email, testPassword);
    assert.deepEqual(await mailsTo(ada), [
      'account.factor.added',
      'account.factor.added',
      'account.factor.removed',
      'account.factor.removed',
    ]);
    const eva = await user();
    const foreign = await eva.refused(removeFactor, { params: { id: (await withApp(ada)).factor.id } });
    assert.equal(foreign.status, 404);
    for (let n = 0; n < factors_max; n += 1) await addApp(eva);
    const { secret: more, setUp } = await eva.call(beginTotp, {});
    const full = await eva.refused(addTotp, { body: { setUp, code: codeOf(more), name: 'One more' } });
    assert.deepEqual([full.status, full.code], [409, 'factors_too_many']);
  });

  it('B11.4 what was set up is added once, though its reply was lost and another follows', async () => {
    const ada = await user();
    const { secret, setUp } = await ada.call(beginTotp, {});
    const body = { setUp, code: codeOf(secret), name: 'Phone' };
    const twice = await portal.race(...[1, 2].map(() => () => ada.call(addTotp, { body })));
    const added = twice.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.deepEqual(
      added.map(({ recoveryCodes }) => recoveryCodes.length),
      [10],
    );
    nextStep();
    const late = await ada.refused(addTotp, { body: { ...body, code: codeOf(secret) } });
    assert.deepEqual([late.status, late.code], [422, 'challenge_over']);
    assert.equal((await ada.call(listFactors, {})).factors.length, 1);
  });

  it('B11.4 what somebody else began to set up is nobody’s else', async () => {
    const [ada, eva] = [await user(), await user()];
    const { secret, setUp } = await ada.call(beginTotp, {});
    const stolen = await eva.refused(addTotp, { body: { setUp, code: codeOf(secret), name: 'Phone' } });
    assert.deepEqual([stolen.status, stolen.code], [422, 'challenge_over']);
  });

  it('B11.4 who reads the database has no secret of an app', async () => {
    const ada = await user();
    const { secret, factor } = await withApp(ada);
    const row = await portal.db.read((db) =>
      db.selectFrom('factor').where('id', '=', factor.id).selectAll().executeTakeFirstOrThrow(),
    );
    assert.equal(JSON.stringify(row).includes(secret), false);
    const { data } = await ada.call(exportOwnData, {});
    const copy = JSON.parse(strFromU8(unzipSync(data)['factors.json'] ?? new Uint8Array()));
    assert.deepEqual(
      copy.map((one: Record<string, unknown>) => Object.keys(one)),
      [['kind', 'name', 'created_at', 'used_at']],
    );
  });

  it('B11.4 the proof that dangerous acts ask for is the password and the second factor, of this session', async () => {
    const [ada, eva] = [await user(), await user()];
    const { secret, factor } = await withApp(ada);
    await withApp(eva);
    portal.clock.leap(confirmation_ms);
    const asked = async (person: TestUser) => (await person.call(beginConfirmation, {})).factor?.challenge ?? '';
    const body = async (code: string, password = testPassword, challenge?: string) => ({
      body: {
        password,
        factor: { challenge: challenge ?? (await asked(ada)), proof: { kind: 'totp', code } as const },
      },
    });
    const codeFor = async (input: Parameters<typeof ada.refused<typeof confirm>>[1]) =>
      (await ada.refused(confirm, input)).code;
    assert.equal(await codeFor({ body: { password: testPassword } }), 'factor_code_wrong');
    assert.equal(await codeFor(await body(codeOf(secret), 'Wrong-password-1#')), 'password_wrong');
    assert.equal(await codeFor(await body(codeOf(secret, 7))), 'factor_code_wrong');
    assert.equal(await codeFor(await body(codeOf(secret), testPassword, await asked(eva))), 'challenge_over');
    const signingIn = String((await firstStep(ada)).body['mfa_token']);
    assert.equal(await codeFor(await body(codeOf(secret), testPassword, signingIn)), 'challenge_over');
    await ada.call(confirm, await body(codeOf(secret)));
    await ada.call(removeFactor, { params: { id: factor.id } });
    assert.ok((await actionsOf(ada)).includes('session.confirm'));
  });

  it('B11.4 a system administrator helps who has lost everything, and nobody else does', async () => {
    const [admin, factory, ada] = [await user('SUPERFACTORY'), await user('FACTORY'), await user()];
    await withApp(ada);
    const other = await factory.refused(resetUserFactors, { params: { id: ada.id } });
    assert.equal(other.status, 403);
    await admin.call(resetUserFactors, { params: { id: ada.id } });
    await assert.rejects(ada.call(getUserInfo, {}), (error: CallFailed) => error.status === 401);
    await signIn(portal, ada.email, testPassword);
    assert.deepEqual(await mailsTo(ada), ['account.factor.added', 'account.factor.reset']);
    assert.ok((await actionsOf(admin)).includes('user.resetFactors'));
    const none = await admin.refused(resetUserFactors, { params: { id: ada.id } });
    assert.deepEqual([none.status, none.code], [409, 'factor_missing']);
    await withApp(admin);
    const own = await admin.refused(resetUserFactors, { params: { id: admin.id } });
    assert.deepEqual([own.status, own.code], [422, 'own_account']);
  });
});
