/**
 * The alarm engine (S3.12): a pure, deterministic function from the facts of a unit to the intervals of its alarms. It reads no clock
 * and does no input or output: whoever calls it keeps the state and stores the intervals. Facts come in order of time; when late ones
 * arrive, the caller runs again from a checkpoint before them and hands both outcomes to `reconcile`.
 */

import { metricsOf } from '../../appliance/families/families.ts';
import { zonesOf } from '../../appliance/families/family.ts';
import { canonical } from '../../canonical.ts';
import { minute_ms, second_ms } from '../../language/durations.ts';
import { alarms, isAlarm } from '../alarms.ts';
import type { Inhibition } from '../rows/alarm-row.ts';
import type { Input, UnitContext } from './input.ts';
import { newZone, takeIn } from './intake.ts';
import { type Interval, retold } from './interval.ts';
import type { AlarmRule } from './rule.ts';
import { alarmRules } from './rules.ts';
import type { EngineState, PlanFrom, Watch } from './state.ts';
import { freshMemory, remember } from './trackers.ts';
import { believed_ms, UnitView } from './unit-view.ts';
import {
  end,
  fall,
  goingOn,
  isQuiet,
  newWatch,
  quietEnd,
  refold,
  rise,
  snapshot,
  type Work,
  watchKey,
} from './watch.ts';
import { grantDoorMinute, inhibited, nextWindowEdge } from './windows.ts';

/** What an input brought: the state after it, and every interval that opened, closed or says something else than before. */
export type Advanced = { readonly state: EngineState; readonly changed: readonly Interval[] };

/** A rule as it is judged in a zone of a model. */
type Judged = {
  readonly key: string;
  readonly zone: 1 | 2;
  readonly rule: AlarmRule;
  /** Whether its raise timer stands still. */
  readonly paused: (state: EngineState) => boolean;
};

type Built = {
  readonly judged: readonly Judged[];
  readonly byKey: ReadonlyMap<string, Judged>;
  readonly ofAir: ReadonlySet<string>;
};

/** When a rule's timer stands still. What speaks of a whole unit stands by with all of its zones, not with one. */
function pausedIn(context: UnitContext, rule: AlarmRule, zone: 1 | 2): Judged['paused'] {
  const inhibitions: readonly Inhibition[] = alarms[rule.name].inhibit;
  const zones = !rule.zones && zonesOf(context.model) === 2 ? ([1, 2] as const) : ([zone] as const);
  const holds = (state: EngineState, inhibition: Inhibition): boolean =>
    inhibition === 'standby'
      ? zones.every((one) => inhibited(state, context, one, inhibition))
      : inhibited(state, context, zone, inhibition);
  return (state) => inhibitions.some((inhibition) => holds(state, inhibition));
}

/** Rules of a model, made once for each context. */
const builtFor = new WeakMap<UnitContext, Built>();

function rulesOf(context: UnitContext): Built {
  const known = builtFor.get(context);
  if (known) return known;
  const { model } = context;
  const fitted = new Set(metricsOf(model));
  const judged = alarmRules
    .filter(({ name, reads: [first] }) => {
      const { families } = alarms[name];
      return families.includes(model.family) && (first === undefined || fitted.has(first));
    })
    .flatMap((rule) =>
      (rule.zones && zonesOf(model) === 2 ? ([1, 2] as const) : ([1] as const)).map((zone): Judged => {
        return { key: watchKey(rule.name, zone), zone, rule, paused: pausedIn(context, rule, zone) };
      }),
    );
  const built = {
    judged,
    byKey: new Map(judged.map((one) => [one.key, one])),
    ofAir: new Set(
      alarmRules.filter(({ reads }) => reads.includes('TCell') || reads.includes('TProduct')).map(({ name }) => name),
    ),
  };
  builtFor.set(context, built);
  return built;
}

