import {
  type FactoryApplianceDetail,
  getCertificates,
  getFactoryAppliance,
  issueCertificate,
  releaseByFactory,
  revokeCertificate,
  shareWithService,
  unshareFromService,
} from '@brina/contract/calls/maker/factory-appliances';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { passportLink } from '@brina/contract/calls/maker/passport';
import type { Locale } from '@brina/domain/language/locales';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { now } from '../../../lib/clock.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';
import { replyThirtyDays } from '../service/testing/thirty-days.ts';

const example: FactoryApplianceDetail = getFactoryAppliance.example.reply;
const serial = example.serialNumber;
const params = { serial };
const path = `/factory/appliance/${serial}`;
const certificate = example.certificates[0] as FactoryApplianceDetail['certificates'][number];
const service = example.services[0] as FactoryApplianceDetail['services'][number];

function pagePortal(change: Partial<FactoryApplianceDetail> = {}) {
  const portal = portalFixture(exampleUser({ role: 'FACTORY', company: null, ownCompany: null, memberships: [] }));
  portal.reply(getFactoryAppliance, { ...example, ...change }, params);
  portal.reply(passportLink, passportLink.example.reply, params);
  replyThirtyDays(portal, serial);
  return portal;
}

const zip = (name: string) => () =>
  new Response('zip', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
const fill = (call: { path: string }) => call.path.replace('{serial}', serial);

describe('an appliance in the factory area', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.30 says what it is, how it is, who has it since when and in which town; no person', async () => {
    const portal = pagePortal({
      alarms: 1,
      alarmList: [{ name: 'openDoorAlarm', active: true, since: now() - 600_000 }],
      status: 'running',
    });
    await renderApp(path, { portal });
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(`MultiFresh Next L 45 ${serial}`);
    const main = page.getByRole('main');
    for (const words of [
      '1 alarm',
      'Running',
      'Door open',
      'Pasticceria Neri',
      'Treviso, Italy',
      'Check digit fits',
      'R290',
      '2035',
    ])
      await expect.element(main).toMatchTextContent(words);
    await expect
      .element(page.getByRole('link', { name: 'Users of the appliance' }))
      .toHaveAttribute('href', `/factory?tab=users&serialNumber=${serial}`);
    await expect
      .element(page.getByRole('link', { name: 'Digital product passport' }))
      .toHaveAttribute('href', passportLink.example.reply.link);
    await expect.element(page.getByRole('region', { name: 'Door openings a day' })).toMatchTextContent('Average');
  });

  it('S3.8 an alarm of one that is not connected stays an alarm, and says that nothing was heard since', async () => {
    const portal = pagePortal({
      online: false,
      lastSeenAt: now() - 9_000_000,
      alarms: 1,
      alarmList: [{ name: 'openDoorAlarm', active: true, since: now() - 10_800_000 }],
    });
    await renderApp(path, { portal });
    const card = page.getByRole('region', { name: 'Now' });
    await expect.element(card).toHaveAttribute('data-border', 'alarm');
    for (const words of ['1 alarm', 'Not connected', '2 hours ago', 'Door open'])
      await expect.element(card).toMatchTextContent(words);
  });

  it('S6.3 S7.25 a certificate issued anew says first what it costs, and hands its key over once', async () => {
    const portal = pagePortal({
      certificates: [certificate, { ...certificate, fingerprint: '00:11', revokedAt: now() - 1000 }],
    });
    await renderApp(path, { portal });
    const part = page.getByRole('region', { name: 'Certificates' }).first();
    await expect.element(part).toMatchTextContent('In force');
    await expect.element(part).toMatchTextContent('Revoked on');
    portal.on('POST', fill(issueCertificate), zip('new.zip'));
    await userEvent.click(page.getByRole('button', { name: 'Issue anew' }));
    const question = page.getByRole('dialog', { name: `Issue a new certificate for ${serial}?` });
    await expect.element(question).toMatchTextContent('The unit stays offline until the new key has been put into it.');
    expect(portal.askedFor(fill(issueCertificate))).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Issue anew' }));
    const done = page.getByRole('dialog', { name: 'A new certificate was issued' });
    await expect.element(done).toMatchTextContent('new.zip was downloaded.');
    await expect.element(done).toMatchTextContent('The key exists only in this file');
    await userEvent.click(done.getByRole('button', { name: 'I have the file' }));
    await expect.element(done).not.toBeInTheDocument();
  });

  it('S6.3 revoking ends the connection after a question; downloading asks nothing', async () => {
    const portal = pagePortal();
    portal.on('GET', fill(getCertificates), zip('public.zip'));
    portal.reply(revokeCertificate, { code: '200' }, params);
    await renderApp(path, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Download certificate and CA' }));
    await expect.poll(() => portal.askedFor(fill(getCertificates)).length).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Revoke' }));
    const question = page.getByRole('dialog', { name: `Revoke the certificate of ${serial}?` });
    await expect.element(question).toMatchTextContent('Its connection ends at once.');
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
    await expect.element(page.getByText('The certificate was revoked.')).toBeVisible();
    expect(
      portal.asked.filter(({ method, path: asked }) => method === 'DELETE' && asked === fill(revokeCertificate)).length,
    ).toBe(1);
  });

  it('S6.3 S1.4 releasing names who loses it and shows the next code once; without an owner only the code is renewed', async () => {
    const portal = pagePortal();
    portal.reply(releaseByFactory, releaseByFactory.example.reply, params);
    const { screen } = await renderApp(path, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Release' }));
    const question = page.getByRole('dialog', { name: `Release ${serial} from its owner?` });
    await expect.element(question).toMatchTextContent('Pasticceria Neri no longer sees it');
    await userEvent.click(question.getByRole('button', { name: 'Release' }));
    await expect.element(page.getByRole('dialog', { name: 'Released appliances' })).toMatchTextContent('7KQ2M-9XWPA');

    await screen.unmount();
    const unheld = pagePortal({ heldSince: null, company: '', laboratory: null, claimable: true });
    await renderApp(path, { portal: unheld });
    await expect.element(page.getByRole('main')).toMatchTextContent('The activation code from its file is open.');
    await expect.element(page.getByRole('button', { name: 'New activation code' })).toBeVisible();
  });

  it('S4.21 S7.34 shares with a service partner by e-mail, refusals at the field', async () => {
    const portal = pagePortal();
    portal.reply(filterUsers, filterUsers.example.reply);
    portal.refuse(shareWithService, 422, 'not_a_service_partner');
    await renderApp(path, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Share', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Share with a service partner' });
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
    await expect.element(dialog.getByText('This field is required.')).toBeVisible();
    await userEvent.fill(dialog.getByLabelText('Email of the partner'), 'who@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
    await expect.element(dialog.getByText('refused: not_a_service_partner')).toBeVisible();
    await expect.element(dialog.getByLabelText('Email of the partner')).toHaveAttribute('aria-invalid', 'true');
    portal.reply(shareWithService, { code: '200' });
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
    await expect.element(page.getByText('Shared with who@example.com.')).toBeVisible();
  });

  it('S4.21 S7.34 takes back what the factory shares, never what the kitchen named', async () => {
    const portal = pagePortal({
      services: [service, { ...service, by: 'KITCHEN', company: 'Gelo', email: 'info@gelo.example' }],
    });
    await renderApp(path, { portal });
    await expect.element(page.getByRole('button', { name: 'Unshare' })).toBeVisible();
    portal.reply(unshareFromService, { code: '200' });
    expect(page.getByRole('button', { name: 'Unshare' }).elements()).toHaveLength(1);
    await userEvent.click(page.getByRole('button', { name: 'Unshare' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Unshare' }));
    await expect.element(page.getByText(`${service.company} no longer sees the appliance.`)).toBeVisible();
    const asked = portal.asked.find(({ method, path: one }) => method === 'DELETE' && one === unshareFromService.path);
    expect(asked?.query).toBe(`?email=${encodeURIComponent(service.email)}&serialNumber=${serial}`);
  });

  it('S6.3 who may change nothing sees no button that would', async () => {
    const may = { share: false, release: false, issueCertificate: false, revoke: false, diagnose: false };
    await renderApp(path, { portal: pagePortal({ may }) });
    await expect.element(page.getByRole('region', { name: 'Certificates' }).first()).toBeVisible();
    expect(page.getByRole('region', { name: 'Door openings a day' }).elements(), 'its last month').toEqual([]);
    for (const name of ['Release', 'Share', 'Unshare', 'Issue anew', 'Revoke', 'Download certificate and CA'])
      expect(page.getByRole('button', { name, exact: true }).elements(), name).toEqual([]);
  });

  it('S2.30 a number that does not exist says where to look; one part that fails hides no other', async () => {
    const portal = pagePortal();
    portal.refuse(getFactoryAppliance, 404, 'not_found', { serial: 'MF00000000' });
    const { screen } = await renderApp('/factory/appliance/MF00000000', { portal });
    await expect.element(page.getByRole('heading', { name: 'There is no appliance MF00000000' })).toBeVisible();
    await screen.unmount();
    // Nor is there one whose number has another form: asking again would not bring it.
    portal.refuse(getFactoryAppliance, 400, 'bad_request', { serial: 'XX' });
    const { screen: malformed } = await renderApp('/factory/appliance/XX', { portal });
    await expect.element(page.getByRole('heading', { name: 'There is no appliance XX' })).toBeVisible();
    await malformed.unmount();
    portal.refuse(passportLink, 403, 'access_denied', params);
    portal.on('GET', `/api/v1/appliance/appliances/${serial}/alarms`, () =>
      Response.json({ code: 'access_denied', message: 'No.', requestId: 'r1' }, { status: 403 }),
    );
    await renderApp(path, { portal });
    await expect.element(page.getByRole('alert').first()).toMatchTextContent('The alarms could not be shown. No.');
    await expect.element(page.getByText('Fan replaced.')).toBeInTheDocument();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, locale: 'de' as Locale }],
    ['dark at 390 px', { width: 390, dark: true, locale: 'ja' as Locale }],
  ])('axe finds nothing: %s', async (_, { width, dark, locale }) => {
    await page.viewport(width, 900);
    await renderApp(path, { portal: pagePortal(), dark, locale });
    await expect.element(page.getByText('Fan replaced.')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('[class*="_toast_"]').length).toBe(0);
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});
