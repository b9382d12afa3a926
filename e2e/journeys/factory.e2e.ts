import { readFile } from 'node:fs/promises';
import { pathOf } from '@brina/contract/screens';
import { serialOf } from '@brina/domain/appliance/serial-number';
import type { Download, Page } from '@playwright/test';
import { addAppliance, expect, signInWith, test, type UnitIdentity } from '../fixtures.ts';
import { filesOf } from '../zip.ts';

const read = async (download: Download): Promise<Map<string, Buffer>> => filesOf(await readFile(await download.path()));

/** What a unit is equipped with out of the zip that the factory was handed. */
function identityIn(files: Map<string, Buffer>, serial: string, model: string): UnitIdentity {
  const text = (name: string): string => files.get(name)?.toString() ?? '';
  const { url } = JSON.parse(text('connection.json')) as { url: string };
  const [certificate, key, ca] = [text('certificate.pem'), text('key.pem'), text('ca.pem')];
  return { serial, model, certificate, key, ca, mqttUrl: url };
}

/** Opens the factory's page of a unit, where it is shared and unshared. */
async function openUnit(page: Page, url: string, serial: string): Promise<void> {
  await page.goto(url + pathOf('factory-appliance', { serialNumber: serial }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(serial);
}

test('S7.25 S3.26 S8.20 S6.1 S2.30 S1.4 an appliance is created, equipped out of its zip, and added by the code that was printed', async ({
  signIn,
  otherBrowser,
  world,
}) => {
  const serial = serialOf('MF', 2026, 4711);
  const model = 'MF Next S 20';
  const factory = await signIn('SUPERFACTORY');
  await factory.getByRole('button', { name: 'Create appliance' }).click();
  const dialog = factory.getByRole('dialog');
  const wrong = serial.slice(0, 9) + ((Number(serial[9]) + 1) % 10);
  await dialog.getByLabel('Serial number').fill(wrong);
  await expect(dialog.getByLabel('Serial number')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Serial number').fill(serial);
  await expect(dialog).toContainText('The check digit fits.');
  await dialog.getByRole('combobox', { name: 'Model' }).fill('S 20');
  await factory.getByRole('option', { name: /Next S 20/ }).click();
  const downloads = factory.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Create appliance' }).click();
  const download = await downloads;
  expect(download.suggestedFilename()).toBe(`${serial}.zip`);
  const files = await read(download);
  expect([...files.keys()].sort()).toEqual([
    'README.txt',
    'activation-code.txt',
    'ca.pem',
    'certificate.pem',
    'connection.json',
    'key.pem',
    'label.pdf',
  ]);
  expect(files.get('label.pdf')?.toString('latin1', 0, 5)).toBe('%PDF-');
  await dialog.getByRole('button', { name: 'I have the file' }).click();

  // A number that is taken is said at its field.
  await factory.getByRole('button', { name: 'Create appliance' }).click();
  await dialog.getByLabel('Serial number').fill(serial);
  await dialog.getByRole('combobox', { name: 'Model' }).fill('S 20');
  await factory.getByRole('option', { name: /Next S 20/ }).click();
  await dialog.getByRole('button', { name: 'Create appliance' }).click();
  await expect(dialog.getByLabel('Serial number')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The unit connects with what the zip gave it, and its owner adds it by the code on its label.
  await openUnit(factory, world.url, serial);
  await expect(factory.getByText('Never connected')).toBeVisible();
  await world.power(identityIn(files, serial, model));
  const owner = await otherBrowser();
  await signInWith(owner, world, world.account('USER'));
  const card = await addAppliance(owner, files.get('activation-code.txt')?.toString().trim() ?? '', 'New chiller');
  await expect(card).toContainText('Standby');
  await expect(card).toContainText(/[−\d]+[.,]\d\s?°C/);
  await factory.reload();
  await expect(factory.getByText('Connected', { exact: true })).toBeVisible();
  await expect(factory.getByText('Cucina Aurora')).toBeVisible();
});

test('S7.34 S4.21 S6.9 a service partner sees a shared appliance live and loses it at once when the factory ends it', async ({
  signIn,
  otherBrowser,
  world,
}) => {
  const serial = world.own('Fermalievita cornetti');
  const factory = await signIn('SUPERFACTORY');
  const partnerAccount = world.account('SERVICE');
  await openUnit(factory, world.url, serial);
  await factory.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = factory.getByRole('dialog');
  await dialog.getByLabel('Email of the partner').fill(partnerAccount.email);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(factory.getByRole('row', { name: new RegExp(partnerAccount.email) })).toContainText('The factory');

  const partner = await otherBrowser();
  await signInWith(partner, world, partnerAccount);
  await partner.goto(world.url + pathOf('appliance-details', { serialNumber: serial }));
  await expect(partner.getByRole('heading', { level: 1 })).toHaveText('Fermalievita cornetti');
  await world.control(serial, 'door', { open: true });
  await expect(partner.getByText('Door open').first()).toBeVisible();

  await factory.getByRole('button', { name: 'Unshare' }).click();
  await factory.getByRole('dialog').getByRole('button', { name: 'Unshare' }).click();
  await expect(factory.getByRole('dialog')).toBeHidden();
  const ended = partner.getByRole('heading', { name: 'You no longer have access to this appliance' });
  await expect(ended).toBeVisible();
  await world.control(serial, 'door', { open: false });
  await partner.goto(world.url + pathOf('service'));
  await expect(partner.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(partner.getByText(serial)).toHaveCount(0);
});

test('S7.25 S6.1 a file with three appliances creates two, and says which line was refused and why', async ({
  signIn,
  world,
}) => {
  const factory = await signIn('SUPERFACTORY');
  const [first, taken, last] = [serialOf('CP', 2026, 4712), world.own('Frigo doppio'), serialOf('CP', 2026, 4713)];
  const lines = [first, taken, last].map((serial) => `${serial},IRINOX,STANDARD,CONSERVATORE,CP Next 700`);
  await factory.getByRole('button', { name: 'Create from a file' }).click();
  const dialog = factory.getByRole('dialog');
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'week-47.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`serialNumber,brand,domain,gamma,model\n${lines.join('\n')}\n`),
  });
  await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(4);
  const downloads = factory.waitForEvent('download');
  await dialog.getByRole('button', { name: /3/ }).click();
  const zip = await read(await downloads);
  expect([...zip.keys()].sort()).toEqual([first, last].map((serial) => `${serial}.zip`).sort());
  expect(filesOf(zip.get(`${first}.zip`) ?? Buffer.alloc(0)).has('key.pem')).toBe(true);
  await expect(dialog.getByText('3 of 3 lines done')).toBeVisible();
  await expect(dialog.getByRole('row', { name: new RegExp(taken) })).toContainText('3');

  const reports = factory.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the report' }).click();
  expect(await readFile(await (await reports).path(), 'utf8')).toContain(taken);
  await dialog.getByRole('button', { name: 'I have the files' }).click();
  await expect(dialog).toBeHidden();
  await factory.getByLabel('Serial number').fill(first);
  await expect(factory.getByRole('link', { name: first })).toBeVisible();
});
