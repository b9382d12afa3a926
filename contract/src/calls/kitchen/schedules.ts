import { plannedStates } from '@brina/domain/cycles/planned-start';
import { membershipRoles } from '@brina/domain/people/roles';
import { iconNames } from '@brina/domain/recipes/icons';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Planned starts of an appliance: reservations that somebody confirms at its panel (S1.6, S2.41, B3.5). */

const readers = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/appliance/appliances/{id}/schedules' as const;

/** Monday 1 to Sunday 7. */
const weekdays = z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7));

/** A planned start, and what became of it. */
export const schedule = z.object({
  id: z.string(),
  /** Id and title of its cycle; null once that is deleted. */
  recipeId: z.nullable(z.string()),
  title: z.nullable(z.string()),
  icon: z.nullable(z.enum(iconNames)),
  colour: z.nullable(z.literal(paletteIndexes)),
  number: z.int(),
  /** The version that was proposed; of what is still planned, the one it was planned with: it is proposed in the newest. */
  version: z.int(),
  /** Minute of the kitchen's clock, `2026-11-28T06:30`, the zone it is of, and the moment it stands for. */
  minute: z.string(),
  timeZone: z.string(),
  at: z.int(),
  /** It comes again on these days; null: once. */
  weekdays: z.nullable(z.array(z.int())),
  /** How long it takes by its forecast. */
  lasts_min: z.int(),
  load_kg: z.nullable(z.number()),
  product: z.nullable(z.string()),
  lot: z.nullable(z.string()),
  state: z.enum(plannedStates),
  /** Why it was missed or not possible: a word of ours, or the unit's reason of refusal. */
  reason: z.nullable(z.string()),
  /** Whether the panel asks for it now, which a cancelled one may until the appliance has heard. */
  asksAtPanel: z.boolean(),
  /** When it lapses if nobody confirms. */
  until: z.int(),
  /** Who planned it; null: nobody who has an account. */
  by: z.nullable(z.string()),
});
export type Schedule = z.output<typeof schedule>;

const serial = 'MF26004179';
const scheduleId = '0198c0de-0000-7000-8000-0000000000e1';
const recipeId = '0198c0de-0000-7000-8000-0000000000d1';

export const listSchedules = call({
  id: 'schedules.list',
  spec: 'S2.41 B3.5',
  summary: 'What is planned on an appliance, soonest first, and what became of the latest 20 that are over',
  method: 'GET',
  path,
  ...readers,
  params: z.object({ id: id('appliance') }),
  reply: json(
    z.object({
      /** Whether its software asks at its panel: nothing can be planned without. Null: the appliance has not told yet. */
      asks: z.nullable(z.boolean()),
      /** Of the kitchen it stands in. */
      timeZone: z.string(),
      open: z.array(schedule),
      over: z.array(schedule),
    }),
  ),
  errors: [],
  example: {
    params: { id: serial },
    reply: {
      asks: true,
      timeZone: 'Europe/Rome',
      open: [
        {
          id: scheduleId,
          recipeId,
          title: 'Ragù of the house',
          icon: 'pot',
          colour: 6,
          number: 1042,
          version: 3,
          minute: '2026-11-28T06:30',
          timeZone: 'Europe/Rome',
          at: 1_795_843_800_000,
          weekdays: [1, 2, 3, 4, 5, 6],
          lasts_min: 79,
          load_kg: 12,
          product: 'Ragù',
          lot: null,
          state: 'planned',
          reason: null,
          asksAtPanel: false,
          until: 1_795_845_600_000,
          by: 'Ada Bruni',
        },
      ],
      over: [],
    },
  },
});

export const createSchedule = call({
  id: 'schedules.create',
  spec: 'S1.6 B3.5 S8.21',
  summary: 'Plans a start of a cycle: the panel asks for it ten minutes before, and somebody there starts it',
  method: 'POST',
  path,
  ...readers,
  params: z.object({ id: id('appliance') }),
  body: z.strictObject({
    recipeId: id('recipe'),
    /** Minute of the clock of the appliance's kitchen; with weekdays its time, and the first day on which it may come. */
    minute: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
    weekdays: z.optional(weekdays),
    /** What the person says of the runs: `load_kg`, `product`, `lot`, `trays`. */
    args: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
  reply: coded(z.object({ id: z.string(), at: z.int() })),
  errors: [
    'not_compatible',
    'command_unknown',
    'command_invalid',
    'schedule_by_clock',
    'schedule_unsupported',
    'schedule_past',
    'schedule_far',
    'schedule_full',
    'schedule_overlap',
  ],
  example: {
    params: { id: serial },
    body: {
      recipeId,
      minute: '2026-11-28T06:30',
      weekdays: [1, 2, 3, 4, 5, 6],
      args: { load_kg: 12, product: 'Ragù' },
    },
    reply: { code: '200', body: { id: scheduleId, at: 1_795_843_800_000 } },
  },
});

export const cancelSchedule = call({
  id: 'schedules.cancel',
  spec: 'S1.6 B3.5',
  summary:
    'Cancels what is planned, with all the days on which it would come again; of what the panel asks for already, only that start, which is taken back there',
  method: 'DELETE',
  path: `${path}/{scheduleId}`,
  ...readers,
  params: z.object({ id: id('appliance'), scheduleId: id('schedule') }),
  reply: coded(),
  errors: ['schedule_over'],
  example: { params: { id: serial, scheduleId }, reply: { code: '200' } },
});

export const restoreSchedule = call({
  id: 'schedules.restore',
  spec: 'S1.6 B3.5',
  summary: 'Plans again what was cancelled, unless its minute is over or taken',
  method: 'POST',
  path: `${path}/{scheduleId}/restore`,
  ...readers,
  params: z.object({ id: id('appliance'), scheduleId: id('schedule') }),
  reply: coded(),
  errors: ['schedule_over', 'schedule_full', 'schedule_overlap'],
  example: { params: { id: serial, scheduleId }, reply: { code: '200' } },
});

export const scheduleCalls = [listSchedules, createSchedule, cancelSchedule, restoreSchedule] as const;
