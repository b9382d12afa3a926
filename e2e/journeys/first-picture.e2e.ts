import { setTimeout } from 'node:timers/promises';
import { pathOf } from '@brina/contract/screens';
import type { Page } from '@playwright/test';
import { deployed } from '../deployments.ts';
import { expect, signInWith, test } from '../fixtures.ts';
import { isAt } from '../screens.ts';

test.use({ serviceWorkers: 'allow' });

/** Everything that the caches of this browser hold, by path. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const keys = (await caches.keys()).sort();
    const requests = await Promise.all(keys.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until a start without a line needs nothing more: the pages are kept, and the entry and the words of what is shown. */
async function shellIsKept(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const paths = await cached(page);
      return [/^\/$/, new RegExp(`^${pathOf('login')}$`), /\/index-.*\.js$/, /\/vendor-/, /\/messages\/page\./].filter(
        (wanted) => !paths.some((path) => wanted.test(path)),
      );
    })
    .toEqual([]);
}

/** Waits until what the page would do at once has begun: it has drawn since, and has been answered to a request of its own. */
const turned = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await fetch('/config.json');
  });

const nameOfBuild = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-build');

test('S9.5 S4.7 without a line the app starts, says so in plain words, and goes on by itself; no reply of a call is kept', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  await signInWith(page, { ...world, url: portal.url }, world.account('USER'));
  await expect(page.getByRole('article').first()).toBeVisible();
  await shellIsKept(page);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();

  const kept = await cached(page);
  expect(
    kept.filter(
      (path) => ![pathOf('dashboard'), pathOf('login')].includes(path) && !/^\/(assets\/.+|favicon\.svg)$/.test(path),
    ),
  ).toEqual([]);
  const texts = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const replies = await Promise.all(all.map(async (cache) => cache.matchAll()));
    return Promise.all(replies.flat().map((reply) => reply.text()));
  });
  expect(texts.filter((text) => text.includes(world.own('Abbattitore banco')))).toEqual([]);

  // Nor the address by which a page was asked for: it may hold a code, or somebody's e-mail address.
  await page.goto(`${portal.url}${pathOf('changepassword')}?token=secret&email=somebody@example.com`);
  await page.goto(portal.url + pathOf('admin-user', { email: 'somebody@example.com' }));
  const addresses = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const replies = await Promise.all(all.map(async (cache) => cache.matchAll()));
    return replies.flat().map(({ url }) => url);
  });
  expect(addresses.filter((url) => /secret|somebody/.test(url))).toEqual([]);
  await page.goto(portal.url + pathOf('dashboard'));
  await expect(page.getByRole('article').first()).toBeVisible();

  portal.cut();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  portal.restore();
  // It looks for the portal by itself; nobody has been signed out.
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('S9.7 a deploy shows its own version at the next start, also where the portal is slow, and reloads at most once', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  const login = portal.url + pathOf('login');
  await page.goto(login);
  await expect(page.getByLabel('Email')).toBeVisible();
  await shellIsKept(page);

  portal.deploy('second');
  await page.goto(login);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await nameOfBuild(page)).toBe('second');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-second']);
  await shellIsKept(page);

  // Later than the worker waits: the kept page is shown, learns of the third, and is loaded anew.
  portal.delay(1500);
  portal.deploy('third');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(login);
  await expect.poll(() => nameOfBuild(page)).toBe('third');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-third']);
  // The worker has answered this page, too: on its answer alone a page is loaded anew.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('brina:reloaded:build'))).toBeNull();
  await turned(page);
  // Once asked for, and once loaded anew: not again.
  expect(loads).toBe(2);
});

test('S9.7 a part of a page that a deploy has removed brings the new version, and is there in it', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  await page.goto(portal.url + pathOf('login'));
  const language = page.getByRole('button', { name: /Language$/ });
  await expect(language).toBeVisible();
  // What the worker still fetched after the deploy would bring the new version without the part.
  await shellIsKept(page);
  portal.deploy('second');
  await language.click();
  await expect.poll(() => nameOfBuild(page)).toBe('second');
  await language.click();
  await expect(page.getByRole('dialog', { name: 'Choose a language' })).toBeVisible();
});

