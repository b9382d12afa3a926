import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { listDueChecks } from '@brina/contract/calls/record/checks';
import {
  addManualReading,
  endManual,
  listManual,
  type ManualRecord,
  startManual,
} from '@brina/contract/calls/record/manual';
import { listMissing } from '@brina/contract/calls/record/missing';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { now } from '../../../lib/clock.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const open = exampleReply(addManualReading) as ManualRecord;
const ended: ManualRecord = {
  ...exampleReply(endManual),
  id: '0198c0de-0000-7000-8000-0000000000fa',
  product: 'Goulash',
  verdict: 'PASS_WITH_GAP',
  reasons: ['gap_bounded'],
} as ManualRecord;

function portalWithManual(items: ManualRecord[]) {
  const portal = portalWith([applianceWith({})]);
  const shown = { items };
  portal.reply(filterRecords, { items: [], total: 0 });
  portal.reply(listMissing, { items: [] });
  portal.reply(getBookMonth, { ...exampleReply(getBookMonth), cells: [] });
  portal.reply(listDueChecks, { items: [], total: 0 });
  portal.reply(listManual, () => ({ items: shown.items, total: shown.items.length }));
  return { portal, shown };
}

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
const book = '/?view=records&lang=en';

describe('coolings without an appliance', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.7 a chef records soup in an ice bath by large buttons, with nothing to type but what it is', async () => {
    const { portal, shown } = portalWithManual([]);
    portal.reply(startManual, () => {
      shown.items = [open];
      return open;
    });
    await renderApp(book, { portal });
    await press('Cooled without an appliance');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    // In which kitchen is asked where there are several.
    const kitchen = page.getByText('In which kitchen?');
    if (kitchen.elements().length > 0) {
      await userEvent.click(dialog.getByRole('button', { name: 'Main kitchen' }));
      await press('Next step');
    }
    await expect.element(page.getByText('What is cooled?')).toBeVisible();
    await userEvent.fill(dialog.getByLabelText('Product'), 'Minestrone');
    await press('Next step');
    await press('Chilled');
    await press('Next step');
    await press('15 min ago');
    for (const button of dialog.getByRole('button').elements().slice(1))
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    expect(await axeFindings()).toEqual([]);
    await press('Next step');
    await press('Next step');
    const slider = dialog.getByRole('slider', { name: 'Core temperature' });
    expect(slider.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    await userEvent.fill(slider, '82');
    await press('Raise');
    expect(await axeFindings()).toEqual([]);
    await press('Save');
    await expect.element(page.getByText('Goes on')).toBeVisible();
    const sent = JSON.parse(String(portal.askedFor(startManual.path).find(({ method }) => method === 'POST')?.body));
    expect(sent).toMatchObject({
      process: 'chill',
      product: 'Minestrone',
      lot: null,
      reading: { value_C: 82.5, instrument: 'Kitchen thermometer' },
    });
    expect(sent.reading.at - sent.cookedAt).toBe(15 * minute_ms);
  });

  it('B2.7 what goes on stands on top with the way to its next reading; ended ones say their verdict, and that a hand measured', async () => {
    const { portal, shown } = portalWithManual([open, ended]);
    portal.reply(
      addManualReading,
      () => {
        const late: ManualRecord = { ...open, verdict: 'FAIL', reasons: ['time_exceeded'] };
        shown.items = [late, ended];
        return late;
      },
      { manualId: open.id },
    );
    portal.reply(
      endManual,
      () => {
        const over: ManualRecord = { ...open, endedAt: open.startedAt + 90 * minute_ms, verdict: 'FAIL' };
        shown.items = [over, ended];
        return over;
      },
      { manualId: open.id },
    );
    await renderApp(book, { portal });
    const top = page.getByRole('region', { name: /Goes on/ });
    for (const said of ['Goes on', 'by hand', 'Minestrone', 'From 82.0°C to 21.0°C in 40 min'])
      await expect.element(top).toMatchTextContent(said);
    const below = page.getByRole('region', { name: 'Cooled without an appliance', exact: true });
    for (const said of ['PASS WITH GAP', 'by hand', 'Goulash', 'Data are missing for some minutes'])
      await expect.element(below).toMatchTextContent(said);
    const marks = [...below.element().querySelectorAll('svg circle')];
    expect(marks.length).toBe(ended.readings.length);
    const { fill, stroke } = getComputedStyle(marks[0] as Element);
    expect(fill, 'hollow').not.toBe(stroke);
    expect(await axeFindings()).toEqual([]);
    await press('Add a reading: Minestrone');
    // No number stands there before somebody has read one.
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Lower');
    await press('Next step');
    await press('Save');
    await expect.element(top).toMatchTextContent('A stage took longer than its limit.');
    const body = JSON.parse(String(portal.askedFor(`${listManual.path}/${open.id}/readings`)[0]?.body));
    expect(body).toMatchObject({ value_C: 20.5, instrument: 'Thermometer 7', where: 'Middle of the pot' });
    await press('End the cooling: Minestrone');
    await expect.element(page.getByText(/None can be added after that/)).toBeVisible();
    expect(portal.askedFor(`${listManual.path}/${open.id}/end`)).toEqual([]);
    await press('Yes, end it: Minestrone');
    await expect.element(top).not.toBeInTheDocument();
    await expect.element(below).toMatchTextContent('Minestrone');
  });

  it('B2.7 what goes on says what it has to reach, and how long it has for that', async () => {
    const due = { from: 70, to: 3, limit_min: 90, by: now() + 41.5 * minute_ms };
    const said = [
      [due, /At 3\.0.?°C by \d\d:\d\d, in 4[12].min/],
      [{ ...due, by: null }, /Below 70\.0.?°C the clock starts: (90.min|1.h.30.min) to 3\.0.?°C/],
      [{ ...due, by: now() - minute_ms }, /At 3\.0.?°C was due by \d\d:\d\d/],
      [null, /Cold enough/],
    ] as const;
    const records = said.map(([next], place) => ({ ...open, id: `${open.id.slice(0, -1)}${place}`, due: next }));
    await renderApp(book, { portal: portalWithManual(records).portal });
    const items = page.getByRole('region', { name: /Goes on/ }).getByRole('listitem');
    for (const [place, [, words]] of said.entries()) await expect.element(items.nth(place)).toMatchTextContent(words);
  });

  it('B2.7 B2.11 a book that is narrowed to a lot asks for theirs', async () => {
    const { portal } = portalWithManual([ended]);
    await renderApp(`${book}&lot=L-04&verdict=FAIL`, { portal });
    await expect.element(page.getByRole('region', { name: 'Cooled without an appliance' })).toBeVisible();
    expect(portal.askedFor(listManual.path)[0]?.query).toMatch(/verdict=FAIL.*lot=L-04/);
  });

  it('B2.7 a book that is narrowed to an appliance or a verdict of holding shows none of them', async () => {
    const { portal } = portalWithManual([open, ended]);
    await renderApp(`${book}&verdict=EXCEEDED`, { portal });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cooled without an appliance' })).toBeVisible();
    expect(portal.askedFor(listManual.path)).toEqual([]);
  });
});
