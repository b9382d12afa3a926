/** When the food of a cycle will be cold, against its limit: asked once a minute, from what the needle has shown so far (B2.14). */

import type { RuleStage } from '../../../haccp/rules.ts';
import { minute_ms } from '../../../language/durations.ts';
import { forecastCore, type Reaching } from '../../../thermal/core-forecast/forecast-core.ts';
import { middle, reasonsOf, type Shown } from '../../../thermal/core-forecast/reasons.ts';
import type { CoreCurve, ForecastMemory, SaidForecast } from '../memory.ts';
import { believed_ms, type UnitView } from '../unit-view.ts';
import { freshCurve, needlesOf, noteCurve } from './core-curve.ts';
import { approachOf } from './days.ts';
import { openInCycle_s } from './doors.ts';
import { freshMachine, learn, learnedOf } from './machine-curve.ts';
import { inFood } from './needle.ts';
import { batchKind, waysHere } from './process.ts';

/** Nothing known yet. */
export const freshForecast = (): ForecastMemory => ({ ...ofCycle(0), machine: freshMachine() });

const ofCycle = (cycleAt: number): Omit<ForecastMemory, 'machine'> => ({
  cycleAt,
  kind: null,
  curves: [],
  inFood: false,
  said: null,
  first: null,
  late: 0,
  inTimeSince: null,
});

const saidFrom_min = 10;
/** What is kept to be compared with what came. */
const firstFrom_min = 20;
/** The warning waits for more of the curve than the screen: of a freeze for its plateau, or this long. */
const warnedFrom_min = { chill: 20, freeze: 60 } as const;
const plateauFrom_C = -1;
const slack_ms = 5 * minute_ms;
const lateInRow = 3;
const inTimeFor_ms = 5 * minute_ms;

/** Takes a sample in. */
export function noteForecast(memory: ForecastMemory, unit: UnitView): void {
  const { cycle } = unit;
  if (!unit.inCycle || cycle === null) {
    if (memory.kind !== null) finish(memory, unit);
    return;
  }
  if (cycle.startedAt !== memory.cycleAt) Object.assign(memory, ofCycle(cycle.startedAt));
  const kind = batchKind(unit);
  if (kind === null) return;
  memory.kind = kind;
  const { needle, process } = unit.memory;
  if (needle.inAir === true) memory.inFood = false;
  else memory.inFood ||= inFood(needle, unit.at);
  if (process.reached) {
    // A needle that hangs in cold air reads the target too.
    memory.said = needle.inAir === true && !memory.inFood ? moved(memory.said, silent('inAir')) : null;
    memory.late = 0;
    memory.inTimeSince = isKept(unit) ? (memory.inTimeSince ?? unit.at) : null;
    return;
  }
  const made = needlesOf(unit).map((needle, index) => {
    const curve = memory.curves[index] ?? freshCurve();
    memory.curves[index] = curve;
    return noteCurve(curve, needle, unit, cycle.startedAt);
  });
  if (made.includes(true) && (unit.cycle_min ?? 0) >= saidFrom_min) say(memory, unit, kind, limitsOf(unit, kind));
}

/** Whether one way to keep the rule is done in time. */
const isKept = ({ memory: { process } }: UnitView): boolean =>
  process.ways.some((stages) => stages.length > 0 && stages.every((since) => since === 0));

/** The cycle is over: what it has shown is kept for the next ones. */
function finish(memory: ForecastMemory, unit: UnitView): void {
  const { cycle } = unit;
  const isThis = cycle !== null && cycle.startedAt === memory.cycleAt;
  if (isThis && cycle.end === 'ended' && memory.inFood)
    learn(memory.machine, memory.curves[0]?.points ?? [], isKept(unit));
  Object.assign(memory, { ...ofCycle(memory.cycleAt), first: memory.first });
}

type Silence = Exclude<SaidForecast['state'], 'onTime' | 'may' | 'will'>;

/** Why nothing can be said now; null: nothing stands against it. */
function silenceOf({ curves, inFood }: ForecastMemory, unit: UnitView): Silence | null {
  if (unit.memory.needle.inAir === true) return 'inAir';
  if (unit.here.defrost !== null && unit.here.defrost.endedAt === null) return 'defrost';
  if (curves.some(({ silentUntil }) => unit.at < silentUntil)) return 'gap';
  if (!inFood) return 'early';
  return null;
}

