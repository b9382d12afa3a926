import { pathOf } from '@brina/contract/screens';
import type { Page } from '@playwright/test';
import { addAppliance, expect, test } from '../fixtures.ts';
import { isAt, reopenUntil } from '../screens.ts';

/** Confirms what was chosen on a definition page. */
async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start cycle' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start cycle' }).click();
  await expect(page.getByText(/ is running\.$/)).toBeVisible();
}

const ended = 2;

test('S2.38 S1.6 S4.14 a plain blast chiller chills by a phase that was edited on its definition page, to its end', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('EF');
  const card = await addAppliance(page, activationCode, 'Fish chiller');
  await expect(card).toContainText('Standby');
  await world.control(serial, 'load', { kg: 4, core: 70, depth_mm: 25 });

  await page.goto(world.url + pathOf('appliance-ef-cycle-def', { serialNumber: serial }));
  await page.getByLabel('Function').selectOption({ label: 'Chilling' });
  await expect(page.getByRole('list', { name: 'Phases' }).getByRole('listitem')).not.toHaveCount(0);
  await page.getByLabel('Edit the phases one by one').check();
  const hard = page.getByRole('group', { name: 'Hard chilling' });
  await hard.getByRole('textbox', { name: 'Air temperature' }).fill('-60');
  await page.getByRole('button', { name: 'Start cycle' }).click();
  await expect(hard.getByRole('textbox', { name: 'Air temperature' })).toHaveAttribute('aria-invalid', 'true');
  await hard.getByRole('textbox', { name: 'Air temperature' }).fill('-18');
  await start(page);
  await expect.poll(() => world.unit(serial)).toMatchObject({ function: 1, zones: [{ set: -18 }] });

  await page.getByRole('link', { name: 'To the appliance' }).click();
  await expect(page.getByText('Holding').first()).toBeVisible({ timeout: 120_000 });
  const unit = await world.unit(serial);
  expect(unit).toMatchObject({ function: 1, cycleState: ended, zones: [{ set: 2 }] });
  expect(unit.core[0]).toBeLessThan(4);
  await page.getByRole('main').getByRole('link', { name: 'Cycles', exact: true }).click();
  await expect(page).toHaveURL(isAt(pathOf('appliance-cycles', { serialNumber: serial })));
  await reopenUntil(page, page.getByRole('row', { name: /Chilling.*Completed/ }));
});

test('S2.38 S1.6 a trolley blast chiller freezes from its definition page; another family’s page does not know it', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const { serial, activationCode } = world.spare('SF');
  await addAppliance(page, activationCode, 'Trolley freezer');
  await page.goto(world.url + pathOf('appliance-mf-cycle-def', { serialNumber: serial }));
  await expect(page.getByRole('button', { name: 'Start cycle' })).toHaveCount(0);

  await world.control(serial, 'load', { kg: 40, core: 20, depth_mm: 30 });
  await page.goto(world.url + pathOf('appliance-sf-cycle-def', { serialNumber: serial }));
  await page.getByLabel('Function').selectOption({ label: 'Freezing by time' });
  await page.getByRole('textbox', { name: 'Duration' }).fill('60');
  await page.getByRole('textbox', { name: 'Product' }).fill('Bread rolls');
  await start(page);
  expect(await world.unit(serial)).toMatchObject({ function: 6, zones: [{ set: -38 }] });

  await page.getByRole('link', { name: 'To the appliance' }).click();
  await expect(page.getByText('Freezing').first()).toBeVisible();
  await expect(page.getByText('Holding').first()).toBeVisible({ timeout: 120_000 });
  expect(await world.unit(serial)).toMatchObject({ function: 6, cycleState: ended, zones: [{ set: -20 }] });
});
