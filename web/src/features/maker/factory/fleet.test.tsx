import {
  createFactoryAppliance,
  type FactoryAppliance,
  filterAppliances,
  filterDomains,
  filterFirmwares,
  filterModels,
} from '@brina/contract/calls/maker/factory-appliances';
import { serialOf } from '@brina/domain/appliance/serial-number';
import type { Role } from '@brina/domain/people/roles';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { openKeptBatch } from './kept-batch.ts';

const example: FactoryAppliance = filterAppliances.example.reply.items[0];
const serial = (unit: number) => serialOf('MF', 2026, unit);

/** Twenty-five appliances in pages; the portal creates what it is asked to, as zips. */
function factoryPortal(role: Role = 'FACTORY') {
  const user = exampleUser({ role, company: null, ownCompany: null, memberships: [] });
  const portal = portalFixture(user);
  const fleet: FactoryAppliance[] = Array.from({ length: 25 }, (_, at) => ({
    ...example,
    serialNumber: serial(at + 1),
    online: at !== 1,
    lastSeenAt: at === 2 ? null : example.lastSeenAt,
    alarms: at === 3 ? 2 : 0,
    company: at === 4 ? '' : example.company,
  }));
  portal.on('POST', filterAppliances.path, ({ body }) => {
    const {
      page: at,
      nRows,
      filterAttributes,
    } = JSON.parse(body) as {
      page: number;
      nRows: number;
      filterAttributes: { attribute: string; value: string }[];
    };
    const words = filterAttributes.find(({ attribute }) => attribute === 'serialNumber')?.value ?? '';
    const found = fleet.filter(({ serialNumber }) => serialNumber.startsWith(words));
    return Response.json({ items: found.slice(at * nRows, (at + 1) * nRows), total: found.length });
  });
  portal.reply(filterModels, ['MF Next L 45', 'CP Next 700 Duo']);
  portal.reply(filterFirmwares, ['2.4.1']);
  portal.reply(filterDomains, ['STANDARD', 'FMI_JAPAN']);
  portal.on('POST', createFactoryAppliance.path, ({ body }) =>
    zipFor((JSON.parse(body) as { serialNumber: string }).serialNumber),
  );
  return { portal, user };
}

const zipFor = (serialNumber: string): Response =>
  new Response(new TextEncoder().encode(`zip of ${serialNumber}`), {
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${serialNumber}.zip"` },
  });

const bodies = (portal: ReturnType<typeof portalFixture>, path: string) =>
  portal.askedFor(path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** Names of the files that are handed to the browser from now on. */
function downloads(): string[] {
  const names: string[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) names.push(this.download);
    else click.call(this);
  };
  return names;
}

