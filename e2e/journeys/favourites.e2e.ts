import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';

test('S1.6 S3.10 a favourite that was changed here and at the panel is a question; the answer is at the panel', async ({
  signIn,
  world,
}) => {
  const serial = world.own('Abbattitore banco');
  const page = await signIn();
  await page.goto(`${world.url}${pathOf('appliance-cycles', { serialNumber: serial })}?show=favourites`);
  const place = (n: number) => page.getByRole('listitem', { name: `Place ${n}`, exact: true });
  await expect(place(1)).toContainText('The same on both sides');

  const choose = async (n: number, title: string) => {
    await place(n)
      .getByRole('button', { name: /^More: / })
      .click();
    await page.getByRole('menuitem', { name: 'Choose another cycle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Search cycles' }).fill(title);
    await dialog.getByRole('button', { name: title }).first().click();
  };
  // While they hear each other, what is chosen here is soon there.
  await choose(1, 'Frozen store');
  await expect(place(1)).toContainText('Frozen store');
  await expect(place(1)).toContainText('The same on both sides');
  expect((await world.unit(serial)).favourites[1]?.title).toBe('Frozen store');

  await world.control(serial, 'link', { up: false });
  await expect(page.getByRole('button', { name: 'Start cycle' })).toBeDisabled();
  await choose(2, 'Ready meals in trays');
  await expect(place(2)).toContainText('Waits for the connection');
  const phases = [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'time', time_min: 30 } }];
  await world.control(serial, 'edit-slot', { slot: 2, title: 'Made here', function: 0, phases });
  await world.control(serial, 'link', { up: true });

  await expect(place(2)).toContainText('Changed on both sides', { timeout: 60_000 });
  await expect(place(2)).toContainText('Made here');
  expect((await world.unit(serial)).favourites[2]?.title).toBe('Made here');
  await page.getByRole('button', { name: 'Place 2: Send mine' }).click();
  await expect(place(2)).toContainText('The same on both sides');
  expect((await world.unit(serial)).favourites[2]?.title).toBe('Ready meals in trays');
});
