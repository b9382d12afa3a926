import AxeBuilder from '@axe-core/playwright';
import { roles } from '@brina/domain/roles';
import type { Page } from '@playwright/test';
import { expect, test, type World } from './fixtures.ts';

/** What a person can open today; `{own}` stands for a unit of the company. */
const screens = ['/', '/appliance/{own}', '/haccp/{own}', '/accessibility', '/access', '/notfound', '/error'] as const;

const looks = [
  { name: 'light 1440', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark 390', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

const open = async (page: Page, world: World, path: string): Promise<void> => {
  await page.goto(world.url + path.replace('{own}', world.ownSerial));
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

for (const { name, colorScheme, viewport } of looks)
  test.describe(name, () => {
    test.use({ colorScheme, viewport });

    test(`S2.1 S2.12 every screen opens without a finding of axe and fits its width, ${name}`, async ({
      signIn,
      world,
    }) => {
      const page = await signIn();
      for (const path of screens) {
        await open(page, world, path);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map((one) => `${path}: ${one.id} ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual(
          [],
        );
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    });

    test(`S5.1 the login page is clean for axe, ${name}`, async ({ page, world }) => {
      await page.goto(`${world.url}/login`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('This field is required.').first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map((one) => one.id)).toEqual([]);
    });
  });

/** Where each role lands (S2.6). The demo has invited its ADMIN and its KITCHEN_MANAGER, who act as USER within that. */
const homes = {
  USER: '/',
  SERVICE: '/service',
  SERVICE_SALES: '/service',
  FACTORY: '/factory',
  SUPERFACTORY: '/factory',
  SUBSIDIARY: '/factory',
  INTERNAL: '/factory',
  INTERNAL_SUB: '/factory',
  INTERNAL_DOC: '/factory',
  ADMIN: '/',
  KITCHEN_MANAGER: '/',
} as const;

test('S2.6 S2.10 S4.25 after sign-in each role lands on its home', async ({ browser, world }) => {
  for (const role of roles) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { email, password } = world.account(role);
    await page.goto(`${world.url}/login`);
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
  await expect(page).toHaveURL(/\/login/);
  await signIn();
  await page.goto(`${world.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: /not found/i })).toBeVisible();
});

test('S8.13 S8.24 S2.2 a role that may not open a route gets the access page, which says so', async ({
  signIn,
  world,
}) => {
  const page = await signIn('SERVICE');
  await page.goto(`${world.url}/account/laboratories`);
  await expect(page).toHaveURL(`${world.url}/access`);
  await expect(page.getByText('You do not have the necessary permission')).toBeVisible();
});
