import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { listCommands } from '@brina/contract/calls/kitchen/commands';
import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import {
  copyFavourites,
  type FavouriteSlot,
  type Favourites,
  getFavourites,
  resolveFavourites,
  type SlotCycle,
  updateFavourites,
} from '@brina/contract/calls/kitchen/favourites';
import { createRecipe, filterRecipes, getRecipe } from '@brina/contract/calls/kitchen/recipes';
import type { Locale } from '@brina/domain/language/locales';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { chilling, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const id = getAppliance.example.reply.serialNumber;
const address = `/appliance/${id}/cycles?show=favourites`;
const params = { id };
const edit = '9f3c6a01d2e4b785';

const cycle = (title: string, change: Partial<SlotCycle> = {}): SlotCycle => ({
  recipeId: '0',
  number: 0,
  version: 1,
  title,
  icon: 'pot',
  colour: 6,
  newest: null,
  definition: null,
  ...change,
});
const own = cycle('Panel’s', {
  recipeId: null,
  number: null,
  version: 0,
  icon: null,
  colour: null,
  definition: {
    family: 'MF',
    function: 0,
    phases: [{ phase: 3, air: 0, fan: 60, rh: null, end: { by: 'core', target: 3 } }],
  },
});

function place(slot: number, change: Partial<FavouriteSlot> = {}): FavouriteSlot {
  return { slot, state: 'inSync', reason: null, cycle: null, changedThere: false, at: null, by: null, ...change };
}
const told = (...changed: FavouriteSlot[]): Favourites => ({
  told: true,
  edit,
  slots: Array.from({ length: 24 }, (_, at) => changed.find(({ slot }) => slot === at + 1) ?? place(at + 1)),
  may: { edit: true, save: true, run: true },
});

function favouritesOf(favourites: Favourites) {
  const portal = portalWith([chilling(), { ...chilling(), serialNumber: 'MF26000001', name: 'Second chiller' }]);
  portal.reply(getFavourites, favourites, params);
  portal.reply(updateFavourites, { code: '200' }, params);
  portal.reply(resolveFavourites, { code: '200' }, params);
  portal.reply(listCommands, [], params);
  portal.reply(listCycles, [], params);
  portal.reply(filterRecipes, filterRecipes.example.reply);
  portal.reply(createRecipe, createRecipe.example.reply);
  portal.reply(getRecipe, exampleReply(getRecipe), { recipeId: '0' });
  return portal;
}
const path = getFavourites.path.replace('{id}', id);
const sent = (portal: ReturnType<typeof favouritesOf>, at = path) => {
  const asked = portal.askedFor(at).findLast(({ method }) => method !== 'GET');
  return asked && { ...JSON.parse(asked.body), tag: asked.headers.get('if-match') };
};

const item = (n: number) => page.getByRole('listitem', { name: `Place ${n}`, exact: true });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const choose = async (title: string, what: string) => {
  await userEvent.click(button(`More: ${title}`));
  await userEvent.click(page.getByRole('menuitem', { name: what }));
};

describe('the favourites of an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S1.6 S3.10 S8.21 shows 24 places, where each stands, and why one is empty or was not taken', async () => {
    const left = { title: 'Beef, pink', fit: { kind: 'refused' as const, reason: { kind: 'package' } } };
    const favourites = told(
      place(1, { cycle: cycle('Lasagne') }),
      place(2, { cycle: cycle('Ragù'), state: 'offline', unit: null, by: 'Ada Bruni', at: 1_763_000_000_000 }),
      place(3, { cycle: cycle('Brasato'), state: 'refused', reason: 'panel_locked' }),
      place(4, { cycle: own, changedThere: true, at: 1_763_000_000_000 }),
      place(5, { left }),
    );
    await renderApp(address, { portal: favouritesOf(favourites) });
    await expect.element(item(1)).toMatchTextContent('Lasagne');
    expect(document.querySelectorAll('[data-place]')).toHaveLength(24);
    await expect.element(item(1)).toMatchTextContent('The same on both sides');
    await expect.element(item(2)).toMatchTextContent(/Waits for the connection.*by Ada Bruni/);
    await expect.element(item(3)).toMatchTextContent('A technician is working on the panel.');
    await expect.element(item(4)).toMatchTextContent(/Only at the appliance.*Changed at the appliance/);
    await expect.element(item(5)).toMatchTextContent(/The maker’s favourite here: Beef, pink.*Excellence/);
    expect(await axeFindings()).toEqual([]);
  });

  it('S1.6 fills an empty place with a cycle of the library, and asks before one is lost that is only there', async () => {
    const portal = favouritesOf(told(place(1, { cycle: own })));
    await renderApp(address, { portal });
    await userEvent.click(button('Place 2: Choose a cycle'));
    const found = dialog('Place 2: choose a cycle');
    await userEvent.click(found.getByRole('button', { name: /Ragù of the house/ }));
    await expect.poll(() => sent(portal)?.slots).toEqual([{ slot: 2, recipeId: getRecipe.example.reply.id }]);
    expect(sent(portal)?.tag).toBe(`"${edit}"`);
    await choose('Panel’s', 'Empty the place');
    const question = dialog('Give up “Panel’s”?');
    expect(sent(portal)?.slots[0].slot).toBe(2);
    await userEvent.click(question.getByRole('button', { name: 'Give up' }));
    await expect.poll(() => sent(portal)?.slots).toEqual([{ slot: 1, recipeId: null }]);
  });

  it('S3.10 asks whose cycle stays where both sides were changed', async () => {
    const portal = favouritesOf(told(place(7, { state: 'differs', cycle: cycle('Ragù'), unit: own })));
    await renderApp(address, { portal });
    await expect.element(page.getByText(/1 place was changed here and at the appliance/)).toBeVisible();
    await expect.element(item(7)).toMatchTextContent(/At the appliance.*Panel’s.*In the portal.*Ragù/);
    await userEvent.click(button('Place 7: Send mine'));
    await expect.poll(() => sent(portal, `${path}/resolve`)?.slots).toEqual([{ slot: 7, keep: 'portal' }]);
  });

  it('S1.6 moves a cycle by drawing it and by the menu; two change places', async () => {
    const portal = favouritesOf(
      told(place(1, { cycle: cycle('Lasagne') }), place(2, { cycle: cycle('Ragù', { recipeId: '7', version: 2 }) })),
    );
    await renderApp(address, { portal });
    const handle = page.elementLocator((await waitFor('[title="Move “Lasagne”"]')) as Element);
    await userEvent.dragAndDrop(handle, item(2));
    const swapped = [
      { slot: 2, recipeId: '0', version: 1 },
      { slot: 1, recipeId: '7', version: 2 },
    ];
    await expect.poll(() => sent(portal)?.slots).toEqual(swapped);
    await expect.element(page.getByText('“Lasagne” is in place 2 now.')).toBeInTheDocument();
    await choose('Lasagne', 'Move to…');
    const move = dialog('Move “Lasagne”');
    await userEvent.selectOptions(move.getByRole('combobox'), '9 · Empty');
    await userEvent.click(move.getByRole('button', { name: 'Move to…' }));
    const moved = [
      { slot: 9, recipeId: '0', version: 1 },
      { slot: 1, recipeId: null },
    ];
    await expect.poll(() => sent(portal)?.slots).toEqual(moved);
  });

  it('S3.10 takes the newer versions with one tap, and sends again what was refused', async () => {
    const portal = favouritesOf(
      told(
        place(1, { cycle: cycle('Lasagne', { newest: 4 }) }),
        place(2, { cycle: cycle('Ragù', { recipeId: '7', newest: 2 }) }),
        place(3, { cycle: cycle('Brasato', { recipeId: '8' }), state: 'refused', reason: 'panel_locked' }),
      ),
    );
    await renderApp(address, { portal });
    await userEvent.click(button('Update 2 favourites to their newest versions'));
    const newest = [
      { slot: 1, recipeId: '0' },
      { slot: 2, recipeId: '7' },
    ];
    await expect.poll(() => sent(portal)?.slots).toEqual(newest);
    await choose('Brasato', 'Send again');
    await expect.poll(() => sent(portal)?.slots).toEqual([{ slot: 3, recipeId: '8', version: 1 }]);
  });

  it('S1.6 S2.22 keeps in the library what was made at the panel', async () => {
    const portal = favouritesOf(told(place(4, { cycle: own })));
    await renderApp(address, { portal });
    await choose('Panel’s', 'Save to library');
    const keep = dialog('Save to library');
    await expect.element(keep.getByRole('textbox', { name: 'Title' })).toHaveValue('Panel’s');
    await userEvent.click(keep.getByRole('button', { name: 'Save' }));
    await expect.poll(() => sent(portal)?.slots).toEqual([{ slot: 4, recipeId: createRecipe.example.reply.body.id }]);
    const body = JSON.parse(
      portal.askedFor(createRecipe.path).findLast(({ method }) => method === 'POST')?.body ?? '{}',
    );
    expect([body.title, body.definition]).toEqual(['Panel’s', own.definition]);
  });

  it('S1.6 S2.22 says that the place keeps what it has where somebody changed it meanwhile; the cycle is saved once', async () => {
    const portal = favouritesOf(told(place(4, { cycle: own })));
    portal.refuse(updateFavourites, 412, 'favourites_changed', params);
    await renderApp(address, { portal });
    await choose('Panel’s', 'Save to library');
    await userEvent.click(dialog('Save to library').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('“Panel’s” is in the library now')).toBeVisible();
    await expect
      .element(page.getByText('The favourites could not be changed. refused: favourites_changed'))
      .toBeVisible();
    await expect.element(dialog('Save to library')).not.toBeInTheDocument();
    expect(portal.askedFor(createRecipe.path).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('S1.6 S8.21 copies to other appliances, and says beforehand what does not run there', async () => {
    const portal = favouritesOf(told(place(1, { cycle: cycle('Lasagne') })));
    const row = {
      serialNumber: 'MF26000001',
      told: true,
      slots: [
        { slot: 1, title: 'Lasagne', fit: { kind: 'ok' as const }, there: 'empty' as const },
        {
          slot: 2,
          title: 'Beef',
          fit: { kind: 'refused' as const, reason: { kind: 'package' } },
          there: 'empty' as const,
        },
      ],
    };
    portal.reply(copyFavourites, [row], params);
    await renderApp(address, { portal });
    await userEvent.click(button('Copy to appliances…').first());
    const copy = dialog('Copy favourites');
    await expect.element(copy).toMatchTextContent(/1 of 2 go there.*Beef: .*Excellence/);
    await userEvent.click(copy.getByRole('checkbox', { name: 'Second chiller' }));
    await userEvent.click(copy.getByRole('button', { name: 'Copy' }));
    await expect.element(page.getByText('Copied to 1 appliance')).toBeVisible();
    expect(sent(portal, `${path}/copy`)?.to).toEqual(['MF26000001']);
  });

  it('S1.6 starts a favourite in its version by the library’s dialog', async () => {
    const portal = favouritesOf(told(place(1, { cycle: cycle('Lasagne') })));
    await renderApp(address, { portal });
    await userEvent.click(button('Run: Lasagne'));
    await expect.element(dialog(/Ragù of the house/)).toBeVisible();
    expect(portal.asked.some(({ query }) => query.includes('version=1'))).toBe(true);
  });

  it('S3.10 says that nothing is known yet', async () => {
    await renderApp(address, { portal: favouritesOf({ ...told(), told: false, slots: [] }) });
    await expect.element(page.getByText('The favourites are not known yet')).toBeVisible();
  });

  it('S6.2 who manages a kitchen starts favourites and changes none', async () => {
    const may = { edit: false, save: false, run: true };
    await renderApp(address, { portal: favouritesOf({ ...told(place(1, { cycle: cycle('Lasagne') })), may }) });
    await expect.element(button('Run: Lasagne')).toBeVisible();
    expect(button(/Choose a cycle|Copy to appliances/).query()).toBeNull();
    expect(document.querySelector('[title^="Move"]')).toBeNull();
  });

  for (const [locale, scheme, width] of [
    ['de', 'dark', 390],
    ['ja', 'light', 390],
  ] as const satisfies readonly (readonly [Locale, string, number])[])
    it(`stands at ${width} px in ${locale}`, async () => {
      await page.viewport(width, 844);
      await renderApp(address, {
        portal: favouritesOf(
          told(place(1, { cycle: cycle('Lasagne') }), place(7, { state: 'differs', cycle: cycle('Ragù'), unit: own })),
        ),
        locale: locale satisfies Locale,
        dark: scheme === 'dark',
      });
      await waitFor('[data-place="24"]');
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(await axeFindings()).toEqual([]);
    });
});

async function waitFor(selector: string): Promise<Element | null> {
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  return document.querySelector(selector);
}