describe('the fleet', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S7.20 S2.30 is the first tab: by serial number, in pages, with state in words', async () => {
    const { portal } = factoryPortal();
    const { router } = await renderApp('/factory', { portal });
    const row = (unit: number) => page.getByRole('row').filter({ hasText: serial(unit) });
    await expect.element(row(1)).toMatchTextContent('MultiFresh Next L 45');
    await expect.element(row(1)).toMatchTextContent('Connected');
    await expect.element(row(2)).toMatchTextContent('Not connected');
    await expect.element(row(4)).toMatchTextContent('2 alarms');
    await expect.element(row(5)).toMatchTextContent('No owner');
    expect(bodies(portal, filterAppliances.path)[0]).toEqual({
      page: 0,
      nRows: 20,
      filterAttributes: [],
      orderAttr: 'serialNumber',
      ascOrDesc: 'asc',
    });
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await expect.element(row(21)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Company' }));
    await expect
      .poll(() => bodies(portal, filterAppliances.path).at(-1))
      .toMatchObject({ page: 0, orderAttr: 'company', ascOrDesc: 'asc' });
    expect(router.state.location.search).toEqual({ sort: 'company', dir: 'asc' });
  });

  it('S7.42 S7.21 a pasted link restores every filter; what there is to choose comes from the fleet of that user', async () => {
    const { portal } = factoryPortal();
    await renderApp(
      '/factory?email=ada@example.com&domain=STANDARD&currentFirmware=2.4.1&online=false&gamma=CONSERVATORE&modelName=CP%20Next%20700%20Duo',
      { portal },
    );
    await expect.element(page.getByLabelText('Email of a user')).toHaveValue('ada@example.com');
    await expect.element(page.getByLabelText('Market')).toHaveValue('STANDARD');
    await expect.element(page.getByLabelText('Firmware')).toHaveValue('2.4.1');
    await expect.element(page.getByLabelText('Connection')).toHaveValue('false');
    await expect.element(page.getByLabelText('Category')).toHaveValue('CONSERVATORE');
    await expect.element(page.getByRole('button', { name: 'Take away ColdPantry Next 700 Duo' })).toBeVisible();
    expect(portal.askedFor(filterModels.path)[0]?.query).toContain('ada%40example.com');
    const markets = () => [...page.getByLabelText('Market').element().querySelectorAll('option')];
    await expect
      .poll(() => markets().map(({ textContent }) => textContent))
      .toEqual(['All markets', 'Standard', 'Japan (FMI)']);
    await userEvent.fill(page.getByLabelText('Serial number'), serial(7));
    await expect
      .poll(() => bodies(portal, filterAppliances.path).at(-1)?.filterAttributes)
      .toEqual([
        { attribute: 'email', value: 'ada@example.com' },
        { attribute: 'serialNumber', value: serial(7) },
        { attribute: 'domain', value: 'STANDARD' },
        { attribute: 'currentFirmware', value: '2.4.1' },
        { attribute: 'online', value: 'false' },
        { attribute: 'gamma', value: 'CONSERVATORE' },
        { attribute: 'modelName', value: 'CP Next 700 Duo' },
      ]);
    await userEvent.fill(page.getByLabelText('Serial number'), 'ZZ');
    await expect.element(page.getByRole('heading', { name: 'No appliance matches' })).toBeVisible();
  });

  it.each([
    ['SUBSIDIARY', []],
    ['FACTORY', ['Create appliance', 'Create from a file']],
    ['SUPERFACTORY', ['Create appliance', 'Create from a file']],
    ['INTERNAL', []],
    ['INTERNAL_SUB', []],
    ['INTERNAL_DOC', []],
  ] as const)('S6.3 %s is shown how to create only where it may', async (role, offered) => {
    await renderApp('/factory', { portal: factoryPortal(role).portal });
    await expect.element(page.getByRole('link', { name: serial(1) })).toBeVisible();
    const creating = page.getByRole('button', { name: /^Create / }).elements();
    expect(creating.map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('S2.16 the assistant lies over no column, wherever one has scrolled to', async () => {
    const { portal } = factoryPortal();
    await renderApp('/factory', { portal });
    await expect.element(page.getByRole('link', { name: serial(1) })).toBeVisible();
    const { left } = page.getByRole('button', { name: 'Assistant' }).element().getBoundingClientRect();
    expect(page.getByRole('table').element().getBoundingClientRect().right).toBeLessThanOrEqual(left);
  });
  it.each(['/factory', '/factory?modelName=CP%20Next%20700%20Duo'])(
    'S7.42 its seven filters stand in two rows, none of them alone: %s',
    async (address) => {
      const { portal } = factoryPortal();
      await renderApp(address, { portal });
      await expect.element(page.getByRole('combobox', { name: 'Model' })).toBeVisible();
      const fields = [...document.querySelectorAll('search label')];
      const tops = fields.map((field) => Math.round(field.getBoundingClientRect().top));
      expect([...new Set(tops)].map((top) => tops.filter((one) => one === top).length)).toEqual([4, 3]);
    },
  );

  it('S8.25 says what failed and tries again', async () => {
    const { portal } = factoryPortal();
    portal.refuse(filterAppliances, 403, 'access_denied');
    await renderApp('/factory', { portal });
    await expect.element(page.getByRole('alert')).toMatchTextContent('The appliances could not be shown.');
    portal.reply(filterAppliances, { items: [example], total: 1 });
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('link', { name: example.serialNumber })).toBeVisible();
  });
});

