import {
  createLaboratory,
  deleteLaboratory,
  type Laboratory,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo, type UserInfo, updateUserInfo } from '@brina/contract/calls/people/account';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { localStore } from '../../../lib/session.ts';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { dismissToast } from '../../../lib/toast.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const inEnglish = (change: Partial<UserInfo> = {}): UserInfo =>
  exampleUser({ language: 'en_GB', memberships: [], ...change });
const toast = (text: string) => expect.element(page.getByText(text)).toBeVisible();
const sent = (portal: ReturnType<typeof portalFixture>, path: string, method: string): unknown[] =>
  portal
    .askedFor(path)
    .filter((one) => one.method === method)
    .map(({ body }) => JSON.parse(body));
const axeInBoth = async (path: string, portal: ReturnType<typeof portalFixture>) => {
  const { screen } = await renderApp(path, { portal });
  expect(await axeFindings()).toEqual([]);
  await screen.unmount();
  await page.viewport(390, 844);
  await renderApp(path, { portal, dark: true, locale: 'de' });
  expect(await axeFindings()).toEqual([]);
};

/** Words of the test before are still fading, which axe takes for a lack of contrast. */
const clearToasts = () => Array.from({ length: 50 }, (_, place) => dismissToast(place + 1));

beforeEach(async () => {
  clearToasts();
  await page.viewport(1280, 900);
});

describe('user details', () => {
  it('S3.34 S7.3 shows every profile field, and saves exactly those; the e-mail is shown and stays', async () => {
    const portal = portalFixture(inEnglish());
    await renderApp('/account/userinfo', { portal });
    await expect.element(page.getByLabelText('Email')).toHaveAttribute('readonly');
    await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Italy');
    portal.reply(updateUserInfo, inEnglish({ firstName: 'Adele', phone: '+390422123456' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'First name' }), 'Adele');
    await userEvent.fill(page.getByLabelText('Phone'), '0422 123456');
    await userEvent.fill(page.getByRole('textbox', { name: 'Address' }), 'Via Roma 1');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await toast('Your details are saved.');
    expect(sent(portal, updateUserInfo.path, 'PUT')).toEqual([
      {
        firstName: 'Adele',
        lastName: 'Neri',
        phone: '0422 123456',
        country: 'IT',
        address: 'Via Roma 1',
        city: 'Treviso',
        postalCode: '31100',
      },
    ]);
    // As the portal keeps it.
    await expect.element(page.getByLabelText('Phone')).toHaveValue('+390422123456');
    expect(localStore.getState().user?.firstName).toBe('Adele');
  });

  it('S7.3 a phone number of no country is refused at its field, in the portal’s words', async () => {
    const portal = portalFixture(inEnglish());
    portal.refuse(updateUserInfo, 400, 'phone_invalid');
    await renderApp('/account/userinfo', { portal });
    await userEvent.fill(page.getByLabelText('Phone'), '12');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('refused: phone_invalid')).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(page.getByLabelText('Phone').element());
  });

  it('S5.7 names are required, said after the first try; another failure stands above the form', async () => {
    const portal = portalFixture(inEnglish());
    portal.refuse(updateUserInfo, 500, 'generic');
    await renderApp('/account/userinfo', { portal });
    await userEvent.clear(page.getByRole('textbox', { name: 'First name' }));
    await expect.element(page.getByText('This field is required.')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('This field is required.')).toBeVisible();
    expect(sent(portal, updateUserInfo.path, 'PUT')).toEqual([]);
    await userEvent.fill(page.getByRole('textbox', { name: 'First name' }), 'Ada');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your details could not be saved. refused: generic');
  });

  it('has no finding of axe', () => axeInBoth('/account/userinfo', portalFixture(inEnglish())));
});

const full: Laboratory = {
  servedBy: null,
  id: '0198c0de-0000-7000-8000-00000000000a',
  name: 'Main kitchen',
  dealer: 'Freddo Srl',
  assistanceCenter: 'Assistenza Nord',
  country: 'IT',
  city: 'Treviso',
  address: 'Via Roma 1',
  district: 'TV',
  postalCode: '31100',
  timeZone: 'Europe/Rome',
  applianceCount: 2,
  may: { edit: true, delete: false },
};
const empty: Laboratory = {
  ...full,
  id: '0198c0de-0000-7000-8000-00000000000b',
  name: 'Bakery',
  applianceCount: 0,
  may: { edit: true, delete: true },
};
const dialog = () => page.getByRole('dialog');
async function openKitchens(labs: Laboratory[] = [full, empty]) {
  const portal = portalFixture(inEnglish());
  portal.reply(listLaboratories, labs);
  await renderApp('/account/laboratories', { portal });
  return portal;
}

