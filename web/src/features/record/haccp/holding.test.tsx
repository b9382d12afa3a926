import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listBatches } from '@brina/contract/calls/record/haccp';
import {
  getHoldDay,
  type HoldDaySummary,
  type HoldRecord,
  listHoldDays,
  lookAtDay,
} from '@brina/contract/calls/record/holding';
import { makeReport } from '@brina/contract/calls/record/reports';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const [example] = structuredClone(listHoldDays.example.reply) as unknown as [HoldDaySummary];
const [whole] = structuredClone(getHoldDay.example.reply) as unknown as [HoldRecord];

/** The contract's example with a curve of a whole day. */
function record(change: Partial<HoldRecord> = {}): HoldRecord {
  const series = (value: number) => Array.from({ length: 144 }, (_, i) => (i >= 100 && i < 103 ? value + 5 : value));
  const lines = (value: number) => ({ min: series(value - 0.5), mean: series(value), max: series(value + 0.5) });
  return { ...whole, food: lines(2.4), air: lines(2), ...change };
}

function portalWithDays(days: HoldDaySummary[], one: HoldRecord = record()) {
  const portal = portalWith([applianceWith({ model: 'CP Next 700', gamma: 'CONSERVATORE' })]);
  portal.reply(listBatches, [], { serial });
  portal.reply(listHoldDays, days, { serial });
  portal.reply(getHoldDay, [one], { serial, day: one.day });
  return portal;
}

describe('the days of a holding cabinet', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('B2.4 are listed with verdict in its word, temperatures, time beyond the limit, and who has looked', async () => {
    const other = { ...example, day: '2026-03-04', from: example.from - 86_400_000, to: example.from, look: null };
    const portal = portalWithDays([example, { ...other, verdict: 'KEPT', reasons: [] }]);
    await renderApp(`/haccp/${serial}`, { portal });
    const rows = page.getByRole('row');
    await expect.element(rows.nth(1)).toMatchTextContent('05/03/2026');
    for (const said of ['LIMIT EXCEEDED', '1.8°C to 7.9°C, mean 2.6°C', '20 min', '31.5 K·min', '100', 'Anna Neri'])
      await expect.element(rows.nth(1)).toMatchTextContent(said);
    await expect.element(rows.nth(2)).toMatchTextContent('LIMIT KEPT');
    await expect.element(rows.nth(2)).toMatchTextContent('Nobody yet');
    expect(await axeFindings()).toEqual([]);
  });

  it('B2.4 one tap says that somebody has looked', async () => {
    const portal = portalWithDays([{ ...example, look: null }]);
    portal.reply(lookAtDay, lookAtDay.example.reply);
    await renderApp(`/haccp/${serial}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Seen, all right' }));
    await expect.poll(() => portal.askedFor('/api/v1/analytics/haccp/looks').length).toBe(1);
    const [asked] = portal.askedFor('/api/v1/analytics/haccp/looks');
    expect(JSON.parse(String(asked?.body))).toEqual({ labId: example.labId, day: example.day });
  });

  it('B2.4 a day shows its verdict with a sentence why, limit and threshold, curve, excursions, defrosts, doors and gaps', async () => {
    await renderApp(`/haccp/${serial}`, { portal: portalWithDays([example]) });
    await userEvent.click(page.getByRole('row').nth(1).getByRole('link'));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Meat fridge · 05/03/2026' })).toBeVisible();
    const main = page.getByRole('main');
    for (const said of [
      'LIMIT EXCEEDED',
      'The food was beyond its limit for longer at a time than is tolerated.',
      'Chilled food: limit 5.0°C',
      'Alarm beyond 5.0°C for more than 15 min',
      'Too long',
      'By temperature',
      'Door openings: 1, 10 min in all',
      'The connection was lost',
    ])
      await expect.element(main).toMatchTextContent(said);
    await expect.element(page.getByRole('img', { name: /Food from 1.9.?°C to 7.9.?°C/ })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('B2.4 a day that was cut says its times, and a period without days says when there is one', async () => {
    const cut = { ...example, from: example.from + 600 * minute_ms };
    const { screen } = await renderApp(`/haccp/${serial}`, { portal: portalWithDays([cut]) });
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('05/03/2026, 10:00 to 00:00');
    await screen.unmount();
    await renderApp(`/haccp/${serial}`, { portal: portalWithDays([]) });
    await expect.element(page.getByRole('heading', { name: 'No day in this period' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Temperature of the last 24 hours' })).toBeVisible();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false }],
    ['dark at 390 px', { width: 390, dark: true }],
  ])('axe finds nothing on a day: %s', async (_, { width, dark }) => {
    await page.viewport(width, 900);
    const portal = portalWithDays([example]);
    await renderApp(`/haccp/${serial}?day=${whole.day}`, { portal, dark, locale: 'de' });
    await expect.element(page.getByRole('img', { name: /^Temperatur/ })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  it('B2.9 B2.4 a day is saved as a PDF, and printed as the sheet that stands in it', async () => {
    const portal = portalWithDays([example]);
    portal.on('POST', makeReport.path, () => new Response('%PDF'));
    await renderApp(`/haccp/${serial}?day=${example.day}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Save as PDF' }));
    await expect
      .poll(() => portal.askedFor(makeReport.path).map(({ body }) => JSON.parse(String(body)) as unknown))
      .toEqual([{ days: [whole.id] }]);
    await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
    const sheet = document.querySelector('[data-paper-sheet]');
    for (const said of ['LIMIT EXCEEDED', whole.company, whole.applianceName, whole.serialNumber])
      expect(sheet?.textContent).toContain(said);
  });
});
