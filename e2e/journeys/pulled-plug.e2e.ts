import { expect, test } from '../fixtures.ts';

test('S4.10 S8.21 a pulled plug shows the card offline with its last moment, and the curve goes on when it is back', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/appliance/${world.ownSerial}"]`) });
  await expect(card).toContainText('Standby');

  await world.control(world.ownSerial, 'plug', { in: false });
  await expect(card).toContainText('Not connected');
  await expect(card).toContainText('Last seen');

  await card.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeDisabled();

  await world.control(world.ownSerial, 'plug', { in: true });
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeEnabled();
  await expect(page.getByRole('img', { name: /Temperature curve/ })).toBeVisible();
});

test('S2.3 who is not signed in is sent to login and then to the page that was wanted', async ({ page, world }) => {
  const { email, password } = world.account('USER');
  await page.goto(`${world.url}/appliance/${world.ownSerial}`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${world.url}/appliance/${world.ownSerial}`);
});

test('S4.6 S8.11 signing out in the menu ends the session, and the address stays known', async ({ signIn, world }) => {
  const page = await signIn();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Email')).toHaveValue(world.account('USER').email);
  await page.goto(`${world.url}/`);
  await expect(page).toHaveURL(/\/login/);
});
