import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { getCommand } from '@brina/contract/calls/kitchen/commands';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { listPinnedRecipes, pinRecipe, unpinRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import {
  deleteRecipe,
  filterRecipes,
  getRecipe,
  type Recipe,
  type RecipeHead,
  restoreRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import { getPlans } from '@brina/contract/calls/record/plans';
import { getTelemetry } from '@brina/contract/calls/record/telemetry';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { qrPath } from '@brina/domain/qr-path';
import { presets } from '@brina/domain/recipes/presets';
import QRCode from 'qrcode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { readyIn } from '../../../appliance/ready-in.ts';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { queryClient, refresh } from '../../../lib/query.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { readyIn_h } from './RunDialog.tsx';

const cycle = exampleReply(getRecipe);
const [shownHead] = exampleReply(filterRecipes).items;
const serials = ['MF26004179', 'MF26004180'] as const;

const head = (change: Partial<RecipeHead>): RecipeHead => {
  const { fit: _, ...own } = shownHead as RecipeHead;
  return { ...own, type: 'Professional', uses: 0, lastUsedAt: null, description: '', ...change };
};
const refused = (reason: Record<string, unknown>): Pick<RecipeHead, 'fit'> => ({ fit: { kind: 'refused', reason } });

const heads = [
  head({ id: '0', number: 0, title: 'Lasagne', sector: 'gastronomy', function: 0 }),
  head({ id: '14', number: 14, title: 'Pastry cream', sector: 'pastry', function: 0 }),
  head({ id: '25', number: 25, title: 'Fish fillets', function: 1, uses: 3, lastUsedAt: 1_763_670_000_000 }),
  head({ id: '126', number: 126, title: 'Herbs', function: 12, package: 'Excellence' }),
];

/** As many as a company may have, with the presets. */
const full = Array.from({ length: 640 }, (_, n) => head({ id: `${n}`, number: n, title: `Cycle ${n}`, function: 0 }));

/** A preset with all that its page shows, on two appliances of which one does not run it. */
const preset = (id: number, change: Partial<Recipe> = {}): Recipe => ({
  ...cycle,
  ...heads[0],
  id: String(id),
  number: id,
  texts: {},
  definition: presets[id]?.definition ?? cycle.definition,
  appliances: serials.map((serialNumber, place) => ({
    serialNumber,
    name: `Chiller ${place + 1}`,
    model: 'MF Next L 45',
    laboratory: 'Kitchen',
    fit: { kind: 'ok' },
    now: null,
    asks: true,
  })),
  may: { run: true, favourite: false, copy: true, edit: false, delete: false, restore: false, export: true },
  ...change,
});

/** A portal with these cycles in its list and one that is opened. */
function library(opened: Recipe = preset(0), listed: readonly RecipeHead[] = heads) {
  const portal = portalWith(
    serials.map((serialNumber, place) => applianceWith({ serialNumber, name: `Chiller ${place + 1}` })),
  );
  portal.reply(listLaboratories, []);
  portal.reply(listPinnedRecipes, []);
  portal.on('POST', filterRecipes.path, ({ body }) => {
    const { filterAttributes, page, nRows } = JSON.parse(body);
    const [asked] = filterAttributes as { value: string }[];
    const items = asked ? listed.filter(({ id }) => asked.value === 'ragù' && id === '14') : listed;
    return Response.json({ items: items.slice(page * nRows, (page + 1) * nRows), total: items.length });
  });
  portal.reply(getRecipe, opened, { recipeId: opened.id });
  return portal;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const titles = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((one) => one.textContent);

describe('the list of the library', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.22 is narrowed by its filters, which stand in the address, and cleared by one tap', async () => {
    const { router } = await renderApp('/library?sector=pastry', { portal: library() });
    await expect.poll(titles).toEqual(['Pastry cream']);
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Sector' }), 'All');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Function' }), 'Freezing');
    await expect.poll(titles).toEqual(['Fish fillets']);
    expect(router.state.location.search).toEqual({ function: 'freezing' });
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Package' }), 'Excellence');
    await expect.element(page.getByText('No cycle fits')).toBeVisible();
    await userEvent.click(button('Clear filters').first());
    await expect.element(page.getByRole('heading', { name: 'Recently used' })).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  it('S2.22 B3.6 finds by words of a title at once, and what was made with a cycle by the portal', async () => {
    await renderApp('/library', { portal: library() });
    const search = page.getByRole('searchbox', { name: 'Search cycles' });
    await userEvent.fill(search, 'fish fil');
    await expect.poll(titles).toEqual(['Fish fillets']);
    await userEvent.fill(search, 'ragù');
    await expect.poll(titles).toEqual(['Pastry cream']);
    await expect.element(page.getByText('1 of 4 cycles')).toBeVisible();
  });

  it('S2.22 B3.6 asks the portal when the typing pauses, about the library that is looked at', async () => {
    const portal = library();
    const { router } = await renderApp(`/library?deleted=1&on=${serials[0]}`, { portal });
    const search = page.getByRole('searchbox', { name: 'Search cycles' });
    await userEvent.type(search, 'parmigiana');
    await expect.poll(() => router.state.location.search).toMatchObject({ q: 'parmigiana' });
    await userEvent.fill(search, 'ragù');
    await expect.poll(titles).toEqual(['Pastry cream']);
    const searched = portal.askedFor(filterRecipes.path).filter(({ body }) => body.includes('"text"'));
    expect(JSON.parse(searched.at(-1)?.body ?? '{}').filterAttributes[0].value).toBe('ragù');
    // Of ten letters; a slow machine may pause among them.
    expect(searched.length).toBeLessThan(6);
    const query = new URLSearchParams(searched.at(-1)?.query);
    expect([query.get('deleted'), query.get('serialNumber')]).toEqual(['true', serials[0]]);
  });

  /** A portal whose full library comes in two parts: what was used last, and all when the test lets them. */
  function inParts() {
    const portal = library(preset(0), full);
    let letOthers: (reply: 'come' | 'fail') => void = () => {};
    let others = new Promise<'come' | 'fail'>((resolve) => {
      letOthers = resolve;
    });
    portal.on('POST', filterRecipes.path, async ({ body }) => {
      const { page, nRows, filterAttributes } = JSON.parse(body);
      if (filterAttributes.length > 0) return Response.json({ items: [], total: 0 });
      if (nRows > 100 && (await others) === 'fail') {
        others = Promise.resolve('come');
        return Response.json({ code: 'forbidden', message: '', requestId: 'x' }, { status: 403 });
      }
      return Response.json({ items: full.slice(page * nRows, (page + 1) * nRows), total: full.length });
    });
    return { portal, letOthers: (reply: 'come' | 'fail') => letOthers(reply) };
  }
  const first = () => page.getByRole('heading', { name: 'Cycle 0', exact: true });

  it('S2.22 shows what was used last before the others are there, and counts when they are', async () => {
    const { portal, letOthers } = inParts();
    await renderApp('/library', { portal });
    await expect.element(first()).toBeVisible();
    expect(page.getByText(/of 24 cycles/).query()).toBeNull();
    letOthers('come');
    await expect.element(page.getByText('640 of 640 cycles')).toBeVisible();
  });

  it('S2.22 says of no cycle that it is not there before all are', async () => {
    const { portal, letOthers } = inParts();
    await renderApp('/library', { portal });
    await expect.element(first()).toBeVisible();
    let wasDenied = false;
    const watch = new MutationObserver(() => {
      wasDenied ||= page.getByText('No cycle fits').query() !== null;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search cycles' }), 'cycle 555');
    await expect.element(page.getByRole('status', { name: 'Cycle library' })).toBeVisible();
    letOthers('come');
    await expect.poll(titles).toEqual(['Cycle 555']);
    watch.disconnect();
    expect(wasDenied).toBe(false);
  });

  it('S8.25 S2.22 keeps what it has where the others do not come, says so and asks again', async () => {
    const { portal, letOthers } = inParts();
    await renderApp('/library', { portal });
    await expect.element(first()).toBeVisible();
    letOthers('fail');
    await userEvent.click(button('Retry'));
    await expect.element(page.getByText('640 of 640 cycles')).toBeVisible();
  });

  it('S2.22 draws as many cards as are scrolled to, all in the end, and those of another search from the first', async () => {
    await renderApp('/library', { portal: library(preset(0), full) });
    await expect.element(page.getByText('640 of 640 cycles')).toBeVisible();
    await expect.poll(() => titles().length).toBeGreaterThan(12);
    expect(titles().length).toBeLessThan(120);
    const drawnAfter = (scroll: () => void) => () => {
      scroll();
      return titles().length;
    };
    const toTheEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight });
    await expect.poll(drawnAfter(toTheEnd), { timeout: 20_000, interval: 20 }).toBe(640);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search cycles' }), 'cycle 5');
    await expect.element(page.getByText(/^1\d\d of 640 cycles/)).toBeVisible();
    await expect.poll(() => titles().length).toBeLessThan(120);
    expect(titles()[0]).toBe('Cycle 5');
  });

  it('S2.22 keeps each letter that is typed, and lets the search go with its filters', async () => {
    const { router } = await renderApp('/library?q=la&sector=gastronomy', { portal: library() });
    const search = page.getByRole('searchbox', { name: 'Search cycles' });
    await userEvent.type(search, 's');
    await expect.poll(() => router.state.location.search).toMatchObject({ q: 'las' });
    await userEvent.type(search, 'agne');
    await expect.element(search).toHaveValue('lasagne');
    await expect.poll(() => router.state.location.search).toEqual({ q: 'lasagne', sector: 'gastronomy' });
    // What is not yet in the address goes too.
    await userEvent.type(search, ' x');
    await userEvent.click(button('Clear filters').first());
    await expect.element(search).toHaveValue('');
    await expect.element(page.getByText('4 of 4 cycles')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('S2.22 says what to do where there is no cycle of one’s own', async () => {
    await renderApp('/library?type=Custom', { portal: library() });
    await expect.element(page.getByText('No cycles of your own yet')).toBeVisible();
  });

  it('S2.22 on a phone folds its filters and keeps the search', async () => {
    await page.viewport(390, 800);
    await renderApp('/library', { portal: library() });
    await expect.element(page.getByRole('searchbox', { name: 'Search cycles' })).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Sector' })).not.toBeInTheDocument();
    await userEvent.click(button('Filters'));
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Sector' }), 'Pastry');
    await expect.poll(titles).toEqual(['Pastry cream']);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('S8.21 S2.43 under an appliance keeps back what it does not run, and shows it with the reason', async () => {
    const listed = heads.map((one) => ({
      ...one,
      fit: { kind: 'ok' as const },
      ...(one.id === '126' && refused({ kind: 'package' })),
    }));
    await renderApp(`/appliance/${serials[0]}/library`, { portal: library(preset(0), listed) });
    await expect.element(page.getByText('Pastry cream')).toBeVisible();
    expect(page.getByText('Herbs').query()).toBeNull();
    await userEvent.click(button('Show 1 more that does not run here'));
    await expect.element(page.getByText('Chiller 1 (Essential) cannot run this: it needs Excellence.')).toBeVisible();
  });
});

const planOf = (plan: FoodPlan) => ({ id: 'plan', fromAt: 1_763_600_000_000, by: null, plan, signatures: [] });

describe('the page of a cycle', () => {
  beforeEach(() => page.viewport(1440, 900));
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const type = async (name: string, value: string) => {
    await userEvent.fill(field(name), value);
    await userEvent.tab();
  };

  it('B3.1 B3.2 tells how long a load takes, whether the limit is kept, tight or missed, and the thickest food that keeps it', async () => {
    await renderApp('/library/cycle/0', { portal: library() });
    await type('Load', '45');
    await expect.element(page.getByText(/^About 1\sh\s19\smin \(/)).toBeVisible();
    await expect.element(page.getByText(/^The limit is tight: .*more or thicker food/)).toBeVisible();
    await expect.element(page.getByText(/Food up to 40\smm thick keeps the limit/)).toBeVisible();
    await type('Thickness of the food', '20');
    await expect.element(page.getByText(/^The limit is kept: /)).toBeVisible();
    await type('Thickness of the food', '60');
    await expect.element(page.getByText(/^The limit would be missed: /)).toBeVisible();
  });

  it('B3.1 B2.3 goes by the plan of the kitchen, a limit of its own too, and says by which rule', async () => {
    const portal = library();
    const plan = countryPlan('FR');
    const byPlan = (chosen: FoodPlan) => portal.reply(getPlans, { ...getPlans.example.reply, current: planOf(chosen) });
    byPlan(plan);
    await renderApp('/library/cycle/0', { portal });
    await type('Load', '45');
    await expect
      .element(page.getByText(/^The limit is kept: France: 63\.0\s?°C to 10\.0\s?°C in 120\smin/))
      .toBeVisible();
    const own = { base: 'FR_2009', version: '1', stages: [{ from: 63, to: 10, max_min: 30 }], document: null };
    byPlan({ ...plan, primary: { ...plan.primary, chill: { own } } });
    await refresh(queryClient, getPlans);
    await expect.element(page.getByText(/^The limit would be missed: Own limit: .* in 30\smin/)).toBeVisible();
  });

  it('B3.1 begins with the chamber as it is and the last day’s room, and says so; what nobody measured it assumes', async () => {
    const portal = library();
    const [first, second] = serials;
    const { series: _, at: __, ...chart } = getTelemetry.example.reply;
    const mean = [24, null, 31, 31.2, 45];
    const series = { TAmbient: { min: mean, mean, max: mean } };
    const at = mean.map((_none, place) => chart.from + place * chart.step_ms);
    portal.reply(getTelemetry, { ...chart, at, series } as never, { id: first });
    portal.reply(listAppliances, [
      applianceWith({ serialNumber: first, name: 'Chiller 1', reported: { TCell: -17.6 } }),
      applianceWith({ serialNumber: second, name: 'Chiller 2', online: false, reported: { TCell: 40 } }),
    ]);
    const minutes = async (): Promise<string> => {
      await expect.element(page.getByText(/^About .+ \(/)).toBeVisible();
      return page.getByText(/^About .+ \(/).element().textContent;
    };
    await renderApp(`/appliance/${first}/library/cycle/0`, { portal });
    await expect.element(page.getByText('Chamber at −18°C now · room at 31°C')).toBeVisible();
    const cold = await minutes();
    const [asked] = portal.askedFor(getTelemetry.path.replace('{id}', first));
    const query = new URLSearchParams(asked?.query);
    expect([query.get('metrics'), Number(query.get('to')) - Number(query.get('from'))]).toEqual(['TAmbient', day_ms]);
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Appliance' }), 'Chiller 2');
    await expect.element(page.getByText('Chamber assumed at 20°C · room assumed at 25°C')).toBeVisible();
    await expect.poll(minutes).not.toBe(cold);
  });

  it('B3.1 says that a forecast failed whose worker does not come, and reckons once more', async () => {
    class Unreachable extends EventTarget {
      terminate = () => undefined;
      postMessage = () => queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    vi.stubGlobal('Worker', Unreachable);
    await renderApp('/library/cycle/0', { portal: library() });
    const expected = page.getByRole('region', { name: 'What it will do' });
    await expect.element(expected.getByRole('alert')).toMatchTextContent('An error has occurred. Try again.');
    const phases = page.getByRole('list', { name: 'Phases' });
    await expect.element(phases.getByRole('listitem').first()).toMatchTextContent(/Until surface 4\.0°C/);
    await expect.element(phases).not.toMatchTextContent(/About/);
    // It comes from that tap on; what is measured meanwhile asks by itself.
    window.addEventListener('click', () => vi.unstubAllGlobals(), { once: true, capture: true });
    await userEvent.click(expected.getByRole('button', { name: 'Retry' }));
    await expect.element(expected.getByText(/^About .+ \(/)).toBeVisible();
    await expect.element(phases).toMatchTextContent(/About/);
  });

  /** The phases in words, and the shares of the timeline in percent. */
  const timeline = async () => {
    const list = page.getByRole('list', { name: 'Phases' });
    await expect.element(list).toMatchTextContent(/min/);
    await expect.poll(() => document.querySelectorAll('[data-open]').length).toBe(1);
    const parts = [...(list.element().previousElementSibling?.children ?? [])];
    const lengths = parts.map((part) => Number(getComputedStyle(part).flexGrow));
    const rows = list.getByRole('listitem').elements();
    return { words: rows.map((row) => row.textContent.replaceAll(/\s/g, ' ')), lengths };
  };

  it('B3.1 S2.22 shows the phases on a timeline, as long as they are expected to take, and open at the end', async () => {
    await renderApp('/library/cycle/0', { portal: library() });
    await type('Load', '45');
    await expect.element(page.getByText(/^About 1\sh\s19\smin \(/)).toBeVisible();
    const { words, lengths } = await timeline();
    expect(words).toHaveLength(3);
    expect(words[0]).toMatch(/Until surface .*About /);
    expect(words[2]).toMatch(/Until somebody stops it$/);
    // To the minute the phases are as long as the cycle, and on the strip in the same proportion.
    const minutes = words.slice(0, 2).map((row) => {
      const [, hours, rest] = /About (?:(\d+) h ?)?(?:(\d+) min)?$/.exec(row) ?? [];
      return Number(hours ?? 0) * 60 + Number(rest ?? 0);
    });
    expect(minutes.reduce((sum, one) => sum + one)).toBe(79);
    for (const [place, one] of minutes.entries()) expect(Math.abs((lengths[place] ?? 0) - one)).toBeLessThan(1);
  });

  it('B3.1 tells the purge that the appliance puts in between hot and cold, and a time of its own as it is', async () => {
    const phases = [
      { phase: 5, air: 70, fan: 60, rh: null, end: { by: 'time', time_min: 30 } },
      { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } },
      { phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
    ] as const;
    const hot = preset(0, { definition: { family: 'MF', function: 0, phases } });
    await renderApp('/library/cycle/0', { portal: library(hot) });
    const { words, lengths } = await timeline();
    expect(words).toHaveLength(4);
    expect(words[0]).toMatch(/70\.0°C · 60%30 min$/);
    expect(words[1]).toMatch(/Put in by the appliance/);
    expect(lengths[0]).toBe(30);
  });

  it('B3.1 S4.17 tells the times of a plan of a prover as they are, and that storing takes what is left', async () => {
    const definition = { family: 'PL', plan: { proofing: { time_min: 95 } } } as const;
    const plan = preset(0, { family: 'PL', function: null, definition, appliances: [] });
    await renderApp('/library/cycle/0', { portal: library(plan) });
    const list = page.getByRole('list', { name: 'Phases' });
    await expect.element(list).toMatchTextContent(/The time that is left/);
    expect(list.element().textContent).toMatch(/1\sh\s35\smin/);
    expect(list.element().textContent).not.toMatch(/About/);
  });

  it('B3.1 shows the curve as a table too, by the keyboard alone, in the units of the reader', async () => {
    await renderApp('/library/cycle/0', { portal: library() });
    await type('Load', '45');
    await expect.element(page.getByText(/^About 1\sh\s19\smin \(/)).toBeVisible();
    button('Show as table').element().focus();
    await userEvent.keyboard('{Enter}');
    const table = page.getByRole('region', { name: 'What it will do' }).getByRole('table');
    const rows = () =>
      table
        .getByRole('row')
        .elements()
        .map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(/\s/g, ' ')));
    await expect.element(table).toBeVisible();
    const [head, first, second] = rows();
    expect(head).toEqual(['From the start', 'Air', 'Surface', 'Core']);
    expect([first?.[0], second?.[0]]).toEqual(['0:00', '0:10']);
    expect(first?.[3]).toBe('70.0°C');
    expect(rows().length).toBeLessThanOrEqual(26);
    // As long as it is chilled: what is held afterwards comes back to the air.
    const cores = rows()
      .slice(1, 8)
      .map((row) => Number.parseFloat((row[3] ?? '').replace('−', '-')));
    expect(cores).toEqual(cores.toSorted((a, b) => b - a));
    await userEvent.keyboard('{Enter}');
    await expect.element(table).not.toBeInTheDocument();
  });

  it('B3.1 names the energy, in italics what it costs and emits there, and what the maker declares', async () => {
    await renderApp('/library/cycle/0', { portal: library() });
    await expect.element(page.getByText(/Energy \d\.\d\d\skWh, give or take a fifth/)).toBeVisible();
    await expect.element(page.getByText(/about €0\.\d\d by the usual price.* about \d\.\d\skg of CO₂/)).toBeVisible();
    expect(document.querySelector('em')?.textContent).toContain('€');
    await expect.element(page.getByText(/Declared for a full load: 0\.063\skWh per kg\./)).toBeVisible();
  });

  it('S2.22 shows what was advised, and a hold that is warmer than the limit allows to store', async () => {
    const phases = [
      { phase: 3, air: 0, fan: 60, rh: null, end: { by: 'time', time_min: 90 } },
      { phase: 7, air: 4, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
    ] as const;
    const warm = preset(0, {
      definition: { family: 'MF', function: 0, phases },
      advice: [{ code: 'no_probe_end', phase: 0 }],
    });
    await renderApp('/library/cycle/0', { portal: library(warm) });
    const advice = page.getByRole('region', { name: 'Worth a thought' });
    await expect
      .element(advice.getByText('Phase 2 holds the food at 4°C. It may be stored at 3°C at most.'))
      .toBeVisible();
    await expect.element(advice.getByText(/It ends by time alone/)).toBeVisible();
  });

  it('S3.10 opens the notes of a preset at a tap, and closes them', async () => {
    const noted = preset(0, { notes: [{ code: 'F2', text: 'Thick pieces cannot meet 90 minutes.' }] });
    await renderApp('/library/cycle/0', { portal: library(noted) });
    await userEvent.click(button('F2'));
    await expect.element(page.getByText('Thick pieces cannot meet 90 minutes.')).toBeVisible();
    await userEvent.click(button('F2'));
    await expect.element(page.getByText('Thick pieces cannot meet 90 minutes.')).not.toBeInTheDocument();
  });

  it('B3.1 warns where a start by the clock counts with another time than this load needs', async () => {
    const served = preset(69, { function: 5 });
    await renderApp('/library/cycle/69', { portal: library(served) });
    await type('Load', '20');
    await expect
      .element(page.getByText(/^A start by the clock counts with usual times\..* up to \d+\smin/))
      .toBeVisible();
  });

  it('B3.3 tells of each run how long it took, and what share that is of what its load was expected to take', async () => {
    const { definition } = preset(0);
    if (definition.family === 'PL') throw new Error('a chill is given');
    const startedAt = 1_763_670_000_000;
    const run = {
      id: 'r-1',
      serialNumber: serials[0],
      name: 'Chiller 1',
      model: 'MF Next L 45',
      function: 0,
      startedAt,
      endedAt: startedAt + 79 * minute_ms,
      state: 'ended',
      version: 1,
      differs: false,
      product: 'Ragù',
      load_kg: 45,
      plan: definition.phases.map((phase) => ({ ...phase })),
      batchId: null,
      verdict: null,
    };
    const runs = [run, { ...run, id: 'r-2', load_kg: null, product: 'Lasagne' }];
    await renderApp('/library/cycle/0', { portal: library(preset(0, { runs })) });
    const took = (product: string) => page.getByRole('row').filter({ hasText: product });
    // An hour and 22 minutes from a chamber at rest.
    await expect.element(took('Ragù')).toMatchTextContent(/1 h 19 min ?9[5-8]% of the expected 1 h 2\d min/);
    await expect.element(took('Lasagne')).toMatchTextContent(/1 h 19 min/);
    await expect.element(took('Lasagne')).not.toMatchTextContent(/expected/);
  });

  it('B3.2 S8.21 says of each appliance whether it runs the cycle, and why not', async () => {
    const [one, other] = preset(0).appliances;
    if (!one || !other) throw new Error('two appliances are given');
    const shown = preset(0, { appliances: [{ ...other, fit: { kind: 'refused', reason: { kind: 'package' } } }, one] });
    await renderApp('/library/cycle/0', { portal: library(shown) });
    await expect.element(page.getByText('Runs it')).toBeVisible();
    await expect
      .element(page.getByText(/Chiller 2 \(Essential\) cannot run this: it needs Excellence\./))
      .toBeVisible();
  });

  it('S2.43 a cycle that is deleted or another company’s is not found', async () => {
    const portal = library();
    portal.refuse(getRecipe, 404, 'not_found', { recipeId: cycle.id });
    await renderApp(`/library/cycle/${cycle.id}`, { portal });
    await expect.element(page.getByText('There is no such cycle here')).toBeVisible();
    await expect.element(page.getByText('It was deleted, or it belongs to another company.')).toBeVisible();
    expect(button('Retry').query()).toBeNull();
    await userEvent.click(page.getByRole('link', { name: 'Cycle library' }).last());
    await expect.element(page.getByRole('searchbox', { name: 'Search cycles' })).toBeVisible();
  });

  it('S6.9 who only reads has no buttons to act', async () => {
    const may = {
      run: false,
      favourite: false,
      copy: false,
      edit: false,
      delete: false,
      restore: false,
      export: false,
    };
    await renderApp('/library/cycle/0', { portal: library(preset(0, { may })) });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Lasagne' })).toBeVisible();
    for (const name of ['Run', 'Copy and edit', 'More', 'Schedule']) expect(button(name).query()).toBeNull();
  });

  it('S2.22 B3.1 prints a card for the wall with its phases, how long a usual load takes, and a code that opens it', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await renderApp('/library/cycle/0', { portal: library() });
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Print a card for the wall' }));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const sheet = document.querySelector('[data-paper-sheet]');
    expect(sheet?.querySelector('h1')?.textContent).toBe('Lasagne');
    expect(sheet?.querySelectorAll('ol > li')).toHaveLength(3);
    expect(sheet?.textContent).toMatch(
      /About 1\sh\s\d+\smin \(.*With 27\.0\skg of food, 35\smm thick and 70°C at the start/,
    );
    const address = `${location.origin}/library/cycle/0`;
    const code = sheet?.querySelector('figure a');
    expect(code?.getAttribute('href')).toBe(address);
    const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
    expect(code?.querySelector('path')?.getAttribute('d')).toBe(qrPath(modules));
    print.mockRestore();
  });

  it('S4.15 is put on the dashboard from its menu, and taken off again', async () => {
    const portal = library();
    const pinned = listPinnedRecipes.example.reply.map((one) => ({ ...one, id: '0', number: 0 }));
    let isPinned = false;
    portal.reply(listPinnedRecipes, () => (isPinned ? (pinned as never) : []));
    portal.on('PUT', pinRecipe.path.replace('{recipeId}', '0'), () => {
      isPinned = true;
      return Response.json({ code: '200' });
    });
    portal.on('DELETE', unpinRecipe.path.replace('{recipeId}', '0'), () => {
      isPinned = false;
      return Response.json({ code: '200' });
    });
    await renderApp('/library/cycle/0', { portal });
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Put on the dashboard' }));
    await expect.element(page.getByText('“Lasagne” is on the dashboard')).toBeVisible();
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Take off the dashboard' }));
    await expect.element(page.getByText('“Lasagne” is off the dashboard')).toBeVisible();
    expect(isPinned).toBe(false);
  });

  it.each([
    ['light', 1440, 'en'],
    ['dark', 390, 'de'],
    ['light', 390, 'ja'],
  ] as const)('axe finds nothing in %s at %i px, in %s', async (scheme, width, locale) => {
    await page.viewport(width, 800);
    const noted = preset(0, {
      notes: [{ code: 'F2', text: 'Thick pieces.' }],
      advice: [{ code: 'no_probe_end', phase: 0 }],
    });
    await renderApp('/library/cycle/0', { portal: library(noted), locale, dark: scheme === 'dark' });
    await expect.element(page.getByRole('img').first()).toBeVisible();
    await expect.poll(() => document.querySelector('figure')).not.toBeNull();
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

describe('running a cycle', () => {
  beforeEach(() => page.viewport(1440, 900));
  const dialog = () => page.getByRole('dialog', { name: 'Run “Lasagne”' });
  const row = (name: string) => dialog().getByRole('group', { name });

  it('S4.14 S8.21 B3.2 starts it on several appliances, tells of each what became of it, and tries again only what failed', async () => {
    const portal = library();
    const [first, second] = serials;
    let tries = 0;
    portal.reply(runRecipe, runRecipe.example.reply, { id: first });
    portal.on('POST', runRecipe.path.replace('{id}', second), () => {
      tries += 1;
      return tries > 1
        ? Response.json(runRecipe.example.reply)
        : Response.json(
            { code: 'appliance_offline', message: 'It is not connected. Nothing was sent.' },
            { status: 409 },
          );
    });
    for (const id of serials) {
      const command = { ...getCommand.example.reply, state: 'done' as const };
      portal.reply(getCommand, command as never, { id, commandId: runRecipe.example.reply.body.id });
    }
    await renderApp('/library/cycle/0?run=1', { portal });
    for (const name of ['Chiller 1', 'Chiller 2']) await userEvent.click(dialog().getByRole('checkbox', { name }));
    await userEvent.click(dialog().getByRole('button', { name: 'Continue' }));
    await expect.element(row('Chiller 1').getByText(/^About /)).toBeVisible();
    await userEvent.fill(row('Chiller 1').getByRole('textbox', { name: 'Product' }), 'Ragù');
    await userEvent.click(dialog().getByRole('button', { name: 'Start on 2 appliances' }));
    await expect.element(row('Chiller 1').getByText('Running')).toBeVisible();
    await expect.element(row('Chiller 2').getByText('It is not connected. Nothing was sent.')).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
    await expect.element(row('Chiller 2').getByText('Running')).toBeVisible();
    const sent = portal.asked.filter(({ path, method }) => method === 'POST' && path.endsWith('/runs'));
    expect(sent.map(({ path }) => path.split('/').at(-2))).toEqual([first, second, second]);
    expect(JSON.parse(sent[0]?.body ?? '{}')).toMatchObject({ recipeId: '0', args: { product: 'Ragù' } });
  });

  it('S4.14 repeats a start whose answer was lost under its key, and one that was refused under a new one', async () => {
    const portal = library();
    const [first, second] = serials;
    portal.reply(runRecipe, runRecipe.example.reply, { id: first });
    const ends = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('', { status: 502 }),
      () => Response.json({ code: 'appliance_offline', message: 'It is not connected.' }, { status: 409 }),
      () => Response.json(runRecipe.example.reply),
    ];
    const starts = () => portal.askedFor(runRecipe.path.replace('{id}', second));
    portal.on('POST', runRecipe.path.replace('{id}', second), () => (ends[starts().length - 1] as () => Response)());
    for (const id of serials) {
      const command = { ...getCommand.example.reply, state: 'done' as const };
      portal.reply(getCommand, command as never, { id, commandId: runRecipe.example.reply.body.id });
    }
    await renderApp('/library/cycle/0?run=1', { portal });
    for (const name of ['Chiller 1', 'Chiller 2']) await userEvent.click(dialog().getByRole('checkbox', { name }));
    await userEvent.click(dialog().getByRole('button', { name: 'Continue' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Start on 2 appliances' }));
    for (const sent of [2, 3, 4]) {
      await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
      await expect.poll(() => starts().length).toBe(sent);
    }
    await expect.element(row('Chiller 2').getByText('Running')).toBeVisible();
    const [lost, stumbled, refused, anew] = starts().map(({ headers }) => headers.get('idempotency-key'));
    expect(lost).toMatch(/./);
    expect([stumbled, refused]).toEqual([lost, lost]);
    expect(anew).toMatch(/./);
    const [other] = portal.askedFor(runRecipe.path.replace('{id}', first));
    expect(new Set([lost, anew, other?.headers.get('idempotency-key')]).size).toBe(3);
  });

  it('S4.14 S1.3 asks by the clock of the kitchen when it is to be ready, and again where that is too soon', async () => {
    const tokyo = 'Asia/Tokyo';
    const [serialNumber] = serials;
    const served = preset(69, { title: 'Lasagne', function: 5 });
    const portal = library({ ...served, appliances: served.appliances.slice(0, 1) });
    const lab = { id: 'l', name: 'Kitchen', timeZone: tokyo };
    portal.reply(listAppliances, [applianceWith({ serialNumber, name: 'Chiller 1', lab })]);
    const starts = () => portal.askedFor(runRecipe.path.replace('{id}', serialNumber));
    const times = () => starts().map(({ body }) => JSON.parse(body).args.readyAt as string);
    portal.on('POST', runRecipe.path.replace('{id}', serialNumber), () =>
      Response.json({ code: 'command_invalid', message: 'It cannot be ready by then.' }, { status: 422 }),
    );
    await renderApp('/library/cycle/69?run=1', { portal });
    await userEvent.click(dialog().getByRole('button', { name: 'Continue' }));
    const time = dialog().getByRole('textbox', { name: 'Time' });
    await expect.element(time).toBeVisible();
    const begins = readyIn(readyIn_h, tokyo);
    await userEvent.click(dialog().getByRole('button', { name: 'Start on 1 appliance' }));
    await expect.element(row('Chiller 1').getByText('It cannot be ready by then.')).toBeVisible();
    expect([begins, readyIn(readyIn_h, tokyo)]).toContain(times()[0]);
    await userEvent.fill(time, '23:45');
    await userEvent.click(dialog().getByRole('button', { name: 'Try again' }));
    await expect.poll(() => times()[1]?.slice(-5)).toBe('23:45');
  });

  it('S4.14 says where no appliance runs it', async () => {
    await renderApp('/library/cycle/0', { portal: library(preset(0, { appliances: [] })) });
    await userEvent.click(button('Run'));
    await expect.element(dialog().getByText('None of your appliances runs this cycle.')).toBeVisible();
  });
});

describe('the cycles of the dashboard', () => {
  it('S4.15 S2.22 are gone with a cycle that is deleted, and back with it', async () => {
    await page.viewport(1440, 900);
    const own = preset(0, { may: { ...preset(0).may, delete: true } });
    const portal = library(own);
    let isThere = true;
    const pinned = listPinnedRecipes.example.reply.map((one) => ({ ...one, id: '0', number: 0, title: 'Lasagne' }));
    portal.reply(listPinnedRecipes, () => (isThere ? (pinned as never) : []));
    portal.on('DELETE', deleteRecipe.path.replace('{recipeId}', '0'), () => {
      isThere = false;
      return Response.json({ code: '200' });
    });
    portal.on(restoreRecipe.method, restoreRecipe.path.replace('{recipeId}', '0'), () => {
      isThere = true;
      return Response.json(restoreRecipe.example.reply);
    });
    const { router } = await renderApp('/', { portal });
    const link = page.getByRole('link', { name: 'Run “Lasagne”' });
    await expect.element(link).toBeVisible();
    await router.navigate({ to: '/library/cycle/0' });
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: /^Delete/ }));
    await expect.element(page.getByText(/^“Lasagne” deleted/)).toBeVisible();
    await router.navigate({ to: '/' });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
    await userEvent.click(button('Undo'));
    await expect.element(link).toBeVisible();
  });

  it('S4.15 stand there for who has put them there, a tap from their start', async () => {
    await page.viewport(1440, 900);
    const portal = library();
    const [one] = listPinnedRecipes.example.reply;
    portal.reply(listPinnedRecipes, [{ ...one, id: '0', number: 0, title: 'Lasagne' }] as never);
    const { router } = await renderApp('/', { portal });
    await userEvent.click(page.getByRole('link', { name: 'Run “Lasagne”' }));
    await expect.element(page.getByRole('dialog', { name: 'Run “Lasagne”' })).toBeVisible();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => router.state.location.search).toEqual({});
  });
});
