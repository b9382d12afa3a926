import { getAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { type Action, getAction, openAction, saveAction, verifyAction } from '@brina/contract/calls/record/actions';
import { type BatchRecord, getBatch } from '@brina/contract/calls/record/haccp';
import { grantSigning, signingWays } from '@brina/contract/calls/record/signatures';
import type { Reply } from '@brina/contract/wire/call';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, offline, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { now } from '../../../lib/clock.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const example = exampleReply(getBatch);
const shown = exampleReply(getAction);
const { id } = shown;

const openOf = (actionId: string) =>
  ({ id: actionId, revision: 1, state: 'open', cause: null, createdAt: 1_763_674_900_000 }) as const;

function portalWithAction(
  state: Action['state'],
  more: Partial<Reply<typeof getAction>> = {},
  pinSince: number | null = 1_763_600_000_000,
) {
  const portal = portalWith([applianceWith({})]);
  const action = { id, revision: 1, state, cause: null, createdAt: 1_763_674_900_000 };
  portal.reply(getBatch, { ...example, verdict: 'FAIL', actions: [action] }, { serial, batchId: example.batchId });
  portal.reply(
    getAction,
    { ...shown, revision: 1, state, proposedCauses: ['DOOR'], load_kg: 40, ...more },
    { actionId: id },
  );
  portal.reply(signingWays, { pinSince });
  portal.reply(grantSigning, grantSigning.example.reply);
  portal.reply(saveAction, shown, { actionId: id });
  portal.reply(verifyAction, verifyAction.example.reply, { actionId: id });
  return portal;
}

/** A wet hand, or one in a glove, meets every button of the dialog. */
function expectWet(): void {
  for (const button of page.getByRole('dialog').getByRole('button').elements()) {
    const { width, height } = button.getBoundingClientRect();
    expect(Math.min(width, height), button.textContent ?? '').toBeGreaterThanOrEqual(64);
  }
}
const amount = () => page.getByRole('group', { name: 'Quantity' }).getByRole('status');
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
const bodyOf = (portal: ReturnType<typeof portalWithAction>, path: string): unknown =>
  JSON.parse(String(portal.askedFor(path).findLast(({ method }) => method !== 'GET')?.body));

describe('corrective actions', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.5 B2.6 what became of food is said by large buttons alone, one question a step, and signed by PIN', async () => {
    const portal = portalWithAction('open');
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await expect.element(page.getByText('Nobody has said yet what became of this food.')).toBeVisible();
    await press('Say what was done');
    await expect.element(page.getByText('How warm is the food now?')).toBeVisible();
    await press('Not measured');
    await press('Next step');
    expectWet();
    expect(await axeFindings()).toEqual([]);
    await press('Thrown away');
    await press('Next step');
    await press('Lower');
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Sign with the password' })).toBeVisible();
    expectWet();
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, grantSigning.path)).toEqual({ pin: '407193' });
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      state: 'done',
      cause: 'DOOR',
      dispositions: [{ fate: 'DISCARDED', kg: 39.5 }],
      measured: null,
      grant: grantSigning.example.reply.grant,
    });
  });

  it('B2.5 of some of the food one thing is said and of the rest another, by large buttons alone; what is left is shown', async () => {
    const portal = portalWithAction('open', { load_kg: 20 });
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    await press('Not measured');
    await press('Next step');
    await press('Thrown away');
    await press('Next step');
    // All of it is what is said first: nothing is left, and nobody is asked about more.
    expect(page.getByText(/ are left$/).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Something else with the rest' }).elements()).toEqual([]);
    for (let i = 0; i < 3; i += 1) await press('Lower');
    await expect.element(page.getByText(/^1\.5\s?kg of 20(\.0)?\s?kg are left$/)).toBeVisible();
    expectWet();
    expect(await axeFindings()).toEqual([]);
    await press('Something else with the rest');
    await expect.element(page.getByText('What happens with the rest?')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByRole('listitem')).toMatchTextContent(/^18\.5\s?kg Thrown away$/);
    // Whoever has mistaken it goes back, and finds the first part as it was said.
    await press('Step back');
    await expect.element(amount()).toMatchTextContent(/^18\.5\s?kg$/);
    await press('Something else with the rest');
    await press('Served at once');
    await press('Next step');
    await expect.element(page.getByText(/^0(\.0)?\s?kg of 20(\.0)?\s?kg are left$/)).toBeVisible();
    await press('Lower');
    await press('All that is left');
    expectWet();
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      dispositions: [
        { fate: 'DISCARDED', kg: 18.5 },
        { fate: 'SERVED_AT_ONCE', kg: 1.5 },
      ],
    });
  });

  it('B2.5 what another action says of the same food is left out of what is offered', async () => {
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, {
      portal: portalWithAction('open', { load_kg: 20, told_kg: 12 }),
    });
    await press('Say what was done');
    await press('Not measured');
    await press('Next step');
    await press('Served at once');
    await press('Next step');
    await expect.element(amount()).toMatchTextContent(/^8(\.0)?\s?kg$/);
    // A scale may show a tenth more of the load, and no more.
    for (let i = 0; i < 4; i += 1) await press('Raise');
    await expect.element(amount()).toMatchTextContent(/^10(\.0)?\s?kg$/);
    await expect.element(page.getByRole('button', { name: 'Raise' })).toBeDisabled();
  });

  it('B2.5 B2.6 who has no PIN signs by password; who cannot sign has saved nothing and lost nothing', async () => {
    const portal = portalWithAction('open', {}, null);
    portal.on('POST', grantSigning.path, () =>
      Response.json(
        { code: 'signing_refused', message: 'This does not prove who signs.', requestId: 'r' },
        { status: 403 },
      ),
    );
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    // Nobody has measured anything yet.
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Raise');
    // Nor said with what.
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Kitchen thermometer');
    await press('Next step');
    await press('It is kept');
    await press('Next step');
    // Kept although it failed: that needs a reason, and the core.
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await userEvent.fill(page.getByLabelText('Why it is safe to keep it'), 'Core below three degrees in all pieces.');
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    await userEvent.fill(page.getByLabelText('Your password'), 'wrong');
    await press('Sign and record');
    await expect.element(page.getByText(/This does not prove who signs/)).toBeVisible();
    expect(portal.askedFor(`/api/v1/analytics/haccp/actions/${id}`).filter(({ method }) => method === 'PUT')).toEqual(
      [],
    );
    await press('Step back');
    await expect.element(page.getByRole('button', { name: 'Door left open' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('B2.5 B2.6 another person sees what became of the food, says that it is enough, and signs that', async () => {
    const portal = portalWithAction('done');
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    const done = page.getByRole('region', { name: 'Corrective action' });
    await expect
      .element(done)
      .toMatchTextContent(/Chilled again, 20\.0\s?kg; Temperature: 9\.4\s?°C, .*22:45.*, Thermometer 7/);
    await press('Verify');
    for (const digit of '407193') await press(digit);
    expect(await axeFindings()).toEqual([]);
    await press('Sign');
    await expect.element(page.getByText('Verified and signed.')).toBeVisible();
    expect(portal.askedFor(`/api/v1/analytics/haccp/actions/${id}/verify`).length).toBe(1);
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}/verify`)).toEqual({
      grant: grantSigning.example.reply.grant,
    });
  });

  it('B2.5 what the needle read a moment ago is offered with its own time, and saved as what the needle read; of an old value nothing is', async () => {
    const at = now() - 4 * minute_ms;
    const samples = { ...example.samples, at: [at], core: [4] };
    const portal = portalWithAction('open', { load_kg: 20 });
    const fresh: BatchRecord = { ...example, verdict: 'FAIL', actions: [openOf(id)], samples };
    portal.reply(getBatch, fresh, { serial, batchId: example.batchId });
    const { screen } = await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    await press(/^As the needle read at \d\d:\d\d: 4(\.0)?\s?°C$/);
    expectWet();
    await press('Next step');
    await press('It is kept');
    await press('Next step');
    await userEvent.fill(page.getByLabelText('Why it is safe to keep it'), 'Core below five degrees in all pieces.');
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      measured: { value_C: 4, at, instrument: `Core probe of ${example.applianceName}` },
    });
    await screen.unmount();
    const old = { ...fresh, samples: { ...samples, at: [now() - 11 * minute_ms] } };
    portal.reply(getBatch, old, { serial, batchId: example.batchId });
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    await expect.element(page.getByRole('button', { name: 'Not measured' })).toBeVisible();
    expect(page.getByRole('button', { name: /As the needle read/ }).elements()).toEqual([]);
  });

  it('B2.5 where it was moved is a tap on another unit of the kitchen; what is thrown away costs what somebody says, else what the plan says', async () => {
    const portal = portalWithAction('open', { load_kg: 20 });
    const other = applianceWith({ serialNumber: 'CP26007245', name: 'Cold store' });
    portal.reply(listAppliances, [applianceWith({}), other, offline()]);
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    await press('Not measured');
    await press('Next step');
    await press('Moved elsewhere');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Cold store' })).toBeVisible();
    expect(page.getByRole('dialog').getByRole('button', { name: 'Blast chiller 1' }).elements()).toEqual([]);
    expect(page.getByRole('dialog').getByRole('button', { name: 'Ice cream' }).elements()).toEqual([]);
    await press('Cold store');
    for (let i = 0; i < 4; i += 1) await press('Lower');
    expectWet();
    await press('Something else with the rest');
    await press('Thrown away');
    await press('Next step');
    const cost = page.getByLabelText('Cost of what is thrown away (EUR)');
    await expect.element(cost).toHaveAttribute('placeholder', '€25.00');
    await userEvent.fill(cost, 'a lot');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await userEvent.fill(cost, '31.5');
    expect(await axeFindings()).toEqual([]);
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      dispositions: [
        { fate: 'MOVED', kg: 18, where: 'Cold store' },
        { fate: 'DISCARDED', kg: 2 },
      ],
      cost: { amount: 31.5, currency: 'EUR' },
    });
  });

  it('B2.5 a cause that comes for the third time asks for what is done against it, where it is chosen', async () => {
    const portal = portalWithAction('open', { load_kg: 20, needsPrevention: ['DOOR'] });
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Say what was done');
    await press('Not measured');
    await press('Next step');
    await press('Served at once');
    await press('Next step');
    await press('Next step');
    await press('Nobody knows');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeEnabled();
    await press('Door left open');
    await expect.element(page.getByText(/^This was the cause twice within thirty days/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Service is called');
    expectWet();
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      cause: 'DOOR',
      prevention: 'Service is called',
    });
  });

  it('B2.5 every revision of an action can be read; it is opened again with a reason that is signed, and says what it said', async () => {
    const revisions = [
      { revision: 3, at: shown.createdAt + 2, by: 'Ugo Bianchi', state: 'verified' as const },
      ...shown.revisions,
    ];
    const portal = portalWithAction('verified', { revision: 3, revisions, may: { edit: true, verify: false } });
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('History and changes');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/^Ugo Bianchi, /)).toBeVisible();
    await expect.element(dialog.getByText(/^By the record itself, /)).toBeVisible();
    await expect.element(dialog.getByText(/^Chilled again, 20\.0\s?kg$/).first()).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Withdraw' }).elements()).toEqual([]);
    expectWet();
    expect(await axeFindings()).toEqual([]);
    await press('Open again');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await userEvent.fill(page.getByLabelText('Reason'), 'The other tray, too.');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('The action is open again.')).toBeVisible();
    const { dispositions, measured, at, cause } = shown;
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({
      state: 'reopened',
      reason: 'The other tray, too.',
      dispositions,
      measured,
      at,
      cause,
      grant: grantSigning.example.reply.grant,
    });
    const [saved] = portal.askedFor(`/api/v1/analytics/haccp/actions/${id}`).filter(({ method }) => method === 'PUT');
    expect(saved?.headers.get('if-match')).toBe('"3"');
  });

  it('B2.5 an open action is withdrawn with a reason; who may not change it reads it alone', async () => {
    const portal = portalWithAction('open', { may: { edit: true, verify: false } });
    const { screen } = await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('History and changes');
    await press('Withdraw');
    await userEvent.fill(page.getByLabelText('Reason'), 'A test run without food.');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText('The action is withdrawn.')).toBeVisible();
    expect(bodyOf(portal, `/api/v1/analytics/haccp/actions/${id}`)).toMatchObject({ state: 'withdrawn' });
    await screen.unmount();
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, {
      portal: portalWithAction('open', { may: { edit: false, verify: false } }),
    });
    await press('History and changes');
    await expect
      .element(
        page
          .getByRole('dialog')
          .getByText(/^Anna Neri, /)
          .first(),
      )
      .toBeVisible();
    expect(page.getByRole('button', { name: 'Withdraw' }).elements()).toEqual([]);
  });

  it('B2.5 on a record without an action one is recorded by hand; a cause that needs something against it is asked for again', async () => {
    const portal = portalWithAction('open');
    const batch: BatchRecord = { ...example, verdict: 'PASS', actions: [], load_kg: 12 };
    portal.reply(getBatch, batch, { serial, batchId: example.batchId });
    portal.refuse(openAction, 422, 'prevention_needed');
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await press('Record an action');
    await press('Not measured');
    await press('Next step');
    await press('Thrown away');
    await press('Next step');
    await expect.element(amount()).toMatchTextContent(/^12(\.0)?\s?kg$/);
    await press('Next step');
    await press('Door left open');
    await press('Next step');
    for (const digit of '407193') await press(digit);
    await press('Sign and record');
    await expect.element(page.getByText(/^This was the cause twice within thirty days/)).toBeVisible();
    portal.reply(openAction, shown);
    await press('Less food at once');
    await press('Next step');
    await press('Sign and record');
    await expect.element(page.getByText('What was done is recorded and signed.')).toBeVisible();
    expect(bodyOf(portal, openAction.path)).toMatchObject({
      subjects: [{ kind: 'batch', id: example.batchId, excursion: null }],
      state: 'done',
      cause: 'DOOR',
      dispositions: [{ fate: 'DISCARDED', kg: 12 }],
      prevention: 'Less food at once',
    });
  });
});
