/**
 * What a cycle will do, asked of a worker: a forecast of a freeze takes longer than a frame, and somebody may be typing. Pure values go in
 * and come out.
 */
import { families, modelRow } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { planProofing } from '@brina/domain/cycles/proofing';
import { scheduleStart } from '@brina/domain/cycles/schedule';
import type { Rule } from '@brina/domain/haccp/rules';
import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';
import { dangerSpan } from '@brina/domain/recipes/advice';
import type { BlastDefinition, ProverDefinition, RecipeDefinition } from '@brina/domain/recipes/recipe';
import { minutesBetween } from '@brina/domain/thermal/danger';
import { type Expectation, expectCycle, expectNominal, type PastRun } from '@brina/domain/thermal/expectation';
import { type Forecast, type ForecastStart, forecastProofing } from '@brina/domain/thermal/forecast';
import { heaviestThatKeeps, type Keeping, prospectOf, thickestThatKeeps } from '@brina/domain/thermal/keeping';
import { defaultLoad, type FoodLoad } from '@brina/domain/thermal/loads';
import { scheduleDrift_min } from '@brina/domain/thermal/schedule-drift';

/** Air of the cell and of the room as they were measured; absent: nobody knows. */
export type MeasuredStart = Pick<ForecastStart, 'cell' | 'ambient'>;

/** What is asked. Moments are epoch ms: nothing here reads a clock. */
export type ForecastQuestion = {
  readonly definition: RecipeDefinition;
  /** Stored name of the model. */
  readonly model: string;
  /** Null: a cycle whose food the model does not know. */
  readonly load: FoodLoad | null;
  readonly start: MeasuredStart;
  /** By which it is judged where it runs; null: none speaks of it. */
  readonly rule: Rule | null;
  /** Runs of its function on the appliance that told their load. */
  readonly ran?: readonly RanBefore[];
  /** Where a plan is to be ready at a time: now, and the kitchen's zone. */
  readonly now_ms: number;
  readonly timeZone: string;
};

/** What is answered. */
export type ForecastAnswer = Expectation & {
  readonly rule: Rule | null;
  readonly keeping: Keeping;
  /** Thickest food, mm, and heaviest load, kg, that keep the rule; null: none does, or there is no rule. */
  readonly thickest_mm: number | null;
  readonly heaviest_kg: number | null;
  /** Minutes for which the expected core is where bacteria grow fast. */
  readonly danger_min: number;
  /** What the maker declares of the model for a full load of such a cycle; null: nothing. */
  readonly declared_kWh_per_kg: number | null;
  /** Minutes by which a cycle ended by the clock is planned otherwise than it is expected to go; null: it does not matter. */
  readonly drift_min: number | null;
};

/** A run whose length is asked for: what it did on a model, with what load. */
export type RunQuestion = { readonly model: string; readonly definition: BlastDefinition; readonly load_kg: number };

/** A former run: what it did, with what load, and how many minutes it took. */
export type RanBefore = Omit<RunQuestion, 'model'> & { readonly real_min: number };

/** How many minutes a run is expected to take with a usual load of that weight; null where food is not forecast in it, or it has no end. */
export function minutesOf({ model, definition, load_kg }: RunQuestion, ambient?: number): number | null {
  const row = modelRow(model);
  const key = families[definition.family].functions[definition.function]?.key;
  const { phases: plan } = definition;
  const load = row && key ? defaultLoad(key, row, { plan, usual_kg: load_kg }) : null;
  if (!row || !load || plan.some(({ end }) => end.by === 'auto')) return null;
  return expectNominal({ model: row, plan, load, start: ambient === undefined ? {} : { ambient } }).total_min;
}

/** What former runs were expected to take does not change while somebody types. */
const expectedOfRuns = new Map<string, number | null>();

