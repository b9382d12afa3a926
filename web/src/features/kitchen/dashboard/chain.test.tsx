import { updateAppliance } from '@brina/contract/calls/kitchen/appliances';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { portalWith } from '../../../appliance/testing/example-appliances.ts';
import { applyLive } from '../../../lib/appliances.ts';
import { queryClient } from '../../../lib/query.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { fleet, kitchensOfFleet, portalWithFleet } from './testing/example-fleet.ts';

const articles = () => [...document.querySelectorAll('article')];
const cardOf = (name: string) => page.getByRole('article', { name, exact: true });
const section = (name: string) => page.getByRole('region', { name });

/** The dashboard with so many appliances, all of them shown. */
async function openWith(count: number, path = '/') {
  const portal = portalWithFleet(count);
  const opened = await renderApp(path, { portal });
  await expect.poll(() => articles().length).toBe(count);
  return { ...opened, portal };
}

describe('the dashboard of a chain', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.21 S4.9 of 200 appliances those out of sight are not laid out, and a frame changes one card', async () => {
    // None of these counts down or says how long ago: what changes now is changed by the frame.
    const still = fleet(600)
      .filter(({ name, online }) => online && /^(Freezer|Pantry|Chocolate|EasyFresh)/.test(name))
      .slice(0, 200);
    await renderApp('/', { portal: portalWith(still) });
    await expect.poll(() => articles().length).toBe(200);
    // What is in sight is known with the next picture.
    const inSight = () => articles().filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length;
    await expect.poll(inSight).toBeLessThan(60);
    await expect.poll(inSight).toBeGreaterThan(3);

    const changed = new Set<Element>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const card = (target instanceof Element ? target : target.parentElement)?.closest('article');
        if (card) changed.add(card);
      }
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    const [unit] = still;
    applyLive(queryClient, [
      {
        serialNumber: unit!.serialNumber,
        at: 0,
        v: { ...unit!.v, reported: unit!.v.reported + 1 },
        reported: { TCell: -7.7 },
      },
    ]);
    const card = articles().find((one) => one.querySelector('h3')?.textContent === unit!.name);
    await expect.poll(() => card?.textContent).toContain('−7.7°C');
    watch.disconnect();
    expect([...changed]).toEqual([card]);
  });

  it('S2.21 a heading counts all of a kitchen from its first picture on, while the cards still come', async () => {
    const seen: { cards: number; counts: (string | undefined)[]; empty: boolean }[] = [];
    const watch = new MutationObserver(() => {
      const headers = [...document.querySelectorAll('main section > header')];
      if (headers.length < 2) return;
      const counts = headers.map((header) => /\d+ appliances/.exec(header.textContent ?? '')?.[0]);
      seen.push({
        cards: articles().length,
        counts,
        empty: document.body.textContent?.includes('No appliance in this kitchen yet') ?? false,
      });
    });
    watch.observe(document.body, { subtree: true, childList: true });
    // A slow machine: whenever React looks, its slice of time is over, and the next picture has to wait.
    let slow_ms = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (slow_ms += 6));
    onTestFinished(() => clock.mockRestore());
    await openWith(100);
    watch.disconnect();
    expect(seen.some(({ cards }) => cards > 0 && cards < 100)).toBe(true);
    for (const { counts, empty } of seen) expect([counts, empty]).toEqual([seen.at(-1)?.counts, false]);
  });

  it('S2.21 a heading counts its states; a folded kitchen stays folded in the URL and opens for whoever filters', async () => {
    const { router } = await openWith(14);
    const pastry = section('Pastry');
    await expect.element(pastry.getByRole('listitem').filter({ hasText: /^1 Alarm$/ })).toBeVisible();
    const fold = pastry.getByRole('button', { name: 'Pastry', exact: true });
    await userEvent.click(fold);
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => pastry.getByRole('article').elements()).toEqual([]);
    await expect.element(pastry.getByText('7 appliances')).toBeVisible();
    expect(router.state.location.search).toEqual({ closed: kitchensOfFleet(14)[1]?.id });

    await userEvent.fill(page.getByLabelText('Search'), 'freezer 4');
    await expect.element(cardOf('Freezer 4')).toBeVisible();
    expect(router.state.location.search).toEqual({ q: 'freezer 4' });
  });

  it('S2.21 S3.8 shows what needs attention, the most urgent first, and says how many of how many', async () => {
    const { router } = await openWith(14);
    await userEvent.click(page.getByRole('button', { name: '4 need attention' }));
    await expect.element(page.getByText('4 of 14')).toBeVisible();
    await userEvent.selectOptions(page.getByLabelText('Order'), 'Most urgent first');
    await expect
      .poll(() => articles().map((card) => card.querySelector('h3')?.textContent))
      .toEqual(['Freezer 4', 'EasyFresh 12', 'Chocolate 5', 'Chocolate 11']);
    expect(router.state.location.search).toEqual({ attention: '1', sort: 'attention' });
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(() => articles().length).toBe(14);
  });

  it('S2.21 S3.11 filters by family where a category has several', async () => {
    const { router } = await openWith(14);
    await userEvent.selectOptions(page.getByLabelText('Category'), '\u2003EasyFresh');
    await expect.element(page.getByText('2 of 14')).toBeVisible();
    expect(router.state.location.search).toEqual({ family: 'EF' });
    await userEvent.selectOptions(page.getByLabelText('Category'), 'Retarder prover');
    await expect.element(cardOf('Prover 9')).toBeVisible();
    expect(router.state.location.search).toEqual({ category: 'FERMALIEVITA' });
  });

  it('S3.8 S4.16 S4.17 each kind of appliance says what matters of it', async () => {
    await openWith(14);
    const chiller = cardOf('Blast chiller 1');
    await expect.element(chiller).toMatchTextContent('Core 24.6°C');
    await expect.element(chiller).toMatchTextContent('Soft chilling');
    await expect.element(chiller).toMatchTextContent('38 min left');
    const pantry = cardOf('Pantry 2');
    for (const text of ['Chilled storage2.4°C', 'Set 2.0°C', 'Frozen storage−19.6°C', 'Humidity 78%', 'Door open'])
      await expect.element(pantry).toMatchTextContent(text);
    const prover = cardOf('Prover 3');
    await expect.element(prover).toMatchTextContent('Storing');
    await expect.element(prover).toMatchTextContent(/Ready at \d\d:\d\d/);
    await expect.element(cardOf('Chocolate 5')).toMatchTextContent('Upkeep recommended');
  });

  it('S1.4 an appliance is moved to another kitchen by its menu', async () => {
    const { portal } = await openWith(14);
    const [, pastry] = kitchensOfFleet(14);
    const moved = fleet(14)[0]!;
    portal.reply(updateAppliance, moved, { id: moved.serialNumber });
    await userEvent.click(cardOf('Blast chiller 1').getByRole('button', { name: 'Options of Blast chiller 1' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Pastry' }));
    await expect.element(page.getByText('Blast chiller 1 now stands in Pastry.')).toBeVisible();
    const sent = portal.asked.find(({ method }) => method === 'PUT');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Blast chiller 1', labId: pastry?.id });
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false }],
    ['dark at 390 px', { width: 390, dark: true }],
  ])('axe finds nothing in a fleet of every family: %s', async (_, { width, dark }) => {
    await page.viewport(width, 900);
    await renderApp('/?sort=attention', { portal: portalWithFleet(14), dark, locale: 'de' });
    await expect.poll(() => articles().length).toBe(14);
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});
