import { getUserInfo } from '@brina/contract/calls/people/account';
import { pathOf } from '@brina/contract/screens';
import { roles } from '@brina/domain/people/roles';
import { expect, test } from '../fixtures.ts';
import { isAt, unitPage } from '../screens.ts';

/** Where each role lands (S2.6). The demo has invited its ADMIN and its KITCHEN_MANAGER, who act as USER within that. */
const homes = {
  USER: pathOf('dashboard'),
  SERVICE: pathOf('service'),
  SERVICE_SALES: pathOf('service'),
  FACTORY: pathOf('factory'),
  SUPERFACTORY: pathOf('factory'),
  SUBSIDIARY: pathOf('factory'),
  INTERNAL: pathOf('factory'),
  INTERNAL_SUB: pathOf('factory'),
  INTERNAL_DOC: pathOf('factory'),
  ADMIN: pathOf('dashboard'),
  KITCHEN_MANAGER: pathOf('dashboard'),
} as const;

test('S2.6 S2.10 S4.25 after sign-in each role lands on its home', async ({ browser, world }) => {
  for (const role of roles) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { email, password } = world.account(role);
    await page.goto(world.url + pathOf('login'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page, role).toHaveURL(world.url + homes[role]);
    await context.close();
  }
});

test('S2.3 S2.4 S8.13 an unknown path shows not-found; signed out it leads to login', async ({
  page,
  signIn,
  world,
}) => {
  await page.goto(`${world.url}/no/such/page`);
  await expect(page).toHaveURL(isAt(pathOf('login')));
  await signIn();
  await page.goto(`${world.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('S8.13 S8.24 S2.2 a role that may not open a route gets the access page, which says so', async ({
  signIn,
  world,
}) => {
  const page = await signIn('SERVICE');
  await page.goto(world.url + pathOf('laboratories'));
  await expect(page).toHaveURL(world.url + pathOf('access'));
  await expect(page.getByText('You do not have the necessary permission')).toBeVisible();
});

test('S2.3 who is not signed in is sent to login and then to the page that was wanted', async ({ page, world }) => {
  const { email, password } = world.account('USER');
  await page.goto(unitPage(world, 'Abbattitore banco'));
  await expect(page).toHaveURL(isAt(pathOf('login')));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(unitPage(world, 'Abbattitore banco'));
});

test('S4.4 a language that its person has chosen elsewhere is spoken, also when the portal tells it before the app is there', async ({
  signIn,
}) => {
  const page = await signIn();
  await page.route(`**${getUserInfo.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), language: 'de_DE' } });
  });
  // The code of the app comes when the language is taken over.
  await page.route('**/assets/app-*.js', async (route) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('S4.6 S8.11 signing out in the menu ends the session, and the address stays known', async ({ signIn, world }) => {
  const page = await signIn();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(isAt(pathOf('login')));
  await expect(page.getByLabel('Email')).toHaveValue(world.account('USER').email);
  await page.goto(world.url + pathOf('dashboard'));
  await expect(page).toHaveURL(isAt(pathOf('login')));
});
