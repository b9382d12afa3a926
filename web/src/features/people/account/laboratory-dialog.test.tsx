import {
  createLaboratory,
  type Laboratory,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import { listServicePartners } from '@brina/contract/calls/maker/service';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const [example] = listLaboratories.example.reply;
const freddo = listServicePartners.example.reply[0]!;
const polar = { ...freddo, company: 'Polar Service', email: 'polar@service.example', city: 'Milano' };
const dialog = () => page.getByRole('dialog');
const center = () => dialog().getByLabelText('Service centre');
const sees =
  /sees the appliances of this kitchen, their alarms and their temperature curves. It does not see your food records/;

/** The editor of a kitchen, opened on its page. */
async function edit(lab: Laboratory) {
  const portal = portalFixture();
  portal.reply(listLaboratories, [lab]);
  portal.reply(listServicePartners, [freddo, polar]);
  portal.reply(updateLaboratory, lab, { id: lab.id });
  await renderApp('/account/laboratories', { portal });
  await userEvent.click(page.getByRole('button', { name: `Edit ${lab.name}` }));
  await expect.element(center()).toBeVisible();
  return {
    portal,
    /** What was saved as the service centre. */
    async saved(): Promise<unknown> {
      await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
      await expect.poll(() => dialog().elements()).toEqual([]);
      const sent = portal.asked.findLast(({ method }) => method === 'PUT');
      return (JSON.parse(sent?.body ?? '{}') as Laboratory).assistanceCenter;
    },
  };
}

describe('the service partner of a kitchen', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S3.7 S6.9 is chosen by company or place, and the owner is told what it then sees', async () => {
    const { saved } = await edit({ ...example, assistanceCenter: '' });
    expect(dialog().getByText(sees).elements()).toEqual([]);
    await userEvent.fill(center(), 'milan');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await userEvent.click(page.getByRole('option', { name: /Polar Service, Milano/ }));
    await expect.element(center()).toHaveValue(polar.email);
    await expect.element(dialog().getByText(sees)).toBeVisible();
    await expect.element(dialog().getByText('Polar Service, Milano')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(await saved()).toBe(polar.email);
  });

  it('S3.7 is typed as an e-mail address; anything else is refused at the field, once it is sent', async () => {
    const { portal, saved } = await edit({ ...example, assistanceCenter: '' });
    await userEvent.fill(center(), 'Assistenza Nord');
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await expect.element(center()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog().getByText(/enter a valid email address/)).toBeVisible();
    expect(portal.asked.filter(({ method }) => method === 'PUT')).toEqual([]);
    await userEvent.fill(center(), 'nord@example.com');
    await userEvent.keyboard('{Escape}');
    expect(await saved()).toBe('nord@example.com');
  });

  it('S3.7 S6.9 is taken away again', async () => {
    const { saved } = await edit({ ...example, assistanceCenter: freddo.email });
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    await expect.element(center()).toHaveValue('');
    expect(await saved()).toBe('');
  });

  it('S3.7 what was written there before it had to be an address may stay', async () => {
    const { saved } = await edit({ ...example, assistanceCenter: 'Assistenza Nord' });
    expect(await saved()).toBe('Assistenza Nord');
  });

  it('S6.9 the page of the kitchens names the partner by its company', async () => {
    const portal = portalFixture();
    portal.reply(listLaboratories, [{ ...example, assistanceCenter: freddo.email.toUpperCase() }]);
    portal.reply(listServicePartners, [freddo]);
    portal.reply(createLaboratory, example);
    await renderApp('/account/laboratories', { portal });
    await expect.element(page.getByRole('article').getByText(freddo.company)).toBeVisible();
  });
});
