import { expect, test } from '../fixtures.ts';
import { reopenUntil } from '../screens.ts';

const chilling = 0;
const [running, ended] = [1, 2];

test('S1.4 S2.21 S4.9 S4.14 S1.6 a chef adds an appliance by its code, chills a load and opens its HACCP record', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('MF');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  // Add the spare unit, which is powered and connected.
  await page.getByRole('button', { name: 'Add appliance' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Activation code').fill('00000-00000');
  await dialog.getByLabel('Name of the appliance').fill('Pass chiller');
  await dialog.getByRole('button', { name: 'Add appliance' }).click();
  await expect(dialog).toContainText('This activation code is not known');
  await dialog.getByLabel('Activation code').fill(activationCode.toLowerCase());
  await dialog.getByRole('button', { name: 'Add appliance' }).click();
  await expect(dialog).toBeHidden();

  // It comes alive by itself.
  const card = page.getByRole('article', { name: 'Pass chiller' });
  await expect(card).toContainText('Standby');
  await expect(card).toContainText(/[−\d]+[.,]\d\s?°C/);

  // Hot food, the probe in it, and a start from the office.
  await world.control(serial, 'load', { kg: 12, core: 72, depth_mm: 30 });
  await card.getByRole('link', { name: 'Pass chiller' }).click();
  await page.getByRole('button', { name: 'Start cycle' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start cycle' }).click();
  await expect(page.getByText(/ is running\.$/)).toBeVisible();
  expect(await world.unit(serial)).toMatchObject({ function: chilling, cycleState: running, zones: [{ set: -14 }] });
  await expect(page.getByText('Hard chilling').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop cycle' })).toBeVisible();

  // The curve falls until the target is reached; which phases it took is read off the record, for they pass by.
  await expect(page.getByText('Holding').first()).toBeVisible({ timeout: 120_000 });
  const unit = await world.unit(serial);
  expect(unit).toMatchObject({ function: chilling, cycleState: ended, zones: [{ set: 2 }] });
  expect(unit.core[0]).toBeLessThan(4);

  // The record is there as soon as its last data is.
  await page.getByRole('link', { name: 'HACCP reports' }).click();
  await expect(page.getByRole('heading', { name: 'HACCP reports' })).toBeVisible();
  const record = page.getByRole('table').getByRole('link').first();
  await reopenUntil(page, record);
  await record.click();
  await expect(page.getByRole('heading', { level: 1, name: /Chilling/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stages of the limit' })).toBeVisible();
  const phases = page.getByRole('region', { name: 'Phases' });
  for (const phase of ['Hard chilling', 'Soft chilling'])
    await expect(phases.getByRole('row', { name: phase })).toContainText(/\d\s?min/);
  await expect(page.getByRole('img', { name: /Curve/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});
