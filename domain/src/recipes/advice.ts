/**
 * Advice on a cycle: what somebody who cooks for others would point out. It never blocks, is derived whenever it is
 * shown, and shown before the start. Temperatures in °C, times in minutes.
 */
import { families } from '../appliance/families/families.ts';
import { warmestAir } from '../appliance/warmest-air.ts';
import type { BlastDefinition, RecipeDefinition } from './recipe.ts';

/** A piece of advice; `phase` counts from 0. */
export type Advice =
  /** Hot air, and nothing chills or keeps hot what it leaves. */
  | { readonly code: 'cold_after_hot_missing' }
  /** The holding is warmer than what is stored may be. */
  | { readonly code: 'hold_too_warm'; readonly phase: number; readonly air: number; readonly max: number }
  /** Held too shortly at its core for what 70 °C for two minutes kill. */
  | { readonly code: 'kill_step_short'; readonly phase: number; readonly core: number; readonly least_min: number }
  /** It ends by time alone, so that only a needle in the food proves that it was cold. */
  | { readonly code: 'no_probe_end'; readonly phase: number }
  /** The forecast is longer than six hours between 10 and 54 °C at the core. */
  | { readonly code: 'slow_through_danger'; readonly min: number }
  /** It speaks of fish that is eaten raw, and does not kill its parasites. */
  | { readonly code: 'parasite_short' };

/** Codes of the pieces of advice, in the order in which they are told. */
const adviceCodes = [
  'kill_step_short',
  'parasite_short',
  'cold_after_hot_missing',
  'slow_through_danger',
  'hold_too_warm',
  'no_probe_end',
] as const satisfies readonly Advice['code'][];

/** What the advice is given by, besides the definition. */
export type AdviceContext = {
  /** Title and description, in whatever language. */
  readonly words?: string;
  /** Warmest storage by the kitchen's rule, °C; absent: +5. */
  readonly storage_max?: number;
  /** Minutes the forecast core is in the span of `dangerSpan`. */
  readonly danger_min?: number;
};

/** Core temperatures at which bacteria grow fast, °C (note F10 of the presets). */
export const dangerSpan = { from: 10, to: 54 } as const;

const hotAir = 45;
const hotHold = 63;
const coldTarget = 10;
const usualStorage_max = 5;
const danger_max_min = 6 * 60;

/** Advice on a definition that has passed `checkDefinition`. */
export function adviceOn(definition: RecipeDefinition, context: AdviceContext = {}): readonly Advice[] {
  if (definition.family === 'PL') return [];
  const found = [
    ...killStep(definition),
    ...parasites(definition, context.words ?? ''),
    ...coldAfterHot(definition),
    ...slowThroughDanger(definition, context.danger_min ?? 0),
    ...warmHolding(definition, context.storage_max ?? usualStorage_max),
    ...noProbe(definition),
  ];
  return inOrder(found);
}

const inOrder = (advice: readonly Advice[]): readonly Advice[] =>
  advice.toSorted((a, b) => adviceCodes.indexOf(a.code) - adviceCodes.indexOf(b.code));

/** What only the kitchen's rule and a forecast know. */
const bySituation: readonly Advice['code'][] = ['hold_too_warm', 'slow_through_danger'];

/**
 * The advice on a version as it is for one load in one kitchen: what is told of the version in any kitchen, and what only the kitchen's rule
 * and the forecast of the load tell.
 */
export const adviceHere = (
  told: readonly Advice[],
  definition: RecipeDefinition,
  situation: Pick<AdviceContext, 'storage_max' | 'danger_min'>,
): readonly Advice[] =>
  inOrder([
    ...told.filter(({ code }) => !bySituation.includes(code)),
    ...adviceOn(definition, situation).filter(({ code }) => bySituation.includes(code)),
  ]);

/** Dried, fermented and melted goods keep by other means than cold or heat; what is held hot is there to be eaten. */
const keptOtherwise: readonly string[] = [
  'directProofing',
  'programmedProofing',
  'retardedProofing',
  'meltingChocolate',
  'drying',
  'warmHolding',
];

function coldAfterHot({ family, function: code, phases }: BlastDefinition): readonly Advice[] {
  const key = families[family].functions[code]?.key ?? '';
  const hottest = phases.findLastIndex((phase) => warmestAir(phase) > hotAir);
  if (hottest < 0 || (keptOtherwise.includes(key) && key !== 'warmHolding')) return [];
  const isKept = phases.slice(hottest).some((phase, index) => {
    const chills = index > 0 && phase.end.by === 'core' && phase.end.target <= coldTarget;
    // Closed jars cool slowly, or they crack.
    const coolsSlowly = index > 0 && families[family].phases[phase.phase] === 'coolDown';
    return chills || coolsSlowly || (phase.end.by === 'stop' && warmestAir(phase) >= hotHold);
  });
  return isKept ? [] : [{ code: 'cold_after_hot_missing' }];
}

