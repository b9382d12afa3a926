import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { hideNews, listNews } from '@brina/contract/calls/maker/news';
import { type UserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { countNotifications } from '@brina/contract/calls/record/notifications';
import { notificationCounterPoll_ms } from '@brina/domain/constants';
import { roles } from '@brina/domain/people/roles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localStore } from '../lib/session.ts';
import { exampleUser, portalFixture } from '../lib/testing/portal-fixture.ts';
import { axeFindings } from '../ui/testing/axe.ts';
import { renderApp } from './testing/render-app.tsx';

function portalOf(change: Partial<UserInfo> = {}) {
  const portal = portalFixture(exampleUser({ language: 'en_GB', ...change }));
  portal.reply(listAppliances, []);
  portal.reply(listLaboratories, []);
  return portal;
}
const member = (role: 'ADMIN' | 'KITCHEN_MANAGER'): UserInfo['membership'] => ({
  id: '0198c0de-0000-7000-8000-0000000000d1',
  company: 'Hotel Alpino',
  role,
  state: 'ACCEPTED',
});
const rail = () => page.getByRole('complementary');

beforeEach(async () => {
  await page.viewport(1280, 800);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the frame', () => {
  it('S2.13 the account link says who is signed in and for which company', async () => {
    await renderApp('/analytics', { portal: portalOf() });
    const link = page.getByRole('banner').getByRole('link', { name: 'Account: Ada Neri Pasticceria Neri' });
    await expect.element(link).toHaveAttribute('href', '/account');
    await expect.element(link.getByText('AN', { exact: true })).toBeVisible();
  });

  it('S2.17 the language dialog offers nine languages to the arrow keys and saves the mapped locale', async () => {
    const portal = portalOf();
    portal.reply(updateUserInfo, exampleUser({ language: 'nl_NL' }));
    await renderApp('/analytics', { portal });
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    const dialog = page.getByRole('dialog', { name: 'Choose a language' });
    await expect.element(dialog.getByRole('radio', { name: 'English (UK)' })).toBeChecked();
    expect(dialog.getByRole('radio').elements()).toHaveLength(9);
    expect(dialog.getByRole('radio', { name: 'Nederlands' }).element().closest('label')?.querySelector('svg')).not.toBe(
      null,
    );
    await expect.poll(() => document.activeElement?.getAttribute('value')).toBe('en');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(dialog.getByRole('radio', { name: 'Nederlands' })).toBeChecked();
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Set language' }));
    await expect.element(page.getByRole('button', { name: 'NL Taal' })).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    const saved = portal.askedFor(updateUserInfo.path).filter(({ method }) => method === 'PUT');
    expect(saved.map(({ body }) => JSON.parse(body))).toEqual([{ language: 'nl_NL' }]);
    expect(localStore.getState().locale).toBe('du');
  });

  it('S2.17 cancelling changes nothing', async () => {
    const portal = portalOf();
    await renderApp('/analytics', { portal });
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    await userEvent.click(page.getByRole('radio', { name: 'Deutsch' }));
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'EN Language' })).toBeVisible();
    expect(portal.askedFor(updateUserInfo.path).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('S2.17 a language that cannot be saved is still set in this browser, and says so', async () => {
    const portal = portalOf();
    portal.refuse(updateUserInfo, 500, 'generic');
    await renderApp('/analytics', { portal });
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    await userEvent.click(page.getByRole('radio', { name: 'English (US)' }));
    await userEvent.click(page.getByRole('button', { name: 'Set language' }));
    await expect.element(page.getByRole('button', { name: 'US Language' })).toBeVisible();
    await expect.element(page.getByText('The language is set in this browser only', { exact: false })).toBeVisible();
  });

  it('S2.17 who is not signed in sets the language of the browser only', async () => {
    const portal = portalOf();
    await renderApp('/login', { portal, signIn: false });
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    await userEvent.click(page.getByRole('radio', { name: 'Italiano' }));
    await userEvent.click(page.getByRole('button', { name: 'Set language' }));
    await expect.element(page.getByRole('button', { name: 'IT Lingua' })).toBeVisible();
    expect(portal.askedFor(updateUserInfo.path).filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('S9.4 S2.17 at 1010 px the languages stand in one column', async () => {
    await page.viewport(1010, 800);
    await renderApp('/analytics', { portal: portalOf() });
    await userEvent.click(page.getByRole('button', { name: 'EN Language' }));
    const left = (name: string): number | undefined =>
      page.getByRole('radio', { name }).element().getBoundingClientRect().left;
    await expect.element(page.getByRole('radio', { name: 'Italiano' })).toBeInTheDocument();
    expect(left('Italiano')).toBe(left('English (UK)'));
    await page.viewport(1011, 800);
    await expect.poll(() => left('Italiano') !== left('English (UK)')).toBe(true);
  });

  it('S6.6 S2.14 USER asks for the unread notifications every 30 s and sees them in the menu; none shows no badge', async () => {
    const portal = portalOf();
    let active = 1;
    portal.reply(countNotifications, () => active);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await renderApp('/analytics', { portal });
    const entry = () =>
      rail()
        .getByRole('link', { name: /^Notifications/ })
        .element().textContent;
    await expect.poll(entry).toBe('Notifications1 unread, 1 unread notification');
    await expect
      .element(page.getByRole('status').getByText('1 unread notification', { exact: true }))
      .toBeInTheDocument();
    active = 0;
    vi.advanceTimersByTime(notificationCounterPoll_ms - 1);
    expect(portal.askedFor(countNotifications.path)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(entry).toBe('Notifications');
    expect(portal.askedFor(countNotifications.path)).toHaveLength(2);
    active = 100;
    vi.advanceTimersByTime(notificationCounterPoll_ms);
    await expect.poll(entry).toBe('Notifications100 unread, 100 unread notifications');
    expect(await axeFindings()).toEqual([]);
  });

  it('S6.6 nobody but USER asks for the unread notifications', async () => {
    for (const role of roles.filter((one) => one !== 'USER')) {
      const portal = portalOf({ role });
      const { screen } = await renderApp('/accessibility', { portal });
      await expect.element(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
      expect(portal.askedFor(countNotifications.path), role).toEqual([]);
      await screen.unmount();
    }
  });

  it('S8.12 a count that fails is for the console only', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const portal = portalOf();
    portal.refuse(countNotifications, 500, 'generic');
    await renderApp('/analytics', { portal });
    await expect.poll(() => said.mock.calls.length).toBe(1);
    await expect
      .poll(() => rail().getByRole('link', { name: 'Notifications' }).element().textContent)
      .toBe('Notifications');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('S2.14 S6.2 a kitchen manager has no admin entry, and the company’s page is closed to it', async () => {
    const portal = portalOf({ membership: member('KITCHEN_MANAGER') });
    const { router } = await renderApp('/account/company', { portal });
    expect(router.state.location.pathname).toBe('/access');
    await expect.element(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    await expect.element(rail().getByRole('link', { name: 'Support' })).toBeVisible();
    await expect.element(rail().getByRole('link', { name: 'Users and sharing' })).not.toBeInTheDocument();
  });

  it('S2.6 an invited person without a company learns what is missing', async () => {
    const open = (memberships: UserInfo['memberships']) =>
      renderApp('/', { portal: portalOf({ role: 'KITCHEN_MANAGER', company: null, ownCompany: null, memberships }) });
    const pending = await open(exampleUser().memberships);
    expect(pending.router.state.location.pathname).toBe('/access');
    await expect.element(page.getByText('Hotel Alpino has invited you.', { exact: false })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the invitation' })).toHaveAttribute('href', '/account');
    expect(await axeFindings()).toEqual([]);
    await pending.screen.unmount();

    await open([]);
    await expect.element(page.getByRole('heading', { name: 'You have no access to a company' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to the account' })).toHaveAttribute('href', '/account');
  });

  it('S2.18 staff has the assistant floating on a desktop, with minimise and close; on a phone it is in the menu', async () => {
    const { screen } = await renderApp('/accessibility', { portal: portalOf({ role: 'INTERNAL_SUB' }) });
    const button = page.getByRole('button', { name: 'Assistant' });
    await userEvent.click(button);
    const panel = page.getByRole('dialog', { name: 'Assistant' });
    await expect.element(panel.getByText('The assistant is not available yet.', { exact: false })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(panel.getByRole('button', { name: 'Minimise' }));
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await userEvent.click(button);
    await userEvent.click(panel.getByRole('button', { name: 'Close' }));
    await expect.element(panel).not.toBeInTheDocument();
    await page.viewport(390, 800);
    await expect.element(button).not.toBeInTheDocument();
    await screen.unmount();

    await page.viewport(1280, 800);
    await renderApp('/accessibility', { portal: portalOf({ role: 'SERVICE' }) });
    await expect.element(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });
});

describe('news', () => {
  const news = [
    { id: 'n2', language: 'it_IT', title: 'Nuovo firmware', body: 'Prima riga\n<b>seconda</b> riga' },
    { id: 'n1', language: 'en_GB', title: 'Maintenance', body: 'On Sunday at six.' },
  ];

  it('S2.36 the latest is shown as plain text in its language, the others one by one', async () => {
    const portal = portalOf();
    portal.reply(listNews, news);
    await renderApp('/analytics', { portal });
    const box = page.getByRole('region', { name: 'News' });
    const body = box.getByText('<b>seconda</b> riga', { exact: false });
    await expect.element(body).toBeVisible();
    expect(getComputedStyle(body.element()).whiteSpace).toBe('pre-line');
    expect(body.element().closest('[lang]')?.getAttribute('lang')).toBe('it');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(box.getByRole('button', { name: 'Next' }));
    await expect.element(box.getByRole('heading', { name: 'Maintenance' })).toBeVisible();
    await expect.element(box.getByText('2 of 2')).toBeVisible();
  });

  it('S2.36 closed for now comes back; what is not to be shown again is told to the portal', async () => {
    const portal = portalOf();
    let left = news;
    portal.reply(listNews, () => left);
    portal.reply(hideNews, { code: '200' });
    const { screen } = await renderApp('/analytics', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Close for now' }));
    await expect.element(page.getByRole('heading', { name: 'Maintenance' })).toBeVisible();
    expect(portal.askedFor(hideNews.path)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Do not show again' }));
    await expect.element(page.getByRole('region', { name: 'News' })).not.toBeInTheDocument();
    await expect
      .poll(() => portal.askedFor(hideNews.path).map(({ body }) => JSON.parse(body)))
      .toEqual([{ ids: ['n1'] }]);
    await screen.unmount();

    left = news.slice(0, 1);
    await renderApp('/analytics', { portal });
    await expect.element(page.getByRole('heading', { name: 'Nuovo firmware' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next' })).not.toBeInTheDocument();
  });

  it('S2.36 S8.25 an announcement that could not be put away is gone for now, and one is told', async () => {
    const portal = portalOf();
    portal.reply(listNews, news.slice(0, 1));
    portal.refuse(hideNews, 500, 'generic');
    await renderApp('/analytics', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Do not show again' }));
    await expect.element(page.getByRole('region', { name: 'News' })).not.toBeInTheDocument();
    await expect.element(page.getByText('refused: generic')).toBeVisible();
  });

  it('S2.36 news that cannot be had leave the page as it is', async () => {
    const portal = portalOf();
    portal.refuse(listNews, 500, 'generic');
    await renderApp('/analytics', { portal });
    await expect.poll(() => portal.askedFor(listNews.path).length).toBeGreaterThan(0);
    await expect.element(page.getByRole('region', { name: 'News' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Not available yet' })).toBeVisible();
  });
});