describe('kitchens', () => {
  it('S3.7 shows each with dealer, service centre, address and time zone', async () => {
    await openKitchens([full]);
    for (const text of ['2 appliances', 'Freddo Srl', 'Assistenza Nord', 'Via Roma 1', '31100 Treviso (TV)', 'Italy'])
      await expect.element(page.getByRole('article').getByText(text)).toBeVisible();
    await expect.element(page.getByRole('article').getByText('Europe/Rome')).toBeVisible();
  });

  it('S3.7 edits all its fields', async () => {
    const portal = await openKitchens();
    portal.reply(updateLaboratory, full, { id: full.id });
    await userEvent.click(page.getByRole('button', { name: 'Edit Main kitchen' }));
    await userEvent.fill(dialog().getByLabelText('Dealer'), 'Caldo Srl');
    await userEvent.fill(dialog().getByLabelText('Postal code'), '31050');
    await userEvent.fill(dialog().getByRole('combobox', { name: 'Province' }), 'Belluno');
    await userEvent.click(page.getByRole('option', { name: 'Belluno (BL)' }));
    await userEvent.fill(dialog().getByRole('combobox', { name: 'Time zone' }), 'Lisbon');
    await userEvent.click(page.getByRole('option', { name: /^Europe\/Lisbon/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await toast('Kitchen saved.');
    const { id, applianceCount: _count, servedBy: _servedBy, may: _may, ...fields } = full;
    expect(sent(portal, `/api/v1/appliance/labs/${id}`, 'PUT')).toEqual([
      { ...fields, dealer: 'Caldo Srl', postalCode: '31050', district: 'BL', timeZone: 'Europe/Lisbon' },
    ]);
  });

  it('S2.27 S5.4 a first kitchen begins with the company’s clock; only Italy has provinces', async () => {
    const portal = await openKitchens([]);
    portal.reply(createLaboratory, empty);
    await expect.element(page.getByRole('heading', { name: 'No kitchens yet' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Add kitchen' }));
    await expect.element(dialog().getByRole('combobox', { name: 'Province' })).not.toBeInTheDocument();
    await userEvent.fill(dialog().getByRole('textbox', { name: 'Name of the kitchen' }), 'Bakery');
    await userEvent.fill(dialog().getByRole('combobox', { name: 'Country' }), 'Ita');
    await userEvent.click(page.getByRole('option', { name: 'Italy' }));
    await expect.element(dialog().getByRole('combobox', { name: 'Province' })).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Add kitchen' }));
    await toast('Kitchen saved.');
    expect(sent(portal, createLaboratory.path, 'POST')).toMatchObject([
      { name: 'Bakery', country: 'IT', district: '', timeZone: 'Europe/Rome' },
    ]);
  });

  it('S8.15 a kitchen that cannot be added says that the operation was not successful; a taken name at its field', async () => {
    const portal = await openKitchens();
    portal.refuse(createLaboratory, 500, 'generic');
    await userEvent.click(page.getByRole('button', { name: 'Add kitchen' }));
    await userEvent.fill(dialog().getByRole('textbox', { name: 'Name of the kitchen' }), 'Bakery');
    await userEvent.click(dialog().getByRole('button', { name: 'Add kitchen' }));
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('The operation was not successful. refused: generic');
    portal.refuse(createLaboratory, 409, 'laboratory_name_taken');
    await userEvent.click(dialog().getByRole('button', { name: 'Add kitchen' }));
    await expect.element(dialog().getByText('refused: laboratory_name_taken')).toBeVisible();
    await expect
      .element(dialog().getByRole('textbox', { name: 'Name of the kitchen' }))
      .toHaveAttribute('aria-invalid', 'true');
  });

  it('S5.9 S8.14 a kitchen with appliances cannot be deleted, and says why; an empty one can', async () => {
    const portal = await openKitchens();
    await expect.element(page.getByRole('button', { name: 'Delete Main kitchen' })).toBeDisabled();
    await expect
      .element(page.getByText('This kitchen still has appliances. Move them to another one before you delete it.'))
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Delete Bakery' }));
    // Somebody has put an appliance there meanwhile.
    portal.refuse(deleteLaboratory, 409, 'laboratory_in_use', { id: empty.id });
    await userEvent.click(dialog().getByRole('button', { name: 'Delete kitchen' }));
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('refused: laboratory_in_use');
    portal.reply(deleteLaboratory, { code: '200' }, { id: empty.id });
    portal.reply(listLaboratories, [full]);
    await userEvent.click(dialog().getByRole('button', { name: 'Delete kitchen' }));
    await toast('Kitchen deleted.');
    await expect.element(page.getByRole('heading', { name: 'Bakery' })).not.toBeInTheDocument();
  });

  it('S8.25 a list that does not arrive can be asked for again', async () => {
    const portal = portalFixture(inEnglish());
    portal.refuse(listLaboratories, 403, 'access_denied');
    await renderApp('/account/laboratories', { portal });
    await expect.element(page.getByText('The kitchens could not be loaded. refused: access_denied')).toBeVisible();
    portal.reply(listLaboratories, [full]);
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('heading', { name: 'Main kitchen' })).toBeVisible();
  });

  it('has no finding of axe', async () => {
    const portal = portalFixture(inEnglish());
    portal.reply(listLaboratories, [full, empty]);
    await axeInBoth('/account/laboratories', portal);
  });
});

describe('preferences', () => {
  /** A portal that keeps what it is sent, as the real one does. */
  async function openPreferences() {
    let user = inEnglish();
    const portal = portalFixture(user);
    portal.on('PUT', updateUserInfo.path, ({ body }) => {
      const { preferences, ...rest } = JSON.parse(body) as Partial<UserInfo>;
      user = { ...user, ...rest, preferences: { ...user.preferences, ...preferences } };
      return Response.json(user);
    });
    portal.reply(getUserInfo, () => user);
    await renderApp('/account/preferences', { portal });
    return portal;
  }

  it('S1.2 S1.3 S3.5 units and clock are saved at once and apply at once', async () => {
    const portal = await openPreferences();
    await expect.element(page.getByText('For example: −18.0°C', { exact: false })).toBeVisible();
    await userEvent.click(page.getByText('Imperial'));
    await expect.element(page.getByText('For example: −0.4°F, 50.76', { exact: false })).toBeVisible();
    await userEvent.click(page.getByText('12 hours'));
    await expect.element(page.getByText(/For example: .*\s[ap]m$/)).toBeVisible();
    await expect
      .poll(() => sent(portal, updateUserInfo.path, 'PUT'))
      .toEqual([{ preferences: { measurement_system: 'imperial' } }, { preferences: { hours_display_system: '12h' } }]);
  });

  it('S1.1 S3.22 the language is saved as the wire spells it, and spoken at once', async () => {
    const portal = await openPreferences();
    await userEvent.selectOptions(page.getByLabelText('Language', { exact: true }), 'Deutsch');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    expect(sent(portal, updateUserInfo.path, 'PUT')).toEqual([{ language: 'de_DE' }]);
    expect(localStore.getState().locale).toBe('de');
  });

  it('S3.5 which of the messages are sent yet is told as it stands, not as an alarm', async () => {
    await openPreferences();
    for (const words of [
      /^Of these emails only the HACCP reports are sent yet/,
      /^None of these push messages is sent yet/,
    ])
      await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(document.body.textContent).not.toMatch(/e-mail/i);
  });

  it('S3.5 every mail, push message and consent can be turned on and off by itself', async () => {
    const portal = await openPreferences();
    const switches = [
      ['Alarms', 'alarm_mail_notification'],
      ['Lost connections', 'offline_mail_notification'],
      ['HACCP reports', 'haccp_report'],
      ['Appliance reports', 'appliance_report'],
      ['Monthly machine status', 'machine_status_mail'],
      ['Push messages on this account', 'push_notification'],
      ['Power failures', 'blackout_push_notification'],
      ['News and offers', 'marketing'],
    ] as const;
    for (const [name, key] of switches) {
      const toggle = page.getByRole('switch', { name: new RegExp(`^${name}`) });
      const wasOn = exampleUser().preferences[key];
      expect((toggle.element() as HTMLInputElement).checked, key).toBe(wasOn);
      await userEvent.click(toggle);
      await expect
        .poll(() => sent(portal, updateUserInfo.path, 'PUT').at(-1))
        .toEqual({ preferences: { [key]: !wasOn } });
      expect((toggle.element() as HTMLInputElement).checked, key).toBe(!wasOn);
    }
  });

  it('S3.5 what is not sent yet says so over its switches, for nobody must rely on a mail that never comes', async () => {
    await openPreferences();
    for (const [group, sentence] of [
      ['Emails', 'Of these emails only the HACCP reports are sent yet.'],
      ['Push messages', 'None of these push messages is sent yet.'],
    ] as const) {
      const section = page.getByRole('region', { name: group, exact: true });
      await expect.element(section.getByText(sentence, { exact: false })).toBeVisible();
    }
    await expect.element(page.getByRole('region', { name: 'Consent' })).not.toHaveTextContent('sent yet');
  });

  it('S3.5 a refused change is taken back, in words', async () => {
    const portal = await openPreferences();
    let answer = (): void => {};
    portal.on(
      'PUT',
      updateUserInfo.path,
      () =>
        new Promise((resolve) => {
          answer = () =>
            resolve(Response.json({ code: 'generic', message: 'No.', requestId: 'test' }, { status: 500 }));
        }),
    );
    const toggle = page.getByRole('switch', { name: /^Alarms/ });
    await userEvent.click(toggle);
    await expect.element(toggle).not.toBeChecked();
    await expect.poll(() => sent(portal, updateUserInfo.path, 'PUT')).toHaveLength(1);
    answer();
    await toast('The preference could not be saved. No.');
    await expect.element(toggle).toBeChecked();
  });

  it('S3.21 the consent to marketing shows its document', async () => {
    await openPreferences();
    await userEvent.click(page.getByRole('button', { name: 'Read the document' }));
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });

  it('has no finding of axe', () => axeInBoth('/account/preferences', portalFixture(inEnglish())));
});
