/** Finished cycles against the first comparable ones of the same unit: what is slower, and with which signs. */

import { minute_ms } from '../../../language/durations.ts';
import type { Input } from '../input.ts';
import type { Run, RunMemory } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';
import { approachOf } from './days.ts';
import { median } from './median.ts';
import { batchKind } from './process.ts';

/** Nothing known yet. */
export const freshRuns = (): RunMemory => ({
  baseline: [],
  next: null,
  fan: '',
  charge: '',
  lengths: {},
  ...underWay(0),
});

const underWay = (
  cycleAt: number,
): Pick<RunMemory, 'cycleAt' | 'hot' | 'slope' | 'air' | 'airs' | 'peak' | 'runningSince' | 'cooled' | 'finished'> => ({
  cycleAt,
  hot: null,
  slope: null,
  air: 0,
  airs: 0,
  peak: null,
  runningSince: null,
  cooled: false,
  finished: false,
});

const baselineRuns = 40;
const newBaselineRuns = 20;
const silentBefore = 8;
const comparable = 20;
const loadWithin = 0.2;
const recipesKept = 12;
const lengthsKept = 10;
const hotFrom = 60;
const hotAtLeast = 50;
const slopeAfter_ms = 12 * minute_ms;
const settled_ms = 2 * minute_ms;

/** Takes a fact in. */
export function noteRuns(memory: RunMemory, unit: UnitView, input: Input): void {
  const { at, cycle } = unit;
  if (
    input.kind === 'maintenance' &&
    (input.what === 'cleaning' || input.what === 'service' || input.what === 'commissioning')
  ) {
    if (memory.baseline.length < silentBefore) memory.baseline = [];
    else memory.next = [];
  }
  if (cycle === null) return;
  if (unit.inCycle && cycle.startedAt !== memory.cycleAt) Object.assign(memory, underWay(cycle.startedAt));
  if (unit.inCycle) {
    if (input.kind === 'sample') noteRun(memory, unit);
    return;
  }
  if (cycle.endedAt !== at || cycle.startedAt !== memory.cycleAt || memory.finished) return;
  memory.finished = true;
  if (cycle.end !== 'ended') return;
  noteLength(memory, unit);
  if (memory.cooled) finish(memory, unit);
}

function noteRun(memory: RunMemory, unit: UnitView): void {
  const { at } = unit;
  memory.cooled ||= batchKind(unit) !== null;
  const core = unit.coreMax;
  if (core !== null) {
    if (memory.hot === null && core <= hotFrom) memory.hot = { at, core };
    if (memory.hot !== null && memory.slope === null && at - memory.hot.at >= slopeAfter_ms)
      memory.slope = ((memory.hot.core - core) * minute_ms) / (at - memory.hot.at);
  }
  const minutes = unit.cycle_min ?? 0;
  if (minutes >= 10 && minutes <= 40 && unit.cell !== null) {
    memory.air += unit.cell;
    memory.airs += 1;
  }
  memory.runningSince = unit.cooling ? (memory.runningSince ?? at) : null;
  if (memory.runningSince === null || at - memory.runningSince < settled_ms) return;
  const approach = approachOf(unit);
  if (approach !== null) memory.peak = Math.max(memory.peak ?? approach, approach);
}

/** With a letter before it: numbers as keys would be put in their own order. */
const recipeKey = (cycleId: number): string => `r${cycleId}`;

function noteLength(memory: RunMemory, unit: UnitView): void {
  const { cycle } = unit;
  if (cycle === null || cycle.cycleId === null || cycle.endedAt === null) return;
  const key = recipeKey(cycle.cycleId);
  const before = memory.lengths[key] ?? [];
  // The recipe used last stands last, so that the one forgotten is the one not used for longest.
  const { [key]: _, ...others } = memory.lengths;
  const kept = Object.entries(others).slice(-(recipesKept - 1));
  const lengths = [...before, Math.round((cycle.endedAt - cycle.startedAt) / minute_ms)].slice(-lengthsKept);
  memory.lengths = { ...Object.fromEntries(kept), [key]: lengths };
}

