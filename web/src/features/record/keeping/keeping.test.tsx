import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { type LegalHold, liftHold, listHolds, setHold } from '@brina/contract/calls/record/keeping';
import { exportLedger, getLedger } from '@brina/contract/calls/record/ledger';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import { day_ms } from '@brina/domain/language/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { now } from '../../../lib/clock.ts';
import { exampleReply, exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [lotHold] = exampleReply(listHolds).holds;

function portalWithHolds(holds: LegalHold[]) {
  const portal = portalFixture(exampleUser());
  let kept = holds;
  const [{ id: labId, name }] = listLaboratories.example.reply;
  portal.reply(listHolds, () => ({ ...exampleReply(listHolds), longer: [{ labId, name, years: 10 }], holds: kept }));
  portal.reply(getLedger, exampleReply(getLedger));
  portal.reply(listLaboratories, structuredClone(listLaboratories.example.reply) as never);
  portal.reply(grantSigning, grantSigning.example.reply);
  const hears = (next: LegalHold[]) => () => {
    kept = next;
    return Response.json(next[0]);
  };
  const bodyOf = (path: string): unknown =>
    JSON.parse(String(portal.askedFor(path).findLast(({ method }) => method === 'POST')?.body));
  return { ...portal, hears, bodyOf };
}

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const dialog = () => page.getByRole('dialog');

describe('how long records are kept', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.12 the company’s page says how long records are kept and how long the book is; a hold on a kitchen is set and signed', async () => {
    const portal = portalWithHolds([]);
    const [kitchen] = listLaboratories.example.reply;
    const hold: LegalHold = {
      ...(lotHold as LegalHold),
      scope: { kind: 'kitchen', labId: kitchen.id, name: kitchen.name },
    };
    portal.on('POST', setHold.path, portal.hears([hold]));
    await renderApp('/account/company', { portal });
    await expect.element(page.getByText('Records are kept for 5 years.', { exact: false })).toBeVisible();
    const longer = `${kitchen.name}: by its food-safety plan, what is recorded now is kept for 10 years.`;
    await expect.element(page.getByText(longer)).toBeVisible();
    await expect.element(page.getByText('The book has 3 entries.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('No legal hold', { exact: true })).toBeVisible();
    for (const name of ['Set a legal hold', 'Download the book'])
      expect(page.getByRole('button', { name }).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(56);
    await press('Set a legal hold');
    const fields = dialog();
    await userEvent.selectOptions(fields.getByLabelText('What is kept'), 'Records of one kitchen');
    await userEvent.fill(fields.getByLabelText('Reason'), 'File');
    await userEvent.click(fields.getByRole('button', { name: 'Set a legal hold' }));
    await expect.element(fields.getByText('This field is required.').first()).toBeVisible();
    expect(portal.askedFor(setHold.path).filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.selectOptions(fields.getByLabelText('Kitchen', { exact: true }), kitchen.name);
    await userEvent.fill(fields.getByLabelText('Reason'), 'File 12/2025');
    await userEvent.fill(fields.getByLabelText('Your password, as a signature'), 'Cold-line-2026');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(fields.getByRole('button', { name: 'Set a legal hold' }));
    await expect.element(page.getByText('The legal hold is set.')).toBeVisible();
    expect(portal.bodyOf(grantSigning.path)).toEqual({ password: 'Cold-line-2026' });
    expect(portal.bodyOf(setHold.path)).toEqual({
      scope: { kind: 'kitchen', labId: kitchen.id },
      reason: 'File 12/2025',
      grant: grantSigning.example.reply.grant,
    });
    await expect.element(page.getByText(`Kitchen ${kitchen.name}`)).toBeVisible();
  });

  it('B2.8 the card says who attests the book outside, and warns of entries that stay at home for more than a week', async () => {
    const portal = portalWithHolds([]);
    let waitingSince = now() - 8 * day_ms;
    portal.reply(getLedger, () => ({ ...exampleReply(getLedger), waitingSince }));
    portal.on('POST', exportLedger.path, () => {
      waitingSince = now() - 6 * day_ms;
      return new Response('zip', { headers: { 'content-type': 'application/zip' } });
    });
    await renderApp('/account/company', { portal });
    await expect.element(page.getByText(/^Last time stamp on .* by tsa\.example\.$/)).toBeVisible();
    await expect.element(page.getByText(/^Last cosigned on .* by witness\.example\.$/)).toBeVisible();
    await expect
      .element(page.getByRole('alert').getByText('has never left this portal', { exact: false }))
      .toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await press('Download the book');
    await expect.poll(() => page.getByRole('alert').query()).toBeNull();
  });

  it('B2.12 a hold says who set it, when and why; it is lifted with a reason and says when it ends; the book is downloaded', async () => {
    const hold = lotHold as LegalHold;
    const portal = portalWithHolds([hold]);
    portal.on('POST', liftHold.path.replace('{holdId}', hold.id), portal.hears([exampleReply(liftHold)]));
    portal.on('POST', exportLedger.path, () => new Response('zip', { headers: { 'content-type': 'application/zip' } }));
    await renderApp('/account/company', { portal });
    await expect.element(page.getByText('Lot L-0324')).toBeVisible();
    await expect.element(page.getByText(hold.set.reason)).toBeVisible();
    await expect.element(page.getByText('by Anna Neri', { exact: false })).toBeVisible();
    await press('Download the book');
    await expect.poll(() => portal.askedFor(exportLedger.path).length).toBe(1);
    await press('Lift');
    await expect.element(dialog().getByText('It ends 7 days later.', { exact: false })).toBeVisible();
    await userEvent.fill(dialog().getByLabelText('Reason'), 'The file is closed');
    await userEvent.fill(dialog().getByLabelText('Your password, as a signature'), 'Cold-line-2026');
    await userEvent.click(dialog().getByRole('button', { name: 'Lift this legal hold' }));
    await expect.element(page.getByText('It ends on', { exact: false })).toBeVisible();
    expect(portal.bodyOf(liftHold.path.replace('{holdId}', hold.id))).toEqual({
      reason: 'The file is closed',
      grant: grantSigning.example.reply.grant,
    });
    expect(page.getByRole('button', { name: 'Lift', exact: true }).query()).toBeNull();
  });
});