function say(memory: ForecastMemory, unit: UnitView, kind: 'chill' | 'freeze', limits: readonly Limit[]): void {
  const silence = silenceOf(memory, unit);
  if (silence !== null) {
    memory.said = moved(memory.said, silent(silence));
    return;
  }
  const asked = memory.curves.filter(({ last }) => last !== null && unit.at - last[0] <= believed_ms);
  const answers = asked.map((curve) => answerOf(memory, unit, { kind, curve, limits }));
  const outcomes = answers.filter((answer) => typeof answer !== 'string');
  // The batch is as late as its last needle. Where one of them says nothing, the others cannot say that all is well.
  const last = outcomes.reduce<Outcome | null>(
    (one, other) => (one && lateBy(one) >= lateBy(other) ? one : other),
    null,
  );
  const mute = answers.find((answer) => typeof answer === 'string');
  const now = last && told(memory, unit, last);
  if (now === null || (mute !== undefined && now.state === 'onTime')) {
    memory.said = mute === undefined ? null : moved(memory.said, silent(mute));
    return;
  }
  memory.said = moved(memory.said, now);
  if (last) count(memory, unit, kind, last);
}

/** What is asked of one needle. */
type Asked = { readonly kind: 'chill' | 'freeze'; readonly curve: CoreCurve; readonly limits: readonly Limit[] };

/** How the food of a needle will be against the limits, or why nobody knows. */
function answerOf({ machine }: ForecastMemory, unit: UnitView, { kind, curve, limits }: Asked): Outcome | Silence {
  const cycle = unit.cycle as NonNullable<UnitView['cycle']>;
  // A core that is not yet as cold as a stage begins with gets there first.
  const temperatures = limits.flatMap(({ to, from }) => (from === null ? [to] : [to, from]));
  const targets = [...new Set(temperatures)].sort((a, b) => b - a);
  if (targets.length === 0) return 'early';
  const forecast = forecastCore({
    kind,
    points: curve.points,
    ahead: {
      phases: cycle.phaseIndex > 0 ? (cycle.plan ?? []).slice(cycle.phaseIndex - 1) : [],
      phase_min: (unit.at - cycle.phaseStartedAt) / minute_ms,
    },
    targets,
    learned: learnedOf(machine),
    isDisturbed: unit.at < curve.disturbedUntil,
  });
  if (typeof forecast === 'string') return forecast === 'early' && curve.movedAt !== null ? 'moved' : forecast;
  const reachingOf = (target: number): Reaching => forecast.reaching[targets.indexOf(target)] as Reaching;
  return { ...bestOf(limits, reachingOf, cycle.startedAt), shown: forecast.shown };
}

/** What moves a forecast by less is no news: it would be told each minute. */
const middleMoves_ms = minute_ms;
const edgeMoves_ms = 2 * minute_ms;

/** The forecast as it is told: the one before, the same object, unless it has moved. */
function moved(before: SaidForecast | null, now: SaidForecast): SaidForecast {
  if (before === null) return now;
  const near = (name: 'at' | 'low' | 'high' | 'limitAt', within_ms: number): boolean => {
    const [one, other] = [before[name], now[name]];
    return one === null || other === null ? one === other : Math.abs(one - other) < within_ms;
  };
  const [why, whyNow] = [before.because[0], now.because[0]];
  const isSame =
    before.state === now.state &&
    before.to === now.to &&
    why?.reason === whyNow?.reason &&
    why?.depth_mm === whyNow?.depth_mm &&
    near('at', middleMoves_ms) &&
    near('limitAt', middleMoves_ms) &&
    near('low', edgeMoves_ms) &&
    near('high', edgeMoves_ms);
  return isSame ? before : now;
}

const silent = (state: Silence): SaidForecast => ({
  at: null,
  low: null,
  high: null,
  to: null,
  limitAt: null,
  state,
  because: [],
});

/**
 * A stage that is not done: where to, of which way to keep the rule, until when. Where its clock does not run yet: from which temperature,
 * and how long it may take from there.
 */
type Limit = { readonly way: number; readonly to: number } & (
  | { readonly from: null; readonly at: number }
  | { readonly from: number; readonly max_min: number }
);

/** What is still to be kept, of the ways that are open; of those that are lost where none is open. */
function limitsOf(unit: UnitView, kind: 'chill' | 'freeze'): readonly Limit[] {
  const { ways } = unit.memory.process;
  const all = waysHere(unit, kind).map((stages, way) => ({ stages, way, since: ways[way] ?? [] }));
  const open = all.filter(({ since }) => !since.some((began) => (began ?? 0) < 0));
  return (open.length > 0 ? open : all).flatMap(({ stages, way, since }) =>
    stages.flatMap((stage, index): Limit[] => limitOf(stages, stage, way, since[index] ?? null)),
  );
}

function limitOf(stages: readonly RuleStage[], stage: RuleStage, way: number, began: number | null): Limit[] {
  const { to, max_min } = stage;
  if (began === 0) return [];
  if (began !== null) return [{ way, to, from: null, at: Math.abs(began) + max_min * minute_ms }];
  const from = stage.clock === 'cumulative' ? (stages[0]?.from ?? null) : stage.from;
  return from === null ? [] : [{ way, to, from, max_min }];
}

