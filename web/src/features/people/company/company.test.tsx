import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { getUserInfo } from '@brina/contract/calls/people/account';
import { type Company, getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { expectShortMessage } from '../../../lib/testing/short-message.ts';
import { companyFaults, emptyCompany, movedTo } from './company-form.ts';

const neri: Company = getCompany.example.reply;
const { timeZone: _, ...neriFields } = neri;
/** As many companies were registered before their details were asked for. */
const bare: Company = { ...emptyCompany, name: 'Bar Centrale', timeZone: 'Europe/Rome' };

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');

async function choose(label: string, typed: string, option: string): Promise<void> {
  await userEvent.click(choice(label));
  await userEvent.fill(choice(label), typed);
  await userEvent.click(page.getByRole('option', { name: option }));
}

function portalWith(company: Company | null, user = exampleUser()) {
  const portal = portalFixture(user);
  let kept = company;
  portal.reply(getCompany, () => kept);
  portal.on('PUT', updateCompany.path, ({ body }) => {
    kept = { ...(JSON.parse(body) as Company), timeZone: 'Europe/Rome' };
    return Response.json(kept);
  });
  portal.reply(listAppliances, []);
  portal.reply(listLaboratories, []);
  const saved = (): unknown[] =>
    portal
      .askedFor(updateCompany.path)
      .filter(({ method }) => method === 'PUT')
      .map(({ body }) => JSON.parse(body) as unknown);
  return { ...portal, saved };
}

/** Refuses a save as the server does, at one field. */
const refuseField = (path: string, message: string) => (): Response =>
  Response.json(
    { code: 'company_invalid', message: 'invalid', requestId: 'r', fields: [{ path, code: 'invalid', message }] },
    { status: 400 },
  );

beforeEach(() => page.viewport(1280, 900));

describe('the mandatory-data dialog', () => {
  it('S2.20 S5.7 asks a USER for what is missing, and marks it only after a try to save', async () => {
    const portal = portalWith(bare);
    await renderApp('/', { portal });
    await expect.element(dialog().getByText('Complete your company')).toBeVisible();
    for (const shown of [field('Tax code'), choice('Sector'), choice('Country'), field('City'), field('Phone')]) {
      await expect.element(shown).toBeVisible();
    }
    expect(page.getByText('This field is required.').query()).toBeNull();

    await userEvent.click(button('Save'));
    await expect.poll(() => page.getByText('This field is required.').elements().length).toBe(5);
    expect(document.activeElement).toBe(field('Tax code').element());
    expect(portal.saved()).toEqual([]);
  });

  it('S2.20 S5.4 asks for the province in Italy and the postal code in Germany; another country clears both', async () => {
    const portal = portalWith({ ...bare, sector: 'hotel', city: 'Roma', phone: '+39 06 1234567' });
    await renderApp('/', { portal });
    expect(choice('Province').query()).toBeNull();
    await choose('Country', 'ital', 'Italy');
    await choose('Province', 'trev', 'Treviso (TV)');
    expect(field('Postal code').query()).toBeNull();

    await choose('Country', 'germ', 'Germany');
    expect(choice('Province').query()).toBeNull();
    await userEvent.fill(field('Postal code'), '10115');
    await choose('Country', 'ital', 'Italy');
    await expect.element(choice('Province')).toHaveValue('');
    await choose('Country', 'germ', 'Germany');
    await expect.element(field('Postal code')).toHaveValue('');
  });

  it('S2.39 a save shows its message for three seconds, and the dialog is gone', async () => {
    const portal = portalWith({ ...neri, taxCode: '' });
    await renderApp('/', { portal });
    await expect.element(dialog().getByText('For example 00743110157 or RSSMRA85T10A562S')).toBeVisible();
    await userEvent.fill(field('Tax code'), '00743110157');
    const seen = expectShortMessage('status', 'Company details saved.');
    await userEvent.click(button('Save'));
    await seen;
    await expect.poll(() => dialog().query()).toBeNull();
    expect(portal.saved()).toEqual([neriFields]);
  });

  it('S2.39 S8.10 a failed save shows its message for three seconds, and what the server refuses at its field', async () => {
    const portal = portalWith({ ...neri, taxCode: '' });
    portal.on('PUT', updateCompany.path, refuseField('body.phone', 'This phone number is not valid.'));
    await renderApp('/', { portal });
    await userEvent.fill(field('Tax code'), '00743110157');
    const seen = expectShortMessage('alert', 'The company details could not be saved.');
    await userEvent.click(button('Save'));
    await seen;
    await expect.element(dialog().getByText('This phone number is not valid.')).toBeVisible();
    expect(document.activeElement).toBe(field('Phone').element());
  });

  it('S2.20 can be put off, so that nobody is kept from an alarm', async () => {
    await renderApp('/', { portal: portalWith(bare) });
    await userEvent.click(button('Later'));
    await expect.poll(() => dialog().query()).toBeNull();
  });

  it.each([
    ['who has told everything', neri, exampleUser()],
    ['a service partner', bare, exampleUser({ role: 'SERVICE' })],
    ['who acts for the company of others', bare, exampleUser({ membership: exampleUser().memberships[0] ?? null })],
  ])('S2.20 does not ask %s', async (_name, company, user) => {
    const { router } = await renderApp('/analytics', { portal: portalWith(company, user) });
    await expect.poll(() => router.state.status).toBe('idle');
    await expect.element(page.getByRole('main')).toBeVisible();
    expect(dialog().query()).toBeNull();
  });

  it('S9.4 is in two columns, and stacked at 590 px and below', async () => {
    await renderApp('/', { portal: portalWith(bare) });
    await expect.element(field('Tax code')).toBeVisible();
    const topOf = (input: ReturnType<typeof field>): number => input.element().getBoundingClientRect().top;
    const lower = (): number => topOf(choice('Sector')) - topOf(field('Tax code'));
    await expect.poll(lower).toBe(0);
    await page.viewport(591, 900);
    await expect.poll(lower).toBe(0);
    await page.viewport(590, 900);
    await expect.poll(lower).toBeGreaterThan(40);
  });
});

describe('the company screen', () => {
  const open = (portal = portalWith(neri)) => renderApp('/account/company', { portal });

  it('S3.6 shows every detail, and saves what was changed', async () => {
    const portal = portalWith(neri);
    await open(portal);
    await expect.element(page.getByRole('heading', { name: 'Company' })).toBeVisible();
    await expect.element(field('Company name')).toHaveValue('Pasticceria Neri');
    await expect.element(choice('Country')).toHaveValue('Italy');
    await expect.element(choice('Province')).toHaveValue('Treviso (TV)');
    await expect.element(field('Postal code')).toHaveValue('31100');
    await userEvent.fill(field('City'), 'Conegliano');
    await userEvent.selectOptions(choice('Type of business'), 'restaurant');
    const seen = expectShortMessage('status', 'Company details saved.');
    await userEvent.click(button('Save'));
    await seen;
    expect(portal.saved()).toEqual([{ ...neriFields, city: 'Conegliano', type: 'restaurant' }]);
    expect(portal.askedFor(getUserInfo.path).length).toBeGreaterThan(1);
  });

  it('S8.10 a failed save shows its message for three seconds, and keeps what was typed', async () => {
    const portal = portalWith(neri);
    portal.refuse(updateCompany, 500, 'generic');
    await open(portal);
    await userEvent.fill(field('City'), 'Conegliano');
    const seen = expectShortMessage('alert', 'The company details could not be saved.');
    await userEvent.click(button('Save'));
    await seen;
    await expect.element(field('City')).toHaveValue('Conegliano');
  });

  it('S3.6 a service partner without a company gives its first details', async () => {
    const portal = portalWith(null, exampleUser({ role: 'SERVICE', company: null, ownCompany: null }));
    await open(portal);
    await userEvent.fill(field('Company name'), 'Kältetechnik Nord');
    await userEvent.fill(field('Tax code'), 'DE136695976');
    await userEvent.selectOptions(choice('Sector'), 'assistance');
    await choose('Country', 'germ', 'Germany');
    await userEvent.fill(field('Postal code'), '20095');
    await userEvent.fill(field('City'), 'Hamburg');
    await userEvent.fill(field('Phone'), '+49 40 123456');
    await userEvent.click(button('Save'));
    await expect.poll(() => portal.saved()).toHaveLength(1);
    expect(portal.saved()[0]).toMatchObject({ name: 'Kältetechnik Nord', country: 'DE', district: '', type: '' });
  });

  it('changes are not lost silently', async () => {
    const { router } = await open();
    await userEvent.fill(field('City'), 'Conegliano');
    void router.navigate({ to: '/analytics' });
    await expect.element(dialog().getByText('Leave without saving?')).toBeVisible();
    await userEvent.click(button('Keep editing'));
    await expect.poll(() => dialog().query()).toBeNull();
    await expect.element(field('City')).toHaveValue('Conegliano');

    void router.navigate({ to: '/analytics' });
    await userEvent.click(button('Leave'));
    await expect.poll(() => router.state.location.pathname).toBe('/analytics');
  });

  it('says that the details could not be loaded, and tries again', async () => {
    const portal = portalWith(neri);
    portal.refuse(getCompany, 404, 'not_found');
    await open(portal);
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent('The company details could not be loaded.');
    await expect.element(alert).toMatchTextContent('Request test');
    portal.reply(getCompany, neri);
    await userEvent.click(button('Retry'));
    await expect.element(field('City')).toHaveValue('Treviso');
  });
});

describe('the tax code of a company', () => {
  const box = () => page.getByRole('checkbox', { name: 'I have checked it: it is right' });
  const headersSent = (portal: ReturnType<typeof portalWith>) =>
    portal
      .askedFor(updateCompany.path)
      .filter(({ method }) => method === 'PUT')
      .map(({ headers }) => headers.get('tax-code-checked'));

  it('S5.3 B11.3 is judged when its field is left; what is unlikely is asked about, and kept when it is answered for', async () => {
    const portal = portalWith({ ...neri, taxCode: '' });
    await renderApp('/', { portal });
    await userEvent.click(field('Tax code'));
    await userEvent.tab();
    expect(page.getByText('This field is required.').query()).toBeNull();

    await userEvent.fill(field('Tax code'), '0074311015');
    await userEvent.tab();
    await expect.element(dialog().getByText('This tax code is not valid for the chosen country.')).toBeVisible();
    expect(box().query()).toBeNull();

    await userEvent.fill(field('Tax code'), '00743110158');
    await userEvent.tab();
    await expect.element(dialog().getByText(/may be mistyped: its digits do not fit together/)).toBeVisible();
    await userEvent.click(button('Save'));
    expect(portal.saved()).toEqual([]);
    await userEvent.click(box());
    await expect.poll(() => page.getByText(/may be mistyped/).query()).toBeNull();

    // Another code has not been answered for.
    await userEvent.fill(field('Tax code'), '00743110159');
    await userEvent.tab();
    await expect.element(box()).not.toBeChecked();
    await userEvent.click(box());
    await userEvent.click(button('Save'));
    await expect.poll(() => portal.saved()).toHaveLength(1);
    expect(portal.saved()[0]).toMatchObject({ taxCode: '00743110159' });
    expect(headersSent(portal)).toEqual(['true']);
  });

  const faults = (country: string, taxCode: string) =>
    companyFaults({ ...neriFields, ...movedTo(country), taxCode }, ['taxCode']);

  it('S5.3 is checked by the rule of the chosen country', async () => {
    for (const [country, right, unlikely, invalid] of [
      ['IT', 'IT 00743110157', '00743110158', '0074311015'],
      ['DE', 'DE136695976', 'DE136695977', 'DE123'],
      // No check is known for Iceland: letters and digits, two of them, are all that is asked.
      ['IS', 'A1', undefined, 'A'],
    ] as const) {
      expect(await faults(country, right)).toEqual({});
      if (unlikely) expect(await faults(country, unlikely)).toEqual({ taxCode: 'tax_code_unlikely' });
      expect(await faults(country, invalid)).toEqual({ taxCode: 'tax_code_invalid' });
    }
  });
});
