import { expect, test } from '../fixtures.ts';
import { reopenUntil } from '../screens.ts';

test('S2.31 S6.4 S6.9 a service partner finds the appliance with a notice, looks at it without touching it, and reads its diagnosis sheet', async ({
  signIn,
  world,
}) => {
  const serial = world.own('Frigo doppio');
  const page = await signIn('SERVICE');
  const row = page.getByRole('row', { name: new RegExp(serial) });
  await expect(row).toContainText('Cucina Aurora');
  await world.control(serial, 'door', { open: true });
  await expect.poll(async () => (await world.unit(serial)).alarms, { timeout: 60_000 }).toContain('openDoorAlarm');
  await page.getByLabel('Needs attention').selectOption({ label: 'Only what needs attention' });
  await expect(page).toHaveURL(/notices=true/);
  // The portal may hear of it after the unit itself.
  await reopenUntil(page, row.filter({ hasText: 'Door open too long' }));

  await row.getByRole('link', { name: 'Frigo doppio' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frigo doppio');
  await expect(page.getByRole('heading', { name: 'Door open too long' })).toBeVisible();
  for (const name of ['Controls', 'Upper compartment']) await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'HACCP reports' })).toHaveCount(0);

  await page.goBack();
  await row.getByRole('link', { name: 'Remote diagnosis' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remote diagnosis: Frigo doppio');
  await expect(page.getByText('+390422000112').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Alarms, warnings and upkeep, last 30 days' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Door open too long/ }).first()).toBeVisible();
  // Only now: without a notice it would no longer be in the list that the way back leads to.
  await world.control(serial, 'door', { open: false });
});
