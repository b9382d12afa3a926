/** How often a pair or a figure is measured in one run. */
const repetitions = 5;

/** One line of the table in RESULTS.md; numbers are rounded and carry their unit. */
export type Row = {
  what: string;
  ours: string;
  peer: string;
  ratio: string;
  /** Smallest and largest of the repetitions. */
  spread: string;
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

/** Takes `repetitions` pairs; which of the two goes first alternates, since the second finds the machine warmer. */
export const alternately = (ours: () => Promise<number>, peer: () => Promise<number>): Promise<Pair[]> =>
  inTurns({ ours, peer });

/** Takes several figures directly after one another, so many times; each time another one goes first. */
export async function inTurns<Name extends string>(
  measures: Record<Name, () => Promise<number>>,
  times = repetitions,
): Promise<Record<Name, number>[]> {
  const names = Object.keys(measures) as Name[];
  const rounds: Record<Name, number>[] = [];
  for (let i = 0; i < times; i++) {
    const first = i % names.length;
    const taken: [Name, number][] = [];
    for (const name of [...names.slice(first), ...names.slice(0, first)]) taken.push([name, await measures[name]()]);
    rounds.push(Object.fromEntries(taken) as Record<Name, number>);
  }
  return rounds;
}

/** Takes a figure without a peer `repetitions` times. */
export async function repeatedly<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (let i = 0; i < repetitions; i++) values.push(await measure());
  return values;
}

/** A line about rates (more is better): the median of the pairs' ratios, against the least that is wanted where anything is. */
export function ratioRow(what: string, unit: string, pairs: readonly Pair[], target?: number): Row {
  const ratios = pairs.map(({ ours, peer }) => ours / peer);
  const ratio = median(ratios);
  return {
    what,
    ours: `${number(median(pairs.map(({ ours }) => ours)))} ${unit}`,
    peer: `${number(median(pairs.map(({ peer }) => peer)))} ${unit}`,
    ratio: ratio.toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    target: target === undefined ? '' : `≥ ${target}`,
    verdict: target === undefined ? '' : verdictOf(ratio, { atLeast: target }),
  };
}

/** A line about a figure that has a limit of its own and no peer. */
export function limitRow(what: string, unit: string, values: readonly number[], limit: Limit): Row {
  const bound = 'atLeast' in limit ? limit.atLeast : limit.atMost;
  return {
    what,
    ours: `${number(median(values))} ${unit}`,
    peer: '',
    ratio: '',
    spread: values.length > 1 ? `${number(Math.min(...values))}–${number(Math.max(...values))}` : '',
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
