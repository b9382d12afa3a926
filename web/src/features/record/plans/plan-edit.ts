/** A food-safety plan while somebody writes it: what the fields hold, what is wrong with them, and the plan that they make. */
import { planLimits } from '@brina/contract/calls/record/plans';
import { checkHolds_days } from '@brina/domain/haccp/checks/check-due';
import { recordsKept_years } from '@brina/domain/haccp/keeping/floors';
import {
  checksHoldOf,
  primaryOf as chosenOf,
  type Demands,
  type FoodPlan,
  type HoldLimits,
  keepsOf,
  lawOfHolding,
  makersPlan,
  type PlannedKind,
  plannedKinds,
  type RuleChoice,
} from '@brina/domain/haccp/plans/food-plan';
import { faultOf, looserParts, ownFields } from '@brina/domain/haccp/plans/own-limit';
import { type OwnLimit, type OwnStage, type RuleId, ruleOfVersion, rules } from '@brina/domain/haccp/rules';

/** A number as its field holds it: null while empty, NaN while the text is no number. */
type Typed = number | null;

type OwnEdit = {
  readonly version: string;
  /** `from` stays null where the clock of the base starts at a moment. */
  readonly stages: readonly Readonly<Record<keyof OwnStage, Typed>>[];
  readonly document: string;
};

/** A rule, and the numbers of the kitchen's own in place of its. */
export type ChoiceEdit = { readonly id: RuleId; readonly version: string | null; readonly own: OwnEdit | null };

/** The fields. Temperatures in °C as stored. */
export type PlanEdit = {
  readonly primary: Readonly<Record<PlannedKind, ChoiceEdit>>;
  readonly further: readonly RuleChoice[];
  readonly hold: Readonly<Record<keyof HoldLimits, Typed>>;
  readonly demands: Demands;
  readonly cost_per_kg: Typed;
  readonly currency: string | null;
  readonly keep_years: Typed;
  readonly calibration_days: Typed;
};

/** The fields as a plan fills them. */
export const editOf = ({ primary, further, hold, demands, cost_per_kg, currency, ...rest }: FoodPlan): PlanEdit => ({
  primary: {
    chill: choiceEditOf(primary.chill),
    freeze: choiceEditOf(primary.freeze),
    reheat: choiceEditOf(chosenOf({ primary }, 'reheat')),
    thaw: choiceEditOf(chosenOf({ primary }, 'thaw')),
  },
  further,
  hold,
  demands,
  cost_per_kg,
  currency,
  keep_years: keepsOf(rest),
  calibration_days: checksHoldOf(rest),
});

function choiceEditOf(choice: RuleChoice): ChoiceEdit {
  if (!('own' in choice)) return { ...choice, own: null };
  const { base, version, stages, document } = choice.own;
  return { id: base as RuleId, version: null, own: { version, stages, document: document ?? '' } };
}

/** The numbers of a rule set, to begin one's own with. */
export function ownOf(id: RuleId, version: string): OwnEdit {
  const { stages } = ruleOfVersion(id, version) ?? rules[id];
  return { version, stages: stages.map(({ from, to, max_min }) => ({ from, to, max_min })), document: '' };
}

/** What is wrong with a field: no number within its limits, looser than a law, without its document, or without its pair. */
export type FieldFault =
  | { readonly is: 'number'; readonly min: number; readonly max: number }
  | { readonly is: 'law'; readonly limit: number }
  | { readonly is: 'document' }
  | { readonly is: 'currency' };

/** Faults by the names of the fields: `chill.0.max_min`, `freeze.document`, `hold.hot_min_C`, `cost`. */
export type PlanFaults = Readonly<Partial<Record<string, FieldFault>>>;

/** Everything that is wrong; a plan without such faults may be asked about and saved. */
export function faultsOf(edit: PlanEdit): PlanFaults {
  const faults: Record<string, FieldFault> = {};
  for (const kind of plannedKinds) Object.assign(faults, choiceFaults(kind, edit.primary[kind]));
  for (const field of holdFields) {
    if (!isWithin(edit.hold[field], planLimits.hold[field]))
      faults[`hold.${field}`] = { is: 'number', ...planLimits.hold[field] };
  }
  if (Object.keys(faults).length === 0) Object.assign(faults, holdFaults(edit));
  const { cost_per_kg, currency } = edit;
  for (const field of ['keep_years', 'calibration_days'] as const) {
    const [value, limits] = [edit[field], planLimits[field]];
    if (!isWithin(value, limits) || !Number.isInteger(value)) faults[field] = { is: 'number', ...limits };
  }
  if (cost_per_kg !== null && !isWithin(cost_per_kg, planLimits.cost_per_kg))
    faults.cost = { is: 'number', ...planLimits.cost_per_kg };
  else if (cost_per_kg !== null && currency === null) faults.currency = { is: 'currency' };
  return faults;
}

/** The fields of storage. */
export const holdFields = [
  'chilled_max_C',
  'frozen_max_C',
  'hot_min_C',
] as const satisfies readonly (keyof HoldLimits)[];

