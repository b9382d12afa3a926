import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import {
  acceptMembership,
  deleteOwnUser,
  exportOwnData,
  getUserInfo,
  leaveMembership,
  type Membership,
  switchMembership,
  updatePassword,
} from '@brina/contract/calls/people/account';
import { listFactors } from '@brina/contract/calls/people/security';
import { endOneSession, endOtherSessions, listSessions } from '@brina/contract/calls/people/sessions';
import { setSigningPin } from '@brina/contract/calls/record/signatures';
import { type Role, roles } from '@brina/domain/people/roles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { followSession } from '../../../app/follow-session.ts';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { callQuery, queryClient } from '../../../lib/query.ts';
import { session } from '../../../lib/session.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const hotel: Membership = {
  id: '0198c0de-0000-7000-8000-0000000000d1',
  company: 'Hotel Alpino',
  role: 'KITCHEN_MANAGER',
  state: 'PENDING',
};
const devices = [
  ...listSessions.example.reply,
  {
    id: '0198c0de-0000-7000-8000-0000000000e2',
    device: 'Safari, iPad',
    address: '192.0.2.9',
    createdAt: 1_763_600_000_000,
    expiresAt: 1_766_192_000_000,
    rememberMe: false,
    current: false,
  },
];

function portalOf(change: Parameters<typeof exampleUser>[0] = {}) {
  const user = exampleUser({ language: 'en_GB', memberships: [], ...change });
  const portal = portalFixture(user);
  portal.reply(listSessions, devices);
  portal.reply(listFactors, { ...listFactors.example.reply, factors: [] });
  portal.reply(listAppliances, listAppliances.example.reply);
  portal.reply(listLaboratories, []);
  return { portal, user };
}
const openAccount = (
  change: Parameters<typeof portalOf>[0] = {},
  options: Partial<Parameters<typeof renderApp>[1]> = {},
) => renderApp('/account', { portal: portalOf(change).portal, ...options });
const dialog = () => page.getByRole('dialog');
const toast = (text: string) => expect.element(page.getByText(text)).toBeVisible();

beforeEach(() => page.viewport(1280, 900));
afterEach(() => vi.restoreAllMocks());

