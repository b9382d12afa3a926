import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { deleteRecipeDraft, getRecipeDraft, putRecipeDraft } from '@brina/contract/calls/kitchen/recipe-drafts';
import { listPinnedRecipes } from '@brina/contract/calls/kitchen/recipe-pins';
import {
  checkRecipe,
  createRecipe,
  filterRecipes,
  getRecipe,
  type Recipe,
  type RecipeBody,
  updateRecipe,
} from '@brina/contract/calls/kitchen/recipes';
import type { Locale } from '@brina/domain/language/locales';
import { presets } from '@brina/domain/recipes/presets';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { localStore } from '../../../lib/session.ts';
import { exampleReply, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const own = exampleReply(getRecipe);
const { id } = own;
/** A preset as the portal tells it. */
const preset: Recipe = {
  ...own,
  id: '0',
  number: 0,
  version: 1,
  edit: 1,
  type: 'Professional',
  title: 'Lasagne and oven pasta',
  language: 'en_GB',
  texts: {},
  laboratoryIds: [],
  definition: presets[0]?.definition ?? own.definition,
  may: { ...own.may, edit: false, delete: false },
};

/** A portal that has one Custom cycle and one preset, and no drafts. */
function library() {
  const portal = portalFixture();
  portal.reply(listAppliances, []);
  portal.reply(listLaboratories, []);
  portal.reply(filterRecipes, { items: [], total: 0 });
  portal.reply(getRecipe, own, { recipeId: id });
  portal.reply(getRecipe, preset, { recipeId: '0' });
  portal.reply(checkRecipe, checkRecipe.example.reply);
  portal.reply(createRecipe, createRecipe.example.reply);
  portal.reply(updateRecipe, updateRecipe.example.reply, { recipeId: id });
  for (const key of [id, 'new:MF:0', 'new:MF:0:0', 'new:PL:0']) {
    portal.reply(getRecipeDraft, null, { key });
    portal.reply(putRecipeDraft, putRecipeDraft.example.reply, { key });
    portal.reply(deleteRecipeDraft, { code: '200' }, { key });
  }
  return portal;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const tab = (name: RegExp) => page.getByRole('tab', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** What was sent last to a path. */
function sent(portal: ReturnType<typeof library>, path: string, method: string): RecipeBody {
  const asked = portal.askedFor(path).filter((one) => one.method === method);
  return JSON.parse(asked.at(-1)?.body ?? '{}');
}

describe('the editor of a cycle', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.43 a function of the path opens with its phases, and one that nobody makes is not found', async () => {
    const { router } = await renderApp('/library/create-cycle/0', { portal: library() });
    await expect.element(page.getByRole('heading', { level: 1, name: 'New cycle: Chilling' })).toBeVisible();
    expect(document.querySelectorAll('ol h3')).toHaveLength(2);
    await router.navigate({ to: '/library/create-cycle/14' });
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await router.navigate({ to: '/library/create-cycle/0', search: { family: 'PL' } });
    await expect.element(page.getByRole('group', { name: 'Storing' })).toBeVisible();
  });

  it('S2.22 S4.15 B3.6 copy a preset, change it, mend a fault, save', async () => {
    const portal = library();
    const { router } = await renderApp('/library/cycle/0/edit', { portal });
    await expect.element(page.getByRole('heading', { name: 'Copy of “Lasagne and oven pasta”' })).toBeVisible();
    await userEvent.click(button(/^2 ?Soft chilling/));
    await userEvent.fill(field('Core temperature'), '-1');
    await userEvent.tab();
    await expect
      .element(page.getByText('The air (0.0°C) must be at least 2°C beyond the target, or the core never gets there.'))
      .toBeVisible();
    await userEvent.click(tab(/Icon/));
    await userEvent.click(button('Save').first());
    await expect.element(field('Core temperature')).toHaveFocus();
    await userEvent.fill(field('Core temperature'), '4');
    await userEvent.click(button('Save').first());
    const save = dialog('Save the cycle');
    await expect.element(save.getByRole('textbox', { name: 'Title' })).toHaveValue('Lasagne and oven pasta 2');
    expect(save.getByText('Overwrite').query()).toBeNull();
    await userEvent.click(save.getByRole('button', { name: 'Save' }));
    await expect.poll(() => router.state.location.pathname).toBe(`/library/cycle/${id}`);
    const body = sent(portal, createRecipe.path, 'POST');
    expect(body.title).toBe('Lasagne and oven pasta 2');
    const { phases } = body.definition as { phases: { end: object }[] };
    expect(phases[1]?.end).toEqual({ by: 'core', target: 4 });
    expect(body.texts).toEqual({});
  });

  it('S2.22 phases are added, moved by buttons and by drawing them, copied and removed; the holding is switched off', async () => {
    const portal = library();
    await renderApp(`/library/cycle/${id}/edit`, { portal });
    await expect.element(button(/^1 ?Soft chilling/)).toBeVisible();
    await userEvent.click(button('Add: Hard chilling'));
    await expect.element(button(/^2 ?Hard chilling/)).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(button('Earlier'));
    await expect.element(button(/^1 ?Hard chilling/)).toBeVisible();
    await expect.element(page.getByText('Phase 1 of 2')).toBeInTheDocument();
    const [first, second] = document.querySelectorAll<HTMLElement>('[title^="Move "]');
    await userEvent.dragAndDrop(page.elementLocator(first as Element), page.elementLocator(second as Element));
    await expect.element(button(/^2 ?Hard chilling/)).toBeVisible();
    await userEvent.click(button('Duplicate'));
    await expect.element(button(/^3 ?Hard chilling/)).toBeVisible();
    await userEvent.click(button('Remove'));
    await expect.poll(() => document.querySelectorAll('ol h3').length).toBe(2);
    await userEvent.click(page.getByRole('switch', { name: /^Afterwards/ }));
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await expect.poll(() => portal.askedFor(`${createRecipe.path}/${id}`).at(-1)?.method).toBe('GET');
    const { definition } = sent(portal, `${createRecipe.path}/${id}`, 'PUT');
    const { phases } = definition as { phases: { phase: number }[] };
    expect(phases.map(({ phase }) => phase)).toEqual([3, 2]);
  });

  it('S4.15 what is saved is asked for again wherever the cycle is named', async () => {
    const portal = library();
    portal.reply(listPinnedRecipes, []);
    const pins = () => portal.askedFor(listPinnedRecipes.path);
    const { router } = await renderApp(`/library/cycle/${id}`, { portal });
    await userEvent.click(button('More'));
    await expect.poll(() => pins().length).toBe(1);
    await router.navigate({ to: `/library/cycle/${id}/edit`, search: { step: 'words' } });
    await userEvent.fill(field('Title'), 'Ragù, quicker');
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await expect.poll(() => router.state.location.pathname).toBe(`/library/cycle/${id}`);
    await userEvent.click(button('More'));
    await expect.poll(() => pins().length).toBe(2);
  });

  it('S4.15 B3.6 what somebody else has saved meanwhile is shown, and neither is lost', async () => {
    const portal = library();
    await renderApp(`/library/cycle/${id}/edit?step=words`, { portal });
    await expect.element(field('Title')).toHaveValue(own.title);
    await userEvent.fill(field('Title'), 'Ragù, quicker');
    portal.refuse(updateRecipe, 412, 'recipe_changed', { recipeId: id });
    const theirs: Recipe = { ...own, version: 4, edit: 6, editedBy: 'Anna Neri', colour: 3 };
    portal.reply(getRecipe, theirs, { recipeId: id });
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    expect(portal.asked.find(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"5"');
    const conflict = dialog(/^Anna Neri saved version 4 at /);
    await userEvent.click(conflict.getByRole('button', { name: 'See both' }));
    await expect.element(conflict.getByRole('row', { name: /^Title Ragù of the house Ragù, quicker/ })).toBeVisible();
    await expect.element(conflict.getByRole('row', { name: /^Icon and colour/ })).toBeVisible();
    portal.reply(updateRecipe, updateRecipe.example.reply, { recipeId: id });
    await userEvent.click(conflict.getByRole('button', { name: 'Overwrite theirs' }));
    await expect.element(page.getByText('“Ragù, quicker” saved')).toBeVisible();
    expect(portal.asked.findLast(({ method }) => method === 'PUT')?.headers.get('if-match')).toBe('"6"');
  });

  it('S4.15 B3.6 in a conflict one’s own is saved as a copy, under a title that is free', async () => {
    const portal = library();
    const { router } = await renderApp(`/library/cycle/${id}/edit?step=words`, { portal });
    await userEvent.fill(field('Description'), 'Stirred twice.');
    portal.refuse(updateRecipe, 412, 'recipe_changed', { recipeId: id });
    portal.refuse(createRecipe, 409, 'recipe_title_taken');
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await userEvent.click(dialog(/saved version 3 at /).getByRole('button', { name: 'Save mine as copy' }));
    const save = dialog('Save the cycle');
    const title = save.getByRole('textbox', { name: 'Title' });
    await expect.element(title).toHaveValue('Ragù of the house 2');
    await userEvent.click(save.getByRole('button', { name: 'Save' }));
    await expect.element(save.getByText('refused: recipe_title_taken')).toBeVisible();
    await expect.element(title).toHaveAttribute('aria-invalid', 'true');
    portal.reply(createRecipe, createRecipe.example.reply);
    await userEvent.fill(title, 'Ragù, mine');
    await userEvent.click(save.getByText('Dashboard'));
    await userEvent.click(save.getByRole('button', { name: 'Save' }));
    await expect.poll(() => router.state.location.pathname).toBe('/');
    expect(sent(portal, createRecipe.path, 'POST')).toMatchObject({
      title: 'Ragù, mine',
      description: 'Stirred twice.',
    });
  });

  it('B3.6 who has the same phases is named before they are saved, and can be used in their place', async () => {
    const portal = library();
    const found = { faults: [], advice: [], package: null, appliances: [] };
    portal.reply(checkRecipe, () => ({ ...found, duplicates: [{ id, title: own.title, number: 1042 }] }));
    const { router } = await renderApp('/library/cycle/0/edit', { portal });
    await userEvent.click(button('Save').first());
    const save = dialog('Save the cycle');
    await expect.element(save.getByText('The same phases exist as “Ragù of the house”.')).toBeVisible();
    await expect.element(save.getByRole('button', { name: 'Save anyway' })).toBeVisible();
    await userEvent.click(save.getByRole('button', { name: 'Use it' }));
    await expect.poll(() => router.state.location.pathname).toBe(`/library/cycle/${id}`);
    expect(portal.asked.some(({ method, path }) => method === 'POST' && path === createRecipe.path)).toBe(false);
  });

  it('S2.22 leaving with changes asks once: stay, or discard', async () => {
    const portal = library();
    const { router } = await renderApp('/library/create-cycle/0?step=words', { portal });
    await userEvent.fill(field('Title'), 'Quick');
    // Another step is no leaving.
    await userEvent.click(tab(/Phases/));
    await expect.poll(() => router.state.location.search).toEqual({ step: 'phases' });
    await userEvent.click(page.getByRole('link', { name: 'Cycle library' }).first());
    await userEvent.click(dialog('Leave without saving?').getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/library/create-cycle/0');
    await userEvent.click(page.getByRole('link', { name: 'Cycle library' }).first());
    await userEvent.click(dialog('Leave without saving?').getByRole('button', { name: 'Discard' }));
    await expect.poll(() => router.state.location.pathname).toBe('/library');
    expect(portal.asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('drafts/new%3AMF%3A0'))).toBe(
      true,
    );
  });

  it('S2.22 B3.6 a draft is kept after a moment, without a connection on the device, and offered again', async () => {
    const key = 'new:MF:0';
    const portal = library();
    portal.cut(putRecipeDraft, { key });
    await renderApp('/library/create-cycle/0?step=words', { portal });
    await userEvent.fill(field('Title'), 'Quick');
    await expect.element(page.getByText(/^Draft kept on this device/)).toBeVisible();
    expect(localStore.getState().drafts[key]?.content).toMatchObject({ title: 'Quick' });
    portal.reply(putRecipeDraft, putRecipeDraft.example.reply, { key });
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => localStore.getState().drafts).toEqual({});
    const kept = portal.asked.findLast(({ method }) => method === 'PUT');
    const { content } = JSON.parse(kept?.body ?? '{}');

    portal.reply(getRecipeDraft, { baseVersion: null, content, at: 1_763_680_000_000 }, { key });
    await page.getByRole('link', { name: 'Cycle library' }).first().click();
    await userEvent.click(dialog('Leave without saving?').getByRole('button', { name: 'Discard' }));
    const { router } = await renderApp('/library/create-cycle/0?step=words', { portal });
    await userEvent.click(dialog('Continue your draft?').getByRole('button', { name: 'Continue' }));
    await expect.element(field('Title')).toHaveValue('Quick');
    expect(router.state.location.pathname).toBe('/library/create-cycle/0');
  });

  it('B3.6 a draft of an older version says what has changed since', async () => {
    const portal = library();
    const { title, description, language, texts, icon, colour, sector, laboratoryIds, definition } = own;
    const content = {
      title: 'Mine',
      description,
      language,
      texts,
      icon,
      colour,
      sector,
      laboratoryIds,
      definition,
      edit: 4,
    };
    portal.reply(getRecipeDraft, { baseVersion: 2, content, at: 1_763_680_000_000 }, { key: id });
    // The portal answers the former version from the same path.
    portal.on('GET', getRecipe.path.replace('{recipeId}', id), ({ query }) =>
      Response.json(query.includes('version=2') ? { ...own, version: 2, title: 'Older' } : own),
    );
    await renderApp(`/library/cycle/${id}/edit?step=words`, { portal });
    const question = dialog('Continue your draft?');
    await expect.element(question.getByText('Ada Bruni has saved version 3 since then:')).toBeVisible();
    await expect.element(question.getByRole('row', { name: new RegExp(`^Title Older ${title}`) })).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Continue' }));
    await expect.element(field('Title')).toHaveValue('Mine');
    portal.refuse(updateRecipe, 412, 'recipe_changed', { recipeId: id });
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await expect
      .poll(() =>
        portal.asked.find(({ method, path }) => method === 'PUT' && !path.includes('draft'))?.headers.get('if-match'),
      )
      .toBe('"4"');
  });

  it('S2.22 icon and colour are chosen by name, further languages added', async () => {
    const portal = library();
    await renderApp('/library/create-cycle/0?step=look', { portal });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search icons' }), 'lasag');
    await expect.poll(() => page.getByRole('radio', { name: /lasagne/i }).elements().length).toBe(2);
    await userEvent.click(page.getByText('Lasagne', { exact: true }));
    await userEvent.click(page.getByText('Garnet', { exact: true }));
    await userEvent.click(tab(/Title/));
    await userEvent.fill(field('Title'), 'Oven pasta');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Add a language' }), 'Italiano');
    await userEvent.fill(field('Title in Italiano'), 'Pasta al forno');
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('“Oven pasta” saved')).toBeVisible();
    expect(sent(portal, createRecipe.path, 'POST')).toMatchObject({
      icon: 'lasagne',
      colour: 6,
      texts: { it_IT: { title: 'Pasta al forno', description: '' } },
    });
  });

  it('S2.22 a plan of a prover is made without the hour at which the dough is ready', async () => {
    const portal = library();
    await renderApp('/library/create-cycle/0?family=PL', { portal });
    const storing = page.getByRole('group', { name: 'Storing' });
    await userEvent.fill(storing.getByRole('textbox', { name: 'Air temperature' }), '4');
    await userEvent.click(page.getByRole('switch', { name: 'Keep the dough resting until it is collected' }));
    await userEvent.click(tab(/Title/));
    await userEvent.fill(field('Title'), 'Croissants');
    await userEvent.click(button('Save').first());
    await userEvent.click(dialog('Save the cycle').getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('“Croissants” saved')).toBeVisible();
    expect(sent(portal, createRecipe.path, 'POST').definition).toEqual({
      family: 'PL',
      plan: { storing: { air: 4 }, sleeping: false },
    });
  });

  it.each([
    ['light', 1440, 'en', '', '/library/create-cycle/4'],
    ['dark', 390, 'de', '', '/library/create-cycle/6'],
    ['light', 390, 'ja', '?step=look', '/library/create-cycle/0'],
    ['dark', 1440, 'ru', '?step=words', '/library/cycle/0/edit'],
    ['light', 390, 'fr', '?family=PL', '/library/create-cycle/0'],
  ] as const)(
    'axe finds nothing in %s at %i px, in %s, at step %s of %s',
    async (scheme, width, locale, search, path) => {
      await page.viewport(width, 800);
      await renderApp(path + search, { portal: library(), locale: locale satisfies Locale, dark: scheme === 'dark' });
      await expect.element(page.getByRole('tabpanel')).toBeVisible();
      expect(await axeFindings()).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    },
  );
});
