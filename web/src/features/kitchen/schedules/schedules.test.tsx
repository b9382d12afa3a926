import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { filterRecipes, getRecipe, type Recipe } from '@brina/contract/calls/kitchen/recipes';
import {
  cancelSchedule,
  createSchedule,
  listSchedules,
  restoreSchedule,
  type Schedule,
} from '@brina/contract/calls/kitchen/schedules';
import type { Reply } from '@brina/contract/wire/call';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { presets } from '@brina/domain/recipes/presets';
import { endsByClock } from '@brina/domain/recipes/recipe';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, listCommand, tellCommand } from '../../../appliance/testing/commands.ts';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { now } from '../../../lib/clock.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const rome = 'Europe/Rome';
const example = listSchedules.example.reply.open[0] as unknown as Schedule;
const tomorrow = () => now() + day_ms;

const schedule = (change: Partial<Schedule> = {}): Schedule => {
  const at = change.at ?? tomorrow();
  return { ...example, at, minute: localMinute(at, rome), until: at + 30 * minute_ms, weekdays: null, ...change };
};

type List = Reply<typeof listSchedules>;
const listed = (change: Partial<List> = {}): List => ({ asks: true, timeZone: rome, open: [], over: [], ...change });

/** The page of the cycles of an appliance, with what the portal tells of its planned starts. */
async function show(told: () => List, options: Parameters<typeof renderApp>[1] = {}) {
  const appliance: Appliance = applianceWith({});
  const id = appliance.serialNumber;
  const portal = portalWith([appliance]);
  answerCommands(portal, id, { state: 'done' });
  portal.reply(listCycles, [], { id });
  portal.reply(listSchedules, told, { id });
  portal.reply(createSchedule, { code: '200', body: { id: example.id, at: tomorrow() } }, { id });
  portal.reply(cancelSchedule, { code: '200' }, { id, scheduleId: example.id });
  portal.reply(restoreSchedule, { code: '200' }, { id, scheduleId: example.id });
  const [head] = filterRecipes.example.reply.items;
  portal.reply(filterRecipes, { items: head ? [{ ...head, id: '0', number: 0, title: 'Lasagne' }] : [], total: 1 });
  await renderApp(`/appliance/${id}/cycles?show=scheduled`, { portal, ...options });
  const path = createSchedule.path.replace('{id}', id);
  const sent = (method: string, to = path) => portal.askedFor(to).filter((one) => one.method === method);
  return { portal, appliance, id, path, sent };
}

const main = () => page.getByRole('main');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

describe('planned starts of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.41 B3.5 shows what is planned with all that is known of it, and why what is over was missed', async () => {
    await show(() =>
      listed({
        open: [
          schedule({ id: 'a', state: 'proposed', asksAtPanel: true }),
          schedule({ id: 'b', weekdays: [1, 2, 3, 4, 5, 6, 7] }),
        ],
        over: [
          schedule({ id: 'c', state: 'missed', reason: 'nobody' }),
          schedule({ id: 'd', state: 'not_possible', reason: 'no_water' }),
          schedule({ id: 'e', state: 'cancelled', asksAtPanel: true }),
          schedule({ id: 'f', state: 'not_possible', reason: 'cycle_gone', title: null, recipeId: null }),
        ],
      }),
    );
    await expect.element(main()).toMatchTextContent(/Waits at the panel until \d/);
    await expect
      .element(main())
      .toMatchTextContent('Every day · about 1 h 19 min · 12.0 kg · Ragù · Planned by Ada Bruni');
    await expect.element(main()).toMatchTextContent('Nobody confirmed it at the panel.');
    await expect.element(main()).toMatchTextContent(/water/i);
    await expect.element(main()).toMatchTextContent('The panel still asks for it');
    await expect.element(main()).toMatchTextContent('Cycle 1042');
    await expect.element(page.getByRole('link', { name: 'Ragù of the house' }).first()).toBeVisible();
    expect(button(/^Cancel start: “/).elements()).toHaveLength(1);
    expect(button(/^Cancel every day: “/).elements()).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('S1.6 B3.5 plans a cycle by its title, day and time, with what is inside, and says what is in the way', async () => {
    const { portal, sent, id } = await show(() => listed());
    await expect.element(main()).toMatchTextContent('Nothing is planned');
    await userEvent.click(button('Plan a start'));
    await userEvent.click(dialog().getByRole('button', { name: 'Plan', exact: true }));
    await expect.element(dialog()).toMatchTextContent('Choose a cycle.');
    await userEvent.fill(dialog().getByRole('combobox', { name: /^Cycle/ }), 'lasa');
    await userEvent.click(page.getByRole('option', { name: /Lasagne/ }));
    const day = localMinute(tomorrow(), rome).slice(0, 10);
    await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Day' }), day);
    await userEvent.fill(dialog().getByRole('textbox', { name: 'Time' }), '6:30');
    await userEvent.tab();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Monday' }));
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Thursday' }));
    await userEvent.fill(dialog().getByRole('textbox', { name: 'Product' }), 'Ragù');
    expect(await axeFindings()).toEqual([]);
    portal.refuse(createSchedule, 409, 'schedule_overlap', { id });
    await userEvent.click(dialog().getByRole('button', { name: 'Plan', exact: true }));
    await expect.element(dialog()).toMatchTextContent('refused: schedule_overlap');
    portal.reply(createSchedule, { code: '200', body: { id: example.id, at: tomorrow() } }, { id });
    await userEvent.click(dialog().getByRole('button', { name: 'Plan', exact: true }));
    await expect.element(page.getByText(/“Lasagne” is planned:/)).toBeVisible();
    expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toEqual({
      recipeId: '0',
      minute: `${day}T06:30`,
      weekdays: [1, 4],
      args: { product: 'Ragù' },
    });
  });

  it('B3.5 cancels with undo, but for what the panel asks for already', async () => {
    let open = [schedule()];
    const { sent, path } = await show(() => listed({ open }));
    await userEvent.click(button(/^Cancel start: “Ragù of the house”/));
    await expect.element(page.getByText('“Ragù of the house” is cancelled.')).toBeVisible();
    await userEvent.click(button('Undo'));
    await expect.poll(() => sent('POST', `${path}/${example.id}/restore`)).toHaveLength(1);
    open = [schedule({ state: 'proposed', asksAtPanel: true })];
    tellCommand(applianceWith({}).serialNumber, { name: 'proposeStart', state: 'accepted', v: 2 });
    await expect.element(main()).toMatchTextContent('Waits at the panel until');
    await userEvent.click(button(/^Cancel start: “Ragù of the house”/));
    await expect.poll(() => sent('DELETE', `${path}/${example.id}`)).toHaveLength(2);
    await expect.element(page.getByText('“Ragù of the house” is cancelled.').first()).toBeVisible();
  });

  it('S8.21 offers nothing where the software of the unit does not ask at its panel', async () => {
    let asks: boolean | null = false;
    await show(() => listed({ asks }));
    await expect.element(main()).toMatchTextContent('cannot ask at its panel');
    expect(button('Plan a start').query()).toBeNull();
    asks = null;
    tellCommand(applianceWith({}).serialNumber, { name: 'proposeStart', state: 'accepted', v: 2 });
    await expect.element(main()).toMatchTextContent('has not told yet whether its panel can ask');
    expect(button('Plan a start').query()).toBeNull();
  });

  it('S2.41 is read on a phone, in German', async () => {
    await page.viewport(390, 844);
    await show(() => listed({ open: [schedule({ weekdays: [1, 6] })] }), { locale: 'de' });
    await expect.element(main()).toMatchTextContent(/Mo, Sa/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await axeFindings()).toEqual([]);
  });
});

