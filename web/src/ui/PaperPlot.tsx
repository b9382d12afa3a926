import { useId, useMemo } from 'react';
import { timeTicks, valueTicks } from './axis-ticks.ts';
import {
  brokenAtGaps,
  type ChartContent,
  type ChartFormat,
  type ChartSeries,
  namedOnce,
  rangeOf,
} from './chart-content.ts';
import { Legend } from './Legend.tsx';
import styles from './PaperPlot.module.css';
import { paperOnly } from './paper.ts';

/** The picture in its own units, about pixels on A4; it grows and shrinks with the paper. */
const width = 720;
const margin = { left: 34, right: 58, foot: 20 } as const;
/** Height of a line of words, and about how wide words are: a letter of Japanese is as wide as two others. */
const line = 12;
const widthOf = (words: string): number => 5.6 * (words.length + words.replace(/[^\u2e80-\uffef]/g, '').length);

/** Where a plot lies, and where in it a moment and a value are. */
type Frame = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (at_ms: number) => number;
  y: (value: number) => number;
};

/**
 * A time series as it is on paper: the whole of it, drawn as lines and letters that a printer makes sharp at any size, in thickness and
 * dashes that stay apart without colour. It is on the page all the time, so that what is printed depends on no screen.
 */
export function PaperPlot(props: { content: ChartContent; format: ChartFormat; label: string }) {
  const { format, label } = props;
  const content = useMemo(() => brokenAtGaps(props.content), [props.content]);
  const { series, from_ms, to_ms, gaps, limits, marks, strip } = content;
  const hatch = useId();
  const rows = rowsOf(marks, from_ms, to_ms);
  const frame = frameOf(content, rows.height);
  return (
    <div className={`${paperOnly} ${styles.whole}`}>
      <Legend series={namedOnce(series)} strip={strip?.label} />
      <svg
        className={styles.plot}
        viewBox={`0 0 ${width} ${frame.bottom + margin.foot}`}
        role="img"
        aria-label={label}
        data-paper-plot
      >
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className={styles.grid} y2={6} />
        </pattern>
        {gaps.map((gap) => (
          <Gap key={gap.from_ms} {...gap} frame={frame} hatch={hatch} />
        ))}
        <Axes content={content} format={format} frame={frame} />
        {series.map((one) => (
          <Line key={one.key} series={one} at_ms={content.at_ms} frame={frame} />
        ))}
        {strip?.spans.map((span) => {
          const start = Math.max(frame.left, frame.x(span.from_ms));
          const end = Math.max(start + 2, frame.x(span.to_ms));
          return (
            <rect
              key={span.from_ms}
              className={styles.strip}
              x={start}
              y={frame.bottom - 5}
              width={end - start}
              height={5}
            />
          );
        })}
        {limits.map((limit) => (
          <g key={limit.value} className={styles.limit}>
            <line x1={frame.left} x2={frame.right} y1={frame.y(limit.value)} y2={frame.y(limit.value)} />
            <text x={frame.left + 6} y={frame.y(limit.value) - 4}>
              {limit.label}
            </text>
          </g>
        ))}
        {rows.marks.map((mark) => (
          <g key={`${mark.at_ms} ${mark.label}`}>
            <line className={styles.mark} x1={mark.x} x2={mark.x} y1={mark.y + 3} y2={frame.bottom} />
            <text x={mark.x} y={mark.y} textAnchor={mark.anchor}>
              {mark.label}
            </text>
          </g>
        ))}
        <Ends content={content} format={format} frame={frame} />
      </svg>
    </div>
  );
}

const plotHeight = 226;
const plotRight = width - margin.right;

function frameOf({ series, from_ms, to_ms, limits }: ChartContent, top: number): Frame {
  const values = series.flatMap((one) => [one.values, one.low ?? [], one.high ?? []].flat()).filter((v) => v !== null);
  const [low, high] = rangeOf(
    values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : null,
    values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null,
    limits,
  );
  const bottom = top + plotHeight;
  return {
    left: margin.left,
    right: plotRight,
    top,
    bottom,
    x: xOf(from_ms, to_ms),
    y: (value) => bottom - ((value - low) / (high - low)) * plotHeight,
  };
}

const xOf =
  (from_ms: number, to_ms: number) =>
  (at_ms: number): number =>
    margin.left + ((at_ms - from_ms) / Math.max(1, to_ms - from_ms)) * (plotRight - margin.left);

/** The words of the marks above the plot, in as many rows as keep them apart. */
function rowsOf(marks: ChartContent['marks'], from_ms: number, to_ms: number) {
  const x = xOf(from_ms, to_ms);
  const ends: number[] = [];
  const placed = marks
    .filter(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms)
    .sort((a, b) => a.at_ms - b.at_ms)
    .map((mark) => {
      const wide = widthOf(mark.label);
      const isLate = x(mark.at_ms) + wide > width;
      const start = isLate ? x(mark.at_ms) - wide : x(mark.at_ms);
      const free = ends.findIndex((end) => end + 8 < start);
      const row = free < 0 ? ends.length : free;
      ends[row] = start + wide;
      return { ...mark, x: x(mark.at_ms), row, anchor: isLate ? ('end' as const) : ('start' as const) };
    });
  const height = 8 + ends.length * line;
  return { height, marks: placed.map((mark) => ({ ...mark, y: height - 4 - mark.row * line })) };
}

