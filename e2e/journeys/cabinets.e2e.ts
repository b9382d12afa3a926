import type { Page } from '@playwright/test';
import { addAppliance, control, expect, test } from '../fixtures.ts';

/** Sets a set-point; the button and then the row say what it is set to. */
async function set(page: Page, name: string, value: string, shown: RegExp): Promise<void> {
  await control(page, name).getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('textbox', { name }).fill(value);
  await dialog.getByRole('button', { name: shown }).click();
  await expect(dialog).toBeHidden();
  await expect(control(page, name)).toContainText(shown);
}

/** Chooses a mode; the button names it. */
async function choose(page: Page, mode: string): Promise<void> {
  await control(page, 'Mode').getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mode' });
  await dialog.getByRole('radio', { name: mode }).check();
  await dialog.getByRole('button', { name: `Set to ${mode}` }).click();
  await expect(dialog).toBeHidden();
  await expect(control(page, 'Mode')).toContainText(mode);
}

test('S4.16 S1.5 S1.4 a holding cabinet is set to chilled storage, tells that its door stands open too long, and its counter is reset', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('CP');
  const card = await addAppliance(page, activationCode, 'Cold pantry');
  await card.getByRole('link', { name: 'Cold pantry' }).click();
  await choose(page, 'Chilled storage');
  await set(page, 'Set temperature', '4', /4\.0\s?°C/);
  await set(page, 'Set humidity', '70', /70\s?%/);
  await expect.poll(() => world.unit(serial)).toMatchObject({ zones: [{ mode: 2, set: 4, humiditySet: 70 }] });

  // What the row does not allow is said at the field, and nothing is sent.
  await control(page, 'Set temperature').getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Set temperature' }).fill('40');
  await dialog.getByRole('button', { name: /^Set to/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Set temperature' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await world.unit(serial)).toMatchObject({ zones: [{ set: 4 }] });

  await world.control(serial, 'door', { open: true });
  const alarms = page.getByRole('region', { name: 'Needs attention' });
  await expect(alarms.getByRole('heading', { name: 'Door open too long' })).toBeVisible({ timeout: 60_000 });
  await expect(alarms).toContainText('The door has been open too long: the chamber is losing its temperature.');
  // The longer the door stands open, the more is wrong.
  const told = alarms.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Door open too long' }) });
  await expect(told.getByRole('list')).toBeVisible();
  // The portal judges doors too, perhaps sooner than the unit.
  await expect.poll(async () => (await world.unit(serial)).alarms).toContain('openDoorAlarm');
  await world.control(serial, 'door', { open: false });
  await expect(alarms.getByRole('heading', { name: 'Door open too long' })).toBeHidden({ timeout: 60_000 });
  await page.getByRole('tab', { name: 'Alarms' }).click();
  await expect(page.getByText('Door open too long').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Machine state' }).click();
  await expect(control(page, 'Door openings')).toContainText('1');
  expect(await world.unit(serial)).toMatchObject({ doorOpenings: [1] });
  await control(page, 'Door openings').getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(control(page, 'Door openings').getByRole('button', { name: 'Reset' })).toBeDisabled();
  await expect(control(page, 'Door openings')).toContainText('0');
  expect(await world.unit(serial)).toMatchObject({ doorOpenings: [0] });
});

test('S4.18 S4.17 S1.4 a pastry cabinet is set to manual, to its temperature and to a Sanigen level by name', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('MYA');
  const card = await addAppliance(page, activationCode, 'Praline cabinet');
  await card.getByRole('link', { name: 'Praline cabinet' }).click();
  await choose(page, 'Manual');
  await set(page, 'Set temperature', '16', /16\.0\s?°C/);
  await expect.poll(() => world.unit(serial)).toMatchObject({ zones: [{ mode: 1, set: 16 }] });

  // Checked is what the unit reports, not what was pressed.
  const sanigen = page.getByRole('group', { name: 'Sanigen' });
  await sanigen.getByText('Medium', { exact: true }).click();
  await expect(sanigen.getByRole('radio', { name: 'Medium' })).toBeChecked();
  expect(await world.unit(serial)).toMatchObject({ sanigen: 3 });

  // A program brings its own set-points.
  await control(page, 'Mode').getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mode' });
  await dialog.getByRole('radio', { name: 'Automatic' }).check();
  await dialog.getByLabel('Program').selectOption({ label: 'Macarons' });
  await dialog.getByRole('button', { name: 'Set to Automatic' }).click();
  await expect(control(page, 'Mode')).toContainText('Macarons');
  await expect
    .poll(() => world.unit(serial))
    .toMatchObject({ zones: [{ mode: 2, program: 4, set: 4, humiditySet: 80 }] });
});
