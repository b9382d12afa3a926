import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { CallFailed } from '@brina/contract/wire/client';
import { tokenRefresh_ms } from '@brina/domain/constants';
import { defaultLocale } from '@brina/domain/language/locales';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale, shownLocale } from './catalogues.ts';
import { now, ownClock } from './clock.ts';
import { loadConfig } from './config.ts';
import { firstPicture, pictureIsThere } from './first-picture.ts';
import { Session } from './session.ts';
import { SignInFailed } from './session-user.ts';
import { openLocalStore, openSessionStore } from './storage.ts';
import { exampleUser, portalFixture, testConfig } from './testing/portal-fixture.ts';
import { PortalUnreachable } from './tokens.ts';
import { send } from './transport.ts';

const ada = { email: 'ada@example.com', password: 'Abcdef123!', rememberMe: true };

let browser: string;
const opened: Session[] = [];

/** A tab of one browser: tabs share stores, locks and channel. */
function openTab(local = openLocalStore(browser)): Session {
  const tab = new Session(openSessionStore(browser), local, browser);
  opened.push(tab);
  return tab;
}

/** Closes a tab as the browser does: nothing is signed out. `browserToo` forgets what lives as long as the browser. */
function closeTab(tab: Session, browserToo = false): void {
  tab.close();
  if (browserToo) sessionStorage.clear();
}

/** A browser in which somebody has signed in, and whose tab is closed: what it keeps is written. @returns the last access token */
async function browserOfAda(): Promise<string | null> {
  const local = openLocalStore(browser);
  const tab = openTab(local);
  await tab.start();
  await tab.signIn(ada);
  await local.written();
  closeTab(tab);
  return tab.accessToken();
}

const cut = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The line is cut when the first bytes of a reply are here. */
const cutWithin = (): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"access_'));
        body.error(new TypeError('network error'));
      },
    }),
  );

const grants = (portal: ReturnType<typeof portalFixture>): string[] =>
  portal.askedFor(testConfig.tokenUrl).map(({ body }) => new URLSearchParams(body).get('grant_type') ?? '');

beforeEach(async () => {
  browser = `session-test-${crypto.randomUUID()}`;
  sessionStorage.clear();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const tab of opened.splice(0)) tab.close();
  await setLocale(defaultLocale);
});

