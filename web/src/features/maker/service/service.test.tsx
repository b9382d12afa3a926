import { type Appliance, getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { filterServed, type ServedAppliance } from '@brina/contract/calls/maker/service';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { applianceMay } from '@brina/contract/testing/rights';
import { day_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceKey } from '../../../lib/appliances.ts';
import { now } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { replyThirtyDays } from './testing/thirty-days.ts';

const example: ServedAppliance = filterServed.example.reply.items[0];
const serial = example.serialNumber;
const rows = (): ServedAppliance[] => [
  {
    ...example,
    anomaly: true,
    alarms: [{ name: 'openDoorAlarm', active: true, since: now() - 12 * 60_000 }],
    warnings: [
      { name: 'condenserDirtyWarning', active: true, since: now() - 3.1 * 86_400_000 },
      { name: 'offlineWarning', active: false, since: now() - 86_400_000 },
    ],
  },
  {
    ...example,
    serialNumber: 'CP26000027',
    name: '',
    model: 'CP Next 700 Duo',
    gamma: 'CONSERVATORE',
    by: 'FACTORY',
    online: false,
    lastSeenAt: now() - 26 * 3_600_000,
    alarms: [],
    laboratory: null,
    customer: { ...example.customer, phone: '' },
  },
];
const served: Appliance = {
  ...getAppliance.example.reply,
  serialNumber: serial,
  role: 'SERVICE',
  may: applianceMay.SERVICE,
};

function servicePortal(role: 'SERVICE' | 'SERVICE_SALES' = 'SERVICE') {
  const portal = portalFixture(exampleUser({ role, memberships: [] }));
  portal.on('POST', filterServed.path, () => Response.json({ items: rows(), total: 2 }));
  portal.reply(getAppliance, served, { id: serial });
  replyThirtyDays(portal, serial);
  return portal;
}

const bodies = (portal: ReturnType<typeof portalFixture>) =>
  portal.askedFor(filterServed.path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('the service partner’s appliances', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.31 S6.4 S6.9 stand with their notices first, each in words with since when, whom to call and where to go', async () => {
    const portal = servicePortal();
    await renderApp('/service', { portal });
    const first = page.getByRole('row').nth(1);
    await expect.element(first).toMatchTextContent('Blast chiller 1');
    expect(bodies(portal)[0]).toMatchObject({ page: 0, filterAttributes: [], orderAttr: 'notices', ascOrDesc: 'asc' });
    for (const words of [
      'Door open',
      /1[12] minutes ago/,
      'Dirty condenser',
      '3 days ago',
      'Upkeep recommended',
      'Ada Neri',
    ])
      await expect.element(first).toMatchTextContent(words);
    // What is over is no notice.
    await expect.element(first).not.toMatchTextContent('Not connected');
    await expect
      .element(first.getByRole('link', { name: '+390422412345' }))
      .toHaveAttribute('href', 'tel:+390422412345');
    await expect
      .element(first.getByRole('link', { name: 'ada@example.com' }))
      .toHaveAttribute('href', 'mailto:ada@example.com');
    await expect
      .element(first.getByRole('button', { name: 'Via Roma 1, 31100 Treviso, Italy: Copy the address' }))
      .toBeVisible();
    await expect
      .element(first.getByRole('link', { name: 'Blast chiller 1' }))
      .toHaveAttribute('href', `/appliance/${serial}`);

    const second = page.getByRole('row').nth(2);
    for (const words of ['ColdPantry Next 700 Duo', 'Not connected', 'Shared by the factory', 'In no kitchen'])
      await expect.element(second).toMatchTextContent(words);
  });

  it('S2.31 on a phone the search and the appliances come first, and the other filters when they are asked for', async () => {
    await page.viewport(390, 844);
    const { router } = await renderApp('/service', { portal: servicePortal() });
    const first = page.getByRole('row').nth(1);
    await expect.element(first).toMatchTextContent('Blast chiller 1');
    expect(first.element().getBoundingClientRect().top).toBeLessThan(400);
    await expect.element(page.getByLabelText('Name, serial number or place')).toBeVisible();
    const attention = page.getByLabelText('Needs attention');
    await expect.element(attention).not.toBeVisible();

    await userEvent.click(page.getByRole('button', { name: 'Filters' }));
    await expect.element(attention).toBeVisible();
    await userEvent.selectOptions(attention, 'true');
    const fold = page.getByRole('button', { name: 'Filters (1)' });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(fold);
    // What is searched for stands there anyway, and is not counted with what is folded.
    await userEvent.fill(page.getByLabelText('Name, serial number or place'), 'Treviso');
    await expect.poll(() => router.state.location.search).toMatchObject({ freeSearch: 'Treviso' });
    await expect.element(fold).toBeVisible();
    await expect.element(attention).not.toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  });

  it('S3.20 S2.31 a pasted link restores the filters, also for service sales', async () => {
    const portal = servicePortal('SERVICE_SALES');
    const { router } = await renderApp(
      '/service?notices=true&gamma=CONSERVATORE&modelName=CP%20Next%20700%20Duo&online=false&customer=Neri',
      { portal },
    );
    await expect.element(page.getByLabelText('Needs attention')).toHaveValue('true');
    await expect.element(page.getByRole('button', { name: 'Take away ColdPantry Next 700 Duo' })).toBeVisible();
    await userEvent.fill(page.getByLabelText('Name, serial number or place'), 'Treviso');
    await expect
      .poll(() => bodies(portal).at(-1)?.filterAttributes)
      .toEqual([
        { attribute: 'freeSearch', value: 'Treviso' },
        { attribute: 'gamma', value: 'CONSERVATORE' },
        { attribute: 'modelName', value: 'CP Next 700 Duo' },
        { attribute: 'online', value: 'false' },
        { attribute: 'notices', value: 'true' },
        { attribute: 'customer', value: 'Neri' },
      ]);
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('S2.31 an empty list says why: nothing shared, and so nothing to filter, nothing wrong, or nothing found', async () => {
    const portal = servicePortal();
    portal.reply(filterServed, { items: [], total: 0 });
    for (const [path, words] of [
      ['/service', 'No appliance yet'],
      ['/service?notices=true', 'Nothing to do'],
      ['/service?customer=Nobody', 'No appliance matches'],
    ] as const) {
      const { screen } = await renderApp(path, { portal });
      await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
      expect(page.getByRole('main').element().querySelectorAll('search')).toHaveLength(path === '/service' ? 0 : 1);
      await screen.unmount();
    }
  });

  it('S8.25 says what failed and tries again', async () => {
    const portal = servicePortal();
    portal.refuse(filterServed, 403, 'access_denied');
    await renderApp('/service', { portal });
    await expect.element(page.getByRole('alert')).toMatchTextContent('The appliances could not be shown.');
    portal.reply(filterServed, { items: [example], total: 1 });
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('link', { name: 'Blast chiller 1' })).toBeVisible();
  });
});

