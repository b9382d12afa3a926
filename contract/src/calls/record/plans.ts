import { planChecks_days } from '@brina/domain/haccp/checks/check-due';
import { planKeeps_years } from '@brina/domain/haccp/keeping/floors';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { furtherRules_max } from '@brina/domain/haccp/plans/food-plan';
import { type RuleId, ruleForces, rules } from '@brina/domain/haccp/rules';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { line, optionalCountry } from '../../wire/values.ts';
import { signatureOfRecord, signingGrant } from './signature-of-record.ts';

/** Food-safety plans: by which rules the batches of a kitchen are judged, and how its food is held (S2.24, B2.3). */

const ruleIds = Object.keys(rules) as [RuleId, ...RuleId[]];
const between = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const version = line(20, 1);

/** Between which numbers limits may be set: °C and minutes of a stage, °C of what is held, and what a kilogram costs. */
export const planLimits = {
  stage: { from: { min: -40, max: 120 }, to: { min: -40, max: 100 }, max_min: { min: 1, max: 24 * 60 } },
  hold: {
    chilled_max_C: { min: -2, max: 15 },
    frozen_max_C: { min: -40, max: -10 },
    hot_min_C: { min: 50, max: 90 },
  },
  cost_per_kg: { min: 0, max: 10_000 },
  keep_years: planKeeps_years,
  calibration_days: planChecks_days,
} as const;
const within = ({ min, max }: { min: number; max: number }) => between(min, max);

const ownStage = z.strictObject({
  /** Null where the clock of the base starts at a moment. */
  from: z.nullable(within(planLimits.stage.from)),
  to: within(planLimits.stage.to),
  max_min: within(planLimits.stage.max_min),
});
/** Limits of the kitchen's own: the stages of a rule set with other numbers, °C and minutes. */
export const ownLimit = z.strictObject({
  base: line(40, 1),
  version,
  stages: z.array(ownStage).check(z.minLength(1), z.maxLength(4)),
  /** The analysis, or the letter of the authority, that a looser limit rests on, and where it is kept. */
  document: z.nullable(line(200)),
});
/** A rule set in the version of the day (`version` null) or in one version, or a limit of the kitchen's own. */
const ruleChoice = z.union([
  z.strictObject({ id: z.enum(ruleIds), version: z.nullable(version) }),
  z.strictObject({ own: ownLimit }),
]);

/** A food-safety plan. Temperatures in °C. */
const foodPlan = z.strictObject({
  /** The rules that say what became of a batch. */
  primary: z.strictObject({
    chill: ruleChoice,
    freeze: ruleChoice,
    /** Absent, here and below: what holds where a plan says nothing. */
    reheat: z.optional(ruleChoice),
    thaw: z.optional(ruleChoice),
  }),
  /** Rules that judge the same batch beside them. */
  further: z.array(ruleChoice).check(z.maxLength(furtherRules_max)),
  /** How food may be held: cold and frozen food at most, hot food at least. */
  hold: z.strictObject({
    chilled_max_C: within(planLimits.hold.chilled_max_C),
    frozen_max_C: within(planLimits.hold.frozen_max_C),
    hot_min_C: within(planLimits.hold.hot_min_C),
  }),
  /** What a record, or a day, has to have besides. */
  demands: z.strictObject({
    product: z.boolean(),
    lot: z.boolean(),
    dailyLook: z.boolean(),
    secondPerson: z.boolean(),
  }),
  /** What a kilogram that is thrown away costs. */
  cost_per_kg: z.nullable(within(planLimits.cost_per_kg)),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Years that records of its time are kept, 5 to 10; absent: 5. Fewer are refused (`retention_below_floor`). */
  keep_years: z.optional(z.int().check(z.gte(1), z.lte(planLimits.keep_years.max))),
  /** Days for which a good check of a core probe holds; absent: 365. */
  calibration_days: z.optional(
    z.int().check(z.gte(planLimits.calibration_days.min), z.lte(planLimits.calibration_days.max)),
  ),
});

