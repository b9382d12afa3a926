import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import {
  type BatchRecord,
  type BatchSummary,
  getBatch,
  listBatches,
  reviewBatch,
  tryRule,
} from '@brina/contract/calls/record/haccp';
import { makeReport } from '@brina/contract/calls/record/reports';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const [example] = listBatches.example.reply;
const { batchId } = example;

/** The contract's example with a curve of ten minutes, a gap in it and a second revision. */
function record(change: Partial<BatchRecord> = {}): BatchRecord {
  const whole = exampleReply(getBatch);
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
      points: [at.map((_, step) => 70 - 7 * step), at.map((_, step) => 68 - 7 * step)],
      pointNames: ['TCore1', 'TCore2'],
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

const stageOf = (one: BatchRecord): BatchRecord['stages'][number] => {
  const [stage] = one.stages;
  if (!stage) throw new Error('the example has no stage');
  return stage;
};

function portalWithRecords(batches: BatchSummary[], one: BatchRecord = record()) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(listBatches, batches, { serial });
  portal.reply(getBatch, one, { serial, batchId });
  return portal;
}

describe('the HACCP reports of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.24 lists batches with verdict, start and minutes against the limit', async () => {
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
    await expect.element(rows.nth(2)).toMatchTextContent('20/11/2025 21:20');
    await expect.element(rows.nth(2)).toMatchTextContent('Stew, L-7');
    await expect.element(rows.nth(2)).toMatchTextContent('80.6 min of 90 min');
    await expect.element(rows.nth(2)).toMatchTextContent('PASS');
    expect(await axeFindings()).toEqual([]);
  });

  it('S2.24 B3.7 a tray of a run that goes on is listed by its number, and its record says which and how long it was', async () => {
    const tray = { function: 13, tray: { number: 4, needle: null } };
    const verdict = { verdict: 'NOT_PROVEN' as const, minutes: 60 };
    const portal = portalWithRecords(
      [{ ...example, ...tray, ...verdict }],
      record({ ...tray, ...verdict, reasons: ['by_time'] }),
    );
    await renderApp(`/haccp/${serial}`, { portal });
    const row = page.getByRole('row').nth(1);
    await expect.element(row).toMatchTextContent('Non-stop · Tray 4');
    await expect.element(row).toMatchTextContent('60.0 min of 90 min');
    await userEvent.click(row.getByRole('link'));
    const title = 'Non-stop · Tray 4 · 20 Nov 2025 21:20';
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent('The tray had no core probe: only its time is known.');
  });

  it('B2.14 says what was forecast of the core beside what came, on the screen and on paper', async () => {
    const one = record();
    const forecast = { madeAt: one.startedAt + 20 * minute_ms, to: 3, at: one.startedAt + 78 * minute_ms };
    const said = 'Forecast at minute 20: 3.0°C at 22:38 – real 22:40.';
    const portal = portalWithRecords([example], { ...one, forecast });
    const url = `/haccp/${serial}?batch=${batchId}`;
    await renderApp(url, { portal });
    await expect.element(page.getByRole('listitem').filter({ hasText: said })).toBeVisible();
    expect(document.body.textContent.split(said).length).toBe(3);
  });

  it('S9.2 S8.22 B1.6 the period lives in the URL and stays in its place, and an empty one says so', async () => {
    const portal = portalWithRecords([]);
    const { router } = await renderApp(`/haccp/${serial}?period=week`, { portal });
    await expect.element(page.getByRole('heading', { name: 'No cycle in this period' })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Last week' })).toBeChecked();
    await userEvent.click(page.getByText('Last 3 months').first());
    await expect.poll(() => router.state.location.search).toEqual({ period: 'months3' });
    const choice = page.getByRole('group', { name: 'Period' });
    const place = choice.element().getBoundingClientRect().top;
    await userEvent.click(page.getByText('Own period').first());
    await expect.element(page.getByLabelText('From')).toBeVisible();
    expect(choice.element().getBoundingClientRect().top).toBe(place);
    await userEvent.fill(page.getByLabelText('From'), '2025-11-01');
    await expect.poll(() => router.state.location.search).toMatchObject({ period: 'custom', from: '2025-11-01' });
  });

  it('S9.2 S1.3 days of one’s own are the kitchen’s, on the wire and on paper', async () => {
    const portal = portalWithRecords([example]);
    await renderApp(`/haccp/${serial}?period=custom&from=2025-11-20&to=2025-11-21`, { portal });
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('20/11/2025 21:20');
    const [asked, ...more] = portal.askedFor(`/api/v1/analytics/haccp/${serial}`);
    expect(more).toEqual([]);
    expect(Object.fromEntries(new URLSearchParams(asked?.query))).toEqual({
      from: String(Date.UTC(2025, 10, 19, 23)),
      to: String(Date.UTC(2025, 10, 21, 23)),
    });
    const sheet = document.querySelector('[data-paper-sheet]')?.textContent?.replaceAll('\u00a0', ' ');
    expect(sheet).toContain('20 Nov 2025 to 21 Nov 2025');
  });

  it('S9.2 S8.25 days that are no period are said at their field, and nobody is asked', async () => {
    const portal = portalWithRecords([example]);
    await renderApp(`/haccp/${serial}?period=custom&from=2025-11-20&to=2025-11-21`, { portal });
    await expect.element(page.getByRole('row').nth(1)).toBeVisible();
    const before = portal.askedFor(`/api/v1/analytics/haccp/${serial}`).length;
    const last = page.getByLabelText('To', { exact: true });
    for (const [day, fault] of [
      ['2025-11-19', 'The last day is before the first.'],
      ['2030-01-01', 'The period is too long. Choose at most 800 days.'],
    ] as const) {
      await userEvent.fill(last, day);
      await expect.poll(() => last.element().getAttribute('aria-invalid')).toBe('true');
      await expect.element(last).toHaveAccessibleDescription(fault);
      const [first, second] = [page.getByLabelText('From'), last].map((field) =>
        field.element().getBoundingClientRect(),
      );
      expect(second?.top).toBe(first?.top);
      expect(page.getByRole('row').elements()).toEqual([]);
      expect(page.getByRole('button', { name: 'Retry' }).elements()).toEqual([]);
    }
    expect(portal.askedFor(`/api/v1/analytics/haccp/${serial}`)).toHaveLength(before);
    expect(await axeFindings()).toEqual([]);
    await userEvent.fill(last, '2025-11-20');
    await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  });

  it('S9.2 both days stand in one line, their labels at the middle of their fields, and on a phone above equal fields', async () => {
    await renderApp(`/haccp/${serial}?period=custom&from=2025-11-20&to=2025-11-21`, {
      portal: portalWithRecords([example]),
    });
    const boxes = () =>
      ['From', 'To'].map((name) => {
        const field = page.getByLabelText(name, { exact: true }).element() as HTMLInputElement;
        return { field: field.getBoundingClientRect(), label: field.labels?.[0]?.getBoundingClientRect() };
      });
    await expect.element(page.getByLabelText('From')).toBeVisible();
    const [from, to] = boxes();
    expect(to?.field.top).toBe(from?.field.top);
    expect(to?.field.width).toBe(from?.field.width);
    for (const one of [from, to]) {
      const middle = (box?: DOMRect) => (box ? box.top + box.height / 2 : Number.NaN);
      expect(Math.abs(middle(one?.label) - middle(one?.field))).toBeLessThan(2);
    }

    await page.viewport(390, 844);
    await expect.poll(() => boxes()[0]?.label?.bottom).toBeLessThanOrEqual(boxes()[0]?.field.top ?? 0);
    const [first, second] = boxes();
    expect(second?.field.top).toBe(first?.field.top);
    expect(second?.field.width).toBe(first?.field.width);
    expect(document.documentElement.scrollWidth).toBe(390);
  });

  it('S2.40 under the appliance it leads back to where one came from', async () => {
    const { router } = await renderApp(`/appliance/${serial}`, { portal: portalWithRecords([example]) });
    await userEvent.click(page.getByRole('link', { name: 'HACCP reports' }));
    await userEvent.click(page.getByRole('link', { name: 'Back' }));
    await expect.poll(() => router.state.location.pathname).toBe(`/appliance/${serial}`);
  });

  it('S2.24 opens a record: verdict with limit and source, stages, gaps with reasons, revisions', async () => {
    const { router } = await renderApp(`/haccp/${serial}`, { portal: portalWithRecords([example]) });
    await userEvent.click(page.getByRole('link', { name: '20/11/2025 21:20' }));
    await expect.poll(() => router.state.location.search).toMatchObject({ batch: batchId });
    const main = page.getByRole('main');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Chilling · 20 Nov 2025 21:20' })).toBeVisible();
    await expect.element(main).toMatchTextContent('PASS WITH GAP');
    await expect.element(main).toMatchTextContent('Chilling to 3°C in 90 minutes');
    await expect.element(main).toMatchTextContent('UK Department of Health guidelines');
    await expect.element(main).toMatchTextContent('both sides of the gap bound the curve');
    await expect.element(main).toMatchTextContent('The connection was lost');
    await expect.element(main).toMatchTextContent('Time covered92.5%');
    const stages = page.getByRole('region', { name: 'Stages of the limit' }).getByRole('table');
    await expect.element(stages).toMatchTextContent('70.0°C to 3.0°C');
    await expect.element(stages).toMatchTextContent('20 Nov 2025 21:20:10');
    // The zone stands once, in the head.
    await expect.element(main).toMatchTextContent('Time zoneEurope/Rome, UTC+1');
    expect(main.element().textContent?.split('UTC+1')).toHaveLength(2);
    const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('table');
    await expect.element(revisions).toMatchTextContent('NOT PROVEN');
    await expect.element(revisions).toMatchTextContent('Data that arrived later');

    await userEvent.click(page.getByRole('button', { name: 'Show as table' }));
    await expect.element(page.getByRole('region', { name: 'Curve' }).getByRole('table')).toMatchTextContent('63.0°C');
    await userEvent.click(page.getByRole('link', { name: 'All records of the appliance' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'HACCP reports' })).toBeVisible();
  });

  it('S2.24 B2.3 other rules stand beside the one that judged, and any one is tried without becoming part of the record', async () => {
    const judged = exampleReply(tryRule);
    const estimate = { ...judged, rule: { id: 'DE_DIN10536', version: '1', force: 'guideline' as const } };
    const own = { base: 'CHILL_90', version: '1', stages: [{ from: 72, to: 2, max_min: 80 }], document: null };
    const rule = { id: 'OWN', version: '1', force: 'industry' as const, own };
    const portal = portalWithRecords([example], record({ rule, further: [estimate] }));
    portal.reply(tryRule, judged, { serial, batchId });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    await expect.element(page.getByRole('main')).toMatchTextContent('Own limit: 72.0°C to 2.0°C in 80 min');
    const others = page.getByRole('region', { name: 'The same batch by other rules' }).first();
    await expect
      .element(others)
      .toMatchTextContent('Germany: 65.0°C to 10.0°C in 120 min (estimate: check with your authority)');
    const sheet = document.querySelector('[data-paper-sheet]')?.textContent?.replaceAll('\u00a0', ' ');
    expect(sheet).toContain('Germany: 65.0°C to 10.0°C in 120 min');
    await userEvent.click(others.getByRole('combobox', { name: 'Try another rule' }));
    await userEvent.click(page.getByRole('option', { name: /^Australia/ }));
    const tried = others.getByRole('status');
    await expect.element(tried).toMatchTextContent('Calculated today, not part of the record');
    await expect
      .element(tried)
      .toMatchTextContent('Australia: 60.0°C to 21.0°C in 120 min, 21.0°C to 5.0°C in 240 min');
    await expect.element(tried).toMatchTextContent('PASS');
    expect(await axeFindings()).toEqual([]);
  });

  it('S2.24 a record is known by its cycle, its food and the minute it began at', async () => {
    const portal = portalWithRecords([example], record({ product: 'Beef stew' }));
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    const title = page.getByRole('heading', { level: 1 });
    await expect.element(title).toMatchTextContent('Chilling · Beef stew · 20 Nov 2025 21:20');
  });

  it('S2.24 a record says once, beside its verdict, in words why its cycle ended; a reason that is new shows its code', async () => {
    for (const [endReason, stoppedBy, shown] of [
      ['person', { way: 'portal', name: 'Carla Neri' }, 'Stopped by Carla Neri from the portal'],
      ['person', { way: 'portal', name: null }, 'Stopped from the portal'],
      ['person', { way: 'panel', name: null }, 'Stopped at the appliance’s panel'],
      ['person', null, 'Stopped by a person'],
      ['moonrise', null, 'moonrise'],
    ] as const) {
      const portal = portalWithRecords([example], record({ endReason, stoppedBy }));
      const { screen } = await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
      // One place says it, and stands above everything else.
      const said = page.getByRole('main').getByText(shown, { exact: true });
      await expect.element(said).toBeVisible();
      expect(said.element().getBoundingClientRect().bottom).toBeLessThan(
        page.getByRole('region', { name: 'Curve' }).element().getBoundingClientRect().top,
      );
      const sheet = document.querySelector('[data-paper-sheet]')?.textContent ?? '';
      expect(sheet.split(`How it ended: ${shown}`), 'once on paper').toHaveLength(2);
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
    await expect.element(main).toMatchTextContent('JudgementVersion 3');
    const revisions = page.getByRole('region', { name: 'Revisions' }).getByRole('table');
    await expect.element(revisions).toMatchTextContent('Judged again by a later version');
    await expect.element(revisions).toMatchTextContent('PASS');
    expect(main.getByText('Only the first of the two core probes').elements()).toEqual([]);
  });

  it('B2.7 what a check found of the probe stands in the record and on paper, once, and why there is a revision more', async () => {
    const found = { checkId: '0198c0de-0000-7000-8000-0000000000f7', at: Date.UTC(2026, 0, 30, 9) };
    for (const [error_K, added_K, sentence] of [
      [-0.8, 0.8, 'found the core probe to read 0.8°C too low: 0.8°C were added before the verdict.'],
      [0.8, 0, 'found the core probe to read 0.8°C too high; its values were judged as they are.'],
      [0.8, -0.8, 'found the core probe to read 0.8°C too high: 0.8°C were taken off before the verdict.'],
      [-3, 0, 'found the core probe to read 3.0°C too low: it proves nothing.'],
    ] as const) {
      const doubted = record({
        probeChecks: [0, 1].map((point) => ({ ...found, point, error_K, added_K })),
        revisions: [{ revision: 2, createdAt: 0, verdict: 'PASS', sampleCount: 11, cause: 'probe_check' }],
      });
      const { screen } = await renderApp(`/haccp/${serial}?batch=${batchId}`, {
        portal: portalWithRecords([example], doubted),
      });
      const main = page.getByRole('main');
      await expect.element(main).toMatchTextContent(`The check of 30 Jan 2026 ${sentence}`);
      await expect.element(main).toMatchTextContent('Check of the probe');
      const sheet = document.querySelector('[data-paper-sheet]')?.textContent ?? '';
      expect(sheet.split(sentence), 'once on paper').toHaveLength(2);
      await screen.unmount();
    }
  });

  it('S2.24 a record of a trolley unit whose second needle nobody read any more says so', async () => {
    const stands = record({ model: 'SF Roll 200 RWL', judge: 1 });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], stands) });
    const said = 'JudgementVersion 1. Only the first of the two core probes was judged.';
    await expect.element(page.getByRole('main')).toMatchTextContent(said);
  });

  it('S2.24 B2.1 each verdict stands in its word and an icon, with one sentence why', async () => {
    for (const [verdict, reason, word, why] of [
      ['ABORTED', 'target_not_reached', 'ENDED EARLY', 'The cycle ended before the core reached the target.'],
      ['NOT_APPLICABLE', 'loaded_cold', 'NO LIMIT APPLIES', 'The food was already cold when it was loaded.'],
      ['NOT_PROVEN', 'probe_moved', 'NOT PROVEN', 'The core probe was moved to other food.'],
    ] as const) {
      const stage = { ...stageOf(record()), verdict, minutes: null, startedAt: null, endedAt: null };
      const portal = portalWithRecords(
        [example],
        record({ verdict, reasons: [reason], minutes: null, stages: [stage] }),
      );
      const { screen } = await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
      const badge = page.getByRole('main').getByText(word, { exact: true }).first();
      await expect.element(badge).toBeVisible();
      expect(badge.element().querySelector('svg')).not.toBeNull();
      await expect.element(page.getByRole('main')).toMatchTextContent(why);
      // Of a stage that did not apply there is nothing to reach.
      const row = page.getByRole('region', { name: 'Stages of the limit' }).getByRole('row').nth(1);
      await expect
        .element(row)
        .toMatchTextContent(verdict === 'NOT_APPLICABLE' ? '–––90 minNO LIMIT APPLIES' : 'Not reached');
      await screen.unmount();
    }
  });

  it('S2.24 B2.1 one millisecond over the limit is a length of its own, with seconds', async () => {
    const stage = {
      ...stageOf(record()),
      minutes: 90.001,
      earliest_min: 90.001,
      latest_min: 90.001,
      verdict: 'FAIL' as const,
    };
    const over = { verdict: 'FAIL' as const, minutes: 90.001 };
    const portal = portalWithRecords(
      [{ ...example, ...over }],
      record({ ...over, reasons: ['time_exceeded'], stages: [stage] }),
    );
    await renderApp(`/haccp/${serial}`, { portal });
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('90 min 0.06 s of 90 min');
    await userEvent.click(page.getByRole('row').nth(1).getByRole('link'));
    await expect.element(page.getByRole('main')).toMatchTextContent('FAIL90 min 0.06 slimit 90 min: 0.06 s over');
    const stages = page.getByRole('region', { name: 'Stages of the limit' }).getByRole('table');
    await expect.element(stages).toMatchTextContent('90 min 0.06 s');
  });

  it('S2.24 a failed record says by how much its limit was missed, on screen and on paper', async () => {
    const minutes = 103.7;
    const stage = {
      ...stageOf(record()),
      minutes,
      earliest_min: minutes,
      latest_min: minutes,
      verdict: 'FAIL' as const,
    };
    const failed = record({ verdict: 'FAIL', minutes, reasons: ['time_exceeded'], stages: [stage] });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], failed) });
    await expect.element(page.getByRole('main')).toMatchTextContent('FAIL103.7 minlimit 90 min: 13.7 min over');
    const sheet = document.querySelector('[data-paper-sheet]')?.textContent?.replaceAll('\u00a0', ' ');
    expect(sheet).toContain('103.7 min, limit 90 min: 13.7 min over');
  });

  it('S2.24 B2.1 tells between which lengths it lies, how warm the food came, and that it warmed again', async () => {
    const whole = record();
    const stage = {
      ...stageOf(whole),
      minutes: 70,
      earliest_min: 58,
      latest_min: 70,
      firstReachedAt: whole.startedAt + 42 * minute_ms,
      endedAt: whole.startedAt + 81 * minute_ms,
      verdict: 'PASS_WITH_GAP' as const,
    };
    const portal = portalWithRecords([example], record({ minutes: 70, loaded_C: 45, stages: [stage] }));
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent('70.0 min58.0 – 70.0 minlimit 90 min');
    await expect.element(main).toMatchTextContent('Loaded at 45.0°C; the time before is not part of this record.');
    await expect
      .element(main)
      .toMatchTextContent('Reached 20 Nov 2025 22:02:00; the food warmed again, and was cold for good');
  });

  it('S2.24 both verdicts stand beside each other in list and record until somebody says to have looked', async () => {
    const review = {
      formerRevision: 1,
      formerVerdict: 'PASS',
      formerJudge: 1,
      verdict: 'NOT_PROVEN',
      judge: 3,
      reviewed: null,
    } as const;
    const changed = { verdict: 'NOT_PROVEN', revision: 2, judge: 3, review } as const;
    const portal = portalWithRecords([{ ...example, ...changed }], record(changed));
    await renderApp(`/haccp/${serial}`, { portal });
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('NOT PROVENbefore: PASS');
    await userEvent.click(page.getByRole('link', { name: '20/11/2025 21:20' }));
    const main = page.getByRole('main');
    await expect.element(main).toMatchTextContent('NOT PROVENbefore: PASS');
    await expect.element(main).toMatchTextContent('Judged PASS at first; version 3 of the judge says NOT PROVEN.');
    expect(await axeFindings()).toEqual([]);

    const reviewed = { ...review, reviewed: { by: 'Anna Neri', role: 'USER', at: record().startedAt } };
    portal.reply(reviewBatch, reviewed, { serial, batchId });
    portal.reply(getBatch, record({ ...changed, review: reviewed }), { serial, batchId });
    await userEvent.click(page.getByRole('button', { name: 'Reviewed' }));
    await expect.element(main).toMatchTextContent('Reviewed by Anna Neri, 20 Nov 2025 21:20.');
    await expect.element(main).not.toMatchTextContent('before: PASS');
    const [asked] = portal.askedFor(`/api/v1/analytics/haccp/${serial}/${batchId}/review`);
    expect(JSON.parse(asked?.body ?? '')).toEqual({ revision: 2 });
  });

  it('S2.24 who may not review is offered nothing; a record that cannot be judged again says so', async () => {
    const review = {
      formerRevision: 1,
      formerVerdict: 'PASS',
      formerJudge: 1,
      verdict: 'NOT_PROVEN',
      judge: 3,
      reviewed: null,
    } as const;
    const one = record({
      verdict: 'NOT_PROVEN',
      review,
      judge: 2,
      judgedAgain: 'telemetry_gone',
      may: { review: false },
    });
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], one) });
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent('not kept any more: the verdict stands as version 2 of the judge gave it.');
    expect(page.getByRole('button', { name: 'Reviewed' }).elements()).toEqual([]);
  });

  it('S2.24 B2.1 a batch that goes on with another leads to it', async () => {
    const other = batchId.replace('b1', 'b9');
    const portal = portalWithRecords([example], record({ continues: other }));
    const { router } = await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    await userEvent.click(page.getByRole('link', { name: 'Open the earlier record' }));
    await expect.poll(() => router.state.location.search).toMatchObject({ batch: other });
  });

  it('S2.24 B2.1 each point of the probe can be seen, and what does not count stands apart with its reason', async () => {
    const whole = record();
    const [, second, , fourth] = whole.samples.at;
    const out = { point: 0, from: second ?? 0, to: fourth ?? 0, reason: 'probe_removed' as const };
    const portal = portalWithRecords([example], record({ disbelieved: [out] }));
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    const curve = page.getByRole('region', { name: 'Curve' });
    const reason = 'Does not count: The core probe was taken out';
    await expect.element(curve.getByText(reason)).toBeVisible();
    await userEvent.click(curve.getByRole('button', { name: 'Show as table' }));
    // The last row is the first sample: at the second the first point counts for nothing, and the other is the warmest.
    const row = (fromStart: number) => curve.getByRole('row').nth(-1 - fromStart);
    await expect.element(row(0)).toMatchTextContent('70.0°C−14.0°C−14.0°C–');
    await expect.element(row(1)).toMatchTextContent('21:21:0061.0°C−14.0°C−14.0°C63.0°C');

    await userEvent.selectOptions(curve.getByLabelText('Curve of the core'), 'Core temperature, point 2');
    await expect.element(row(0)).toMatchTextContent('68.0°C−14.0°C');
    expect(curve.getByText(reason).elements()).toEqual([]);
    await userEvent.selectOptions(curve.getByLabelText('Curve of the core'), 'Every point');
    await expect.element(row(1)).toMatchTextContent('–61.0°C61.0°C−14.0°C−14.0°C63.0°C');
  });

  it('S2.24 the sheet for paper has the whole curve to the end of its last sample, whatever the screen shows', async () => {
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal: portalWithRecords([example], record()) });
    await expect.element(page.getByRole('heading', { level: 1, name: /Chilling/ })).toBeVisible();
    const sheet = document.querySelector('[data-paper-sheet]');
    const end = sheet?.querySelector('[data-end="core"]');
    expect(end?.textContent).toBe('0.0°C');
    const { startedAt, samples } = record();
    const share = ((samples.at.at(-1) ?? 0) - startedAt) / ((record().endedAt ?? 0) - startedAt);
    // From the left edge of the plot to its right one, in the units of the picture.
    expect(Number(end?.querySelector('circle')?.getAttribute('cx'))).toBeCloseTo(34 + share * (720 - 34 - 58), 0);
    for (const said of ['PASS WITH GAP', 'Pasticceria Neri', 'Main kitchen', 'Blast chiller 1', serial, 'Europe/Rome'])
      expect(sheet?.textContent).toContain(said);
  });

  it('B2.9 a record is saved as a PDF, of which the portal says the name', async () => {
    const portal = portalWithRecords([example], record());
    portal.on(
      'POST',
      makeReport.path,
      () => new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="brina-haccp.pdf"' } }),
    );
    await renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });
    const saved = new Promise<string>((resolve) => {
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        resolve(this.download);
      });
    });
    await userEvent.click(page.getByRole('button', { name: 'Save as PDF' }));
    expect(await saved).toBe('brina-haccp.pdf');
    expect(portal.askedFor(makeReport.path).at(-1)?.body).toBe(JSON.stringify({ batches: [batchId] }));
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
    await expect.element(page.getByRole('main').getByText('PASS')).toBeVisible();
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