describe('the diagnosis sheet', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.31 where nothing is on now, what was on in the last thirty days is said beside it', async () => {
    const portal = servicePortal();
    const calm = { alarms: [], warnings: [], anomaly: false, online: true };
    portal.reply(getAppliance, { ...served, ...calm }, { id: serial });
    portal.reply(filterServed, { items: [{ ...example, ...calm, serialNumber: serial }], total: 1 });
    await renderApp(`/service?diagnosis=${serial}`, { portal });
    await expect
      .element(page.getByRole('region', { name: 'What is wrong' }))
      .toMatchTextContent(
        'No alarm, no warning and no upkeep is on now.In the last 30 days: 1 × Food above its limit, 1 × Door open too long',
      );
  });

  it('S2.31 S6.9 tells what is wrong, thirty days of curves, work, alarms, events and maintenance, and whom to call', async () => {
    const portal = servicePortal();
    // Where no clock changes every day has 24 hours, and so six of the samples; one of 25 hours may have seven.
    portal.reply(getAppliance, { ...served, lab: { id: 'lab', name: 'Kitchen', timeZone: 'UTC' } }, { id: serial });
    await renderApp('/service', { portal });
    await userEvent.click(page.getByRole('link', { name: 'Remote diagnosis' }).first());
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent('Remote diagnosis: Blast chiller 1');
    const part = (name: string) => page.getByRole('region', { name }).first();
    await expect.element(part('What is wrong')).toMatchTextContent('Door open');
    await expect
      .element(part('What is wrong'))
      .toMatchTextContent('In the last 30 days: 1 × Food above its limit, 1 × Door open too long');
    // What stands at the foot of every page that is printed.
    await expect
      .poll(() => document.documentElement.style.getPropertyValue('--paper-name'))
      .toBe(`"Blast chiller 1 · ${serial}"`);
    await expect.element(part('Appliance')).toMatchTextContent('R290');
    await expect.element(part('Customer')).toMatchTextContent('Via Roma 1');

    const alarms = part('Alarms, warnings and upkeep, last 30 days');
    for (const words of [
      /Active, 3 h (1 min )?so far/,
      'Condenser temperature 1: 61.4°C',
      'usual for it: 18.5°C',
      'Rose 4 times',
      'door open: 6 min',
      'Explained by another alarm',
      'most extreme: 12.4°C',
      'limit: 5.0°C',
      'forecast: 2 h 4 min',
      'ofTomorrowAlarm',
      'Found to be a mistake',
    ])
      await expect.element(alarms).toMatchTextContent(words);
    await expect.element(alarms).not.toMatchTextContent('unheardOf');

    const events = part('Events, last 30 days');
    for (const words of ['Cycle completed', 'Restarted', 'Power failure:', 'Data not kept', 'Operated at the panel'])
      await expect.element(events).toMatchTextContent(words);
    expect(events.getByRole('row').elements()).toHaveLength(6);
    await expect.element(part('Work done')).toMatchTextContent('Fan replaced.');

    // Six samples a day, two doors and one and a half hours in each; the silent day has a gap of its own.
    const doors = part('Door openings a day');
    await expect
      .poll(() =>
        doors
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toContainEqual(expect.stringMatching(/: 12$/));
    await expect.element(part('Compressor running, hours a day')).toMatchTextContent('most 9 h');
    const asked = portal.asked.find(({ query }) => query.includes('TCondenser1'));
    expect(new URLSearchParams(asked?.query).get('metrics')).toBe('TCell,cellSetTemp,TCondenser1,TEvap1');
  });

  it('its times are those of the kitchen, wherever the technician is', async () => {
    const portal = servicePortal();
    const kitchen = { id: 'lab', name: 'Ginza', timeZone: 'Asia/Tokyo' };
    portal.reply(getAppliance, { ...served, lab: kitchen }, { id: serial });
    await renderApp(`/service?diagnosis=${serial}`, { portal });
    await expect.element(page.getByText('Times are those of the kitchen (Asia/Tokyo).')).toBeVisible();
    const began = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    await expect
      .element(page.getByRole('region', { name: 'Alarms, warnings and upkeep, last 30 days' }).first())
      .toMatchTextContent(began.format(now() - 3 * 3_600_000).slice(0, 3));
  });

  it('B4.1 S2.31 what comes late is said to arrive in curves and daily work, and shown as soon as it has', async () => {
    const portal = servicePortal();
    const [from, to] = [now() - 10 * day_ms, now()];
    const whole = { from, to, level: '10min' as const, step_ms: 14_400_000, at: [], series: {} };
    portal.reply(getTelemetry, { ...whole, gaps: [], arriving: true }, { id: serial });
    await renderApp(`/service?diagnosis=${serial}`, { portal });
    const part = (name: string) => page.getByRole('region', { name }).first();
    const [curves, doors] = [part('Temperatures, last 30 days'), part('Door openings a day')];
    for (const shown of [curves, doors])
      await expect.element(shown).toMatchTextContent('Data came late, not shown yet');
    portal.reply(getTelemetry, { ...whole, gaps: [], arriving: false }, { id: serial });
    await expect.element(curves).toMatchTextContent('Nothing was measured in these 30 days.');
    await expect.element(doors).toMatchTextContent('No value in these 30 days.');
  });

  it('S2.31 one part that fails hides no other; one served no longer says so', async () => {
    const portal = servicePortal();
    portal.on('GET', getTelemetry.path.replace('{id}', serial), () =>
      Response.json({ code: 'range_too_long', message: 'Too long.', requestId: 'r' }, { status: 422 }),
    );
    const { screen } = await renderApp(`/service?diagnosis=${serial}`, { portal });
    await expect.element(page.getByText('The curves could not be shown. Too long.').first()).toBeVisible();
    await expect.element(page.getByText('Fan replaced.')).toBeInTheDocument();
    await screen.unmount();
    portal.refuse(getAppliance, 404, 'not_found', { id: 'CP26000027' });
    await renderApp('/service?diagnosis=CP26000027', { portal });
    await expect.element(page.getByText('You do not serve an appliance CP26000027')).toBeVisible();
  });

  it('S6.9 S7.34 what the customer shares no longer leaves the sheet, which says that it was shared', async () => {
    const portal = servicePortal();
    await renderApp(`/service?diagnosis=${serial}`, { portal });
    await expect.element(page.getByText('Fan replaced.')).toBeInTheDocument();
    portal.refuse(getAppliance, 404, 'not_found', { id: serial });
    await queryClient.invalidateQueries({ queryKey: applianceKey(serial) });
    await expect
      .element(page.getByRole('heading', { name: 'Blast chiller 1 is no longer shared with you' }))
      .toBeVisible();
    await expect.element(page.getByText('Fan replaced.')).not.toBeInTheDocument();
    await expect.element(page.getByText(/could not be shown/)).not.toBeInTheDocument();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, locale: 'de' as Locale }],
    ['dark at 390 px', { width: 390, dark: true, locale: 'ja' as Locale }],
  ])('axe finds nothing: %s', async (_, { width, dark, locale }) => {
    await page.viewport(width, 900);
    const portal = servicePortal();
    for (const [path, words] of [
      ['/service', 'Pasticceria Neri'],
      [`/service?diagnosis=${serial}`, 'Fan replaced.'],
    ] as const) {
      const { screen } = await renderApp(path, { portal, dark, locale });
      await expect.element(page.getByText(words).first()).toBeInTheDocument();
      expect(await axeFindings(), path).toEqual([]);
      expect(document.documentElement.scrollWidth, path).toBe(width);
      await screen.unmount();
    }
  });
});
