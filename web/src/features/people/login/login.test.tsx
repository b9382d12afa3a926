import { getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { checkCode, resendCode, resetPassword, signUp } from '@brina/contract/calls/people/registration';
import { redirectAfterLogin_ms } from '@brina/domain/constants';
import { legalPath } from '@brina/domain/people/legal';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceKey, appliancesQuery } from '../../../lib/appliances.ts';
import { queryClient } from '../../../lib/query.ts';
import { localStore, session } from '../../../lib/session.ts';
import { exampleUser, portalFixture, testConfig } from '../../../lib/testing/portal-fixture.ts';
import { expectShortMessage, expectToLive } from '../../../lib/testing/short-message.ts';

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password', { exact: true });
const submit = () => page.getByRole('button', { name: 'Sign in' });

async function openLogin(path = '/login', portal = portalFixture()) {
  portal.reply(listAppliances, listAppliances.example.reply);
  session.kept.setState({ email: null });
  return renderApp(path, { portal, signIn: false });
}

describe('the sign-in page', () => {
  beforeEach(() => page.viewport(1280, 800));

  it('S5.1 S5.7 highlights missing and wrong fields, and only after a submit attempt', async () => {
    const { portal } = await openLogin();
    await userEvent.click(password());
    await userEvent.click(email());
    await userEvent.keyboard('ada');
    await userEvent.tab();
    expect(email().element().getAttribute('aria-invalid')).not.toBe('true');

    await userEvent.click(submit());
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await expect.element(page.getByText('This field is required.')).toBeVisible();
    for (const field of [email(), password()]) expect(field.element().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email().element());
    expect(portal.askedFor(testConfig.tokenUrl)).toEqual([]);
  });

  it('S5.1 S9.9 Enter submits the password grant, with remember-me ticked at the start', async () => {
    const { portal } = await openLogin();
    await expect.element(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    await userEvent.fill(email(), ' ada@example.com ');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => session.live.getState().status).toBe('signed-in');

    const form = new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[0]?.body);
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'password',
      username: 'ada@example.com',
      password: 'Abcdef123!',
      client_id: testConfig.clientId,
      scope: 'openid offline_access',
      remember_me: 'true',
    });
    const [userInfo] = portal.askedFor(getUserInfo.path);
    expect(userInfo?.headers.get('authorization')).toMatch(/^Bearer e30\./);
    expect(userInfo?.headers.get(testConfig.subscriptionKeyHeader)).toBe(testConfig.subscriptionKey);
  });

  it('S8.2 says that e-mail or password is not valid when the token call fails', async () => {
    const portal = portalFixture();
    portal.on('POST', testConfig.tokenUrl, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await openLogin('/login', portal);
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'wrong');
    await userEvent.click(submit());
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'The email or password is not correct. Check both and try again. After several tries, wait a few minutes or reset the password.',
      );
    expect(session.live.getState().status).toBe('signed-out');
  });

  it('S8.2 after a wrong password its field is ready to be typed anew, and nothing of the form has moved', async () => {
    const portal = portalFixture();
    portal.on('POST', testConfig.tokenUrl, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await openLogin('/login', portal);
    const places = () =>
      [page.getByRole('heading', { level: 1 }), email(), password(), submit()].map(
        (one) => one.element().getBoundingClientRect().top,
      );
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      await userEvent.fill(email(), 'ada@example.com');
      await userEvent.fill(password(), 'wrong');
      const before = places();
      await userEvent.click(submit());
      await expect.element(page.getByRole('alert')).toBeInViewport();
      await expect.poll(() => document.activeElement).toBe(password().element());
      expect(places()).toEqual(before);
      await userEvent.keyboard('right');
      await expect.element(password()).toHaveValue('right');
    }
  });

  it.each([
    ['the user cannot be loaded', portalRefusingUser],
    ['the account has another status', () => portalFixture(exampleUser({ status: 'BLOCKED' as 'ACTIVE' }))],
  ])('S8.3 S4.26 says that a problem has occurred when %s', async (_, makePortal) => {
    await openLogin('/login', makePortal());
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.element(page.getByRole('alert')).toHaveTextContent('A problem has occurred. Try again later.');
    expect(session.live.getState().status).toBe('signed-out');
    expect(session.kept.getState().refreshToken).toBeNull();
  });

  it.each([
    ['no answer comes', 'cut', /^The portal cannot be reached\. Check your internet connection/],
    ['too many sign in at once', 503, /^Many people are signing in at this moment\. Try again in a few seconds/],
    ['too many were tried', 429, /^Too many attempts\. Try again in a few minutes/],
  ] as const)(
    'S8.3 says why nobody can sign in now, and that the password is not to blame, when %s',
    async (_, fault, words) => {
      const portal = portalFixture();
      portal.on('POST', testConfig.tokenUrl, () => {
        if (fault === 'cut') throw new TypeError('Failed to fetch');
        return Response.json({ error: 'temporarily_unavailable' }, { status: fault });
      });
      await openLogin('/login', portal);
      await userEvent.fill(email(), 'ada@example.com');
      await userEvent.fill(password(), 'Abcdef123!');
      await userEvent.click(submit());
      await expect.element(page.getByRole('alert')).toMatchTextContent(words);
    },
  );

  it('S8.11 tells whom the portal has signed out that the session has ended, and no more of it once they sign in', async () => {
    const ended = () => page.getByText('Your session has ended. Sign in again.');
    const portal = portalFixture();
    session.live.setState({ wasRefused: true });
    const { screen } = await openLogin('/login', portal);
    await expect.element(ended()).toBeVisible();
    portal.on('POST', testConfig.tokenUrl, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'wrong');
    await userEvent.click(submit());
    await expect.element(page.getByText(/^The email or password is not correct/)).toBeVisible();
    expect(ended().query()).toBeNull();
    await screen.unmount();
    session.live.setState({ wasRefused: false });
    await openLogin('/login', portal);
    await expect.element(submit()).toBeVisible();
    expect(ended().query()).toBeNull();
  });

  it('S2.3 S2.10 S4.4 shows the splash for 500 ms, fetches the appliances, then opens what was wanted', async () => {
    const { portal, router } = await openLogin('/analytics');
    expect(router.state.location.href).toBe('/login?to=%2Fanalytics');
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    const splash = expectToLive(() => page.getByText('Apertura dei laboratori …').query(), redirectAfterLogin_ms);
    await userEvent.click(submit());
    await splash;
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
    expect(portal.askedFor(listAppliances.path)).toHaveLength(1);
    expect(document.documentElement.lang).toBe('it');
  });

  it('S4.4 S6.1 whoever may see no appliances is not made to ask for them, whatever the role', async () => {
    const user = exampleUser();
    const { portal, router } = await openLogin(
      '/login?to=/analytics',
      portalFixture({ ...user, may: { ...user.may, readAppliances: false } }),
    );
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
    expect(portal.askedFor(listAppliances.path)).toHaveLength(0);
  });

  it('S4.4 S4.25 a failing appliance list counts as empty and holds nobody up', async () => {
    const portal = portalFixture();
    const { router } = await openLogin('/login?to=/analytics', portal);
    portal.refuse(listAppliances, 500, 'generic');
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
    expect(queryClient.getQueryData(appliancesQuery.queryKey)).toEqual([]);
  });

  it('S4.2 clears user data and all server data when it opens; e-mail and language stay', async () => {
    const { router } = await renderApp('/analytics', { locale: 'de' });
    session.signOut();
    localStore.setState({ user: exampleUser() });
    queryClient.setQueryData(applianceKey('MFL45-26-000123'), getAppliance.example.reply);
    await router.navigate({ to: '/login' });

    await expect.element(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await expect.poll(() => localStore.getState()).toMatchObject({ user: null, locale: 'de' });
    await expect.poll(() => queryClient.getQueryCache().getAll()).toEqual([]);
    expect(session.kept.getState().email).toBe('ada@example.com');
    await expect.element(page.getByLabelText('E-Mail-Adresse')).toHaveValue('ada@example.com');
  });

  it('S4.2 opened while signed in leads to the home of the role, and the tokens stay', async () => {
    const { router } = await renderApp('/login', { portal: portalFixture(exampleUser({ role: 'SERVICE' })) });
    expect(router.state.location.pathname).toBe('/service');
    expect(session.accessToken()).not.toBeNull();
  });

  it('S1.1 a choice of the language switches the page at once and is kept', async () => {
    await openLogin();
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    await userEvent.click(page.getByRole('radio', { name: '日本語' }));
    await userEvent.click(page.getByRole('button', { name: 'Set language' }));
    await expect.element(page.getByRole('heading', { name: 'ログイン' })).toBeVisible();
    expect(document.documentElement.lang).toBe('ja');
    await expect.poll(() => document.title).toBe('ログイン · Brina');
    expect(localStore.getState().locale).toBe('ja');
  });

  it.each([
    ['somebody else', '/login?to=//evil.example/'],
    ['two minds', '/login?to=/analytics&to=/energy'],
  ])('S2.3 follows no address of %s after the sign-in', async (_, path) => {
    const { router } = await openLogin(path);
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.poll(() => router.state.location.pathname).toBe('/');
  });
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const digit = (place: number) => page.getByLabelText(`Digit ${place} of 4`);
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const ada = { email: 'ada@example.com', password: 'Cold-line-2026' };

async function signIn({ email: address, password: secret } = ada): Promise<void> {
  await userEvent.fill(email(), address);
  await userEvent.fill(password(), secret);
  await userEvent.click(submit());
}

describe('terms that are new to somebody', () => {
  it('S4.3 S8.9 are asked for as such: nothing has changed for who is invited', async () => {
    const portal = portalFixture(exampleUser({ tos: false, knowsTerms: false }));
    await openLogin('/login', portal);
    await signIn();
    await expect.element(page.getByText('Please read and accept our terms to continue.')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
    await expect.element(box('I accept the terms of service')).toBeVisible();
  });
});

describe('terms that have changed', () => {
  const expired = exampleUser({ tos: false });

  it('S4.3 S8.9 are accepted before the sign-in goes on', async () => {
    const portal = portalFixture(expired);
    portal.reply(updateUserInfo, exampleUser());
    const { router } = await openLogin('/login?to=/analytics', portal);
    await signIn();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Our terms have changed. Read and accept them to continue.');
    expect(session.live.getState().status).toBe('signed-out');
    expect(session.kept.getState().refreshToken).toBeNull();

    await press('Continue');
    await expect.element(page.getByText('This is needed to continue.')).toBeVisible();
    expect(document.activeElement).toBe(box('I accept the terms of service').element());
    expect(portal.asked.some(({ method }) => method === 'PUT')).toBe(false);

    await userEvent.click(box('I accept the terms of service'));
    await press('Continue');
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
    const [saved] = portal.askedFor(updateUserInfo.path).filter(({ method }) => method === 'PUT');
    expect(JSON.parse(saved?.body ?? '')).toEqual({ tos: true });
    expect(session.live.getState().status).toBe('signed-in');
  });

  it('S8.3 a failure to save them says so, and leaves nobody signed in', async () => {
    const portal = portalFixture(expired);
    portal.refuse(updateUserInfo, 500, 'generic');
    await openLogin('/login', portal);
    await signIn();
    await userEvent.click(box('I accept the terms of service'));
    await press('Continue');
    await expect.element(page.getByText('A problem has occurred. Try again later.')).toBeVisible();
    expect(session.live.getState().status).toBe('signed-out');
  });

  it('S5.2 can be read over the page', async () => {
    const portal = portalFixture(expired);
    portal.on('GET', legalPath('terms', 'en'), () => html('<main><p>You keep your own data.</p></main>'));
    await openLogin('/login', portal);
    await signIn();
    await press('Terms of service');
    await expect.element(page.getByRole('dialog').getByText('You keep your own data.')).toBeVisible();
  });
});

describe('the accessibility statement', () => {
  it('S2.9 opens over the sign-in page, in its language', async () => {
    const portal = portalFixture();
    portal.on('GET', '/html/accessibility_en.html', () => html('<main><p>It conforms to WCAG 2.2.</p></main>'));
    await openLogin('/login', portal);
    await press('Accessibility statement');
    await expect.element(page.getByRole('dialog').getByText('It conforms to WCAG 2.2.')).toBeVisible();
  });
});

describe('the confirmation of an e-mail address', () => {
  async function openConfirm(portal = portalFixture(exampleUser({ status: 'INACTIVE' }))) {
    const opened = await openLogin('/login', portal);
    await signIn();
    await expect.element(heading('Confirm your email')).toBeVisible();
    return opened;
  }

  it('S4.3 S4.1 S8.6 an INACTIVE user confirms the code, and is back at the sign-in with its e-mail', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    portal.on('POST', checkCode.path, () => Response.json({ code: '200' }));
    const { router } = await openConfirm(portal);
    await expect.element(page.getByText('We have sent a code of 4 digits to ada@example.com.')).toBeVisible();
    expect(router.state.location.href).toBe('/login?mode=confirm');
    expect(session.kept.getState().refreshToken).toBeNull();

    await expect.poll(() => document.activeElement).toBe(digit(1).element());
    await userEvent.keyboard('0042');
    const seen = expectShortMessage('status', 'Code validated.');
    await press('Confirm');
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.element(email()).toHaveValue('ada@example.com');
    await expect.element(password()).toHaveValue('');
    await seen;

    const [asked] = portal.askedFor(checkCode.path);
    expect(asked?.query).toBe('?code=0042');
    expect(asked?.headers.get('authorization')).toMatch(/^Bearer e30\./);
    expect(session.live.getState().status).toBe('signed-out');
  });

  it('S5.6 S5.7 S5.15 takes four digits, by paste too, and nothing else', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    await openConfirm(portal);
    await userEvent.click(digit(1));
    await userEvent.keyboard('a1');
    await expect.element(digit(1)).toHaveValue('1');
    await press('Confirm');
    await expect.element(page.getByText('Enter all 4 digits.')).toBeVisible();
    expect(document.activeElement).toBe(digit(2).element());
    expect(portal.askedFor(checkCode.path)).toEqual([]);

    const pasted = new DataTransfer();
    pasted.setData('text/plain', ' 0007\n');
    digit(2)
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
    await expect.element(digit(1)).toHaveValue('0');
    await expect.element(digit(4)).toHaveValue('7');
  });

  it('S8.6 a refused code is said for three seconds; how many tries are left stays', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    portal.refuse(checkCode, 400, 'code_wrong');
    await openConfirm(portal);
    await userEvent.click(digit(1));
    await userEvent.keyboard('1234');
    const seen = expectShortMessage('alert', 'The code could not be validated. Check it or ask for a new one.');
    await press('Confirm');
    await seen;
    await expect.element(page.getByText('refused: code_wrong')).toBeVisible();
  });

  it('S8.7 a new code is sent, or the reason why not is said, for three seconds', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    portal.reply(resendCode, { code: '200' });
    await openConfirm(portal);
    const sent = expectShortMessage('status', 'Code resent.');
    await press('Send a new code');
    await sent;
    portal.refuse(resendCode, 429, 'too_many_requests');
    const refused = expectShortMessage('alert', 'refused: too_many_requests');
    await press('Send a new code');
    await refused;
    // One token serves all calls of the page.
    expect(portal.askedFor(testConfig.tokenUrl)).toHaveLength(2);
  });

  it('S4.1 the browser’s way back leads to the sign-in', async () => {
    const { router } = await openConfirm();
    router.history.back();
    await expect.element(heading('Sign in')).toBeVisible();
    await expect.element(email()).toHaveValue('ada@example.com');
  });

  it('S4.27 is not to be had by an address alone', async () => {
    await openLogin('/login?mode=confirm');
    await expect.element(heading('Sign in')).toBeVisible();
  });
});

