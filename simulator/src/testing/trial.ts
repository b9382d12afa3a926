/** An appliance on a bench: its events and the samples it asked for, and time that passes as a test wants. */
import assert from 'node:assert/strict';
import type { EventBody } from '@brina/contract/devices';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { Package } from '@brina/domain/appliance/families/family';
import type { PhaseEndKind } from '@brina/domain/appliance/phase-plan';
import type { ChamberState } from '@brina/domain/thermal/chamber';
import { Appliance } from '../appliance.ts';
import type { ApplianceState, Zone } from '../appliance-state.ts';
import { type Faults, noFaults } from '../faults.ts';

export type Trial = {
  readonly appliance: Appliance;
  readonly faults: Faults;
  readonly events: (EventBody & { at_min: number })[];
  /** Samples asked for at the turning points of a cycle, as the core points then. */
  readonly turns: (readonly (number | null)[])[];
  readonly chamber: ChamberState;
  readonly zone: Zone;
  readonly air: number;
  start(args: Readonly<Record<string, unknown>>): string | null;
  stop(): string | null;
  press(name: string, args?: Readonly<Record<string, unknown>>): string | null;
  /** Lives on in steps of the process of so many seconds, 2 if not said. */
  pass(minutes: number, step_s?: number): void;
  /** Minutes of the process until it is so. */
  passUntil(condition: () => boolean, limit_min?: number): number;
  cycleEvents(): string[];
  phases(): string[];
  /** Names of the alarms that rose, in order. */
  raised(): string[];
};

export type TrialOptions = {
  readonly model?: string;
  readonly serial?: string;
  readonly package?: Package;
  /** On the trays; 0 nothing. */
  readonly kg?: number;
  readonly depth_mm?: number;
  readonly food?: number;
  readonly pace?: number;
  readonly from?: ApplianceState;
  readonly timeZone?: string;
  readonly modes?: readonly number[];
  /** Ends of a phase that its software knows; absent: all. */
  readonly ends?: readonly PhaseEndKind[];
};

/** When trials begin: eight in the morning in Rome. */
export const trialStart = Date.UTC(2026, 5, 10, 6);

/** An appliance, new, its door shut. */
export function trialOf(options: TrialOptions = {}): Trial {
  const { model = 'MF Next L 45', serial = 'MF26004179', kg = 0, depth_mm = 35, food = 70, pace = 1 } = options;
  const row = modelRow(model);
  assert.ok(row, model);
  const faults = noFaults();
  const events: Trial['events'] = [];
  const turns: Trial['turns'] = [];
  const appliance: Appliance = new Appliance({
    model: row,
    serial,
    package: options.package ?? 'Excellence',
    timeZone: options.timeZone ?? 'Europe/Rome',
    pace,
    faults,
    clockIsSet: () => true,
    report: {
      sampleNow: () => turns.push(appliance.readings.core),
      event: (body) => events.push({ ...body, at_min: (appliance.state.true_ms - trialStart) / 60_000 }),
    },
    runId: (cycle) => `${serial}-1-${cycle}`,
    from: options.from ?? trialStart,
    ...(options.modes ? { modes: options.modes } : {}),
    ...(options.ends ? { ends: options.ends } : {}),
  });
  const { state } = appliance;
  const [chamber] = state.chambers;
  const [zone] = state.zones;
  assert.ok(chamber && zone);
  if (kg > 0) appliance.hands.load({ mass_kg: kg, depth_mm }, food);
  const passUntil = (condition: () => boolean, limit_min = 600, step_s = 2): number => {
    const began = state.true_ms;
    while (!condition()) {
      assert.ok(state.true_ms - began < limit_min * 60_000, 'it took too long');
      appliance.stepTo(state.true_ms + (step_s * 1000) / pace);
    }
    return ((state.true_ms - began) / 60_000) * pace;
  };
  const press: Trial['press'] = (name, args = {}) => appliance.press(name, args);
  return {
    appliance,
    faults,
    events,
    turns,
    chamber,
    zone,
    get air() {
      return appliance.readings.air[0] ?? Number.NaN;
    },
    start: (args) => press('startCycle', args),
    stop: () => press('stopCycle'),
    press,
    passUntil,
    pass: (minutes, step_s) => {
      const until = state.true_ms + minutes * 60_000;
      passUntil(() => state.true_ms >= until, minutes + 1, step_s);
    },
    cycleEvents: () =>
      events.flatMap((e) => (e.type === 'cycle' ? [`${e.event}${e.reason ? ` ${e.reason}` : ''}`] : [])),
    phases: () => events.flatMap((e) => (e.type === 'phase' ? [`${e.index}/${e.phase} ${e.state}`] : [])),
    raised: () => events.flatMap((e) => (e.type === 'alarm' && e.active ? [e.name] : [])),
  };
}

/** Whether a number lies within a share of what is expected. */
export const within = (actual: number, expected: number, share: number): void =>
  assert.ok(
    Math.abs(actual - expected) <= Math.abs(expected) * share,
    `${actual} instead of ${expected} ± ${share * 100} %`,
  );
