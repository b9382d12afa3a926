import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, coded } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Runs of cycles of the library (B3.3). */

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';
const serial = 'MF26004179';

export const runRecipe = call({
  id: 'recipes.run',
  spec: 'S1.6 S4.14 S8.21 B3.2 B3.3',
  summary: 'Starts a cycle of the library on an appliance; answers as a command that was sent',
  method: 'POST',
  path: '/api/v1/appliance/appliances/{id}/runs',
  roles: ['USER'],
  members: membershipRoles,
  params: z.object({ id: id('appliance') }),
  body: z.strictObject({
    recipeId: id('recipe'),
    version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
    /** What the person says of this run: `load_kg`, `product`, `lot`, `readyAt`, `trays`, `repeat`. */
    args: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
  reply: coded(z.object({ id: z.string(), expiresAt: z.int(), adapted: z.boolean() })),
  errors: ['appliance_offline', 'not_compatible', 'command_unknown', 'command_invalid'],
  example: {
    params: { id: serial },
    body: { recipeId, version: 1, args: { load_kg: 12, product: 'Ragù', lot: 'L-24' } },
    reply: {
      code: '200',
      body: { id: '0198c0de-0000-7000-8000-0000000000c1', expiresAt: 1_763_680_060_000, adapted: false },
    },
  },
});

export const recipeRunCalls = [runRecipe] as const;