/**
 * The state of a unit of which nothing is known yet, except perhaps what was on then.
 * @param open intervals that were raised before and had not ended; they go on, and end as if they had been raised here
 * @param plans the food-safety plan of then, and those that follow it
 */
export const startEngine = (
  context: UnitContext,
  at_ms: number,
  open: readonly Interval[] = [],
  plans: readonly PlanFrom[] = [],
): EngineState => {
  const state = stateWithout(context, at_ms, open);
  for (const plan of plans) schedule(state, plan);
  turnPlan(state, at_ms);
  return state;
};

const stateWithout = (context: UnitContext, at_ms: number, open: readonly Interval[]): EngineState => ({
  at_ms,
  heardAt: null,
  values: {},
  seen: {},
  zones: Array.from({ length: zonesOf(context.model) }, newZone),
  plan: null,
  visitUntil: 0,
  testing: false,
  cycle: null,
  inCycle: false,
  watches: watchesOf(context, open, at_ms),
  rises: {},
  memory: freshMemory(at_ms, zonesOf(context.model)),
});

/** Watches of what is on. What only the server raised, and has no rule for any more, is over: nothing would ever end it. */
function watchesOf(context: UnitContext, open: readonly Interval[], at_ms: number): Record<string, Watch> {
  const { byKey } = rulesOf(context);
  const going = open.flatMap((interval): [string, Watch][] => {
    const key = watchKey(interval.name, interval.zone ?? 1);
    const watch = goingOn(interval, at_ms);
    watch.server &&= byKey.has(key);
    return watch.server || watch.unit ? [[key, watch]] : [];
  });
  return Object.fromEntries(going);
}

/**
 * Takes one fact in. The state is changed in place: write it down (it is plain JSON) to keep a checkpoint. Nothing a fact holds makes it
 * throw; what cannot be read is left out.
 */
export function advance(state: EngineState, input: Input, context: UnitContext): Advanced {
  const work: Work = { state, ofAir: rulesOf(context).ofAir, changed: new Map(), refold: false };
  if (typeof input !== 'object' || input === null) return { state, changed: [] };
  if (input.kind === 'plan') {
    if (isMoment(input.at_ms)) schedule(state, { from_ms: input.at_ms, plan: input.plan });
    return { state, changed: [] };
  }
  const at = isMoment(input.at_ms) ? Math.max(input.at_ms, state.at_ms) : state.at_ms;
  pass(work, context, at);
  if (input.kind !== 'time') {
    turnPlan(state, at);
    takeIn(state, input, context);
    const views = state.zones.map((_, index) => new UnitView(state, context, index === 1 ? 2 : 1));
    remember(state.memory, views, input);
    const testing = views[0]?.stage === 'test';
    if (testing !== state.testing || input.kind === 'maintenance') work.refold = true;
    state.testing = testing;
    judge(work, context, views);
    if (input.kind === 'alarm') hear(work, context, views, input);
    if (input.kind === 'gap') lose(work, input);
    if (work.refold) refold(work);
  }
  return { state, changed: [...work.changed.values()] };
}

/** Notes from when on which plan holds; one that is told again is told once. */
function schedule(state: EngineState, { from_ms, plan }: PlanFrom): void {
  const others = (state.plans ?? []).filter((other) => other.from_ms !== from_ms);
  state.plans = [...others, { from_ms, plan }].sort((a, b) => a.from_ms - b.from_ms);
}

/** Lets the plan hold that does so at a moment, ms. */
function turnPlan(state: EngineState, at_ms: number): void {
  if (state.plans === undefined) return;
  const begun = state.plans.findLast(({ from_ms }) => from_ms <= at_ms);
  if (begun === undefined) return;
  state.plan = begun.plan;
  const later = state.plans.filter(({ from_ms }) => from_ms > at_ms);
  if (later.length > 0) state.plans = later;
  else delete state.plans;
}

/** Calendars end there. */
const moment_max = 8.64e15;