function choiceFaults(kind: PlannedKind, { id, own }: ChoiceEdit): PlanFaults {
  if (!own) return {};
  const base = ruleOfVersion(id, own.version) ?? rules[id];
  const faults: Record<string, FieldFault> = {};
  own.stages.forEach((stage, place) => {
    for (const field of ownFields) {
      if (field === 'from' && base.stages[place]?.from === null) continue;
      const limits = planLimits.stage[field];
      if (!isWithin(stage[field], limits)) faults[`${kind}.${place}.${field}`] = { is: 'number', ...limits };
    }
  });
  if (Object.keys(faults).length > 0) return faults;
  const limit = ownLimitOf(id, own);
  const fault = faultOf(limit);
  if (fault === 'limit_needs_document') return { [`${kind}.document`]: { is: 'document' } };
  if (fault === 'limit_looser_than_law') {
    for (const { stage, field } of looserParts(limit))
      faults[`${kind}.${stage}.${field}`] = { is: 'law', limit: base.stages[stage]?.[field] ?? 0 };
  }
  return faults;
}

function holdFaults(edit: PlanEdit): PlanFaults {
  const { hold } = edit;
  const { chilled_max_C, hot_min_C } = lawOfHolding(primaryOf(edit));
  return {
    ...(chilled_max_C !== undefined &&
      (hold.chilled_max_C ?? 0) > chilled_max_C && { 'hold.chilled_max_C': { is: 'law', limit: chilled_max_C } }),
    ...(hot_min_C !== undefined &&
      (hold.hot_min_C ?? 0) < hot_min_C && { 'hold.hot_min_C': { is: 'law', limit: hot_min_C } }),
  };
}

const isWithin = (value: Typed, { min, max }: { min: number; max: number }): value is number =>
  value !== null && value >= min && value <= max;

/** Whether the numbers are looser than those of the rule: then they need a document, or are refused. */
export const isLooser = ({ id, own }: ChoiceEdit): boolean =>
  own !== null && looserParts(ownLimitOf(id, own)).length > 0;

/** What is missing while it is typed counts as the rule's own number. */
function ownLimitOf(id: RuleId, { version, stages, document }: OwnEdit): OwnLimit {
  const base = ruleOfVersion(id, version) ?? rules[id];
  const known = (typed: Typed, asked: number): number => (typed === null || Number.isNaN(typed) ? asked : typed);
  return {
    base: id,
    version,
    stages: base.stages.map((asked, place) => ({
      from: asked.from === null ? null : known(stages[place]?.from ?? null, asked.from),
      to: known(stages[place]?.to ?? null, asked.to),
      max_min: known(stages[place]?.max_min ?? null, asked.max_min),
    })),
    document: document.trim() || null,
  };
}

const choiceOf = ({ id, version, own }: ChoiceEdit): RuleChoice =>
  own ? { own: ownLimitOf(id, own) } : { id, version };

const primaryOf = ({ primary }: PlanEdit): FoodPlan['primary'] => ({
  chill: choiceOf(primary.chill),
  freeze: choiceOf(primary.freeze),
  ...unlessUsual('reheat', primary),
  ...unlessUsual('thaw', primary),
});

/** What holds without a choice is none, so that plans of before there was one stay what they are. */
function unlessUsual(kind: 'reheat' | 'thaw', primary: PlanEdit['primary']): Partial<FoodPlan['primary']> {
  const choice = choiceOf(primary[kind]);
  return JSON.stringify(choice) === JSON.stringify(chosenOf(makersPlan, kind)) ? {} : { [kind]: choice };
}

/** The plan that the fields make; null while something is wrong with them. */
export function planOf(edit: PlanEdit): FoodPlan | null {
  if (Object.keys(faultsOf(edit)).length > 0) return null;
  const { further, hold, demands, cost_per_kg, currency, keep_years, calibration_days } = edit;
  const { chilled_max_C, frozen_max_C, hot_min_C } = hold;
  if (chilled_max_C === null || frozen_max_C === null || hot_min_C === null) return null;
  if (keep_years === null || calibration_days === null) return null;
  return {
    primary: primaryOf(edit),
    further: [...further],
    hold: { chilled_max_C, frozen_max_C, hot_min_C },
    demands,
    cost_per_kg,
    currency: cost_per_kg === null ? null : currency,
    // What holds for everybody is no choice of a plan, as it was none before there was one.
    ...(keep_years !== recordsKept_years && { keep_years }),
    ...(calibration_days !== checkHolds_days && { calibration_days }),
  };
}

/** Chooses another rule; one that judged beside it does so no more, as no rule judges twice. */
export const withRule = (edit: PlanEdit, kind: PlannedKind, id: RuleId): PlanEdit => ({
  ...edit,
  primary: { ...edit.primary, [kind]: { id, version: null, own: null } },
  further: edit.further.filter((choice) => 'own' in choice || choice.id !== id),
});
