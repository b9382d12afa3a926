import { changePassword, lookAtLink } from '@brina/contract/calls/people/registration';
import type { Reply } from '@brina/contract/wire/call';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { session } from '../../../lib/session.ts';
import { portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const address = '/changepassword?token=q5tB0y8iJv2m6w1kZr9xPA&email=ada%40example.com';
const params = { email: 'ada@example.com' };
const lookedAt = '/api/v1/account/graph/changePassword/ada%40example.com';
const password = () => page.getByLabelText('New password');
const confirmation = () => page.getByLabelText('Repeat the password');
const submit = () => page.getByRole('button', { name: 'Save password' });
const accept = () => page.getByRole('button', { name: 'Accept and set a password' });
const meter = () => page.getByRole('meter', { name: 'Password strength' });

type Options = Partial<Parameters<typeof renderApp>[1]>;
type Told = Reply<typeof lookAtLink>;
/** Opens the page of a link, of which the portal tells this; null: what the fixture says already. */
async function openLink({
  link = { invitation: null },
  path = address,
  ...options
}: Options & { link?: Told | null; path?: string } = {}) {
  const portal = options.portal ?? portalFixture();
  portal.reply(changePassword, changePassword.example.reply, params);
  if (link) portal.reply(lookAtLink, link, params);
  return renderApp(path, { portal, signIn: false, ...options });
}
/** What the page says of the invitation: pairs of term and detail. */
async function facts(): Promise<(string | undefined)[][]> {
  await expect.element(page.getByText('Your account')).toBeVisible();
  return [...document.querySelectorAll('dl > div')].map((pair) => [...pair.children].map((part) => part.textContent));
}
async function choose(typed: string, repeated = typed, button = submit()): Promise<void> {
  await userEvent.fill(password(), typed);
  await userEvent.fill(confirmation(), repeated);
  await userEvent.click(button);
}

describe('the change-password page', () => {
  beforeEach(() => page.viewport(1280, 900));
  afterEach(() => vi.restoreAllMocks());

  it.each(['/changepassword', '/changepassword?token=abc', '/changepassword?email=ada@example.com'])(
    'S2.11 %s leads to login: token and e-mail must both be there',
    async (path) => {
      const { router } = await openLink({ path });
      await expect.poll(() => router.state.location.pathname).toBe('/login');
    },
  );

  it('S2.11 S4.12 S7.7 sends token and password as headers, then shows success and the way to login in place of the form', async () => {
    const { portal, router } = await openLink();
    await expect.element(page.getByText('For the account ada@example.com')).toBeVisible();
    await expect.element(page.getByLabelText('EN Language')).toBeVisible();
    await choose('Cold-line-2027');
    await expect.element(page.getByText('Password changed. You can now sign in.')).toBeVisible();
    await expect.element(submit()).not.toBeInTheDocument();

    const asked = portal.askedFor(lookedAt).find(({ method }) => method === 'POST');
    expect(asked?.headers.get('verification-code')).toBe('q5tB0y8iJv2m6w1kZr9xPA');
    expect(asked?.headers.get('new-password')).toBe('Cold-line-2027');
    expect(asked?.body).toBe('');
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    await expect.poll(() => router.state.location.pathname).toBe('/login');
  });

  it('S2.11 S4.19 greets who is invited: nothing is chosen anew, and the account is ready', async () => {
    const { portal } = await openLink({ link: lookAtLink.example.reply });
    await expect.element(page.getByRole('heading', { name: 'Welcome', exact: true })).toBeVisible();
    await expect.element(page.getByText('You are invited. Choose a password to accept.')).toBeVisible();
    await choose('Cold-line-2027', 'Cold-line-2027', accept());
    await expect.element(page.getByText('Your account is ready. You can now sign in.')).toBeVisible();
    expect(portal.askedFor(lookedAt).map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('S2.11 S4.19 who is invited sees which company invites, who, and which account it is, before typing a password', async () => {
    const { portal } = await openLink({ link: lookAtLink.example.reply });
    expect(await facts()).toEqual([
      ['Company', 'Cucina Aurora'],
      ['Invited by', 'Marco Aurora'],
      ['Your account', 'ada@example.com'],
    ]);
    await expect.element(page.getByText(/^If you do not know this company, close this page/)).toBeVisible();
    const [asked] = portal.askedFor(lookedAt);
    expect(asked?.headers.get('verification-code')).toBe('q5tB0y8iJv2m6w1kZr9xPA');
    expect(portal.asked.map(({ path, query }) => path + query).join()).not.toContain('q5tB0y8iJv2m6w1kZr9xPA');
  });

  it.each([null, { firstName: '', lastName: '' }])(
    'S4.19 an inviter without a name (%o) is not named',
    async (inviter) => {
      await openLink({ link: { invitation: { company: '根里株式会社', inviter } } });
      expect(await facts()).toEqual([
        ['Company', '根里株式会社'],
        ['Your account', 'ada@example.com'],
      ]);
    },
  );

  it('S4.19 a long name of a company and an address without a gap can be read whole on a phone', async () => {
    await page.viewport(390, 844);
    const company = `${'Tiefkühlwarenherstellung'.repeat(3)} Gesellschaft mbH`;
    await openLink({
      link: { invitation: { company, inviter: { firstName: 'Maximilian'.repeat(4), lastName: 'Koch' } } },
    });
    await expect.element(page.getByText(company)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    for (const detail of document.querySelectorAll('dd'))
      expect(detail.scrollWidth).toBeLessThanOrEqual(detail.clientWidth);
  });

  it('S2.11 S4.19 what else the address says is nobody’s word: the link of a password invites to no company', async () => {
    await openLink({ path: `${address}&invited=true&company=Evil&inviter=Mallory` });
    await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expect.element(page.getByText('For the account ada@example.com')).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Evil|Mallory|invited/);
  });

  it('S8.8 a link that is void says so before a password is chosen, and leads to where a new one is asked for', async () => {
    const portal = portalFixture();
    portal.refuse(lookAtLink, 422, 'link_invalid', params);
    const { router } = await openLink({ portal, link: null });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/refused: link_invalid/);
    await expect.element(password()).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Ask for a new link' }));
    await expect.poll(() => router.state.location.href).toBe('/login?mode=forgot');
  });

  it('S8.8 on a phone what a void link says has lines of several words, its button below them', async () => {
    await page.viewport(390, 844);
    const portal = portalFixture();
    portal.refuse(lookAtLink, 422, 'link_invalid', params);
    await openLink({ portal, link: null, locale: 'de' });
    await expect.element(page.getByText(/refused: link_invalid/)).toBeVisible();
    const box = page
      .getByText(/refused: link_invalid/)
      .element()
      .getBoundingClientRect();
    const button = page.getByRole('button', { name: 'Neuen Link anfordern' }).element().getBoundingClientRect();
    expect(box.width).toBeGreaterThan(190);
    expect(button.top).toBeGreaterThanOrEqual(box.bottom);
  });

  it('S8.8 a link that cannot be looked at now can be looked at again', async () => {
    const portal = portalFixture();
    portal.refuse(lookAtLink, 429, 'too_many_requests', params);
    await openLink({ portal, link: null });
    await expect.element(page.getByRole('alert')).toMatchTextContent(/could not be checked\..*too_many_requests/);
    portal.reply(lookAtLink, lookAtLink.example.reply, params);
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByText('Cucina Aurora')).toBeVisible();
  });

  it('S5.5 S8.8 a password that is guessed early is refused in the words that say why', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { portal } = await openLink();
    portal.refuse(changePassword, 422, 'password_common', params);
    await userEvent.fill(password(), 'Welcome2024!');
    await expect.element(meter()).toHaveAttribute('aria-valuetext', 'Strong');
    await choose('Welcome2024!');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/refused: password_common/);
    await expect.element(submit()).toBeVisible();
    // What is refused is not called strong; another one is judged by itself.
    await expect.element(meter()).toHaveAttribute('aria-valuetext', 'Weak');
    await userEvent.fill(password(), 'Cold-line-2027');
    await expect.element(meter()).toHaveAttribute('aria-valuetext', 'Strong');
  });

  it('S7.7 a password that no header can carry travels by RFC 8187', async () => {
    const { portal } = await openLink();
    await choose('Пароль-2027-Ab');
    await expect.element(page.getByText('Password changed. You can now sign in.')).toBeVisible();
    const header = portal.asked.at(-1)?.headers.get('new-password') ?? '';
    expect(header).toMatch(/^UTF-8''[%\w.-]+$/);
    expect(decodeURIComponent(header.slice(7))).toBe('Пароль-2027-Ab');
  });

  it('S5.5 S5.7 nothing is sent while the rule is broken or both differ; faults show only after a submit', async () => {
    const { portal } = await openLink();
    await userEvent.fill(password(), 'short');
    await userEvent.tab();
    expect(password().element().getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.click(submit());
    await expect.element(page.getByText('The password does not meet the rule above.')).toBeVisible();
    await expect.element(page.getByText('Enter the password again.')).toBeVisible();
    expect(document.activeElement).toBe(password().element());

    await choose('Cold-line-2027', 'Cold-line-2028');
    await expect.element(page.getByText('The two passwords are not the same.')).toBeVisible();
    expect(portal.asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([]);
  });

  it('S2.11 S5.5 the meter goes through prompt, weak, medium and strong; the tooltip says what the rule asks beyond it', async () => {
    await openLink();
    for (const [typed, share, word] of [
      ['', '0', 'Enter a password'],
      ['abc', '33', 'Weak'],
      ['abcde1', '66', 'Medium'],
      ['Abcdefg1', '100', 'Strong'],
    ] as const) {
      await userEvent.fill(password(), typed);
      await expect.element(meter()).toHaveAttribute('aria-valuenow', share);
      await expect.element(meter()).toHaveAttribute('aria-valuetext', word);
      await expect.element(page.getByText(word, { exact: true })).toBeVisible();
    }
    // Strong is not yet accepted.
    await userEvent.click(submit());
    await expect.element(page.getByText('The password does not meet the rule above.')).toBeVisible();
    await userEvent.hover(page.getByRole('button', { name: 'About password and strength' }));
    await expect.element(page.getByText('The bar only estimates', { exact: false })).toBeVisible();
    await userEvent.unhover(page.getByRole('button', { name: 'About password and strength' }));
    await expect.element(page.getByText('The bar only estimates', { exact: false })).not.toBeInTheDocument();
  });

  it('S8.8 a failure shows the registration problem and logs the raw error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { portal } = await openLink();
    portal.refuse(changePassword, 500, 'generic', params);
    await choose('Cold-line-2027');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The registration was not completed. Check your details and try again.');
    expect(String(logged.mock.calls[0]?.[0])).toContain('generic');
  });

  it('S4.12 S8.8 an answer whose code is not "200" is a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { portal } = await openLink();
    portal.on('POST', '/api/v1/account/graph/changePassword/ada%40example.com', () => Response.json({ code: '409' }));
    await choose('Cold-line-2027');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The registration was not completed\./);
    await expect.element(submit()).toBeVisible();
  });

  it('S8.8 a used link says so and leads to where a new one is asked for', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { portal, router } = await openLink();
    portal.refuse(changePassword, 422, 'link_invalid', params);
    await choose('Cold-line-2027');
    await expect.element(page.getByRole('alert')).toMatchTextContent(/refused: link_invalid/);
    await userEvent.click(page.getByRole('button', { name: 'Ask for a new link' }));
    await expect.poll(() => router.state.location.href).toBe('/login?mode=forgot');
  });

  it('S2.11 works for somebody who is signed in, and leads to login all the same', async () => {
    const { router } = await openLink({ signIn: true });
    await choose('Cold-line-2027');
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(session.live.getState().status).toBe('signed-out');
  });

  it('has no finding of axe, in light on a desk and in dark on a phone', async () => {
    await openLink();
    await userEvent.click(submit());
    expect(await axeFindings()).toEqual([]);
    await page.viewport(390, 844);
    await openLink({ link: lookAtLink.example.reply, dark: true, locale: 'de' });
    expect(await axeFindings()).toEqual([]);
  });
});
