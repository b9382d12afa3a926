/**
 * What a cycle will do, before it runs: the chamber of the model steps through the plan with the thermostat of the unit and its ends of
 * phases. It knows no clock and gives the same in a browser as on the server. Temperatures in °C, times in minutes from the start.
 */
import { familyOf } from '../appliance/families/families.ts';
import type { FamilyRow, ModelRow } from '../appliance/families/family.ts';
import { byNeedle } from '../appliance/metrics.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { plannedPhases } from '../cycles/proofing.ts';
import type { Scheduled } from '../cycles/schedule.ts';
import { minute_ms } from '../language/durations.ts';
import {
  type ChamberBuild,
  type ChamberState,
  chamberBuild,
  loadChamber,
  newChamber,
  type Surroundings,
  settleNeedles,
  soundChamber,
  stepChamber,
} from './chamber.ts';
import type { FoodLoad } from './loads.ts';
import { isByFood, type PhaseView, phaseOutcome, targetReached } from './phase-end.ts';
import { purgesAbove, withPurge } from './purge.ts';
import { airOf, blastDemand, givesWay, heating_min, protectedAir } from './steering.ts';

/** Where a cycle begins. */
export type ForecastStart = {
  /** Air of the cell and of the room; absent: a cell at rest in a usual kitchen. */
  readonly cell?: number;
  readonly ambient?: number;
  /** When a plan that ends by the clock is to be ready. */
  readonly ready_min?: number;
};

/** One point of the curve. Humidity in %; surface and core null where the forecast knows no food. */
export type ForecastPoint = {
  readonly at_min: number;
  readonly air: number;
  readonly rh: number;
  readonly surface: number | null;
  readonly core: number | null;
};

/** What ends a phase: its temperature, its time, the time at which the plan is to be ready, or the longest the cycle may take. */
export type ForecastEnd = 'target' | 'time' | 'clock' | 'maximum';

/** A phase as it will go. */
export type ForecastPhase = {
  /** Its place in the plan; null: the unit puts it in by itself. */
  readonly index: number | null;
  readonly phase: number;
  readonly from_min: number;
  /** Null: it goes on until a person ends it, or nothing here ever ends it. */
  readonly to_min: number | null;
  readonly endedBy: ForecastEnd | null;
  /** Whether the food decides how long it takes. */
  readonly byFood: boolean;
  /** Whether it holds the food after the cycle. */
  readonly holds: boolean;
};

/** A forecast. */
export type Forecast = {
  /** One a minute, one at each turn, and of what goes on without an end its first part. */
  readonly points: readonly ForecastPoint[];
  readonly phases: readonly ForecastPhase[];
  /** Length of the cycle without the holding after it; null where it has no end. */
  readonly total_min: number | null;
  /** Energy until then; of a cycle without an end, of what `points` show. */
  readonly kWh: number;
};

/** Air of a cell at rest and of a usual kitchen, °C, where nobody has measured them. */
export const usualStart = { cell: 20, ambient: 25 } as const;
const step_s = 10;
/** Of what has no end, or is held afterwards, so much is shown. */
const shown_s = 3600;
/** Food that is not there after so long never gets there. */
const never_s = 48 * 3600;

/**
 * Forecasts a cycle on a model.
 * @param plan the phases as they are asked for; what the unit puts in between is put in here
 * @param load null: nothing that the model knows; then there is no needle either
 * @throws RangeError when the model is of no family, or a phase by time has no length: the check of phases comes first
 */
export function forecastCycle(
  model: ModelRow,
  plan: readonly PhasePlan[],
  load: FoodLoad | null,
  start: ForecastStart = {},
): Forecast {
  const family = familyOf(model.storedName);
  if (!family) throw new RangeError(`no family has the model ${model.storedName}`);
  const course = new Course(family, model, load, start);
  const run = withPurge(family, plan);
  const purge = run.length > plan.length ? run.findIndex((phase, i) => phase !== plan[i]) : run.length;
  const phases: ForecastPhase[] = [];
  let worked: Pick<Forecast, 'total_min' | 'kWh'> | null = null;
  for (const [i, phase] of run.entries()) {
    if (phase.hold) worked ??= { total_min: course.now_min, kWh: course.kWh };
    const index = i < purge ? i : i === purge ? null : i - 1;
    const passed = course.pass(run, i, index === null);
    phases.push({ index, phase: phase.phase, ...passed });
    if (passed.endedBy === 'maximum') worked = { total_min: course.now_min, kWh: course.kWh };
    if (passed.endedBy === null || passed.endedBy === 'maximum') break;
  }
  const isOver = phases.at(-1)?.to_min != null;
  worked ??= { total_min: isOver ? course.now_min : null, kWh: course.kWh };
  return { points: course.points, phases, ...worked };
}

/** Forecasts a plan in time on a prover: its air and humidity, by its clock. */
export function forecastProofing(
  model: ModelRow,
  schedule: { readonly phases: readonly Scheduled[]; readonly readyAt: number },
  start: Omit<ForecastStart, 'ready_min'> = {},
): Forecast {
  const begins = schedule.phases[0]?.from ?? schedule.readyAt;
  const ready_min = (schedule.readyAt - begins) / minute_ms;
  return forecastCycle(model, plannedPhases(model, schedule), null, { ...start, ready_min });
}

/** What the controller of the unit sees: the probes, as it reads them. */
type Seen = Pick<PhaseView, 'points' | 'air'> & { readonly coil: number };

