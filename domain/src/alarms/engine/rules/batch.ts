/** Food that is being treated: chilled, frozen, cooked, thawed; a batch of the record. */
import { needsNeedle, type PhasePlan } from '../../../appliance/phase-plan.ts';
import { askedFrom_min, askedTo_min } from '../../../haccp/needle-in-air.ts';
import type { RuleStage } from '../../../haccp/rules.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { ForecastMemory } from '../memory.ts';
import { type AlarmRule, above, below, minute } from '../rule.ts';
import { willBeInTime, willBeLate } from '../trackers/core-forecast.ts';
import { inFood } from '../trackers/needle.ts';
import { batchKind, heldTarget, waysHere } from '../trackers/process.ts';
import { usualLength_min } from '../trackers/runs.ts';
import type { UnitView } from '../unit-view.ts';

/** The first stage that is overdue of the way that was open longest: since when, and its end. */
function overdue(unit: UnitView, kind: 'chill' | 'freeze'): { since: number; to: number } | null {
  const core = unit.coreMax;
  if (!unit.inCycle || batchKind(unit) !== kind || core === null) return null;
  // As long as one way to keep the rule is open, it is not late.
  const late = waysHere(unit, kind).map((stages, way) => overdueOf(unit, stages, unit.memory.process.ways[way] ?? []));
  if (late.length === 0 || late.includes(null)) return null;
  return late.reduce((last, one) => (last && one && one.since > last.since ? one : last));
}

function overdueOf(
  unit: UnitView,
  stages: readonly RuleStage[],
  since: readonly (number | null)[],
): { since: number; to: number } | null {
  for (const [index, { to, max_min }] of stages.entries()) {
    const began = since[index] ?? null;
    if (began === null || began === 0) continue;
    const due = Math.abs(began) + max_min * minute_ms;
    if (began < 0 || (unit.at >= due && (unit.coreMax ?? to) > to)) return { since: due, to };
  }
  return null;
}

const timeExceeded = (
  name: 'chillTimeExceededAlarm' | 'freezeTimeExceededAlarm',
  kind: 'chill' | 'freeze',
): AlarmRule => ({
  name,
  reads: ['TCoreMax'],
  when: (unit) => overdue(unit, kind)?.since ?? false,
  after_s: 0,
  clear: ({ inCycle }) => !inCycle,
  clearAfter_s: 0,
  beyond: (unit) => {
    const late = overdue(unit, kind);
    const core = unit.coreMax;
    return late === null || core === null || core <= late.to ? null : [core - late.to, core];
  },
  evidence: (unit): Record<string, number> => {
    const core = unit.coreMax;
    return core === null ? {} : { limit: overdue(unit, kind)?.to ?? core };
  },
});

/** Length of a plan by its clock, without the holding; null where a phase has no time of its own. */
function programmed_min(plan: readonly PhasePlan[] | null | undefined): number | null {
  let sum = 0;
  for (const { end, hold, fallback_min } of plan ?? []) {
    if (hold === true) continue;
    const minutes = end.by === 'time' ? end.time_min : fallback_min;
    if (minutes === undefined) return null;
    sum += minutes;
  }
  return sum > 0 ? sum : null;
}

const tooLong = (unit: UnitView): boolean => {
  const elapsed = unit.cycle_min;
  if (elapsed === null || unit.cycle === null) return false;
  const usual = usualLength_min(unit.memory.runs, unit.cycle.cycleId);
  const programmed = programmed_min(unit.cycle.plan);
  return (usual !== null && elapsed > 1.5 * usual) || (programmed !== null && elapsed > 2 * programmed);
};

/** The phase that heats or kills parasites is over, or half as long again, and the core was not held at its target. */
function targetMissed(unit: UnitView): boolean {
  const { cycle, memory } = unit;
  const wanted = heldTarget(unit);
  if (cycle?.plan == null || wanted === null || memory.process.heldEnough || memory.process.cycleAt !== cycle.startedAt)
    return false;
  const index = cycle.plan.findIndex(({ end }) => end.by === 'core' && end.hold_min !== undefined) + 1;
  if (cycle.phaseIndex > index) return true;
  if (cycle.endedAt !== null) return unit.at === cycle.endedAt;
  const phase = cycle.plan[index - 1];
  const planned = phase?.fallback_min ?? phase?.late_min;
  return (
    cycle.phaseIndex === index && planned !== undefined && unit.at - cycle.phaseStartedAt > 1.5 * planned * minute_ms
  );
}

const thawed = (unit: UnitView): number | null => unit.coreMax ?? unit.product;