describe('planned starts elsewhere', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('B3.5 the page of the appliance says what its panel asks for, until it is answered', async () => {
    const appliance = applianceWith({});
    const portal = portalWith([appliance]);
    const proposal = {
      name: 'proposeStart',
      args: { title: 'Ragù', at: '2026-11-28T06:30' },
      state: 'accepted',
    } as const;
    listCommand(portal, appliance.serialNumber, { ...proposal, v: 1 });
    await renderApp(`/appliance/${appliance.serialNumber}`, { portal });
    const question = page.getByText(/Waits at the panel: Start “Ragù”\? Until \d/);
    await expect.element(question).toBeVisible();
    tellCommand(appliance.serialNumber, { ...proposal, state: 'done', v: 2 });
    await expect.poll(() => question.query()).toBeNull();
  });

  it('S2.22 B3.5 a cycle is scheduled from its page on an appliance that asks; one that ends by the clock is run instead', async () => {
    const own = getRecipe.example.reply as unknown as Recipe;
    const appliance = applianceWith({});
    const { serialNumber, name } = appliance;
    const portal = portalWith([appliance]);
    const on = own.appliances.map((one) => ({ ...one, serialNumber, name }));
    portal.reply(getRecipe, { ...own, appliances: on }, { recipeId: own.id });
    portal.reply(createSchedule, { code: '200', body: { id: example.id, at: tomorrow() } }, { id: serialNumber });
    const isByClock = ({ definition }: (typeof presets)[number]) => endsByClock(definition);
    const byClock = presets.find(isByClock)?.definition ?? own.definition;
    portal.reply(getRecipe, { ...own, id: '100', title: 'Croissants', definition: byClock }, { recipeId: '100' });
    const { router } = await renderApp(`/library/cycle/${own.id}`, { portal });
    await userEvent.click(button('Schedule'));
    await expect.element(dialog().getByRole('combobox', { name: 'Appliance' })).toHaveValue(serialNumber);
    await userEvent.click(dialog().getByRole('button', { name: 'Plan', exact: true }));
    await expect.element(page.getByText(/is planned:/)).toBeVisible();
    const [asked] = portal.askedFor(createSchedule.path.replace('{id}', serialNumber));
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ recipeId: own.id, args: {} });
    await router.navigate({ to: '/library/cycle/100' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Croissants' })).toBeVisible();
    await userEvent.click(button('Schedule'));
    await expect.element(dialog()).toMatchTextContent('This cycle ends by the clock');
    await userEvent.click(dialog().getByRole('button', { name: 'Run now' }));
    await expect.element(page.getByRole('dialog', { name: 'Run “Croissants”' })).toBeVisible();
  });
});