const isMoment = (at: unknown): at is number => Number.isSafeInteger(at) && (at as number) < moment_max;

/** The open intervals as they stand, excursions up to the last fact included. */
export const openIntervals = ({ watches }: EngineState): readonly Interval[] =>
  Object.entries(watches).flatMap(([key, watch]) => (watch.interval ? [snapshot(key, watch, watch.interval)] : []));

/**
 * The food in a zone by the filtered air, in °C (the metric `TProduct`). Null where nobody can say: without recent air, after a hole
 * of more than an hour, in stand-by, and in a blast chiller that is not holding.
 */
export function productTemperature(state: EngineState, context: UnitContext, zone: 1 | 2 = 1): number | null {
  if (zone > state.zones.length) return null;
  const unit = new UnitView(state, context, zone);
  const holding = !unit.isBlast || unit.stage === 'holdCold' || unit.stage === 'holdHot';
  return holding && unit.at >= unit.here.product.notProvenUntil ? unit.product : null;
}

/** Whether two states are alike: a re-run may stop where the new state agrees with the stored one. */
export const sameState = (a: EngineState, b: EngineState): boolean => canonical(a) === canonical(b);

/**
 * Lets time pass up to `until`, from one moment at which something happens by itself to the next: a timer is over, a window ends. So
 * nothing depends on how often anybody looks.
 */
function pass(work: Work, context: UnitContext, until: number): void {
  const { state } = work;
  const { byKey } = rulesOf(context);
  while (state.at_ms < until) {
    const from = state.at_ms;
    // Of whom nothing was measured yet nothing is believed: else who looks often would go on believing.
    const believedUntil = state.heardAt === null ? from : state.heardAt + believed_ms;
    let next = until;
    for (const zone of state.zones) {
      // While nothing is heard no timer runs, and no minute of quiet is used up.
      if (from < believedUntil) grantDoorMinute(zone, from);
      next = Math.min(next, nextWindowEdge(zone, from, from < believedUntil));
    }
    if (state.visitUntil > from) next = Math.min(next, state.visitUntil);
    for (const hole of state.memory.holes) if (hole.due > from) next = Math.min(next, hole.due);
    for (const key in state.watches) {
      const due = dueAt(state, state.watches[key] as Watch, byKey.get(key), from);
      next = Math.min(next, due > believedUntil ? quietEnd(state.watches[key] as Watch) : due);
    }
    next = Math.max(next, from + 1);
    const counted_ms = Math.max(0, Math.min(next, believedUntil) - from);
    for (const key in state.watches) elapse(state, state.watches[key] as Watch, byKey.get(key), counted_ms);
    state.at_ms = next;
    for (const key in state.watches) settle(work, context, key, state.watches[key] as Watch, byKey.get(key));
    report(work);
    if (state.visitUntil === next) work.refold = true;
    if (work.refold) refold(work);
  }
}

/** When a watch's raise or clear timer is over if nothing else happens. */
function dueAt(state: EngineState, watch: Watch, judged: Judged | undefined, from: number): number {
  if (judged === undefined) return quietEnd(watch);
  if (watch.server)
    return Math.min(
      quietEnd(watch),
      watch.clear === true ? from + judged.rule.clearAfter_s * second_ms - watch.cleared_ms : Number.POSITIVE_INFINITY,
    );
  const waits = watch.when !== null && watch.when !== false && !judged.paused(state);
  return Math.min(quietEnd(watch), waits ? from + watch.due_ms - watch.held_ms : Number.POSITIVE_INFINITY);
}

/** Runs a watch's timers on. */
function elapse(state: EngineState, watch: Watch, judged: Judged | undefined, counted_ms: number): void {
  if (judged === undefined) return;
  if (watch.server) {
    if (watch.clear === true) watch.cleared_ms += counted_ms;
  } else if (watch.when !== null && watch.when !== false && !judged.paused(state)) watch.held_ms += counted_ms;
}

