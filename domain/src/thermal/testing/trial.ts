/** A cycle on a bench: a chamber of a model with something wrong, and what its probes show. Temperatures in °C. */
import assert from 'node:assert/strict';
import { modelRow } from '../../appliance/families/families.ts';
import type { PhasePlan } from '../../appliance/phase-plan.ts';
import { type ChamberFaults, chamberBuild, loadChamber, newChamber, soundChamber, stepChamber } from '../chamber.ts';
import type { FoodLoad } from '../loads.ts';
import { phaseOutcome } from '../phase-end.ts';

/** What the probes show at a minute in which the compressor has run for three. */
export type Running = { readonly coil: number; readonly condenser: number; readonly air: number };

/** A cycle as it went. */
export type Trial = {
  readonly minutes: number;
  /** Minutes from a core of 60 °C to the end. */
  readonly from60_min: number;
  readonly kWh: number;
  readonly running: readonly Running[];
  /** Σ(core − surface) ÷ Σ(surface − air) in the thirty minutes from a core of 60 °C, by the innermost and outermost point. */
  readonly resist: number;
};

/** What is laid in and around, and what is wrong; `ice`: the coil has it and keeps it. */
export type TrialOf = FoodLoad & {
  readonly model?: string;
  readonly plan: readonly PhasePlan[];
  readonly ambient?: number;
  readonly cell?: number;
  readonly faults?: Partial<ChamberFaults>;
  readonly ice?: number;
};

const step_s = 5;
const settled_s = 180;
const longest_s = 24 * 3600;

/** Runs the phases of a plan to their ends. */
export function trialOf(trial: TrialOf): Trial {
  const { model: name = 'MF Next L 45', plan, kg, depth_mm, from_C, ambient = 30, cell = 4, faults = {}, ice } = trial;
  const model = modelRow(name);
  assert.ok(model, name);
  const build = chamberBuild(model);
  const chamber = newChamber(build, ambient, cell);
  loadChamber(chamber, { mass_kg: kg, depth_mm }, from_C);
  const around = { ambient, open: false, doorSince_s: 0, halted: false, faults: { ...soundChamber, ...faults } };
  const running: Running[] = [];
  let [time_s, energy_J, began60_s] = [0, 0, 0];
  let [inner, outer] = [0, 0];
  for (const phase of plan.filter(({ hold }) => !hold)) {
    const air = typeof phase.air === 'number' ? phase.air : null;
    const demand = { air, rh: null, fan: phase.fan / 100, defrost: 'none' } as const;
    for (const from_s = time_s; ; ) {
      if (ice !== undefined) chamber.nodes = { ...chamber.nodes, frost: ice };
      stepChamber(build, chamber, demand, around, time_s, step_s);
      time_s += step_s;
      energy_J += chamber.nodes.power_W * step_s;
      const { probes, compressor } = chamber;
      const [core = 0] = probes.core;
      const surface = probes.core.at(-1) ?? core;
      if (core >= 60 || began60_s === 0) began60_s = time_s;
      else if (time_s - began60_s <= 1800) {
        inner += core - surface;
        outer += surface - probes.air;
      }
      if (time_s % 60 === 0 && compressor.on && time_s - compressor.since_s >= settled_s)
        running.push({ coil: probes.coil, condenser: probes.condenser, air: probes.air });
      const seen = { air: probes.air, points: probes.core, coil: probes.coil, phase_s: time_s - from_s, held_s: 0 };
      if (phaseOutcome(phase, seen) !== null) break;
      assert.ok(time_s < longest_s, 'it took too long');
    }
  }
  return {
    minutes: time_s / 60,
    from60_min: (time_s - began60_s) / 60,
    kWh: energy_J / 3.6e6,
    running,
    resist: inner / outer,
  };
}
