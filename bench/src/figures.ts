/** How often a pair or a figure is measured in one run. */
const repetitions = 5;

/** One line of the table in RESULTS.md; numbers are rounded and carry their unit. */
export type Row = {
  what: string;
  ours: string;
  peer: string;
  ratio: string;
  /** Where the median lies, as far as the repetitions say. */
  spread: string;
  /** How often it was measured. */
  times: number;
  target: string;
  verdict: string;
};

/** What a part of the bench found, and what a reader has to know to judge it. */
export type PartResult = { rows: Row[]; notes: string[] };

/** A pair of figures taken directly after one another, so that what else the machine does falls on both. */
export type Pair = { ours: number; peer: number };

type Limit = { atLeast: number } | { atMost: number };

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the share `q` of the values lies, between neighbours by proportion. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** Takes pairs; which of the two goes first alternates, since the second finds the machine warmer. */
export async function alternately(
  ours: () => Promise<number>,
  peer: () => Promise<number>,
  times = repetitions,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let i = 0; i < times; i++) {
    const first = i % 2 === 0 ? await ours() : null;
    const of = await peer();
    pairs.push({ ours: first ?? (await ours()), peer: of });
  }
  return pairs;
}

/**
 * Between which of the values the median of all that could be measured lies, with a certainty of 15 in 16 whatever their distribution:
 * the k-th smallest and the k-th largest, where n tosses of a coin show fewer than k heads in no more than one case of 32. Of five values
 * that is the smallest and the largest, which also stand for fewer.
 */
function medianBounds(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  let outside = 0;
  let ways = 1;
  let share = 0;
  for (let heads = 0; heads < n; heads++) {
    share += ways / 2 ** n;
    if (share > 1 / 32) break;
    outside = heads;
    ways *= (n - heads) / (heads + 1);
  }
  return [sorted[outside] ?? Number.NaN, sorted.at(-1 - outside) ?? Number.NaN];
}

/** Takes a figure without a peer so many times. */
export async function repeatedly<T>(measure: () => Promise<T>, times = repetitions): Promise<T[]> {
  const values: T[] = [];
  for (let i = 0; i < times; i++) values.push(await measure());
  return values;
}

/** A line about rates (more is better): the median of the pairs' ratios, against the least that is wanted where anything is. */
export function ratioRow(what: string, unit: string, pairs: readonly Pair[], target?: number): Row {
  const ratios = pairs.map(({ ours, peer }) => ours / peer);
  const ratio = median(ratios);
  const [low, high] = medianBounds(ratios);
  return {
    what,
    ours: `${number(median(pairs.map(({ ours }) => ours)))} ${unit}`,
    peer: `${number(median(pairs.map(({ peer }) => peer)))} ${unit}`,
    ratio: ratio.toFixed(2),
    spread: `${low.toFixed(2)}–${high.toFixed(2)}`,
    times: pairs.length,
    target: target === undefined ? '' : `≥ ${target}`,
    verdict: target === undefined ? '' : verdictOf(ratio, { atLeast: target }),
  };
}

/** A line about a figure that has a limit of its own and no peer. */
export function limitRow(what: string, unit: string, values: readonly number[], limit: Limit): Row {
  const bound = 'atLeast' in limit ? limit.atLeast : limit.atMost;
  const [low, high] = medianBounds(values);
  return {
    what,
    ours: `${number(median(values))} ${unit}`,
    peer: '',
    ratio: '',
    spread: values.length > 1 ? `${number(low)}–${number(high)}` : '',
    times: values.length,
    target: `${'atLeast' in limit ? '≥' : '≤'} ${number(bound)} ${unit}`,
    verdict: verdictOf(median(values), limit),
  };
}

/** A line that only tells. */
export const toldRow = (what: string, unit: string, values: readonly number[]): Row => ({
  ...limitRow(what, unit, values, { atLeast: 0 }),
  target: '',
  verdict: '',
});

function verdictOf(value: number, limit: Limit): string {
  const [missed, bound] =
    'atLeast' in limit ? [value < limit.atLeast, limit.atLeast] : [value > limit.atMost, limit.atMost];
  return missed ? `missed by ${Math.ceil((Math.abs(value - bound) / bound) * 100)} %` : 'reached';
}

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
