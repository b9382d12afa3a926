import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type ChartContent, type ChartFormat, type ChartSeries, rangeOf } from '@brina/domain/charts/chart-content';
import styles from './TimePlot.module.css';

type Props = {
  content: ChartContent;
  format: ChartFormat;
  height: number;
  label: string;
  /** Plots with the same one move their cursor and zoom together. */
  syncKey: string | undefined;
  /** Place in `at_ms` under the cursor, null when it has left. */
  onCursor: (index: number | null) => void;
  /** Called with a way back while only a part is shown, with null while all is. */
  onZoom: (zoomed: { reset: () => void } | null) => void;
};

/**
 * The plotting area of a time series chart. The plot is made anew only when the set of lines or the colour scheme
 * changes; new values go into the plot that is there.
 */
export function TimePlot(props: Props) {
  const { content, height, label } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const zoomed = useRef(false);
  // The plot's hooks outlive a render; they read what was rendered last.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const scheme = useComputedColorScheme('light');
  const lines = content.series.map((s) => `${s.key}:${s.kind}:${s.low ? 'band' : ''}:${s.label}`).join('|');

  const showAll = () => {
    const { from_ms, to_ms } = latest.current.content;
    plot.current?.setScale('x', { min: from_ms / 1000, max: to_ms / 1000 });
  };

  // Made anew for other lines or colours only; the rest is read through `latest`.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const made = new UPlot(optionsOf(latest, element, { showAll, zoomed }), dataOf(latest.current.content), element);
    plot.current = made;
    showAll();
    const resize = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: latest.current.height }),
    );
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [lines, scheme]);

  useEffect(() => {
    const shown = plot.current;
    if (!shown) return;
    shown.setData(dataOf(content), false);
    const { min, max } = shown.scales.x ?? {};
    if (zoomed.current && min != null && max != null) shown.setScale('x', { min, max });
    else showAll();
  }, [content]);

  const walk = (event: KeyboardEvent) => {
    const shown = plot.current;
    if (!shown) return;
    const times = shown.data[0];
    const here = shown.cursor.idx ?? times.length - 1;
    const stride = event.shiftKey ? 10 : 1;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => point(shown, here - stride),
      ArrowRight: () => point(shown, here + stride),
      Home: () => point(shown, 0),
      End: () => point(shown, times.length - 1),
      '+': () => scale(shown, here, 0.5),
      '-': () => scale(shown, here, 2),
      Escape: showAll,
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that is read value by value has no role of its own
    <div
      ref={frame}
      className={styles.plot}
      style={{ height }}
      role="img"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard walks along the values (WCAG 2.1.1)
      tabIndex={0}
      onKeyDown={walk}
      onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
    />
  );
}

/** Puts the cursor on the value at a place. */
function point(plot: UPlot, index: number): void {
  const times = plot.data[0];
  const at = times[Math.min(times.length - 1, Math.max(0, index))];
  if (at === undefined) return;
  plot.setCursor({ left: plot.valToPos(at, 'x'), top: plot.over.clientHeight / 2 });
}

/** Shows a shorter or longer time around the value at a place, within what there is. */
function scale(plot: UPlot, index: number, factor: number): void {
  const { min, max } = plot.scales.x ?? {};
  const at = plot.data[0][index];
  if (min == null || max == null || at === undefined) return;
  plot.setScale('x', { min: at - (at - min) * factor, max: at + (max - at) * factor });
}

/** uPlot's aligned columns: seconds, then per line its values and, where it has them, its extremes. */
const dataOf = ({ at_ms, series }: ChartContent): UPlot.AlignedData => [
  at_ms.map((at) => at / 1000),
  ...series.flatMap((s) => (s.low && s.high ? [[...s.values], [...s.low], [...s.high]] : [[...s.values]])),
];

