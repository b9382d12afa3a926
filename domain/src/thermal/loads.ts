/** The load that a forecast begins with. Temperatures in °C. */
import type { ModelRow, Setting } from '../appliance/families/family.ts';
import type { FunctionKey } from '../appliance/functions.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { isByFood } from './phase-end.ts';

/** What is laid into a chamber: how much, how deep on its tray, and how warm when it comes in. */
export type FoodLoad = { readonly kg: number; readonly depth_mm: number; readonly from_C: number };

const hot = 70;
const frozen = -18;
const chilled = 5;

/**
 * How warm food usually comes in, by function; null where the curve is that of the air alone: dough and what dries give off water, which
 * the model does not know, what is held stays as it is, and of trays that come and go each has a time of its own.
 */
const comesIn_C = {
  chilling: hot,
  softChillCore: hot,
  hardChillCore: hot,
  softChillTime: hot,
  hardChillTime: hot,
  freezing: hot,
  freezeCore: hot,
  freezeTime: hot,
  softFreeze: hot,
  crustFreeze: hot,
  // Raw fish comes from the cold room.
  parasite20: chilled,
  parasite35: chilled,
  iceCreamHarden: -6,
  thawing: frozen,
  tempering: frozen,
  readyToServe: chilled,
  lowTempCooking: chilled,
  pasteurisation: chilled,
  meltingChocolate: 20,
  directProofing: null,
  programmedProofing: null,
  retardedProofing: null,
  drying: null,
  coldHolding: null,
  warmHolding: null,
  frozenHolding: null,
  nonStop: null,
  continuousChill: null,
  continuousFreeze: null,
  preCooling: null,
  defrosting: null,
  fanDry: null,
  sanitising: null,
  commissioningTest: null,
  idle: null,
} as const satisfies Readonly<Record<FunctionKey, number | null>>;

/** Functions whose full load is that of a freeze. */
const freezes: readonly FunctionKey[] = [
  'freezing',
  'freezeCore',
  'freezeTime',
  'softFreeze',
  'crustFreeze',
  'parasite20',
  'parasite35',
  'iceCreamHarden',
];

/** Without a word of the cook: so much of what the model holds. */
const usualShare = 0.6;
const usualDepth_mm = 35;

/** What may be said of a load; how many kilograms, the model says (`loadLimitsOf`). */
export const foodLimits = {
  depth_mm: { min: 10, max: 100, step: 5, default: usualDepth_mm },
  from_C: { min: -30, max: 95, step: 1, default: null },
} as const satisfies Readonly<Record<string, Setting>>;

/** What is known of a cycle besides its function. */
type Known = {
  /** Its phases: where the food ends one, there is food, whatever the function is for. */
  readonly plan?: readonly PhasePlan[];
  /** Median of the loads that it had on the model lately. */
  readonly usual_kg?: number;
};

/** The load of a cycle on a model, as long as nobody says another; null: its forecast knows no food. */
export function defaultLoad(key: FunctionKey, model: ModelRow, { plan = [], usual_kg }: Known = {}): FoodLoad | null {
  const from_C = comesIn_C[key] ?? (plan.some(isByFood) ? chilled : null);
  if (from_C === null || model.kind !== 'blast') return null;
  const full_kg = freezes.includes(key) ? model.freeze_kg : model.chill_kg;
  return { kg: usual_kg ?? full_kg * usualShare, depth_mm: usualDepth_mm, from_C };
}
