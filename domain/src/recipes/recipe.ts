/**
 * Cycles of the library (S3.9, S3.10, S3.28), named recipes on the wire as in the specification's paths: presets, which are rows of
 * ours, and Custom cycles, which are rows of a company. Temperatures in °C, times in minutes.
 */
import { families } from '../appliance/families/families.ts';
import type { Limits, Package } from '../appliance/families/family.ts';
import type { StartCycleArgs } from '../cycles/cycle-definition.ts';
import type { PhasePlan } from '../cycles/cycle-plan.ts';
import type { ProofingArgs } from '../cycles/proofing.ts';

/** What a cycle is for (S3.28). */
export const recipeSectors = ['gastronomy', 'pastry', 'bakery', 'icecream'] as const;

/** Sector of a cycle. */
export type RecipeSector = (typeof recipeSectors)[number];

/** Families whose appliances run cycles of the library. */
export const recipeFamilies = ['MF', 'EF', 'SF', 'PL'] as const;

/** Family of a cycle. */
export type RecipeFamily = (typeof recipeFamilies)[number];

/** The load a cycle is written for: what its forecast begins with. */
export type AssumedLoad = { readonly kg?: number; readonly depth_mm?: number; readonly from_C?: number };

/** What such a load may be. */
export const assumedLimits = {
  kg: { min: 0.1, max: 300 },
  depth_mm: { min: 10, max: 100 },
  from_C: { min: -30, max: 95 },
} as const satisfies Readonly<Record<keyof AssumedLoad, Limits>>;

/** What a cycle does on a blast chiller: the phases, in the numbering of its family. */
export type BlastDefinition = {
  readonly family: Exclude<RecipeFamily, 'PL'>;
  /** In the family's own numbering. */
  readonly function: number;
  readonly phases: readonly PhasePlan[];
  readonly sanigen?: number;
  readonly trays?: NonNullable<StartCycleArgs['trays']>;
  readonly assumed?: AssumedLoad;
};

/** What a cycle does on a prover: the arguments of its plan, without the time at which the dough is to be ready. */
export type ProverDefinition = {
  readonly family: 'PL';
  readonly plan: Omit<ProofingArgs, 'readyAt' | 'repeat' | 'source'>;
  readonly assumed?: AssumedLoad;
};

/** What a cycle does. */
export type RecipeDefinition = BlastDefinition | ProverDefinition;

/** Who made a cycle: Professional ones are the maker's presets and read-only (S3.9). */
export const recipeTypes = ['Professional', 'Custom'] as const;

/** Why there is a version of a cycle. */
export const versionCauses = ['create', 'overwrite', 'import', 'restore'] as const;

/** So many presets there are, numbered from 0. */
export const presetCount = 140;

/** Whether the id of a cycle is that of a preset: its number. */
export const isPresetId = (id: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(id) && Number(id) < presetCount;

/** Limits of what a company may keep and a person may write. */
export const recipeLimits = {
  /** Custom cycles of a company that are not deleted. */
  recipes: 500,
  /** Deleted ones of a company that can be brought back, and how long. */
  deleted: 500,
  deleted_days: 30,
  /** The latest versions of a cycle. Of earlier ones those are kept that a run, a favourite or a planned start names. */
  versions: 200,
  title: { min: 2, max: 40 },
  description: 500,
  definition_bytes: 16 * 1024,
  /** A file of cycles, in characters. */
  file: 1024 * 1024,
  /** Cycles on the dashboard of a person. */
  pinned: 8,
  /** Drafts of a person, and how long one is kept. */
  drafts: 20,
  draft_days: 30,
} as const;

/** Smallest package that runs a definition: Excellence when its function is, or when it controls humidity anywhere. */
export function packageOf(definition: RecipeDefinition): Package {
  if (definition.family === 'PL') return 'Essential';
  const row = families[definition.family].functions[definition.function];
  const humid = definition.phases.some(({ rh }) => rh !== null);
  return row?.package === 'Excellence' || humid ? 'Excellence' : 'Essential';
}

/** Whether a cycle ends by the clock: somebody says when it is to be ready, and the unit waits by itself. */
export const endsByClock = (definition: RecipeDefinition): boolean =>
  definition.family === 'PL' || definition.phases.some(({ end }) => end.by === 'auto');