const widths = { line: 2, step: 1.5, thin: 1.25, doubtful: 1.5 } as const satisfies Record<ChartSeries['kind'], number>;
const dashes: Partial<Record<ChartSeries['kind'], number[]>> = { step: [6, 5], doubtful: [2, 4] };

type Latest = { readonly current: Props };

function optionsOf(
  latest: Latest,
  element: HTMLElement,
  zoom: { showAll: () => void; zoomed: { current: boolean } },
): UPlot.Options {
  const { content, format, height, syncKey } = latest.current;
  // Read when something is drawn: the colour scheme reaches the document after this component.
  const colour = (name: string) => () => getComputedStyle(element).getPropertyValue(name).trim();
  const font = `13px ${getComputedStyle(element).fontFamily}`;

  const axis: UPlot.Axis = {
    stroke: colour('--ink2'),
    font,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), format.timeZone),
    legend: { show: false },
    padding: [14, 24, 0, 0],
    ...linesOf(content, colour),
    scales: {
      x: { range: (_, min, max) => [min, max] },
      y: { range: (_, min, max) => rangeOf(min, max, latest.current.content) },
    },
    axes: [
      {
        ...axis,
        space: 84,
        size: 30,
        values: (_, splits, __, ___, step) =>
          splits.map((at) => latest.current.format.timeTick(at * 1000, step * 1000)),
      },
      { ...axis, size: 54, gap: 8, values: (_, splits) => splits.map((v) => latest.current.format.valueTick(v)) },
    ],
    cursor: {
      y: false,
      points: { size: 9 },
      ...(syncKey === undefined ? {} : { sync: { key: syncKey, setSeries: false } }),
      drag: { x: true, y: false, setScale: true },
      bind: {
        dblclick: () => () => {
          zoom.showAll();
          return null;
        },
      },
    },
    hooks: {
      drawClear: [(u) => drawGaps(u, latest.current.content.gaps, colour, font)],
      draw: [(u) => drawOver(u, latest.current.content, colour, font)],
      setCursor: [(u) => latest.current.onCursor((u.cursor.left ?? -1) < 0 ? null : (u.cursor.idx ?? null))],
      setScale: [
        (u, key) => {
          if (key !== 'x') return;
          const { from_ms, to_ms } = latest.current.content;
          const { min, max } = u.scales.x ?? {};
          const partial = min != null && max != null && (min > from_ms / 1000 + 1 || max < to_ms / 1000 - 1);
          if (partial === zoom.zoomed.current) return;
          zoom.zoomed.current = partial;
          latest.current.onZoom(partial ? { reset: zoom.showAll } : null);
        },
      ],
    },
  };
}

type Colour = (name: string) => () => string;

/** The lines, each with the band between its extremes where it has one. */
function linesOf({ series: shown }: ChartContent, colour: Colour): Pick<UPlot.Options, 'series' | 'bands'> {
  const series: UPlot.Series[] = [{}];
  const bands: UPlot.Band[] = [];
  for (const { colour: name, kind, low, high } of shown) {
    const stepped = UPlot.paths.stepped?.({ align: 1 });
    series.push({
      stroke: colour(`--series-${name}`),
      width: kind === 'line' && name === 'core' ? 2.5 : widths[kind],
      points: { show: false },
      ...(dashes[kind] ? { dash: dashes[kind] } : {}),
      ...(kind === 'step' && stepped ? { paths: stepped } : {}),
    });
    if (!low || !high) continue;
    const edge: UPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
    series.push(edge, edge);
    bands.push({
      series: [series.length - 1, series.length - 2],
      fill: () => `color-mix(in srgb, ${colour(`--series-${name}`)()} 16%, transparent)`,
    });
  }
  return { series, bands };
}

