import { runStates } from '@brina/domain/appliance/states';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { recipeOfRun, stoppedBy } from '../../wire/values.ts';

/** A run of a cycle on an appliance. */
export const cycleRun = z.object({
  id: z.string(),
  function: z.int(),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  state: z.enum(runStates),
  /** Why it ended: target, time, clock, person, alarm, power, maximum. */
  reason: z.nullable(z.string()),
  /** Null where no person ended it, or nobody can tell who. */
  stoppedBy: z.nullable(stoppedBy),
  product: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  load_kg: z.nullable(z.number()),
  /** Its HACCP record and verdict, where it needs one and it is written. */
  batchId: z.nullable(z.string()),
  verdict: z.nullable(z.string()),
  /** The phases it was asked to run, as `PhasePlan` rows, to start it once more; null when the unit did not tell. */
  plan: z.nullable(z.array(z.record(z.string(), z.unknown()))),
  /** Null where it was set at the appliance or in the portal for this once. */
  recipe: z.nullable(recipeOfRun),
});
export type CycleRun = z.output<typeof cycleRun>;

/** Something that happened to an appliance, as it was reported: door, power, phase, cycle, alarm, gap or an act at the panel. */
export const applianceEvent = z.object({
  at: z.int(),
  type: z.string(),
  body: z.record(z.string(), z.unknown()),
});
export type ApplianceEvent = z.output<typeof applianceEvent>;

const serial = 'MF26004179';
const range = { from: 1_763_593_600_000, to: 1_763_680_000_000 };

export const listCycles = call({
  id: 'cycles.list',
  spec: 'S2.41 S1.6 B3.3',
  summary: 'Runs of cycles of an appliance that touch a time, newest first; at most 500',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/cycles',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('applianceRecord') }),
  query: z.object({ from: instant, to: instant }),
  reply: json(z.array(cycleRun)),
  errors: ['range_reversed', 'range_too_long'],
  example: {
    params: { id: serial },
    query: range,
    reply: [
      {
        id: '0198c0de-0000-7000-8000-0000000000b1',
        function: 0,
        startedAt: 1_763_670_000_000,
        endedAt: 1_763_675_000_000,
        state: 'ended',
        reason: 'target',
        stoppedBy: null,
        product: 'Ragù',
        lot: 'L-24',
        load_kg: 12,
        batchId: '0198c0de-0000-7000-8000-0000000000b1',
        verdict: 'PASS',
        plan: null,
        recipe: {
          id: '0198c0de-0000-7000-8000-0000000000d1',
          number: 1042,
          version: 1,
          title: 'Ragù of the house',
          newest: 3,
          differs: false,
        },
      },
    ],
  },
});

export const listEvents = call({
  id: 'cycles.events',
  spec: 'S2.31 S6.9',
  summary: 'What an appliance reported besides its samples, newest first; at most 1,000',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/events',
  roles: rolesOf('USER', 'SERVICE', 'FACTORY'),
  members: membershipRoles,
  params: z.object({ id: id('applianceRecord') }),
  query: z.object({
    from: instant,
    to: instant,
    /** Types of events, separated by commas; without it all. The doors of a busy cabinet leave no room for others. */
    types: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
  }),
  reply: json(z.array(applianceEvent)),
  errors: ['range_reversed', 'range_too_long'],
  example: {
    params: { id: serial },
    query: { ...range, types: 'door,power' },
    reply: [{ at: 1_763_670_000_000, type: 'door', body: { door: 1, open: true } }],
  },
});

export const cycleCalls = [listCycles, listEvents] as const;