describe('a forgotten password', () => {
  it('S4.1 S5.6 S8.5 sends the link, and has a way back', async () => {
    const portal = portalFixture();
    portal.reply(resetPassword, { code: '200' }, { email: 'ada@example.com' });
    const { router } = await openLogin('/login?to=/energy', portal);
    await press('Forgot password?');
    await expect.element(heading('Reset the password')).toBeVisible();
    await press('Send the link');
    await expect.element(page.getByText('This field is required.')).toBeVisible();
    await userEvent.fill(field('Email'), 'ada@');
    await press('Send the link');
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await userEvent.fill(field('Email'), ' ada@example.com ');
    await press('Send the link');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Check your email: we have sent you a link to reset the password.');
    await press('Back to sign-in');
    await expect.element(heading('Sign in')).toBeVisible();
    expect(router.state.location.href).toBe('/login?to=%2Fenergy');
  });

  it.each([
    ['the portal cannot be reached', 'cut'],
    ['it was asked for too often', 'limited'],
  ])('S8.5 says to check the e-mail and to retry later when %s', async (_, fault) => {
    const portal = portalFixture();
    if (fault === 'cut') portal.cut(resetPassword, { email: ada.email });
    else portal.refuse(resetPassword, 429, 'too_many_requests', { email: ada.email });
    await openLogin('/login?mode=forgot', portal);
    await userEvent.fill(field('Email'), ada.email);
    await press('Send the link');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Check the email address and try again later.');
  });
});

