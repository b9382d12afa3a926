import { membershipRoles, roles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { blob, call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { language, line, newPassword, optionalCountry, phone } from '../../wire/values.ts';

/** Preferences of a user with the defaults of S3.5. The first seven travel at sign-up (S3.1). */
const signUpPreferenceFields = {
  push_notification: z.boolean(),
  offline_mail_notification: z.boolean(),
  measurement_system: z.enum(['metric', 'imperial']),
  hours_display_system: z.enum(['24h', '12h']),
  appliance_report: z.boolean(),
  haccp_report: z.boolean(),
  alarm_mail_notification: z.boolean(),
};
export const signUpPreferencesBody = z.strictObject(signUpPreferenceFields);
const preferenceFields = {
  ...signUpPreferenceFields,
  /** A mail a month about the state of the machines. */
  machine_status_mail: z.boolean(),
  /** Push message when a kitchen has lost its power. */
  blackout_push_notification: z.boolean(),
  /** Consent to news of the maker; each change is kept as evidence with its document's version. */
  marketing: z.boolean(),
};
export const preferences = z.object(preferenceFields);
export type Preferences = z.output<typeof preferences>;

/** An invited person's place in the company that invited it (S4.19): pending until accepted. */
export const membership = z.object({
  id: z.string(),
  company: z.string(),
  role: z.enum(membershipRoles),
  state: z.enum(['PENDING', 'ACCEPTED']),
});
export type Membership = z.output<typeof membership>;

/** What the portal knows of the signed-in user (S3.3, S3.4, S3.34). `language` is the mapped locale (`it_IT`). */
export const userInfo = z.object({
  id: z.string(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  /** Whether the terms in force have been accepted. */
  tos: z.boolean(),
  /** Whether the terms of any time have been accepted: else they have not changed, they are new to the person. */
  knowsTerms: z.boolean(),
  /** The role of this session: USER for who acts within a membership, else the role of the account. */
  role: z.enum(roles),
  /** The membership this session acts within; null for one's own company or none. */
  membership: z.nullable(membership),
  memberships: z.array(membership),
  /** Whether the person signs in with a second factor; `needed`: it has to set one up before anything else. */
  secondFactor: z.enum(['off', 'on', 'needed']),
  language: z.string(),
  pro: z.boolean(),
  cycleLibrary: z.boolean(),
  energyPanel: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  preferences,
  /** The company the session acts for. */
  company: z.nullable(z.object({ name: z.string(), timeZone: z.string() })),
  /** The person's own company, to which a session can be switched back. */
  ownCompany: z.nullable(z.object({ name: z.string() })),
  /** What this session may do: each is true exactly when the portal would let the call in. The browser never concludes it from a role. */
  may: z.object({
    /** See appliances of the company, or those it serves, as they are at this moment. */
    readAppliances: z.boolean(),
    /** Add an appliance to the company by its code: the customer itself. */
    claim: z.boolean(),
    /** Release an appliance of the company. */
    release: z.boolean(),
    addKitchen: z.boolean(),
    editKitchens: z.boolean(),
    /** Make and change cycles of the library. */
    editCycles: z.boolean(),
    /** Put cycles of the library on the own dashboard, and run them from there. */
    pinCycles: z.boolean(),
    editCompany: z.boolean(),
    /** Make appliances, as the maker does. */
    createAppliances: z.boolean(),
    editNews: z.boolean(),
    readAudit: z.boolean(),
    /** Be told of alarms, and say what of it has been read. */
    readNotifications: z.boolean(),
    /** Sign records of food, and so have a PIN for it. */
    signRecords: z.boolean(),
    openRecords: z.boolean(),
    /** Learn who asks at a kitchen's poster to see its records, and let in. */
    letIn: z.boolean(),
    /** Set and lift legal holds on the company's records. */
    keepRecords: z.boolean(),
  }),
});
export type UserInfo = z.output<typeof userInfo>;

const exampleMembership: Membership = {
  id: '0198c0de-0000-7000-8000-0000000000d1',
  company: 'Hotel Alpino',
  role: 'KITCHEN_MANAGER',
  state: 'PENDING',
};
const exampleUser: UserInfo = {
  id: '0198c0de-0000-7000-8000-000000000001',
  status: 'ACTIVE',
  tos: true,
  knowsTerms: true,
  role: 'USER',
  membership: null,
  memberships: [exampleMembership],
  secondFactor: 'off',
  language: 'it_IT',
  pro: false,
  cycleLibrary: true,
  energyPanel: true,
  firstName: 'Ada',
  lastName: 'Neri',
  email: 'ada@example.com',
  phone: '+390422000000',
  country: 'IT',
  address: '',
  city: 'Treviso',
  postalCode: '31100',
  preferences: {
    push_notification: true,
    offline_mail_notification: true,
    measurement_system: 'metric',
    hours_display_system: '24h',
    appliance_report: true,
    haccp_report: true,
    alarm_mail_notification: true,
    machine_status_mail: true,
    blackout_push_notification: true,
    marketing: false,
  },
  company: { name: 'Pasticceria Neri', timeZone: 'Europe/Rome' },
  ownCompany: { name: 'Pasticceria Neri' },
  may: {
    readAppliances: true,
    claim: true,
    release: true,
    addKitchen: true,
    editKitchens: true,
    editCycles: true,
    pinCycles: true,
    editCompany: true,
    createAppliances: false,
    editNews: false,
    readAudit: false,
    readNotifications: true,
    signRecords: true,
    openRecords: true,
    letIn: true,
    keepRecords: true,
  },
};

export const getUserInfo = call({
  id: 'account.userInfo',
  spec: 'S7.3 S3.3',
  summary: 'The signed-in user, with role, language and preferences',
  method: 'GET',
  path: '/api/v1/account/user-info',
  roles: 'any',
  beforeTerms: true,
  unconfirmed: true,
  withoutFactor: true,
  reply: json(userInfo),
  errors: [],
  example: { reply: exampleUser },
});

/** What a user changes of itself; what is left out stays. Role, flags, e-mail and company are not among it. */
const userInfoBody = z.strictObject({
  firstName: z.optional(line(80, 1)),
  lastName: z.optional(line(80, 1)),
  phone: z.optional(phone()),
  country: z.optional(optionalCountry()),
  address: z.optional(line(160)),
  city: z.optional(line(80)),
  postalCode: z.optional(line(16)),
  language: z.optional(language()),
  /** Accepts the terms in force; they cannot be taken back here. */
  tos: z.optional(z.literal(true)),
  preferences: z.optional(z.partial(z.strictObject(preferenceFields))),
});

export const updateUserInfo = call({
  id: 'account.updateUserInfo',
  spec: 'S7.3 S2.17 S4.3 S3.5',
  summary: 'Changes profile, language or preferences, or accepts the terms in force',
  method: 'PUT',
  path: '/api/v1/account/user-info',
  roles: 'any',
  beforeTerms: true,
  unconfirmed: true,
  withoutFactor: true,
  body: userInfoBody,
  echoes: { of: getUserInfo },
  reply: json(userInfo),
  errors: ['phone_invalid'],
  example: { body: { language: 'it_IT', preferences: { measurement_system: 'imperial' } }, reply: exampleUser },
});

export const updatePassword = call({
  id: 'account.updatePassword',
  spec: 'S7.8 S7.39',
  summary: 'Changes the password of who knows the present one; the other sessions end',
  method: 'PATCH',
  path: '/api/v1/account/users/password',
  roles: 'any',
  body: z.strictObject({ password: newPassword(), oldPassword: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: coded(),
  errors: ['password_wrong', 'password_common', 'password_personal', 'too_many_requests'],
  example: { body: { password: 'Cold-line-2027', oldPassword: 'Cold-line-2026' }, reply: { code: '200' } },
});

/** Appliances that lose their company, each with the code that adds it to the next one; shown once. */
export const releasedAppliances = z.object({
  released: z.array(z.object({ serialNumber: z.string(), name: z.string(), activationCode: z.string() })),
});
/** An appliance that nobody owns any more, with the code that adds it to its next owner. */
export type ReleasedAppliance = z.output<typeof releasedAppliances>['released'][number];

export const deleteOwnUser = call({
  id: 'account.deleteOwnUser',
  spec: 'S7.11 S2.27',
  summary:
    'Deletes the caller’s account: the person is erased, HACCP records stay; the last of a company releases its appliances',
  method: 'DELETE',
  path: '/api/v1/account/users',
  roles: 'any',
  beforeTerms: true,
  unconfirmed: true,
  confirmed: true,
  reply: coded(releasedAppliances),
  errors: [],
  once: true,
  example: {
    reply: {
      code: '200',
      body: { released: [{ serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1', activationCode: '7KQ2M-9XWPA' }] },
    },
  },
});

export const exportOwnData = call({
  id: 'account.exportOwnData',
  spec: 'S2.27',
  summary: 'Everything the portal holds about the caller as a person, as a zip of JSON files (GDPR, art. 15 and 20)',
  method: 'GET',
  path: '/api/v1/account/users/export',
  roles: 'any',
  beforeTerms: true,
  reply: blob('application/zip'),
  errors: [],
  example: {},
});

export const acceptMembership = call({
  id: 'account.acceptMembership',
  spec: 'S4.19',
  summary: 'Accepts an invitation; a session that acts for no company acts within it from now on',
  method: 'POST',
  path: '/api/v1/account/memberships/{id}/accept',
  roles: 'any',
  params: z.object({ id: id('membership') }),
  reply: json(userInfo),
  errors: [],
  example: { params: { id: exampleMembership.id }, reply: exampleUser },
});

export const leaveMembership = call({
  id: 'account.leaveMembership',
  spec: 'S4.19',
  summary: 'Declines an invitation, or leaves the company that invited',
  method: 'DELETE',
  path: '/api/v1/account/memberships/{id}',
  roles: 'any',
  params: z.object({ id: id('membership') }),
  reply: json(userInfo),
  errors: [],
  example: { params: { id: exampleMembership.id }, reply: exampleUser },
});

export const switchMembership = call({
  id: 'account.switchMembership',
  spec: 'S2.6 S6.2',
  summary: 'Lets this session act within another membership, or for the caller’s own company (null)',
  method: 'PUT',
  path: '/api/v1/account/memberships/active',
  roles: 'any',
  body: z.strictObject({ membershipId: z.nullable(id('membership')) }),
  reply: json(userInfo),
  errors: ['membership_pending'],
  example: { body: { membershipId: exampleMembership.id }, reply: exampleUser },
});

export const accountCalls = [
  getUserInfo,
  updateUserInfo,
  updatePassword,
  deleteOwnUser,
  exportOwnData,
  acceptMembership,
  leaveMembership,
  switchMembership,
] as const;
