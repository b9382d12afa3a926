import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listTrays } from '@brina/contract/calls/kitchen/trays';
import type { LiveMessage } from '@brina/contract/live';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { chilling } from '../../../appliance/testing/example-appliances.ts';
import { applyLive } from '../../../lib/appliances.ts';
import { now } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { queryClient } from '../../../lib/query.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { fleet, kitchensOfFleet, portalWithFleet } from './testing/example-fleet.ts';

const wall = () => page.getByRole('dialog', { name: 'Wall display' });
const tiles = () => wall().getByRole('article');
const names = () =>
  tiles()
    .elements()
    .map((tile) => tile.querySelector('h2')?.textContent);

async function openWall(count: number, path = '/?view=wall') {
  const opened = await renderApp(path, { portal: portalWithFleet(count) });
  await expect.element(tiles().first()).toBeVisible();
  return opened;
}

describe('the wall display', () => {
  beforeEach(() => page.viewport(1920, 1080));

  it('S2.21 stands above the whole app, dark, with numbers that are read from four metres', async () => {
    await openWall(6);
    await expect
      .poll(names)
      .toEqual(['Freezer 4', 'Chocolate 5', 'Blast chiller 1', 'Pantry 2', 'Prover 3', 'EasyFresh 6']);
    expect(document.elementFromPoint(20, 500)?.closest('dialog')).toBe(wall().element());
    expect(getComputedStyle(wall().element()).colorScheme).toBe('dark');
    const number = wall().getByText('−18.4°C').element();
    // About a tenth of the screen's height; on a screen of 43 inches that is 50 mm.
    expect(Number.parseFloat(getComputedStyle(number).fontSize)).toBeGreaterThan(90);
    // Other letters have other widths.
    await document.fonts.ready;
    for (const tile of tiles().elements())
      expect(tile.scrollHeight, tile.textContent).toBeLessThanOrEqual(tile.clientHeight);
    expect(await axeFindings()).toEqual([]);
  });

  it('S2.21 an alarm is said across the wall and comes first; its sign keeps still for whom motion disturbs', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
    onTestFinished(async () => {
      await cdp().send('Emulation.setEmulatedMedia', { features: [] });
    });
    await openWall(60);
    await expect.element(wall().getByRole('alert')).toMatchTextContent(/Door open too long.*2 more alarms/);
    await expect.poll(() => names().slice(0, 3)).toEqual(['Freezer 4', 'EasyFresh 24', 'Pantry 44']);
    const sign = wall().getByRole('alert').element().querySelector('svg');
    expect(getComputedStyle(sign!).animationName).toBe('none');
    await userEvent.click(wall().getByRole('button', { name: /^Page 2 of/ }));
    await expect
      .poll(() => names().length > 3 && names().slice(0, 3))
      .toEqual(['Freezer 4', 'EasyFresh 24', 'Pantry 44']);
  });

  it('S2.21 S4.10 of one with an alarm the tile says, too, that it is not connected', async () => {
    await openWall(6);
    const tile = () => tiles().filter({ hasText: 'Freezer 4' });
    await expect.element(tile().getByText('Alarm', { exact: true })).toBeVisible();
    expect(tile().getByText('Not connected').elements()).toEqual([]);
    const { serialNumber, v } = fleet(6).find(({ name }) => name === 'Freezer 4')!;
    const lost = { serialNumber, at: 0, v: { ...v, online: v.online + 1 }, online: false, lastSeenAt: 0 };
    applyLive(queryClient, [lost]);
    await expect.element(tile().getByText('Not connected')).toBeVisible();
    const word = tile().getByText('Not connected').element().getBoundingClientRect();
    const within = tile().element().getBoundingClientRect();
    expect(word.right <= within.right && word.bottom <= within.bottom, 'nothing of it is cut').toBe(true);
    await expect.element(tile().getByText('Alarm', { exact: true })).toBeVisible();
  });

  it('S1.6 S2.21 the tile says what somebody should be told, before all else that is no alarm', async () => {
    await openWall(6);
    const tile = () => tiles().filter({ hasText: 'Blast chiller 1' });
    const { serialNumber, v } = fleet(6).find(({ name }) => name === 'Blast chiller 1')!;
    const told = { id: 'n1', name: 'tray_done', at: 0, detail: { tray: 3, product: 'Peas' } };
    applyLive(queryClient, [{ serialNumber, at: 0, v: { ...v, notices: 1 }, notices: [told] }]);
    const words = tile().getByText('Tray 3 is done: Peas');
    await expect.element(words).toBeVisible();
    expect(words.element().parentElement?.firstElementChild).toBe(words.element());
    expect(Number.parseFloat(getComputedStyle(words.element()).fontSize)).toBeGreaterThan(20);
    applyLive(queryClient, [{ serialNumber, at: 0, v: { ...v, notices: 2 }, notices: [] }]);
    await expect.poll(() => words.elements()).toEqual([]);
  });

  it('S4.14 S2.21 B3.7 the tile of a run with timers says which trays are done, those first, and what is left of the others', async () => {
    const { serialNumber, v } = fleet(6).find(({ name }) => name === 'Blast chiller 1')!;
    const portal = portalWithFleet(6);
    const timer = { product: null, needle: null, min: 30 };
    portal.reply(
      listTrays,
      [
        { ...timer, tray: 1, from: now() - 10 * minute_ms },
        { ...timer, tray: 2, from: now() - 25 * minute_ms },
        { ...timer, tray: 3, from: now() - 31 * minute_ms, product: 'Peas' },
      ],
      { id: serialNumber },
    );
    await renderApp('/?view=wall', { portal });
    const tile = () => tiles().filter({ hasText: 'Blast chiller 1' });
    await expect.element(tile()).toBeVisible();
    const sound = () => wall().getByRole('button', { name: /^Sound is/ });
    expect(sound().elements()).toEqual([]);
    const { cycle } = chilling();
    const told = { id: 'n1', name: 'tray_done', at: 0, detail: { tray: 3, product: 'Peas' } };
    applyLive(queryClient, [
      { serialNumber, at: 0, v: { ...v, cycle: 1 }, cycle: cycle && { ...cycle, function: 13 } },
      { serialNumber, at: 0, v: { ...v, cycle: 1, notices: 1 }, notices: [told] },
    ]);
    // That a tray is done is said once.
    await expect.element(tile()).toMatchTextContent(/Tray 3: Done · Peas\s*Tray 2: 5 min\s*Tray 1: 20 min/);
    await expect.element(tile()).not.toMatchTextContent('is done');
    await userEvent.click(sound());
    await expect.element(wall().getByRole('button', { name: 'Sound is off' })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

  it('S2.21 the kitchen of the URL, its name and only its appliances', async () => {
    const [, pastry] = kitchensOfFleet(14);
    await openWall(14, `/?view=wall&kitchen=${pastry?.id}`);
    await expect.element(wall().getByRole('heading', { level: 1, name: 'Pastry' })).toBeVisible();
    await expect.poll(() => names().length).toBe(7);
  });

  it('S2.21 Escape leaves it, and so does its button; the filters stay', async () => {
    const { router } = await openWall(6, '/?view=wall&sort=model');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => wall().elements()).toEqual([]);
    expect(router.state.location.search).toEqual({ sort: 'model' });
    await userEvent.click(page.getByRole('button', { name: 'Wall display' }));
    await userEvent.click(wall().getByRole('button', { name: 'Light colours' }));
    await expect.poll(() => getComputedStyle(wall().element()).colorScheme).toBe('light');
    await userEvent.click(wall().getByRole('button', { name: 'Leave the wall display' }));
    await expect.poll(() => wall().elements()).toEqual([]);
    expect(router.state.location.search).toEqual({ sort: 'model' });
  });

  it('S4.10 says since when there is no connection, and that it is back', async () => {
    await openWall(6);
    useLiveState.setState('connecting', true);
    const state = wall().getByRole('status');
    const looks = () => {
      const sign = state.element().querySelector('svg')?.getAttribute('class');
      return [getComputedStyle(state.element()).color, sign];
    };
    await expect.element(state).toMatchTextContent('Connecting…');
    const connecting = looks();
    useLiveState.setState('live', true);
    await expect.element(state).toMatchTextContent('Live');
    // What the connection has when it stands, it has not before.
    const live = looks();
    for (const [n, look] of connecting.entries()) expect(look).not.toBe(live[n]);
    useLiveState.setState('lost', true);
    await expect.element(state).toMatchTextContent(/No connection since \d\d:\d\d/);
    useLiveState.setState('live', true);
    await expect.element(state).toMatchTextContent('Live');
  });

  it('S2.21 a list that does not arrive is said in words', async () => {
    const portal = portalWithFleet(6);
    portal.refuse(listAppliances, 403, 'access_denied');
    await renderApp('/?view=wall', { portal });
    await expect.element(wall().getByText(/refused: access_denied/)).toBeVisible();
  });

  it('S2.21 ten thousand frames leave nothing behind: no element, listener, timer or cache entry', async () => {
    const kept = watchResources();
    await openWall(14);
    // Another page has other elements.
    await userEvent.click(wall().getByRole('button', { name: 'Stop turning pages' }));
    const units = fleet(14);
    let version = 1_000;
    /** As many frames as a kitchen sends in hours: values, doors, alarms that come and go, connections that break. */
    const play = async (count: number) => {
      for (let frame = 0; frame < count; frame += 10) {
        const messages = Array.from({ length: 10 }, (_, n): LiveMessage => {
          const unit = units[(frame + n) % units.length]!;
          version += 1;
          const base = { serialNumber: unit.serialNumber, at: 0 };
          const v = { reported: 4, online: 1, status: 1, cycle: 0, warnings: 0, alarms: 0, commands: 0, notices: 0 };
          if (n === 8) return { ...base, v: { ...v, online: version }, online: frame % 20 === 0, lastSeenAt: 0 };
          if (n === 9) {
            const alarms = [{ name: 'openDoorAlarm', active: frame % 40 === 0, since: 0 }];
            return { ...base, v: { ...v, alarms: version }, alarms };
          }
          return { ...base, v: { ...v, reported: version }, reported: { TCell: (version % 400) / 10 } };
        });
        applyLive(queryClient, messages);
        if (frame % 500 === 0) await new Promise(requestAnimationFrame);
      }
      // The last state is the first: what is compared are equal pictures.
      applyLive(
        queryClient,
        units.flatMap((unit): LiveMessage[] => {
          version += 1;
          const v = { ...unit.v, reported: version, online: version, alarms: version };
          const base = { serialNumber: unit.serialNumber, at: 0, v };
          return [
            { ...base, online: true, lastSeenAt: 0 },
            { ...base, alarms: [{ name: 'openDoorAlarm', active: false, since: 0 }] },
            { ...base, reported: { TCell: 1 } },
          ];
        }),
      );
      await expect.poll(() => wall().getByRole('alert').elements()).toEqual([]);
      return kept();
    };
    const { clocks: clocksBefore = 0, ...before } = await play(500);
    const { clocks: clocksAfter = 0, ...after } = await play(10_000);
    expect(after).toEqual(before);
    // Those of the test's own waiting come and go.
    expect(clocksAfter).toBeLessThan(clocksBefore + 10);
  });
});

/** Counts what a page holds on to. Timers that have run and listeners that were taken away again do not count. */
function watchResources(): () => Record<string, number> {
  const listeners = new Map<EventTarget, Map<string, Set<unknown>>>();
  const timers = new Set<unknown>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const { setTimeout: later, clearTimeout: never } = window;
  EventTarget.prototype.addEventListener = function (type: string, listener, options) {
    const ofTarget = listeners.get(this) ?? new Map<string, Set<unknown>>();
    listeners.set(this, ofTarget.set(type, (ofTarget.get(type) ?? new Set()).add(listener)));
    addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type: string, listener, options) {
    listeners.get(this)?.get(type)?.delete(listener);
    removeEventListener.call(this, type, listener, options);
  };
  onTestFinished(() => {
    Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
    Object.assign(window, { setTimeout: later, clearTimeout: never });
  });
  Object.assign(window, {
    setTimeout: (run: () => void, delay?: number) => {
      const timer = later(() => {
        timers.delete(timer);
        run();
      }, delay);
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: number | undefined) => {
      timers.delete(timer);
      never(timer);
    },
  });
  return () => ({
    elements: document.querySelectorAll('*').length,
    listeners: [...listeners]
      .filter(([target]) => target === window || target === document || target instanceof Element)
      .reduce((sum, [, byType]) => sum + [...byType.values()].reduce((all, { size }) => all + size, 0), 0),
    clocks: timers.size,
    queries: queryClient.getQueryCache().getAll().length,
  });
}
