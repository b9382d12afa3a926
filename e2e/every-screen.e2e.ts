import { passportLink } from '@brina/contract/calls/maker/passport';
import { callAs, expect, test } from './fixtures.ts';
import { teachLongerWords } from './longer-words.ts';
import { judging, looks, looksAndLongerWords } from './looks.ts';
import { open, screens } from './screens.ts';

// Many screens each, on a machine that may do much else.
test.describe.configure({ timeout: 600_000 });

for (const { role, part, paths } of screens)
  test(`S2.1 S2.12 S1.1 every screen of ${role}: ${part}, without a finding of axe, within its width, with every word 40 % longer too`, async ({
    signIn,
    page,
    world,
  }) => {
    await teachLongerWords(page);
    await signIn(role);
    const judge = judging(page, looksAndLongerWords);
    for (const path of paths) {
      await open(page, world, path);
      await judge(path);
    }
  });

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
  const judge = judging(page, looks);
  for (const button of ['Create appliance', 'Create from a file']) {
    await page.getByRole('button', { name: button }).click();
    await expect(dialog).toBeVisible();
    await judge(button);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
  await open(page, world, '/factory/appliance/{Frigo doppio}');
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

test('S5.1 S2.9 S2.11 each mode of the login page and the change-password page are clean for axe', async ({
  page,
  world,
}) => {
  const judge = judging(page, looks);
  await page.goto(`${world.url}/login`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await judge('signin');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await judge('signup');
  await page.goto(`${world.url}/login?mode=forgot`);
  await expect(page.getByRole('heading', { name: 'Reset the password' })).toBeVisible();
  await judge('forgot');
  await page.goto(`${world.url}/changepassword?token=unknown&email=nobody@journey.example`);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Enter a new password.')).toBeVisible();
  await judge('changepassword');
});
