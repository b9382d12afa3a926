import { slotAnswers, slotStates } from '@brina/domain/cycles/favourites';
import { slots_max } from '@brina/domain/cycles/slots';
import { membershipRoles } from '@brina/domain/people/roles';
import { iconNames } from '@brina/domain/recipes/icons';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import type { BlastDefinition } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { recipeAuthors, recipeFit } from './recipes.ts';

/** The favourites of a blast chiller: 24 numbered places, filled in the portal and at the panel (S1.6, S3.10). */

const slotNumber = z.int().check(z.gte(1), z.lte(slots_max));

/** What is in a place. */
const slotCycle = z.object({
  /** Null: no cycle of the library: made at the panel, changed there, or no longer there. */
  recipeId: z.nullable(z.string()),
  /** Null: made at the panel. */
  number: z.nullable(z.int()),
  /** 0: made at the panel. */
  version: z.int(),
  /** In the reader's language where there is one; null: nobody knows any more what it was called. */
  title: z.nullable(z.string()),
  icon: z.nullable(z.enum(iconNames)),
  colour: z.nullable(z.literal(paletteIndexes)),
  /** Version that the library has by now; null: this is it. */
  newest: z.nullable(z.int()),
  /** What it does where the library does not have it so: it can be saved there. */
  definition: z.nullable(z.record(z.string(), z.unknown()) as unknown as z.ZodMiniType<BlastDefinition>),
});
export type SlotCycle = z.output<typeof slotCycle>;

const slot = z.object({
  slot: slotNumber,
  state: z.enum(slotStates),
  /** Why the appliance has not taken it. */
  reason: z.nullable(z.string()),
  /** What the portal wants there; null: nothing. */
  cycle: z.nullable(slotCycle),
  /** What the appliance has there, where that is something else; null: nothing. */
  unit: z.optional(z.nullable(slotCycle)),
  /** Whether it was changed at the panel last. */
  changedThere: z.boolean(),
  at: z.nullable(z.int()),
  by: z.nullable(z.string()),
  /** The maker's favourite for the empty place which this appliance cannot run, and why. */
  left: z.optional(z.object({ title: z.string(), fit: recipeFit })),
});
export type FavouriteSlot = z.output<typeof slot>;

const favourites = z.object({
  /** Whether the appliance has told what is in its places: before nothing can be put into them. */
  told: z.boolean(),
  /** Changes with what the portal wants and with every question. */
  edit: z.string(),
  /** All 24 in their order; none on an appliance that has no favourites. */
  slots: z.array(slot),
  may: z.object({ edit: z.boolean(), save: z.boolean(), run: z.boolean() }),
});
export type Favourites = z.output<typeof favourites>;

/** What was looked at, as `"9f3c6a01d2e4b785"`: the ETag of `favourites.get`. */
const looked = z.object({ 'if-match': z.string().check(z.regex(/^"[0-9a-f]{16}"$/)) });

const serial = 'MF26004179';
const edit = '9f3c6a01d2e4b785';
const recipeId = '0198c0de-0000-7000-8000-0000000000d1';
const path = '/api/v1/appliance/appliances/{id}/favourites';
const params = z.object({ id: id('appliance') });

export const getFavourites = call({
  id: 'favourites.get',
  spec: 'S1.6 S3.10',
  summary: 'The 24 favourites of a blast chiller, and whether portal and panel agree about them',
  method: 'GET',
  path,
  roles: ['USER'],
  members: membershipRoles,
  params,
  reply: json(favourites),
  etag: 'edit',
  errors: [],
  example: {
    params: { id: serial },
    reply: {
      told: true,
      edit,
      slots: [
        {
          slot: 3,
          state: 'inSync',
          reason: null,
          cycle: {
            recipeId,
            number: 1042,
            version: 3,
            title: 'Ragù',
            icon: 'pot',
            colour: 6,
            newest: 4,
            definition: null,
          },
          changedThere: false,
          at: 1_763_000_000_000,
          by: 'Ada Bruni',
        },
      ],
      may: { edit: true, save: true, run: true },
    },
  },
});

export const updateFavourites = call({
  id: 'favourites.update',
  spec: 'S1.6 S3.10 S8.21',
  summary:
    'Puts cycles of the library into places, or empties them; the appliance gets them as soon as it is connected and runs nothing',
  method: 'PUT',
  path,
  ...recipeAuthors,
  params,
  headers: looked,
  body: z.strictObject({
    /** The places that change. Without a version the present one; a null id empties the place. */
    slots: z
      .array(
        z.strictObject({
          slot: slotNumber,
          recipeId: z.nullable(id('recipe')),
          version: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
        }),
      )
      .check(z.minLength(1), z.maxLength(slots_max)),
  }),
  reply: coded(),
  errors: ['favourites_changed', 'favourites_unknown', 'not_compatible'],
  example: {
    params: { id: serial },
    headers: { 'if-match': `"${edit}"` },
    body: { slots: [{ slot: 3, recipeId, version: 1 }] },
    reply: { code: '200' },
  },
});

export const resolveFavourites = call({
  id: 'favourites.resolve',
  spec: 'S1.6 S3.10',
  summary: 'Answers for places that were changed on both sides: the appliance’s cycle stays, or the portal’s is sent',
  method: 'POST',
  path: `${path}/resolve`,
  ...recipeAuthors,
  params,
  headers: looked,
  body: z.strictObject({
    slots: z
      .array(z.strictObject({ slot: slotNumber, keep: z.enum(slotAnswers) }))
      .check(z.minLength(1), z.maxLength(slots_max)),
  }),
  reply: coded(),
  errors: ['favourites_changed', 'favourites_unknown'],
  example: {
    params: { id: serial },
    headers: { 'if-match': `"${edit}"` },
    body: { slots: [{ slot: 3, keep: 'appliance' }] },
    reply: { code: '200' },
  },
});

/** What becomes of a place of another appliance: `own` what was made there is not in the library, and stays. */
const copied = z.object({
  slot: slotNumber,
  title: z.string(),
  fit: recipeFit,
  there: z.enum(['same', 'empty', 'other', 'own']),
});

export const copyFavourites = call({
  id: 'favourites.copy',
  spec: 'S1.6 S3.10 S8.21',
  summary:
    'Puts favourites of an appliance into the same places of others, where those can run them; says which not, and why',
  method: 'POST',
  path: `${path}/copy`,
  ...recipeAuthors,
  params,
  query: z.object({
    /** Only says what would become of them. */
    dryRun: z.optional(z.boolean()),
  }),
  body: z.strictObject({
    slots: z.array(slotNumber).check(z.minLength(1), z.maxLength(slots_max)),
    to: z.array(id('appliance')).check(z.minLength(1), z.maxLength(50)),
  }),
  reply: json(
    z.array(
      z.object({
        serialNumber: z.string(),
        /** Whether it has told what is in its places; else nothing is copied. */
        told: z.boolean(),
        slots: z.array(copied),
      }),
    ),
  ),
  errors: ['favourites_unknown'],
  example: {
    params: { id: serial },
    query: { dryRun: true },
    body: { slots: [3], to: [serial] },
    reply: [
      { serialNumber: serial, told: true, slots: [{ slot: 3, title: 'Ragù', fit: { kind: 'ok' }, there: 'other' }] },
    ],
  },
});

export const favouriteCalls = [getFavourites, updateFavourites, resolveFavourites, copyFavourites] as const;
