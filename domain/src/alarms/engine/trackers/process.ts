/** How a batch goes: stages of its rule, targets reached and held, how it ended. */

import { recordOfRun } from '../../../appliance/families/families.ts';
import { gapLimit_ms } from '../../../haccp/batch.ts';
import { food_max_K_min } from '../../../haccp/food.ts';
import { awayFromAir_K } from '../../../haccp/needle-in-air.ts';
import { step_K } from '../../../haccp/needle-moves.ts';
import { type RuleStage, waysOf } from '../../../haccp/rules.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { Input } from '../input.ts';
import type { ProcessMemory } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';

/** Nothing known yet. */
export const freshProcess = (): ProcessMemory => ({
  cycleAt: 0,
  ways: [],
  loadedCold: false,
  heldSince: null,
  heldEnough: false,
  reached: false,
  interruptedAt: null,
  retardedCold: false,
  readySince: null,
  samplesSincePower: 99,
});

/** Samples after a power cut that are looked at at once. */
export const samplesAfterPower = 3;
const retardedCold = 4;

/** What the batch that runs is judged by; null: no cooling batch. Raw fish is judged by how long it is held, however slowly it froze. */
export function batchKind(unit: UnitView): 'chill' | 'freeze' | null {
  const { stage } = unit;
  const kind = unit.function && recordOfRun(unit.context.model.family, unit.function, unit.cycle?.plan ?? undefined);
  if (kind === 'chill' || kind === 'freeze') return kind;
  return unit.function === null && (stage === 'chill' || stage === 'freeze') ? stage : null;
}

/** The core and how long it has to stay there, of the step of the plan that heats or kills parasites. */
export function heldTarget(unit: UnitView): { target: number; hold_min: number; cold: boolean } | null {
  for (const { end } of unit.cycle?.plan ?? [])
    if (end.by === 'core' && typeof end.hold_min === 'number' && typeof end.target === 'number')
      return { target: end.target, hold_min: end.hold_min, cold: end.target < 0 };
  return null;
}

/** Whether the food is to reach something: holding, proofing or drying may be stopped by whoever wants to. */
const hasTarget = (unit: UnitView): boolean =>
  batchKind(unit) !== null || (unit.cycle?.plan ?? []).some(({ end, hold }) => hold !== true && end.by === 'core');

/** Takes a fact in. */
export function noteProcess(memory: ProcessMemory, unit: UnitView, input: Input): void {
  const { at, cycle } = unit;
  if (input.kind === 'power' && input.event !== 'lastGasp') memory.samplesSincePower = 0;
  if (input.kind === 'sample') memory.samplesSincePower = Math.min(99, memory.samplesSincePower + 1);
  if (input.kind === 'maintenance' && input.what === 'fateEntered') memory.interruptedAt = null;
  noteDough(memory, unit);
  if (cycle === null) return;
  if (unit.inCycle && cycle.startedAt !== memory.cycleAt)
    Object.assign(memory, { ...freshProcess(), samplesSincePower: memory.samplesSincePower, cycleAt: cycle.startedAt });
  if (unit.inCycle) {
    noteStages(memory, unit);
    noteTarget(memory, unit);
  } else if (memory.interruptedAt === null && cycle.endedAt === at && memory.cycleAt === cycle.startedAt) {
    const early = cycle.end === 'interrupted' || (cycle.end === 'stopped' && hasTarget(unit));
    if (early && !memory.reached) memory.interruptedAt = at;
  }
}

/** The ways in which the batch may still keep its rule: its stages, or one of the alternatives. */
export const waysHere = (unit: UnitView, kind: 'chill' | 'freeze'): readonly (readonly RuleStage[])[] =>
  waysOf(unit.rule(kind), unit.memory.process.loadedCold);

