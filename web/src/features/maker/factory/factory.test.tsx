import {
  appliancesOfUser,
  filterAppliances,
  filterDomains,
  filterFirmwares,
  filterModels,
} from '@brina/contract/calls/maker/factory-appliances';
import {
  type AuditEntry,
  deleteFactoryUser,
  type FactoryUser,
  type FactoryUserDetail,
  filterAudit,
  filterUsers,
  getFactoryUser,
  setUserFlags,
  upgradeUser,
} from '@brina/contract/calls/maker/factory-users';
import { listEditedNews } from '@brina/contract/calls/maker/news';
import type { Locale } from '@brina/domain/language/locales';
import { auditActionCodes } from '@brina/domain/people/audit';
import type { Role } from '@brina/domain/people/roles';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../app/testing/render-app.tsx';
import { exampleUser, portalFixture } from '../../../lib/testing/portal-fixture.ts';
import { axeFindings } from '../../../ui/testing/axe.ts';

const neri: FactoryUser = filterUsers.example.reply.items[0];
const serial = 'MFL45-26-000123';
const detail: FactoryUserDetail = {
  ...neri,
  phone: '+390422412345',
  language: 'it_IT',
  pro: false,
  cycleLibrary: true,
  energyPanel: true,
  secondFactor: false,
  lastSignInAt: 1_763_690_000_000,
  appliances: [{ serialNumber: serial, name: 'Blast chiller 1', model: 'MF Next L 45' }],
  memberships: [{ company: 'Hotel Alpino', role: 'KITCHEN_MANAGER', state: 'ACCEPTED', appliances: 2 }],
  may: { changeTo: ['SERVICE', 'SUBSIDIARY'], delete: true, setFlags: true, resetFactors: false },
};
const token = neri.encryptedEmailRole;
const userPath = `/factory/user/${token}`;

/** Forty-five users in pages, as the server gives them. */
function staffPortal(role: Role = 'FACTORY') {
  const portal = portalFixture(exampleUser({ role, company: null, ownCompany: null, memberships: [] }));
  const everybody = Array.from({ length: 45 }, (_, place) => ({
    ...neri,
    id: `user-${place}`,
    encryptedEmailRole: place === 0 ? token : `token-${place}`,
    email: `user${String(place).padStart(2, '0')}@example.com`,
    ...(place === 1 && { company: '', memberOf: ['Hotel Alpino', 'Panificio Nord'] }),
  }));
  portal.on('POST', filterUsers.path, ({ body }) => {
    const {
      page: at,
      nRows,
      filterAttributes,
    } = JSON.parse(body) as {
      page: number;
      nRows: number;
      filterAttributes: { attribute: string; value: string }[];
    };
    const words = filterAttributes.find(({ attribute }) => attribute === 'freeSearch')?.value ?? '';
    const found = everybody.filter(({ email }) => email.includes(words));
    return Response.json({ items: found.slice(at * nRows, (at + 1) * nRows), total: found.length });
  });
  portal.reply(getFactoryUser, detail, { encryptedEmailRole: token });
  portal.reply(appliancesOfUser, appliancesOfUser.example.reply);
  portal.reply(filterAppliances, { items: [], total: 0 });
  portal.reply(filterModels, []);
  portal.reply(filterFirmwares, []);
  portal.reply(filterDomains, []);
  return portal;
}

