import { changePassword } from '@brina/contract/calls/people/registration';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { session } from '../../../lib/session.ts';
import { portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const link = '/changepassword?token=q5tB0y8iJv2m6w1kZr9xPA&email=ada%40example.com';
const params = { email: 'ada@example.com' };
const password = () => page.getByLabelText('New password');
const confirmation = () => page.getByLabelText('Repeat the password');
const submit = () => page.getByRole('button', { name: 'Save password' });
const meter = () => page.getByRole('meter', { name: 'Password strength' });

async function openLink(options: Partial<Parameters<typeof renderApp>[1]> = {}, path = link) {
  const portal = options.portal ?? portalFixture();
  portal.reply(changePassword, changePassword.example.reply, params);
  return renderApp(path, { portal, signIn: false, ...options });
}
async function choose(typed: string, repeated = typed): Promise<void> {
  await userEvent.fill(password(), typed);
  await userEvent.fill(confirmation(), repeated);
  await userEvent.click(submit());
}

describe('the change-password page', () => {
  beforeEach(() => page.viewport(1280, 900));
  afterEach(() => vi.restoreAllMocks());

  it.each(['/changepassword', '/changepassword?token=abc', '/changepassword?email=ada@example.com'])(
    'S2.11 %s leads to login: token and e-mail must both be there',
    async (path) => {
      const { router } = await openLink({}, path);
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

    const [asked] = portal.askedFor('/api/v1/account/graph/changePassword/ada%40example.com');
    expect(asked?.headers.get('verification-code')).toBe('q5tB0y8iJv2m6w1kZr9xPA');
    expect(asked?.headers.get('new-password')).toBe('Cold-line-2027');
    expect(asked?.body).toBe('');
    await userEvent.click(page.getByRole('button', { name: 'Sign in' }));
    await expect.poll(() => router.state.location.pathname).toBe('/login');
  });

  it('S2.11 S4.19 greets who is invited: nothing is chosen anew, and the account is ready', async () => {
    await openLink({}, `${link}&invited=true`);
    await expect.element(page.getByRole('heading', { name: 'Welcome', exact: true })).toBeVisible();
    await expect
      .element(page.getByText('You were invited. Choose a password for your account ada@example.com.'))
      .toBeVisible();
    await choose('Cold-line-2027');
    await expect.element(page.getByText('Your account is ready. You can now sign in.')).toBeVisible();
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
    expect(portal.asked.filter(({ path }) => path.includes('changePassword'))).toEqual([]);
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
    await openLink({ dark: true, locale: 'de' });
    expect(await axeFindings()).toEqual([]);
  });
});
