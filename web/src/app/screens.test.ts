import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ScreenName, screenNames, screenRows } from '@brina/contract/screens';
import { filled } from '@brina/contract/wire/paths';
import { demoAccount } from '@brina/domain/constants';
import { type MembershipRole, membershipRoles, type Role, roles } from '@brina/domain/people/roles';
import { decide, findScreen, type Surroundings, type Visitor } from './decide.ts';
import { menuOf, tutorialFor } from './menu.ts';
import { breadcrumbOf, screens } from './screens.ts';

const desktop: Surroundings = { mobile: false, afterSales: false };
const mobile: Surroundings = { ...desktop, mobile: true };
const as = (role: Role, flags: Partial<Visitor> = {}): Visitor => ({
  role,
  secondFactor: 'off',
  cycleLibrary: true,
  energyPanel: true,
  membership: null,
  ...flags,
});
/** Who was invited: the session's role is USER, what it opens is narrowed (S6.2). */
const member = (role: MembershipRole): Visitor => as('USER', { membership: { role } });

const params = {
  serialNumber: 'MFL45-26-000123',
  labId: '0198c0de-0000-7000-8000-00000000000a',
  chart: '3-line',
  email: 'ada@example.com',
  encryptedEmailRole: 'a1b2',
  recipeId: '7',
  function: '1',
  reportId: '12',
  docTreeId: '4',
  modelId: '9',
  table: 'A1',
};
const exampleOf = (name: ScreenName): string =>
  filled<string>(screenRows[name].path, {
    ...params,
    ...(name === 'lab-analytics-detail' && { chart: 'ABBATTITORE-3-line' }),
  });

// Which roles a word of the specification's access column means, written out by hand: what `roleContains` should find, not what it
// does find.
const USER: Role[] = ['USER'];
const SERVICE: Role[] = ['SERVICE', 'SERVICE_SALES'];
const FACTORY: Role[] = ['FACTORY', 'SUPERFACTORY'];
const INTERNAL: Role[] = ['INTERNAL', 'INTERNAL_SUB', 'INTERNAL_DOC'];
const SUBSIDIARY: Role[] = ['SUBSIDIARY'];
const staff = [...FACTORY, ...SUBSIDIARY, ...INTERNAL];
const readers = [...USER, ...SERVICE, ...SUBSIDIARY, ...FACTORY];
const restricted: Partial<Record<ScreenName, readonly Role[]>> = {
  company: [...USER, ...SERVICE],
  laboratories: USER,
  notifications: USER,
  admin: USER,
  'admin-user': USER,
  support: [...USER, ...SERVICE],
  factory: staff,
  'factory-user': staff,
  'factory-appliance': staff,
  service: SERVICE,
  fota: FACTORY,
  faq: [...USER, ...SERVICE],
  library: USER,
  'appliance-library': readers,
  'recipe-overview': readers,
  'recipe-create': USER,
  'recipe-edit': USER,
  report: [...FACTORY, ...SUBSIDIARY, ...SERVICE, ...INTERNAL],
  'report-new': [...FACTORY, ...SERVICE, ...SUBSIDIARY],
  'report-edit': [...FACTORY, ...SUBSIDIARY, ...SERVICE, ...INTERNAL],
  'after-sales-upload-document': ['INTERNAL_DOC', 'SUPERFACTORY'],
};
/** Screens of USER that an invited person does not open, beside those that USER itself does not. */
const ownersOnly: Readonly<Record<MembershipRole, readonly ScreenName[]>> = {
  ADMIN: ['company'],
  KITCHEN_MANAGER: ['company', 'laboratories', 'admin', 'admin-user'],
};
const homes: Record<Role, string> = {
  USER: '/',
  SERVICE: '/service',
  SERVICE_SALES: '/service',
  FACTORY: '/factory',
  SUPERFACTORY: '/factory',
  SUBSIDIARY: '/factory',
  INTERNAL: '/factory',
  INTERNAL_SUB: '/factory',
  INTERNAL_DOC: '/factory',
  ADMIN: '/access',
  KITCHEN_MANAGER: '/access',
};
const ruled: readonly ScreenName[] = ['dashboard', 'login', 'chatbot'];

