import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listTrays, type TrayTimer } from '@brina/contract/calls/kitchen/trays';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, sentCommands } from '../../../appliance/testing/commands.ts';
import { applianceWith, chilling, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { useTraySound } from '../../../appliance/tray-tone.ts';
import { applyLive } from '../../../lib/appliances.ts';
import { learnServerTime, now, ownClock } from '../../../lib/clock.ts';
import { queryClient } from '../../../lib/query.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const nonStop = 13;

/** In a run that goes on until somebody stops it. */
const running = (change: Parameters<typeof applianceWith>[0] = {}): Appliance => {
  const { cycle, status } = chilling();
  return applianceWith({
    status,
    cycleRunning: true,
    cycle: cycle && { ...cycle, function: nonStop },
    ...change,
    reported: { cycleFunction: nonStop, cycleState: 1, powerState: 1, panel: 1, ...change.reported },
  });
};
const id = running().serialNumber;
const address = `/appliance/${id}`;
const timer = (tray: number, change: Partial<TrayTimer> = {}): TrayTimer => ({
  tray,
  from: now() - 10 * minute_ms,
  min: 30,
  product: null,
  needle: null,
  ...change,
});
const asked = (portal: ReturnType<typeof portalWith>): number =>
  portal.askedFor(listTrays.path.replace('{id}', id)).length;
const timers = () => page.getByRole('region', { name: 'Tray timers' });
const tray = (n: number) =>
  timers()
    .getByRole('listitem')
    .filter({ hasText: `Tray ${n}` });
const dialog = (name: string) => page.getByRole('dialog', { name });

async function show(told: readonly TrayTimer[], unit = running()) {
  const portal = portalWith([unit]);
  portal.reply(listTrays, [...told], { id });
  await renderApp(address, { portal });
  return portal;
}

const half_ms = 30 * second_ms;

/** A minute passes by the portal's clock; the next second shows it. */
function later(): void {
  const set = (by_ms: number) => learnServerTime(new Date(ownClock() + by_ms).toUTCString(), ownClock());
  set(minute_ms);
  onTestFinished(() => set(0));
}

/** Counts the tones that are heard. */
function hear(): { tones: () => number } {
  let tones = 0;
  class Node {
    gain = { setTargetAtTime: () => {} };
    connect = (next: unknown) => next;
    start = () => {
      tones += 1;
    };
    stop = () => {};
  }
  const Context = class {
    currentTime = 0;
    destination = {};
    resume = async () => {};
  };
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Node);
  vi.stubGlobal('GainNode', Node);
  return { tones: () => tones };
}

