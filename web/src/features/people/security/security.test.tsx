import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import {
  addTotp,
  beginConfirmation,
  beginTotp,
  confirm,
  listFactors,
  newRecoveryCodes,
} from '@brina/contract/calls/people/security';
import { listSessions } from '@brina/contract/calls/people/sessions';
import { inviteMember, listMembers, listSharedAppliances } from '@brina/contract/calls/people/sharing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { setLocale } from '../../../lib/catalogues.ts';
import { session } from '../../../lib/session.ts';
import { type Asked, exampleUser, portalFixture, testConfig } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const dialog = () => page.getByRole('dialog');
const codes = ['0123-4567-89AB-CDEF', 'GHJK-MNPQ-RSTV-WXYZ'];
const [phone] = listFactors.example.reply.factors;
const none = { factors: [], recoveryCodesLeft: 0, passkeysOf: null, demanded: false };
/** What a browser gives for a passkey, as far as it is sent. */
const madeCredential = {
  id: 'a2V5',
  rawId: new ArrayBuffer(3),
  type: 'public-key',
  authenticatorAttachment: null,
  response: {
    authenticatorData: new ArrayBuffer(1),
    clientDataJSON: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
} as Credential;
const isWrong = (field: ReturnType<typeof page.getByLabelText>) =>
  expect.poll(() => field.element().getAttribute('aria-invalid')).toBe('true');
const isFocused = (field: ReturnType<typeof page.getByLabelText>) =>
  expect.poll(() => document.activeElement === field.element()).toBe(true);

function portalOf(change: Parameters<typeof exampleUser>[0] = {}) {
  const portal = portalFixture(exampleUser({ language: 'en_GB', ...change }));
  portal.reply(listAppliances, listAppliances.example.reply);
  portal.reply(listSessions, listSessions.example.reply);
  portal.reply(listFactors, none);
  portal.reply(beginTotp, beginTotp.example.reply);
  return portal;
}

beforeEach(() => page.viewport(1280, 900));

describe('the second step of the sign-in', () => {
  const password = () => page.getByLabelText('Password', { exact: true });
  const code = () => page.getByLabelText('Code of the app');

  /** The sign-in of somebody whose password is right; what the second step answers is `answer`'s. */
  async function openStep(answer: () => Response, options: Partial<Parameters<typeof renderApp>[1]> = {}) {
    const portal = portalOf();
    const reply = { error: 'mfa_required', mfa_token: 'sealed', expires_in: 300, kinds: ['totp', 'recovery'] };
    portal.on('POST', testConfig.tokenUrl, ({ body }) =>
      new URLSearchParams(body).get('grant_type') === 'password'
        ? Response.json({ ...reply, passkey: null }, { status: 400 })
        : answer(),
    );
    session.kept.setState({ email: null });
    const app = await renderApp('/login', { portal, signIn: false, ...options });
    await userEvent.fill(page.getByLabelText('Email'), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
    return { ...app, portal };
  }
  const refused = (left: number) => () => Response.json({ error: 'invalid_grant', tries_left: left }, { status: 400 });

  it('B11.4 asks for the code of the app at once, by a field that phones fill and type digits into', async () => {
    await openStep(refused(4));
    await isFocused(code());
    expect(code().element().getAttribute('autocomplete')).toBe('one-time-code');
    expect(code().element().getAttribute('inputmode')).toBe('numeric');
    for (const button of document.querySelectorAll('form button'))
      expect(button.getBoundingClientRect().height, button.textContent ?? '').toBeGreaterThanOrEqual(44);
    expect(await axeFindings()).toEqual([]);
  });

  it('B11.4 marks a field that is empty, and says of a wrong code how many tries are left', async () => {
    const { portal } = await openStep(refused(3));
    await userEvent.keyboard('{Enter}');
    await isWrong(code());
    expect(portal.askedFor(testConfig.tokenUrl)).toHaveLength(1);
    await userEvent.keyboard('123456{Enter}');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This is not correct, or was used already. 3 tries left.');
    await isFocused(code());
    await expect.element(code()).toHaveValue('');
    expect(await axeFindings()).toEqual([]);
    const sent = new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[1]?.body);
    expect([sent.get('grant_type'), sent.get('mfa_token'), sent.get('code')]).toEqual([
      'urn:brina:second-factor',
      'sealed',
      '123456',
    ]);
  });

  it('B11.4 takes a recovery code instead; when no try is left it leads back to the sign-in', async () => {
    const { portal } = await openStep(refused(0));
    await userEvent.click(page.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.fill(page.getByLabelText('Recovery code'), codes[0] ?? '');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This took too long or was tried too often. Sign in again.');
    expect(new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[1]?.body).get('recovery_code')).toBe(codes[0]);
    await userEvent.click(page.getByRole('button', { name: 'Back to sign-in' }));
    await expect.element(password()).toBeVisible();
  });
});

describe('the screen that sets up the second factor', () => {
  const code = () => page.getByLabelText('Code of the app');

  it('B11.4 says why, shows the key as picture and text, and keeps what was typed at a wrong code', async () => {
    const portal = portalOf({ secondFactor: 'needed' });
    portal.refuse(addTotp, 422, 'factor_code_wrong');
    const { router } = await renderApp('/dashboard', { portal });
    await expect.poll(() => router.state.location.pathname).toBe('/second-factor');
    await expect.element(page.getByText('Your role needs two-step sign-in. Set it up to go on.')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await expect.element(page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    expect(code().element().getAttribute('autocomplete')).toBe('one-time-code');
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await isWrong(code());
    await isFocused(code());
    expect(portal.askedFor(addTotp.path).filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.fill(page.getByLabelText('Name of the device'), 'Kitchen phone');
    await userEvent.fill(code(), '123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('refused: factor_code_wrong')).toBeVisible();
    await isFocused(code());
    await expect.element(page.getByLabelText('Name of the device')).toHaveValue('Kitchen phone');
    expect(await axeFindings()).toEqual([]);
  });

  it('B11.4 on a phone, which cannot scan its own screen, the app opens by a link, and the code to scan comes last', async () => {
    const portal = portalOf({ secondFactor: 'needed' });
    await page.viewport(390, 844);
    await renderApp('/second-factor', { portal });
    const link = page.getByRole('link', { name: 'Open authenticator app' });
    await expect.element(link).toBeVisible();
    expect(link.element().getAttribute('href')).toBe(beginTotp.example.reply.uri);
    const topOf = (part: { element(): Element }): number => part.element().getBoundingClientRect().top;
    const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
    const key = page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    expect(topOf(link)).toBeLessThan(topOf(key));
    expect(topOf(key)).toBeLessThan(topOf(picture));
    await page.viewport(1280, 800);
    await expect.poll(() => topOf(picture) < topOf(key)).toBe(true);
    await expect.poll(() => link.query()).toBeNull();
  });

  it('B11.4 the name that is proposed follows the language, until another is typed', async () => {
    await renderApp('/second-factor', { portal: portalOf({ secondFactor: 'needed' }) });
    const name = () => document.querySelector<HTMLInputElement>('input[name=name]')?.value;
    await expect.poll(name).toBe('Authenticator app');
    try {
      await setLocale('de');
      await expect.poll(name).toBe('Authenticator-App');
      await userEvent.fill(page.getByLabelText('Name des Geräts'), 'Diensthandy');
      await setLocale('ja');
      await expect.element(page.getByLabelText('端末の名前')).toHaveValue('Diensthandy');
    } finally {
      await setLocale('en');
    }
  });

  it('B11.4 then shows the recovery codes once, and goes on when they are kept', async () => {
    const portal = portalOf({ secondFactor: 'needed' });
    portal.reply(addTotp, { ...addTotp.example.reply, recoveryCodes: codes });
    await renderApp('/second-factor', { portal });
    await userEvent.fill(code(), '123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
    for (const one of codes) await expect.element(page.getByText(one)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'I have kept them' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});

describe('a portal that is opened by a number', () => {
  it.for([
    ['portal.example', true],
    // Nobody can open one there: the portal is known by no name.
    [null, false],
  ] as const)('B11.4 says where passkeys work: %s', async ([passkeysOf, isSaid]) => {
    const portal = portalOf({ secondFactor: 'needed' });
    portal.reply(listFactors, { ...none, passkeysOf });
    await renderApp('/second-factor', { portal });
    await expect.element(page.getByLabelText('Code of the app')).toBeVisible();
    const said = page.getByText(/^Passkeys work/).elements();
    expect(said.map(({ textContent }) => textContent)).toEqual(
      isSaid ? [`Passkeys work where the portal is opened as ${passkeysOf}.`] : [],
    );
  });
});

describe('the question before a dangerous act', () => {
  const { factor } = beginConfirmation.example.reply;
  /** Asks for the password, and for one of these ways. */
  async function openQuestion(
    begin = (portal: ReturnType<typeof portalOf>) => portal.reply(beginConfirmation, { factor }),
  ) {
    const portal = portalOf({ secondFactor: 'on' });
    if (!phone) throw new Error('the example has no factor');
    portal.reply(listFactors, { ...none, factors: [phone], recoveryCodesLeft: 2 });
    begin(portal);
    portal.refuse(newRecoveryCodes, 403, 'confirmation_needed');
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'New codes' }));
    await userEvent.click(dialog().getByRole('button', { name: 'New codes' }));
    await expect.element(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
    return portal;
  }
  const ask = () => page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = () => ask().getByLabelText('Password', { exact: true });
  const code = () => ask().getByLabelText('Code of the app');

  const isRead = ({ method }: Asked) => method === 'GET';
  const sentTo = (portal: ReturnType<typeof portalOf>) =>
    portal.askedFor(confirm.path).flatMap((one) => (isRead(one) ? [] : [JSON.parse(one.body)]));

  const leave = async () => {
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => ask().query()).toBeNull();
  };

  it('B11.4 is one dialog that is answered by the keyboard, and the act goes on by itself', async () => {
    const portal = await openQuestion();
    await isFocused(password());
    expect(await axeFindings()).toEqual([]);
    portal.reply(confirm, { code: '200' });
    portal.reply(newRecoveryCodes, { recoveryCodes: codes });
    await userEvent.keyboard('Cold-line-2026{Enter}');
    await isWrong(code());
    await isFocused(code());
    await userEvent.keyboard('287082{Enter}');
    await expect.element(page.getByText(codes[0] ?? '')).toBeVisible();
    expect(ask().query()).toBeNull();
    expect(portal.askedFor(newRecoveryCodes.path)).toHaveLength(2);
    expect(sentTo(portal)[0]).toMatchObject({
      password: 'Cold-line-2026',
      factor: { proof: { kind: 'totp', code: '287082' } },
    });
  });

  it('B11.4 shows what is wrong at its field, and loses nothing that was right', async () => {
    const portal = await openQuestion();
    portal.refuse(confirm, 422, 'password_wrong');
    await userEvent.fill(password(), 'wrong');
    await userEvent.fill(code(), '287082');
    await userEvent.keyboard('{Enter}');
    await isWrong(password());
    await isFocused(password());
    portal.refuse(confirm, 422, 'factor_code_wrong');
    await userEvent.fill(password(), 'Cold-line-2026');
    await userEvent.fill(code(), '000000');
    await userEvent.keyboard('{Enter}');
    await isWrong(code());
    await isFocused(code());
    await expect.element(password()).toHaveValue('Cold-line-2026');
    expect(await axeFindings()).toEqual([]);
    await leave();
  });

  it('B11.4 says that the question is over, keeps the password, and takes the next code for the question asked anew', async () => {
    const portal = await openQuestion();
    portal.refuse(confirm, 422, 'challenge_over');
    portal.reply(beginConfirmation, { factor: { challenge: 'anew', kinds: ['totp', 'recovery'], passkey: null } });
    await userEvent.fill(password(), 'Cold-line-2026');
    await userEvent.fill(code(), '287082');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => portal.askedFor(beginConfirmation.path).filter(isRead)).toHaveLength(2);
    await expect.element(ask().getByRole('alert')).toHaveTextContent('refused: challenge_over');
    await expect.element(password()).toHaveValue('Cold-line-2026');
    await expect.element(code()).toHaveValue('');
    await isFocused(code());
    portal.reply(confirm, { code: '200' });
    portal.reply(newRecoveryCodes, { recoveryCodes: codes });
    await userEvent.keyboard('287083{Enter}');
    await expect.element(page.getByText(codes[0] ?? '')).toBeVisible();
    expect(sentTo(portal).at(-1)).toMatchObject({ password: 'Cold-line-2026', factor: { challenge: 'anew' } });
  });

  it('B11.4 asks for nothing when it cannot say what it needs, and tries again', async () => {
    const portal = await openQuestion((broken) => broken.refuse(beginConfirmation, 404, 'generic'));
    await expect.element(ask().getByText('refused: generic')).toBeVisible();
    expect(password().query()).toBeNull();
    expect(await axeFindings()).toEqual([]);
    portal.reply(beginConfirmation, { factor });
    await userEvent.click(ask().getByRole('button', { name: 'Retry' }));
    await expect.element(code()).toBeVisible();
    await leave();
  });

  it('B11.4 says that a code is wanted of who has a second factor since a moment ago, and asks for it', async () => {
    const portal = await openQuestion((without) => without.reply(beginConfirmation, { factor: null }));
    portal.refuse(confirm, 422, 'factor_code_wrong');
    await userEvent.fill(password(), 'Cold-line-2026');
    portal.refuse(beginConfirmation, 404, 'generic');
    await userEvent.keyboard('{Enter}');
    await expect.element(ask().getByText('refused: factor_code_wrong')).toBeVisible();
    portal.reply(beginConfirmation, { factor });
    await userEvent.keyboard('{Enter}');
    await isWrong(code());
    await expect.element(password()).toHaveValue('Cold-line-2026');
    await leave();
  });

  it('B11.4 waits for the browser that asks for a passkey, and says when the portal does not take it', async () => {
    const passkey = { challenge: 'c2FsdA', rpId: location.hostname, allowCredentials: [] };
    const portal = await openQuestion((keys) =>
      keys.reply(beginConfirmation, { factor: { challenge: 'sealed', kinds: ['passkey', 'totp'], passkey } }),
    );
    const answers: ((credential: Credential | null) => void)[] = [];
    const browser = vi
      .spyOn(navigator.credentials, 'get')
      .mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    try {
      portal.refuse(confirm, 422, 'factor_code_wrong');
      await userEvent.fill(password(), 'Cold-line-2026');
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => answers.length).toBe(1);
      await userEvent.keyboard('{Enter}');
      await expect
        .poll(() => ask().getByRole('button', { name: 'Confirm' }).element().hasAttribute('disabled'))
        .toBe(true);
      expect(browser).toHaveBeenCalledTimes(1);
      answers[0]?.(madeCredential);
      await expect
        .element(ask().getByRole('alert'))
        .toHaveTextContent('The passkey was not confirmed. Try again, or choose another way.');
      expect(sentTo(portal)).toHaveLength(1);
    } finally {
      browser.mockRestore();
    }
    await leave();
  });

  it('B11.4 is left by Escape, and then nothing is done or said: one is back at the button', async () => {
    const portal = await openQuestion();
    await leave();
    expect(portal.askedFor(newRecoveryCodes.path)).toHaveLength(1);
    await isFocused(dialog().getByRole('button', { name: 'New codes' }));
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('B11.4 left out of a form, one is back at its button, and nothing is said', async () => {
    const portal = portalOf();
    portal.reply(listMembers, []);
    portal.reply(listSharedAppliances, []);
    portal.reply(beginConfirmation, { factor: null });
    portal.refuse(inviteMember, 403, 'confirmation_needed');
    await renderApp('/admin', { portal });
    await userEvent.click(page.getByRole('tabpanel').getByRole('button', { name: 'Invite user' }));
    await userEvent.fill(dialog().getByLabelText('Email'), 'bo@example.com');
    await userEvent.fill(dialog().getByLabelText('First name'), 'Bo');
    await userEvent.fill(dialog().getByLabelText('Last name'), 'Neri');
    await userEvent.click(dialog().getByRole('button', { name: 'Send invitation' }));
    await userEvent.click(ask().getByRole('button', { name: 'Cancel' }));
    await isFocused(dialog().getByRole('button', { name: 'Send invitation' }));
    expect(page.getByRole('alert').elements()).toEqual([]);
    await expect.element(dialog().getByLabelText('First name')).toHaveValue('Bo');
  });

  it('B11.4 a wrong password is said in words of its own, and stands ready to be typed over', async () => {
    const portal = await openQuestion((without) => without.reply(beginConfirmation, { factor: null }));
    portal.refuse(confirm, 422, 'password_wrong');
    await userEvent.fill(password(), 'wrong');
    await userEvent.click(ask().getByRole('button', { name: 'Confirm' }));
    await isWrong(password());
    await expect.element(ask().getByText('The password is not correct.')).toBeVisible();
    await isFocused(password());
    portal.reply(confirm, { code: '200' });
    portal.reply(newRecoveryCodes, { recoveryCodes: codes });
    await userEvent.keyboard('Cold-line-2026{Enter}');
    await expect.element(page.getByText(codes[0] ?? '')).toBeVisible();
    expect(sentTo(portal).at(-1)).toMatchObject({ password: 'Cold-line-2026' });
  });
});
