import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type CycleRun, listCycles } from '@brina/contract/calls/kitchen/cycles';
import { getRecipeDraft } from '@brina/contract/calls/kitchen/recipe-drafts';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { getCompany } from '@brina/contract/calls/people/company';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { answerCommands, sentCommands } from '../../../appliance/testing/commands.ts';
import { applianceWith, offline, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';

const [example] = listCycles.example.reply;
const { recipe } = example;
const plan = getRecipe.example.reply.definition.phases;
/** A chill of 12 kg that the unit told with its phases. */
const ran: CycleRun = {
  ...example,
  plan: plan.map((phase) => ({ ...phase })),
  endedAt: example.startedAt + 62 * minute_ms,
};
const free: CycleRun = { ...ran, recipe: null };
const button = (name: string | RegExp) => page.getByRole('button', { name });
const item = (name: string) => page.getByRole('menuitem', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

async function show(runs: CycleRun[], appliance: Appliance = applianceWith({})) {
  const portal = portalWith([appliance]);
  const { serialNumber } = appliance;
  portal.reply(listCycles, runs, { id: serialNumber });
  const cycle = exampleReply(getRecipe);
  const kept = { ...cycle, appliances: cycle.appliances.map((one) => ({ ...one, serialNumber })) };
  portal.reply(getRecipe, kept, { recipeId: recipe.id });
  portal.reply(runRecipe, runRecipe.example.reply, { id: serialNumber });
  portal.reply(getCompany, getCompany.example.reply);
  portal.reply(getRecipeDraft, null, { key: `new:MF:0:${ran.id}` });
  answerCommands(portal, serialNumber, { state: 'done' });
  const { router } = await renderApp(`/appliance/${serialNumber}/cycles`, { portal });
  return { portal, router, serialNumber };
}

async function more(name: string) {
  await userEvent.click(button(/^More about the run/));
  await userEvent.click(item(name));
}

describe('the cycles that ran on an appliance', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.41 B3.3 a run names cycle and version, leads to what ran, and says how long it was expected to take', async () => {
    const { serialNumber } = await show([ran]);
    const row = page.getByRole('table');
    await expect
      .element(row.getByRole('link', { name: recipe.title }))
      .toHaveAttribute('href', `/appliance/${serialNumber}/library/cycle/${recipe.id}?version=1`);
    await expect.element(row).toMatchTextContent(/1 h 2 min ?\d+% of the expected \d+ (h|min)/);
  });

  it('S2.41 B3.3 a cycle that was changed since is run again as it was or as it is, with the load of then', async () => {
    const { portal, serialNumber } = await show([ran]);
    await more('Run again');
    const question = dialog(`Run “${recipe.title}” again`);
    await expect.element(question.getByRole('radio', { name: 'Version 1, as it ran' })).toBeChecked();
    await userEvent.click(question.getByRole('radio', { name: 'Version 3, as it is now' }));
    await userEvent.click(question.getByRole('button', { name: 'Run again' }));
    const run = dialog(`Run “${recipe.title}”`);
    await userEvent.click(run.getByRole('button', { name: 'Continue' }));
    await expect.element(run.getByLabelText('Load', { exact: true })).toHaveValue('12.0\u00a0kg');
    await expect.element(run.getByRole('textbox', { name: 'Product' })).toHaveValue('Ragù');
    await expect.element(run.getByRole('textbox', { name: 'Lot number' })).toHaveValue('');
    expect(portal.askedFor(getRecipe.path.replace('{recipeId}', recipe.id)).at(-1)?.query).toContain('version=3');
    await userEvent.click(run.getByRole('button', { name: 'Start on 1 appliance' }));
    await expect
      .poll(() =>
        portal.askedFor(runRecipe.path.replace('{id}', serialNumber)).map(({ body }) => JSON.parse(body ?? '')),
      )
      .toMatchObject([{ recipeId: recipe.id, args: { load_kg: 12, product: 'Ragù' } }]);
  });

  it('S2.41 S1.6 what no cycle of the library was is run again by its phases', async () => {
    const { portal, serialNumber } = await show([free]);
    await more('Run again');
    const again = dialog('Run “Chilling” again');
    await userEvent.fill(again.getByRole('textbox', { name: 'Lot number' }), 'L-25');
    await userEvent.click(again.getByRole('button', { name: 'Start cycle' }));
    await expect
      .poll(() => sentCommands(portal, serialNumber))
      .toMatchObject([{ name: 'startCycle', args: { function: 0, phases: plan, load_kg: 12, lot: 'L-25' } }]);
  });

  it('S1.6 S2.43 what went well is kept: the editor opens with its phases, called by what was made', async () => {
    const { router } = await show([free]);
    await more('Save as cycle');
    await expect.element(page.getByRole('heading', { level: 1, name: 'New cycle: Chilling' })).toBeVisible();
    expect(router.state.location.search).toEqual({ run: ran.id, at: String(ran.startedAt) });
    expect(document.querySelectorAll('ol h3')).toHaveLength(1);
    await userEvent.click(page.getByRole('tab', { name: /Title/ }));
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Ragù');
  });

  it('S8.21 nothing is run again on an appliance that is not connected, and it says why', async () => {
    await show([free], offline());
    await userEvent.click(button(/^More about the run/));
    await expect.element(item('Run again')).toBeDisabled();
  });
});