/** How many requests arrive in a moment. */
async function arriving(asked: readonly string[]): Promise<number> {
  const before = asked.length;
  await setTimeout(500);
  return asked.length - before;
}

test('S4.5 S4.7 S2.3 the frame stands for the kept user before the portal has answered; a refused session leads to the login', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  await signInWith(page, { ...world, url: portal.url }, world.account('USER'));
  await expect(page.getByRole('article').first()).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // Each time from a blank page: what the page before still asks for does not count.
  for (const refused of [false, true]) {
    const answer = Promise.withResolvers<void>();
    await page.route('**/idp/token', async (route) => {
      await answer.promise;
      if (refused) await route.fulfill({ status: 400, json: { error: 'invalid_grant' } });
      else await route.continue();
    });
    await page.goto('about:blank');
    await expect.poll(() => arriving(portal.asked), { message: 'what was on its way arrives' }).toBe(0);
    portal.asked.length = 0;
    await page.goto(portal.url + pathOf('dashboard'));
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await turned(page);
    await expect(page.getByRole('article')).toHaveCount(0);
    expect(portal.asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    answer.resolve();
    if (refused) await expect(page).toHaveURL(isAt(pathOf('login')));
    else await expect(page.getByRole('article').first()).toBeVisible();
    await page.unroute('**/idp/token');
  }
  await expect(page.getByLabel('Email')).toHaveValue(world.account('USER').email);
});

test('S4.8 S4.7 a line that breaks after the token was given leaves the session: the new token is kept before it is used', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  await signInWith(page, { ...world, url: portal.url }, world.account('USER'));
  await expect(page.getByRole('article').first()).toBeVisible();

  // The token is the last that arrives.
  let given = '';
  await page.route('**/idp/token', async (route) => {
    const response = await route.fetch();
    portal.cut();
    ({ refresh_token: given } = await response.json());
    await route.fulfill({ response });
  });
  await page.goto(portal.url + pathOf('dashboard'));
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.unroute('**/idp/token');
  const renewal = page.waitForRequest('**/idp/token');
  portal.restore();
  await page.goto(portal.url + pathOf('dashboard'));
  // Not the one before, which is used up: the portal takes it for some seconds more, and then it ends the session.
  expect(new URLSearchParams((await renewal).postData() ?? '').get('refresh_token')).toBe(given);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page).toHaveURL(isAt(pathOf('dashboard')));
});

test('S4.4 after signing in, list, laboratories and user are asked for once; the first pages need few requests', async ({
  page,
  world,
}) => {
  await using portal = await deployed(world.url);
  await page.goto(portal.url + pathOf('login'));
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(portal.asked.length).toBeLessThanOrEqual(35);

  let untilPicture = 0;
  /** Enters, and tells what was asked for until the live connection has asked for what it may have missed: the last that would. */
  const askedBy = async (enter: () => Promise<unknown>): Promise<string[]> => {
    portal.asked.length = 0;
    const caughtUp = page.waitForEvent('websocket').then((live) =>
      live.waitForEvent('framereceived', {
        predicate: ({ payload }) => payload.toString().includes('"action":"access"'),
      }),
    );
    // What fails before it is awaited below is told first.
    caughtUp.catch(() => undefined);
    await enter();
    await expect(page.getByRole('article').first()).toBeVisible();
    untilPicture = portal.asked.length;
    await caughtUp;
    await turned(page);
    return portal.asked.filter((one) => once.includes(one)).toSorted();
  };
  const once = ['/api/v1/account/user-info', '/api/v1/appliance/appliances', '/api/v1/appliance/labs'];
  expect(await askedBy(() => signInWith(page, { ...world, url: portal.url }, world.account('USER')))).toEqual(once);

  // Nothing of the page that is left counts.
  await page.goto('about:blank');
  expect(await askedBy(() => page.goto(portal.url + pathOf('dashboard')))).toEqual(once);
  expect(untilPicture).toBeLessThanOrEqual(35);
  // The user's, and once there is something to look at the one without a user (S4.8).
  await expect.poll(() => portal.asked.filter((one) => one === '/idp/token').length).toBe(2);
});
