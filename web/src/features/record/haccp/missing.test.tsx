import { getAction, openAction } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { explainMissing, listMissing, type MissingRecord } from '@brina/contract/calls/record/missing';
import { grantSigning, signingWays } from '@brina/contract/calls/record/signatures';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [missed] = exampleReply(listMissing).items as [MissingRecord];
const look: MissingRecord = { ...missed, kind: 'look', unit: null };
const [explained] = exampleReply(explainMissing) as [MissingRecord];
const month = exampleReply(getBookMonth);

/** A book whose today has no record that needs anybody, in the month of what is missing. */
function portalWithMissing(items: MissingRecord[]) {
  const portal = portalWith([applianceWith({})]);
  const shown = { items };
  portal.reply(filterRecords, { items: [], total: 0 });
  portal.reply(getBookMonth, { ...month, month: '2026-03', today: '2026-03-06', cells: [] });
  portal.reply(listMissing, () => shown);
  portal.reply(explainMissing, () => {
    shown.items = [explained];
    return [explained];
  });
  return portal;
}

const sent = (portal: ReturnType<typeof portalWithMissing>): unknown =>
  JSON.parse(String(portal.askedFor(explainMissing.path).findLast(({ method }) => method === 'POST')?.body));
const section = () => page.getByRole('region', { name: 'Missing records' });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
const height = (name: string): number =>
  page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().height;

