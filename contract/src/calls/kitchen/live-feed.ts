import { membershipRoles, rolesOf } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

const serial = 'MF26004179';

export const runLive = call({
  id: 'liveFeed.runLive',
  spec: 'S7.36 S7.40',
  summary: 'Lets an appliance sample every two seconds for five minutes; asking again prolongs it',
  method: 'POST',
  path: '/api/v1/event-hub/run-live/{id}',
  roles: rolesOf('USER', 'SERVICE'),
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  reply: coded(z.object({ until: z.int() })),
  errors: ['appliance_offline'],
  spinner: 'hidden',
  example: { params: { id: serial }, reply: { code: '200', body: { until: 1_763_680_300_000 } } },
});

export const instantPower = call({
  id: 'liveFeed.instantPower',
  spec: 'S7.36 S7.40 S3.15',
  summary: 'Active power that appliances draw now, in W; null where nothing is known',
  method: 'GET',
  path: '/api/v1/energy/instant-power',
  roles: rolesOf('USER', 'SERVICE'),
  members: membershipRoles,
  query: z.object({ serialNumber: z.optional(id('appliance')) }),
  reply: json(
    z.array(z.object({ serialNumber: z.string(), power_W: z.nullable(z.number()), at: z.nullable(z.int()) })),
  ),
  errors: [],
  spinner: 'hidden',
  example: {
    query: { serialNumber: serial },
    reply: [{ serialNumber: serial, power_W: 2120, at: 1_763_680_000_000 }],
  },
});

export const liveFeedCalls = [runLive, instantPower] as const;
