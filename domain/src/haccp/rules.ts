/**
 * Rule sets by which a batch is judged. A stored verdict keeps the id and version it was judged by; a changed rule is a new version,
 * never an edit. Temperatures in °C on the core, times in minutes.
 */

import type { RecordKind } from '../appliance/families/family.ts';
import type { ruleMessages } from './rules.messages.ts';

type TextKey = keyof (typeof ruleMessages)['texts'];

/** Binding law, official guideline, or what the industry does. */
export const ruleForces = ['law', 'guideline', 'industry'] as const;
export type RuleForce = (typeof ruleForces)[number];

/** One stretch of the cooling curve and the time it may take. */
export type RuleStage = {
  readonly from: number;
  readonly to: number;
  readonly max_min: number;
  /** Whether the clock starts when the core falls through this stage's `from`, or through the first stage's. */
  readonly clock: 'stage' | 'cumulative';
};

/** A rule set. */
export type Rule = {
  readonly id: string;
  readonly version: string;
  readonly kind: RecordKind;
  readonly force: RuleForce;
  readonly stages: readonly RuleStage[];
  /** Limit of the storage that follows. */
  readonly hold: { readonly max: number };
  /** Key of its shown name, and of the source it is taken from. */
  readonly name: Extract<TextKey, `rule.${string}`>;
  readonly source: Extract<TextKey, `source.${string}`>;
};

/** The rule sets this version knows, by id. */
export const rules = {
  CHILL_90: {
    id: 'CHILL_90',
    version: '1',
    kind: 'chill',
    force: 'industry',
    stages: [{ from: 70, to: 3, max_min: 90, clock: 'stage' }],
    hold: { max: 3 },
    name: 'rule.CHILL_90',
    source: 'source.CHILL_90',
  },
  FREEZE_240: {
    id: 'FREEZE_240',
    version: '1',
    kind: 'freeze',
    force: 'industry',
    stages: [{ from: 70, to: -18, max_min: 240, clock: 'stage' }],
    hold: { max: -18 },
    name: 'rule.FREEZE_240',
    source: 'source.FREEZE_240',
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Id of a rule set. */
export type RuleId = keyof typeof rules;

/** The rule a kitchen is judged by when it has chosen none. */
export const defaultRule = (kind: RecordKind): Rule => (kind === 'chill' ? rules.CHILL_90 : rules.FREEZE_240);

/**
 * Limits of storage where a kitchen has chosen no rule set of its own, in °C on the food: chilled (EU 853/2004 leaves it to the food;
 * +5 is what most kitchens' plans say), frozen (89/108/EEC, art. 5) and hot (UK SI 2013/2996, schedule 4).
 */
export const storageLimits = { chilled_max_C: 5, frozen_max_C: -18, hot_min_C: 63 } as const;