/** Raises and clears what is due now. */
function settle(work: Work, context: UnitContext, key: string, watch: Watch, judged: Judged | undefined): void {
  const { state } = work;
  if (judged) {
    const { rule } = judged;
    if (watch.server && watch.clear === true && watch.cleared_ms >= rule.clearAfter_s * second_ms) {
      const clearedAt = watch.clearSince ?? state.at_ms;
      Object.assign(watch, { server: false, clear: null, clearSince: null, cleared_ms: 0, when: null });
      if (!watch.unit) fall(work, key, watch, clearedAt);
    } else if (!watch.server && watch.since !== null && watch.when !== null && watch.when !== false) {
      if (watch.held_ms >= watch.due_ms && !judged.paused(state)) {
        const startedAt = watch.since;
        Object.assign(watch, { server: true, since: null, held_ms: 0, clear: null, clearSince: null, cleared_ms: 0 });
        const unit = new UnitView(state, context, judged.zone);
        rise(work, key, watch, { by: 'server', startedAt, at: state.at_ms, evidence: evidenceOf(rule, unit) });
        if (rule.name === 'openDoorAlarm') for (const zone of state.zones) zone.door.over = true;
      }
    }
  }
  if (watch.interval?.quietSince != null && state.at_ms >= quietEnd(watch))
    end(work, key, watch, watch.interval.quietSince);
  if (isQuiet(watch)) delete state.watches[key];
}

/** Values that stood behind an alarm when it rose. */
function evidenceOf(rule: AlarmRule, unit: UnitView): Record<string, number | string> {
  const evidence: Record<string, number | string> = { ...rule.evidence?.(unit) };
  for (const name of rule.reads) {
    const value = unit.readHere(name);
    if (value !== null) evidence[name] = Math.round(value * 100) / 100 + 0;
  }
  if (unit.limit && rule.beyond) evidence['holdLimit'] = unit.limit.max;
  return evidence;
}

/** Asks every rule again after a fact. */
function judge(work: Work, context: UnitContext, views: readonly UnitView[]): void {
  const { state } = work;
  for (const judged of rulesOf(context).judged) {
    const unit = views[judged.zone - 1] as UnitView;
    const { rule, key } = judged;
    const when = rule.when(unit);
    const beyond = rule.beyond?.(unit) ?? null;
    let watch = state.watches[key];
    if (watch === undefined) {
      if ((when === false || when === null) && (beyond === null || beyond[0] <= 0)) continue;
      watch = newWatch();
      state.watches[key] = watch;
    }
    if (rule.beyond) measure(watch, beyond, state);
    ask(state, watch, judged, unit, when);
    settle(work, context, key, watch, judged);
  }
}

/** Takes in what a rule says now. */
function ask(state: EngineState, watch: Watch, judged: Judged, unit: UnitView, when: boolean | null | number): void {
  const { rule } = judged;
  watch.when = when === null ? null : when !== false;
  if (watch.server) {
    watch.clear = rule.clear(unit);
    if (watch.clear === true) watch.clearSince ??= state.at_ms;
    if (watch.clear === false) Object.assign(watch, { clearSince: null, cleared_ms: 0 });
  } else if (when === false) {
    // In a window the timer stands still; what had not begun to count is forgotten.
    if (watch.held_ms === 0 || !judged.paused(state)) Object.assign(watch, { since: null, held_ms: 0 });
  } else if (when !== null) {
    watch.since ??= typeof when === 'number' ? when : state.at_ms;
    watch.due_ms = typeof rule.after_s === 'number' ? rule.after_s * second_ms : rule.after_s(unit) * second_ms;
  }
}