const bodies = (portal: ReturnType<typeof portalFixture>, path: string) =>
  portal.askedFor(path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('the users of the portal', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S7.10 S7.41 S3.20 lists by e-mail, in pages that live in the URL', async () => {
    const portal = staffPortal();
    const { router } = await renderApp('/factory?tab=users', { portal });
    await expect.element(page.getByRole('link', { name: 'user00@example.com' })).toBeVisible();
    expect(bodies(portal, filterUsers.path)[0]).toEqual({
      page: 0,
      nRows: 20,
      filterAttributes: [],
      orderAttr: 'email',
      ascOrDesc: 'asc',
    });
    await expect
      .element(page.getByRole('row').filter({ hasText: 'user01@example.com' }))
      .toMatchTextContent('Hotel Alpino, Panificio Nord');
    await expect.element(page.getByText('1–20 of 45')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await expect.element(page.getByText('21–40 of 45')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'user20@example.com' })).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: 'users', page: '2' });

    await userEvent.click(page.getByRole('button', { name: 'Registered' }));
    await expect.poll(() => bodies(portal, filterUsers.path).at(-1)).toMatchObject({ page: 0, orderAttr: 'createdAt' });
    await expect
      .element(page.getByRole('columnheader', { name: 'Registered' }))
      .toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(page.getByRole('button', { name: 'Registered' }));
    await expect.poll(() => bodies(portal, filterUsers.path).at(-1)).toMatchObject({ ascOrDesc: 'desc' });
    expect(router.state.location.search).toEqual({ tab: 'users', sort: 'createdAt', dir: 'desc' });
  });

  it('S7.41 filters by words, serial number, role and country; a pasted link restores them', async () => {
    const portal = staffPortal();
    const { router } = await renderApp('/factory?tab=users&role=SERVICE&page=3', { portal });
    await expect.element(page.getByLabelText('Role')).toHaveValue('SERVICE');
    await userEvent.fill(page.getByLabelText('Name, email or company'), 'user07');
    await expect.element(page.getByRole('link', { name: 'user07@example.com' })).toBeVisible();
    await userEvent.fill(page.getByLabelText('Serial number'), serial);
    await userEvent.selectOptions(page.getByLabelText('Country'), 'Japan');
    await expect
      .poll(() => bodies(portal, filterUsers.path).at(-1))
      .toMatchObject({
        page: 0,
        filterAttributes: [
          { attribute: 'serialNumber', value: serial },
          { attribute: 'freeSearch', value: 'user07' },
          { attribute: 'role', value: 'SERVICE' },
          { attribute: 'country', value: 'JP' },
        ],
      });
    await userEvent.fill(page.getByLabelText('Name, email or company'), 'nobody like that');
    await expect.element(page.getByRole('heading', { name: 'No user matches' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.element(page.getByText('1–20 of 45')).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: 'users' });
  });

  it.each(['SUBSIDIARY', 'FACTORY', 'INTERNAL', 'INTERNAL_SUB', 'INTERNAL_DOC'] as const)(
    'S6.3 news and audit log are not for %s, also by a pasted link',
    async (role) => {
      await renderApp('/factory?tab=audit', { portal: staffPortal(role) });
      await expect.element(page.getByRole('tab', { name: 'Appliances' })).toHaveAttribute('aria-selected', 'true');
      expect(
        page
          .getByRole('tab')
          .elements()
          .map(({ textContent }) => textContent),
      ).toEqual(['Appliances', 'Users']);
    },
  );

  it('S8.25 says what failed and tries again', async () => {
    const portal = staffPortal();
    portal.refuse(filterUsers, 403, 'access_denied');
    await renderApp('/factory?tab=users', { portal });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('The users could not be shown. refused: access_denied');
    portal.reply(filterUsers, { items: [neri], total: 1 });
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('link', { name: neri.email })).toBeVisible();
  });
});

