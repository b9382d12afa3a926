/**
 * A time series as it is on paper: the whole of it, drawn as lines and letters that a printer makes sharp at any size, in thickness and
 * dashes that stay apart without colour. What it is made of is told as shapes of SVG, which the browser and the portal's PDF draw alike.
 */
import { timeTicks, valueTicks } from './axis-ticks.ts';
import {
  brokenAtGaps,
  type ChartContent,
  type ChartFormat,
  type ChartSeries,
  namedOnce,
  rangeOf,
  type SeriesColour,
} from './chart-content.ts';

/** An element of SVG, its attributes by their names in JSX. */
export type Shape = {
  tag: 'g' | 'line' | 'path' | 'rect' | 'circle' | 'text';
  attributes: Readonly<Record<string, string | number>>;
  children?: readonly Shape[];
  text?: string;
};

/** The inks that a plot is drawn in, as SVG writes colours. `paper`: what words are set off with; absent: they are not. */
export type Inks = {
  ink: string;
  pale: string;
  line: string;
  edge: string;
  alarm: string;
  paper?: string;
  series: Readonly<Record<SeriesColour, string>>;
};

export type PaperPlot = { width: number; height: number; shapes: readonly Shape[] };

/** The picture in its own units, about pixels on A4; it grows and shrinks with the paper. */
const width = 720;
const margin = { left: 34, right: 58, foot: 20 } as const;
const plotHeight = 226;
const plotRight = width - margin.right;
const fontSize = 11;
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

/** What each part is drawn from. */
type Given = { content: ChartContent; format: ChartFormat; frame: Frame; inks: Inks };

/** The legend, the axes, the lines with what limits, interrupts and explains them, and the last value of each. */
export function paperPlot(whole: ChartContent, format: ChartFormat, inks: Inks): PaperPlot {
  const content = brokenAtGaps(whole);
  const { from_ms, to_ms, series, gaps, strip, spots, limits, marks } = content;
  const legend = legendOf(content, inks);
  const rows = rowsOf(marks, from_ms, to_ms, legend.height);
  const frame = frameOf(content, rows.height);
  const given = { content, format, frame, inks };
  return {
    width,
    height: frame.bottom + margin.foot,
    shapes: [
      ...legend.shapes,
      ...gaps.flatMap((gap) => gapShapes(gap, frame, inks)),
      ...axesOf(given),
      ...series.map((one) => lineOf(one, content.at_ms, frame, inks)),
      ...(strip?.spans ?? []).map((span) => stripOf(span, frame, inks)),
      ...(spots?.places ?? [])
        .filter(({ at_ms }) => at_ms >= from_ms && at_ms <= to_ms)
        .map(({ at_ms, value }) => spot(frame.x(at_ms), frame.y(value), inks)),
      ...limits.flatMap(({ value, label }) => [
        stroke(
          'line',
          { x1: frame.left, x2: frame.right, y1: frame.y(value), y2: frame.y(value) },
          inks.alarm,
          1.2,
          '2 3',
        ),
        words(label, frame.left + 6, frame.y(value) - 4, inks, { fill: inks.alarm }),
      ]),
      ...rows.marks.flatMap((mark) => [
        stroke('line', { x1: mark.x, x2: mark.x, y1: mark.y + 3, y2: frame.bottom }, inks.pale, 0.8, '3 2'),
        words(mark.label, mark.x, mark.y, inks, { textAnchor: mark.anchor }),
      ]),
      ...endsOf(given),
    ],
  };
}

const stroke = (
  tag: 'line' | 'path',
  attributes: Shape['attributes'],
  colour: string,
  thick = 1,
  dashes?: string,
): Shape => ({
  tag,
  attributes: {
    ...attributes,
    fill: 'none',
    stroke: colour,
    strokeWidth: thick,
    ...(dashes && { strokeDasharray: dashes }),
  },
});

/** A reading by hand: hollow, as a mark on paper. */
const spot = (cx: number, cy: number, inks: Inks): Shape => ({
  tag: 'circle',
  attributes: { cx, cy, r: 4, fill: 'none', stroke: inks.ink, strokeWidth: 1.6 },
});

