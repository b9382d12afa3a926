import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { badArgument } from '@brina/domain/appliance/argument-fault';
import { askedPhases_max } from '@brina/domain/appliance/phase-plan';
import { phaseLimits } from '@brina/domain/cycles/phase-check';
import { assumedLimits, type RecipeDefinition } from '@brina/domain/recipes/recipe';
import { checkDefinition } from '@brina/domain/recipes/recipe-check';
import * as z from 'zod/mini';

/**
 * What a cycle of the library does, as others write it: its shape, with the limits that hold for every family. What its own family and
 * function allow, `checkDefinition` of the domain says.
 */

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().check(z.gte(min), z.lte(max));

const { time_min, fan, rhSet, rhMax, target, evaporator, within_K } = phaseLimits;

const phaseEnd = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('core'), target: within(target), hold_min: z.exactOptional(within(time_min)) }),
  z.strictObject({ by: z.literal('surface'), target: within(target) }),
  z.strictObject({ by: z.literal('time'), time_min: within(time_min) }),
  z.strictObject({ by: z.literal('auto') }),
  z.strictObject({ by: z.literal('evaporator'), target: within(evaporator), time_min: within(time_min) }),
  z.strictObject({ by: z.literal('air'), target: z.number() }),
  z.strictObject({ by: z.literal('even'), within_K: within(within_K) }),
  z.strictObject({ by: z.literal('stop') }),
]);

const phase = z.strictObject({
  phase: z.int().check(z.gte(0), z.lte(99)),
  air: z.union([z.null(), z.number(), z.tuple([z.number(), z.number()])]),
  // A fan stands still while water drips.
  fan: z.union([z.literal(0), within(fan)]),
  rh: z.union([z.null(), z.strictObject({ set: within(rhSet) }), z.strictObject({ max: within(rhMax) })]),
  end: phaseEnd,
  hold: z.exactOptional(z.literal(true)),
  fallback_min: z.exactOptional(within(time_min)),
  late_min: z.exactOptional(within(time_min)),
  max_min: z.exactOptional(within(time_min)),
});

const assumed = z.strictObject({
  kg: z.exactOptional(within(assumedLimits.kg)),
  depth_mm: z.exactOptional(within(assumedLimits.depth_mm)),
  from_C: z.exactOptional(within(assumedLimits.from_C)),
});

/** On a blast chiller. */
export const blastDefinition = z.strictObject({
  family: z.enum(['MF', 'EF', 'SF']),
  function: z.int().check(z.gte(0), z.lte(99)),
  phases: z.array(phase).check(z.minLength(1), z.maxLength(askedPhases_max)),
  sanigen: z.exactOptional(z.int()),
  trays: z.exactOptional(z.array(z.strictObject({ tray: z.int().check(z.gte(1)), min: z.number() }))),
  assumed: z.exactOptional(assumed),
});

const proofingPhase = z.exactOptional(
  z.strictObject({
    air: z.exactOptional(z.number()),
    rh: z.exactOptional(z.number()),
    time_min: z.exactOptional(z.number()),
    fan: z.exactOptional(z.number()),
  }),
);

/** On a prover. */
export const proverDefinition = z.strictObject({
  family: z.literal('PL'),
  plan: z.strictObject({
    blocking: proofingPhase,
    storing: proofingPhase,
    waking: proofingPhase,
    proofing: proofingPhase,
    sleeping: z.exactOptional(z.union([z.literal(false), proofingPhase])),
  }),
  assumed: z.exactOptional(assumed),
});

const definition = z.discriminatedUnion('family', [blastDefinition, proverDefinition]);

/**
 * Reads any JSON as a definition, or tells its faults; paths begin with `definition`. Those of the domain come first: they know the limits
 * of family and function.
 */
export function readDefinition(
  value: unknown,
): { readonly definition: RecipeDefinition } | { readonly faults: readonly StartFault[] } {
  const faults = checkDefinition(value);
  if (faults.length > 0) return { faults };
  const read = definition.safeParse(value);
  if (read.success) return { definition: read.data };
  return { faults: read.error.issues.map(({ path }) => badArgument(['definition', ...path].join('.'))) };
}
