/**
 * The food-safety plan of a kitchen: by which rules its batches are judged, how its food is held, and what is demanded besides. A plan is
 * never changed: another one follows it, and judges what begins after that (B2.3). Temperatures in °C.
 */

import type { RecordKind } from '../../appliance/families/family.ts';
import { localMinute } from '../../language/local-minute.ts';
import { checkHolds_days } from '../checks/check-due.ts';
import { planKeeps_years, recordsKept_years } from '../keeping/floors.ts';
import { isRuleId, type OwnLimit, type Rule, type RuleId, rules, storageLimits, versionsOf } from '../rules.ts';
import { faultOf, looserParts, type OwnLimitFault, ownRule, ownRuleId } from './own-limit.ts';

/** A rule set in the version that holds on the day of a batch (`version` null) or in one version, or a limit of the kitchen's own. */
export type RuleChoice = { readonly id: RuleId; readonly version: string | null } | { readonly own: OwnLimit };

/** How food may be held: cold and frozen food at most, hot food at least. */
export type HoldLimits = {
  readonly chilled_max_C: number;
  readonly frozen_max_C: number;
  readonly hot_min_C: number;
};

/** What a record, or a day, has to have besides its temperatures. */
export const demandKinds = ['product', 'lot', 'dailyLook', 'secondPerson'] as const;
export type Demands = Readonly<Record<(typeof demandKinds)[number], boolean>>;

/** The kinds of record for which a kitchen may set limits of its own. */
export const coolingKinds = ['chill', 'freeze'] as const satisfies readonly RecordKind[];
export type CoolingKind = (typeof coolingKinds)[number];

/** The kinds of record for which a kitchen chooses: by how fish that is eaten raw is frozen, the law alone decides. */
export const plannedKinds = [...coolingKinds, 'reheat', 'thaw'] as const satisfies readonly RecordKind[];
export type PlannedKind = (typeof plannedKinds)[number];
type OtherKind = Exclude<PlannedKind, CoolingKind>;

/** A food-safety plan. */
export type FoodPlan = {
  /** The rule that says what became of a batch, one a kind; absent, as in plans of before there was a choice: what holds without one. */
  readonly primary: Readonly<Record<CoolingKind, RuleChoice> & { [kind in OtherKind]?: RuleChoice | undefined }>;
  /** Rules that judge the same batch beside it. */
  readonly further: RuleChoice[];
  readonly hold: HoldLimits;
  readonly demands: Demands;
  /** What a kilogram that is thrown away costs; null: not said. */
  readonly cost_per_kg: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** Years that its records are kept; absent, as in plans of before there was a choice: as long as those of everybody (B2.12). */
  readonly keep_years?: number | undefined;
  /** Days for which a good check of a core probe holds; absent: as long as those of everybody (B2.7). */
  readonly calibration_days?: number | undefined;
};

/** A plan has at most so many further rules; the maker's own 90 minutes is always among what judges, and no part of them. */
export const furtherRules_max = 4;

/** The industry's limits: the plan of a kitchen that has none. */
export const makersPlan: FoodPlan = {
  primary: { chill: { id: 'CHILL_90', version: null }, freeze: { id: 'FREEZE_240', version: null } },
  further: [],
  hold: storageLimits,
  demands: { product: false, lot: false, dailyLook: false, secondPerson: false },
  cost_per_kg: null,
  currency: null,
};

/** By what food that is heated again, or thaws, is judged where a plan says nothing of it: what most guidelines ask for. */
const otherwise: Readonly<Record<OtherKind, RuleChoice>> = {
  reheat: { id: 'REHEAT_IE_FSAI', version: null },
  thaw: { id: 'THAW_5', version: null },
};

/** What a plan chooses for a kind of record. */
export const primaryOf = ({ primary }: Pick<FoodPlan, 'primary'>, kind: PlannedKind): RuleChoice =>
  kind === 'chill' || kind === 'freeze' ? primary[kind] : (primary[kind] ?? otherwise[kind]);

/**
 * The rule set that was chosen, as it held at a moment in a kitchen.
 * @returns the first version for what lies before all of them
 */
export function ruleAt(choice: RuleChoice, at_ms: number, timeZone: string): Rule {
  if ('own' in choice) return ownRule(choice.own) ?? rules.CHILL_90;
  const versions = versionsOf(choice.id);
  const { version } = choice;
  if (version !== null) return versions.find((rule) => rule.version === version) ?? rules[choice.id];
  if (versions.length === 1) return rules[choice.id];
  const day = localMinute(at_ms, timeZone).slice(0, 'yyyy-mm-dd'.length);
  return versions.find(({ from }) => from === null || from <= day) ?? (versions.at(-1) as Rule);
}

/** What judges a batch: the primary rule, and those beside it. */
export type JudgingRules = { readonly rule: Rule; readonly further: readonly Rule[] };

