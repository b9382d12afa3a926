/**
 * Plans of a retarder prover (S4.17): the dough is stopped, stored cold, woken and proved so that it is ready at a minute of the
 * kitchen's clock, and rests until somebody collects it. Temperatures in °C, times in minutes.
 */
import {
  badArgument,
  isRecord,
  nameFaults,
  notCompatible,
  numberFaults,
  type StartFault,
} from '../appliance/argument-fault.ts';
import { familyOf } from '../appliance/families/families.ts';
import type { FamilyRow, Limits, ModelRow, ProofingPhaseRow, ProofingRow } from '../appliance/families/family.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { minute_ms } from '../language/durations.ts';
import { isLocalMinute } from '../language/local-minute.ts';
import { type CycleSource, startSourceFaults } from './cycle-definition.ts';
import { type Moment, type ReadyFault, type Schedule, type Scheduled, scheduleOf, type Timed } from './schedule.ts';

/** Phases of a plan in their order. */
export const proofingPhases = ['blocking', 'storing', 'waking', 'proofing', 'sleeping'] as const;

/** Name of a phase of a plan. */
export type ProofingPhase = (typeof proofingPhases)[number];

/** What a person sets of a phase; what is absent takes its default. */
export type ProofingPhaseArgs = {
  readonly air?: number;
  readonly rh?: number;
  readonly time_min?: number;
  readonly fan?: number;
};

/** Arguments of `setProofingPlan`. */
export type ProofingArgs = {
  /** Minute of the kitchen's clock, `2026-03-29T06:30`. */
  readonly readyAt: string;
  /** Days on which the plan is armed again, Monday 1 to Sunday 7, after the door was opened; absent: once. */
  readonly repeat?: 'none' | 'daily' | readonly number[];
  /** False: the dough does not rest, and the prover goes to standby at `readyAt`. */
  readonly sleeping?: ProofingPhaseArgs | false;
  /** The cycle of the library that is run. The portal says so; nobody else sends it. */
  readonly source?: CycleSource;
} & { readonly [Phase in Exclude<ProofingPhase, 'sleeping'>]?: ProofingPhaseArgs };

const settings = ['air', 'rh', 'time_min', 'fan'] as const;

/** What may be set of a phase on a model; null: it may not. */
export function proofingLimits(
  model: ModelRow,
  row: ProofingPhaseRow,
): Readonly<Record<(typeof settings)[number], Limits | null>> {
  const { air, rh, time_min, fan } = row;
  return { air: { min: Math.max(air.min, model.air_min ?? air.min), max: air.max }, rh, time_min, fan };
}

/**
 * Checks the arguments of `setProofingPlan` for a model; they may be any JSON. An empty list: `planProofing` can compute when the
 * phases run, and whether there is time for them.
 */
export function checkProofing(model: ModelRow, args: Readonly<Record<string, unknown>>): readonly StartFault[] {
  const row = familyOf(model.storedName)?.proofing;
  if (!row) return [notCompatible('name')];
  const isMinute = typeof args.readyAt === 'string' && isLocalMinute(args.readyAt);
  return [
    ...nameFaults(args, ['readyAt', 'repeat', 'source', ...proofingPhases]),
    ...(isMinute ? [] : [badArgument('readyAt')]),
    ...(isRepeat(args.repeat) ? [] : [badArgument('repeat')]),
    ...startSourceFaults(args.source),
    ...proofingPhases.flatMap((name) => phaseFaults(model, name, row[name], args[name])),
  ];
}

function isRepeat(value: unknown): boolean {
  if (value === undefined || value === 'none' || value === 'daily') return true;
  const isDay = (day: unknown): boolean => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7;
  return Array.isArray(value) && value.length > 0 && value.every(isDay) && new Set(value).size === value.length;
}

function phaseFaults(
  model: ModelRow,
  name: ProofingPhase,
  row: ProofingPhaseRow,
  value: unknown,
): readonly StartFault[] {
  if (value === undefined || (name === 'sleeping' && value === false)) return [];
  if (!isRecord(value)) return [badArgument(name)];
  const limits = proofingLimits(model, row);
  return [
    ...nameFaults(value, settings, `${name}.`),
    ...settings.flatMap((setting) => {
      const limit = limits[setting];
      const path = `${name}.${setting}`;
      if (value[setting] === undefined) return [];
      return limit ? numberFaults(path, value[setting], limit) : [notCompatible(path)];
    }),
  ];
}

/**
 * When each phase of a plan runs: from now on without a gap, proving ends at `readyAt`, and storing takes the time that is left. Faults
 * are those of `checkProofing`, `ready_too_soon` with the earliest time, and `ready_too_late` with the latest: dough that is not
 * frozen keeps for a shorter time.
 */
export function planProofing(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  moment: Moment,
): Schedule<StartFault | ReadyFault> {
  const family = familyOf(model.storedName);
  const faults = checkProofing(model, args);
  if (faults.length > 0 || !family?.proofing) return { faults };
  return schedulePlan(family, family.proofing, args as ProofingArgs, moment);
}

/** The phases a unit runs of a plan in time: storing gives way when the rest needs what is left, and the rest after proving is a holding. */
export function plannedPhases(
  model: ModelRow,
  { phases }: { readonly phases: readonly Scheduled[] },
): readonly PhasePlan[] {
  const row = familyOf(model.storedName)?.proofing;
  return phases.map(({ phase, air, rh, fan, from, to }): PhasePlan => {
    const time_min = (to - from) / minute_ms;
    return {
      phase,
      air,
      rh,
      fan,
      end: phase === row?.storing.phase ? { by: 'auto' } : { by: 'time', time_min },
      ...(phase === row?.sleeping.phase ? { hold: true } : {}),
    };
  });
}

function schedulePlan(family: FamilyRow, row: ProofingRow, args: ProofingArgs, moment: Moment): Schedule {
  const set = (name: ProofingPhase): ProofingPhaseArgs => args[name] || {};
  const airOf = (name: ProofingPhase): number => set(name).air ?? row[name].air.default ?? 0;
  const timeOf = (name: ProofingPhase): number => set(name).time_min ?? row[name].time_min?.default ?? 0;
  const timed = (name: ProofingPhase): Timed => {
    const { phase, rh, time_min, fan } = row[name];
    const humidity = set(name).rh ?? rh?.default ?? null;
    return {
      key: family.phases[phase] ?? 'none',
      phase,
      // The dough warms slowly from where it was stored.
      air: name === 'waking' ? [airOf('storing'), airOf('waking')] : airOf(name),
      rh: humidity === null ? null : { set: humidity },
      fan: set(name).fan ?? fan.default ?? 0,
      time_min: time_min === null ? null : timeOf(name),
    };
  };
  const cold_h = airOf('storing') > row.frozen_C ? row.cold_max_h : row.frozen_max_h;
  const longest_min = cold_h * 60 + timeOf('waking') + timeOf('proofing');
  const rests = args.sleeping !== false && timeOf('sleeping') > 0;
  const phases = (['blocking', 'storing', 'waking', 'proofing'] as const).map(timed);
  return scheduleOf(phases, rests ? [timed('sleeping')] : [], args.readyAt, longest_min, moment);
}
