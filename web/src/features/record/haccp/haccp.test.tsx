import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type BatchRecord, type BatchSummary, getBatch, listBatches } from '@brina/contract/calls/record/haccp';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const [example] = listBatches.example.reply;
const { batchId } = example;

/** The contract's example with a curve of ten minutes, a gap in it and a second revision. */
function record(change: Partial<BatchRecord> = {}): BatchRecord {
  const whole = structuredClone(getBatch.example.reply) as unknown as BatchRecord;
  const at = Array.from({ length: 11 }, (_, step) => whole.startedAt + step * minute_ms);
  return {
    ...whole,
    verdict: 'PASS_WITH_GAP',
    reasons: ['gap_bounded'],
    sampleCount: at.length,
    continuity: 92.5,
    samples: {
      at,
      core: at.map((_, step) => 70 - 7 * step),
      points: [at.map((_, step) => 70 - 7 * step)],
      pointNames: ['TCore1'],
      air: at.map(() => -14),
      set: at.map(() => -14),
    },
    gaps: [{ from: at[3] ?? 0, to: at[9] ?? 0, reason: 'link_lost' }],
    revisions: [
      { revision: 1, createdAt: whole.startedAt, verdict: 'NOT_PROVEN', sampleCount: 8, cause: 'waited' },
      { revision: 2, createdAt: whole.startedAt, verdict: 'PASS_WITH_GAP', sampleCount: 11, cause: 'late_data' },
    ],
    ...change,
  };
}

function portalWithRecords(batches: BatchSummary[], one: BatchRecord = record()) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(listBatches, batches, { serial });
  portal.reply(getBatch, one, { serial, batchId });
  return portal;
}