/** A cycle on its way. */
class Course {
  readonly points: ForecastPoint[] = [];
  readonly #family: FamilyRow;
  readonly #build: ChamberBuild;
  readonly #chamber: ChamberState;
  readonly #around: Surroundings;
  readonly #hasFood: boolean;
  readonly #ready_s: number | null;
  #seen: Seen;
  #time_s = 0;
  #energy_J = 0;

  constructor(family: FamilyRow, model: ModelRow, load: FoodLoad | null, start: ForecastStart) {
    const { cell, ambient, ready_min } = { ...usualStart, ...start };
    this.#family = family;
    this.#build = chamberBuild(model);
    this.#chamber = newChamber(this.#build, ambient, cell);
    this.#hasFood = load !== null;
    if (load) {
      loadChamber(this.#chamber, { mass_kg: load.kg, depth_mm: load.depth_mm }, load.from_C);
      settleNeedles(this.#build, this.#chamber);
    }
    this.#around = { ambient, open: false, doorSince_s: 0, halted: false, faults: soundChamber };
    this.#ready_s = ready_min === undefined ? null : ready_min * 60;
    this.#seen = this.#read();
    this.#show();
  }

  get now_min(): number {
    return this.#time_s / 60;
  }

  /** Energy so far. */
  get kWh(): number {
    return this.#energy_J / 3.6e6;
  }

  /** Goes through one phase of the run, as far as it is shown. */
  pass(run: readonly PhasePlan[], index: number, isPurge: boolean): Omit<ForecastPhase, 'index' | 'phase'> {
    const phase = run[index] as PhasePlan;
    const { end } = phase;
    const from_s = this.#time_s;
    const length_s = end.by === 'time' ? end.time_min * 60 : null;
    const holds = phase.hold === true;
    const isShownOnly = holds || end.by === 'stop';
    const until_s = from_s + Math.min(length_s ?? Number.POSITIVE_INFINITY, isShownOnly ? shown_s : never_s * 4);
    let reached_s: number | null = null;
    const over = (to_s: number | null, endedBy: ForecastEnd | null): Omit<ForecastPhase, 'index' | 'phase'> => {
      this.#turn();
      const to_min = to_s === null ? null : to_s / 60;
      return { from_min: from_s / 60, to_min, endedBy, byFood: this.#hasFood && isByFood(phase), holds };
    };
    for (;;) {
      this.#step(phase, this.#time_s - from_s, until_s);
      if (isShownOnly) {
        if (this.#time_s < until_s) continue;
        return length_s === null ? over(null, null) : over(from_s + length_s, 'time');
      }
      const phase_s = this.#time_s - from_s;
      const seen = this.#seen;
      const view = { ...seen, phase_s, held_s: null };
      reached_s = targetReached(phase, view) ? (reached_s ?? this.#time_s) : null;
      if (isPurge && seen.air <= purgesAbove) return over(this.#time_s, 'target');
      if (end.by === 'auto') {
        if (this.#givesWay(run, index, seen)) return over(this.#time_s, 'clock');
      } else {
        const held_s = reached_s === null ? null : this.#time_s - reached_s;
        const outcome = phaseOutcome(phase, { ...view, held_s });
        if (outcome !== null) return over(this.#time_s, outcome);
        if (length_s === null && phase_s >= never_s) return over(null, null);
      }
      if (phase.max_min !== undefined && this.now_min > phase.max_min) return over(this.#time_s, 'maximum');
    }
  }

  #step(phase: PhasePlan, phase_s: number, until_s: number): void {
    const { points, coil } = this.#seen;
    const air = protectedAir(this.#family, phase, airOf(phase, phase_s), points);
    const demand = blastDemand(this.#family, phase, { air, rh: phase.rh, coil });
    // On the grid of whole steps again after a phase that ended beside it.
    const next_s = Math.min((Math.floor(this.#time_s / step_s) + 1) * step_s, until_s);
    if (!Number.isFinite(next_s)) throw new RangeError('a phase by time without a length');
    const dt_s = next_s - this.#time_s;
    stepChamber(this.#build, this.#chamber, demand, this.#around, this.#time_s, dt_s);
    this.#energy_J += this.#chamber.nodes.power_W * dt_s;
    this.#time_s = next_s;
    this.#seen = this.#read();
    if (next_s % 60 === 0) this.#show();
  }

  #givesWay(run: readonly PhasePlan[], index: number, { points, air }: Seen): boolean {
    const left_s = this.#ready_s === null ? null : this.#ready_s - this.#time_s;
    const mass_kg = this.#chamber.load?.mass_kg ?? 0;
    const view = { size: this.#build.size, mass_kg, points, air, ambient: this.#around.ambient };
    return givesWay(run, index, left_s, (later) => heating_min(later, view));
  }

  #read(): Seen {
    const { air, core, coil } = this.#chamber.probes;
    return { air: tenth(air), points: this.#hasFood ? core.map(tenth) : [], coil: tenth(coil) };
  }

  /** What ends a phase is what the controller read. */
  #turn(): void {
    if (this.points.at(-1)?.at_min === this.now_min) this.points.pop();
    this.#show(tenth);
  }

  #show(rounded: (value: number) => number = hundredth): void {
    const { probes, humidity, nodes } = this.#chamber;
    const tips = byNeedle(probes.core).map(([tip = 0]) => tip);
    const lag = Math.max(...tips) > probes.air ? Math.max(...tips) : Math.min(...tips);
    this.points.push({
      at_min: this.now_min,
      air: rounded(probes.air),
      rh: Math.round(humidity),
      surface: this.#hasFood ? rounded(nodes.surface) : null,
      core: this.#hasFood ? rounded(lag) : null,
    });
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const hundredth = (value: number): number => Math.round(value * 100) / 100;