describe('what the book lacks', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.11 a day without a record stands in the calendar and among what needs somebody, and is explained with three taps of a wet hand', async () => {
    const portal = portalWithMissing([missed]);
    await renderApp('/?view=records', { portal });
    await expect.element(page.getByText(/0 records today/)).toMatchTextContent('1 needs you');
    const day = page.getByRole('button', { name: /05\/03\/2026: No cycle on a usual day, Not explained/ });
    await expect.element(day).toBeInTheDocument();
    await expect.element(section().getByText('No record')).toBeVisible();
    const explain = 'Explain: Blast chiller 1, No cycle on a usual day';
    expect(height(explain)).toBeGreaterThanOrEqual(64);
    expect(await axeFindings()).toEqual([]);
    await press(explain);
    for (const reason of ['Kitchen closed', 'Holiday', 'Appliance not used', 'Recorded by hand', 'Something else']) {
      await expect.element(page.getByRole('dialog').getByRole('button', { name: reason })).toBeVisible();
      expect(height(reason)).toBeGreaterThanOrEqual(64);
    }
    expect(await axeFindings()).toEqual([]);
    await press('Appliance not used');
    await press('Save');
    await expect.element(page.getByText('Explained. It stands in the book.')).toBeVisible();
    expect(sent(portal)).toEqual({
      day: '2026-03-05',
      serialNumber: missed.unit?.serialNumber,
      kind: 'batch',
      explanation: { reason: 'NOT_USED', text: '' },
    });
    // Who explained it, and when, stands in its place; nothing needs anybody any more.
    await expect.element(section().getByText('Kitchen closed')).toBeVisible();
    await expect.element(section().getByText(/^Anna Neri, 06\/03\/2026/)).toBeVisible();
    expect(page.getByRole('button', { name: explain }).elements()).toEqual([]);
    expect(page.getByText('needs you').elements()).toEqual([]);
  });

  it('B2.5 B2.11 what was done about a missing record is said and signed there, without food where there was none, and stands beside it', async () => {
    const portal = portalWithMissing([missed]);
    const action = exampleReply(getAction);
    const of = { id: action.id, revision: 1, state: 'done', cause: 'PERSON', createdAt: action.createdAt } as const;
    portal.reply(signingWays, { pinSince: 1_763_600_000_000 });
    portal.reply(grantSigning, grantSigning.example.reply);
    portal.reply(getAction, { ...action, ...of, dispositions: [] }, { actionId: action.id });
    portal.reply(openAction, () => {
      portal.reply(listMissing, { items: [{ ...missed, actions: [of] }] });
      return action;
    });
    await renderApp('/?view=records', { portal });
    const tell = 'Say what was done: Blast chiller 1, No cycle on a usual day';
    await expect.element(page.getByRole('button', { name: tell })).toBeVisible();
    expect(height(tell)).toBeGreaterThanOrEqual(64);
    await press(tell);
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('Blast chiller 1, No cycle on a usual day, 05/03/2026')).toBeVisible();
    await press('There was no food');
    expect(await axeFindings()).toEqual([]);
    await press('Next step');
    await press('Ended by a person');
    await press('Next step');
    await expect.element(dialog.getByText('Step 3 of 3')).toBeVisible();
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    const posted = portal.askedFor(openAction.path).findLast(({ method }) => method === 'POST');
    expect(JSON.parse(String(posted?.body))).toMatchObject({
      subjects: [{ kind: 'missing', missing: missed.id, day: '2026-03-05' }],
      state: 'done',
      cause: 'PERSON',
      dispositions: [],
      measured: null,
      grant: grantSigning.example.reply.grant,
    });
    await expect.element(section().getByText('Done, to be verified').first()).toBeVisible();
    expect(page.getByRole('button', { name: tell }).elements()).toEqual([]);
  });

  it('B2.5 B2.11 of food that was cooled without a cycle it is asked how warm it is, and something became of it', async () => {
    const load: MissingRecord = { ...missed, kind: 'warmLoad', at: 1_772_704_800_000 };
    await renderApp('/?view=records', { portal: portalWithMissing([load]) });
    await press(/^Say what was done: Blast chiller 1, Food cooled without a cycle/);
    await expect.element(page.getByText('How warm is the food now?')).toBeVisible();
    await press('Not measured');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Thrown away' })).toBeVisible();
    expect(page.getByRole('button', { name: 'There was no food' }).elements()).toEqual([]);
    await press('Thrown away');
    await press('Next step');
    // Nobody knows how much there was: of any rest something else can be said.
    await expect.element(page.getByRole('button', { name: 'Something else with the rest' })).toBeVisible();
    expect(page.getByText(/ are left$/).elements()).toEqual([]);
  });

  it('B2.11 what no reason fits is said in words; a kitchen that was closed is explained in one go', async () => {
    const portal = portalWithMissing([look, missed]);
    await renderApp('/?view=records', { portal });
    await expect.element(page.getByText(/0 records today/)).toMatchTextContent('2 need you');
    await press('Explain all 2');
    await expect.element(page.getByText(/This holds for 2 missing records of 05\/03\/2026/)).toBeVisible();
    await press('Save');
    await expect.element(page.getByText('This field is required.')).toBeVisible();
    await press('Something else');
    await userEvent.fill(page.getByLabelText('More about it'), 'Oven');
    await press('Save');
    await expect.element(page.getByText('Enter at least 5 characters.')).toBeVisible();
    await press('Holiday');
    await press('Save');
    await expect.element(page.getByText('Explained. It stands in the book.')).toBeVisible();
    expect(sent(portal)).toEqual({
      day: '2026-03-05',
      labId: missed.labId,
      explanation: { reason: 'HOLIDAY', text: 'Oven' },
    });
  });

  it('B2.11 two batches without a product are explained together, the rest of the day is not', async () => {
    const lacking = (id: string): MissingRecord => ({
      ...missed,
      kind: 'product',
      record: { id, kind: 'batch', zone: null },
    });
    const portal = portalWithMissing([missed, lacking('b1'), lacking('b2')]);
    await renderApp('/?view=records', { portal });
    await userEvent.click(
      page.getByRole('button', { name: 'Explain: Blast chiller 1, Product not entered', exact: true }).first(),
    );
    await expect.element(page.getByText(/This holds for 2 missing records/)).toBeVisible();
    await press('Recorded by hand');
    await press('Save');
    await expect.element(page.getByText('Explained. It stands in the book.')).toBeVisible();
    expect(sent(portal)).toEqual({
      day: '2026-03-05',
      serialNumber: missed.unit?.serialNumber,
      kind: 'product',
      explanation: { reason: 'BY_HAND', text: '' },
    });
  });

  it('B2.11 food that was cooled without a cycle says when, is explained by itself, and nobody says of it that the kitchen was closed', async () => {
    const at = Date.UTC(2026, 2, 5, 9, 12);
    const load = (later_min: number): MissingRecord => ({ ...missed, kind: 'warmLoad', at: at + later_min * 60_000 });
    const portal = portalWithMissing([missed, look, load(0), load(90)]);
    await renderApp('/?view=records', { portal });
    await expect.element(page.getByText(/0 records today/)).toMatchTextContent('4 need you');
    const day = page.getByRole('button', {
      name: /No cycle on a usual day, Not explained, Food cooled without a cycle, Not explained/,
    });
    await expect.element(day).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Explain all 2', exact: true })).toBeVisible();
    await expect.element(section().getByText('Food cooled without a cycle, 11:42')).toBeVisible();
    await press('Explain: Blast chiller 1, Food cooled without a cycle, 10:12');
    await expect.element(page.getByText(/This holds for 1 missing record of 05\/03\/2026/)).toBeVisible();
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Recorded by hand' })).toBeVisible();
    for (const reason of ['Kitchen closed', 'Holiday', 'Appliance not used'])
      expect(page.getByRole('dialog').getByRole('button', { name: reason }).elements()).toEqual([]);
    await press('Something else');
    await userEvent.fill(page.getByLabelText('More about it'), 'It stood there for a moment only.');
    await press('Save');
    await expect.element(page.getByText('Explained. It stands in the book.')).toBeVisible();
    expect(sent(portal)).toEqual({
      day: '2026-03-05',
      serialNumber: missed.unit?.serialNumber,
      kind: 'warmLoad',
      at,
      explanation: { reason: 'OTHER', text: 'It stood there for a moment only.' },
    });
  });

  it('B2.11 a batch and food without a cycle of one day share a place in the calendar: what nobody has explained stands out', async () => {
    const [row] = month.rows;
    const portal = portalWithMissing([{ ...missed, kind: 'warmLoad', at: Date.UTC(2026, 2, 5, 9, 12) }]);
    const cell = { row: 0, day: '2026-03-05', counts: [{ verdict: 'PASS' as const, records: 2 }], needs: 0 };
    portal.reply(getBookMonth, {
      ...month,
      month: '2026-03',
      today: '2026-03-06',
      rows: row ? [{ ...row, unit: missed.unit }] : [],
      cells: [cell],
    });
    await renderApp('/?view=records', { portal });
    const day = page.getByRole('button', { name: /PASS.*, Food cooled without a cycle, Not explained/ });
    await expect.element(day).toBeInTheDocument();
    expect((day.element() as HTMLElement).dataset['tone']).toBe('hot');
  });

  it('B2.11 what a unit may still tell of is not known yet, and nobody is asked; what was explained meanwhile is said', async () => {
    await renderApp('/?view=records', { portal: portalWithMissing([{ ...missed, state: 'waiting' }]) });
    await expect.element(section().getByText('Not known yet: the appliance may still hold data.')).toBeVisible();
    expect(section().getByRole('button').elements()).toEqual([]);
    expect(page.getByText('needs you').elements()).toEqual([]);
  });

  it('B2.11 of two who explain it at once the second one reads that it was done', async () => {
    const portal = portalWithMissing([missed]);
    portal.refuse(explainMissing, 409, 'missing_explained');
    await renderApp('/?view=records', { portal });
    await press('Explain: Blast chiller 1, No cycle on a usual day');
    await press('Holiday');
    await press('Save');
    await expect.element(page.getByText('refused: missing_explained')).toBeVisible();
  });
});