function slowThroughDanger({ family, function: code }: BlastDefinition, min: number): readonly Advice[] {
  const key = families[family].functions[code]?.key ?? '';
  return min > danger_max_min && !keptOtherwise.includes(key) ? [{ code: 'slow_through_danger', min }] : [];
}

function warmHolding({ family, function: code, phases }: BlastDefinition, max: number): readonly Advice[] {
  const key = families[family].functions[code]?.key ?? '';
  if (keptOtherwise.includes(key)) return [];
  return phases.flatMap((phase, index): Advice[] => {
    const air = warmestAir(phase);
    return phase.hold && air > max && air < hotHold ? [{ code: 'hold_too_warm', phase: index, air, max }] : [];
  });
}

/**
 * Minutes at a core temperature that kill as much as two minutes at 70 °C: 2·10^((70−T)/7.5), rounded up (z = 7.5 K; ACMSF 2007, the
 * six-log reduction of Listeria monocytogenes): 60 °C → 44, 65 °C → 10.
 */
export const killStep_min = (core: number): number => Math.ceil(2 * 10 ** ((70 - core) / 7.5) - 1e-9);

/** Below this a core is not heated to kill anything. */
const cookedFrom = 50;

function killStep({ family, function: code, phases }: BlastDefinition): readonly Advice[] {
  const key = families[family].functions[code]?.key;
  if (key !== 'lowTempCooking' && key !== 'pasteurisation') return [];
  const heated = phases.flatMap((phase, index) =>
    phase.end.by === 'core' && phase.end.target >= cookedFrom
      ? [{ index, core: phase.end.target, held_min: phase.end.hold_min ?? 0 }]
      : [],
  );
  if (heated.some(({ core, held_min }) => held_min >= killStep_min(core))) return [];
  const last = heated.at(-1);
  if (!last) return [];
  return [{ code: 'kill_step_short', phase: last.index, core: last.core, least_min: killStep_min(last.core) }];
}

function noProbe({ family, function: code, phases }: BlastDefinition): readonly Advice[] {
  const row = families[family].functions[code];
  // What thaws is judged by the air where there is no needle.
  if (row?.record === undefined || row.record === 'thaw') return [];
  const working = phases.filter((phase) => !phase.hold);
  const isTimed = working.every(({ end }) => end.by === 'time');
  return isTimed && working.length > 0 ? [{ code: 'no_probe_end', phase: working.length - 1 }] : [];
}

/** Fish that is eaten raw, as a kitchen calls it in any of the languages; a word of each pair next to one of the other. */
const rawFish =
  /sushi|sashimi|ceviche|tartar|poke\b|crudo di (?:mare|pesce)|marinat.{0,12}(?:pesce|alici)|carpaccio|gravlax|matjes|(?<!\p{L})(?:raw|roh\w*|cru[dt]?\w*|rauwe?|сыр\p{L}*)(?!\p{L}).{0,20}(?<!shell)(?:fish|fisch|pesce|pescado|poisson|vis|рыб)|(?:fish|fisch|pesce|pescado|poisson|vis|рыб\p{L}*).{0,20}(?<!\p{L})(?:raw|roh|crud|cru\b|rauw|сыр)|刺身|寿司|生魚|生食/iu;
/** Words that say that it is meat or a vegetable all the same. */
const notFish = /beef|manzo|rind|bœuf|boeuf|vacuno|rund|говя|牛|tomat|verdur|zucchin|vegetable|gemüse/iu;

/** Ways to kill the parasites of fish: all parts at the temperature or below it for so long (Regulation (EC) 853/2004, annex III, VIII, 3.D). */
const treatments = [
  { core: -20, hold_min: 24 * 60 },
  { core: -35, hold_min: 15 * 60 },
] as const;

function parasites({ family, function: code, phases }: BlastDefinition, words: string): readonly Advice[] {
  if (!rawFish.test(words) || notFish.test(words)) return [];
  const row = families[family].functions[code];
  // What is thawed or held was treated before, or is not for this function to say.
  if (row?.record !== 'freeze' && row?.record !== 'parasite') return [];
  const isTreated = phases.some(
    ({ end }) =>
      end.by === 'core' &&
      treatments.some(({ core, hold_min }) => end.target <= core && (end.hold_min ?? 0) >= hold_min),
  );
  return isTreated ? [] : [{ code: 'parasite_short' }];
}