describe('screens', () => {
  it('S2.2 S8.13 every role opens exactly the screens of the access column and else lands on the access page', () => {
    for (const name of screenNames.filter((one) => !ruled.includes(one))) {
      for (const role of roles) {
        const decision = decide(exampleOf(name), as(role), desktop);
        const allowed = restricted[name]?.includes(role) ?? true;
        const wanted = allowed ? 'open' : '/access';
        assert.equal(decision.kind === 'go' ? decision.to : decision.kind, wanted, `${role} at ${exampleOf(name)}`);
        if (decision.kind === 'open') assert.equal(decision.name, name);
      }
    }
  });

  it('S2.2 S6.2 S8.13 who was invited opens what USER opens, but for what is the owner’s', () => {
    for (const name of screenNames.filter((one) => !ruled.includes(one))) {
      for (const role of membershipRoles) {
        const decision = decide(exampleOf(name), member(role), desktop);
        const allowed = (restricted[name]?.includes('USER') ?? true) && !ownersOnly[role].includes(name);
        const wanted = allowed ? 'open' : '/access';
        assert.equal(decision.kind === 'go' ? decision.to : decision.kind, wanted, `${role} at ${exampleOf(name)}`);
      }
    }
    for (const role of membershipRoles) assert.equal(decide('/', member(role), desktop).kind, 'open', role);
  });

  it('S2.6 / leads each role to its home', () => {
    for (const role of roles) {
      const decision = decide('/', as(role), desktop);
      if (role === 'USER') assert.deepEqual(decision, { kind: 'open', name: 'dashboard', params: {} });
      else assert.deepEqual(decision, { kind: 'go', to: homes[role] }, role);
    }
  });

  it('S2.3 who is not signed in opens login and the change-password link, and is asked to sign in anywhere else', () => {
    for (const name of screenNames) {
      const open = name === 'login' || name === 'changepassword';
      assert.equal(decide(exampleOf(name), null, desktop).kind, open ? 'open' : 'sign-in', name);
    }
    assert.equal(decide('/no/such/page', null, desktop).kind, 'sign-in');
  });

  it('S2.4 an unknown path is not found', () => {
    for (const path of ['/nowhere', '/energy/a/b', '/appliance', '/Energy', '/admin/user/%zz']) {
      assert.equal(decide(path, as('USER'), desktop).kind, 'not-found', path);
    }
  });

  it('S4.2 login opened while signed in leads home', () => {
    for (const role of roles) assert.deepEqual(decide('/login', as(role), desktop), { kind: 'go', to: homes[role] });
  });

  it('S2.7 the assistant page is for phones, and for staff', () => {
    for (const role of roles) {
      assert.deepEqual(decide('/ai-virtual-assistant', as(role), desktop), { kind: 'go', to: homes[role] }, role);
      const onPhone = decide('/ai-virtual-assistant', as(role), mobile);
      assert.equal(onPhone.kind, staff.includes(role) ? 'open' : 'go', role);
    }
  });

  it('S2.42 an analytics detail reads chart id and type, with the category for a laboratory; other values are not found', () => {
    const at = (path: string) => findScreen(path)?.name;
    assert.equal(at('/appliance/X12345/analytics-detail/3-line'), 'appliance-analytics-detail');
    assert.equal(at('/laboratory/1/analytics-detail/ABBATTITORE-3-line'), 'lab-analytics-detail');
    assert.equal(at('/appliance/X12345/analytics-detail/line'), undefined);
    assert.equal(at('/laboratory/1/analytics-detail/3-line'), undefined);
    assert.equal(at('/laboratory/1/analytics-detail/OVEN-3-line'), undefined);
  });

  it('S2.43 recipe screens stand under the library and under an appliance', () => {
    assert.deepEqual(findScreen('/appliance/X12345/library/cycle/7/edit'), {
      name: 'recipe-edit',
      params: { serialNumber: 'X12345', recipeId: '7' },
    });
    assert.equal(findScreen('/library/create-cycle/1')?.name, 'recipe-create');
  });

  it('S2.1 every screen is found under its own path, and has a breadcrumb that ends with it', () => {
    for (const name of screenNames) {
      assert.equal(findScreen(exampleOf(name))?.name, name);
      assert.equal(breadcrumbOf(name).at(-1), name);
      const titles = breadcrumbOf(name).map((one) => screens[one].title);
      assert.deepEqual(titles, [...new Set(titles)], 'two steps of one name lead nowhere one could tell');
    }
  });

  it('S2.14 S2.15 S2.16 S2.45 B2.11 each role has its menu, whoever has records their book', () => {
    const namesFor = (visitor: Visitor, where = desktop) => {
      const { top, bottom } = menuOf(visitor, where);
      const told = ({ name, search }: (typeof top)[number]) =>
        search ? `${name}/${Object.values(search).join()}` : name;
      return [top.map(told).join(' '), bottom.map(told).join(' ')];
    };
    const names = (role: Role, where = desktop, flags: Partial<Visitor> = {}) => namesFor(as(role, flags), where);
    assert.deepEqual(names('USER'), [
      'dashboard library dashboard/records analytics energy notifications',
      'admin support accessibility',
    ]);
    assert.deepEqual(names('USER', desktop, { cycleLibrary: false, energyPanel: false }), [
      'dashboard dashboard/records analytics notifications',
      'admin support accessibility',
    ]);
    for (const role of ['FACTORY', 'SUBSIDIARY', ...INTERNAL] as const) {
      assert.deepEqual(names(role), ['factory report', 'accessibility'], role);
    }
    assert.deepEqual(names('SUPERFACTORY'), ['factory report fota', 'accessibility']);
    for (const role of SERVICE) assert.deepEqual(names(role), ['service analytics report', 'support accessibility']);
    for (const role of ['ADMIN', 'KITCHEN_MANAGER'] as const) assert.deepEqual(names(role), ['', 'accessibility']);
    const working = 'dashboard library dashboard/records analytics energy notifications';
    assert.deepEqual(namesFor(member('ADMIN')), [working, 'admin support accessibility']);
    assert.deepEqual(namesFor(member('KITCHEN_MANAGER')), [working, 'support accessibility']);
    assert.deepEqual(names('FACTORY', mobile), ['factory report chatbot', 'accessibility']);
    assert.deepEqual(names('SERVICE', { mobile: false, afterSales: true })[0], 'service analytics report after-sales');
  });

  it('S2.14 S5.14 the tutorial is for USER, where there is one, and hidden in demo mode', () => {
    const there = { tutorialUrl: 'https://tutorial.example.com' };
    const person = (role: Role, email = 'ada@example.com') => ({ role, email });
    assert.equal(tutorialFor(person('USER'), there), there.tutorialUrl);
    assert.equal(tutorialFor(person('USER', demoAccount), there), null);
    assert.equal(tutorialFor(person('USER', ''), there), null);
    assert.equal(tutorialFor(person('USER'), { tutorialUrl: null }), null);
    for (const role of roles.filter((one) => one !== 'USER'))
      assert.equal(tutorialFor(person(role), there), null, role);
  });

  it('counts the screens that are not available yet', (test) => {
    const later = screenNames.filter((name) => !screens[name].load);
    test.diagnostic(`${later.length} of ${screenNames.length} screens not available yet: ${later.join(', ')}`);
    assert.ok(later.length < screenNames.length);
  });
});