/** Former runs against what the model says of each: by its own phases, whatever the cycle does now, in the room as it is. */
function pastOf(model: string, ran: readonly RanBefore[], ambient: number | undefined): readonly PastRun[] {
  return ran.flatMap(({ real_min, ...run }): PastRun[] => {
    const key = JSON.stringify([model, run, ambient]);
    const known = expectedOfRuns.get(key);
    const model_min = known === undefined ? minutesOf({ model, ...run }, ambient) : known;
    expectedOfRuns.set(key, model_min);
    return model_min ? [{ real_min, model_min }] : [];
  });
}

/** A plan by the clock is shown as it would be for so many hours from now. */
const readyIn_h = 12;

/** Answers a question; null where the model is unknown here, or the definition cannot be planned. */
export function answerTo(question: ForecastQuestion): ForecastAnswer | null {
  const { definition } = question;
  return definition.family === 'PL' ? ofPlan(question, definition) : ofCycle(question, definition);
}

function ofCycle(
  { model, load, start, rule, ran = [], now_ms }: ForecastQuestion,
  definition: BlastDefinition,
): ForecastAnswer | null {
  const row = modelRow(model);
  if (!row) return null;
  const { phases: plan } = definition;
  const isByClock = plan.some(({ end }) => end.by === 'auto');
  const ready = isByClock && { ready_min: readyIn_h * 60 };
  const asked = { model: row, plan, load, start: { ...start, ...ready } };
  // Nobody has told how cold the cell was when a former run began.
  const cycle = { ...asked, past: load ? pastOf(model, ran, start.ambient) : [] };
  const expectation = expectCycle(cycle);
  const { keeping } = prospectOf(rule, expectation);
  const isJudged = rule !== null && keeping !== 'not_judged';
  return {
    ...expectation,
    rule,
    keeping,
    thickest_mm: isJudged ? thickestThatKeeps(rule, cycle) : null,
    heaviest_kg: isJudged ? heaviestThatKeeps(rule, cycle) : null,
    danger_min: minutesBetween(expectation.nominal.points, dangerSpan),
    declared_kWh_per_kg: declaredOf(row, rule),
    drift_min: isByClock ? driftOf(row, definition, expectation.nominal, now_ms) : null,
  };
}

function declaredOf(model: ModelRow, rule: Rule | null): number | null {
  if (model.kind !== 'blast' || rule === null) return null;
  return rule.kind === 'freeze' ? model.freeze_kWh_per_kg : model.chill_kWh_per_kg;
}

/** Whether the time that a start counts with is what this load needs; the clocks of a kitchen do not matter to that. */
function driftOf(model: ModelRow, { function: code, phases }: BlastDefinition, forecast: Forecast, now_ms: number) {
  const begin_ms = Math.ceil(now_ms / minute_ms) * minute_ms;
  const readyAt = localMinute(begin_ms + readyIn_h * hour_ms, 'UTC');
  const args = { function: code, phases, readyAt };
  const schedule = scheduleStart(model, args, { now_ms: begin_ms, timeZone: 'UTC' });
  return schedule && 'phases' in schedule ? scheduleDrift_min(schedule.phases, forecast) : null;
}

/** What is not said of a plan: its dough has no core that anybody measures. */
const unjudged = {
  rule: null,
  keeping: 'not_judged',
  thickest_mm: null,
  heaviest_kg: null,
  danger_min: 0,
  declared_kWh_per_kg: null,
  drift_min: null,
} as const;

function ofPlan(
  { model, start, now_ms, timeZone }: ForecastQuestion,
  { plan }: ProverDefinition,
): ForecastAnswer | null {
  const row = modelRow(model);
  if (!row) return null;
  const readyAt = (hours: number) =>
    localMinute(Math.ceil((now_ms + hours * hour_ms) / minute_ms) * minute_ms, timeZone);
  const schedule = [readyIn_h, 24, 48]
    .map((hours) => planProofing(row, { ...plan, readyAt: readyAt(hours) }, { now_ms, timeZone }))
    .find((one) => !('faults' in one));
  if (!schedule || 'faults' in schedule) return null;
  const nominal = forecastProofing(row, schedule, start);
  return { nominal, fast: nominal, slow: nominal, runs: 0, ...unjudged };
}
