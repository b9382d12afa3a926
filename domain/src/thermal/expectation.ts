/** How long a cycle will take, and between which lengths: its forecast, corrected by how its runs went until now. */
import type { ModelRow } from '../appliance/families/family.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { type Forecast, type ForecastPhase, type ForecastStart, forecastCycle } from './forecast.ts';
import type { FoodLoad } from './loads.ts';

/** A run of the same function on the unit that told its load: how long it took, and what the model says of that load. */
export type PastRun = { readonly real_min: number; readonly model_min: number };

/** What is asked about: a cycle on a model, with its load. */
export type Cycle = {
  readonly model: ModelRow;
  readonly plan: readonly PhasePlan[];
  readonly load: FoodLoad | null;
  readonly start?: ForecastStart;
  readonly past?: readonly PastRun[];
};

/** A forecast and its band. Their energy is the model's: what takes longer by the food takes hardly more. */
export type Expectation = {
  readonly nominal: Forecast;
  /** Flat trays and a little less; thick ones and a little more. */
  readonly fast: Forecast;
  readonly slow: Forecast;
  /** So many past runs it goes by; 0: by the model alone. */
  readonly runs: number;
};

const fastShare = { kg: 0.9, depth: 0.8 } as const;
const slowShare = { kg: 1.1, depth: 1.2 } as const;
/** A core of one lump is quicker than one of real food by 15 to 20 %. */
const slowAtLeast = 1.2;
/** So many runs correct the forecast, and so many are its band. */
const correctedFrom = 5;
const bandFrom = 10;
/** Who is farther off had another load than was said. */
const correction = { min: 0.7, max: 1.6 } as const;

/** The forecast of a cycle with its band. */
export function expectCycle(cycle: Cycle): Expectation {
  const { past = [] } = cycle;
  const byModel = forecastCycle(cycle.model, cycle.plan, cycle.load, cycle.start);
  const ratio = ratioOf(past);
  const nominal = lasting(byModel, ratio);
  if (past.length >= bandFrom) {
    const ratios = ratiosOf(past);
    return {
      nominal,
      fast: lasting(byModel, Math.min(ratio, percentile(ratios, 0.1))),
      slow: lasting(byModel, Math.max(ratio, percentile(ratios, 0.9))),
      runs: past.length,
    };
  }
  const fast = lasting(withLoad(cycle, fastShare), ratio);
  const slow = lasting(withLoad(cycle, slowShare), ratio);
  const atLeast = stretched(nominal, slowAtLeast);
  return {
    nominal,
    fast: isLonger(fast, nominal) ? nominal : fast,
    slow: isLonger(atLeast, slow) ? atLeast : slow,
    runs: past.length >= correctedFrom ? past.length : 0,
  };
}

/** The forecast without its band, for who tries many loads. */
export const expectNominal = ({ model, plan, load, start, past = [] }: Cycle): Forecast =>
  lasting(forecastCycle(model, plan, load, start), ratioOf(past));

function withLoad(
  { model, plan, load, start }: Cycle,
  share: { readonly kg: number; readonly depth: number },
): Forecast {
  const other = load && { ...load, kg: load.kg * share.kg, depth_mm: load.depth_mm * share.depth };
  return forecastCycle(model, plan, other, start);
}

/** What has no end is the longest. */
const isLonger = (a: Forecast, b: Forecast): boolean =>
  (a.total_min ?? Number.POSITIVE_INFINITY) > (b.total_min ?? Number.POSITIVE_INFINITY);

/** What real runs took against the model, in the middle; 1 as long as there are too few. */
function ratioOf(past: readonly PastRun[]): number {
  if (past.length < correctedFrom) return 1;
  return Math.min(correction.max, Math.max(correction.min, percentile(ratiosOf(past), 0.5)));
}

const ratiosOf = (past: readonly PastRun[]): readonly number[] =>
  past.map(({ real_min, model_min }) => real_min / model_min).sort((a, b) => a - b);

/** Of values in order; between two of them in proportion. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = 1, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}

/** Food never takes less than this share of what the model says of it. */
const stretch_min = 0.1;

/** The forecast as it is when the whole takes `ratio` times as long, of which nothing falls to what goes by time. */
function lasting(forecast: Forecast, ratio: number): Forecast {
  const { total_min, phases } = forecast;
  const food_min = phases.reduce(
    (sum, phase) => sum + (stretches(phase) ? (phase.to_min ?? 0) - phase.from_min : 0),
    0,
  );
  if (ratio === 1 || total_min === null || food_min === 0) return forecast;
  return stretched(forecast, Math.max(stretch_min, 1 + ((ratio - 1) * total_min) / food_min));
}

/** The food decides how long it takes. */
const stretches = ({ byFood, endedBy, to_min }: ForecastPhase): boolean =>
  byFood && endedBy === 'target' && to_min !== null;

/** The forecast with those phases so many times as long that end at the food; all that follows comes later, or earlier. */
function stretched({ points, phases, total_min, kWh }: Forecast, times: number): Forecast {
  let from_min = 0;
  const moved = phases.map((phase): ForecastPhase => {
    const length_min = phase.to_min === null ? null : (phase.to_min - phase.from_min) * (stretches(phase) ? times : 1);
    const begins = from_min;
    from_min += length_min ?? 0;
    return { ...phase, from_min: begins, to_min: length_min === null ? null : begins + length_min };
  });
  const at = (was_min: number): number => {
    const i = Math.max(
      0,
      phases.findLastIndex(
        (phase) => phase.from_min <= was_min && phase.from_min < (phase.to_min ?? Number.POSITIVE_INFINITY),
      ),
    );
    const [was, is] = [phases[i], moved[i]];
    return was && is ? is.from_min + (was_min - was.from_min) * (stretches(was) ? times : 1) : was_min;
  };
  return {
    points: points.map((point) => ({ ...point, at_min: at(point.at_min) })),
    phases: moved,
    total_min: total_min === null ? null : at(total_min),
    kWh,
  };
}