/** A stage as it will go. */
type StageOutcome = { readonly to: number; readonly limitAt: number; readonly reaching: Reaching; readonly at: number };
type Outcome = StageOutcome & { readonly shown: Shown };

/** How late it is, ms; below 0 in time. What is never reached, and has no limit before it is, is neither. */
const lateBy = ({ at, limitAt }: StageOutcome): number => (at === limitAt ? 0 : at - limitAt);

const momentOf = (startedAt: number, at_min: number): number => startedAt + at_min * minute_ms;

/**
 * The stage that decides: of each way the one that is late by most, or the last where all are in time; of the ways the one that is in time
 * by most.
 */
function bestOf(limits: readonly Limit[], reachingOf: (target: number) => Reaching, startedAt: number): StageOutcome {
  const ways = [...Map.groupBy(limits, ({ way }) => way).values()].map((stages): StageOutcome => {
    const outcomes = stages.map((stage): StageOutcome => {
      const reaching = reachingOf(stage.to);
      const limitAt =
        stage.from === null ? stage.at : momentOf(startedAt, reachingOf(stage.from).at_min) + stage.max_min * minute_ms;
      return { to: stage.to, limitAt, reaching, at: momentOf(startedAt, reaching.at_min) };
    });
    const worst = outcomes.reduce((one, other) => (lateBy(other) > lateBy(one) ? other : one));
    return lateBy(worst) > 0 ? worst : (outcomes.at(-1) as StageOutcome);
  });
  return ways.reduce((one, other) => (lateBy(other) < lateBy(one) ? other : one));
}

function told(memory: ForecastMemory, unit: UnitView, outcome: Outcome): SaidForecast {
  const { to, limitAt, reaching, at, shown } = outcome;
  const { cycleAt } = memory;
  const [low, high] = [momentOf(cycleAt, reaching.low_min), momentOf(cycleAt, reaching.high_min)];
  const isOpen = reaching.high_min === Number.POSITIVE_INFINITY;
  const state = low > limitAt ? 'will' : at > limitAt && !isOpen ? 'may' : 'onTime';
  const because = state === 'onTime' ? [] : [...reasonsOf(shown, memory.machine.usual, factsOf(unit))];
  const said: SaidForecast = {
    // Where only the earliest moment is known, there is no middle to tell.
    at: isOpen ? null : Math.round(at),
    low: Number.isFinite(low) ? Math.round(low) : null,
    high: isOpen ? null : Math.round(high),
    to,
    limitAt: Number.isFinite(limitAt) ? Math.round(limitAt) : null,
    state,
    because,
  };
  if (memory.first === null && (unit.cycle_min ?? 0) >= firstFrom_min && said.at !== null)
    memory.first = { madeAt: unit.at, at: said.at, to };
  return said;
}

function count(memory: ForecastMemory, unit: UnitView, kind: 'chill' | 'freeze', { at, limitAt }: Outcome): void {
  const inPlateau = kind === 'freeze' && (unit.coreMax ?? 0) <= plateauFrom_C;
  // Food that is late already is told by an alarm: a forecast that begins now would say that there is time to act.
  if (unit.at >= limitAt || ((unit.cycle_min ?? 0) < warnedFrom_min[kind] && !inPlateau)) {
    memory.late = 0;
    return;
  }
  memory.late = at > limitAt + slack_ms ? memory.late + 1 : 0;
  memory.inTimeSince = at <= limitAt ? (memory.inTimeSince ?? unit.at) : null;
}

function factsOf(unit: UnitView): Parameters<typeof reasonsOf>[2] {
  const { doors, runs } = unit.memory;
  const usual = middle(runs.baseline.flatMap(({ approach }) => approach ?? []));
  const now = runs.peak ?? approachOf(unit);
  return {
    door_min: openInCycle_s(doors, unit.at) / 60,
    load_kg: unit.cycle?.load_kg ?? null,
    full_kg: fullOf(unit),
    condenserCooler_K: usual === null || now === null ? null : usual - now,
  };
}

function fullOf({ context: { model }, memory: { forecast } }: UnitView): number {
  if (model.kind !== 'blast') return Number.POSITIVE_INFINITY;
  return forecast.kind === 'freeze' ? model.freeze_kg : model.chill_kg;
}

/** Whether three forecasts in a row were late. */
export const willBeLate = ({ late }: ForecastMemory): boolean => late >= lateInRow;

/** Whether the forecast has been in time for a while. */
export const willBeInTime = ({ inTimeSince }: ForecastMemory, at: number): boolean =>
  inTimeSince !== null && at - inTimeSince >= inTimeFor_ms;