function finish(memory: RunMemory, unit: UnitView): void {
  const { cycle } = unit;
  if (
    cycle === null ||
    memory.hot === null ||
    memory.hot.core < hotAtLeast ||
    memory.slope === null ||
    memory.airs === 0
  )
    return;
  const run: Run = {
    function: cycle.function,
    load_kg: cycle.load_kg,
    slope: hundredth(memory.slope),
    minutes: hundredth((unit.at - memory.hot.at) / minute_ms),
    air: hundredth(memory.air / memory.airs),
    approach: memory.peak === null ? null : hundredth(memory.peak),
  };
  const alike = memory.baseline.filter((other) => areComparable(run, other)).slice(0, comparable);
  if (alike.length >= silentBefore) judge(memory, run, alike);
  if (memory.baseline.length < baselineRuns) memory.baseline.push(run);
  else if (memory.next) {
    memory.next.push(run);
    if (memory.next.length === newBaselineRuns) adopt(memory, memory.next);
  }
}

/** A kept state is text: more digits would only make it longer. */
const hundredth = (value: number): number => Math.round(value * 100) / 100;

const near = (a: number, b: number): boolean => Math.abs(a - b) <= loadWithin * Math.abs(b);

/** The same function with a load within a fifth, as entered or as its first slope tells. */
const areComparable = (a: Run, b: Run): boolean =>
  a.function === b.function &&
  (a.load_kg !== null && b.load_kg !== null ? near(a.load_kg, b.load_kg) : near(a.slope, b.slope));

const middleOf = (runs: readonly Run[]): { minutes: number; air: number; approach: number | null } => {
  const approaches = runs.map(({ approach }) => approach).filter((approach) => approach !== null);
  return {
    minutes: median(runs.map(({ minutes }) => minutes)),
    air: median(runs.map(({ air }) => air)),
    approach: approaches.length === 0 ? null : median(approaches),
  };
};

const verdictsKept = 7;

/** A weak fan: slower, with air colder and the condenser as ever. A low charge: slower, with the condenser cooler. */
function judge(memory: RunMemory, run: Run, alike: readonly Run[]): void {
  const sound = middleOf(alike);
  const longer = run.minutes / sound.minutes - 1;
  const approach = run.approach === null || sound.approach === null ? null : run.approach - sound.approach;
  const fan = longer >= 0.1 && run.air <= sound.air - 1 && approach !== null && Math.abs(approach) <= 3;
  const charge = longer >= 0.05 && approach !== null && approach <= -3;
  const noCharge = longer < 0.025 || (approach !== null && approach > -1.5);
  memory.fan = (memory.fan + (fan ? 'x' : Math.abs(longer) <= 0.05 ? 'f' : '-')).slice(-verdictsKept);
  memory.charge = (memory.charge + (charge ? 'x' : noCharge ? 'f' : '-')).slice(-verdictsKept);
}

function adopt(memory: RunMemory, next: Run[]): void {
  const [old, young] = [middleOf(memory.baseline), middleOf(next)];
  const worse =
    young.minutes > old.minutes * 1.05 || (young.approach ?? 0) > (old.approach ?? Number.POSITIVE_INFINITY) + 3;
  if (!worse) memory.baseline = next;
  memory.next = null;
}

/** How many of the last so many comparable cycles show a fault. */
export function showing(verdicts: string, of: number): number {
  let count = 0;
  for (let index = Math.max(0, verdicts.length - of); index < verdicts.length; index += 1)
    if (verdicts[index] === 'x') count += 1;
  return count;
}

/** Whether the last three comparable cycles show none. */
export const threeFine = (verdicts: string): boolean => verdicts.endsWith('fff');

const runsForMedian = 3;

/** What the recipe that runs usually takes, in minutes; null before it ran a few times. */
export function usualLength_min(memory: RunMemory, cycleId: number | null): number | null {
  const lengths = cycleId === null ? [] : (memory.lengths[recipeKey(cycleId)] ?? []);
  return lengths.length < runsForMedian ? null : median(lengths);
}
