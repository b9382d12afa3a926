import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';
import { press, reach, type } from '../keyboard.ts';
import { reopenUntil } from '../screens.ts';

const running = 1;

test('B3.1 B3.3 B3.4 S2.22 at 390 px and without a pointer a preset is copied, made colder, put in place 5 and run; its record names the version', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  await page.setViewportSize({ width: 390, height: 844 });
  const serial = world.own('Abbattitore banco');
  const title = 'Colder than the maker’s';
  await page.goto(world.url + pathOf('recipe-overview', { recipeId: '0' }));
  await press(page, page.getByRole('link', { name: 'Copy and edit' }));

  // The curve stands in a sheet of its own there.
  const expected = page.getByRole('button', { name: 'Expected' });
  const sheet = page.getByRole('dialog', { name: 'Expected' });
  const forecast = async (): Promise<{ curve: string | null; band: string | null }> => {
    await press(page, expected);
    const curve = sheet.getByRole('img', { name: /^The core is at/ });
    const band = sheet.getByText(/^About .+ \(.+–.+\)$/);
    await expect(curve).toBeVisible();
    const said = { curve: await curve.getAttribute('aria-label'), band: await band.textContent() };
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    return said;
  };
  const before = await forecast();
  await press(page, page.getByRole('button', { name: /^2 ?Soft chilling/ }));
  await type(page, page.getByRole('textbox', { name: 'Core temperature', exact: true }), '4');
  const after = await forecast();
  expect(after.curve, 'the curve moves').not.toBe(before.curve);
  expect(after.band, 'and the band').not.toBe(before.band);

  await press(page, page.getByRole('button', { name: 'Save' }).first());
  const save = page.getByRole('dialog', { name: 'Save the cycle' });
  await type(page, save.getByRole('textbox', { name: 'Title' }), title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await press(page, page.getByRole('button', { name: 'Add to favourites' }));
  const favourite = page.getByRole('dialog', { name: 'Add to favourites' });
  await reach(page, favourite.getByLabel('Appliance'));
  await page.keyboard.type('Abbattitore banco');
  await reach(page, favourite.getByLabel('Place'));
  await page.keyboard.type('5');
  await press(page, favourite.getByRole('button', { name: 'Save' }));
  await expect(favourite).toBeHidden();
  await expect.poll(async () => (await world.unit(serial)).favourites[5]?.title).toBe(title);

  await world.rest(serial);
  await world.control(serial, 'load', { kg: 3, core: 70, depth_mm: 15 });
  await press(page, page.getByRole('button', { name: 'Run', exact: true }));
  const run = page.getByRole('dialog', { name: `Run “${title}”` });
  await press(page, run.getByRole('checkbox', { name: /^Abbattitore banco/ }), 'Space');
  await press(page, run.getByRole('button', { name: 'Continue' }));
  await press(page, run.getByRole('button', { name: 'Start on 1 appliance' }));
  await expect(run.getByText('Running')).toBeVisible();
  await press(page, run.getByRole('button', { name: 'Done' }));
  await expect.poll(async () => (await world.unit(serial)).cycleState, { timeout: 120_000 }).not.toBe(running);

  await page.goto(world.url + pathOf('haccp-reports', { serialNumber: serial }));
  // The latest stands first.
  const record = page.getByRole('table').getByRole('link').first();
  await reopenUntil(page, record);
  await press(page, record);
  await expect(page.getByRole('main')).toContainText(`${title}, version 1`);
});
