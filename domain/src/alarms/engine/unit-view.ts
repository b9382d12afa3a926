/** What the rules see of a unit at one moment. */
import { corePointsOf, families } from '../../appliance/families/families.ts';
import type { FunctionRow } from '../../appliance/families/family.ts';
import { inZone, type MetricName, metrics, type ZonedMetricName } from '../../appliance/metrics.ts';
import { warmestOf } from '../../haccp/batch.ts';
import { holdTolerance_K } from '../../haccp/holding/limits.ts';
import { checksHoldOf, type HoldLimits, makersPlan, ruleAt } from '../../haccp/plans/food-plan.ts';
import type { Rule } from '../../haccp/rules.ts';
import { minute_ms, second_ms } from '../../language/durations.ts';
import type { Inhibition } from '../rows/alarm-row.ts';
import type { UnitContext } from './input.ts';
import type { Memory } from './memory.ts';
import { type Stage, stageOf } from './stage.ts';
import type { CycleState, EngineState, ZoneState } from './state.ts';
import { inhibited } from './windows.ts';

/** A value is believed for so long after its sample: three heartbeats of silence, or three of its own intervals. */
export const believed_ms = 3 * minute_ms;

const believedFor_ms: ReadonlyMap<string, number> = new Map(
  Object.entries(metrics).map(([name, row]) => {
    // What is sent when it changes holds until then, as long as the unit is heard at all.
    const sent_s = row.kind === 'gauge' && row.sample_s ? (row.sample_s[1] ?? row.sample_s[0]) : null;
    return [name, sent_s === null ? Number.POSITIVE_INFINITY : Math.max(believed_ms, 3 * second_ms * sent_s)];
  }),
);

/** Below this set-point food is frozen. */
const frozenBelow = -5;
/** The limit of a zone's food by the food-safety plan. */
export type HoldLimit = { readonly max: number; readonly tolerance_K: number; readonly frozen: boolean };

/** A unit at a moment, seen from one of its zones. Numbers are null where nothing valid and recent is known. */
export class UnitView {
  readonly at: number;
  readonly context: UnitContext;
  readonly zone: 1 | 2;
  readonly stage: Stage;
  /** Air and its set-point. */
  readonly cell: number | null;
  readonly set: number | null;
  readonly frozen: boolean;
  /** Null: no limit applies to what it does. */
  readonly limit: HoldLimit | null;
  readonly here: ZoneState;
  readonly state: EngineState;
  #points: readonly number[] | null = null;

  constructor(state: EngineState, context: UnitContext, zone: 1 | 2) {
    this.at = state.at_ms;
    this.state = state;
    this.context = context;
    this.zone = zone;
    this.here = state.zones[zone - 1] as ZoneState;
    this.cell = this.zoned('TCell');
    this.set = this.zoned('cellSetTemp');
    this.stage = stageOf(this);
    this.frozen = this.set !== null && this.set < frozenBelow;
    this.limit = this.stage === 'holdCold' && this.set !== null ? holdLimit(this.hold, this.frozen) : null;
  }

  /** The food by the product channel. */
  get product(): number | null {
    const { value, at } = this.here.product;
    const recent = value !== null && this.at - at <= believed_ms;
    return recent && this.stage !== 'off' && this.stage !== 'idle' ? value : null;
  }

  /** Whether the model is a blast chiller. */
  get isBlast(): boolean {
    return this.context.model.kind === 'blast';
  }

  get memory(): Memory {
    return this.state.memory;
  }

  get cycle(): CycleState | null {
    return this.state.cycle;
  }

  get inCycle(): boolean {
    return this.state.inCycle;
  }

  /** A metric's value; null when it is broken, was never sent or is no longer believed. */
  value(name: MetricName): number | null {
    const value = this.state.values[name];
    return value === undefined || value === null || !this.#believes(name) ? null : value;
  }

  /** The value of a metric that the zones have each. */
  zoned(name: ZonedMetricName): number | null {
    return this.value(inZone(name, this.zone));
  }

  /** A metric's value, of this zone where the zones have one each; the food and the ends of the needles as the rules see them. */
  readHere(name: MetricName): number | null {
    if (name === 'TProduct') return this.product;
    if (name === 'TCoreMax') return this.coreMax;
    if (name === 'TCoreMin') return this.coreMin;
    return this.value(this.zone === 2 && `${name}Zone2` in metrics ? (`${name}Zone2` as MetricName) : name);
  }

  /** Whether a probe is known to be broken; null: nothing recent is known of it. */
  broken(name: MetricName): boolean | null {
    const value = this.state.values[name];
    return value === undefined || !this.#believes(name) ? null : value === null;
  }

  /** Whether an inhibition is in force now. */
  inhibited(inhibition: Inhibition): boolean {
    return inhibited(this.state, this.context, this.zone, inhibition);
  }

  /** Door of this zone. */
  get doorOpen(): boolean {
    return this.here.door.since !== null;
  }

  get cooling(): boolean {
    return this.value('compressorState') === 1;
  }

  /** The row of the function that runs or ran last. */
  get function(): FunctionRow | null {
    const code = this.state.cycle?.function;
    return code === undefined || code === null ? null : (families[this.context.model.family].functions[code] ?? null);
  }

  /** Every valid point of the needles. */
  get core(): readonly number[] {
    this.#points ??= corePointsOf(this.context.model)
      .map((name) => this.value(name))
      .filter((value) => value !== null);
    return this.#points;
  }

  /** Warmest valid point of the needles: the one that a record judges too. */
  get coreMax(): number | null {
    return warmestOf(this.core);
  }

  /** Coldest valid point of the needles. */
  get coreMin(): number | null {
    return this.core.length === 0 ? null : Math.min(...this.core);
  }

  /** How food may be held by the plan. */
  get hold(): HoldLimits {
    return (this.state.plan ?? makersPlan).hold;
  }

  /** Days for which a check of a probe holds by the plan. */
  get checksHold_days(): number {
    return checksHoldOf(this.state.plan ?? makersPlan);
  }

  /** The rule by which the batch that runs, or ran last, is judged. */
  rule(kind: 'chill' | 'freeze'): Rule {
    const began = this.cycle?.startedAt ?? this.at;
    return ruleAt((this.cycle?.judgedBy ?? makersPlan.primary)[kind], began, this.context.timeZone);
  }

  /** Minutes since the cycle began; null outside of one. */
  get cycle_min(): number | null {
    return this.inCycle && this.cycle ? (this.at - this.cycle.startedAt) / minute_ms : null;
  }

  #believes(name: string): boolean {
    const age_ms = this.at - (this.state.seen[name] ?? 0);
    return age_ms <= believed_ms || age_ms <= (believedFor_ms.get(name) ?? believed_ms);
  }
}

/** The condensers, one a circuit. */
export const condenserMetrics = ['TCondenser1', 'TCondenser2', 'TCondenser3', 'TCondenser4'] as const;

/** What the kitchen's rule set allows of cold food. */
const holdLimit = (hold: HoldLimits, frozen: boolean): HoldLimit =>
  frozen
    ? { max: hold.frozen_max_C, tolerance_K: holdTolerance_K.frozen, frozen }
    : { max: hold.chilled_max_C, tolerance_K: holdTolerance_K.chilled, frozen };
