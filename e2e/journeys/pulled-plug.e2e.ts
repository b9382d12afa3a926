import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';

test('S4.10 S8.21 a pulled plug shows the card offline with its last moment, and the curve goes on when it is back', async ({
  signIn,
  world,
}) => {
  const serial = world.own('Abbattitore banco');
  await world.rest(serial);
  const page = await signIn();
  const card = page.getByRole('article').filter({
    has: page.locator(`a[href="${pathOf('appliance-details', { serialNumber: serial })}"]`),
  });
  await expect(card).toContainText('Standby');

  await world.control(serial, 'plug', { in: false });
  await expect(card).toContainText('Not connected');
  await expect(card).toContainText('Last seen');

  await card.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeDisabled();

  await world.control(serial, 'plug', { in: true });
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeEnabled();
  await expect(page.getByRole('img', { name: /Temperature curve/ })).toBeVisible();
});

test('S4.10 a unit whose link was cut goes on measuring, and fills the curve when it is back', async ({
  signIn,
  world,
}) => {
  const serial = world.own('Abbattitore pesce');
  const page = await signIn();
  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  const startCycle = page.getByRole('button', { name: 'Start cycle' });
  await expect(startCycle).toBeEnabled();

  await world.control(serial, 'link', { up: false });
  await expect(page.getByText('The appliance is not connected.').first()).toBeVisible();
  // What was set and ended meanwhile no live frame tells: it is on the page once the unit has sent what it kept. That each minute
  // of a longer outage is filled is a matter of the portal: outage.test.ts beside its telemetry.
  const { zones, core } = await world.control(serial, 'start', { function: 1, air: -17 });
  expect(zones).toMatchObject([{ set: -17 }]);
  // Stopped at once, no sample would have told of it.
  await expect.poll(async () => (await world.unit(serial)).core).not.toEqual(core);
  await world.control(serial, 'stop', {});
  await world.control(serial, 'link', { up: true });
  await expect(startCycle).toBeEnabled({ timeout: 60_000 });

  await page.getByRole('button', { name: 'Show as table' }).click();
  // The page asks again three, fifteen and sixty seconds after the unit is back.
  await expect(page.getByRole('row', { name: /−17\.0/ }).first()).toBeVisible({ timeout: 90_000 });
});