describe('the session', () => {
  it('S4.5 S8.11 with no stored e-mail the start ends signed out, and asks nobody', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.kept.rehydrate();
    tab.kept.setState({ rememberMe: true, refreshToken: 'of-nobody' });
    await tab.kept.written();
    await tab.start();
    expect(tab.live.getState().status).toBe('signed-out');
    expect(tab.kept.getState().refreshToken).toBeNull();
    expect(grants(portal)).toEqual([]);
  });

  it('S4.6 a sign-in stores tokens and remember-me and sets the marker; S3.2 the user’s id is the oid claim', async () => {
    portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    expect(tab.live.getState().status).toBe('signed-in');
    expect(tab.kept.getState()).toMatchObject({ email: ada.email, rememberMe: true, refreshToken: 'refresh-1' });
    expect(sessionStorage.getItem(`${browser}:active`)).toBe('true');
    expect(tab.idpUserId()).toBe(exampleUser().id);
  });

  it('S4.3 an INACTIVE user gets no session, nor one that has not accepted the terms until it does', async () => {
    const portal = portalFixture(exampleUser({ status: 'INACTIVE' }));
    await loadConfig();
    const tab = openTab();
    await tab.start();
    expect(await tab.signIn(ada)).toEqual({ outcome: 'unconfirmed' });

    portal.reply(getUserInfo, exampleUser({ tos: false }));
    portal.reply(updateUserInfo, exampleUser());
    const signedIn = await tab.signIn(ada);
    expect(tab.live.getState()).toMatchObject({ status: 'signed-out', accessToken: null });
    expect(tab.kept.getState().refreshToken).toBeNull();

    if (signedIn.outcome !== 'terms') throw new Error(signedIn.outcome);
    await signedIn.accept();
    expect(tab.live.getState().status).toBe('signed-in');
    expect(tab.kept.getState()).toMatchObject({ email: ada.email, refreshToken: 'refresh-2' });
  });

  it('S4.6 S4.5 a sign-out sets the marker false and forgets the tokens, but keeps the e-mail', async () => {
    portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    tab.signOut();
    expect(tab.live.getState()).toMatchObject({ status: 'signed-out', accessToken: null });
    expect(tab.kept.getState()).toMatchObject({ email: ada.email, refreshToken: null });
    expect(sessionStorage.getItem(`${browser}:active`)).toBe('false');
  });

  it('S4.7 a start with a refresh token exchanges it and loads the user anew', async () => {
    const portal = portalFixture();
    await loadConfig();
    const before = openTab();
    await before.start();
    await before.signIn(ada);
    closeTab(before, true);

    const tab = openTab();
    await tab.start();
    expect(tab.live.getState().status).toBe('signed-in');
    expect(grants(portal)).toEqual(['password', 'refresh_token']);
    const form = Object.fromEntries(new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[1]?.body));
    expect(form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: testConfig.clientId,
      resource: testConfig.resource,
    });
    expect(tab.kept.getState().refreshToken).toBe('refresh-2');
    expect(portal.askedFor(getUserInfo.path)).toHaveLength(2);
  });

  it('S4.5 S4.7 a kept user is there before the portal has answered; its calls wait for the token, and what the portal says replaces it', async () => {
    const portal = portalFixture(exampleUser({ firstName: 'Ada' }));
    portal.reply(listLaboratories, []);
    await loadConfig();
    const accessToken = await browserOfAda();

    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.on('POST', testConfig.tokenUrl, async () => {
      await answered;
      return Response.json({ access_token: accessToken, refresh_token: 'refresh-next' });
    });
    portal.reply(getUserInfo, exampleUser({ firstName: 'Augusta' }));
    const local = openLocalStore(browser);
    const tab = openTab(local);
    const started = tab.start();
    await tab.looked();
    expect(tab.live.getState()).toMatchObject({ status: 'resuming', accessToken: null });
    expect(local.getState().user?.firstName).toBe('Ada');
    const laboratories = send(listLaboratories, {});
    await expect.poll(() => portal.askedFor(testConfig.tokenUrl).length).toBe(2);
    expect(portal.askedFor(listLaboratories.path)).toEqual([]);
    answer();
    expect(await laboratories).toEqual([]);
    await started;
    expect(tab.live.getState().status).toBe('signed-in');
    expect(local.getState().user?.firstName).toBe('Augusta');
  });

  it('S4.4 a language changed elsewhere is taken over by the start, also when another tab tells of it meanwhile', async () => {
    const portal = portalFixture(exampleUser({ language: 'en_US' }));
    await loadConfig();
    await browserOfAda();

    // The start asks first and is answered last, with what was so when it asked.
    let tell = (): void => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    let asked = 0;
    portal.on('GET', getUserInfo.path, async () => {
      asked += 1;
      if (asked > 1) return Response.json(exampleUser({ language: 'de_DE', firstName: 'Adele' }));
      await told;
      return Response.json(exampleUser({ language: 'en_US' }));
    });
    const local = openLocalStore(browser);
    const tab = openTab(local);
    const started = tab.start();
    await expect.poll(() => asked).toBe(1);
    const otherTab = new BroadcastChannel(`${browser}:session`);
    otherTab.postMessage({ kind: 'user-changed' });
    await expect.poll(() => local.getState().user?.firstName).toBe('Adele');
    await expect.poll(() => shownLocale()).toBe('de');
    tell();
    await started;
    otherTab.close();
    expect(local.getState()).toMatchObject({ locale: 'de', user: { firstName: 'Adele' } });
    closeTab(tab);

    portal.reply(getUserInfo, exampleUser({ language: 'it_IT' }));
    const next = openTab(openLocalStore(browser));
    await next.start();
    expect(shownLocale()).toBe('it');
  });

  it('S4.6 S6.2 an answer about who was signed in before is not taken for who is signed in now', async () => {
    const portal = portalFixture(exampleUser({ firstName: 'Ada' }));
    await loadConfig();
    const local = openLocalStore(browser);
    const tab = openTab(local);
    await tab.start();
    await tab.signIn(ada);
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.on('GET', getUserInfo.path, async () => {
      await answered;
      return Response.json(exampleUser({ firstName: 'Ada' }));
    });
    const asked = portal.askedFor(getUserInfo.path).length;
    const reload = tab.reloadUser();
    await expect.poll(() => portal.askedFor(getUserInfo.path).length).toBe(asked + 1);
    tab.signOut();
    portal.reply(getUserInfo, exampleUser({ firstName: 'Bruno' }));
    await tab.signIn({ ...ada, email: 'bruno@example.com' });
    answer();
    await reload;
    expect(local.getState().user?.firstName).toBe('Bruno');
  });

  it.each([
    ['answers', () => Response.json(exampleUser())],
    ['refuses', () => Response.json({ code: 'token_missing' }, { status: 401 })],
  ])(
    'S4.6 signed out by another tab while it starts, a tab stays so and signs nobody out, when the portal %s',
    async (_, reply) => {
      const portal = portalFixture();
      await loadConfig();
      await browserOfAda();

      const local = openLocalStore(browser);
      const tab = openTab(local);
      const otherTab = new BroadcastChannel(`${browser}:session`);
      portal.on('GET', getUserInfo.path, async () => {
        otherTab.postMessage({ kind: 'signed-out' });
        await expect.poll(() => tab.live.getState().status).toBe('signed-out');
        return reply();
      });
      const told = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
      await tab.start();
      otherTab.close();
      // By the other tab: whoever has signed in there since would be signed out by another.
      expect(told.mock.calls.filter(([word]) => (word as { kind: string }).kind === 'signed-out')).toHaveLength(1);
      told.mockRestore();
      expect(tab.live.getState()).toMatchObject({ status: 'signed-out', accessToken: null });
      expect(local.getState().user).toBeNull();
    },
  );

  it.each([
    ['S4.7 the exchange is refused', (portal: ReturnType<typeof portalFixture>) => refuseTokens(portal)],
    [
      'S4.26 the user cannot be loaded',
      (portal: ReturnType<typeof portalFixture>) => portal.refuse(getUserInfo, 500, 'generic'),
    ],
  ])('S8.11 a start ends signed out when %s', async (_, breakIt) => {
    const portal = portalFixture();
    await loadConfig();
    const before = openTab();
    await before.start();
    await before.signIn(ada);
    closeTab(before);
    breakIt(portal);
    const tab = openTab();
    await tab.start();
    expect(tab.live.getState().status).toBe('signed-out');
    expect(tab.kept.getState()).toMatchObject({ email: ada.email, refreshToken: null });
  });

  it.each([
    ['S4.7 a portal that is away for a moment does not end a kept session: the start asks again', 2, 'signed-in'],
    ['S4.7 S8.11 a portal that stays away ends the start signed out, with the e-mail kept', 3, 'signed-out'],
  ])('%s', async (_, failures, status) => {
    const portal = portalFixture();
    await loadConfig();
    const before = openTab();
    await before.start();
    await before.signIn(ada);
    closeTab(before);
    const tokens = { access_token: before.accessToken(), refresh_token: 'refresh-next' };
    let tries = 0;
    portal.on('POST', testConfig.tokenUrl, () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return tries <= failures ? new Response('', { status: 503 }) : Response.json(tokens);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = openTab();
    const started = tab.start();
    await expect.poll(() => tries).toBe(1);
    for (const pause_ms of [1_000, 4_000]) {
      const before = tries;
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(pause_ms);
      await expect.poll(() => tries).toBe(before + 1);
    }
    await started;
    expect(tries).toBe(3);
    expect(tab.live.getState().status).toBe(status);
    expect(tab.kept.getState()).toMatchObject({
      email: ada.email,
      refreshToken: status === 'signed-in' ? 'refresh-next' : null,
    });
  });

  it.each([
    [
      'before the token is given',
      (portal: ReturnType<typeof portalFixture>) => portal.on('POST', testConfig.tokenUrl, cut),
    ],
    [
      'while the token is given',
      (portal: ReturnType<typeof portalFixture>) => portal.on('POST', testConfig.tokenUrl, cutWithin),
    ],
    ['before the user is told', (portal: ReturnType<typeof portalFixture>) => portal.cut(getUserInfo)],
    [
      'while the user is told',
      (portal: ReturnType<typeof portalFixture>) => portal.on('GET', getUserInfo.path, cutWithin),
    ],
  ])('S4.7 a line that breaks %s costs nobody the session: the next start goes on', async (_, breakIt) => {
    const portal = portalFixture();
    await loadConfig();
    const before = openTab();
    await before.start();
    await before.signIn(ada);
    closeTab(before);
    breakIt(portal);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1000 });
    await expect(openTab().start()).rejects.toThrow(PortalUnreachable);
    vi.useRealTimers();

    portalFixture();
    const tab = openTab();
    await tab.start();
    expect(tab.live.getState().status).toBe('signed-in');
  });

  it.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('S4.8 a clock that was an hour %s and is set right keeps the tabs on one session', async (_, wrong_ms) => {
    const portal = portalFixture();
    await loadConfig();
    const right_ms = ownClock();
    vi.useFakeTimers({ toFake: ['Date'], now: right_ms + wrong_ms });
    const one = openTab();
    await one.start();
    await one.signIn(ada);
    const other = openTab();
    await other.start();
    await expect.poll(() => one.accessToken()).toBe(other.accessToken());

    vi.setSystemTime(right_ms);
    const refused = one.accessToken() ?? '';
    const asked = grants(portal).length;
    expect(await one.renew(refused)).toBe(true);
    await expect.poll(() => other.accessToken()).toBe(one.accessToken());
    expect(await other.renew(refused)).toBe(true);
    expect(grants(portal)).toHaveLength(asked + 1);
    expect([one, other].map(({ live }) => live.getState().status)).toEqual(['signed-in', 'signed-in']);
  });

  it('S4.5 without remember-me a session ends with the browser, and goes on in another tab of the same', async () => {
    portalFixture();
    await loadConfig();
    const first = openTab();
    await first.start();
    await first.signIn({ ...ada, rememberMe: false });

    sessionStorage.clear();
    const linkInNewTab = openTab();
    await linkInNewTab.start();
    expect(linkInNewTab.live.getState().status).toBe('signed-in');

    closeTab(linkInNewTab);
    closeTab(first, true);
    await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(0);
    const nextDay = openTab();
    await nextDay.start();
    expect(nextDay.live.getState().status).toBe('signed-out');
    expect(nextDay.kept.getState().refreshToken).toBeNull();
  });

  it('S4.8 the token is renewed every 50 minutes, and a refused renewal signs out', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await tab.signIn(ada);
    const first = tab.accessToken();
    vi.advanceTimersByTime(tokenRefresh_ms - 1);
    expect(grants(portal)).toEqual(['password']);
    vi.advanceTimersByTime(1);
    await expect.poll(() => tab.accessToken()).not.toBe(first);
    expect(grants(portal)).toEqual(['password', 'refresh_token']);

    refuseTokens(portal);
    vi.advanceTimersByTime(tokenRefresh_ms);
    await expect.poll(() => tab.live.getState().status).toBe('signed-out');
    expect(tab.live.getState().wasRefused).toBe(true);
  });

  it('S8.11 who signs out is not told afterwards that the session has ended', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    refuseTokens(portal);
    await tab.renew(tab.accessToken());
    expect(tab.live.getState()).toMatchObject({ status: 'signed-out', wasRefused: true });
    portalFixture();
    await tab.signIn(ada);
    tab.signOut();
    expect(tab.live.getState()).toMatchObject({ status: 'signed-out', wasRefused: false });
  });

  it('S4.8 two tabs whose tokens are refused at once renew once, and both go on with the new token', async () => {
    const portal = portalFixture();
    await loadConfig();
    const one = openTab();
    await one.start();
    await one.signIn(ada);
    const other = openTab();
    await other.start();
    await expect.poll(() => one.accessToken()).toBe(other.accessToken());
    const before = grants(portal).length;

    const refused = one.accessToken() ?? '';
    expect(await Promise.all([one.renew(refused), other.renew(refused)])).toEqual([true, true]);
    expect(grants(portal)).toHaveLength(before + 1);
    expect(one.accessToken()).not.toBe(refused);
    expect(other.accessToken()).toBe(one.accessToken());
  });

  it('S4.6 signing out in one tab signs out the others', async () => {
    portalFixture();
    await loadConfig();
    const one = openTab();
    await one.start();
    await one.signIn(ada);
    const other = openTab();
    await other.start();
    one.signOut();
    await expect.poll(() => other.live.getState().status).toBe('signed-out');
  });

  it.each(['starts', 'renews'])(
    'S4.6 signing out in one tab ends the session for another that just %s',
    async (does) => {
      const portal = portalFixture();
      await loadConfig();
      const one = openTab();
      await one.start();
      await one.signIn(ada);
      const other = openTab();
      if (does === 'renews') await other.start();
      portal.on('POST', testConfig.tokenUrl, async () => {
        one.signOut();
        await one.kept.written();
        return Response.json({ access_token: 'e30.e30.late', refresh_token: 'late' });
      });
      await (does === 'starts' ? other.start() : other.renew(other.accessToken() ?? ''));
      expect(other.live.getState()).toMatchObject({ status: 'signed-out', accessToken: null });
      await other.kept.rehydrate();
      expect(other.kept.getState().refreshToken).toBeNull();
    },
  );

  it('S7.1 a call whose token is refused renews it once and is repeated; refused again, the session ends', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    const expired = tab.accessToken();
    portal.on('GET', getUserInfo.path, ({ headers }) =>
      headers.get('authorization') === `Bearer ${expired}`
        ? Response.json({ code: 'token_invalid', message: '', requestId: '1' }, { status: 401 })
        : Response.json(exampleUser({ firstName: 'Grace' })),
    );
    await expect(send(getUserInfo, {})).resolves.toMatchObject({ firstName: 'Grace' });
    expect(tab.live.getState().status).toBe('signed-in');

    portal.refuse(getUserInfo, 401, 'token_invalid');
    await expect(send(getUserInfo, {})).rejects.toBeInstanceOf(CallFailed);
    expect(tab.live.getState().status).toBe('signed-out');
  });

  it('S4.8 a generic token is fetched with the client credentials of the configuration', async () => {
    const portal = portalFixture();
    await loadConfig();
    await expect(openTab().genericToken()).resolves.toMatch(/^e30\./);
    expect(Object.fromEntries(new URLSearchParams(portal.askedFor(testConfig.tokenUrl)[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: testConfig.genericClientId,
      client_secret: testConfig.genericClientSecret,
      resource: testConfig.resource,
    });
  });

  it('S3.4 S4.8 a session has a generic token beside the personal and the refresh token: from its begin, anew when it ends, gone with it', async () => {
    const portal = portalFixture();
    await loadConfig();
    const inSeconds = (seconds: number) => Math.floor(now() / 1000) + seconds;
    const given: string[] = [];
    let exp = inSeconds(3600);
    portal.on('POST', testConfig.tokenUrl, ({ body }) => {
      const isGeneric = body.includes('client_credentials');
      const claims = isGeneric ? { client_id: testConfig.genericClientId, n: given.length, exp } : { oid: ada.email };
      const access_token = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`;
      if (isGeneric) given.push(access_token);
      return Response.json({ access_token, ...(isGeneric ? {} : { refresh_token: 'refresh' }) });
    });
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    pictureIsThere();
    await expect.poll(() => tab.live.getState().genericToken).not.toBeNull();
    const held = tab.live.getState().genericToken ?? '';
    expect(given).toContain(held);
    expect(tab.accessToken()).not.toBe(held);
    expect(tab.kept.getState().refreshToken).toBe('refresh');
    await expect(tab.genericToken()).resolves.toBe(held);

    // One that has ended is fetched again.
    vi.useFakeTimers({ toFake: ['Date'], now: now() + 2 * 3600 * 1000 });
    exp = inSeconds(3 * 3600);
    const next = await tab.genericToken();
    vi.useRealTimers();
    expect(next).not.toBe(held);
    expect(tab.live.getState().genericToken).toBe(next);

    tab.signOut();
    expect(tab.live.getState().genericToken).toBeNull();
    firstPicture.setState('awaited', true);
  });

  it('S8.12 S4.26 a user that cannot be loaded again in the background is for the console only', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    await tab.signIn(ada);
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    portal.refuse(getUserInfo, 500, 'generic');
    await tab.reloadUser();
    expect(said).toHaveBeenCalledOnce();
    expect(tab.live.getState().status).toBe('signed-in');
    said.mockRestore();
  });

  it.each([
    ['answered', () => Response.json(exampleUser())],
    ['refused', () => Response.json({ code: 'token_missing' }, { status: 401 })],
  ])(
    'S4.6 S8.12 signed out while the user is loaded again and then %s, a tab keeps nothing of the user and says nothing',
    async (_, reply) => {
      const portal = portalFixture();
      await loadConfig();
      const local = openLocalStore(browser);
      const tab = openTab(local);
      await tab.start();
      await tab.signIn(ada);
      const said = vi.spyOn(console, 'error').mockImplementation(() => {});
      portal.on('GET', getUserInfo.path, () => {
        tab.signOut();
        return reply();
      });
      await tab.reloadUser();
      expect(said).not.toHaveBeenCalled();
      expect(local.getState().user).toBeNull();
      said.mockRestore();
    },
  );

  it('S8.2 a portal that is not there is no wrong password', async () => {
    const portal = portalFixture();
    await loadConfig();
    const tab = openTab();
    await tab.start();
    portal.on('POST', testConfig.tokenUrl, () => new Response('', { status: 502 }));
    const failure = await tab.signIn(ada).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SignInFailed);
    expect((failure as SignInFailed).code).toBe('user_info_failed');
  });
});

function refuseTokens(portal: ReturnType<typeof portalFixture>): void {
  portal.on('POST', testConfig.tokenUrl, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
}
