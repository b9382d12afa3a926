import { linkLives, linkPin_digits, linkSubjects_max } from '@brina/domain/haccp/inspection';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { blob, call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Where a link opens records to who inspects them, and where the code of a kitchen's poster leads: for everybody, without login. */
export const inspectionPath = '/i/{token}';
export const posterPath = '/k/{code}';

const link = z.object({
  id: z.string(),
  createdAt: z.int(),
  /** Null: the account was deleted. */
  by: z.nullable(z.string()),
  laboratories: z.array(z.object({ id: z.string(), name: z.string() })),
  units: z.array(z.object({ serialNumber: z.string(), name: z.string() })),
  /** Days of the kitchens' calendars, both included. */
  from: z.string(),
  to: z.string(),
  expiresAt: z.int(),
  /** Null: it opens still. */
  endedAt: z.nullable(z.int()),
  /** Why it ended by itself before its time: its PIN was typed wrong too often. */
  endedWhy: z.nullable(z.enum(['wrong_pins'])),
  hasPin: z.boolean(),
  /** Whether an inspector asked for it at the poster of a kitchen. */
  atPoster: z.boolean(),
  visits: z.int(),
  lastVisitAt: z.nullable(z.int()),
});
export type InspectionLink = z.output<typeof link>;

const visit = z.object({ at: z.int(), lastAt: z.int(), device: z.string(), network: z.string(), pages: z.int() });

/** Somebody at the poster of a kitchen asks to be let in, and shows this number. */
const accessRequest = z.object({ number: z.int(), at: z.int(), device: z.string() });
export type AccessRequest = z.output<typeof accessRequest>;

const poster = z.object({
  id: z.string(),
  labId: z.string(),
  laboratory: z.string(),
  createdAt: z.int(),
  /** What its code leads to. */
  address: z.string(),
  requests: z.array(accessRequest),
});
export type KitchenPoster = z.output<typeof poster>;

const makers = { roles: ['USER'], members: ['ADMIN'] } as const;
const cooks = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/links';
const posters = '/api/v1/analytics/haccp/posters';
const linkId = '0198c0de-0000-7000-8000-0000000000d1';
const posterId = '0198c0de-0000-7000-8000-0000000000d2';
const labId = '0198c0de-0000-7000-8000-0000000000a1';
const example: InspectionLink = {
  id: linkId,
  createdAt: 1_763_670_000_000,
  by: 'Anna Bianchi',
  laboratories: [{ id: labId, name: 'Main kitchen' }],
  units: [{ serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1' }],
  from: '2025-10-22',
  to: '2025-11-20',
  expiresAt: 1_764_274_800_000,
  endedAt: null,
  endedWhy: null,
  hasPin: false,
  atPoster: false,
  visits: 3,
  lastVisitAt: 1_763_673_600_000,
};
const asked: AccessRequest = {
  number: 47,
  at: 1_763_670_000_000,
  device: 'iPhone',
};
const examplePoster: KitchenPoster = {
  id: posterId,
  labId,
  laboratory: 'Main kitchen',
  createdAt: 1_763_670_000_000,
  address: 'https://portal.example/k/9dkq3mzx7tw2',
  requests: [asked],
};

export const createLink = call({
  id: 'inspection.create',
  spec: 'B2.10',
  summary:
    'A link that opens records of some kitchens and units to who inspects them, without an account, until it expires or is ended. Its address is told once. What it opens has a checkpoint first',
  method: 'POST',
  path,
  ...makers,
  once: true,
  body: z.strictObject({
    labIds: z.array(id('laboratory')).check(z.maxLength(linkSubjects_max)),
    serials: z.array(id('appliance')).check(z.maxLength(linkSubjects_max)),
    from: calendarDay,
    to: calendarDay,
    lasts: z.enum(linkLives),
    /** Absent: the link alone opens. */
    pin: z.optional(z.string().check(z.regex(new RegExp(`^\\d{${linkPin_digits}}$`)))),
  }),
  reply: json(z.object({ ...link.shape, address: z.string() })),
  errors: ['link_of_nothing', 'range_reversed', 'link_too_long', 'pin_guessable', 'links_too_many'],
  example: {
    body: { labIds: [labId], serials: ['MFL45-26-000123'], from: example.from, to: example.to, lasts: 'week' },
    reply: { ...example, address: 'https://portal.example/i/kq3J0n5o2m6c1v8z4x7b9d0f2g5h8j1l' },
  },
});

export const listLinks = call({
  id: 'inspection.list',
  spec: 'B2.10',
  summary:
    'Links to records that are open, or were within the last 30 days, latest first; for an invited person its own',
  method: 'GET',
  path,
  ...cooks,
  reply: json(z.array(link)),
  errors: [],
  example: { reply: [example] },
});

export const endLink = call({
  id: 'inspection.end',
  spec: 'B2.10',
  summary: 'Ends a link at once; one that has ended stays so',
  method: 'DELETE',
  path: `${path}/{linkId}`,
  ...cooks,
  params: z.object({ linkId: id('inspectionLink') }),
  reply: coded(),
  errors: [],
  example: { params: { linkId }, reply: { code: '200' } },
});

export const listVisits = call({
  id: 'inspection.visits',
  spec: 'B2.10',
  summary: 'When a link was opened, on what device and from which network, shortened, latest first; 200 at most',
  method: 'GET',
  path: `${path}/{linkId}/visits`,
  ...cooks,
  params: z.object({ linkId: id('inspectionLink') }),
  reply: json(z.array(visit)),
  errors: [],
  example: {
    params: { linkId },
    reply: [
      {
        at: 1_763_673_000_000,
        lastAt: 1_763_673_600_000,
        device: 'iPhone',
        network: '192.0.2.0/24',
        pages: 12,
      },
    ],
  },
});

export const listPosters = call({
  id: 'inspection.posters',
  spec: 'B2.10',
  summary: 'Posters of kitchens, with who asks at one to be let in now',
  method: 'GET',
  path: posters,
  ...cooks,
  reply: json(z.array(poster)),
  errors: [],
  example: { reply: [examplePoster] },
});

export const makePoster = call({
  id: 'inspection.makePoster',
  spec: 'B2.10',
  summary: 'A poster for a kitchen; one that hung there before leads nowhere any more',
  method: 'POST',
  path: posters,
  ...makers,
  body: z.strictObject({ labId: id('laboratory') }),
  reply: json(poster),
  errors: [],
  example: { body: { labId }, reply: { ...examplePoster, requests: [] } },
});

export const printPoster = call({
  id: 'inspection.printPoster',
  spec: 'B2.10',
  summary: 'The poster as a PDF to print, in nine languages',
  method: 'GET',
  path: `${posters}/{posterId}/sheet`,
  ...makers,
  params: z.object({ posterId: id('poster') }),
  reply: blob('application/pdf'),
  errors: [],
  example: { params: { posterId } },
});

export const answerRequest = call({
  id: 'inspection.answer',
  spec: 'B2.10',
  summary: 'Lets in who asks at the poster of a kitchen, to the records of its last 30 days for 8 hours, or sends away',
  method: 'POST',
  path: `${posters}/{posterId}/grants`,
  ...cooks,
  params: z.object({ posterId: id('poster') }),
  body: z.strictObject({ number: z.int().check(z.gte(10), z.lte(99)), grants: z.boolean() }),
  reply: coded(),
  errors: ['request_over'],
  example: { params: { posterId }, body: { number: asked.number, grants: true }, reply: { code: '200' } },
});

export const inspectionCalls = [
  createLink,
  listLinks,
  endLink,
  listVisits,
  listPosters,
  makePoster,
  printPoster,
  answerRequest,
] as const;
