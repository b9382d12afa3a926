import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { type BatchRecord, getBatch, linkBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { addNote, amendBatch, recordReading } from '@brina/contract/calls/record/remarks';
import { grantSigning, signingWays } from '@brina/contract/calls/record/signatures';
import { minute_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { now } from '../../../lib/clock.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const example = exampleReply(getBatch);
const { batchId } = example;
const amendPath = `/api/v1/analytics/haccp/${serial}/${batchId}/amendments`;

type Portal = ReturnType<typeof portalWith>;

function portalWithRecord(change: Partial<BatchRecord> = {}): Portal {
  const portal = portalWith([applianceWith({})]);
  portal.reply(getBatch, { ...example, product: 'Lasagne', lot: 'L-0421', ...change }, { serial, batchId });
  portal.reply(recordReading, recordReading.example.reply);
  portal.reply(addNote, addNote.example.reply);
  portal.reply(amendBatch, amendBatch.example.reply, { serial, batchId });
  portal.reply(linkBatch, linkBatch.example.reply, { serial, batchId });
  portal.reply(grantSigning, grantSigning.example.reply);
  portal.reply(signingWays, { pinSince: null });
  return portal;
}

const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
const sent = (portal: Portal, path: string): unknown =>
  JSON.parse(String(portal.askedFor(path).findLast(({ method }) => method !== 'GET')?.body));
const show = (portal: Portal) => renderApp(`/haccp/${serial}?batch=${batchId}`, { portal });

describe('what is added to a record by hand', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.7 a core temperature measured by hand starts with nothing that the appliance read; it takes taps alone, and is of now', async () => {
    const portal = portalWithRecord({ endedAt: now() - 20 * minute_ms });
    await show(portal);
    await press('Enter a reading');
    const dialog = page.getByRole('dialog');
    const core = page.getByRole('group', { name: 'Measured core temperature' }).getByRole('status');
    await expect.element(core).toMatchTextContent(/^–$/);
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    expect(await axeFindings()).toEqual([]);
    for (const button of dialog.getByRole('button').elements())
      expect(button.getBoundingClientRect().height, button.textContent ?? '').toBeGreaterThanOrEqual(64);
    // The needle read 70.0 °C last: from there the buttons begin, and no further.
    await press('Lower');
    await expect.element(core).toMatchTextContent(/^69\.5\s?°C$/);
    await press('Next step');
    await expect.element(page.getByLabelText('Instrument')).toHaveValue('');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeDisabled();
    await press('Kitchen thermometer');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Just now' })).toHaveAttribute('aria-pressed', 'true');
    expect(await axeFindings()).toEqual([]);
    const before = now();
    await press('Save');
    await expect.element(page.getByText('The reading stands in the record.')).toBeVisible();
    const { at, ...said } = sent(portal, recordReading.path) as { at: number };
    expect(said).toEqual({
      subject: { kind: 'batch', id: batchId },
      value_C: 69.5,
      where: '',
      instrument: 'Kitchen thermometer',
      note: '',
    });
    expect(at).toBeGreaterThanOrEqual(before);
  });

  it('B2.7 when it was measured can be said otherwise; of a record that is long over nobody measures now', async () => {
    const portal = portalWithRecord();
    await show(portal);
    await press('Enter a reading');
    await press('Raise');
    await press('Next step');
    await press('Kitchen thermometer');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(page.getByRole('button', { name: 'Just now' }).elements()).toEqual([]);
    await press(/^At the end, /);
    await press('Save');
    await expect.element(page.getByText('The reading stands in the record.')).toBeVisible();
    expect(sent(portal, recordReading.path)).toMatchObject({ at: example.endedAt });
    await press('Enter a reading');
    await press('Raise');
    await press('Next step');
    await press('Kitchen thermometer');
    await press('Next step');
    // In the kitchen's time, not in that of whoever looks.
    await userEvent.fill(page.getByLabelText('Measured at'), '2025-11-20T22:50');
    await userEvent.fill(page.getByLabelText('Where'), 'Middle tray');
    await press('Save');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(sent(portal, recordReading.path)).toMatchObject({
      at: Date.UTC(2025, 10, 20, 21, 50),
      where: 'Middle tray',
    });
  });

  it('B2.7 what was measured stands beside the verdict, with who entered it when, and its thermometer is offered next', async () => {
    const portal = portalWithRecord({
      verdict: 'NOT_PROVEN',
      readings: [{ ...recordReading.example.reply, where: 'Middle tray' }],
      notes: [addNote.example.reply],
    });
    await show(portal);
    const record = page.getByRole('main');
    await expect.element(record.getByRole('heading', { name: 'Measured by hand' })).toBeVisible();
    await expect.element(record.getByText('Middle tray')).toBeVisible();
    await expect.element(record.getByText(/^Anna Neri, .*22:50/)).toBeVisible();
    await expect.element(record.getByText(addNote.example.reply.text)).toBeVisible();
    await press('Enter a reading');
    await press('Lower');
    await press('Next step');
    await expect.element(page.getByRole('button', { name: 'Thermometer 7' })).toHaveAttribute('aria-pressed', 'false');
    await press('Thermometer 7');
    await expect.element(page.getByRole('button', { name: 'Next step' })).toBeEnabled();
  });

  it('B2.7 of a reading that lies ahead it is said why it is refused, and nothing that was said is lost', async () => {
    const portal = portalWithRecord({ endedAt: now() - 20 * minute_ms });
    portal.refuse(recordReading, 422, 'reading_in_future');
    await show(portal);
    await press('Enter a reading');
    await press('Raise');
    await press('Next step');
    await press('Kitchen thermometer');
    await press('Next step');
    await press('Save');
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await press('Step back');
    await expect
      .element(page.getByRole('button', { name: 'Kitchen thermometer' }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  it('B2.5 B2.6 what was typed wrong is corrected with a reason; only what is said otherwise is sent', async () => {
    const portal = portalWithRecord();
    await show(portal);
    await press('Correct product, lot or load');
    await userEvent.fill(page.getByRole('dialog').getByLabelText('Lot number'), 'L-0412');
    await press('Save');
    await expect.element(page.getByText('Enter at least 5 characters.')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Why it is corrected'), 'Read from the label again.');
    await press('Save');
    await expect.element(page.getByText('Corrected. What stood there before stays readable.')).toBeVisible();
    expect(sent(portal, amendPath)).toEqual({ lot: 'L-0412', reason: 'Read from the label again.' });
  });

  it('B2.1 when food was cooked is said by one tap, in minutes before the start; to say another time takes a reason', async () => {
    const portal = portalWithRecord();
    const { screen } = await show(portal);
    await press('Say when it was cooked');
    expect(await axeFindings()).toEqual([]);
    await press('30 min before');
    await expect.element(page.getByRole('button', { name: '30 min before' })).toHaveAttribute('aria-pressed', 'true');
    await press('Save');
    await expect.element(page.getByText('It stands in the record, which is judged anew.')).toBeVisible();
    const cookedAt = Math.floor(example.startedAt / minute_ms) * minute_ms - 30 * minute_ms;
    expect(sent(portal, amendPath)).toEqual({ cookedAt });
    await screen.unmount();
    const again = portalWithRecord({ cookedAt });
    again.refuse(amendBatch, 422, 'cooked_at_range', { serial, batchId });
    await show(again);
    await press('Say when it was cooked');
    await press('At the start');
    await press('Save');
    await expect.element(page.getByText('Enter at least 5 characters.')).toBeVisible();
    await userEvent.fill(page.getByLabelText('Why it is corrected'), 'Read from the oven.');
    await press('Save');
    await expect.element(page.getByLabelText('Cooked at')).toHaveAttribute('aria-invalid', 'true');
  });

  it('B2.1 B2.6 that a cycle goes on with the one before it, or not, is signed', async () => {
    const linkPath = `/api/v1/analytics/haccp/${serial}/${batchId}/link`;
    const { grant } = grantSigning.example.reply;
    for (const { change, name, goesOn } of [
      {
        change: { before: example.startedAt - 60 * minute_ms },
        name: 'It goes on with the cycle before',
        goesOn: true,
      },
      { change: { before: 0, continues: batchId }, name: 'It is other food', goesOn: false },
    ]) {
      const portal = portalWithRecord(change);
      const { screen } = await show(portal);
      await press(name);
      await userEvent.fill(page.getByLabelText('Your password'), 'a password');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText('It stands in the record, which is judged anew.')).toBeVisible();
      expect(sent(portal, linkPath)).toEqual({ goesOn, grant });
      await screen.unmount();
    }
    await show(portalWithRecord());
    await expect.element(page.getByRole('button', { name: 'Add a note' })).toBeVisible();
    expect(page.getByRole('button', { name: 'It goes on with the cycle before' }).elements()).toEqual([]);
  });

  it('B2.7 a day of what was held takes a note, too, and nothing of it can be corrected', async () => {
    const portal = portalWith([applianceWith({})]);
    const [day] = exampleReply(getHoldDay);
    if (!day) throw new Error('the example has a day');
    portal.reply(getHoldDay, [day], { serial, day: day.day });
    portal.reply(addNote, addNote.example.reply);
    await renderApp(`/haccp/${serial}?day=${day.day}&zone=${day.zone}`, { portal });
    await press('Add a note');
    await userEvent.fill(page.getByLabelText('Note', { exact: true }), 'Moved to the cold room.');
    await press('Save');
    await expect.element(page.getByText('The note stands in the record.')).toBeVisible();
    expect(sent(portal, addNote.path)).toEqual({
      subject: { kind: 'day', id: day.id },
      text: 'Moved to the cold room.',
    });
    expect(page.getByRole('button', { name: 'Correct product, lot or load' }).elements()).toEqual([]);
  });
});
