import { applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { membershipRoles, roles, rolesOf, staffAreas } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { listCall } from '../../wire/lists.ts';
import { line } from '../../wire/values.ts';
import { releasedAppliances } from '../people/account.ts';

/** The roles whose home is the factory area; what they may change there is `rolesManagedBy` (S6.3). */
const staff = rolesOf(...staffAreas);
/** Factory roles in the narrow sense: those that change users. */
const managers = rolesOf('FACTORY');

/** A user in the factory's list. */
export const factoryUser = z.object({
  id: z.string(),
  /** Opaque and tamper-proof: the last part of the address of the user's page. */
  encryptedEmailRole: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  country: z.string(),
  /** The company the user owns; empty without one. */
  company: z.string(),
  /** The companies whose invitation the user has accepted, by name. */
  memberOf: z.array(z.string()),
  createdAt: z.int(),
});
export type FactoryUser = z.output<typeof factoryUser>;

/** A user on its own page. */
export const factoryUserDetail = z.object({
  ...factoryUser.shape,
  phone: z.string(),
  language: z.string(),
  pro: z.boolean(),
  cycleLibrary: z.boolean(),
  energyPanel: z.boolean(),
  /** Latest sign-in that is still in the log; null when there is none. */
  lastSignInAt: z.nullable(z.int()),
  /** Appliances of the company the user owns. */
  appliances: z.array(z.object({ serialNumber: z.string(), name: z.string(), model: z.string() })),
  memberships: z.array(
    z.object({
      company: z.string(),
      role: z.enum(membershipRoles),
      state: z.enum(['PENDING', 'ACCEPTED']),
      appliances: z.int(),
    }),
  ),
  /** Whether the user signs in with a second factor. */
  secondFactor: z.boolean(),
  /** What the caller may do with it. */
  may: z.object({
    changeTo: z.array(z.enum(roles)),
    delete: z.boolean(),
    setFlags: z.boolean(),
    resetFactors: z.boolean(),
  }),
});
export type FactoryUserDetail = z.output<typeof factoryUserDetail>;

const userId = '0198c0de-0000-7000-8000-000000000001';
const serial = 'MFL45-26-000123';
const example: FactoryUser = {
  id: userId,
  encryptedEmailRole: 'q5tB0y8iJv2m6w1kZr9xPA',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Neri',
  role: 'USER',
  status: 'ACTIVE',
  country: 'IT',
  company: 'Pasticceria Neri',
  memberOf: [],
  createdAt: 1_763_680_000_000,
};
const exampleDetail: FactoryUserDetail = {
  ...example,
  phone: '+390422412345',
  language: 'it_IT',
  pro: false,
  cycleLibrary: true,
  energyPanel: true,
  lastSignInAt: 1_763_690_000_000,
  appliances: [{ serialNumber: serial, name: 'Blast chiller 1', model: 'MF Next L 45' }],
  memberships: [],
  secondFactor: false,
  may: { changeTo: ['SERVICE'], delete: true, setFlags: true, resetFactors: false },
};
const released = {
  code: '200',
  body: { released: [{ serialNumber: serial, name: 'Blast chiller 1', activationCode: '7KQ2M-9XWPA' }] },
} as const;

export const usersOfAppliance = call({
  id: 'factoryUsers.ofAppliance',
  spec: 'S7.10',
  summary:
    'Everybody who sees an appliance but the maker’s staff: its owners, those it is shared with and who serves it, by e-mail',
  method: 'GET',
  path: '/api/v1/account/factory/users',
  roles: staff,
  query: z.object({ serialNumber: id('anyAppliance') }),
  reply: json(z.array(factoryUser)),
  errors: [],
  example: { query: { serialNumber: serial }, reply: [example] },
});

export const filterUsers = listCall({
  id: 'factoryUsers.filter',
  spec: 'S7.10 S7.41 S3.20',
  summary: 'Users by serial number of an appliance they see, free text, role and country; ordered by e-mail',
  path: '/api/v1/account/factory/filter/users',
  roles: staff,
  list: {
    attributes: ['serialNumber', 'freeSearch', 'role', 'country'],
    orders: ['email', 'role', 'country', 'createdAt'],
    first: { key: 'email', direction: 'asc' },
    nRows: 20,
  },
  item: factoryUser,
  errors: [],
  example: {
    body: {
      page: 0,
      nRows: 20,
      filterAttributes: [{ attribute: 'freeSearch', value: 'neri' }],
      orderAttr: 'email',
      ascOrDesc: 'asc',
    },
    reply: { items: [example], total: 1 },
  },
});

export const getFactoryUser = call({
  id: 'factoryUsers.get',
  spec: 'S2.30',
  summary: 'One user, by the opaque token of its page; a token that was changed or is of another role answers 404',
  method: 'GET',
  path: '/api/v1/account/factory/user/{encryptedEmailRole}',
  roles: staff,
  params: z.object({ encryptedEmailRole: line(1000, 1) }),
  reply: json(factoryUserDetail),
  errors: [],
  example: { params: { encryptedEmailRole: example.encryptedEmailRole }, reply: exampleDetail },
});

export const upgradeUser = call({
  id: 'factoryUsers.upgrade',
  spec: 'S7.14 S4.20 S4.21',
  summary:
    'Gives a user another role: its shares end, the last USER of a company releases its appliances, its sessions end',
  method: 'POST',
  path: '/api/v1/account/factory/upgrade/{id}',
  roles: managers,
  confirmed: true,
  params: z.object({ id: id('user') }),
  query: z.object({ targetRole: z.enum(roles) }),
  reply: coded(releasedAppliances),
  errors: ['role_not_yours', 'own_account', 'role_unchanged'],
  once: true,
  example: { params: { id: userId }, query: { targetRole: 'SERVICE' }, reply: released },
});

export const deleteFactoryUser = call({
  id: 'factoryUsers.delete',
  spec: 'S7.11 S6.3',
  summary: 'Deletes a user as the user itself could: the person is erased, records stay',
  method: 'DELETE',
  path: '/api/v1/account/factory/users/{id}',
  roles: managers,
  confirmed: true,
  params: z.object({ id: id('user') }),
  reply: coded(releasedAppliances),
  errors: ['role_not_yours', 'own_account'],
  once: true,
  example: { params: { id: userId }, reply: released },
});

export const setUserFlags = call({
  id: 'factoryUsers.setFlags',
  spec: 'S2.46',
  summary: 'Sets which menu entries a user has',
  method: 'PUT',
  path: '/api/v1/account/factory/users/{id}/flags',
  roles: managers,
  params: z.object({ id: id('user') }),
  body: z.strictObject({ pro: z.boolean(), cycleLibrary: z.boolean(), energyPanel: z.boolean() }),
  reply: coded(),
  errors: ['role_not_yours'],
  example: {
    params: { id: userId },
    body: { pro: false, cycleLibrary: true, energyPanel: true },
    reply: { code: '200' },
  },
});

export const resetUserFactors = call({
  id: 'factoryUsers.resetFactors',
  spec: 'B11.4',
  summary: 'Removes the second factors of a user who has lost them, and its recovery codes; its sessions end',
  method: 'DELETE',
  path: '/api/v1/account/factory/users/{id}/factors',
  roles: ['SUPERFACTORY'],
  confirmed: true,
  params: z.object({ id: id('user') }),
  reply: coded(),
  errors: ['own_account', 'factor_missing'],
  example: { params: { id: userId }, reply: { code: '200' } },
});

export const listDomains = call({
  id: 'factoryUsers.domains',
  spec: 'S7.15',
  summary: 'Domains of appliances and documents',
  method: 'GET',
  path: '/api/v1/account/factory/domains',
  roles: staff,
  reply: json(z.array(z.enum(applianceDomains))),
  errors: [],
  example: { reply: ['STANDARD', 'NORTH_AMERICA', 'FMI_JAPAN'] },
});

/** A line of the audit log. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.int(),
  /** Who did it; empty for nobody signed in, a pseudonym for an erased person. */
  user: z.string(),
  company: z.string(),
  /** `appliance.claim`, `session.begin` … */
  action: z.string(),
  on: z.object({ kind: z.string(), id: z.string() }),
  address: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const filterAudit = listCall({
  id: 'factoryUsers.audit',
  spec: 'S6.3',
  summary:
    'Who changed what, the latest first; by user, company, action, thing, and days (`YYYY-MM-DD`, both included)',
  path: '/api/v1/account/factory/filter/audit',
  roles: ['SUPERFACTORY'],
  list: {
    attributes: ['user', 'company', 'action', 'on', 'from', 'to'],
    orders: ['at'],
    first: { key: 'at', direction: 'desc' },
    nRows: 50,
  },
  item: auditEntry,
  errors: [],
  example: {
    body: { page: 0, nRows: 50, filterAttributes: [{ attribute: 'action', value: 'session.begin' }] },
    reply: {
      items: [
        {
          id: '0198c0de-0000-7000-8000-0000000000f1',
          at: 1_763_680_000_000,
          user: 'ada@example.com',
          company: 'Pasticceria Neri',
          action: 'session.begin',
          on: { kind: 'session', id: '0198c0de-0000-7000-8000-0000000000e1' },
          address: '192.0.2.7',
          detail: {},
        },
      ],
      total: 1,
    },
  },
});

export const factoryUserCalls = [
  usersOfAppliance,
  filterUsers,
  getFactoryUser,
  upgradeUser,
  deleteFactoryUser,
  setUserFlags,
  resetUserFactors,
  listDomains,
  filterAudit,
] as const;
