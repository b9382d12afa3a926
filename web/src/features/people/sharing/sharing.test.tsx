import {
  inviteAgain,
  inviteMember,
  listMembers,
  listSharedAppliances,
  type Member,
  removeMember,
  type SharedAppliance,
  shareAppliance,
  unshareAppliance,
  updateMember,
} from '@brina/contract/calls/people/sharing';
import type { Locale } from '@brina/domain/language/locales';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const exampleMember: Member = listMembers.example.reply[0];
const exampleAppliance = listSharedAppliances.example.reply[0];
const main = { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Main kitchen' };
const pastry = { id: '0198c0de-0000-7000-8000-00000000000b', name: 'Pastry' };

const lea: Member = { ...exampleMember, appliances: ['MFL45-26-000123'] };
const tom: Member = {
  ...exampleMember,
  email: 'tom@example.com',
  firstName: 'Tom',
  lastName: 'Berg',
  role: 'ADMIN',
  state: 'PENDING',
  acceptedAt: null,
  appliances: [],
};
const ada: Member = { ...exampleMember, email: 'ada@example.com', firstName: 'Ada', lastName: 'Neri', self: true };

const appliance = (serialNumber: string, name: string, lab: SharedAppliance['lab'], ...sharedWith: string[]) => ({
  ...exampleAppliance,
  serialNumber,
  name,
  lab,
  sharedWith,
  services: [] as SharedAppliance['services'],
});

/** A portal whose sharing calls do what they say. */
function companyWith(members: readonly Member[], options: { empty?: boolean } = {}) {
  const portal = portalFixture();
  let people = [...members];
  let shared: SharedAppliance[] = options.empty
    ? []
    : [
        appliance('MFL45-26-000123', 'Blast chiller 1', main, ...(members.includes(lea) ? [lea.email] : [])),
        appliance('MFM30-26-000207', 'Blast chiller 2', main),
        appliance('MFXS12-26-000099', 'Ice cream', pastry),
      ];
  portal.reply(listMembers, () => people);
  portal.reply(listSharedAppliances, () => shared);
  const set = (email: string, serialNumber: string, present: boolean) => {
    shared = shared.map((one) =>
      one.serialNumber === serialNumber
        ? { ...one, sharedWith: [...one.sharedWith.filter((who) => who !== email), ...(present ? [email] : [])] }
        : one,
    );
    people = people.map((one) => ({
      ...one,
      appliances: shared.filter(({ sharedWith }) => sharedWith.includes(one.email)).map((it) => it.serialNumber),
    }));
    return Response.json({ code: '200' });
  };
  portal.on('POST', shareAppliance.path, ({ body }) => {
    const { email, serialNumber } = JSON.parse(body) as { email: string; serialNumber: string };
    return set(email, serialNumber, true);
  });
  // The fixture knows paths only: the test unshares from Lea what it names in the query.
  portal.on('DELETE', unshareAppliance.path, () => set(lea.email, 'MFL45-26-000123', false));
  return { portal, have: (next: Member[]) => (people = next) };
}

const sentTo = (portal: ReturnType<typeof portalFixture>, method: string, path: string) =>
  portal.asked.filter((one) => one.method === method && one.path === path);

describe('users and sharing', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.29 S4.19 lists the users with role, state and how much is shared; a row leads to its page', async () => {
    const { portal } = companyWith([lea, tom, ada]);
    const { router } = await renderApp('/admin', { portal });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect.element(row('Lea Rossi')).toMatchTextContent('Kitchen manager');
    await expect.element(row('Lea Rossi')).toMatchTextContent('Active');
    await expect.element(row('Lea Rossi')).toMatchTextContent('1 of 3');
    await expect.element(row('Tom Berg')).toMatchTextContent('Invitation pending');
    await expect.element(row('Ada Neri')).toMatchTextContent('You');
    expect(row('Ada Neri').getByRole('button').elements()).toEqual([]);
    // Anywhere in the row: the link covers it.
    await userEvent.click(row('Lea Rossi').getByText('lea@example.com'), { force: true });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Lea Rossi' })).toBeVisible();
    expect(decodeURIComponent(router.state.location.pathname)).toBe('/admin/user/lea@example.com');
  });

  it('S2.29 tells a chef with nobody invited what to do, and invites from there', async () => {
    await renderApp('/admin', companyWith([]));
    await expect
      .element(page.getByRole('heading', { name: 'Nobody else works with your appliances yet' }))
      .toBeVisible();
    expect(await axeFindings()).toEqual([]);
    expect(page.getByRole('button', { name: 'Invite user' }).elements()).toHaveLength(1);
    await userEvent.click(page.getByRole('tabpanel').getByRole('button', { name: 'Invite user' }));
    await expect.element(page.getByRole('dialog', { name: 'Invite user' })).toBeVisible();
  });

  it('S2.29 on a phone an address that is too long to stand beside its label stands below it, unbroken', async () => {
    await page.viewport(390, 844);
    const email = 'kitchen.manager.bakery@example.com';
    await renderApp('/admin', { ...companyWith([{ ...lea, email }]), locale: 'ja' });
    const address = page.getByText(email);
    await expect.element(address).toBeVisible();
    const text = document.createRange();
    text.selectNodeContents(address.element());
    expect(text.getClientRects()).toHaveLength(1);
    expect(text.getBoundingClientRect().right).toBeLessThan(390);
  });

  it('S2.29 a dialog that is left with Escape gives the focus back to what opened it', async () => {
    await renderApp('/admin', companyWith([lea]));
    const opener = page.getByRole('button', { name: 'Invite user' });
    // The first time its code comes, the other time it is there.
    for (let round = 0; round < 2; round += 1) {
      await expect.element(opener).toBeVisible();
      opener.element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByLabelText('Email')).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      await expect.element(opener).toHaveFocus();
    }
  });

  it('S2.29 without an appliance says where to add one', async () => {
    await renderApp('/admin?tab=appliances', companyWith([lea], { empty: true }));
    await expect.element(page.getByText('Your company has no appliance yet.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go to kitchens' })).toHaveAttribute('href', '/');
  });

  it('S6.2 S4.19 invites with role, language and appliances by kitchen; faults stand at their fields', async () => {
    const { portal, have } = companyWith([lea]);
    await renderApp('/admin', { portal });
    await userEvent.click(page.getByRole('button', { name: 'Invite user' }));
    const dialog = page.getByRole('dialog', { name: 'Invite user' });
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await expect.poll(() => dialog.getByText('This field is required.').elements()).toHaveLength(3);
    await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText('Email').element());
    expect(sentTo(portal, 'POST', inviteMember.path)).toEqual([]);

    await userEvent.fill(dialog.getByLabelText('Email'), 'tom@example');
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await expect.element(dialog.getByText('Write the address as name@company.com.')).toBeVisible();
    await userEvent.fill(dialog.getByLabelText('Email'), 'tom@example.com');
    await userEvent.fill(dialog.getByLabelText('First name'), 'Tom');
    await userEvent.fill(dialog.getByLabelText('Last name'), 'Berg');
    await userEvent.click(dialog.getByText('Administrator'));
    await userEvent.selectOptions(dialog.getByLabelText('Language of the invitation'), 'Deutsch');
    await userEvent.click(dialog.getByRole('combobox', { name: 'Appliances to share' }));
    await userEvent.click(page.getByRole('option', { name: 'All in Main kitchen' }));
    await userEvent.click(page.getByRole('option', { name: /^Blast chiller 2/ }));
    await expect
      .element(page.getByRole('option', { name: /^Blast chiller 1/ }))
      .toHaveAttribute('aria-selected', 'true');
    expect(await axeFindings()).toEqual([]);
    await userEvent.keyboard('{Escape}');

    portal.refuse(inviteMember, 409, 'member_exists');
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await expect.element(dialog.getByText('refused: member_exists')).toBeVisible();
    await expect.element(dialog.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByLabelText('Email')).toHaveFocus();

    portal.refuse(inviteMember, 409, 'company_missing');
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('refused: company_missing');

    portal.reply(inviteMember, tom);
    have([lea, tom]);
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    await expect.element(page.getByText('The invitation was sent to tom@example.com.')).toBeVisible();
    await expect
      .element(page.getByRole('row').filter({ hasText: 'Tom Berg' }))
      .toMatchTextContent('Invitation pending');
    expect(JSON.parse(sentTo(portal, 'POST', inviteMember.path).at(-1)?.body ?? '')).toEqual({
      email: 'tom@example.com',
      firstName: 'Tom',
      lastName: 'Berg',
      role: 'ADMIN',
      language: 'de_DE',
      appliances: ['MFL45-26-000123'],
    });
  });

  it('S4.19 sends a pending invitation again, and says when it has been accepted meanwhile', async () => {
    const { portal } = companyWith([tom]);
    await renderApp('/admin', { portal });
    portal.refuse(inviteAgain, 409, 'already_accepted', { email: tom.email });
    const again = async () => {
      await userEvent.click(page.getByRole('button', { name: 'Options of Tom Berg' }));
      await userEvent.click(page.getByRole('menuitem', { name: 'Send invitation again' }));
    };
    await again();
    await expect.element(page.getByText('refused: already_accepted')).toBeVisible();
    portal.reply(inviteAgain, { code: '200' }, { email: tom.email });
    await again();
    await expect.element(page.getByText('The invitation was sent to tom@example.com.')).toBeVisible();
  });

  it('S6.2 corrects the names and the language of who has not accepted; of who has, nothing is offered', async () => {
    const { portal, have } = companyWith([{ ...tom, language: 'de_DE' }]);
    const { screen } = await renderApp(`/admin/user/${tom.email}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Correct invitation' }));
    const dialog = page.getByRole('dialog', { name: 'Correct invitation' });
    await expect.element(dialog.getByLabelText('First name')).toHaveValue('Tom');
    await expect.element(dialog.getByLabelText('Language of the invitation')).toHaveValue('de_DE');
    await expect.element(dialog).toMatchTextContent('removing the user and inviting again');
    await expect.element(dialog).toMatchTextContent('Saving sends no new email.');
    expect(await axeFindings()).toEqual([]);
    await userEvent.fill(dialog.getByLabelText('Last name'), ' ');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.element(dialog).toMatchTextContent('This field is required.');
    await userEvent.fill(dialog.getByLabelText('Last name'), 'Bergmann');
    await userEvent.selectOptions(dialog.getByLabelText('Language of the invitation'), 'fr_FR');
    const corrected: Member = { ...tom, lastName: 'Bergmann', language: 'fr_FR' };
    portal.reply(updateMember, corrected, { email: tom.email });
    have([corrected]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.element(page.getByText('The invitation was corrected.')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tom Bergmann' })).toBeVisible();
    const [sent] = sentTo(portal, 'PUT', `/api/v1/appliance/admin/users/${encodeURIComponent(tom.email)}`);
    expect(JSON.parse(sent?.body ?? '')).toEqual({ firstName: 'Tom', lastName: 'Bergmann', language: 'fr_FR' });
    await screen.unmount();
    await renderApp(`/admin/user/${lea.email}`, companyWith([lea]));
    await expect.element(page.getByRole('button', { name: 'Change role' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Correct invitation' }).elements()).toEqual([]);
  });

  it('S4.20 a change of role warns first that everything shared is taken away', async () => {
    const { portal, have } = companyWith([lea]);
    await renderApp(`/admin/user/${lea.email}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Change role' }));
    const dialog = page.getByRole('dialog', { name: 'Change the role of Lea Rossi?' });
    await expect.element(dialog).toMatchTextContent('Administrator');
    await expect
      .element(dialog)
      .toMatchTextContent('1 appliance is shared with this user. The change takes it away; share it again afterwards.');
    expect(await axeFindings()).toEqual([]);
    portal.refuse(updateMember, 409, 'own_membership', { email: lea.email });
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('refused: own_membership');

    const promoted: Member = { ...lea, role: 'ADMIN', appliances: [] };
    portal.reply(updateMember, promoted, { email: lea.email });
    have([promoted]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
    await expect.element(page.getByText('The role of Lea Rossi was changed.')).toBeVisible();
    await expect.element(page.getByRole('main')).toMatchTextContent('Administrator');
    expect(sentTo(portal, 'PUT', `/api/v1/appliance/admin/users/${encodeURIComponent(lea.email)}`).at(-1)?.body).toBe(
      '{"role":"ADMIN"}',
    );
  });

  it('S6.2 removes a user after a question, and returns to the list', async () => {
    const { portal, have } = companyWith([lea]);
    const { router } = await renderApp(`/admin/user/${lea.email}`, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Remove user' }));
    const dialog = page.getByRole('dialog', { name: 'Remove Lea Rossi from your company?' });
    portal.on('DELETE', removeMember.path.replace('{email}', encodeURIComponent(lea.email)), () => {
      have([]);
      return Response.json({ code: '200' });
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove user' }));
    await expect.element(page.getByText('Lea Rossi was removed.')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe('/admin');
  });

  it('S2.29 S6.2 shares and unshares at once on the page of the user, a kitchen as a whole too', async () => {
    const { portal } = companyWith([lea]);
    await renderApp(`/admin/user/${lea.email}`, { portal });
    const box = (name: string) => page.getByRole('checkbox', { name });
    await expect.element(box('Blast chiller 1')).toBeChecked();
    await expect.element(box('Blast chiller 2')).not.toBeChecked();
    await userEvent.click(box('All in Main kitchen'));
    await expect.element(box('Blast chiller 2')).toBeChecked();
    await expect.element(page.getByText('Blast chiller 2 is now shared with Lea Rossi.')).toBeVisible();
    // What was shared already is not asked for again.
    expect(sentTo(portal, 'POST', shareAppliance.path).map(({ body }) => JSON.parse(body))).toEqual([
      { email: lea.email, serialNumber: 'MFM30-26-000207' },
    ]);
    await userEvent.click(box('Blast chiller 1'));
    await expect.element(page.getByText('Blast chiller 1 is no longer shared with Lea Rossi.')).toBeVisible();
    await expect.element(box('Blast chiller 1')).not.toBeChecked();
  });

  it('S2.29 S4.19 says once from when on a choice counts: at once, or from the acceptance', async () => {
    const { screen } = await renderApp(`/admin/user/${tom.email}`, companyWith([tom]));
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent('once the invitation is accepted. Each choice is saved at once.');
    expect(page.getByText(/takes? effect/).elements()).toEqual([]);
    await screen.unmount();
    await renderApp(`/admin/user/${lea.email}`, companyWith([lea]));
    await expect.element(page.getByText(/Each choice takes effect at once\.$/)).toBeVisible();
    expect(page.getByText(/once the invitation is accepted/).elements()).toEqual([]);
  });

  it('S2.29 a share that the portal refuses is taken back on the screen and said', async () => {
    const { portal } = companyWith([lea]);
    let answer = (_: Response): void => {};
    portal.on('POST', shareAppliance.path, () => new Promise<Response>((resolve) => (answer = resolve)));
    await renderApp(`/admin/user/${lea.email}`, { portal });
    const box = page.getByRole('checkbox', { name: 'Ice cream' });
    await userEvent.click(box);
    // At once, before the answer.
    await expect.element(box).toBeChecked();
    await expect.poll(() => sentTo(portal, 'POST', shareAppliance.path)).toHaveLength(1);
    // Not because the list is fetched again: that fails too.
    portal.refuse(listSharedAppliances, 403, 'access_denied');
    answer(Response.json({ code: 'not_found', message: 'refused: not_found', requestId: 'test' }, { status: 404 }));
    await expect.element(page.getByText('The sharing was not changed. refused: not_found')).toBeVisible();
    await expect.element(box).not.toBeChecked();
  });

  it('S2.29 from the other side: with whom an appliance is shared, changed there', async () => {
    await renderApp('/admin?tab=appliances', companyWith([lea, tom]));
    await expect.element(page.getByRole('region', { name: 'Main kitchen' })).toMatchTextContent('Blast chiller 1');
    await expect.element(page.getByRole('link', { name: 'Lea Rossi' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Pastry' })).toMatchTextContent('Shared with nobody');
    await userEvent.click(page.getByRole('button', { name: 'Share Ice cream' }));
    const dialog = page.getByRole('dialog', { name: 'Share Ice cream' });
    expect(await axeFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom Berg' }));
    await expect.element(page.getByText('Ice cream is now shared with Tom Berg.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await expect.element(page.getByRole('region', { name: 'Pastry' })).toMatchTextContent('Tom Berg');
  });

  it('S2.29 S6.9 an appliance that service partners see is not shared with nobody: they stand in its row', async () => {
    const { portal } = companyWith([lea]);
    const services: SharedAppliance['services'] = [
      { company: 'Freddo Assistenza', email: 'info@freddo.example', by: 'KITCHEN' },
      { company: 'Gelo Service', email: 'info@gelo.example', by: 'FACTORY' },
    ];
    portal.reply(listSharedAppliances, [
      { ...appliance('MFL45-26-000123', 'Blast chiller 1', main, lea.email), services },
      { ...appliance('MFM30-26-000207', 'Blast chiller 2', main), services: services.slice(0, 1) },
      appliance('MFXS12-26-000099', 'Ice cream', main),
    ]);
    await renderApp('/admin?tab=appliances', { portal });
    const words = (name: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name }) })
        .getByRole('list', { name: 'Shared with' })
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(() => words('Blast chiller 1'))
      .toEqual([
        'Lea Rossi',
        'Freddo AssistenzaService centre of the kitchen',
        'Gelo ServiceGiven access by the manufacturer',
      ]);
    expect(words('Blast chiller 2')).toEqual(['Freddo AssistenzaService centre of the kitchen']);
    expect(page.getByText('Shared with nobody').elements()).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('S6.2 one’s own place can be neither changed nor removed', async () => {
    await renderApp(`/admin/user/${ada.email}`, companyWith([ada]));
    await expect.element(page.getByText(/another administrator or the owner/)).toBeVisible();
    expect(page.getByRole('button', { name: 'Change role' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Remove user' }).elements()).toEqual([]);
  });

  it('S2.29 an address of nobody says so', async () => {
    await renderApp('/admin/user/nobody@example.com', companyWith([lea]));
    await expect.element(page.getByRole('heading', { name: 'No user of your company has this address' })).toBeVisible();
  });

  it('S8.25 says what failed, for whom to ask, and tries again', async () => {
    const { portal } = companyWith([lea]);
    portal.refuse(listMembers, 403, 'access_denied');
    await renderApp('/admin', { portal });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The users could not be shown. refused: access_denied');
    await expect.element(page.getByRole('alert')).toMatchTextContent('Request test');
    portal.reply(listMembers, [lea]);
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('link', { name: 'Lea Rossi' })).toBeVisible();
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, locale: 'de' as Locale }],
    ['dark at 390 px', { width: 390, dark: true, locale: 'ja' as Locale }],
  ])('axe finds nothing: %s', async (_, { width, dark, locale }) => {
    await page.viewport(width, 900);
    for (const path of ['/admin', '/admin?tab=appliances', `/admin/user/${tom.email}`]) {
      await renderApp(path, { ...companyWith([lea, tom, ada]), dark, locale });
      await expect.element(page.getByText('Tom Berg').first()).toBeInTheDocument();
      // What the tests before have announced is not of this screen, and fades.
      await expect.poll(() => document.querySelectorAll('[class*="_toast_"]').length).toBe(0);
      expect(await axeFindings(), path).toEqual([]);
      expect(document.documentElement.scrollWidth, path).toBe(width);
    }
  });
});
