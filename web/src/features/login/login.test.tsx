import { getUserInfo } from '@brina/contract/account';
import { getAppliance, listAppliances } from '@brina/contract/appliances';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../app/testing/render-app.tsx';
import { appliancesQuery, applianceKey } from '../../lib/appliances.ts';
import { queryClient } from '../../lib/query.ts';
import { localStore, session } from '../../lib/session.ts';
import { exampleUser, portalFixture, testConfig } from '../../lib/testing/portal-fixture.ts';

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
    expect(email().element().getAttribute('aria-invalid')).toBe('true');
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
      .toHaveTextContent('The email or password is not correct. Check both and try again.');
    expect(session.live.getState().status).toBe('signed-out');
  });

  it.each([
    ['the user cannot be loaded', portalRefusingUser],
    ['the account has another status', () => portalFixture(exampleUser({ status: 'INACTIVE' }))],
  ])('S8.3 S4.26 says that a problem has occurred when %s', async (_, makePortal) => {
    await openLogin('/login', makePortal());
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.element(page.getByRole('alert')).toHaveTextContent('A problem has occurred. Try again later.');
    expect(session.live.getState().status).toBe('signed-out');
    expect(session.kept.getState().refreshToken).toBeNull();
  });

  it('S2.3 S2.10 S4.4 shows the splash for 500 ms, fetches the appliances, then opens what was wanted', async () => {
    const { portal, router } = await openLogin('/analytics');
    expect(router.state.location.href).toBe('/login?to=%2Fanalytics');
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.element(page.getByText('Apertura dei laboratori …')).toBeVisible();
    const since = performance.now();
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
    expect(performance.now() - since).toBeGreaterThan(300);
    expect(portal.askedFor(listAppliances.path)).toHaveLength(1);
    expect(document.documentElement.lang).toBe('it');
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
    expect(localStore.getState()).toMatchObject({ user: null, locale: 'de' });
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
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
    await userEvent.selectOptions(page.getByLabelText('EN Language'), 'ja');
    await expect.element(page.getByRole('heading', { name: 'ログイン' })).toBeVisible();
    expect(document.documentElement.lang).toBe('ja');
    expect(document.title).toBe('ログイン · Brina');
    expect(localStore.getState().locale).toBe('ja');
  });

  it('S2.3 follows no address of somebody else after the sign-in', async () => {
    const { router } = await openLogin('/login?to=//evil.example/');
    await userEvent.fill(email(), 'ada@example.com');
    await userEvent.fill(password(), 'Abcdef123!');
    await userEvent.click(submit());
    await expect.poll(() => router.state.location.pathname).toBe('/');
  });
});

function portalRefusingUser() {
  const portal = portalFixture();
  portal.refuse(getUserInfo, 500, 'generic');
  return portal;
}