describe('timers of trays', () => {
  beforeEach(async () => {
    await page.viewport(1440, 900);
    useTraySound.setState({ isOn: true });
  });

  it('S4.14 S1.6 B3.7 each tray has its column: what is left, what is in it, and whether it proves more than time', async () => {
    await show([
      timer(3, { product: 'Peas', needle: 2 }),
      timer(5, { from: now() - 31 * minute_ms }),
      timer(7, { from: null }),
    ]);
    await expect.element(tray(3)).toMatchTextContent('20 min');
    await expect.element(tray(3)).toMatchTextContent('Peas');
    await expect.element(tray(3)).toMatchTextContent('Core probe 2 measures there.');
    await expect.element(tray(5)).toMatchTextContent('Done');
    await expect.element(tray(5)).toMatchTextContent('A timer proves time, not temperature');
    await expect.element(tray(7)).toMatchTextContent('Time left unknown');
    expect(await axeFindings()).toEqual([]);
    await page.viewport(390, 844);
    await expect.element(tray(3)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('S4.14 what is left counts down by itself, and a tone says once that it is done; nobody is asked meanwhile', async () => {
    const { tones } = hear();
    const portal = await show([timer(3, { from: now() - 30 * minute_ms + half_ms })]);
    await expect.element(tray(3)).toMatchTextContent('1 min');
    // A browser lets a tone be heard once somebody has touched the page.
    await userEvent.click(timers().getByRole('heading', { name: 'Tray timers' }));
    expect(tones()).toBe(0);
    later();
    await expect.element(tray(3)).toMatchTextContent('Done');
    expect(tones()).toBe(2);
    expect(asked(portal)).toBe(1);
  });

  it('S4.14 who wants no tone hears none', async () => {
    const { tones } = hear();
    await show([timer(3, { from: now() - 30 * minute_ms + half_ms })]);
    await expect.element(tray(3)).toMatchTextContent('1 min');
    await userEvent.click(timers().getByRole('button', { name: 'Sound is on' }));
    await expect.element(timers().getByRole('button', { name: 'Sound is off' })).toBeVisible();
    later();
    await expect.element(tray(3)).toMatchTextContent('Done');
    expect(tones()).toBe(0);
  });

  it('S4.14 S4.9 they are asked for again when the unit tells that they have changed', async () => {
    const portal = await show([timer(3)]);
    await expect.element(tray(3)).toMatchTextContent('20 min');
    portal.reply(listTrays, [timer(3), timer(4, { min: 70 })], { id });
    const v = { ...running().v, reported: 100 };
    applyLive(queryClient, [{ serialNumber: id, at: 0, v, reported: { TCell: -20 } }]);
    applyLive(queryClient, [{ serialNumber: id, at: 0, v: { ...v, reported: 101 }, reported: { panel: 2 } }]);
    await expect.element(tray(4)).toMatchTextContent('60 min');
    expect(asked(portal)).toBe(2);
  });

  it('S4.14 B3.7 a timer is set, set anew and taken away from here, within the limits of the function', async () => {
    const portal = await show([timer(1, { product: 'Peas' }), timer(3)]);
    answerCommands(portal, id, { name: 'setTrayTimer', state: 'sent' });
    await userEvent.click(timers().getByRole('button', { name: 'Set a timer' }));
    const set = dialog('Set a timer');
    await expect.element(set.getByLabelText('Tray', { exact: true })).toHaveValue('2');
    await userEvent.fill(set.getByLabelText('Length of the timer'), '400');
    await userEvent.click(set.getByRole('button', { name: 'Set a timer' }));
    await expect.element(set).toMatchTextContent('5 min to 300 min');
    expect(sentCommands(portal, id)).toEqual([]);
    await userEvent.fill(set.getByLabelText('Length of the timer'), '45');
    await userEvent.fill(set.getByLabelText('Product'), 'Beans');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(set.getByRole('button', { name: 'Set a timer' }));
    await expect.poll(() => dialog('Set a timer').elements()).toEqual([]);

    await userEvent.click(tray(1).getByRole('button', { name: 'Set anew: Tray 1' }));
    await expect.element(dialog('Set anew').getByLabelText('Product')).toHaveValue('Peas');
    await userEvent.click(dialog('Set anew').getByRole('button', { name: 'Set a timer' }));
    await expect.poll(() => dialog('Set anew').elements()).toEqual([]);
    await userEvent.click(tray(3).getByRole('button', { name: 'Clear: Tray 3' }));
    await expect
      .poll(() => sentCommands(portal, id))
      .toEqual([
        { name: 'setTrayTimer', args: { tray: 2, min: 45, product: 'Beans' } },
        { name: 'setTrayTimer', args: { tray: 1, min: 30, product: 'Peas' } },
        { name: 'setTrayTimer', args: { tray: 3, min: null } },
      ]);
  });

  const reader = { ...running().may, command: false };
  for (const [what, unit] of [
    ['where nothing runs that has any', chilling()],
    ['by who may not set them', running({ may: reader })],
  ] as const)
    it(`S4.14 nothing is shown or asked for ${what}`, async () => {
      const portal = await show([timer(3)], unit);
      await expect.element(page.getByRole('heading', { level: 2, name: 'State of the appliance' })).toBeVisible();
      expect(asked(portal)).toBe(0);
      expect(timers().elements()).toEqual([]);
    });

  it('S4.14 timers are chosen with the start of a cycle, and sent with it', async () => {
    const portal = portalWith([applianceWith({})]);
    answerCommands(portal, id, { state: 'sent' });
    await renderApp(address, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Start cycle' }));
    const choose = dialog('Start cycle');
    await userEvent.selectOptions(choose.getByLabelText('Function'), String(nonStop));
    await userEvent.click(choose.getByRole('button', { name: 'Add a tray' }));
    await userEvent.click(choose.getByRole('button', { name: 'Add a tray' }));
    await userEvent.click(choose.getByRole('button', { name: 'Add a tray' }));
    await userEvent.fill(choose.getByLabelText('Tray 2'), '2');
    await userEvent.click(choose.getByRole('button', { name: 'Continue' }));
    await expect.element(choose).toMatchTextContent('5 min to 300 min');
    await userEvent.fill(choose.getByLabelText('Tray 2'), '60');
    await userEvent.click(choose.getByRole('button', { name: 'Remove' }).nth(2));
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(choose.getByRole('button', { name: 'Continue' }));
    const confirm = dialog('Start this cycle?');
    await expect.element(confirm).toMatchTextContent('Tray 1: 1 h 30 min · Tray 2: 1 h');
    await userEvent.click(confirm.getByRole('button', { name: 'Start cycle' }));
    await expect
      .poll(() => sentCommands(portal, id))
      .toMatchObject([
        {
          name: 'startCycle',
          args: {
            function: nonStop,
            trays: [
              { tray: 1, min: 90 },
              { tray: 2, min: 60 },
            ],
          },
        },
      ]);
  });
});
