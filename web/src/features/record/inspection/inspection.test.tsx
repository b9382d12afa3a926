import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import {
  answerRequest,
  createLink,
  endLink,
  type InspectionLink,
  type KitchenPoster,
  listLinks,
  listPosters,
  makePoster,
  printPoster,
} from '@brina/contract/calls/record/inspection';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { applianceWith, portalWith } from '../../../appliance/testing/example-appliances.ts';
import { applyLive } from '../../../lib/appliances.ts';
import { queryClient } from '../../../lib/query.ts';
import { exampleUser } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [made] = listLinks.example.reply;
const link: InspectionLink = { ...made, laboratories: [...made.laboratories], units: [...made.units] };
const [hangs] = listPosters.example.reply;
const poster: KitchenPoster = { ...hangs, requests: [...hangs.requests] };

function portalWithBook(posters: KitchenPoster[] = []) {
  const portal = portalWith([applianceWith({})]);
  portal.reply(filterRecords, { items: [], total: 0 });
  portal.reply(getBookMonth, structuredClone(getBookMonth.example.reply) as never);
  portal.reply(listPosters, posters);
  portal.reply(listLinks, [link]);
  portal.reply(listLaboratories, structuredClone(listLaboratories.example.reply) as never);
  return portal;
}

const bodyOf = (portal: ReturnType<typeof portalWithBook>, path: string): unknown =>
  JSON.parse(portal.askedFor(path).findLast(({ body }) => body !== '')?.body ?? '');

describe('records for an inspector', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('B2.10 a link is made for chosen kitchens, days and time, and shown once as a code and an address', async () => {
    const portal = portalWithBook();
    portal.reply(createLink, structuredClone(createLink.example.reply) as never);
    await renderApp(`/?view=records&labId=${poster.labId}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'For an inspector' }));
    const dialog = page.getByRole('dialog', { name: 'Open records to an inspector' });
    await expect.element(dialog.getByText('Opened 3 times', { exact: false })).toBeVisible();
    const { name, serialNumber } = applianceWith({});
    await userEvent.click(dialog.getByRole('combobox', { name: 'Single appliances' }));
    await userEvent.click(page.getByRole('option', { name: new RegExp(name) }));
    await userEvent.fill(dialog.getByLabelText('From'), '2025-11-01');
    await userEvent.fill(dialog.getByLabelText('To'), '2025-11-20');
    await userEvent.selectOptions(dialog.getByLabelText('Valid for'), '1 day');
    await userEvent.fill(dialog.getByLabelText('PIN of six digits'), '81');
    await userEvent.click(dialog.getByRole('button', { name: 'Make link' }));
    await expect.element(dialog.getByText('Enter 6 digits, or none.')).toBeVisible();
    await userEvent.fill(dialog.getByLabelText('PIN of six digits'), '815274');
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Make link' }));
    const made = page.getByRole('dialog', { name: 'The link' });
    await expect.element(made.getByText(createLink.example.reply.address)).toBeVisible();
    await expect.element(made.getByRole('img', { name: 'Address' })).toBeVisible();
    expect(bodyOf(portal, createLink.path)).toEqual({
      labIds: [poster.labId],
      serials: [serialNumber],
      from: '2025-11-01',
      to: '2025-11-20',
      lasts: 'day',
      pin: '815274',
    });
    await userEvent.click(made.getByRole('button', { name: 'Close' }));
    await expect.element(made).not.toBeInTheDocument();
  });

  it('B2.10 a link is ended, and the poster of a kitchen made and printed', async () => {
    const portal = portalWithBook();
    portal.reply(endLink, { code: '200' }, { linkId: link.id });
    portal.reply(makePoster, poster);
    portal.on(
      'GET',
      printPoster.path.replace('{posterId}', poster.id),
      () => new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="poster.pdf"' } }),
    );
    await renderApp('/?view=records', { portal });
    await userEvent.click(page.getByRole('button', { name: 'For an inspector' }));
    await userEvent.click(page.getByRole('button', { name: 'End' }));
    await expect.poll(() => portal.askedFor(endLink.path.replace('{linkId}', link.id)).length).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Print' }).first());
    await expect.poll(() => portal.askedFor(printPoster.path.replace('{posterId}', poster.id)).length).toBe(1);
    expect(bodyOf(portal, makePoster.path)).toEqual({ labId: listLaboratories.example.reply[0].id });
  });

  it('B2.10 who manages a kitchen sees what is open, ends it, and opens nothing', async () => {
    const portal = portalWithBook();
    const membership = { id: link.id, company: 'Hotel Alpino', role: 'KITCHEN_MANAGER', state: 'ACCEPTED' } as const;
    portal.reply(getUserInfo, exampleUser({ language: 'en_GB', membership }));
    portal.reply(endLink, { code: '200' }, { linkId: link.id });
    await renderApp('/?view=records', { portal });
    await userEvent.click(page.getByRole('button', { name: 'For an inspector' }));
    const dialog = page.getByRole('dialog', { name: 'Open to inspectors' });
    await expect.element(dialog.getByText('Opened 3 times', { exact: false })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Make link' }).elements()).toEqual([]);
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    await expect.poll(() => portal.askedFor(endLink.path.replace('{linkId}', link.id)).length).toBe(1);
  });

  for (const [where, path] of [
    ['the home', '/'],
    ['the display on the wall', `/?view=wall&kitchen=${poster.labId}`],
  ] as const)
    it(`B2.10 who asks at a poster is shown at once on ${where}, too, and gone when somebody has answered`, async () => {
      const portal = portalWithBook([{ ...poster, requests: [] }]);
      await renderApp(path, { portal });
      const asks = page.getByText('number 47', { exact: false });
      await expect.poll(() => portal.askedFor(listPosters.path).length).toBe(1);
      await expect.poll(() => queryClient.isFetching({ queryKey: [listPosters.id] })).toBe(0);
      expect(asks.elements()).toEqual([]);
      const elsewhere = {
        ...poster,
        labId: '0198c0de-0000-7000-8000-00000000000c',
        requests: [{ ...poster.requests[0], number: 48 }],
      };
      portal.reply(listPosters, [poster, ...(path === '/' ? [] : [elsewhere as KitchenPoster])]);
      applyLive(queryClient, [{ action: 'changed', call: listPosters.id }]);
      await expect.element(asks).toBeVisible();
      expect(page.getByText('number 48', { exact: false }).elements(), 'another kitchen’s').toEqual([]);
      const button = page.getByRole('button', { name: 'Let in' });
      expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
      expect(await axeFindings()).toEqual([]);
      portal.reply(listPosters, [{ ...poster, requests: [] }]);
      applyLive(queryClient, [{ action: 'changed', call: listPosters.id }]);
      await expect.poll(() => asks.elements()).toEqual([]);
    });

  it('B2.10 who asks at a poster is shown with its number, and let in by one tap', async () => {
    await page.viewport(390, 844);
    const portal = portalWithBook([poster]);
    portal.reply(answerRequest, { code: '200' }, { posterId: poster.id });
    await renderApp('/?view=records', { portal });
    await expect.element(page.getByText('number 47', { exact: false })).toBeVisible();
    const button = page.getByRole('button', { name: 'Let in' });
    expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
    await userEvent.click(button);
    const path = answerRequest.path.replace('{posterId}', poster.id);
    await expect.poll(() => portal.askedFor(path).length).toBe(1);
    expect(bodyOf(portal, path)).toEqual({ number: 47, grants: true });
  });
});
