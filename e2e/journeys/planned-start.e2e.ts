import { pathOf } from '@brina/contract/screens';
import { minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import type { Page } from '@playwright/test';
import { expect, signInWith, test } from '../fixtures.ts';
import { reopenUntil } from '../screens.ts';

const rome = 'Europe/Rome';
const chilling = 1;
const running = 1;

/** Fills in the form of a planned start: a few minutes from now, so that the panel asks at once. */
async function plan(page: Page, product: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const shown_ms = await page.evaluate<number>('Date.now()');
  const minute = localMinute(shown_ms + 4 * minute_ms, rome);
  await dialog.getByLabel('Day', { exact: true }).selectOption(minute.slice(0, 10));
  await dialog.getByLabel('Time', { exact: true }).fill(minute.slice(11));
  await dialog.getByLabel('Product', { exact: true }).fill(product);
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByText(/ is planned: /)).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('S1.6 S2.41 B3.5 a planned start waits at the panel, starts when somebody there confirms it, and not when it is declined', async ({
  signIn,
  world,
}) => {
  const page = await signIn();
  const serial = world.own('Abbattitore pesce');
  await world.control(serial, 'panel', { answers: 'person' });

  // From the page of the cycle, for an appliance that is chosen there.
  await page.goto(world.url + pathOf('recipe-overview', { recipeId: '0' }));
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByLabel('Appliance').selectOption(serial);
  await plan(page, 'Sea bass');

  const scheduled = `${world.url}${pathOf('appliance-cycles', { serialNumber: serial })}?show=scheduled`;
  await page.goto(scheduled);
  const planned = page.getByRole('listitem').filter({ hasText: 'Sea bass' });
  await expect(planned).toContainText('Waits at the panel until');
  expect((await world.unit(serial)).cycleState, 'nothing starts by itself').not.toBe(running);
  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  await expect(page.getByText(/Waits at the panel: Start “.+”\? Until /)).toBeVisible();

  await page.goto(scheduled);
  await world.control(serial, 'load', { kg: 4, core: 70, depth_mm: 25 });
  await world.control(serial, 'proposal', { agrees: true });
  await expect(planned).toContainText('Was started');
  expect(await world.unit(serial)).toMatchObject({ function: chilling, cycleState: running });

  // Another one, from the appliance: whoever stands there does not want it.
  await page.getByRole('button', { name: 'Plan a start' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Cycle/ })
    .fill('lasagne');
  await page
    .getByRole('option', { name: /lasagne/i })
    .first()
    .click();
  await plan(page, 'Mackerel');
  const another = page.getByRole('listitem').filter({ hasText: 'Mackerel' });
  await expect(another).toContainText('Waits at the panel until');
  await world.control(serial, 'proposal', { agrees: false });
  await expect(another).toContainText('Declined at the panel');

  // A third one is cancelled at the portal: the panel asks no more.
  await page.getByRole('button', { name: 'Plan a start' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Cycle/ })
    .fill('lasagne');
  await page
    .getByRole('option', { name: /lasagne/i })
    .first()
    .click();
  await plan(page, 'Cod');
  const third = page.getByRole('listitem').filter({ hasText: 'Cod' });
  await expect(third).toContainText('Waits at the panel until');
  await third.getByRole('button', { name: /^Cancel start: “/ }).click();
  await expect(third).toContainText('Cancelled');
  await expect
    .poll(() => world.control(serial, 'proposal', { agrees: true }).catch(String))
    .toContain('no such proposal');

  await world.control(serial, 'stop', {});
  await world.control(serial, 'panel', { answers: 'always' });
});

test('S1.6 B3.5 a planned start that nobody confirms at the panel is missed: nothing starts, and the kitchen is told why', async ({
  page,
  hasty: world,
}) => {
  const serial = world.own('Abbattitore pesce');
  await signInWith(page, world, world.account('USER'));
  await world.control(serial, 'panel', { answers: 'person' });
  await page.goto(world.url + pathOf('recipe-overview', { recipeId: '0' }));
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('dialog').getByLabel('Appliance').selectOption(serial);
  await plan(page, 'Turbot');
  await page.goto(`${world.url}${pathOf('appliance-cycles', { serialNumber: serial })}?show=scheduled`);
  const planned = page.getByRole('listitem').filter({ hasText: 'Turbot' });
  await expect(planned).toContainText('Waits at the panel until');

  await world.later(40 * minute_ms);
  // The clock of the browser has not gone on: by itself it would ask in half an hour.
  await reopenUntil(page, planned.filter({ hasText: 'Missed' }));
  await expect(planned).toContainText('Nobody confirmed it at the panel.');
  expect((await world.unit(serial)).cycleState, 'nothing starts by itself').not.toBe(running);

  const told = page.getByText(/ was not started at .+ Nobody confirmed it at the panel\./).first();
  await page.goto(world.url + pathOf('dashboard'));
  await expect(told).toBeVisible();
  await page.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: /^Understood: .+ was not started at / }).click();
  await expect(told).toBeHidden();
});
