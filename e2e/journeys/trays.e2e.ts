import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';

const nonStop = 13;

test('S4.14 S1.6 trays are timed from their first minute and later; which is done is told until somebody has understood it', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const serial = world.own('Abbattitore banco');
  await world.rest(serial);
  await world.control(serial, 'load', { kg: 3, core: 45, depth_mm: 15 });
  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));

  await page.getByRole('button', { name: 'Start cycle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Function').selectOption(String(nonStop));
  await dialog.getByRole('button', { name: 'Add a tray' }).click();
  await dialog.getByRole('textbox', { name: 'Tray 1' }).fill('5');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Tray 1: 5 min');
  await dialog.getByRole('button', { name: 'Start cycle' }).click();
  await expect.poll(() => world.unit(serial)).toMatchObject({ function: nonStop });

  const timers = page.getByRole('region', { name: 'Tray timers' });
  await timers.getByRole('button', { name: 'Set a timer' }).click();
  await dialog.getByRole('textbox', { name: 'Length of the timer' }).fill('300');
  await dialog.getByRole('textbox', { name: 'Product' }).fill('Peas');
  await dialog.getByRole('button', { name: 'Set a timer' }).click();
  await expect(timers.getByRole('listitem').filter({ hasText: 'Tray 2' })).toContainText('300 min');
  await expect(timers.getByRole('listitem').filter({ hasText: 'Peas' })).toContainText('time, not temperature');

  // The unit says so, at its own pace.
  await page.getByRole('button', { name: 'Understood: Tray 1 is done' }).click({ timeout: 120_000 });
  await expect(page.getByText('Tray 1 is done')).toBeHidden();
  await timers.getByRole('button', { name: 'Clear: Tray 1' }).click();
  await expect(timers.getByRole('listitem')).toHaveCount(1);
  await world.control(serial, 'stop', {});
  await expect(timers).toBeHidden();
});