/** A cycle in which the needle belongs into food: one that ends by it, or whose record it proves. A defrost is none. */
const wantsNeedle = (unit: UnitView): boolean =>
  (unit.function?.record !== undefined && unit.function.record !== 'thaw') ||
  (unit.cycle?.plan?.some(({ end }) => needsNeedle(end)) ?? false);

/** The food will not be cold in time, and there still is time to act. */
const forecastLate = (name: 'chillForecastWarning' | 'freezeForecastWarning', kind: 'chill' | 'freeze'): AlarmRule => ({
  name,
  reads: ['TCoreMax'],
  when: ({ inCycle, memory: { forecast } }) => inCycle && forecast.kind === kind && willBeLate(forecast),
  after_s: 0,
  clear: ({ inCycle, memory: { forecast }, at }) => !inCycle || willBeInTime(forecast, at),
  clearAfter_s: 0,
  evidence: ({ memory: { forecast } }) => forecastTold(forecast),
});

/** A forecast as an alarm keeps it: in minutes of its cycle. The forecast that goes on may say something else by and by. */
function forecastTold({ said, cycleAt }: ForecastMemory): Record<string, number | string> {
  if (said === null) return {};
  const moments = { forecast_min: said.at, low_min: said.low, high_min: said.high, limit_min: said.limitAt };
  const [why] = said.because;
  return {
    cycleAt,
    ...Object.fromEntries(
      Object.entries(moments).flatMap(([name, at]) =>
        at === null ? [] : [[name, Math.round((at - cycleAt) / minute_ms)]],
      ),
    ),
    ...(said.to !== null && { to: said.to }),
    ...(why && { because: why.reason }),
    ...(why?.depth_mm !== undefined && { depth_mm: why.depth_mm }),
  };
}

/** Rules of this group, in the order of its alarms. */
export const batchRules: readonly AlarmRule[] = [
  forecastLate('chillForecastWarning', 'chill'),
  timeExceeded('chillTimeExceededAlarm', 'chill'),
  forecastLate('freezeForecastWarning', 'freeze'),
  timeExceeded('freezeTimeExceededAlarm', 'freeze'),
  {
    name: 'cycleTooLongWarning',
    reads: [],
    when: tooLong,
    after_s: 0,
    clear: ({ inCycle }) => !inCycle,
    clearAfter_s: 0,
    evidence: (unit) => ({ minutes: Math.round(unit.cycle_min ?? 0) }),
  },
  {
    name: 'cycleInterruptedAlarm',
    reads: [],
    when: ({ memory, inCycle }) => !inCycle && memory.process.interruptedAt !== null,
    after_s: 5 * minute,
    clear: ({ memory, inCycle }) => inCycle || memory.process.interruptedAt === null,
    clearAfter_s: 0,
  },
  {
    name: 'coreProbeNotInsertedWarning',
    reads: ['TCoreMax', 'TCell'],
    when: (unit) => {
      const minutes = unit.cycle_min;
      if (minutes === null || minutes < askedFrom_min || minutes > askedTo_min || !wantsNeedle(unit)) return false;
      return unit.memory.needle.inAir;
    },
    after_s: 0,
    clear: (unit) => !unit.inCycle || inFood(unit.memory.needle, unit.at),
    clearAfter_s: 0,
  },
  {
    name: 'processTargetMissedAlarm',
    reads: ['TCoreMax', 'TCoreMin'],
    when: targetMissed,
    after_s: 0,
    clear: ({ inCycle }) => !inCycle,
    clearAfter_s: 0,
    beyond: (unit) => {
      const wanted = targetMissed(unit) ? heldTarget(unit) : null;
      const core = wanted?.cold ? unit.coreMax : unit.coreMin;
      if (wanted === null || core === null) return null;
      return [wanted.cold ? core - wanted.target : wanted.target - core, core];
    },
    evidence: (unit): Record<string, number> => {
      const wanted = heldTarget(unit);
      return wanted === null ? {} : { target: wanted.target, hold_min: wanted.hold_min };
    },
  },
  {
    name: 'thawOverrunAlarm',
    reads: ['TCoreMax', 'TCell'],
    when: (unit) => unit.stage === 'thaw' && above(thawed(unit), 5),
    after_s: 30 * minute,
    clear: (unit) => unit.stage !== 'thaw' || below(thawed(unit), 5),
    clearAfter_s: 10 * minute,
    beyond: (unit) => {
      const food = unit.stage === 'thaw' ? thawed(unit) : null;
      return food === null ? null : [food - 5, food];
    },
  },
];
