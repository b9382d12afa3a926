import AxeBuilder from '@axe-core/playwright';
import { passportLink } from '@brina/contract/passport';
import { roles } from '@brina/domain/roles';
import type { Page } from '@playwright/test';
import { callAs, expect, test } from './fixtures.ts';
import { open, screens, settled } from './screens.ts';

const looks = [
  { name: 'light 1440', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark 390', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;
type Look = (typeof looks)[number];

/**
 * No finding of axe, and nothing to scroll for sideways, in any look. The page is left in the last of them, so that every other screen
 * opens small and dark and then grows.
 */
async function clean(page: Page, path: string): Promise<void> {
  const now = looks.findIndex(({ viewport }) => viewport.width === page.viewportSize()?.width);
  for (const look of [...looks.slice(now), ...looks.slice(0, now)]) {
    await turnTo(page, look);
    await cleanAsItIs(page, `${path}, ${look.name}`);
  }
}

async function turnTo(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await settled(page);
}

async function cleanAsItIs(page: Page, where: string): Promise<void> {
  await page.evaluate(stillness);
  // No frame of another site is on the page, so it can be judged where it is; what passes is not told.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** In the page: resolves when its transitions have ended, for half faded text has less contrast than anybody will read it with. */
async function stillness(): Promise<void> {
  for (;;) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    // What spins for ever does not count.
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}

test.describe('in light at 1440 px and in dark at 390 px', () => {
  test.describe.configure({ timeout: 600_000 });

  for (const [role, paths] of Object.entries(screens) as [keyof typeof screens, readonly string[]][])
    test(`S2.1 S2.12 every screen of ${role} opens without a finding of axe and fits its width`, async ({
      signIn,
      world,
    }) => {
      const page = await signIn(role);
      for (const path of paths) {
        await open(page, world, path);
        await clean(page, path);
      }
    });

  test('S7.25 S4.16 S4.17 the dialogs of the fleet are clean for axe and fit their width', async ({
    signIn,
    world,
  }) => {
    const page = await signIn();
    const dialog = page.getByRole('dialog');
    const look = async (where: string, button: string, index = 0) => {
      // Of buttons that do alike each says to what.
      await page
        .getByRole('button', { name: new RegExp(`^${button}`) })
        .nth(index)
        .click();
      await expect(dialog).toBeVisible();
      await clean(page, `${where}: ${button}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    };
    await open(page, world, '/');
    await look('dashboard', 'Add appliance');
    await open(page, world, '/appliance/{Frigo doppio}');
    for (const index of [0, 1]) await look('cabinet', 'Change', index);
    await open(page, world, '/appliance/{Fermalievita cornetti}');
    await look('prover', 'Plan');
    await open(page, world, '/appliance/{Abbattitore banco}');
    await look('blast chiller', 'Start cycle');
  });

  test('S7.25 the factory’s dialogs are clean for axe and fit their width', async ({ signIn, world }) => {
    const page = await signIn('SUPERFACTORY');
    const dialog = page.getByRole('dialog');
    for (const button of ['Create appliance', 'Create from a file']) {
      await page.getByRole('button', { name: button }).click();
      await expect(dialog).toBeVisible();
      await clean(page, button);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    }
    await open(page, world, '/factory/appliance/{Frigo doppio}');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toBeVisible();
    await clean(page, 'share');
  });

  test('S7.26 the public product passport is clean for axe and fits its width', async ({ page, world }) => {
    const serialNumber = world.own('Frigo doppio');
    const { link } = await callAs(world, world.account('USER'), passportLink, { params: { serial: serialNumber } });
    await page.goto(link ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await clean(page, 'passport');
  });

  test('S5.1 S2.9 S2.11 each mode of the login page and the change-password page are clean for axe', async ({
    page,
    world,
  }) => {
    await page.goto(`${world.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await clean(page, 'signin');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await clean(page, 'signup');
    await page.goto(`${world.url}/login?mode=forgot`);
    await expect(page.getByRole('heading', { name: 'Reset the password' })).toBeVisible();
    await clean(page, 'forgot');
    await page.goto(`${world.url}/changepassword?token=unknown&email=nobody@journey.example`);
    await page.getByRole('button', { name: 'Save password' }).click();
    await clean(page, 'changepassword');
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
