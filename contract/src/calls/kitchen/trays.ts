import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** The timer of a tray, or a trolley, in a run that goes on. It runs on the unit, also while nobody hears of it. */
export const trayTimer = z.object({
  tray: z.int(),
  /** When it was set, epoch ms; null where the unit had no clock. */
  from: z.nullable(z.int()),
  min: z.number(),
  product: z.nullable(z.string()),
  /** Which of the core probes measures there; null: it proves time, not temperature. */
  needle: z.nullable(z.int()),
});
export type TrayTimer = z.output<typeof trayTimer>;

const serial = 'MF26004179';

export const listTrays = call({
  id: 'trays.list',
  spec: 'S1.6 S4.14',
  summary: 'Timers of the trays, or trolleys, of an appliance; they change when its reported value `panel` does',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/trays',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  reply: json(z.array(trayTimer)),
  errors: [],
  example: {
    params: { id: serial },
    reply: [{ tray: 3, from: 1_763_680_000_000, min: 90, product: 'Peas', needle: null }],
  },
});

export const trayCalls = [listTrays] as const;
