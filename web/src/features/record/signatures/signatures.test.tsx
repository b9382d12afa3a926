import { getAppliance } from '@brina/contract/calls/kitchen/appliances';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { grantSigning, listSigners, signingWays, signRecords } from '@brina/contract/calls/record/signatures';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { exampleReply } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const serial = getAppliance.example.reply.serialNumber;
const example = exampleReply(getBatch);
const { grant } = grantSigning.example.reply;

function portalThatSigns(pinSince: number | null) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(signingWays, { pinSince });
  portal.reply(grantSigning, grantSigning.example.reply);
  portal.reply(signRecords, signRecords.example.reply);
  return portal;
}

const proof = () => page.getByRole('region', { name: 'Proof' });
const press = (name: string) => userEvent.click(page.getByRole('dialog').getByRole('button', { name, exact: true }));

describe('signatures on a record', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.6 B2.8 a record says who signed which revision and where it stands in the book, and is signed by PIN as it is shown', async () => {
    const portal = portalThatSigns(1_763_600_000_000);
    const params = { serial, batchId: example.batchId };
    portal.reply(getBatch, { ...example, signatures: [] }, params);
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await expect
      .element(proof())
      .toMatchTextContent(/Nobody has signed this record yet.*Entry 812 of the company’s book/);
    await userEvent.click(page.getByRole('button', { name: 'Sign as reviewed' }));
    for (const button of page.getByRole('dialog').getByRole('button').elements().slice(0, 11))
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    expect(await axeFindings()).toEqual([]);
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })).toBeDisabled();
    for (const digit of '407193') await press(digit);
    portal.reply(
      getBatch,
      { ...example, signatures: example.signatures.map((one) => ({ ...one, stale: true })) },
      params,
    );
    await press('Sign');
    await expect.element(proof()).toMatchTextContent(/Anna Neri.*1 \(not the latest\)/);
    await expect.element(page.getByText('Signed.')).toBeVisible();
    expect(JSON.parse(String(portal.askedFor(signRecords.path)[0]?.body))).toEqual({
      what: [{ kind: 'batch', id: example.batchId, revision: example.revision, hash: example.seal?.hash }],
      meaning: 'REVIEWED',
      grant,
    });
  });

  it('B2.6 who mistypes the PIN is told and begins anew; a record that moved on meanwhile is not signed', async () => {
    const portal = portalThatSigns(1_763_600_000_000);
    portal.reply(getBatch, example, { serial, batchId: example.batchId });
    portal.refuse(grantSigning, 403, 'signing_refused');
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Sign as reviewed' }));
    for (const digit of '111112') await press(digit);
    await press('Sign');
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText('○○○○○○')).toBeVisible();
    portal.reply(grantSigning, grantSigning.example.reply);
    portal.refuse(signRecords, 409, 'signature_stale');
    for (const digit of '407193') await press(digit);
    await press('Sign');
    await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent('signature_stale');
    await press('Cancel');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('B2.6 on a shared tablet another person is a tap away, signs by its own PIN, and stays chosen when it mistypes', async () => {
    const portal = portalThatSigns(null);
    const [luca] = exampleReply(listSigners) as [{ id: string; name: string; role: string }];
    portal.reply(listSigners, [luca]);
    portal.reply(getBatch, example, { serial, batchId: example.batchId });
    portal.refuse(grantSigning, 403, 'signing_refused');
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Sign as reviewed' }));
    const own = page.getByRole('dialog').getByRole('button', { name: 'Ada Neri' });
    await expect.element(own).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByLabelText('Your password')).toBeVisible();
    await press(luca.name);
    await expect.element(page.getByRole('group', { name: `Signing PIN of ${luca.name}` })).toBeVisible();
    expect(page.getByRole('button', { name: 'Sign with the password' }).elements()).toEqual([]);
    for (const button of page.getByRole('dialog').getByRole('button').elements())
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    expect(await axeFindings()).toEqual([]);
    for (const digit of '111112') await press(digit);
    await press('Sign');
    await expect.element(page.getByRole('dialog').getByText('○○○○○○')).toBeVisible();
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: luca.name }))
      .toHaveAttribute('aria-pressed', 'true');
    portal.reply(grantSigning, grantSigning.example.reply);
    for (const digit of '407193') await press(digit);
    await press('Sign');
    await expect.element(page.getByText('Signed.')).toBeVisible();
    expect(JSON.parse(String(portal.askedFor(grantSigning.path).at(-1)?.body))).toEqual({
      pin: '407193',
      person: luca.id,
    });
  });

  it('B2.6 of many people who sign stands alone until somebody asks for the others; whoever goes back to its own name gives its own proof', async () => {
    const portal = portalThatSigns(1_763_600_000_000);
    const names = ['Ada', 'Bruno', 'Carla', 'Dario', 'Elsa'];
    portal.reply(
      listSigners,
      names.map((name, i) => ({ id: `0198c0de-0000-7000-8000-00000000002${i}`, name, role: 'KITCHEN_MANAGER' })),
    );
    portal.reply(getBatch, example, { serial, batchId: example.batchId });
    await renderApp(`/haccp/${serial}?batch=${example.batchId}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Sign as reviewed' }));
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Somebody else' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Dario' }).elements()).toEqual([]);
    await press('4');
    await press('Somebody else');
    await press('Dario');
    // What somebody began to type is nobody else's PIN.
    await expect.element(page.getByRole('dialog').getByText('○○○○○○')).toBeVisible();
    expect(page.getByRole('button', { name: 'Elsa' }).elements()).toEqual([]);
    await press('Somebody else');
    await press('Ada Neri');
    for (const digit of '407193') await press(digit);
    await press('Sign');
    await expect.element(page.getByText('Signed.')).toBeVisible();
    expect(JSON.parse(String(portal.askedFor(grantSigning.path).at(-1)?.body))).toEqual({ pin: '407193' });
  });

  it('B2.6 a day of what was held is signed as a batch is, by password where there is no PIN', async () => {
    const portal = portalThatSigns(null);
    const [day] = exampleReply(getHoldDay);
    if (!day) throw new Error('the example has no day');
    portal.reply(getHoldDay, [{ ...day, signatures: [] }], { serial, day: day.day });
    await renderApp(`/haccp/${serial}?day=${day.day}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Sign as reviewed' }));
    await userEvent.fill(page.getByLabelText('Your password'), 'Cold-line-2026');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Signed.')).toBeVisible();
    expect(JSON.parse(String(portal.askedFor(grantSigning.path)[0]?.body))).toEqual({ password: 'Cold-line-2026' });
    expect(JSON.parse(String(portal.askedFor(signRecords.path)[0]?.body))).toMatchObject({
      what: [{ kind: 'day', id: day.id, revision: day.revision, hash: day.seal?.hash }],
    });
  });
});
