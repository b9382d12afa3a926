import { type BookMonth, type BookRecord, filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { listMissing } from '@brina/contract/calls/record/missing';
import { listPeriodReports, makePeriodReport, type PeriodReport } from '@brina/contract/calls/record/period-reports';
import { makeReport, makeReportData, makeReportTable } from '@brina/contract/calls/record/reports';
import { grantSigning, signingWays, signRecords } from '@brina/contract/calls/record/signatures';
import { day_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [failed] = structuredClone(filterRecords.example.reply.items) as unknown as [BookRecord];
const month = structuredClone(getBookMonth.example.reply) as unknown as BookMonth;
const held: BookRecord = {
  ...failed,
  id: '0198c0de-0000-8000-8000-0000000000d1',
  name: 'Meat fridge',
  kind: 'day',
  verdict: 'KEPT',
  needs: [],
  batch: null,
  day: { day: '2025-11-20', zone: 1, max: 3.4, degree_min: 0, excursions: 0 },
};

function portalWithBook(items: BookRecord[] = [failed, held]) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(filterRecords, { items, total: items.length });
  portal.reply(listMissing, { items: [] });
  portal.reply(getBookMonth, {
    ...month,
    cells: [
      {
        row: 0,
        day: '2025-11-20',
        counts: [
          { verdict: 'PASS', records: 3 },
          { verdict: 'FAIL', records: 1 },
        ],
        needs: 1,
      },
      { row: 0, day: '2025-11-19', counts: [{ verdict: 'PASS', records: 2 }], needs: 0 },
    ],
  });
  return portal;
}

const asked = (portal: ReturnType<typeof portalWithBook>) =>
  JSON.parse(String(portal.askedFor(filterRecords.path).at(-1)?.body)) as {
    filterAttributes: { attribute: string; value: string }[];
  };

describe('the book', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('B2.6 B2.9 B2.11 records are ticked, and become one file: to print, to reckon with, or to prove; or one signature is on them all', async () => {
    const other = { ...failed, id: '0198c0de-0000-8000-8000-0000000000b2', name: 'Blast chiller 2' };
    const portal = portalWithBook([failed, other, held]);
    const { router } = await renderApp('/?view=records', { portal });
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await expect.poll(() => boxes.elements().length, { message: 'a batch, another, and a day of storage' }).toBe(3);
    const address = router.state.location.href;
    await userEvent.click(boxes.nth(0));
    await userEvent.click(boxes.nth(1));
    await userEvent.click(boxes.nth(2));
    const chosen = page.getByRole('region', { name: '3 records chosen' });
    await expect.element(chosen).toBeVisible();
    expect(router.state.location.href, 'a tick leads nowhere').toBe(address);
    expect(await axeFindings()).toEqual([]);
    for (const [name, call] of [
      ['Save as PDF', makeReport],
      ['Save as table', makeReportTable],
      ['Save as data', makeReportData],
    ] as const) {
      await userEvent.click(chosen.getByRole('button', { name }));
      await expect
        .poll(() => portal.askedFor(call.path).map(({ body }) => JSON.parse(String(body)) as unknown))
        .toEqual([{ batches: [failed.id, other.id], days: [held.id] }]);
    }
    portal.reply(signingWays, { pinSince: 1_763_600_000_000 });
    portal.reply(grantSigning, grantSigning.example.reply);
    portal.reply(signRecords, signRecords.example.reply);
    await userEvent.click(chosen.getByRole('button', { name: 'Sign as reviewed' }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(/looked at 3 records/);
    for (const digit of '407193') await userEvent.click(dialog.getByRole('button', { name: digit, exact: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Sign', exact: true }));
    await expect.element(page.getByText('Signed.')).toBeVisible();
    expect(JSON.parse(String(portal.askedFor(signRecords.path)[0]?.body))).toEqual({
      what: [failed, other, held].map(({ kind, id, seal }) => ({ kind, id, ...seal })),
      meaning: 'REVIEWED',
      grant: grantSigning.example.reply.grant,
    });
    await userEvent.click(page.getByRole('button', { name: 'Choose none' }));
    await expect.element(page.getByRole('region', { name: /chosen/ })).not.toBeInTheDocument();
    expect(boxes.elements().some((box) => (box as HTMLInputElement).checked)).toBe(false);
  });

  it('S3.5 B2.9 the link of a weekly letter lists the records of its week', async () => {
    const portal = portalWithBook();
    await renderApp('/?view=records&from=2026-03-23&to=2026-03-29&lang=en', { portal });
    await expect
      .poll(() => asked(portal).filterAttributes)
      .toEqual([
        { attribute: 'from', value: '2026-03-23' },
        { attribute: 'to', value: '2026-03-29' },
      ]);
  });

  it('B2.11 S2.14 says what today’s records come to, and lists batches and days with the way to each', async () => {
    await renderApp('/?view=records', { portal: portalWithBook() });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();
    await expect.element(page.getByText(/4 records today/)).toMatchTextContent('1 needs you');
    const rows = page.getByRole('region', { name: 'Records' }).getByRole('row');
    for (const said of ['FAIL', 'Main kitchen', 'Lasagne, L-0324', '103.7 min / 90 min'])
      await expect.element(rows.nth(1)).toMatchTextContent(said);
    for (const said of ['LIMIT KEPT', 'Meat fridge', 'Day of storage', 'up to 3.4°C'])
      await expect.element(rows.nth(2)).toMatchTextContent(said);
    await expect
      .element(rows.nth(1).getByRole('link'))
      .toHaveAttribute('href', `/haccp/${failed.serialNumber}?batch=${failed.id}`);
    await expect
      .element(rows.nth(2).getByRole('link'))
      .toHaveAttribute('href', `/haccp/${held.serialNumber}?day=2025-11-20`);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect.element(menu.getByRole('link', { name: 'Records' })).toHaveAttribute('aria-current', 'page');
    await expect.element(menu.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
    await expect.element(page.getByRole('navigation', { name: 'You are here' })).toHaveTextContent('Records');
    expect(document.title).toBe('Records · Brina');
    expect(await axeFindings()).toEqual([]);
  });

  it('B2.11 the counters narrow the book: what needs somebody, and each verdict of the month', async () => {
    const portal = portalWithBook();
    await renderApp('/?view=records', { portal });
    const verdicts = page.getByRole('group', { name: 'Verdict' }).getByRole('button');
    await expect.element(verdicts.first()).toMatchTextContent(/^FAIL ?1$/);
    await userEvent.click(verdicts.first());
    const narrowed = { attribute: 'verdict', value: 'FAIL' };
    await expect.poll(() => asked(portal).filterAttributes).toContainEqual(narrowed);
    await expect.element(verdicts.first()).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(verdicts.first());
    await expect.poll(() => asked(portal).filterAttributes).not.toContainEqual(narrowed);
    await userEvent.click(page.getByRole('button', { name: '1 needs you' }));
    await expect.poll(() => asked(portal).filterAttributes).toContainEqual({ attribute: 'needs', value: 'true' });
    for (const button of verdicts.elements()) expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  });

  it('B2.11 a unit is chosen among those of the kitchen, and one that is gone is named by its number', async () => {
    const portal = portalWithBook();
    await renderApp('/?view=records&serialNumber=GONE-1', { portal });
    const unit = page.getByRole('combobox', { name: 'Appliance' });
    await expect.element(unit).toHaveValue('GONE-1');
    await userEvent.selectOptions(unit, '');
    await expect
      .poll(() => asked(portal).filterAttributes)
      .not.toContainEqual({ attribute: 'serialNumber', value: 'GONE-1' });
  });

  it('B2.11 a day of the calendar, and what is chosen, narrows the list', async () => {
    const portal = portalWithBook();
    await renderApp('/?view=records', { portal });
    const day = page.getByRole('button', { name: /20\/11\/2025: 3 × PASS, 1 × FAIL/ });
    await userEvent.click(day);
    await expect
      .poll(() => asked(portal).filterAttributes)
      .toEqual([
        { attribute: 'serialNumber', value: failed.serialNumber },
        { attribute: 'day', value: '2025-11-20' },
        { attribute: 'month', value: '2025-11' },
      ]);
    await expect.element(day).toHaveAttribute('aria-pressed', 'true');
    await userEvent.selectOptions(page.getByLabelText('Needs you'), 'true');
    await expect.poll(() => asked(portal).filterAttributes).toContainEqual({ attribute: 'needs', value: 'true' });
    await userEvent.click(page.getByRole('button', { name: 'Month before' }));
    await expect.poll(() => asked(portal).filterAttributes).toContainEqual({ attribute: 'month', value: '2025-10' });
  });

  it('B2.11 a book of many appliances has a row for each kitchen; a day or the name of one opens its appliances', async () => {
    const portal = portalWithBook();
    const kitchens = [
      { labId: '0198c0de-0000-7000-8000-0000000000a1', laboratory: 'Main kitchen', unit: null },
      { labId: '0198c0de-0000-7000-8000-0000000000a2', laboratory: 'Bakery', unit: null },
    ];
    const cell = { day: '2025-11-20', needs: 0 };
    portal.reply(getBookMonth, {
      ...month,
      by: 'kitchen',
      rows: [...kitchens, { labId: null, laboratory: null, unit: null }],
      cells: [
        { ...cell, row: 0, counts: [{ verdict: 'PASS', records: 212 }] },
        { ...cell, row: 1, counts: [{ verdict: 'FAIL', records: 1 }], needs: 1 },
        { ...cell, row: 2, counts: [{ verdict: 'PASS', records: 4 }] },
      ],
    });
    const { router } = await renderApp('/?view=records', { portal });
    await expect.element(page.getByRole('columnheader', { name: 'Kitchen' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Without kitchen, 20\/11\/2025: 4 × PASS/ })).toBeVisible();
    const chosen = () => router.state.location.search as Record<string, string>;
    await userEvent.click(page.getByRole('button', { name: /^Bakery, 20\/11\/2025: 1 × FAIL/ }));
    await expect.poll(chosen).toMatchObject({ labId: kitchens[1]?.labId, day: '2025-11-20', month: '2025-11' });
    await userEvent.click(page.getByRole('button', { name: 'Main kitchen', exact: true }));
    await expect.poll(chosen).toMatchObject({ labId: kitchens[0]?.labId });
  });

  it('B2.11 an empty book says when there will be a record', async () => {
    await renderApp('/?view=records', { portal: portalWithBook([]) });
    await expect.element(page.getByText('No record yet')).toBeVisible();
  });

  it('B2.9 S9.2 a report of a period is made of what the book is narrowed to, tells how far it is, and is saved once it is done', async () => {
    const portal = portalWithBook();
    const report = structuredClone(listPeriodReports.example.reply)[0] as PeriodReport;
    let reports: PeriodReport[] = [];
    portal.reply(listPeriodReports, () => reports);
    portal.reply(makePeriodReport, () => {
      reports = [report];
      return report;
    });
    await renderApp(`/?view=records&serialNumber=${failed.serialNumber}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Report of a period' }));
    const dialog = page.getByRole('dialog', { name: 'Report of a period' });
    await expect.element(dialog.getByText(`Of ${failed.serialNumber}`)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Make report' }));
    const { from, to, serialNumber } = JSON.parse(
      String(portal.askedFor(makePeriodReport.path).findLast((one) => one.body)?.body),
    ) as {
      from: string;
      to: string;
      serialNumber: string;
    };
    expect(serialNumber).toBe(failed.serialNumber);
    const days = (Date.parse(to) - Date.parse(from)) / day_ms + 1;
    expect(days >= 28 && days <= 31, `${days} days are a month`).toBe(true);
    await expect.element(dialog.getByText('120 of 412 done')).toBeVisible();
    await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '29');
    await userEvent.click(dialog.getByRole('button', { name: 'Make as data (JSON)' }));
    await expect
      .poll(() => String(portal.askedFor(makePeriodReport.path).findLast((one) => one.body)?.body))
      .toMatch(/"form":"json"/);
    reports = [{ ...report, state: 'done', done: 412, size: 1000 }];
    const save = dialog.getByRole('button', { name: /^Save as PDF/ });
    await expect.element(save, { timeout: 5000 }).toBeVisible();
    await expect.element(dialog.getByRole('progressbar')).not.toBeInTheDocument();
  });
});
