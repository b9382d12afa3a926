import { readFile } from 'node:fs/promises';
import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';
import { exportLedger } from '@brina/contract/calls/record/ledger';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { pathOf } from '@brina/contract/screens';
import type { Download, Page } from '@playwright/test';
import { callAs, expect, signInWith, test, type World } from '../fixtures.ts';
import { open } from '../screens.ts';
import { filesOf } from '../zip.ts';

/** A batch of a unit with a past that missed its time, once it is judged. */
async function failedBatch(world: World): Promise<BookRecord> {
  const serialNumber = await world.past('Abbattitore dolci');
  const filterAttributes = [
    { attribute: 'serialNumber' as const, value: serialNumber },
    { attribute: 'verdict' as const, value: 'FAIL' },
    { attribute: 'needs' as const, value: 'true' },
  ];
  const body = { page: 0, nRows: 1, filterAttributes };
  const failed = async () => (await callAs(world, world.account('USER'), filterRecords, { body })).items[0];
  await expect.poll(failed, { timeout: 120_000, message: 'no batch has failed' }).toBeTruthy();
  const batch = await failed();
  if (!batch) throw new Error('the record has gone');
  return batch;
}

const signs = async (page: Page, password: string, button: string): Promise<void> => {
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
};

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

test('B2.5 B2.6 B2.8 B2.9 B2.10 a failed chill: what became of the food is said on the phone, verified by a second person, stands in the report and in what an inspector opens, who verifies it', async ({
  page: chef,
  otherBrowser,
  world,
}) => {
  test.slow();
  const { serialNumber, id, laboratory } = await failedBatch(world);
  const record = `${pathOf('haccp-reports', { serialNumber })}?batch=${id}`;

  // The chef of the kitchen, on a phone.
  await chef.setViewportSize({ width: 390, height: 844 });
  await signInWith(chef, world, world.account('ADMIN'));
  await open(chef, world.url + record);
  await expect(chef.getByText('Nobody has said yet what became of this food.')).toBeVisible();
  await chef.getByRole('button', { name: 'Say what was done' }).click();
  const steps = chef.getByRole('dialog');
  await steps.getByRole('button', { name: 'Not measured' }).click();
  await steps.getByRole('button', { name: 'Next step' }).click();
  await steps.getByRole('button', { name: 'Thrown away' }).click();
  await steps.getByRole('button', { name: 'Next step' }).click();
  await steps.getByRole('button', { name: 'All of it' }).click();
  await steps.getByRole('button', { name: 'Next step' }).click();
  await steps.getByRole('button', { name: 'Pieces too thick' }).click();
  await steps.getByRole('button', { name: 'Next step' }).click();
  await signs(chef, world.account('ADMIN').password, 'Sign and record');
  await expect(steps).toBeHidden();
  const done = chef.getByRole('region', { name: 'Corrective action' }).first();
  await expect(done).toContainText('Done, to be verified');
  await expect(done).toContainText(/Thrown away, \d/);

  // Another person finds it enough, and signs the record as reviewed.
  const owner = await otherBrowser();
  await signInWith(owner, world, world.account('USER'));
  await open(owner, world.url + record);
  await owner.getByRole('button', { name: 'Verify' }).click();
  await signs(owner, world.account('USER').password, 'Sign');
  await expect(owner.getByRole('dialog')).toBeHidden();
  await expect(owner.getByRole('region', { name: 'Corrective action' }).first()).toContainText(
    /Verified.*Marco Bianchi.*Chiara Rossi/s,
  );
  await owner.getByRole('button', { name: 'Sign as reviewed' }).click();
  await signs(owner, world.account('USER').password, 'Sign');
  await expect(owner.getByRole('region', { name: 'Proof' })).toContainText(/Reviewed\s*Chiara Rossi/);

  // The report of the month.
  await open(owner, `${world.url}${pathOf('dashboard')}?view=records`);
  await owner.getByRole('button', { name: 'Report of a period' }).click();
  const reports = owner.getByRole('dialog');
  await reports.getByRole('button', { name: 'Make report' }).click();
  const save = reports.getByRole('button', { name: 'Save as PDF' }).first();
  await expect(save).toBeVisible({ timeout: 120_000 });
  const [report] = await Promise.all([owner.waitForEvent('download'), save.click()]);
  expect((await bytesOf(report)).subarray(0, 5).toString()).toBe('%PDF-');
  await owner.keyboard.press('Escape');

  // A link for the inspector, who has no account.
  await owner.getByRole('button', { name: 'For an inspector' }).click();
  const links = owner.getByRole('dialog');
  await links.getByRole('combobox', { name: 'Kitchens' }).click();
  await owner
    .getByRole('listbox')
    .getByRole('option', { name: laboratory ?? '' })
    .click();
  await links.getByRole('heading').first().click();
  await links.getByRole('button', { name: 'Make link' }).click();
  const address = await owner.getByText(/\/i\/[\w-]+$/).innerText();
  const inspector = await otherBrowser();
  await inspector.goto(address);
  await inspector.locator(`a[href*="${id}"]`).first().click();
  await expect(inspector.getByRole('row').filter({ hasText: 'Thrown away' })).toContainText(/MB.*CR/s);
  const file = inspector.waitForEvent('download');
  await inspector.getByRole('link', { name: 'Save as PDF' }).click();
  const pdf = { name: 'record.pdf', mimeType: 'application/pdf', buffer: await bytesOf(await file) };

  // Who reads it trusts nobody: the keys and checkpoints were handed over before, in an export of the book.
  const book = filesOf(Buffer.from((await callAs(world, world.account('USER'), exportLedger, {})).data));
  const text = (name: string): string => book.get(name)?.toString() ?? '';
  await inspector.goto(world.url + verifyPath);
  // The portal that serves the page has this record in its book; what proves it from elsewhere comes after.
  await inspector.locator('#files').setInputFiles([pdf]);
  await expect(inspector.getByRole('article')).toContainText('by the keys that this portal publishes');
  await inspector.getByText('Compare with what you have from elsewhere').click();
  await inspector.getByLabel('Key').fill(text('keys.txt'));
  await inspector.getByLabel('Checkpoint').fill(text('checkpoints.txt'));
  await inspector.locator('#files').setInputFiles([pdf]);
  const result = inspector.getByRole('article');
  await expect(result).toContainText('WHOLE');
  await expect(result.getByRole('img', { name: /^Curve: / })).toBeVisible();
});