/** The rules of a plan for batches of a kind that begin at a moment; of two that are the same the first. */
export function judgingRules(plan: FoodPlan, kind: RecordKind, at_ms: number, timeZone: string): JudgingRules {
  if (kind === 'parasite') return { rule: rules.FISH_RAW, further: [] };
  const chosen = [primaryOf(plan, kind), ...plan.further, makersPlan.primary.chill].map((choice) =>
    ruleAt(choice, at_ms, timeZone),
  );
  const ofKind = chosen.filter((rule) => rule.kind === kind);
  const keys = ofKind.map(keyOf);
  const [rule, ...further] = ofKind.filter((one, i) => keys.indexOf(keyOf(one)) === i);
  return { rule: rule as Rule, further };
}

/** Limits of a kitchen's own that have one base differ by their numbers. */
const keyOf = ({ id, version, stages }: Rule): string =>
  id === ownRuleId ? JSON.stringify(stages) : `${id}@${version}`;

/** Years that the records of a plan are kept. */
export const keepsOf = ({ keep_years }: Pick<FoodPlan, 'keep_years'>): number => keep_years ?? recordsKept_years;

/** Days for which a good check of a probe holds by a plan. */
export const checksHoldOf = ({ calibration_days }: Pick<FoodPlan, 'calibration_days'>): number =>
  calibration_days ?? checkHolds_days;

/** What is wrong with a plan. */
export type PlanFault = OwnLimitFault | 'rule_twice' | 'retention_below_floor';

/**
 * Whether a plan may be a kitchen's: it names rules of their kinds, those that judge with numbers, each once, is no looser than a law, and
 * keeps its records no shorter than those of everybody are.
 */
export function planFault(plan: FoodPlan): PlanFault | null {
  for (const kind of plannedKinds) {
    const fault = choiceFault(primaryOf(plan, kind), (rule) => rule.kind === kind && judgesWithNumbers(rule));
    if (fault) return fault;
  }
  for (const choice of plan.further) {
    const fault = choiceFault(choice, (rule) => plannedKinds.some((kind) => kind === rule.kind));
    if (fault) return fault;
  }
  const chosen = plannedKinds.flatMap((kind) => plan.primary[kind] ?? []);
  const keys = [...chosen, ...plan.further].map((choice) => JSON.stringify(choice));
  if (new Set(keys).size < keys.length) return 'rule_twice';
  if (isHeldLooserThanLaw(plan)) return 'limit_looser_than_law';
  return keepsOf(plan) < planKeeps_years.min ? 'retention_below_floor' : null;
}

/** A limit of a plan's own that is looser than its base, and whether it says by itself what became of a batch. */
type LooserLimit = { readonly own: OwnLimit; readonly isPrimary: boolean };

const looserOnes = ({ primary, further }: FoodPlan): LooserLimit[] => {
  const looserOf = (choices: readonly RuleChoice[], isPrimary: boolean): LooserLimit[] =>
    choices.flatMap((one) => ('own' in one && looserParts(one.own).length > 0 ? [{ own: one.own, isPrimary }] : []));
  return [
    ...looserOf(
      plannedKinds.flatMap((kind) => primary[kind] ?? []),
      true,
    ),
    ...looserOf(further, false),
  ];
};

const keyOfLooser = ({ own: { base, version, stages, document }, isPrimary }: LooserLimit): string =>
  JSON.stringify([isPrimary, base, version, document, stages.map(({ from, to, max_min }) => [from, to, max_min])]);

/** Limits of its own in a plan that are looser than their bases, and were not in the plan before it: the company's owner signs them. */
export function newlyLoosened(plan: FoodPlan, before: FoodPlan): readonly OwnLimit[] {
  const known = new Set(looserOnes(before).map(keyOfLooser));
  return looserOnes(plan).flatMap((one) => (known.has(keyOfLooser(one)) ? [] : [one.own]));
}

/** Whether a rule says by itself what became of a batch: one without a number needs another beside it. */
export const judgesWithNumbers = ({ stages, grace_min }: Rule): boolean => stages.length > 0 || grace_min !== undefined;

function choiceFault(choice: RuleChoice, suits: (rule: Rule) => boolean): PlanFault | null {
  if ('own' in choice) {
    const rule = ownRule(choice.own);
    const isOfCooling = coolingKinds.some((kind) => kind === rule?.kind);
    return rule && isOfCooling && suits(rule) ? faultOf(choice.own) : 'rule_unknown';
  }
  const { id, version } = choice;
  const rule = isRuleId(id) ? versionsOf(id).find((one) => version === null || one.version === version) : undefined;
  return rule && suits(rule) ? null : 'rule_unknown';
}

/** What the law by which food is chilled says of how it is held afterwards, as far as its number stands. */
export function lawOfHolding({ chill }: FoodPlan['primary']): Partial<HoldLimits> {
  const law = 'own' in chill ? ownRule(chill.own) : rules[chill.id];
  if (law?.force !== 'law' || !law.certain) return {};
  return {
    ...(law.hold && { chilled_max_C: law.hold.max }),
    ...(law.hotHold_min_C !== undefined && { hot_min_C: law.hotHold_min_C }),
  };
}

function isHeldLooserThanLaw({ primary, hold }: FoodPlan): boolean {
  const { chilled_max_C = Infinity, hot_min_C = -Infinity } = lawOfHolding(primary);
  return hold.chilled_max_C > chilled_max_C || hold.hot_min_C < hot_min_C;
}