function Axes({ content, format, frame }: { content: ChartContent; format: ChartFormat; frame: Frame }) {
  const { from_ms, to_ms } = content;
  const { left, right, top, bottom, x, y } = frame;
  const low = (y(0) - bottom) / (y(0) - y(1));
  const high = (y(0) - top) / (y(0) - y(1));
  const times = timeTicks(from_ms, to_ms, 8, format.timeZone);
  const timeWord = (at: number) => format.timeTick(at, times.step_ms);
  /** Beginning and end are told themselves, and no other word comes near them. */
  const apart = 10 + Math.max(...[from_ms, to_ms].map((at) => widthOf(timeWord(at))));
  const inside = times.at_ms.filter((at) => x(at) - left > apart && right - x(at) > apart);
  return (
    <g className={styles.axes}>
      {valueTicks(low, high, 8).map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} textAnchor="end">
            {format.valueTick(value)}
          </text>
        </g>
      ))}
      {inside.map((at) => (
        <g key={at}>
          <line className={styles.grid} x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
          <text x={x(at)} y={bottom + 14} textAnchor="middle">
            {timeWord(at)}
          </text>
        </g>
      ))}
      {[from_ms, to_ms].map((at) => (
        <text key={at} x={x(at)} y={bottom + 14} textAnchor="middle" className={styles.bound}>
          {timeWord(at)}
        </text>
      ))}
      <path className={styles.edge} d={`M${left},${top}V${bottom}H${right}`} />
    </g>
  );
}

/** A stretch without data: hatched, with its reason along or across it where there is room. */
function Gap(props: ChartContent['gaps'][number] & { frame: Frame; hatch: string }) {
  const { from_ms, to_ms, label, frame, hatch } = props;
  const start = Math.max(frame.left, frame.x(from_ms));
  const wide = Math.min(frame.right, frame.x(to_ms)) - start;
  if (wide <= 0) return null;
  const isUpright = widthOf(label) > wide - 8;
  /** Upright a long reason is written smaller, so that it stays in the plot. */
  const size = Math.min(1, (plotHeight - line) / widthOf(label));
  return (
    <g>
      <rect x={start} y={frame.top} width={wide} height={frame.bottom - frame.top} fill={`url(#${hatch})`} />
      {isUpright
        ? wide > line && (
            <text
              transform={`translate(${start + wide / 2 + 4} ${frame.top + 6}) rotate(-90) scale(${size})`}
              textAnchor="end"
            >
              {label}
            </text>
          )
        : [
            <text key="along" x={start + 5} y={frame.top + 14}>
              {label}
            </text>,
          ]}
    </g>
  );
}

function Line({ series, at_ms, frame }: { series: ChartSeries; at_ms: readonly number[]; frame: Frame }) {
  const { colour, kind, values, low, high } = series;
  return (
    <g data-colour={colour} data-kind={kind}>
      {low && high && <path className={styles.band} d={bandOf(at_ms, low, high, frame)} />}
      <path className={styles.line} d={pathOf(at_ms, values, frame, kind === 'step')} />
    </g>
  );
}

/** Runs of values, each [place, value]. */
function runsOf(values: readonly (number | null)[]): [place: number, value: number][][] {
  const runs: [number, number][][] = [];
  let last: [number, number][] | null = null;
  values.forEach((value, place) => {
    if (value === null) last = null;
    else if (last) last.push([place, value]);
    else runs.push((last = [[place, value]]));
  });
  return runs;
}

/** Path data with a new sub-path after each gap; a lone value is a dot. */
function pathOf(
  at_ms: readonly number[],
  values: readonly (number | null)[],
  { x, y }: Frame,
  stepped: boolean,
): string {
  return runsOf(values)
    .map((run) =>
      run
        .map(([place, value], nth) => {
          const across = x(at_ms[place] ?? 0).toFixed(1);
          const up = y(value).toFixed(1);
          if (nth === 0) return `M${across},${up}${run.length === 1 ? 'h0' : ''}`;
          return stepped ? `H${across}V${up}` : `L${across},${up}`;
        })
        .join(''),
    )
    .join('');
}

function bandOf(
  at_ms: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  { x, y }: Frame,
): string {
  const corner = (place: number, value: number) => `${x(at_ms[place] ?? 0).toFixed(1)},${y(value).toFixed(1)}`;
  return runsOf(low)
    .map((run) => {
      const below = run.map(([place, value]) => corner(place, value));
      const above = run.map(([place, value]) => corner(place, high[place] ?? value)).reverse();
      return `M${[...below, ...above].join('L')}Z`;
    })
    .join('');
}

/** The last value of each line beside its end, kept apart from the others. */
function Ends({ content, format, frame }: { content: ChartContent; format: ChartFormat; frame: Frame }) {
  const ends = content.series
    .filter(({ kind }) => kind === 'line' || kind === 'step')
    .flatMap(({ key, colour, values }) => {
      const place = values.findLastIndex((value) => value !== null);
      const value = values[place];
      return value == null ? [] : [{ key, colour, value, x: frame.x(content.at_ms[place] ?? 0), y: frame.y(value) }];
    })
    .sort((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  return ends.map(({ key, colour, value, x, y }) => {
    const words = Math.max(y, above + line);
    above = words;
    return (
      <g key={key} data-colour={colour} data-end={key}>
        <circle className={styles.end} cx={x} cy={y} r={2.6} />
        <text className={styles.reading} x={x + 6} y={words + 4}>
          {format.value(value)}
        </text>
      </g>
    );
  });
}