describe('one user', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('S2.30 shows data, appliances and invitations; reached from the list by keyboard', async () => {
    await renderApp('/factory?tab=users', { portal: staffPortal() });
    const link = page.getByRole('link', { name: 'user00@example.com' });
    await expect.element(link).toBeVisible();
    (link.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Ada Neri' })).toBeVisible();
    const main = page.getByRole('main');
    for (const words of ['Customer', 'Italy', '+390422412345', 'Italiano', 'MultiFresh Next L 45', 'Hotel Alpino'])
      await expect.element(main).toMatchTextContent(words);
    await expect
      .element(main.getByRole('link', { name: 'MF26004179' }))
      .toHaveAttribute('href', '/factory/appliance/MF26004179');
  });

  it('S7.14 S4.20 S4.21 another role: only those one may give, with what is lost; codes are shown once', async () => {
    const portal = staffPortal();
    const { router } = await renderApp(userPath, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Change role' }));
    const dialog = page.getByRole('dialog', { name: 'Change role' });
    await expect.element(dialog).toBeVisible();
    const options = [...dialog.getByLabelText('New role').element().querySelectorAll('option')];
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose a role', 'Service partner', 'Subsidiary']);
    await expect.element(dialog).toMatchTextContent('Access to 2 shared appliances ends.');
    await expect.element(dialog).toMatchTextContent('its 1 appliance is released');
    await expect.element(dialog).toMatchTextContent('signed out everywhere');
    expect(await axeFindings()).toEqual([]);

    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
    await expect.element(dialog.getByText('This field is required.')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('New role'), 'Service partner');
    portal.refuse(upgradeUser, 403, 'role_not_yours', { id: detail.id });
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('refused: role_not_yours');

    portal.reply(upgradeUser, upgradeUser.example.reply, { id: detail.id });
    await userEvent.click(dialog.getByRole('button', { name: 'Change role' }));
    const codes = page.getByRole('dialog', { name: 'Released appliances' });
    await expect.element(codes).toMatchTextContent(serial);
    await expect.element(codes).toMatchTextContent('7KQ2M-9XWPA');
    await expect.element(page.getByText('The role of ada@example.com was changed.')).toBeVisible();
    // A result that fades has no contrast of its own.
    await expect.poll(() => document.querySelectorAll('[class*="_toast_"]').length).toBe(0);
    expect(await axeFindings()).toEqual([]);
    // Not by a slip of the finger.
    await userEvent.keyboard('{Escape}');
    await expect.element(codes).toBeVisible();
    await userEvent.click(codes.getByRole('button', { name: 'I have noted the codes' }));
    await expect.poll(() => router.state.location.pathname).toBe('/factory');
  });

  it('S7.11 S6.3 deletes after a question that says what is erased and what is released', async () => {
    const portal = staffPortal();
    const { router } = await renderApp(userPath, { portal });
    await userEvent.click(page.getByRole('button', { name: 'Delete user' }));
    const dialog = page.getByRole('dialog', { name: 'Delete ada@example.com?' });
    await expect.element(dialog).toMatchTextContent('HACCP records stay');
    portal.refuse(deleteFactoryUser, 409, 'own_account', { id: detail.id });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('refused: own_account');
    portal.reply(deleteFactoryUser, { code: '200', body: { released: [] } }, { id: detail.id });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }));
    await expect.element(page.getByText('ada@example.com was deleted.')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toBe('/factory');
  });

  it('S2.46 sets the flags of the menu', async () => {
    const portal = staffPortal();
    let flags = {};
    portal.reply(getFactoryUser, () => ({ ...detail, ...flags }), { encryptedEmailRole: token });
    const path = setUserFlags.path.replace('{id}', detail.id);
    portal.on('PUT', path, ({ body }) => {
      flags = JSON.parse(body) as object;
      return Response.json({ code: '200' });
    });
    await renderApp(userPath, { portal });
    await userEvent.click(page.getByRole('checkbox', { name: 'Energy' }));
    await expect.element(page.getByText('The functions were changed.')).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'Energy' })).not.toBeChecked();
    expect(bodies(portal, path)).toEqual([{ pro: false, cycleLibrary: true, energyPanel: false }]);
  });

  it('S6.3 whoever may change nothing sees the user only', async () => {
    const portal = staffPortal('INTERNAL');
    const may = { changeTo: [], delete: false, setFlags: false, resetFactors: false };
    portal.reply(getFactoryUser, { ...detail, may }, { encryptedEmailRole: token });
    await renderApp(userPath, { portal });
    await expect.element(page.getByRole('checkbox', { name: 'Energy' })).toBeDisabled();
    expect(page.getByRole('button', { name: 'Change role' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Delete user' }).elements()).toEqual([]);
  });

  it('S2.30 a token that was changed, or of another role, says where to look', async () => {
    const portal = staffPortal();
    portal.refuse(getFactoryUser, 404, 'not_found', { encryptedEmailRole: 'tampered' });
    await renderApp('/factory/user/tampered', { portal });
    await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  });
});

describe('the audit log', () => {
  const entries: AuditEntry[] = [
    { ...(filterAudit.example.reply.items[0] as AuditEntry) },
    {
      id: '2',
      at: 1_763_680_100_000,
      user: '',
      company: '',
      action: 'strange.code',
      on: { kind: 'appliance', id: serial },
      address: '192.0.2.9',
      detail: { name: 'startCycle' },
    },
  ];
  const auditor = () => {
    const portal = staffPortal('SUPERFACTORY');
    portal.reply(filterAudit, { items: entries, total: 2 });
    portal.reply(listEditedNews, []);
    return portal;
  };
  beforeEach(() => page.viewport(1440, 900));

  it('S6.3 shows who did what, codes with words where there are any, the latest first', async () => {
    const portal = auditor();
    await renderApp('/factory?tab=users', { portal });
    // The tabs by keyboard, as everywhere.
    (page.getByRole('tab', { name: 'Users' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(page.getByRole('tab', { name: 'Audit log' })).toHaveAttribute('aria-selected', 'true');
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Appliances', 'Users', 'News', 'Audit log']);
    const row = page.getByRole('row').filter({ hasText: 'session.begin' });
    await expect.element(row).toMatchTextContent('Signed in');
    await expect.element(row).toMatchTextContent('ada@example.com');
    await expect.element(row).toMatchTextContent('Pasticceria Neri');
    // Of one zone with the days that are asked for.
    await expect.element(page.getByRole('columnheader', { name: 'Time (UTC)' })).toBeVisible();
    const [{ at }] = entries as [AuditEntry];
    await expect.element(row).toMatchTextContent(new Date(at).toISOString().slice(11, 19));
    const strange = page.getByRole('row').filter({ hasText: 'strange.code' });
    await expect.element(strange).toMatchTextContent('Not signed in');
    await expect.element(strange).toMatchTextContent('Command: Start cycle');
    expect(bodies(portal, filterAudit.path)[0]).toMatchObject({ orderAttr: 'at', ascOrDesc: 'desc', nRows: 50 });
    expect(await axeFindings()).toEqual([]);
  });

  it('S6.3 S1.1 what an entry tells besides is in the reader’s language; IDs, serial numbers and codes of later stay as they are', async () => {
    const portal = auditor();
    const kinds: readonly [AuditEntry['on'], AuditEntry['detail'], string][] = [
      [
        { kind: 'appliance', id: serial },
        { name: 'startCycle', command: 'c-1' },
        `Gerätappliance ${serial}Befehl: Zyklus startenBefehls-ID: c-1`,
      ],
      [{ kind: 'appliance', id: serial }, { kind: 'cleaning' }, 'Art: Reinigung'],
      [
        { kind: 'user', id: 'u' },
        { kind: 'passkey', endedSessions: 2 },
        'Benutzeruser uArt: PasskeyBeendete Sitzungen: 2',
      ],
      [{ kind: 'user', id: 'u' }, { from: 'USER', to: 'SERVICE' }, 'Bisherige Rolle: KundeNeue Rolle: Servicepartner'],
      [{ kind: 'user', id: 'u' }, { fields: 'firstName preferences' }, 'Geändert: Vorname · Einstellungen'],
      [{ kind: 'user', id: 'u' }, { pro: true, energyPanel: false }, 'Profifunktionen: JaEnergie: Nein'],
      [{ kind: 'appliance', id: serial }, { model: 'MF NEXT M', domain: 'FMI_JAPAN' }, 'Japan (FMI)'],
      [{ kind: 'network', id: '192.0.2.0' }, { tries: 1200 }, 'Netzwerknetwork 192.0.2.0Versuche: 1.200'],
      [{ kind: 'moon', id: 'm' }, { phase: 'full', kind: 'eclipse' }, 'moon mphase: fullArt: eclipse'],
    ];
    portal.reply(filterAudit, {
      items: kinds.map(([on, detail], n) => ({ ...(entries[0] as AuditEntry), id: String(n), on, detail })),
      total: kinds.length,
    });
    await renderApp('/factory?tab=audit', { portal, locale: 'de' });
    for (const [n, [, , said]] of kinds.entries())
      await expect.element(page.getByRole('row').nth(n + 1)).toMatchTextContent(said);
  });

  it('S6.3 filters by user, action and day; another tab begins without them', async () => {
    const portal = auditor();
    const { router } = await renderApp('/factory?tab=audit&on=laboratory', { portal });
    await userEvent.selectOptions(page.getByLabelText('Action'), 'Kitchen deleted');
    await userEvent.fill(page.getByLabelText('From (UTC)'), '2026-03-01');
    await userEvent.fill(page.getByLabelText('User', { exact: true }), 'ada');
    await expect
      .poll(() => bodies(portal, filterAudit.path).at(-1)?.filterAttributes)
      .toEqual([
        { attribute: 'user', value: 'ada' },
        { attribute: 'action', value: 'laboratory.delete' },
        { attribute: 'on', value: 'laboratory' },
        { attribute: 'from', value: '2026-03-01' },
      ]);
    await userEvent.click(page.getByRole('tab', { name: 'Users' }));
    await expect.element(page.getByText('1–20 of 45')).toBeVisible();
    expect(router.state.location.search).toEqual({ tab: 'users' });
  });

  it('S6.3 every action that the portal writes can be chosen and is shown in words', async () => {
    const portal = staffPortal('SUPERFACTORY');
    const [first] = entries as [AuditEntry, ...AuditEntry[]];
    const all = auditActionCodes.map((action, place) => ({ ...first, id: `${place}`, action }));
    portal.reply(filterAudit, { items: all, total: all.length });
    await renderApp('/factory?tab=audit', { portal });
    await expect.element(page.getByText(all.at(-1)?.action ?? '')).toBeInTheDocument();
    const choices = [...(page.getByLabelText('Action').element() as HTMLSelectElement).options].slice(1);
    expect(choices.map(({ value }) => value)).toEqual(auditActionCodes);
    const words = choices.map(({ text }) => text);
    expect(new Set(words).size).toBe(words.length);
    // What has no words is shown by its code.
    expect(words.filter((word) => word.includes('.'))).toEqual([]);
    const shown = page.getByRole('row').elements().slice(1);
    expect(
      shown.map((row) => choices.find(({ value, text }) => row.textContent?.includes(`${text}${value}`))?.value),
    ).toEqual(auditActionCodes);
  });

  it('S1.3 times are told by the clock of who reads, of 12 or 24 hours', async () => {
    const user = exampleUser({ role: 'SUPERFACTORY', company: { name: 'Works', timeZone: 'Europe/Rome' } });
    const portal = portalFixture({ ...user, preferences: { ...user.preferences, hours_display_system: '12h' } });
    portal.reply(filterAudit, { items: entries.slice(0, 1), total: 1 });
    await renderApp('/factory?tab=audit', { portal });
    await expect.element(page.getByRole('row').filter({ hasText: 'session.begin' })).toMatchTextContent(/11:06:40\spm/);
  });

  it.each([
    ['light at 1440 px', { width: 1440, dark: false, locale: 'de' as Locale }],
    ['dark at 390 px', { width: 390, dark: true, locale: 'ja' as Locale }],
  ])('axe finds nothing: %s', async (_, { width, dark, locale }) => {
    await page.viewport(width, 900);
    const portal = auditor();
    for (const [path, words] of [
      ['/factory?tab=users', 'user00@example.com'],
      ['/factory?tab=audit', 'session.begin'],
      [userPath, 'Hotel Alpino'],
    ] as const) {
      await renderApp(path, { portal, dark, locale });
      await expect.element(page.getByText(words).first()).toBeInTheDocument();
      // What the tests before have announced is not of this screen, and fades.
      await expect.poll(() => document.querySelectorAll('[class*="_toast_"]').length).toBe(0);
      expect(await axeFindings(), path).toEqual([]);
      expect(document.documentElement.scrollWidth, path).toBe(width);
    }
  });
});