/**
 * A plan with its time. `by`: who decided on it; null: nobody, the kitchen began with it, or the account was deleted. `signatures`: who
 * approved its limits; none of one that nobody decided on, or that is older than signatures of plans.
 */
const dated = z.object({
  id: z.string(),
  fromAt: z.int(),
  by: z.nullable(z.string()),
  plan: foodPlan,
  signatures: z.array(signatureOfRecord),
});
/** A plan as a kitchen has or had it. */
export type DatedPlan = z.output<typeof dated>;

const ruleStage = z.object({
  from: z.nullable(z.number()),
  to: z.number(),
  max_min: z.number(),
  clock: z.enum(['stage', 'cumulative', 'start']),
});
/** A rule set in one version. */
const rule = z.object({
  id: z.string(),
  version: z.string(),
  kind: z.string(),
  /** First local day that it judges; null: always. */
  from: z.nullable(z.string()),
  force: z.enum(ruleForces),
  area: z.nullable(z.string()),
  stages: z.array(ruleStage),
  /** Other ways to keep it: one suffices. */
  alternatives: z.array(z.array(ruleStage)),
  /** For how long at a time food may be above `hold_max_C`; null: it is not judged by that. */
  grace_min: z.nullable(z.number()),
  hold_max_C: z.nullable(z.number()),
  hotHold_min_C: z.nullable(z.number()),
  /** Whether number and source stand; otherwise it is an estimate that the kitchen has to check with its authority. */
  certain: z.boolean(),
  cite: z.string(),
});

const labId = '0198c0de-0000-7000-8000-00000000000a';
const grant = 'Yh0mQ3xW2mJc1u8Q0h0l3nJ7a4b5c6d7e8f9g0h1i2j';
const planId = '0198c0de-0000-7000-8000-0000000000f1';
const plan = {
  primary: { chill: { id: 'IT_HACCP', version: null }, freeze: { id: 'IT_FREEZE', version: null } },
  further: [],
  hold: { chilled_max_C: 4, frozen_max_C: -18, hot_min_C: 63 },
  demands: { product: true, lot: false, dailyLook: false, secondPerson: false },
  cost_per_kg: 12.5,
  currency: 'EUR',
} as const satisfies FoodPlan;
const shown = {
  /** What holds now; null: the maker's limits. */
  current: {
    id: planId,
    fromAt: 1_763_600_000_000,
    by: 'Anna Neri',
    plan: { ...plan, further: [] },
    signatures: [
      {
        id: '0198c0de-0000-7000-8000-0000000000d2',
        meaning: 'LIMITS_APPROVED',
        by: 'Anna Neri',
        role: 'USER',
        at: 1_763_600_000_000,
        revision: 2,
        stale: false,
      },
    ],
  },
  inherited: false,
  proposal: { ...plan, further: [] },
  history: [],
  may: { edit: true },
};
const changed = {
  batchId: '0198c0de-0000-8000-8000-0000000000b1',
  serialNumber: 'MFL45-26-000123',
  applianceName: 'Blast chiller 1',
  product: 'Lasagne',
  startedAt: 1_763_670_000_000,
  timeZone: 'Europe/Rome',
  before: 'PASS',
  after: 'FAIL',
  minutes: 84.2,
  limit_min: 70,
} as const;
const readers = { roles: ['USER'], members: membershipRoles } as const;
const writers = { roles: ['USER'], members: ['ADMIN'] } as const;
const path = '/api/v1/analytics/haccp/plans' as const;

const plansOfKitchen = z.object({
  current: z.nullable(dated),
  /** It has no plan of its own and goes by that of the company. */
  inherited: z.boolean(),
  /** What a new kitchen of its country would begin with. */
  proposal: foodPlan,
  /** What held before, latest first. */
  history: z.array(dated),
  may: z.object({ edit: z.boolean() }),
});
export type PlansOfKitchen = z.output<typeof plansOfKitchen>;

