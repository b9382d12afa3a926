import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';
import { open, settled } from '../screens.ts';

test('B2.3 B2.6 S2.24 the owner changes the main kitchen to the rules of the United States, sees before saving what that would change, and tries a record by another rule', async ({
  signIn,
  world,
}) => {
  test.slow();
  const serialNumber = await world.past('Abbattitore 1');
  const page = await signIn();
  await open(page, world.url + pathOf('laboratories'));
  await page.getByRole('link', { name: 'Food-safety plan of Cucina centrale' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cucina centrale: food-safety plan' })).toBeVisible();
  const chilling = page.getByRole('region', { name: 'Chilling' });
  await expect(chilling).toContainText(/Italian manuals of good practice/);

  await page.getByRole('button', { name: 'Change plan' }).click();
  const rule = chilling.getByRole('combobox', { name: 'Rule' });
  await rule.click();
  await rule.fill('United States');
  await page.getByRole('option', { name: /^United States: 57\.0\s?°C to 21\.0\s?°C/ }).click();
  const effect = page.getByRole('complementary', { name: 'What it would have changed' });
  await expect(effect.getByRole('status')).toContainText(/Would (not )?have passed: \d+ of \d+|batch(es)? keeps? /);
  // Nothing is saved by looking.
  await effect.getByRole('button', { name: 'Save plan' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It applies to batches that start from now on.');
  await dialog.getByLabel('Your password').fill(world.account('USER').password);
  await dialog.getByRole('button', { name: 'Sign and save' }).click();
  await expect(dialog).toBeHidden();
  await expect(chilling).toContainText('FDA Food Code 2022, 3-501.14(A) and (B)');
  await expect(page.getByText(/decided by .* signed by /)).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes of the plan' });
  await expect(changes.getByRole('row').filter({ hasText: 'Chilling' }).first()).toContainText(/Italy.*United States/);

  // What was judged before stands by its own rule, and may be tried by any other.
  await open(page, world.url + pathOf('haccp-reports', { serialNumber }));
  await page.getByRole('row').filter({ hasText: 'Chilling' }).getByRole('link').first().click();
  await settled(page);
  const main = page.getByRole('main');
  await expect(main).toContainText(/Italian manuals of good practice|Requirements of Italian local health authorities/);
  const other = page.getByRole('combobox', { name: 'Try another rule' });
  await other.click();
  await page.getByRole('option', { name: /^Australia/ }).click();
  await expect(page.getByRole('region', { name: 'Calculated today, not part of the record' })).toBeVisible();
  await page.getByRole('link', { name: 'Food-safety plan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cucina centrale: food-safety plan' })).toBeVisible();
});