/** Adds up how far and how long a limit of the food-safety plan is exceeded. */
function measure(watch: Watch, beyond: readonly [K: number, value: number] | null, state: EngineState): void {
  const at = state.at_ms;
  const [K, value] = beyond ?? [0, 0];
  if (watch.beyond) {
    const held_ms = Math.min(at - watch.beyond.at, believed_ms);
    watch.beyond.degree_min += (Math.max(0, watch.beyond.K) * held_ms) / minute_ms;
    watch.beyond.at = at;
    watch.beyond.K = K;
    if (K > watch.beyond.worst_K) Object.assign(watch.beyond, { worst_K: K, extreme: value });
    if (beyond !== null && K <= 0 && watch.interval === null) watch.beyond = null;
  } else if (K > 0) watch.beyond = { since: at, extreme: value, degree_min: 0, K, worst_K: K, at };
}

/** The zone a unit's alarm is of. One that the server judges for the whole unit is one alarm, wherever the unit saw it. */
function zoneOf({ name, zone }: Extract<Input, { kind: 'alarm' }>, context: UnitContext): 1 | 2 {
  const { byKey } = rulesOf(context);
  const isOfUnit = byKey.has(watchKey(name, 1)) && !byKey.has(watchKey(name, 2));
  return zone === 2 && zonesOf(context.model) === 2 && !isOfUnit ? 2 : 1;
}

/** A unit that invents names without end must not fill the state. */
const watches_max = 200;

/** The unit raised or cleared an alarm of its own. */
function hear(
  work: Work,
  context: UnitContext,
  views: readonly UnitView[],
  input: Extract<Input, { kind: 'alarm' }>,
): void {
  const { state } = work;
  if (typeof input.name !== 'string' || input.name.length === 0 || input.name.length > 60) return;
  const zone = zoneOf(input, context);
  const key = watchKey(input.name, zone);
  if (!isAlarm(input.name) && state.watches[key] === undefined && Object.keys(state.watches).length >= watches_max)
    return;
  const judged = rulesOf(context).byKey.get(key);
  const watch = state.watches[key] ?? newWatch();
  if (input.active === true && !watch.unit) {
    state.watches[key] = watch;
    watch.unit = true;
    const evidence = judged ? evidenceOf(judged.rule, views[zone - 1] as UnitView) : {};
    rise(work, key, watch, { by: 'unit', startedAt: state.at_ms, at: state.at_ms, evidence });
    if (input.name === 'openDoorAlarm') for (const zone of state.zones) zone.door.over = true;
  } else if (input.active === false && watch.unit) {
    watch.unit = false;
    // The server lets go with the unit unless it still sees the condition itself.
    if (watch.server && watch.when !== true) watch.server = false;
    if (!watch.server) fall(work, key, watch, state.at_ms);
    if (isQuiet(watch)) delete state.watches[key];
  }
}

/** Samples of a stretch are lost for good. */
function lose(work: Work, { from_ms, to_ms }: Extract<Input, { kind: 'gap' }>): void {
  if (!Number.isSafeInteger(from_ms) || !Number.isSafeInteger(to_ms) || to_ms < from_ms) return;
  work.state.memory.holes.push({ from: from_ms, to: Math.min(to_ms, work.state.at_ms), due: work.state.at_ms });
  report(work);
}

/** Holes that nobody filled in time are alarms of their own, over when they are told. */
function report({ state, changed }: Work): void {
  const { memory, at_ms } = state;
  if (memory.holes.length === 0) return;
  for (const { from, to, due } of memory.holes) {
    if (due > at_ms) continue;
    const key = `hole@${from}`;
    const hole: Interval = {
      name: 'dataGapWarning',
      startedAt: from,
      raisedAt: due,
      clearedAt: to,
      state: 'cleared',
      by: ['server'],
      evidence: { minutes: Math.round((to - from) / minute_ms) },
      foldedInto: null,
      chattering: 0,
    };
    const before = changed.get(key);
    changed.set(key, before ? retold(before, hole) : hole);
  }
  memory.holes = memory.holes.filter(({ due }) => due > at_ms);
}