describe('the HACCP reports of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.24 lists batches with verdict, start and minutes against the limit, the month as a word', async () => {
    const running = {
      ...example,
      batchId: batchId.replace('b1', 'b2'),
      verdict: null,
      endedAt: null,
      minutes: null,
      revision: 0,
    };
    await renderApp(`/haccp/${serial}`, {
      portal: portalWithRecords([running, { ...example, product: 'Stew', lot: 'L-7' }]),
    });
    const rows = page.getByRole('row');
    await expect.element(rows.nth(1)).toMatchTextContent('Still running');
    expect(rows.nth(1).getByRole('link').elements()).toEqual([]);
    await expect.element(rows.nth(2)).toMatchTextContent('20 Nov 2025 21:20 UTC+1');
    await expect.element(rows.nth(2)).toMatchTextContent('Stew, L-7');
    await expect.element(rows.nth(2)).toMatchTextContent('80.6 min of 90 min');
    await expect.element(rows.nth(2)).toMatchTextContent('PASS');
    expect(await axeFindings()).toEqual([]);
  });

  it('S9.2 S8.22 the period lives in the URL, and an empty one says so', async () => {
    const portal = portalWithRecords([]);
    const { router } = await renderApp(`/haccp/${serial}?period=week`, { portal });
    await expect.element(page.getByRole('heading', { name: 'No cycle in this period' })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Last week' })).toBeChecked();
    await userEvent.click(page.getByText('Last 3 months').first());
    await expect.poll(() => router.state.location.search).toEqual({ period: 'months3' });
    await userEvent.click(page.getByText('Own period').first());
    await userEvent.fill(page.getByLabelText('From'), '2025-11-01');
    await expect.poll(() => router.state.location.search).toMatchObject({ period: 'custom', from: '2025-11-01' });
  });

  it('S2.40 under the appliance it leads back to where one came from', async () => {
    const { router } = await renderApp(`/appliance/${serial}`, { portal: portalWithRecords([example]) });
    await userEvent.click(page.getByRole('link', { name: 'HACCP reports' }));
    await userEvent.click(page.getByRole('link', { name: 'Back' }));
    await expect.poll(() => router.state.location.pathname).toBe(`/appliance/${serial}`);
  });

  it('S2.24 opens a record: verdict with limit and source, stages, gaps with reasons, revisions', async () => {
    const { router } = await renderApp(`/haccp/${serial}`, { portal: portalWithRecords([example]) });
    await userEvent.click(page.getByRole('link', { name: '20 Nov 2025 21:20 UTC+1' }));
    await expect.poll(() => router.state.location.search).toMatchObject({ batch: batchId });
    const main = page.getByRole('main');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Chilling, 20 Nov 2025' })).toBeVisible();
    await expect.element(main).toMatchTextContent('PASS WITH GAP');
    await expect.element(main).toMatchTextContent('Chilling to +3°C in 90 minutes');
    await expect.element(main).toMatchTextContent('UK Department of Health guidelines');
    await expect.element(main).toMatchTextContent('both sides of the gap bound the curve');
    await expect.element(main).toMatchTextContent('The connection was lost');
    await expect.element(main).toMatchTextContent('Time covered92.5%');
    const stages = page.getByRole('region', { name: 'Stages of the limit' }).getByRole('table');
    await expect.element(stages).toMatchTextContent('70.0°C to 3.0°C');
    await expect.element(stages).toMatchTextContent('20 Nov 2025 21:20:10 UTC+1');
    const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('table');
    await expect.element(revisions).toMatchTextContent('NOT PROVEN');
    await expect.element(revisions).toMatchTextContent('Data that arrived later');

    await userEvent.click(page.getByRole('button', { name: 'Show as table' }));
    await expect.element(page.getByRole('region', { name: 'Curve' }).getByRole('table')).toMatchTextContent('63.0°C');
    await userEvent.click(page.getByRole('link', { name: 'All records of the appliance' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'HACCP reports' })).toBeVisible();
  });

  it('S2.24 a record says in words why its cycle ended, and a reason that is new shows its code', async () => {
    for (const [endReason, shown] of [
      ['person', 'Stopped by a person'],
      ['moonrise', 'moonrise'],
    ] as const) {
      const portal = portalWithRecords([example], record({ endReason }));
      const { screen } = await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
      await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
      await screen.unmount();
    }
  });

  it('S2.24 a trolley unit judged anew: the new verdict in list and record, and why there are two', async () => {
    const model = 'SF Roll 200 RWL';
    const anew = record({
      model,
      verdict: 'NOT_PROVEN',
      reasons: ['target_not_reached'],
      revisions: [
        { revision: 2, createdAt: 0, verdict: 'NOT_PROVEN', sampleCount: 11, cause: 'judge' },
        { revision: 1, createdAt: 0, verdict: 'PASS', sampleCount: 11, cause: 'complete' },
      ],
    });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], anew) });
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent('The cycle ended before the core reached the target.');
    await expect.element(main).toMatchTextContent('JudgementVersion 2');
    const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('table');
    await expect.element(revisions).toMatchTextContent('Judged again by both core probes');
    await expect.element(revisions).toMatchTextContent('PASS');
    expect(main.getByText('Only the first of the two core probes').elements()).toEqual([]);
  });

  it('S2.24 a record of a trolley unit whose second needle nobody read any more says so', async () => {
    const stands = record({ model: 'SF Roll 200 RWL', judge: 1 });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], stands) });
    const said = 'JudgementVersion 1. Only the first of the two core probes was judged.';
    await expect.element(page.getByRole('main')).toMatchTextContent(said);
  });

  it('S8.25 says what failed and tries again', async () => {
    const portal = portalWithRecords([example]);
    portal.refuse(listBatches, 404, 'not_found', { serial });
    await renderApp(`/haccp/${serial}`, { portal });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The records could not be shown. refused: not_found');
    portal.reply(listBatches, [example], { serial });
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByText('PASS')).toBeVisible();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false }],
    ['dark at 390 px', { width: 390, dark: true }],
  ])('axe finds nothing on a record: %s', async (_, { width, dark }) => {
    await page.viewport(width, 900);
    const portal = portalWithRecords([example], record({ verdict: 'FAIL', reasons: ['time_exceeded'], minutes: 97.4 }));
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal, dark, locale: 'de' });
    await expect.element(page.getByRole('img', { name: /^Kurve/ })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});
