import { pathOf } from '@brina/contract/screens';
import { expect, test } from '../fixtures.ts';
import { printed } from '../paper.ts';

const running = 1;

test('S2.22 S1.6 S2.41 B3.1 B3.3 a preset is copied, changed, kept and run on two appliances; its runs name the version that ran, whatever is changed later', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const units = [world.own('Abbattitore banco'), world.own('Abbattitore pesce')];
  const title = 'Lasagne of the house';

  // Found by a word, seen before it runs, copied.
  await page.goto(world.url + pathOf('library'));
  await page.getByRole('searchbox', { name: /^Search/ }).fill('lasagne oven');
  await page
    .getByRole('link', { name: /Lasagne and oven bakes/ })
    .first()
    .click();
  const curve = page.getByRole('img', { name: /^The core is at/ });
  await expect(curve).toBeVisible();
  await page.getByRole('link', { name: 'Copy and edit' }).click();

  // A phase is changed, and the curve with it.
  await expect(curve).toBeVisible();
  const before = await curve.getAttribute('aria-label');
  await page.getByRole('button', { name: /^2 ?Soft chilling/ }).click();
  await page.getByRole('textbox', { name: 'Core temperature', exact: true }).fill('8');
  await expect(curve).not.toHaveAttribute('aria-label', before ?? '');
  await page.getByRole('button', { name: 'Save' }).first().click();
  const save = page.getByRole('dialog', { name: 'Save the cycle' });
  await save.getByRole('textbox', { name: 'Title' }).fill(title);
  await save.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const overview = page.url();

  // A card of it for the wall: what it does, how long it takes, and where to find it.
  // Its own dialog would stand in the way of the printing below.
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print a card for the wall' }).click();
  const code = page.locator('[data-paper-sheet] figure a');
  await expect(page.locator('[data-paper-sheet]')).toContainText(/About .*With .* of food/);
  const [card, ...more] = await printed(page);
  expect(more).toEqual([]);
  for (const said of [title, 'Hard chilling', 'Soft chilling', 'Cold holding', 'About', 'Scan to open the cycle'])
    expect(card?.text).toContain(said);
  await page.goto((await code.getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(page.url()).toBe(overview);

  // On two appliances, one of which runs it adapted.
  for (const serial of units) await world.control(serial, 'load', { kg: 4, core: 70, depth_mm: 25 });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const run = page.getByRole('dialog', { name: `Run “${title}”` });
  for (const name of ['Abbattitore banco', 'Abbattitore pesce'])
    await run.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  await run.getByRole('button', { name: 'Continue' }).click();
  await run.getByRole('group', { name: 'Abbattitore banco' }).getByLabel('Product').fill('Lasagne');
  await run.getByRole('button', { name: 'Start on 2 appliances' }).click();
  await expect(run.getByText('Running')).toHaveCount(2);
  for (const serial of units) expect(await world.unit(serial)).toMatchObject({ cycleState: running });
  await run.getByRole('button', { name: 'Done' }).click();

  const ranOn = async (serial: string) => {
    await page.goto(world.url + pathOf('appliance-cycles', { serialNumber: serial }));
    return page.getByRole('row').filter({ hasText: title }).first();
  };
  for (const serial of units) await expect(await ranOn(serial)).toContainText('Version 1');

  // It is changed; what ran stays what it was.
  await page.goto(overview);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: /^2 ?Soft chilling/ }).click();
  await page.getByRole('textbox', { name: 'Core temperature', exact: true }).fill('5');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('dialog', { name: 'Save the cycle' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Version 2').first()).toBeVisible();
  const old = await ranOn(units[0] ?? '');
  await expect(old).toContainText('Version 1');
  await old.getByRole('link', { name: title }).click();
  await expect(page.getByText('This is version 1. The present one is newer.')).toBeVisible();
});