function noteStages(memory: ProcessMemory, unit: UnitView): void {
  const kind = batchKind(unit);
  const core = unit.coreMax;
  if (kind === null || core === null) return;
  if (isInserted(memory, unit, core)) {
    memory.ways = [];
    memory.reached = false;
  }
  const first = memory.ways.length === 0;
  if (first) memory.loadedCold = core <= (unit.rule(kind).ifStart?.atMost ?? Number.NEGATIVE_INFINITY);
  // A core below the first threshold has been cooling since the cycle began.
  const began = first && unit.cycle ? unit.cycle.startedAt : unit.at;
  memory.ways = waysHere(unit, kind).map((stages, way) =>
    stages.map(({ from, to, max_min, clock }, index) => {
      const begins = (clock === 'cumulative' ? stages[0]?.from : from) ?? Number.POSITIVE_INFINITY;
      const since = memory.ways[way]?.[index] ?? (core <= begins ? began : null);
      if (core > to || (since ?? 0) < 0) return since;
      return since !== null && unit.at > since + max_min * minute_ms ? -since : 0;
    }),
  );
  const isDone = (since: number | null): boolean => since !== null && since <= 0;
  if (memory.ways.some((stages) => stages.length > 0 && stages.every(isDone))) memory.reached = true;
}

/**
 * Whether the needle is being put into food that it was not in before: what it read until now was air, or another room. What is known of a
 * batch by a needle in food stays, wherever that is put next.
 */
function isInserted({ ways }: ProcessMemory, unit: UnitView, core: number): boolean {
  const { cycle, cell, memory } = unit;
  const last = memory.needle.points.at(-1);
  if (cycle === null || cell === null || last === undefined || memory.needle.cycleAt !== cycle.startedAt) return false;
  const [at, , , before] = last;
  const passed_ms = unit.at - at;
  const rise_K = core - before;
  const isFast = rise_K >= step_K && rise_K * minute_ms >= food_max_K_min * passed_ms;
  const isStep = isFast && passed_ms <= gapLimit_ms && core - cell >= awayFromAir_K;
  // A sheath makes several steps of one: after the first of them nothing is known but that the clock runs.
  const isUnknown = ways.flat().every((since) => since === null || since === cycle.startedAt);
  return isStep && (isUnknown || !memory.forecast.inFood);
}

function noteTarget(memory: ProcessMemory, unit: UnitView): void {
  const wanted = heldTarget(unit);
  if (wanted === null) {
    const last = unit.cycle?.plan?.findLast(({ hold, end }) => hold !== true && end.by === 'core')?.end;
    const core = unit.coreMax;
    if (last?.by === 'core' && core !== null && batchKind(unit) === null) {
      const heats = last.target > 20;
      if (heats ? (unit.coreMin ?? core) >= last.target : core <= last.target) memory.reached = true;
    }
    return;
  }
  const core = wanted.cold ? unit.coreMax : unit.coreMin;
  if (core === null) return;
  const there = wanted.cold ? core <= wanted.target : core >= wanted.target;
  memory.heldSince = there ? (memory.heldSince ?? unit.at) : null;
  if (memory.heldSince !== null && unit.at - memory.heldSince >= wanted.hold_min * minute_ms) {
    memory.heldEnough = true;
    memory.reached = true;
  }
}

function noteDough(memory: ProcessMemory, unit: UnitView): void {
  if (unit.stage !== 'retard') memory.retardedCold = false;
  else if (unit.cell !== null && unit.cell <= retardedCold) memory.retardedCold = true;
  // The dough waits from the moment it is proofed: asleep, or with its programme over.
  const proofed = memory.cycleAt !== 0 && !unit.inCycle && unit.cycle?.endedAt === unit.at && isProofing(unit);
  if (proofed) memory.readySince = unit.at;
  if (unit.doorOpen || (unit.inCycle && unit.stage !== 'sleep')) memory.readySince = null;
}

const isProofing = (unit: UnitView): boolean =>
  unit.context.model.kind === 'prover' ||
  unit.stage === 'sleep' ||
  unit.function?.key.toLowerCase().includes('proofing') === true;
