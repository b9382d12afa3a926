import { expect, test } from '../fixtures.ts';

test('S4.10 S8.21 a pulled plug shows the card offline with its last moment, and the curve goes on when it is back', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const card = page
    .getByRole('article')
    .filter({ has: page.locator(`a[href="/appliance/${world.own('Abbattitore banco')}"]`) });
  await expect(card).toContainText('Standby');

  await world.control(world.own('Abbattitore banco'), 'plug', { in: false });
  await expect(card).toContainText('Not connected');
  await expect(card).toContainText('Last seen');

  await card.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeDisabled();

  await world.control(world.own('Abbattitore banco'), 'plug', { in: true });
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeEnabled();
  await expect(page.getByRole('img', { name: /Temperature curve/ })).toBeVisible();
});

/** Epoch milliseconds by the monotonic clock. */
const now_ms = (): number => performance.timeOrigin + performance.now();

test('S4.10 a unit whose link was cut goes on measuring, and fills the curve when it is back', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  await page.goto(`${world.url}/appliance/${world.own('Abbattitore banco')}`);
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeEnabled();

  await world.control(world.own('Abbattitore banco'), 'link', { up: false });
  const cutAt = now_ms();
  await expect(page.getByText('The appliance is not connected.').first()).toBeVisible({ timeout: 60_000 });
  // One whole minute of the clock is to lie within the outage.
  const within = Math.ceil(cutAt / 60_000) * 60_000;
  await expect.poll(now_ms, { timeout: 130_000 }).toBeGreaterThan(within + 60_000);
  await world.control(world.own('Abbattitore banco'), 'link', { up: true });
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeEnabled({ timeout: 60_000 });

  const minute = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Rome',
  }).format(within);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row').filter({ hasText: minute }).first()).toBeVisible({ timeout: 60_000 });
});

test('S2.3 who is not signed in is sent to login and then to the page that was wanted', async ({ page, world }) => {
  const { email, password } = world.account('USER');
  await page.goto(`${world.url}/appliance/${world.own('Abbattitore banco')}`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${world.url}/appliance/${world.own('Abbattitore banco')}`);
});

test('S4.6 S8.11 signing out in the menu ends the session, and the address stays known', async ({ signIn, world }) => {
  const page = await signIn();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Email')).toHaveValue(world.account('USER').email);
  await page.goto(`${world.url}/`);
  await expect(page).toHaveURL(/\/login/);
});