/** Stretches without data: hatched, with the reason where there is room for it. */
function drawGaps(u: UPlot, gaps: ChartContent['gaps'], colour: Colour, font: string): void {
  const { ctx, bbox } = u;
  const ratio = UPlot.pxRatio;
  for (const gap of gaps) {
    const left = Math.max(bbox.left, u.valToPos(gap.from_ms / 1000, 'x', true));
    const right = Math.min(bbox.left + bbox.width, u.valToPos(gap.to_ms / 1000, 'x', true));
    if (right - left < 1) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.fillStyle = colour('--idle-tint')();
    ctx.fill();
    ctx.clip();
    ctx.beginPath();
    for (let x = left - bbox.height; x < right; x += 9 * ratio) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.strokeStyle = colour('--line')();
    ctx.lineWidth = ratio;
    ctx.stroke();
    ctx.font = scaled(font, ratio);
    ctx.fillStyle = colour('--ink2')();
    ctx.textBaseline = 'top';
    // As the axes' words do not, which were written last.
    ctx.textAlign = 'left';
    if (ctx.measureText(gap.label).width + 12 * ratio < right - left)
      ctx.fillText(gap.label, left + 6 * ratio, bbox.top + 6 * ratio);
    ctx.restore();
  }
}

/** What stands over the lines. */
function drawOver(u: UPlot, { limits, marks, strip, spots }: ChartContent, colour: Colour, font: string): void {
  drawLimits(u, limits, colour, font);
  drawMarks(u, marks, colour);
  drawStrip(u, strip, colour);
  drawSpots(u, spots, colour);
}

function drawLimits(u: UPlot, limits: ChartContent['limits'], colour: Colour, font: string): void {
  const { ctx, bbox } = u;
  const ratio = UPlot.pxRatio;
  for (const { value, label } of limits) {
    const y = u.valToPos(value, 'y', true);
    ctx.save();
    ctx.strokeStyle = colour('--alarm')();
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([2 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // On a patch of the surface, so that a curve behind it does not cross the words.
    ctx.font = scaled(font, ratio);
    const { width } = ctx.measureText(label);
    ctx.fillStyle = colour('--surface')();
    ctx.fillRect(bbox.left + 4 * ratio, y - 19 * ratio, width + 8 * ratio, 16 * ratio);
    ctx.fillStyle = colour('--alarm')();
    ctx.textBaseline = 'bottom';
    ctx.textAlign = 'left';
    ctx.fillText(label, bbox.left + 8 * ratio, y - 3 * ratio);
    ctx.restore();
  }
}

function drawMarks(u: UPlot, marks: ChartContent['marks'], colour: Colour): void {
  const { ctx, bbox } = u;
  const ratio = UPlot.pxRatio;
  for (const { at_ms } of marks) {
    const x = u.valToPos(at_ms / 1000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.save();
    ctx.strokeStyle = colour('--ink2')();
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}

/** What explains the lines: bars along the foot. */
function drawStrip(u: UPlot, strip: ChartContent['strip'], colour: Colour): void {
  const { ctx, bbox } = u;
  const height = 6 * UPlot.pxRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = colour('--ink2')();
  for (const { from_ms, to_ms } of strip?.spans ?? []) {
    const left = u.valToPos(from_ms / 1000, 'x', true);
    // The shortest is seen, too.
    const width = Math.max(2 * UPlot.pxRatio, u.valToPos(to_ms / 1000, 'x', true) - left);
    ctx.fillRect(left, bbox.top + bbox.height - height, width, height);
  }
  ctx.restore();
}

/** What somebody read by hand: hollow marks. */
function drawSpots(u: UPlot, spots: ChartContent['spots'], colour: Colour): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = colour('--ink')();
  ctx.fillStyle = colour('--surface')();
  ctx.lineWidth = 2 * UPlot.pxRatio;
  for (const { at_ms, value } of spots?.places ?? []) {
    ctx.beginPath();
    ctx.arc(u.valToPos(at_ms / 1000, 'x', true), u.valToPos(value, 'y', true), 5 * UPlot.pxRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

const scaled = (font: string, ratio: number) =>
  font.replace(/^(\d+)px/, (_, size: string) => `${Number(size) * ratio}px`);
