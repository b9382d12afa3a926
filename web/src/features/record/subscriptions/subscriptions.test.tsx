import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { listPeriodReports } from '@brina/contract/calls/record/period-reports';
import {
  askReceiver,
  changeSubscription,
  createSubscription,
  endSubscription,
  listSubscriptions,
  type MailSubscription,
} from '@brina/contract/calls/record/subscriptions';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [kitchen] = listLaboratories.example.reply;
const [example] = structuredClone(listSubscriptions.example.reply) as unknown as [MailSubscription];
const [waits] = example.receivers;
const subscription: MailSubscription = {
  ...example,
  unit: null,
  laboratory: { id: kitchen.id, name: kitchen.name },
  receivers: [
    { ...waits!, state: 'asked' },
    {
      ...waits!,
      id: 'c',
      address: 'office@example.com',
      state: 'confirmed',
      mayAsk: false,
      visits: 3,
      lastVisitAt: example.nextAt,
    },
  ],
};
const at = (path: string): string => path.replace('{subscriptionId}', subscription.id);

function portalWithMails(mails: MailSubscription[]) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(filterRecords, { items: [], total: 0 });
  portal.reply(getBookMonth, structuredClone(getBookMonth.example.reply) as never);
  portal.reply(listPeriodReports, []);
  portal.reply(listSubscriptions, mails);
  portal.reply(listLaboratories, structuredClone(listLaboratories.example.reply) as never);
  return portal;
}

const bodyOf = (portal: ReturnType<typeof portalWithMails>, path: string): unknown =>
  JSON.parse(portal.askedFor(path).findLast(({ body }) => body !== '')?.body ?? '');

/** Opens the dialog as people do: from where reports of a period are ordered. */
async function openMails(portal: ReturnType<typeof portalWithMails>, path = '/?view=records') {
  await renderApp(path, { portal });
  await userEvent.click(page.getByRole('button', { name: 'Report of a period' }));
  await userEvent.click(page.getByRole('button', { name: 'By email' }));
  return page.getByRole('dialog', { name: 'Records by email' });
}

describe('records by email', () => {
  beforeEach(() => page.viewport(390, 844));

  it('B2.9 say who gets which and has confirmed it; an address is asked again, and a subscription ended, after a question', async () => {
    const portal = portalWithMails([subscription]);
    portal.reply(askReceiver, structuredClone(subscription) as never, { subscriptionId: subscription.id });
    portal.reply(endSubscription, { code: '200' }, { subscriptionId: subscription.id });
    const dialog = await openMails(portal);
    await expect.element(dialog.getByText(kitchen.name, { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('Every month', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('asked, not confirmed yet')).toBeVisible();
    await expect.element(dialog.getByText('confirmed', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('Links opened: 3, last on', { exact: false })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    for (const button of dialog.getByRole('button', { name: /^(Ask again|Change|End|Subscribe)/ }).elements())
      expect(button.getBoundingClientRect().height, button.textContent).toBeGreaterThanOrEqual(44);
    expect(await axeFindings()).toEqual([]);
    expect(dialog.getByRole('button', { name: /^Ask again/ }).elements().length).toBe(1);
    await userEvent.click(dialog.getByRole('button', { name: `Ask again: ${waits!.address}` }));
    await expect.poll(() => portal.askedFor(at(askReceiver.path)).length).toBe(1);
    expect(bodyOf(portal, at(askReceiver.path))).toEqual({ address: waits!.address });
    await userEvent.click(dialog.getByRole('button', { name: `End subscription: ${kitchen.name}` }));
    expect(portal.askedFor(at(endSubscription.path))).toEqual([]);
    await userEvent.click(
      page
        .getByRole('dialog', { name: 'End this subscription?' })
        .getByRole('button', { name: 'End subscription', exact: true }),
    );
    await expect.poll(() => portal.askedFor(at(endSubscription.path)).length).toBe(1);
  });

  it('B2.9 are ordered for a kitchen, in a language, for further addresses; what is wrong stands at its field', async () => {
    const portal = portalWithMails([]);
    portal.reply(createSubscription, structuredClone(subscription) as never);
    const list = await openMails(portal, `/?view=records&labId=${kitchen.id}`);
    await userEvent.click(list.getByRole('button', { name: 'Subscribe' }));
    const form = page.getByRole('dialog', { name: 'Subscribe to records' });
    await expect.element(form.getByLabelText('Records of')).toHaveValue(kitchen.id);
    await userEvent.selectOptions(form.getByLabelText('How often'), 'Every day');
    await userEvent.selectOptions(form.getByLabelText('Language'), '日本語');
    await userEvent.fill(form.getByLabelText('Address 1'), 'quality@example');
    await userEvent.fill(form.getByLabelText('Address 2'), 'a@b.example');
    await userEvent.fill(form.getByLabelText('Address 3'), 'A@B.example');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect.element(form.getByText('Enter an email address, or nothing.')).toBeVisible();
    await expect.element(form.getByText('This address stands here already.')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(portal.askedFor(createSubscription.path).filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.fill(form.getByLabelText('Address 1'), 'quality@example.com');
    await userEvent.fill(form.getByLabelText('Address 3'), '');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect.element(list).toBeVisible();
    expect(bodyOf(portal, createSubscription.path)).toEqual({
      labId: kitchen.id,
      every: 'day',
      language: 'ja_JP',
      addresses: ['quality@example.com', 'a@b.example'],
    });
  });

  it('B2.9 are changed, and what the portal refuses is said in words', async () => {
    const portal = portalWithMails([subscription]);
    const message = 'quality@example.com was asked several times and has not answered.';
    portal.on('PATCH', at(changeSubscription.path), () =>
      Response.json({ code: 'address_asked_enough', message, requestId: 'r' }, { status: 422 }),
    );
    const list = await openMails(portal);
    await userEvent.click(list.getByRole('button', { name: `Change: ${kitchen.name}` }));
    const form = page.getByRole('dialog', { name: 'Change the subscription' });
    await expect.element(form.getByLabelText('Address 1')).toHaveValue(waits!.address);
    await expect.element(form.getByLabelText('Address 3')).toHaveValue('');
    await userEvent.fill(form.getByLabelText('Address 2'), '');
    await userEvent.selectOptions(form.getByLabelText('How often'), 'Every week');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect.element(form.getByText('has not answered.', { exact: false })).toBeVisible();
    expect(bodyOf(portal, at(changeSubscription.path))).toEqual({
      every: 'week',
      language: subscription.language,
      addresses: [waits!.address],
    });
  });
});
