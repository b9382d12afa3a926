/** What the alarm engine is told: facts of one unit with their moments, and what holds for the unit. Moments are epoch milliseconds. */
import type { ModelRow } from '../../appliance/families/family.ts';
import type { MetricName } from '../../appliance/metrics.ts';
import type { PhasePlan } from '../../appliance/phase-plan.ts';
import type { PhaseEvent, RunEnd } from '../../appliance/states.ts';
import type { FoodPlan } from '../../haccp/plans/food-plan.ts';

/** Values of one sample: an absent key is no news; null is a probe known to be broken, or nothing in force. */
export type SampleValues = Readonly<Partial<Record<MetricName, number | null>>>;

/** Work done on a unit, as far as an alarm row listens to it. `fateEntered`: somebody said what became of the food. */
export type Maintenance =
  | 'cleaning'
  | 'service'
  | 'probeCheck'
  | 'repair'
  | 'commissioning'
  | 'visitOpened'
  | 'visitClosed'
  | 'fateEntered';

/**
 * One fact, in order of `at_ms`: the unit's own time, as its records have it. Rules of one unit measure how long something lasted, and
 * a clock that is off is off for all of it; only a laboratory's rules compare clocks (`site.ts`). A fact whose time lies before the last
 * one is taken as of the last one.
 */
export type Input = { readonly at_ms: number } & (
  | { readonly kind: 'sample'; readonly values: SampleValues }
  | { readonly kind: 'door'; readonly door: 1 | 2; readonly open: boolean }
  /** The unit raised or cleared an alarm of its own; `zone` where it concerns the second of two. */
  | { readonly kind: 'alarm'; readonly name: string; readonly active: boolean; readonly zone?: 2 }
  /** `lostAt_ms`: the last moment at which the unit is known to have had power. */
  | { readonly kind: 'power'; readonly event: 'lastGasp' | 'returned' | 'booted'; readonly lostAt_ms?: number }
  /** The unit says that samples of this stretch are lost for good. */
  | { readonly kind: 'gap'; readonly from_ms: number; readonly to_ms: number }
  | {
      readonly kind: 'cycle';
      readonly runId: string;
      readonly event: 'started' | RunEnd;
      readonly function: number;
      /** Of a start: recipe, phases, load. */
      readonly cycleId?: number;
      readonly plan?: readonly PhasePlan[];
      readonly load_kg?: number;
      /** Of an end. */
      readonly reason?: string;
    }
  | {
      readonly kind: 'phase';
      readonly runId: string;
      readonly index: number;
      readonly phase: number;
      readonly state: PhaseEvent;
    }
  | { readonly kind: 'maintenance'; readonly what: Maintenance }
  /**
   * From then on the food-safety plan is this one; null: its kitchen has none. What runs goes on by that of its start. It may be told before
   * what happened until then, for it is known earlier than what a unit has kept: no time passes with it.
   */
  | { readonly kind: 'plan'; readonly plan: FoodPlan | null }
  | { readonly kind: 'firmware'; readonly event: 'started' | 'succeeded' | 'failed' | 'rolledBack' | 'cancelled' }
  /** Nothing came, and time passed: timers go on as far as the last sample is believed. It never changes what a later replay finds. */
  | { readonly kind: 'time' }
);

/** What holds for a unit. The same object should be passed again and again: what is derived from it is kept by identity. */
export type UnitContext = {
  readonly model: ModelRow;
  /** Of the kitchen, as an IANA name: days begin at its midnight. */
  readonly timeZone: string;
  /** Days between condenser cleanings (7 to 180, default 60). */
  readonly cleaning_days?: number;
};