describe('the registration', () => {
  const { body: example } = signUp.example;
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  async function choose(label: string, typed: string, option: string): Promise<void> {
    await userEvent.click(choice(label));
    await userEvent.fill(choice(label), typed);
    await userEvent.click(page.getByRole('option', { name: option, exact: true }));
  }

  async function fillIn(): Promise<void> {
    await userEvent.fill(field('Company name'), example.companyName);
    await userEvent.fill(field('Tax code'), example.company.taxCode);
    await userEvent.selectOptions(choice('Sector'), example.company.sector);
    await choose('Country', 'ital', 'Italy');
    await choose('Province', 'trev', 'Treviso (TV)');
    await userEvent.fill(field('City'), example.company.city);
    await userEvent.fill(field('Phone'), example.company.phone);
    await userEvent.fill(field('First name'), example.firstName);
    await userEvent.fill(field('Last name'), example.lastName);
    await userEvent.fill(field('Email'), example.email);
    await userEvent.fill(field('Password'), example.password);
    await userEvent.fill(field('Repeat the password'), example.password);
    await userEvent.click(box('I accept the terms of service'));
    await userEvent.click(box('I have read the privacy notice'));
  }

  it('S5.2 S5.7 marks what is missing after a try only, and puts the first in focus', async () => {
    const { portal } = await openLogin();
    await press('Sign up');
    await expect.element(heading('Sign up')).toBeVisible();
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    await press('Sign up');
    await expect.poll(() => page.getByText('This field is required.').elements().length).toBe(10);
    await expect.element(page.getByText('Enter a new password.')).toBeVisible();
    expect(page.getByText('This is needed to continue.').elements()).toHaveLength(2);
    expect(document.activeElement).toBe(field('Company name').element());
    expect(portal.askedFor(signUp.path)).toEqual([]);
  });

  it('S3.1 S4.1 sends exactly the payload, and asks for the code with e-mail and password kept', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    portal.reply(signUp, { code: '200' });
    portal.on('POST', checkCode.path, () => Response.json({ code: '200' }));
    const { router } = await openLogin('/login?mode=signup', portal);
    await fillIn();
    // The person's country follows the company's until another is chosen.
    await expect.element(choice('Your country')).toHaveValue('Italy');
    await press('Sign up');
    await expect.element(heading('Confirm your email')).toBeVisible();
    expect(router.state.location.href).toBe('/login?mode=confirm');

    const [asked] = portal.askedFor(signUp.path);
    expect(JSON.parse(asked?.body ?? '')).toEqual({ ...example, language: 'en_GB' });
    expect(asked?.headers.get('time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(asked?.headers.get('authorization')).toBeNull();

    await userEvent.keyboard('0042');
    await press('Confirm');
    await expect.element(email()).toHaveValue(example.email);
    const form = new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[0]?.body);
    expect([form.get('username'), form.get('password')]).toEqual([example.email, example.password]);
  });

  it('S5.3 S5.5 says which tax code the country has, and what is wrong with the passwords', async () => {
    await openLogin('/login?mode=signup');
    await fillIn();
    await userEvent.fill(field('Tax code'), '00743110158');
    await userEvent.fill(field('Password'), 'too-simple');
    await press('Sign up');
    await expect.element(page.getByText(/may be mistyped: its digits do not fit together/)).toBeVisible();
    await expect.element(page.getByText('For example 00743110157 or RSSMRA85T10A562S')).toBeVisible();
    await expect.element(page.getByText('The password does not meet the rule above.')).toBeVisible();
    await expect.element(page.getByText('The two passwords are not the same.')).toBeVisible();
    expect(document.activeElement).toBe(field('Tax code').element());
  });

  it('S8.4 shows what the server refuses at its field', async () => {
    const portal = portalFixture();
    const fields = [{ path: 'body.company.phone', code: 'phone_invalid', message: 'This phone number is not valid.' }];
    portal.on('POST', signUp.path, () =>
      Response.json({ code: 'sign_up_invalid', message: 'no', requestId: 'r-1', fields }, { status: 400 }),
    );
    await openLogin('/login?mode=signup', portal);
    await fillIn();
    await press('Sign up');
    await expect.element(page.getByText('This phone number is not valid.')).toBeVisible();
    expect(document.activeElement).toBe(field('Phone').element());
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it.each([
    ['a refusal', 429, 'too_many_requests', 'Error too_many_requests, request test'],
    ['a fault', 500, 'generic', 'Error generic, request test'],
  ] as const)('S8.4 %s shows its code, its request and that a problem occurred', async (_, status, code, trace) => {
    const portal = portalFixture();
    portal.refuse(signUp, status, code);
    await openLogin('/login?mode=signup', portal);
    await fillIn();
    await press('Sign up');
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText(trace)).toBeVisible();
    await expect.element(alert).toMatchTextContent(/^The registration was not completed\./);
    await expect.element(alert).toMatchTextContent(new RegExp(`refused: ${code}`));
    await expect.element(field('Company name')).toHaveValue(example.companyName);
  });
});

const html = (body: string): Response =>
  new Response(`<!doctype html><html lang="en"><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html' },
  });

function portalRefusingUser() {
  const portal = portalFixture();
  portal.refuse(getUserInfo, 500, 'generic');
  return portal;
}
