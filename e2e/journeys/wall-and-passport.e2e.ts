import { expect, test } from '../fixtures.ts';
import { unitPage } from '../screens.ts';

test('S2.21 S4.10 the wall display shows a kitchen in large numbers, follows a door at once, and gives way to the dashboard', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  await page.getByRole('combobox', { name: 'Kitchen', exact: true }).click();
  await page.getByRole('option', { name: 'Laboratorio di pasticceria' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Wall display' }).click();
  const wall = page.getByRole('dialog', { name: 'Wall display' });
  await expect(wall.getByRole('heading', { level: 1 })).toHaveText('Laboratorio di pasticceria');
  await expect(wall.getByText('Live', { exact: true })).toBeVisible();
  const tile = wall.getByRole('article', { name: 'Abbattitore banco' });
  const number = tile.getByText(/^[−\d.]+\s?°C$/).first();
  await expect(number).toBeVisible();
  // Read from across the kitchen: several times the height of running text.
  expect((await number.boundingBox())?.height).toBeGreaterThan(40);

  await world.control(world.own('Abbattitore banco'), 'door', { open: true });
  await expect(tile).toContainText('Door open');
  await world.control(world.own('Abbattitore banco'), 'door', { open: false });
  await expect(tile).not.toContainText('Door open');

  await page.reload();
  await expect(tile).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wall).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/kitchen=/);
});

test('S7.26 S2.23 the product passport is reached from the appliance page and opens for who is not signed in', async ({
  signIn,
  otherBrowser,
  world,
}) => {
  const serial = world.own('Frigo doppio');
  const page = await signIn();
  await page.goto(`${unitPage(world, 'Frigo doppio')}?tab=info`);
  const link = page.getByRole('link', { name: 'Digital product passport' });
  const address = (await link.getAttribute('href')) ?? '';
  expect(address).toMatch(new RegExp(`^${world.url}/01/\\d{14}/21/${serial}$`));

  const stranger = await otherBrowser();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(/Next 1?\d+/);
  await expect(stranger.getByText('R290').first()).toBeVisible();
  // Nothing of whose it is, neither on the page nor in what it tells machines.
  const source = await stranger.content();
  for (const personal of ['Cucina Aurora', 'Cucina centrale', 'Frigo doppio', 'Treviso', '+39', '@demo.example'])
    expect(source).not.toContain(personal);
  await stranger.getByRole('link', { name: 'DE', exact: true }).click();
  await expect(stranger.locator('html')).toHaveAttribute('lang', 'de');
});