export const getPlans = call({
  id: 'plans.get',
  spec: 'S2.24 B2.3',
  summary: 'The food-safety plan of a kitchen, or of the units that stand in none, with what held before',
  method: 'GET',
  path,
  ...readers,
  query: z.object({ labId: z.optional(id('laboratory')) }),
  reply: json(plansOfKitchen),
  errors: [],
  example: { query: { labId }, reply: shown },
});

export const savePlan = call({
  id: 'plans.save',
  spec: 'S2.24 B2.3',
  summary: 'Gives a kitchen another food-safety plan, signed by who decides on it: it judges what begins from now on',
  method: 'POST',
  path,
  ...writers,
  body: z.strictObject({
    labId: z.optional(id('laboratory')),
    /** The plan that was looked at; null: there was none. */
    basedOn: z.nullable(line(36, 1)),
    plan: foodPlan,
    grant: signingGrant,
  }),
  reply: json(plansOfKitchen),
  errors: [
    'company_missing',
    'plan_changed',
    'rule_unknown',
    'rule_twice',
    'limit_looser_than_law',
    'limit_needs_document',
    'looser_by_owner',
    'retention_below_floor',
    'signing_refused',
  ],
  example: { body: { labId, basedOn: null, plan: { ...plan, further: [] }, grant }, reply: shown },
});

/** A batch that a plan would judge otherwise. `minutes`, `limit_min`: of the stage that would decide. */
const changedBatch = z.object({
  batchId: z.string(),
  serialNumber: z.string(),
  applianceName: z.string(),
  product: z.nullable(z.string()),
  startedAt: z.int(),
  timeZone: z.string(),
  before: z.enum(verdicts),
  after: z.enum(verdicts),
  minutes: z.nullable(z.number()),
  limit_min: z.nullable(z.number()),
});

const effect = z.object({
  /** Batches of the last 90 days that were judged, the latest 100. */
  judged: z.int(),
  /** Of them, those that passed and would not have, and those that did not and would have. */
  wouldFail: z.int(),
  wouldPass: z.int(),
  /** Both of them, latest first. */
  changed: z.array(changedBatch),
});
export type EffectOfPlan = z.output<typeof effect>;

export const effectOfPlan = call({
  id: 'plans.effect',
  spec: 'S2.24 B2.3',
  summary: 'What a plan would have said of the latest batches of a kitchen; nothing is kept',
  method: 'POST',
  path: `${path}/effect`,
  silent: true,
  ...writers,
  body: z.strictObject({ labId: z.optional(id('laboratory')), plan: foodPlan }),
  reply: json(effect),
  errors: [
    'company_missing',
    'rule_unknown',
    'rule_twice',
    'limit_looser_than_law',
    'limit_needs_document',
    'retention_below_floor',
  ],
  example: {
    body: { labId, plan: { ...plan, further: [] } },
    reply: { judged: 92, wouldFail: 1, wouldPass: 0, changed: [changed] },
  },
});

export const listRules = call({
  id: 'plans.rules',
  spec: 'S2.24 B2.3',
  summary: 'The rule sets by which food is judged, all or those that hold in a country, with their sources',
  method: 'GET',
  path: '/api/v1/analytics/haccp/rules',
  ...readers,
  query: z.object({ country: z.optional(optionalCountry()) }),
  reply: json(z.array(rule)),
  errors: [],
  example: {
    query: { country: 'FR' },
    reply: [
      {
        id: 'FR_2009',
        version: '1',
        kind: 'chill',
        from: '2010-01-01',
        force: 'law',
        area: 'FR',
        stages: [{ from: 63, to: 10, max_min: 120, clock: 'stage' }],
        alternatives: [],
        grace_min: null,
        hold_max_C: 3,
        hotHold_min_C: 63,
        certain: true,
        cite: 'Arrêté du 21 décembre 2009, annexe IV',
      },
    ],
  },
});

export const planCalls = [getPlans, savePlan, effectOfPlan, listRules] as const;
