import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listBatches } from '@brina/contract/calls/record/haccp';
import { makePoster } from '@brina/contract/calls/record/inspection';
import { day_ms } from '@brina/domain/language/durations';
import { callAs, expect, test, type World } from '../fixtures.ts';

/** The browser's and the portal's machine is this one. */
const now = (): number => Math.round(performance.timeOrigin + performance.now());

/** The kitchen of a unit with a past, once one of its records is judged. */
async function kitchenWithRecords(world: World): Promise<string> {
  const owner = world.account('USER');
  const serial = await world.past('Abbattitore 1');
  const judged = async (): Promise<number> => {
    const query = { from: now() - 28 * day_ms, to: now() };
    const batches = await callAs(world, owner, listBatches, { params: { serial }, query });
    return batches.filter(({ verdict }) => verdict !== null).length;
  };
  await expect.poll(judged, { timeout: 120_000, message: 'no record is judged' }).toBeGreaterThan(0);
  const { lab } = await callAs(world, owner, getAppliance, { params: { id: serial } });
  if (!lab) throw new Error('the unit stands in no kitchen');
  return lab.id;
}

test('B2.10 an inspector asks at the poster on a phone, is let in by a tap, reads a record and takes it away; the link is seen and ended', async ({
  signIn,
  otherBrowser,
  world,
}) => {
  const labId = await kitchenWithRecords(world);
  const { address } = await callAs(world, world.account('USER'), makePoster, { body: { labId } });
  const kitchen = await signIn();
  await kitchen.getByRole('link', { name: 'Records' }).first().click();

  const phone = await otherBrowser();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(address);
  await phone.getByRole('button', { name: 'Ask for access' }).click();
  const number = (await phone.locator('.number').innerText()).trim();
  await expect(kitchen.getByText(`number ${number}`)).toBeVisible();
  await kitchen.getByRole('button', { name: 'Let in' }).click();

  // It goes on by itself.
  await phone.waitForURL(/\/i\//);
  await expect(phone.getByRole('heading', { name: 'Verdicts' })).toBeVisible();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await phone
    .getByRole('link', { name: /PASS|FAIL/ })
    .last()
    .click();
  await expect(phone.getByRole('img').first()).toBeVisible();
  const download = phone.waitForEvent('download');
  await phone.getByRole('link', { name: 'Save as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^brina-haccp-.+\.pdf$/);

  await kitchen.getByRole('button', { name: 'For an inspector' }).click();
  const dialog = kitchen.getByRole('dialog');
  await expect(dialog.getByText('Let in at the poster')).toBeVisible();
  await dialog.getByRole('button', { name: 'End', exact: true }).first().click();
  await expect(kitchen.getByText('The link has been ended.')).toBeVisible();
  await phone.goBack();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
});