describe('creating one appliance', () => {
  beforeEach(() => page.viewport(1440, 900));
  const open = async () => {
    const { portal } = factoryPortal();
    await renderApp('/factory', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Create appliance' }));
    const dialog = page.getByRole('dialog', { name: 'Create appliance' });
    await expect.element(dialog).toBeVisible();
    return { portal, dialog };
  };

  it('S3.26 S7.25 the plate’s letters choose category and models; the zip comes once and says where the key is', async () => {
    const files = downloads();
    const { portal, dialog } = await open();
    const field = dialog.getByLabelText('Serial number');
    await userEvent.fill(field, serial(417).toLowerCase());
    await expect.element(field).toHaveValue(`MF 26 00417 ${serial(417)[9]}`);
    await expect.element(dialog).toMatchTextContent('The check digit fits.');
    await expect.element(dialog.getByLabelText('Category')).toHaveValue('ABBATTITORE');
    await userEvent.click(dialog.getByRole('combobox', { name: 'Model', exact: true }));
    await userEvent.click(page.getByRole('option', { name: 'MultiFresh Next L 45', exact: true }));
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Create appliance' }));
    const done = page.getByRole('dialog', { name: `${serial(417)} was created` });
    await expect.element(done).toMatchTextContent(`${serial(417)}.zip was downloaded.`);
    await expect.element(done).toMatchTextContent('key and activation code exist only in it');
    expect(bodies(portal, createFactoryAppliance.path)).toEqual([
      {
        serialNumber: serial(417),
        brand: 'IRINOX',
        domain: 'STANDARD',
        gamma: 'ABBATTITORE',
        model: 'MF Next L 45',
      },
    ]);
    await userEvent.click(done.getByRole('button', { name: 'Download again' }));
    await expect.poll(() => files).toEqual([`${serial(417)}.zip`, `${serial(417)}.zip`]);
    // Not by a slip of the finger.
    await userEvent.keyboard('{Escape}');
    await expect.element(done).toBeVisible();
    await userEvent.click(done.getByRole('button', { name: 'Create another' }));
    await expect.element(page.getByLabelText('Serial number').last()).toHaveValue('');
    await expect.element(page.getByRole('dialog').getByLabelText('Category')).toHaveValue('ABBATTITORE');
  });

  it('S8.20 S3.26 what is wrong stands at its field, whoever found it', async () => {
    const { portal, dialog } = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Create appliance' }));
    await expect.element(dialog.getByLabelText('Serial number')).toHaveFocus();
    await expect.element(dialog.getByText('This field is required.').first()).toBeVisible();
    const mistyped = `${serial(5).slice(0, 9)}${(Number(serial(5)[9]) + 1) % 10}`;
    await userEvent.fill(dialog.getByLabelText('Serial number'), mistyped);
    await expect.element(dialog).toMatchTextContent('its check digit does not fit');
    await userEvent.fill(dialog.getByLabelText('Serial number'), serial(5));
    const model = dialog.getByRole('combobox', { name: 'Model', exact: true });
    await userEvent.fill(model, 'Toaster');
    await expect.element(page.getByText('This model is not registered. Contact your representative.')).toBeVisible();
    await userEvent.fill(model, 'L 45');
    await userEvent.click(page.getByRole('option', { name: 'MultiFresh Next L 45', exact: true }));
    portal.refuse(createFactoryAppliance, 409, 'serial_taken');
    await userEvent.click(dialog.getByRole('button', { name: 'Create appliance' }));
    await expect.element(dialog.getByText('refused: serial_taken')).toBeVisible();
    await expect.element(dialog).not.toMatchTextContent('The check digit fits.');
    await expect.element(dialog.getByLabelText('Serial number')).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('creating appliances from a file', () => {
  beforeEach(() => page.viewport(1440, 900));
  const header = 'serialNumber;brand;domain;gamma;model';
  const line = (unit: number) => `${serial(unit)};IRINOX;STANDARD;ABBATTITORE;MF Next L 45`;
  const fileOf = (lines: string[], head: string) =>
    new File([`\uFEFF${[head, ...lines].join('\r\n')}\r\n`], 'batch.csv');

  async function choose(lines: string[], head = header) {
    const made = factoryPortal();
    await openKeptBatch(made.user.id).clear();
    await renderApp('/factory', { portal: made.portal });
    await userEvent.click(page.getByRole('button', { name: 'Create from a file' }));
    const dialog = page.getByRole('dialog', { name: 'Create appliances from a file' });
    await expect.element(dialog.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(input as HTMLInputElement, fileOf(lines, head));
    return { ...made, dialog };
  }

  it('S7.25 faults are found before anything is sent, refusals reported, zips collected into one', async () => {
    const files = downloads();
    const { portal, user, dialog } = await choose([
      line(1),
      line(2),
      line(1),
      `${serial(3)};IRINOX;MARS;ABBATTITORE;X`,
    ]);
    await expect.element(dialog).toMatchTextContent('2 lines cannot be created.');
    await expect.element(dialog).toMatchTextContent('The same serial number stands in line 2.');
    expect(await axeFindings()).toEqual([]);
    expect(portal.askedFor(createFactoryAppliance.path)).toEqual([]);
    portal.on('POST', createFactoryAppliance.path, ({ body }) => {
      const { serialNumber } = JSON.parse(body) as { serialNumber: string };
      return serialNumber === serial(2)
        ? Response.json({ code: 'serial_taken', message: 'It exists already.', requestId: 'r' }, { status: 409 })
        : zipFor(serialNumber);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create 2 appliances' }));
    await expect.element(dialog).toMatchTextContent('2 of 2 lines done');
    await expect.element(dialog).toMatchTextContent('It exists already.');
    await expect.poll(() => files).toHaveLength(1);
    expect(files[0]).toMatch(/^appliances-.*\.zip$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Download the report' }));
    await expect.poll(() => files).toContain('not-created.csv');
    await userEvent.click(dialog.getByRole('button', { name: 'I have the files' }));
    await expect.poll(() => openKeptBatch(user.id).all()).toEqual([]);
  });

  it('S7.25 the report, mended, is taken again as it was saved; also by who reads another language', async () => {
    downloads();
    const { portal, dialog } = await choose([line(1)]);
    portal.refuse(createFactoryAppliance, 409, 'serial_taken');
    await userEvent.click(dialog.getByRole('button', { name: 'Create 1 appliance' }));
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
    await userEvent.click(dialog.getByRole('button', { name: 'Download the report' }));
    await expect.poll(() => saved).toHaveLength(1);
    const report = (await saved[0]?.text()) ?? '';
    expect(report).toContain('refused: serial_taken');
    const mended = report.replace(serial(1), serial(2));
    await userEvent.click(dialog.getByRole('button', { name: 'Finish' }));

    const input = () => document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    for (const text of [mended, mended.replace('Line', 'Zeile').replace('Reason', 'Grund')]) {
      await userEvent.click(page.getByRole('button', { name: 'Create from a file' }));
      await expect.element(dialog.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
      await userEvent.upload(input(), new File([text], 'not-created.csv'));
      await expect.element(dialog.getByRole('button', { name: 'Create 1 appliance' })).toBeVisible();
      await expect.element(dialog).toMatchTextContent(serial(2));
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    }
  });

  it('S7.25 a header with other names is said to be wrong, and a file without one good line offers nothing to create', async () => {
    const { dialog } = await choose([line(1)], 'serial;brand;Market;category;model');
    await expect
      .element(dialog)
      .toMatchTextContent(/names columns that are not known: serial\. Name them Serial number,/);
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(input as HTMLInputElement, fileOf([`${serial(3)};IRINOX;MARS;ABBATTITORE;X`], header));
    await expect.element(dialog).toMatchTextContent('The market must be STANDARD');
    expect(dialog.getByRole('button', { name: /^Create/ }).query()).toBeNull();
  });

  it('S7.25 it can be stopped between two appliances, and goes on', async () => {
    downloads();
    const { portal, dialog } = await choose([line(1), line(2), line(3)]);
    let answer: (() => void) | undefined;
    portal.on('POST', createFactoryAppliance.path, async ({ body }) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return zipFor((JSON.parse(body) as { serialNumber: string }).serialNumber);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create 3 appliances' }));
    await expect.poll(() => answer).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    answer?.();
    await expect.element(dialog).toMatchTextContent('Lines not sent: 2.');
    portal.on('POST', createFactoryAppliance.path, ({ body }) =>
      zipFor((JSON.parse(body) as { serialNumber: string }).serialNumber),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Go on' }));
    await expect.element(dialog).toMatchTextContent('3 of 3 lines done');
    expect(bodies(portal, createFactoryAppliance.path).map(({ serialNumber }) => serialNumber)).toEqual([
      serial(1),
      serial(2),
      serial(3),
    ]);
  });

  it('S7.25 when the portal does not answer the line waits; one that it had created all the same is named', async () => {
    downloads();
    const { portal, dialog } = await choose([line(1), line(2)]);
    portal.cut(createFactoryAppliance);
    await userEvent.click(dialog.getByRole('button', { name: 'Create 2 appliances' }));
    await expect.element(dialog).toMatchTextContent('The portal could not be reached.');
    portal.on('POST', createFactoryAppliance.path, ({ body }) => {
      const { serialNumber } = JSON.parse(body) as { serialNumber: string };
      return serialNumber === serial(1)
        ? Response.json({ code: 'serial_taken', message: 'It exists already.', requestId: 'r' }, { status: 409 })
        : zipFor(serialNumber);
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Go on' }));
    await expect.element(dialog).toMatchTextContent('2 of 2 lines done');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('issue their certificates anew');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(serial(1));
  });

  it('S7.25 what a closed tab left behind is handed over before a new batch', async () => {
    const files = downloads();
    const { portal, user } = factoryPortal();
    const kept = openKeptBatch(user.id);
    await kept.clear();
    await kept.begin(serial(1));
    await kept.keep(serial(1), { name: 'a.zip', data: Uint8Array.of(1, 2, 250) });
    await kept.begin(serial(2));
    await renderApp('/factory', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Create from a file' }));
    const dialog = page.getByRole('dialog', { name: 'Create appliances from a file' });
    await expect.element(dialog).toMatchTextContent('It created 1 appliance whose file nobody has taken yet.');
    await expect.element(dialog).toMatchTextContent(serial(2));
    expect(await kept.all()).toEqual([
      { serialNumber: serial(1), name: 'a.zip', data: Uint8Array.of(1, 2, 250) },
      { serialNumber: serial(2), name: '', data: null },
    ]);
    await expect.element(dialog.getByRole('button', { name: 'I have the files' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Download all files' }));
    await expect.poll(() => files).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'I have the files' }));
    await expect.element(dialog.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
    await expect.poll(() => kept.all()).toEqual([]);
  });
});
