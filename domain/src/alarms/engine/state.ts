/** State of the alarm engine between two inputs: plain JSON of a few kilobytes, stored as a checkpoint as it is. */

import type { PhasePlan } from '../../appliance/phase-plan.ts';
import type { RunEnd } from '../../appliance/states.ts';
import type { FoodPlan } from '../../haccp/plans/food-plan.ts';
import type { AlarmSeer } from './interval.ts';
import type { Memory } from './memory.ts';

/** A run of a cycle, the last one or the one going on. */
export type CycleState = {
  /** Null: known from the samples only. */
  runId: string | null;
  startedAt: number;
  function: number | null;
  cycleId: number | null;
  plan: readonly PhasePlan[] | null;
  load_kg: number | null;
  /** Position in the plan, from 1; 0 unknown. */
  phaseIndex: number;
  phaseStartedAt: number;
  endedAt: number | null;
  end: RunEnd | null;
  /** The rules by which its batch is judged: those of the plan when it began; null: of the maker. */
  judgedBy: FoodPlan['primary'] | null;
};

/** The filtered air of a zone, which stands for its food. */
export type ProductState = {
  value: number | null;
  /** Last air taken in, and when. */
  air: number;
  at: number;
  /** The value an opening of the door would have left had it counted in full; null: no opening is being forgiven. */
  unforgiven: number | null;
  /** The air probe misleads until then: after a short opening, and after a defrost. */
  doorUntil: number;
  defrostUntil: number;
  /** Something that misleads the probe happened since the last air. */
  touched: boolean;
  notProvenUntil: number;
};

/** What happens in one zone. */
export type ZoneState = {
  /** Last mode that is no defrost; null: never told. */
  mode: number | null;
  set: number | null;
  defrost: { since: number; endedAt: number | null } | null;
  door: { since: number | null; closedAt: number | null; over: boolean; minutes: number[] };
  /** The way to the set-point since power-up or a change of it. */
  pull: { since: number; until: number; inBandSince: number | null; reached: boolean; over: boolean } | null;
  product: ProductState;
};

/** An open interval. */
export type OpenInterval = {
  startedAt: number;
  raisedAt: number;
  by: AlarmSeer[];
  evidence: Record<string, number | string>;
  foldedInto: string | null;
  chattering: number;
  risenAt: number;
  /** Of a chattering one: nobody holds it any more, and the condition to clear began then. */
  quietSince: number | null;
};

/** One alarm of one zone that is not simply quiet. */
export type Watch = {
  /** What the row said at the last fact: null is no data. */
  when: boolean | null;
  clear: boolean | null;
  /** The condition was first true then, and held for so long outside of its inhibitions. */
  since: number | null;
  held_ms: number;
  /** Its delay. */
  due_ms: number;
  clearSince: number | null;
  cleared_ms: number;
  /** Who holds it. */
  server: boolean;
  unit: boolean;
  interval: OpenInterval | null;
  /** A limit of the food-safety plan is exceeded: kelvin at the last fact, and the sum so far. */
  beyond: { since: number; extreme: number; degree_min: number; K: number; worst_K: number; at: number } | null;
};

/**
 * Version of the state's shape, and of what the rules read out of it. Raise it with any change of this file, of `memory.ts` or of what
 * a rule remembers there: a stored state of another version is never read (docs/decisions/010-alarm-rules-in-a-round.md).
 */
export const engineVersion = 3;

/** The food-safety plan from a moment on; null: that of the maker. */
export type PlanFrom = { readonly from_ms: number; readonly plan: FoodPlan | null };

/** Opaque to whoever stores it, beside its version. */
export type EngineState = {
  /** Everything up to then is in it. */
  at_ms: number;
  /** The last sample. */
  heardAt: number | null;
  values: Record<string, number | null>;
  seen: Record<string, number>;
  zones: ZoneState[];
  /** The food-safety plan; null: that of the maker. */
  plan: FoodPlan | null;
  /** Plans that are known already and hold from a later moment on, the earliest first; absent: none. */
  plans?: readonly PlanFrom[];
  /** End of a service visit; a test of the unit's own is under way. */
  visitUntil: number;
  testing: boolean;
  cycle: CycleState | null;
  inCycle: boolean;
  watches: Record<string, Watch>;
  /** When an alarm rose within the last hour. */
  rises: Record<string, number[]>;
  memory: Memory;
};
