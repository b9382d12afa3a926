/** What a time series chart draws, and how it writes numbers and times. */

type Values = readonly (number | null)[];

/** Colours that stay apart for every eye, three of them with a meaning of their own. */
export const seriesColours = ['air', 'core', 'other', 'violet', 'rose', 'set'] as const;
export type SeriesColour = (typeof seriesColours)[number] | 'doubtful';

/**
 * One line of a chart. `low` and `high` are the extremes of each bucket, drawn as a band around the line. `thin`: one of several that stand
 * beside a line; `doubtful`: values that do not count, of the reason that its label says.
 */
export type ChartSeries = {
  key: string;
  label: string;
  /** Which of the series colours of `styles.css` it wears. */
  colour: SeriesColour;
  kind: 'line' | 'step' | 'thin' | 'doubtful';
  values: Values;
  low?: Values;
  high?: Values;
};

/** What is drawn. Times are epoch ms, ascending; values are already in the unit the user sees. */
export type ChartContent = {
  at_ms: readonly number[];
  series: readonly ChartSeries[];
  from_ms: number;
  to_ms: number;
  /** Stretches without data, with the reason in words. */
  gaps: readonly { from_ms: number; to_ms: number; label: string }[];
  /** Horizontal lines that must not be crossed. */
  limits: readonly { value: number; label: string }[];
  /** Moments worth a vertical line. */
  marks: readonly { at_ms: number; label: string }[];
  /** What somebody read by hand, each alone: no line leads to it. */
  spots?: { label: string; places: readonly { at_ms: number; value: number }[] };
  /** Stretches in which something went on that explains the lines, along the foot of the plot. */
  strip?: { label: string; spans: readonly { from_ms: number; to_ms: number }[] };
};

/** How numbers and times are written; the chart itself knows no locale. */
export type ChartFormat = {
  timeZone: string;
  value: (value: number) => string;
  /** On the axis, where the unit is left out. */
  valueTick: (value: number) => string;
  time: (at_ms: number) => string;
  /** On the axis, where the distance between two ticks decides what is written. */
  timeTick: (at_ms: number, step_ms: number) => string;
};

/**
 * The extremes of some values with a margin, and every limit and reading by hand inside: a limit that is not shown seems kept. What is never
 * below nought is not drawn below it.
 */
export function rangeOf(
  min: number | null,
  max: number | null,
  { limits, spots }: Pick<ChartContent, 'limits' | 'spots'>,
): [number, number] {
  const alone = [...limits, ...(spots?.places ?? [])].map(({ value }) => value);
  const all = [...alone, ...(min === null || max === null ? [0, 10] : [min, max])];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const margin = Math.max((high - low) * 0.08, Math.min(1, Math.max(Math.abs(low), Math.abs(high)) * 0.1), 0.01);
  return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
}

/** The lines as a legend names them: of those that look and are called the same, one. */
export const namedOnce = (series: readonly ChartSeries[]): readonly ChartSeries[] =>
  series.filter(
    (one, place) => place === series.findIndex(({ label, kind }) => label === one.label && kind === one.kind),
  );

/** The content with a moment without values in every gap that has none, so that no line crosses what nobody measured. */
export function brokenAtGaps(content: ChartContent): ChartContent {
  const { at_ms, series, gaps } = content;
  const isEmpty = (place: number) => series.every(({ values }) => (values[place] ?? null) === null);
  const breaks = gaps.flatMap(({ from_ms }) => {
    const after = at_ms.findIndex((at) => at > from_ms);
    const before = at_ms[after - 1];
    if (isEmpty(after - 1) || isEmpty(after)) return [];
    const moment = before === undefined ? from_ms : Math.max(from_ms, before + 1);
    return before !== undefined && moment < (at_ms[after] ?? 0) ? [{ after, moment }] : [];
  });
  if (breaks.length === 0) return content;
  const broken = <T>(values: readonly T[], ofBreak: (moment: number) => T): T[] => {
    let from = 0;
    const parts = breaks.flatMap(({ after, moment }) => {
      const part = [...values.slice(from, after), ofBreak(moment)];
      from = after;
      return part;
    });
    return [...parts, ...values.slice(from)];
  };
  const nothing = () => null;
  return {
    ...content,
    at_ms: broken(at_ms, (moment) => moment),
    series: series.map(({ low, high, ...line }) => ({
      ...line,
      values: broken(line.values, nothing),
      ...(low && high ? { low: broken(low, nothing), high: broken(high, nothing) } : {}),
    })),
  };
}
