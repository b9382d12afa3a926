import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { command } from '../../live.ts';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line } from '../../wire/values.ts';

const serial = 'MFL45-26-000123';
const commandId = '0198c0de-0000-7000-8000-0000000000c1';

export const sendCommand = call({
  id: 'commands.send',
  spec: 'S1.6 S4.14 S8.21',
  summary: 'Sends a command; refused when the appliance is offline or its model cannot do it',
  method: 'POST',
  path: '/api/v1/appliance/appliances/{id}/commands',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  body: z.strictObject({
    name: line(40, 1),
    args: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
  reply: coded(z.object({ id: z.string(), expiresAt: z.int() })),
  errors: ['appliance_offline', 'not_compatible', 'command_unknown', 'command_invalid'],
  example: {
    params: { id: serial },
    body: { name: 'startCycle', args: { function: 0, by: 'core' } },
    reply: { code: '200', body: { id: commandId, expiresAt: 1_763_680_060_000 } },
  },
});

export const getCommand = call({
  id: 'commands.get',
  spec: 'S1.6',
  summary: 'State of a command that was sent',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/commands/{commandId}',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance'), commandId: id('command') }),
  reply: json(command),
  errors: [],
  example: {
    params: { id: serial, commandId },
    reply: {
      id: commandId,
      name: 'startCycle',
      args: { function: 0, by: 'core' },
      state: 'done',
      reason: null,
      createdAt: 1_763_680_000_000,
      expiresAt: 1_763_680_060_000,
      finishedAt: 1_763_680_001_400,
      v: 3,
    },
  },
});

export const listCommands = call({
  id: 'commands.list',
  spec: 'S1.6 S8.21',
  summary: 'The latest commands to an appliance, newest first, with what became of them; at most 50',
  method: 'GET',
  path: '/api/v1/appliance/appliances/{id}/commands',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  reply: json(z.array(command)),
  errors: [],
  example: {
    params: { id: serial },
    reply: [
      {
        id: commandId,
        name: 'setTemperature',
        args: { zone: 1, target: 2 },
        state: 'rejected',
        reason: 'panel_locked',
        createdAt: 1_763_680_000_000,
        expiresAt: 1_763_680_060_000,
        finishedAt: 1_763_680_001_400,
        v: 2,
      },
    ],
  },
});

export const commandCalls = [sendCommand, getCommand, listCommands] as const;
