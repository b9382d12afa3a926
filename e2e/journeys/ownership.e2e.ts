import { createLaboratory } from '@brina/contract/calls/kitchen/laboratories';
import { pathOf } from '@brina/contract/screens';
import { addAppliance, callAs, expect, signInWith, test } from '../fixtures.ts';
import { address, password, registered } from '../registration.ts';

const chocolate = 3;

test('S1.4 S4.19 S6.2 an appliance is released, its next owner adds it by the new code, and it is gone from who had it', async ({
  page,
  otherBrowser,
  signIn,
  world,
}) => {
  // The next owner has registered and has a kitchen.
  const email = address('heir');
  const heir = await otherBrowser();
  await registered(heir, world, email);
  await callAs(world, { email, password }, createLaboratory, { body: { name: 'Laboratorio nuovo' } });
  await signInWith(heir, world, { email, password });

  await signIn();
  const serial = world.own('Armadio cioccolato');
  const onlooker = await page.context().newPage();
  await onlooker.goto(world.url);
  const card = onlooker.getByRole('article', { name: 'Armadio cioccolato' });
  await expect(card).toBeVisible();
  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Release appliance' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Armadio cioccolato leaves your company.');
  await dialog.getByRole('button', { name: 'Release appliance' }).click();
  const code = page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect(code).toBeVisible();
  const activationCode = (await code.textContent()) ?? '';
  await expect(card).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(world.url + pathOf('dashboard'));

  const added = await addAppliance(heir, activationCode, 'Chocolate cabinet');
  await expect(added).toContainText(/\d\s?°C/);
  // The unit itself never noticed, and what it does is now the heir's to see.
  expect(await world.unit(serial)).toMatchObject({ zones: [{ mode: chocolate, set: 14 }] });
  await world.control(serial, 'door', { open: true });
  await expect(added).toContainText('Door open');
  await expect(card).toBeHidden();
  await world.control(serial, 'door', { open: false });
  await added.getByRole('link', { name: 'Chocolate cabinet' }).click();
  await heir.getByRole('tab', { name: 'Information' }).click();
  await expect(heir.getByRole('tabpanel', { name: 'Information' }).getByText('Pasticceria Viaggio')).toBeVisible();

  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  await expect(page.getByRole('main')).toContainText('You have no appliance with this number');
  await expect(page.getByText('Chocolate cabinet')).toHaveCount(0);
});
