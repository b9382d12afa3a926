import { gammas } from '@brina/domain/appliance/families/family';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { email, language, line } from '../../wire/values.ts';
import { applianceService } from '../kitchen/appliances.ts';

/** Somebody whom the company has invited, with the appliances shared with it. */
export const member = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** In which it is invited, while that is pending; null: not known, or the person's own by now. */
  language: z.nullable(z.string()),
  role: z.enum(membershipRoles),
  state: z.enum(['PENDING', 'ACCEPTED']),
  invitedAt: z.int(),
  acceptedAt: z.nullable(z.int()),
  appliances: z.array(z.string()),
  /** The caller itself, who may neither change nor withdraw its own place. */
  self: z.boolean(),
});
export type Member = z.output<typeof member>;

/** An appliance of the company as far as sharing needs it, with who sees it. */
export const sharedAppliance = z.object({
  serialNumber: z.string(),
  name: z.string(),
  model: z.string(),
  gamma: z.enum(gammas),
  lab: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Addresses of the members it is shared with. */
  sharedWith: z.array(z.string()),
  /** Service partners that see it too, by its kitchen or by the factory: nobody shares it with them here. */
  services: z.array(z.pick(applianceService, { company: true, email: true, by: true })),
});
export type SharedAppliance = z.output<typeof sharedAppliance>;

const address = 'lea@example.com';
const serial = 'MFL45-26-000123';
const exampleMember: Member = {
  email: address,
  firstName: 'Lea',
  lastName: 'Rossi',
  language: null,
  role: 'KITCHEN_MANAGER',
  state: 'ACCEPTED',
  invitedAt: 1_763_680_000_000,
  acceptedAt: 1_763_690_000_000,
  appliances: [serial],
  self: false,
};

export const listMembers = call({
  id: 'sharing.listMembers',
  spec: 'S7.19 S2.29',
  summary: 'People the company has invited, by e-mail',
  method: 'GET',
  path: '/api/v1/appliance/admin/users',
  roles: ['USER'],
  members: ['ADMIN'],
  reply: json(z.array(member)),
  errors: [],
  example: { reply: [exampleMember] },
});

export const inviteMember = call({
  id: 'sharing.invite',
  spec: 'S6.2 S4.19',
  summary:
    'Invites somebody by e-mail; pending until accepted. The mail is the only answer to whether the address has an account',
  method: 'POST',
  path: '/api/v1/appliance/admin/users',
  roles: ['USER'],
  members: ['ADMIN'],
  confirmed: true,
  body: z.strictObject({
    email: email(),
    firstName: line(80, 1),
    lastName: line(80, 1),
    role: z.enum(membershipRoles),
    language: language(),
    appliances: z.array(id('companyAppliance')).check(z.maxLength(500)),
  }),
  reply: json(member),
  errors: ['company_missing', 'member_exists', 'too_many_requests'],
  example: {
    body: {
      email: address,
      firstName: 'Lea',
      lastName: 'Rossi',
      role: 'KITCHEN_MANAGER',
      language: 'it_IT',
      appliances: [serial],
    },
    reply: { ...exampleMember, language: 'it_IT', state: 'PENDING', acceptedAt: null },
  },
});

export const inviteAgain = call({
  id: 'sharing.inviteAgain',
  spec: 'S4.19',
  summary: 'Mails a pending invitation again; the earlier link is worth nothing',
  method: 'POST',
  path: '/api/v1/appliance/admin/users/{email}/invitation',
  roles: ['USER'],
  members: ['ADMIN'],
  params: z.object({ email: id('member') }),
  reply: coded(),
  errors: ['already_accepted', 'too_many_requests'],
  example: { params: { email: address }, reply: { code: '200' } },
});

export const updateMember = call({
  id: 'sharing.updateMember',
  spec: 'S6.2 S4.20',
  summary:
    'Changes the role of an invited person, which takes all shared appliances away from it; corrects its names and language until it has accepted, after which they are its own',
  method: 'PUT',
  path: '/api/v1/appliance/admin/users/{email}',
  roles: ['USER'],
  members: ['ADMIN'],
  confirmed: true,
  params: z.object({ email: id('member') }),
  body: z.strictObject({
    role: z.optional(z.enum(membershipRoles)),
    firstName: z.optional(line(80, 1)),
    lastName: z.optional(line(80, 1)),
    language: z.optional(language()),
  }),
  echoes: { of: listMembers, among: { param: 'email', field: 'email' } },
  reply: json(member),
  errors: ['own_membership', 'already_accepted'],
  example: {
    params: { email: address },
    body: { role: 'ADMIN' },
    reply: { ...exampleMember, role: 'ADMIN', appliances: [] },
  },
});

export const removeMember = call({
  id: 'sharing.removeMember',
  spec: 'S6.2',
  summary: 'Takes an invited person out of the company; its sessions no longer act for it',
  method: 'DELETE',
  path: '/api/v1/appliance/admin/users/{email}',
  roles: ['USER'],
  members: ['ADMIN'],
  confirmed: true,
  params: z.object({ email: id('member') }),
  reply: coded(),
  errors: ['own_membership'],
  example: { params: { email: address }, reply: { code: '200' } },
});

export const listSharedAppliances = call({
  id: 'sharing.listAppliances',
  spec: 'S7.19 S2.29',
  summary: 'Appliances of the company with whom each is shared; with an e-mail only those shared with that person',
  method: 'GET',
  path: '/api/v1/appliance/admin/appliances',
  roles: ['USER'],
  members: ['ADMIN'],
  query: z.object({ email: z.optional(id('member')) }),
  reply: json(z.array(sharedAppliance)),
  errors: [],
  example: {
    query: { email: address },
    reply: [
      {
        serialNumber: serial,
        name: 'Blast chiller 1',
        model: 'MF Next L 45',
        gamma: 'ABBATTITORE',
        lab: { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Main kitchen' },
        sharedWith: [address],
        services: [{ company: 'Freddo Assistenza', email: 'info@freddo.example', by: 'KITCHEN' }],
      },
    ],
  },
});

/** The company's appliance, also one that is not shared with the ADMIN who shares it. */
export const shareAppliance = call({
  id: 'sharing.share',
  spec: 'S7.19 S6.2',
  summary: 'Shares an appliance of the company with an invited person; a repeat changes nothing',
  method: 'POST',
  path: '/api/v1/appliance/admin/share',
  roles: ['USER'],
  members: ['ADMIN'],
  body: z.strictObject({ email: id('member'), serialNumber: id('companyAppliance') }),
  reply: coded(),
  errors: [],
  example: { body: { email: address, serialNumber: serial }, reply: { code: '200' } },
});

export const unshareAppliance = call({
  id: 'sharing.unshare',
  spec: 'S7.19 S6.2',
  summary: 'Ends the sharing of an appliance with an invited person',
  method: 'DELETE',
  path: '/api/v1/appliance/admin/share',
  roles: ['USER'],
  members: ['ADMIN'],
  query: z.object({ email: id('member'), serialNumber: id('companyAppliance') }),
  reply: coded(),
  errors: [],
  example: { query: { email: address, serialNumber: serial }, reply: { code: '200' } },
});

export const sharingCalls = [
  listMembers,
  inviteMember,
  inviteAgain,
  updateMember,
  removeMember,
  listSharedAppliances,
  shareAppliance,
  unshareAppliance,
] as const;