describe('the account', () => {
  it('S2.27 says who one is, for whom one works, and leads to its pages', async () => {
    await openAccount();
    await expect.element(page.getByRole('main').getByText('Ada Neri')).toBeVisible();
    await expect.element(page.getByText('Owner of Pasticceria Neri')).toBeVisible();
    for (const [name, path] of [
      ['User details', '/account/userinfo'],
      ['Company', '/account/company'],
      ['Kitchens', '/account/laboratories'],
      ['Preferences', '/account/preferences'],
    ] as const)
      await expect
        .element(page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) }))
        .toHaveAttribute('href', path);
  });

  it('S2.27 S6.8 who works in the company of others, or is no customer, has the name of its role', async () => {
    const { screen } = await openAccount({ role: 'SERVICE' });
    await expect.element(page.getByText('Service partner at Pasticceria Neri')).toBeVisible();
    await screen.unmount();
    const membership = { ...hotel, role: 'ADMIN', state: 'ACCEPTED' } as const;
    await openAccount({
      membership,
      memberships: [membership],
      company: { name: hotel.company, timeZone: 'Europe/Rome' },
    });
    await expect.element(page.getByText(`Administrator at ${hotel.company}`)).toBeVisible();
  });

  it('S2.27 S6.2 company and kitchens are offered to whom they belong', async () => {
    const within = (role: 'ADMIN' | 'KITCHEN_MANAGER') => ({
      membership: { ...hotel, role, state: 'ACCEPTED' as const },
      memberships: [{ ...hotel, role, state: 'ACCEPTED' as const }],
    });
    const shown = async (change: Parameters<typeof portalOf>[0]) => {
      const { screen } = await openAccount(change);
      const links = page.getByRole('main').getByRole('link').elements();
      const paths = links.map((link) => link.getAttribute('href')?.replace('/account/', ''));
      await screen.unmount();
      return paths.join(' ');
    };
    const pages: Partial<Record<Role, string>> = {
      USER: 'userinfo company laboratories preferences',
      SERVICE: 'userinfo company preferences',
      SERVICE_SALES: 'userinfo company preferences',
    };
    for (const role of roles) expect(await shown({ role }), role).toBe(pages[role] ?? 'userinfo preferences');
    expect(await shown(within('ADMIN'))).toBe('userinfo laboratories preferences');
    expect(await shown(within('KITCHEN_MANAGER'))).toBe('userinfo preferences');
  });

  it('S4.19 an invitation is pending until it is accepted; then the app begins anew for the company that invited', async () => {
    const { portal, user } = portalOf({
      role: 'KITCHEN_MANAGER',
      memberships: [hotel],
      company: null,
      ownCompany: null,
    });
    const accepted = { ...hotel, state: 'ACCEPTED' as const };
    const working = exampleUser({ ...user, role: 'USER', memberships: [accepted], membership: accepted });
    portal.reply(acceptMembership, working, { id: hotel.id });
    const { router } = await renderApp('/account', { portal });
    followSession(
      () => {},
      () => void router.navigate({ to: '/' }),
    );
    await expect.element(page.getByText('Invitation pending')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Accept the invitation of Hotel Alpino' }));
    await toast('Invitation accepted.');
    await expect.poll(() => router.state.location.pathname).toBe('/');
  });

  it('S4.19 an invitation is declined after a question', async () => {
    const { portal, user } = portalOf({ memberships: [hotel] });
    portal.reply(leaveMembership, { ...user, memberships: [] }, { id: hotel.id });
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Decline the invitation of Hotel Alpino' }));
    await expect.element(dialog()).toMatchTextContent(/Hotel Alpino would have to invite you again\./);
    await userEvent.click(dialog().getByRole('button', { name: 'Decline', exact: true }));
    await expect.element(page.getByText('Hotel Alpino')).not.toBeInTheDocument();
  });

  it('S6.2 switching to another company forgets what was known of the first one', async () => {
    const accepted = { ...hotel, state: 'ACCEPTED' as const };
    const { portal, user } = portalOf({ memberships: [accepted] });
    portal.reply(
      switchMembership,
      exampleUser({ ...user, membership: accepted, company: { name: 'Hotel Alpino', timeZone: 'Europe/Rome' } }),
    );
    const { router } = await renderApp('/account', { portal });
    const known = callQuery(listAppliances, {}).queryKey;
    let atSwitch: unknown = 'not switched';
    followSession(
      () => {},
      () => {
        atSwitch = queryClient.getQueryData(known);
        void router.navigate({ to: '/' });
      },
    );
    queryClient.setQueryData(known, [...listAppliances.example.reply]);
    portal.cut(listAppliances);
    await expect.element(page.getByText('Shown now')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Switch to Hotel Alpino' }));
    await expect.poll(() => router.state.location.pathname).toBe('/');
    expect(atSwitch, 'known when the other company is shown').toBeUndefined();
    expect(queryClient.getQueryData(known)).toBeUndefined();
    expect(JSON.parse(portal.askedFor(switchMembership.path)[0]?.body ?? '')).toEqual({ membershipId: hotel.id });
  });

  it('S4.19 a refused switch says why and changes nothing', async () => {
    const { portal } = portalOf({ memberships: [{ ...hotel, state: 'ACCEPTED' }] });
    portal.refuse(switchMembership, 409, 'membership_pending');
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Switch to Hotel Alpino' }));
    await toast('refused: membership_pending');
  });

  it('S7.8 S7.39 the password changes by exactly present and new one, and says that other devices are signed out', async () => {
    const { portal } = portalOf();
    portal.reply(updatePassword, updatePassword.example.reply);
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Change password' }));
    await userEvent.fill(dialog().getByLabelText('Present password'), 'Cold-line-2026');
    await userEvent.fill(dialog().getByLabelText('New password'), 'Cold-line-2027');
    await userEvent.fill(dialog().getByLabelText('Repeat the password'), 'Cold-line-2027');
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await toast('Password changed. Your other devices are signed out.');
    expect(JSON.parse(portal.askedFor(updatePassword.path)[0]?.body ?? '')).toEqual({
      oldPassword: 'Cold-line-2026',
      password: 'Cold-line-2027',
    });
  });

  it('S5.5 a wrong present password is said at its field, a new one by the rule before anything is sent', async () => {
    const { portal } = portalOf();
    portal.refuse(updatePassword, 422, 'password_wrong');
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Change password' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await expect.element(dialog().getByText('This field is required.')).toBeVisible();
    await expect.element(dialog().getByText('Enter a new password.')).toBeVisible();
    expect(portal.askedFor(updatePassword.path)).toEqual([]);

    await userEvent.fill(dialog().getByLabelText('Present password'), 'wrong');
    await userEvent.fill(dialog().getByLabelText('New password'), 'Cold-line-2027');
    await userEvent.fill(dialog().getByLabelText('Repeat the password'), 'Cold-line-2027');
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await expect.element(dialog().getByText('refused: password_wrong')).toBeVisible();
    await expect.element(dialog().getByLabelText('Present password')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog().getByLabelText('Present password')).toHaveFocus();
  });

  it('B2.6 a PIN to sign with is set by who shows the password; what is wrong with it stands at its field', async () => {
    const { portal } = portalOf();
    portal.refuse(setSigningPin, 422, 'pin_guessable');
    await renderApp('/account', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Set PIN' }));
    const type = async (pin: string, again = pin) => {
      await userEvent.fill(dialog().getByLabelText('Present password'), 'Cold-line-2026');
      await userEvent.fill(dialog().getByLabelText('New PIN'), pin);
      await userEvent.fill(dialog().getByLabelText('Repeat the PIN'), again);
      await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    };
    await type('4071', '407193');
    await expect.element(dialog().getByText('Enter 6 digits.')).toBeVisible();
    await expect.element(dialog().getByText('The two PINs are not the same.')).toBeVisible();
    expect(portal.askedFor(setSigningPin.path)).toEqual([]);
    await type('123456');
    await expect.element(dialog().getByText('refused: pin_guessable')).toBeVisible();
    await expect.element(dialog().getByLabelText('New PIN')).toHaveAttribute('aria-invalid', 'true');
    portal.reply(setSigningPin, setSigningPin.example.reply);
    await type('407193');
    await toast('The signing PIN is set.');
    expect(JSON.parse(portal.askedFor(setSigningPin.path).at(-1)?.body ?? '')).toEqual({
      password: 'Cold-line-2026',
      pin: '407193',
    });
  });

  it('B2.6 who signs no records is offered no PIN', async () => {
    await openAccount({ role: 'FACTORY' });
    await expect.element(page.getByRole('button', { name: 'Change password' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Set PIN' }).elements()).toEqual([]);
  });

  it('S2.27 lists the signed-in devices and signs one of them out, or all others', async () => {
    const { portal } = portalOf();
    portal.reply(endOneSession, { code: '200' }, { id: devices[1]?.id ?? '' });
    portal.reply(endOtherSessions, { code: '200' });
    await renderApp('/account', { portal });
    await expect.element(page.getByText('This device')).toBeVisible();
    await expect.element(page.getByText('192.0.2.9', { exact: false })).toBeVisible();

    await userEvent.click(page.getByRole('button', { name: 'Sign out Safari, iPad' }));
    portal.reply(listSessions, listSessions.example.reply);
    await userEvent.click(dialog().getByRole('button', { name: 'Sign out', exact: true }));
    await toast('The device is signed out.');
    await expect.element(page.getByText('Safari, iPad')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
    expect(portal.askedFor(`/api/v1/account/sessions/${devices[1]?.id}`)).toHaveLength(1);
  });

  it('S2.27 of many devices shows this one and the newest, and all when asked', async () => {
    const { portal } = portalOf();
    const [own] = listSessions.example.reply;
    const others = Array.from({ length: 12 }, (_, n) => ({
      id: `0198c0de-0000-7000-8000-0000000001${10 + n}`,
      device: `Program ${n}`,
      address: '192.0.2.9',
      createdAt: (own?.createdAt ?? 0) + n + 1,
      expiresAt: (own?.expiresAt ?? 0) + 1,
      rememberMe: false,
      current: false,
    }));
    portal.reply(listSessions, [...others.toReversed(), { ...listSessions.example.reply[0], current: true }]);
    await renderApp('/account', { portal });
    await expect.element(page.getByText('This device')).toBeVisible();
    const programs = page.getByRole('button', { name: /^Sign out Program/ });
    await expect.element(page.getByText('Program 11', { exact: true })).toBeVisible();
    expect(programs.elements()).toHaveLength(4);
    await userEvent.click(page.getByRole('button', { name: 'Show all (13)' }));
    await expect.poll(() => programs.elements()).toHaveLength(12);
    await expect.element(page.getByRole('button', { name: 'Show all (13)' })).not.toBeInTheDocument();
  });

  it('S2.27 a list of devices that does not arrive can be asked for again', async () => {
    const { portal } = portalOf();
    portal.refuse(listSessions, 403, 'access_denied');
    await renderApp('/account', { portal });
    await expect.element(page.getByText('refused: access_denied', { exact: false })).toBeVisible();
    portal.reply(listSessions, devices);
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByText('Safari, iPad')).toBeVisible();
  });

  it('S2.27 brings one’s own data as a file', async () => {
    const { portal } = portalOf();
    portal.on(
      'GET',
      exportOwnData.path,
      () => new Response('PK', { headers: { 'content-disposition': 'attachment; filename="brina-data.zip"' } }),
    );
    await renderApp('/account', { portal });
    const saved = new Promise<string>((resolve) => {
      document.addEventListener(
        'click',
        (event) => {
          const { target } = event;
          if (target instanceof HTMLAnchorElement && target.download) resolve(target.download);
        },
        { capture: true },
      );
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        resolve(this.download);
      });
    });
    await userEvent.click(page.getByRole('button', { name: 'Download your data' }));
    expect(await saved).toBe('brina-data.zip');
    await toast('Your data has been downloaded.');
  });

  it('S2.27 deletes the account after two confirmations, and shows the codes of released appliances beyond the session', async () => {
    const { portal } = portalOf();
    portal.reply(deleteOwnUser, deleteOwnUser.example.reply);
    const { router } = await renderApp('/account', { portal });
    followSession(
      () => void router.invalidate(),
      () => {},
    );
    await userEvent.click(page.getByRole('button', { name: 'Delete account' }));
    await expect.element(dialog()).toMatchTextContent(/HACCP records and the log of changes stay/);
    await expect.element(dialog()).toMatchTextContent(/Their number now: 1\./);
    await userEvent.click(dialog().getByRole('button', { name: 'Continue' }));

    await userEvent.fill(dialog().getByRole('textbox'), 'somebody@example.com');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete for good' }));
    await expect.element(dialog().getByText('This is not the email address of this account.')).toBeVisible();
    expect(portal.askedFor(deleteOwnUser.path)).toEqual([]);

    await userEvent.fill(dialog().getByRole('textbox'), ' Ada@example.com');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete for good' }));
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(session.live.getState().status).toBe('signed-out');
    await expect.element(dialog()).toMatchTextContent(/7KQ2M-9XWPA/);
    await expect.element(dialog()).toMatchTextContent(/MFL45-26-000123/);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'I have noted the codes' }));
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('another tab of the browser takes over what was changed here', async () => {
    const { portal, user } = portalOf();
    await renderApp('/account', { portal });
    const otherTab = new BroadcastChannel('brina:session');
    portal.reply(getUserInfo, { ...user, firstName: 'Adele' });
    otherTab.postMessage({ kind: 'user-changed' });
    await expect.element(page.getByRole('main').getByText('Adele Neri')).toBeVisible();
    const heard = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => resolve(data);
    });
    await session.adopt(user);
    expect(await heard).toEqual({ kind: 'user-changed' });
    otherTab.close();
  });

  it('has no finding of axe, in light on a desk and in dark on a phone', async () => {
    await openAccount({ memberships: [hotel] });
    await expect.element(page.getByText('Safari, iPad')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await page.viewport(390, 844);
    const { screen } = await openAccount({ memberships: [hotel] }, { dark: true, locale: 'de' });
    await expect.element(screen.getByText('Safari, iPad').last()).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });
});
