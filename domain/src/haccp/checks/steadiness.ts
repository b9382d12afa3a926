/**
 * Whether a probe has come to rest in what it is checked by, and what it reads then: the portal takes the mean of its own samples, so that
 * nobody writes down a number that still falls. Temperatures in °C, differences in K, instants in epoch milliseconds. Requirement B2.7.
 */
import { minute_ms, second_ms } from '../../language/durations.ts';

/** The mean is taken over so long, and the standard deviation has to stay below this in it. */
export const steadyWindow_ms = minute_ms;
export const steadySigma_max_K = 0.1;
/** Of so many samples at least, none of them later after another than this: a unit that is watched sends one every two seconds, one that runs every ten. */
const samples_min = 5;
const pause_max_ms = 15 * second_ms;
/** So much of the window has to lie between the first and the last of them. */
const covered_min_ms = steadyWindow_ms - pause_max_ms;

/** What one point read at a moment; null: it is broken. */
export type PointSample = { readonly at: number; readonly value: number | null };

/** Mean and standard deviation of some numbers; undefined of none. */
export function meanOf(values: readonly number[]): { mean: number; sigma: number } | undefined {
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, sigma: Math.sqrt(variance) };
}

/** What a point says in the window that ends with a moment. */
export type PointRest = {
  /** `few`: too little was sent to say anything; `moving`: it has not come to rest. */
  readonly state: 'few' | 'moving' | 'steady';
  readonly samples: number;
  /** Of what there is; null of nothing. */
  readonly mean_C: number | null;
  readonly sigma_K: number | null;
};

/**
 * How a point rests in the minute up to a moment, in whatever order its samples are given.
 * @param until the window's last moment, included
 */
export function restOf(samples: readonly PointSample[], until: number): PointRest {
  const within = samples
    .filter((one): one is PointSample & { value: number } => one.value !== null)
    .filter(({ at }) => at > until - steadyWindow_ms && at <= until)
    .sort((a, b) => a.at - b.at);
  const found = meanOf(within.map(({ value }) => value));
  const said = { samples: within.length, mean_C: found?.mean ?? null, sigma_K: found?.sigma ?? null };
  const moments = within.map(({ at }) => at);
  const [first = until, last = first] = [moments[0], moments.at(-1)];
  const isWhole =
    within.length >= samples_min &&
    last - first >= covered_min_ms &&
    until - last <= pause_max_ms &&
    moments.every((at, nth) => nth === 0 || at - (moments[nth - 1] as number) <= pause_max_ms);
  if (!isWhole || !found) return { ...said, state: 'few' };
  return { ...said, state: found.sigma < steadySigma_max_K ? 'steady' : 'moving' };
}

/**
 * What a needle reads in a check by several of its points: as the one does that is farthest from what it should read.
 * @param means of its points, °C
 */
export const worstOf = (means: readonly number[], expected_C: number): number =>
  means.reduce((worst, mean) => (Math.abs(mean - expected_C) > Math.abs(worst - expected_C) ? mean : worst));

/** How several points stand together: as the worst of them. */
export const stateOf = (points: readonly Pick<PointRest, 'state'>[]): PointRest['state'] =>
  (['few', 'moving'] as const).find((state) => points.some((point) => point.state === state)) ?? 'steady';