const words = (text: string, x: number, y: number, inks: Inks, looks: Shape['attributes'] = {}): Shape => ({
  tag: 'text',
  attributes: {
    x,
    y,
    fontSize,
    fill: inks.ink,
    ...(inks.paper && { stroke: inks.paper, strokeWidth: 3, strokeLinejoin: 'round', paintOrder: 'stroke' }),
    ...looks,
  },
  text,
});

/** How the line of a series is drawn. */
const strokes: Record<ChartSeries['kind'], { thick: number; dashes?: string }> = {
  line: { thick: 1.4 },
  step: { thick: 1.4, dashes: '6 4' },
  thin: { thick: 0.7 },
  doubtful: { thick: 1.2, dashes: '1.5 3' },
};
const strokeOf = ({ kind, colour }: ChartSeries) =>
  // The core is what the verdict is about.
  kind === 'line' && colour === 'core' ? { thick: 2.4 } : strokes[kind];

/** The lines by their names, in as many rows as they need; last what is along the foot, and what hands read. */
function legendOf({ series, strip, spots }: ChartContent, inks: Inks): { height: number; shapes: Shape[] } {
  const swatch = 22;
  const named = [
    ...namedOnce(series).map((one) => ({ label: one.label, colour: inks.series[one.colour], ...strokeOf(one) })),
    ...(strip ? [{ label: strip.label, colour: inks.pale, thick: 5 }] : []),
    ...(spots ? [{ label: spots.label, colour: inks.ink, thick: 0 }] : []),
  ];
  const shapes: Shape[] = [];
  let x = margin.left;
  let y = line;
  for (const { label, colour, thick, ...looks } of named) {
    const wide = swatch + 6 + widthOf(label);
    if (x > margin.left && x + wide > width) [x, y] = [margin.left, y + line + 2];
    const dashes = 'dashes' in looks ? looks.dashes : undefined;
    shapes.push(
      thick === 0
        ? spot(x + swatch / 2, y - 4, inks)
        : stroke('line', { x1: x, x2: x + swatch, y1: y - 4, y2: y - 4 }, colour, thick, dashes),
      words(label, x + swatch + 6, y, inks),
    );
    x += wide + 18;
  }
  return { height: y + 4, shapes };
}

function frameOf(content: ChartContent, top: number): Frame {
  const { series, from_ms, to_ms } = content;
  const values = series.flatMap((one) => [one.values, one.low ?? [], one.high ?? []].flat()).filter((v) => v !== null);
  const [low, high] = rangeOf(
    values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : null,
    values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null,
    content,
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
function rowsOf(marks: ChartContent['marks'], from_ms: number, to_ms: number, top: number) {
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
      return { ...mark, x: x(mark.at_ms), row, anchor: isLate ? 'end' : 'start' };
    });
  const height = top + 8 + ends.length * line;
  return { height, marks: placed.map((mark) => ({ ...mark, y: height - 4 - mark.row * line })) };
}

function axesOf({ content, format, frame, inks }: Given): Shape[] {
  const { from_ms, to_ms } = content;
  const { left, right, top, bottom, x, y } = frame;
  const low = (y(0) - bottom) / (y(0) - y(1));
  const high = (y(0) - top) / (y(0) - y(1));
  const times = timeTicks(from_ms, to_ms, 8, format.timeZone);
  const timeWord = (at: number) => format.timeTick(at, times.step_ms);
  /** Beginning and end are told themselves, and no other word comes near them. */
  const apart = 10 + Math.max(...[from_ms, to_ms].map((at) => widthOf(timeWord(at))));
  const inside = times.at_ms.filter((at) => x(at) - left > apart && right - x(at) > apart);
  return [
    ...valueTicks(low, high, 8).flatMap((value) => [
      stroke('line', { x1: left, x2: right, y1: y(value), y2: y(value) }, inks.line),
      words(format.valueTick(value), left - 6, y(value) + 4, inks, { textAnchor: 'end', fill: inks.pale }),
    ]),
    ...inside.flatMap((at) => [
      stroke('line', { x1: x(at), x2: x(at), y1: top, y2: bottom }, inks.line),
      words(timeWord(at), x(at), bottom + 14, inks, { textAnchor: 'middle', fill: inks.pale }),
    ]),
    ...[from_ms, to_ms].map((at) =>
      words(timeWord(at), x(at), bottom + 14, inks, { textAnchor: 'middle', fontWeight: 'bold' }),
    ),
    stroke('path', { d: `M${left},${top}V${bottom}H${right}` }, inks.edge),
  ];
}

