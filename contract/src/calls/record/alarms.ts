import { alarmSeers, alarmStates } from '@brina/domain/alarms/engine/interval';
import { severities } from '@brina/domain/alarms/rows/alarm-row';
import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';

/** An alarm as an interval: when its condition began, when it was raised, when it ended. */
export const alarmInterval = z.object({
  id: z.string(),
  serialNumber: z.string(),
  name: z.string(),
  severity: z.enum(severities),
  state: z.enum(alarmStates),
  /** The whole kitchen is concerned, not this appliance alone. */
  ofKitchen: z.boolean(),
  /** Second zone of an appliance with two. */
  zone: z.nullable(z.literal(2)),
  startedAt: z.int(),
  raisedAt: z.nullable(z.int()),
  clearedAt: z.nullable(z.int()),
  /** Who saw it. */
  by: z.array(z.enum(alarmSeers)),
  /** Name of the alarm that explains this one; its notifications are folded into that one. */
  foldedInto: z.nullable(z.string()),
  /** How often it rose while it chattered; 0 when it did not. */
  chattering: z.int(),
  /** Rises of food above its limit: warmest value and degree-minutes above the limit. */
  excursion: z.nullable(z.object({ extreme: z.number(), degree_min: z.number() })),
  /** What was measured when it was raised, by metric or term. */
  evidence: z.record(z.string(), z.union([z.number(), z.string()])),
  /** It entered the list when it was over already: late data told of it. */
  foundLater: z.boolean(),
  /** Advice of maintenance, not an alarm of the moment (S3.14). */
  maintenance: z.boolean(),
  revision: z.int(),
});
export type AlarmInterval = z.output<typeof alarmInterval>;

const serial = 'MF26004179';

export const listAlarms = call({
  id: 'alarms.list',
  spec: 'S1.5 S3.12 S3.14',
  summary: 'Alarms of an appliance and of its kitchen that touch a time, newest first; at most 500',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/alarms',
  roles: rolesOf('USER', 'SERVICE', 'FACTORY'),
  members: membershipRoles,
  params: z.object({ id: id('applianceRecord') }),
  query: z.object({ from: instant, to: instant }),
  reply: json(z.array(alarmInterval)),
  errors: ['range_reversed', 'range_too_long'],
  example: {
    params: { id: serial },
    query: { from: 1_763_593_600_000, to: 1_763_680_000_000 },
    reply: [
      {
        id: '0198c0de-0000-7000-8000-0000000000a1',
        serialNumber: serial,
        name: 'openDoorAlarm',
        severity: 'A',
        state: 'cleared',
        ofKitchen: false,
        zone: null,
        startedAt: 1_763_670_000_000,
        raisedAt: 1_763_670_180_000,
        clearedAt: 1_763_670_400_000,
        by: ['unit', 'server'],
        foldedInto: null,
        chattering: 0,
        excursion: null,
        evidence: { door: 1 },
        foundLater: false,
        maintenance: false,
        revision: 2,
      },
    ],
  },
});

export const alarmCalls = [listAlarms] as const;
