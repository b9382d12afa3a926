/** What a time series chart draws, and how it writes numbers and times. */

type Values = readonly (number | null)[];

/** Colours that stay apart for every eye, three of them with a meaning of their own. */
export const seriesColours = ['air', 'core', 'other', 'violet', 'rose', 'set'] as const;
export type SeriesColour = (typeof seriesColours)[number];

/** One line of a chart. `low` and `high` are the extremes of each bucket, drawn as a band around the line. */
export type ChartSeries = {
  key: string;
  label: string;
  /** Which of the series colours of `styles.css` it wears. */
  colour: SeriesColour;
  kind: 'line' | 'step';
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