/** A stretch without data: hatched, with its reason along or across it where there is room. */
function gapShapes({ from_ms, to_ms, label }: ChartContent['gaps'][number], frame: Frame, inks: Inks): Shape[] {
  const start = Math.max(frame.left, frame.x(from_ms));
  const wide = Math.min(frame.right, frame.x(to_ms)) - start;
  if (wide <= 0) return [];
  const hatch = stroke('path', { d: hatchOf(start, frame.top, wide, frame.bottom - frame.top) }, inks.line);
  if (widthOf(label) <= wide - 8) return [hatch, words(label, start + 5, frame.top + 14, inks)];
  if (wide <= line) return [hatch];
  /** Upright a long reason is written smaller, so that it stays in the plot. */
  const size = Math.min(1, (plotHeight - line) / widthOf(label));
  const turned = `translate(${start + wide / 2 + 4} ${frame.top + 6}) rotate(-90) scale(${size})`;
  return [hatch, words(label, 0, 0, inks, { textAnchor: 'end', transform: turned })];
}

/** Lines at 45° that fill a rectangle, from its lower left to its upper right: drawn, for a PDF has no pattern that all readers show. */
function hatchOf(left: number, top: number, wide: number, high: number): string {
  const step = 8;
  const lines: string[] = [];
  for (let across = step; across < wide + high; across += step) {
    const [fromX, fromY] = across <= high ? [0, across] : [across - high, high];
    const [toX, toY] = across <= wide ? [across, 0] : [wide, across - wide];
    lines.push(
      `M${(left + fromX).toFixed(1)},${(top + fromY).toFixed(1)}L${(left + toX).toFixed(1)},${(top + toY).toFixed(1)}`,
    );
  }
  return lines.join('');
}

function stripOf(span: { from_ms: number; to_ms: number }, frame: Frame, inks: Inks): Shape {
  const start = Math.max(frame.left, frame.x(span.from_ms));
  const end = Math.max(start + 2, frame.x(span.to_ms));
  return { tag: 'rect', attributes: { x: start, y: frame.bottom - 5, width: end - start, height: 5, fill: inks.pale } };
}

function lineOf(series: ChartSeries, at_ms: readonly number[], frame: Frame, inks: Inks): Shape {
  const { kind, values, low, high } = series;
  const colour = inks.series[series.colour];
  const { thick, dashes } = { dashes: undefined, ...strokeOf(series) };
  const ends = kind === 'step' ? 'butt' : 'round';
  const path = { d: pathOf(at_ms, values, frame, kind === 'step'), strokeLinejoin: 'round', strokeLinecap: ends };
  return {
    tag: 'g',
    attributes: {},
    children: [
      ...(low && high
        ? [
            {
              tag: 'path',
              attributes: { d: bandOf(at_ms, low, high, frame), fill: colour, fillOpacity: 0.18 },
            } as const,
          ]
        : []),
      stroke('path', path, colour, thick, dashes),
    ],
  };
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
function endsOf({ content, format, frame, inks }: Given): Shape[] {
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
    const at = Math.max(y, above + line);
    above = at;
    return {
      tag: 'g',
      attributes: { 'data-end': key },
      children: [
        { tag: 'circle', attributes: { cx: x, cy: y, r: 2.6, fill: inks.series[colour] } },
        words(format.value(value), x + 6, at + 4, inks, { fontWeight: 'bold' }),
      ],
    };
  });
}
