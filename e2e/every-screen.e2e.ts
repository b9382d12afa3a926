import { passportLink } from '@brina/contract/calls/maker/passport';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { type BuiltScreen, pathOf, screenNames, screenRows } from '@brina/contract/screens';
import type { Page } from '@playwright/test';
import { callAs, expect, test, type World } from './fixtures.ts';
import { chooseLongerWords, teachLongerWords } from './longer-words.ts';
import { judging, type Look, longerLook, looks, looksAndLongerWords } from './looks.ts';
import { invitationLink } from './registration.ts';
import { open, unitPage, type Visit, visitsOf } from './screens.ts';

// Many screens each, on a machine that may do much else.
test.describe.configure({ timeout: 600_000 });
// What moves is drawn again and again, and each look waits for its end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const builtScreens = screenNames.filter((name): name is BuiltScreen => !('later' in screenRows[name]));

for (const screen of builtScreens.filter((name) => visitsOf(name).length === 0))
  test(`S2.1 somebody looks at ${screen}`, () => {
    throw new Error(`nobody looks at the screen ${screen}: e2e/screens.ts has no example of it`);
  });

// Whoever has signed in looks at several: parts that are about as long, so that all workers have something to do.
const partLength = 12;
for (const [by, visits] of Map.groupBy(builtScreens.flatMap(visitsOf), (visit) => visit.by)) {
  const parts = Math.ceil(visits.length / partLength);
  for (let part = 0; part < parts; part += 1) {
    const own = visits.filter((_, index) => Math.floor((index * parts) / visits.length) === part);
    const screens = [...new Set(own.map(({ screen }) => screen))].join(', ');
    const what = `${by} looks at ${screens} (${part + 1} of ${parts})`;
    test(`S2.1 ${what}: no finding of axe, within its width, with every word 40 % longer too`, async ({
      signIn,
      page,
      world,
    }) => {
      await teachLongerWords(page);
      if (by === 'nobody') return lookSignedOut(page, world, own);
      await signIn(by);
      const judge = judging(page, looksAndLongerWords);
      for (const { addressIn } of own) {
        const address = await addressIn(world);
        await open(page, address);
        await judge(address);
      }
    });
  }
}

/** Who is not signed in has no language in the portal: the browser's is changed by hand, between the looks. */
async function lookSignedOut(page: Page, world: World, visits: readonly Visit[]): Promise<void> {
  const lookAll = async (all: readonly Look[]) => {
    for (const { addressIn } of visits) {
      const address = await addressIn(world);
      await open(page, address);
      await judging(page, all)(address);
    }
  };
  await lookAll(looks);
  await open(page, world.url + pathOf('login'));
  await chooseLongerWords(page);
  await lookAll([longerLook]);
}

test('S7.25 S4.16 S4.17 the dialogs of the fleet are clean for axe and fit their width', async ({ signIn, world }) => {
  const page = await signIn();
  const dialog = page.getByRole('dialog');
  const judge = judging(page, looks);
  const look = async (where: string, button: string, index = 0) => {
    // Of buttons that do alike each says to what.
    await page
      .getByRole('button', { name: new RegExp(`^${button}`) })
      .nth(index)
      .click();
    await expect(dialog).toBeVisible();
    await judge(`${where}: ${button}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await open(page, world.url);
  await look('dashboard', 'Add appliance');
  await open(page, unitPage(world, 'Frigo doppio'));
  for (const index of [0, 1]) await look('cabinet', 'Change', index);
  await open(page, unitPage(world, 'Fermalievita cornetti'));
  await look('prover', 'Plan');
  await open(page, unitPage(world, 'Abbattitore banco'));
  await look('blast chiller', 'Start cycle');
});

test('S7.25 the factory’s dialogs are clean for axe and fit their width', async ({ signIn, world }) => {
  const page = await signIn('SUPERFACTORY');
  const dialog = page.getByRole('dialog');
  const judge = judging(page, looks);
  for (const button of ['Create appliance', 'Create from a file']) {
    await page.getByRole('button', { name: button }).click();
    await expect(dialog).toBeVisible();
    await judge(button);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
  await open(page, world.url + pathOf('factory-appliance', { serialNumber: world.own('Frigo doppio') }));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toBeVisible();
  await judge('share');
});

test('S7.26 the public product passport is clean for axe and fits its width', async ({ page, world }) => {
  const serialNumber = world.own('Frigo doppio');
  const { link } = await callAs(world, world.account('USER'), passportLink, { params: { serial: serialNumber } });
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await judging(page, looks)('passport');
});

test('B2.8 the page that verifies records is clean for axe and fits its width', async ({ page, world }) => {
  await page.goto(world.url + verifyPath);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await page.getByText('Compare with what you have from elsewhere').click();
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no record') };
  await page.locator('#files').setInputFiles(notes);
  await expect(page.getByText('UNREADABLE')).toBeVisible();
  await judging(page, looks)('verify');
});

test('S5.1 S2.9 S2.11 each mode of the login page and the change-password page are clean for axe', async ({
  page,
  world,
}) => {
  const judge = judging(page, looks);
  await page.goto(world.url + pathOf('login'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await judge('signin');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await judge('signup');
  await page.goto(`${world.url}${pathOf('login')}?mode=forgot`);
  await expect(page.getByRole('heading', { name: 'Reset the password' })).toBeVisible();
  await judge('forgot');
  await page.goto(await invitationLink(world));
  await page.getByRole('button', { name: 'Accept and set a password' }).click();
  await expect(page.getByText('Enter a new password.')).toBeVisible();
  await judge('changepassword');
});
