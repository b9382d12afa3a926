import { getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { destinationOf } from '@brina/contract/live-address';
import { pathOf, screenNames, screenRows } from '@brina/contract/screens';
import { filled } from '@brina/contract/wire/paths';
import { scrollDelay_ms } from '@brina/domain/constants';
import { type Role, roles } from '@brina/domain/people/roles';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '../lib/session.ts';
import { exampleUser, portalFixture } from '../lib/testing/portal-fixture.ts';
import { StompFixture } from '../lib/testing/stomp-fixture.ts';
import { send } from '../lib/transport.ts';
import { axeFindings } from '../ui/testing/axe.ts';
import { holdTimers } from '../ui/testing/held-timers.ts';
import { loadChunk, reloadForMissingParts } from './chunks.ts';
import { followSession } from './follow-session.ts';
import { screens } from './screens.ts';
import { renderApp } from './testing/render-app.tsx';

function portalOf(role: Role) {
  const portal = portalFixture(exampleUser({ role, language: 'en_GB' }));
  portal.reply(listAppliances, []);
  portal.reply(listLaboratories, []);
  return portal;
}
const openAs = (role: Role, path: string, options: Partial<Parameters<typeof renderApp>[1]> = {}) =>
  renderApp(path, { portal: portalOf(role), ...options });

const invitation = { id: '0198c0de-0000-7000-8000-0000000000d1', company: 'Hotel Alpino' };

beforeEach(() => page.viewport(1280, 800));
afterEach(() => vi.restoreAllMocks());

describe('the app', () => {
  it('S2.1 S2.13 a screen stands in the frame with its title, its breadcrumb, language button and account link', async () => {
    await openAs('USER', '/appliance/MFL45-26-000123/analytics');
    const crumbs = page.getByRole('navigation', { name: 'You are here' });
    await expect.element(crumbs).toHaveTextContent('DashboardApplianceAnalytics');
    await expect
      .element(crumbs.getByRole('link', { name: 'Appliance' }))
      .toHaveAttribute('href', '/appliance/MFL45-26-000123');
    await expect.poll(() => document.title).toBe('Analytics · Brina');
    await expect.element(page.getByLabelText('EN Language')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Account/ })).toHaveAttribute('href', '/account');
    await expect.element(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible();
  });

  it('S2.1 every screen below an appliance has its name in breadcrumb and title', async () => {
    const [appliance] = listAppliances.example.reply;
    const { serialNumber, name } = appliance;
    for (const [screen, crumbs, title] of [
      ['appliance-analytics', `Dashboard${name}Analytics`, `Analytics · ${name} · Brina`],
      ['energy-details-historyback', `Dashboard${name}Energy`, `Energy · ${name} · Brina`],
      ['haccp-reports-historyback', `Dashboard${name}HACCP reports`, `HACCP reports · ${name} · Brina`],
      ['haccp-reports', `Dashboard${name}HACCP reports`, `HACCP reports · ${name} · Brina`],
      ['energy-details', `Energy${name}`, `${name} · Brina`],
    ] as const) {
      const portal = portalOf('USER');
      portal.reply(getAppliance, appliance, { id: serialNumber });
      portal.reply(listBatches, [], { serial: serialNumber });
      const shown = await renderApp(pathOf(screen, { serialNumber }), { portal });
      await expect.element(page.getByRole('navigation', { name: 'You are here' })).toHaveTextContent(crumbs);
      await expect.poll(() => document.title).toBe(title);
      await shown.screen.unmount();
    }
  });

  it('S2.6 / leads each role to its home', async () => {
    for (const role of roles) {
      const { router, screen } = await openAs(role, '/');
      const home = { USER: '/', SERVICE: '/service', ADMIN: '/access', INTERNAL_DOC: '/factory' }[role as string];
      if (home) expect(router.state.location.pathname, role).toBe(home);
      await screen.unmount();
    }
  });

  it('S8.13 S2.12 a role that may not open a screen gets the access page, with a link to the dashboard', async () => {
    const { router } = await openAs('USER', '/fota');
    expect(router.state.location.pathname).toBe('/access');
    await expect.element(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    await expect.element(page.getByText('You do not have the necessary permission.', { exact: false })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('S2.4 S2.12 an unknown path shows not-found under its own address, with a link to the dashboard', async () => {
    const { router } = await openAs('USER', '/no/such/page');
    expect(router.state.location.pathname).toBe('/no/such/page');
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
    await expect.poll(() => document.title).toBe('Page not found · Brina');
  });

  it('S2.42 an analytics detail with unknown values shows not-found', async () => {
    await openAs('USER', '/appliance/MFL45-26-000123/analytics-detail/nonsense');
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('S2.12 the error page links to the root', async () => {
    await openAs('USER', '/error');
    await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  });

  it('S2.3 an unknown path while signed out leads to login', async () => {
    const { router } = await openAs('USER', '/no/such/page', { signIn: false });
    expect(router.state.location.pathname).toBe('/login');
  });

  it('S2.14 the rail shows the menu of USER and marks where one is', async () => {
    await openAs('USER', '/analytics');
    const menu = page.getByRole('complementary').getByRole('navigation', { name: 'Main menu' });
    const labels = menu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent);
    expect(labels).toEqual([
      'Dashboard',
      'Cycles',
      'Records',
      'Analytics',
      'Energy',
      'Notifications',
      'Users and sharing',
      'Support',
      'Accessibility',
    ]);
    await expect.element(menu.getByRole('link', { name: 'Analytics' })).toHaveAttribute('aria-current', 'page');
    await expect.element(menu.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  });

  it('S9.4 a phone has the menu in a drawer that Escape closes, and a tab bar', async () => {
    await page.viewport(390, 800);
    await openAs('USER', '/analytics');
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation', { name: 'Quick access' }).getByText('Energy')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Open menu' }));
    const drawer = page.getByRole('dialog', { name: 'Main menu' });
    await expect.element(drawer.getByRole('link', { name: 'Support' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer).not.toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('S4.6 S2.3 signing out leads to login, and back to the same page after the next sign-in', async () => {
    const { router } = await openAs('USER', '/analytics');
    followSession(
      () => void router.invalidate(),
      () => {},
    );
    await userEvent.click(page.getByRole('complementary').getByRole('button', { name: 'Sign out' }));
    await expect.poll(() => router.state.location.href).toBe('/login?to=%2Fanalytics');
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it.each(['ADMIN', 'KITCHEN_MANAGER'] as const)(
    'S6.2 S2.6 a signed-in %s whose access is withdrawn ends on the access page, which says why',
    async (role) => {
      const undo = StompFixture.install();
      const membership = { ...invitation, role, state: 'ACCEPTED' as const };
      const working = exampleUser({ language: 'en_GB', membership, memberships: [membership] });
      const portal = portalFixture(working);
      portal.reply(listAppliances, []);
      portal.reply(listLaboratories, []);
      const { router } = await renderApp('/analytics', { portal });
      const ended = (): void => void router.invalidate();
      followSession(ended, () => void router.navigate({ to: pathOf('dashboard') }));
      await expect.poll(() => StompFixture.opened[0]?.destination).toBe(destinationOf(working.id));

      portal.reply(getUserInfo, { ...working, role, company: null, membership: null, memberships: [] });
      StompFixture.opened[0]?.push({ action: 'access' });
      await expect.element(page.getByRole('heading', { name: 'You have no access to a company' })).toBeVisible();
      expect(router.state.location.pathname).toBe('/access');
      expect(session.live.getState().status).toBe('signed-in');
      session.signOut();
      undo();
    },
  );

  it('S2.5 a navigation begins at the top and hands the focus to the new page', async () => {
    const { router } = await openAs('USER', '/analytics');
    await expect.element(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible();
    document.body.style.minHeight = '4000px';
    window.scrollTo({ top: 900 });
    await expect.element(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible();
    await userEvent.click(page.getByRole('complementary').getByRole('link', { name: 'Notifications' }));
    await expect.poll(() => router.state.location.pathname).toBe('/notifications');
    await expect.poll(() => window.scrollY).toBe(0);
    await expect.poll(() => document.activeElement?.id).toBe('main');
    document.body.style.minHeight = '';
  });

  it('S9.8 an address with a # brings that place into view, once what is above it has had time to take its own', async () => {
    const { router } = await openAs('USER', '/analytics');
    await expect.element(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible();
    const place = document.createElement('div');
    onTestFinished(() => place.remove());
    place.id = 'below';
    place.style.cssText = 'height: 4000px; padding-top: 3000px';
    place.append('Below');
    document.body.append(place);
    using delay = holdTimers(scrollDelay_ms);
    await router.navigate({ to: '/notifications', hash: 'below' });
    await expect.poll(() => delay.count).toBeGreaterThan(0);
    expect(window.scrollY).toBe(0);
    delay.end();
    await expect.poll(() => place.getBoundingClientRect().top).toBeLessThan(1);
  });

  it('S2.19 the loader runs while a request does', async () => {
    const { portal } = await openAs('USER', '/analytics');
    let answer = (): void => {};
    portal.on(
      'GET',
      getUserInfo.path,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json(exampleUser()));
        }),
    );
    const before = portal.askedFor(getUserInfo.path).length;
    const asked = send(getUserInfo, {});
    await expect.element(page.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
    await expect.poll(() => portal.askedFor(getUserInfo.path).length).toBe(before + 1);
    answer();
    await asked;
    await expect.element(page.getByRole('progressbar', { name: 'Loading' })).not.toBeInTheDocument();
  });

  it('S7.40 a call with a hidden spinner does not start the loader', async () => {
    const { portal } = await openAs('USER', '/analytics');
    let answer = (): void => {};
    portal.on(
      'GET',
      getUserInfo.path,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json(exampleUser()));
        }),
    );
    const before = portal.askedFor(getUserInfo.path).length;
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    const asked = send({ ...getUserInfo, spinner: 'hidden' }, {});
    await expect.poll(() => portal.askedFor(getUserInfo.path).length).toBe(before + 1);
    expect(page.getByRole('progressbar').elements()).toEqual([]);
    answer();
    await asked;
  });

  it('S9.7 a chunk that cannot be had reloads the page once, and then is an error', async () => {
    const reload = vi.fn();
    const broken = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    void loadChunk('test-chunk', broken, reload);
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    await expect(loadChunk('test-chunk', broken, reload)).rejects.toThrow('dynamically imported');
    expect(reload).toHaveBeenCalledOnce();
    await expect(loadChunk('test-chunk', () => Promise.resolve('there'), reload)).resolves.toBe('there');
    expect(sessionStorage.getItem('brina:reloaded:test-chunk')).toBeNull();
  });

  it('S9.7 a smaller part that is gone after a deploy has the page loaded anew, once a build and only with a line', () => {
    const reload = vi.fn();
    const { dataset } = document.documentElement;
    const gone = (): boolean => dispatchEvent(new Event('vite:preloadError'));
    const listenAs = (build: string): (() => void) => {
      dataset.build = build;
      return reloadForMissingParts(reload);
    };
    const stopFirst = listenAs('first');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    gone();
    expect(reload).not.toHaveBeenCalled();
    onLine.mockReturnValue(true);
    gone();
    gone();
    expect(reload).toHaveBeenCalledTimes(1);
    stopFirst();
    const stopSecond = listenAs('second');
    gone();
    gone();
    expect(reload).toHaveBeenCalledTimes(2);
    stopSecond();
    // Portals of both builds behind one address, one after the other: not to and fro.
    const stopAgain = listenAs('first');
    gone();
    expect(reload).toHaveBeenCalledTimes(2);
    stopAgain();
    delete dataset.build;
    for (const build of ['first', 'second']) sessionStorage.removeItem(`brina:reloaded:parts:${build}`);
  });

  it('S2.1 every screen that is not available yet says so honestly, in its place', async () => {
    const { router } = await openAs('USER', '/analytics');
    const mine = screenNames.filter((name) => !screens[name].load && screenRows[name].who === 'any');
    const params = { serialNumber: 'X12345', labId: '1', docTreeId: '1', modelId: '1', table: 'A', recipeId: '1' };
    for (const name of mine) {
      const chart = name === 'lab-analytics-detail' ? 'ABBATTITORE-1-line' : '1-line';
      await router.navigate({ to: filled<string>(screenRows[name].path, { ...params, chart }) });
      await expect.element(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible();
      await expect.element(page.getByRole('navigation', { name: 'You are here' })).toBeVisible();
    }
  });

  it.each([
    ['light', 1280, 'en', '/login'],
    ['dark', 390, 'de', '/login'],
    ['light', 1280, 'ja', '/analytics'],
    ['dark', 390, 'de', '/analytics'],
    ['dark', 1280, 'en', '/no/such/page'],
  ] as const)('axe finds nothing in %s at %i px, in %s, at %s', async (scheme, width, locale, path) => {
    await page.viewport(width, 800);
    await openAs('USER', path, { dark: scheme === 'dark', locale, signIn: path !== '/login' });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(session.live.getState().status).toBe(path === '/login' ? 'signed-out' : 'signed-in');
  });
});
