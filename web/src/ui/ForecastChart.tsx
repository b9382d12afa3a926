import { valueTicks } from '@brina/domain/charts/axis-ticks';
import { Button } from '@mantine/core';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { DataTable } from './DataTable.tsx';
import styles from './ForecastChart.module.css';

/** A line of a forecast: minutes from the start and values; null where there is none. */
export type ForecastLine = {
  key: 'core' | 'surface' | 'air';
  label: string;
  points: readonly (readonly [number, number | null])[];
};

/** What may be read off a forecast. All texts are the caller's, in its units. */
export type ForecastPicture = {
  lines: readonly ForecastLine[];
  /** The core if all goes fast, and if it goes slowly: the space between is the band. */
  band: { label: string; fast: ForecastLine['points']; slow: ForecastLine['points'] } | null;
  /** A temperature that has to be reached by a minute. */
  rule: { label: string; value: number; at_min: number } | null;
  /** Where phases begin. */
  turns: readonly { at_min: number; label: string }[];
  to_min: number;
};

/** Distances between two labels of the axis of time, minutes. */
const steps_min = [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440, 2880];
const labels_most = 7;

/** Words of a forecast. */
type ForecastTexts = {
  /** Name of its table. */
  label: string;
  /** The curve in a sentence, for who does not see it. */
  summary: string;
  asTable: string;
  asChart: string;
  /** Head of the column of times. */
  time: string;
  /** What stands where there is no value. */
  nothing: string;
};

type Props = {
  picture: ForecastPicture;
  texts: ForecastTexts;
  value: (value: number) => string;
  /** A time of the axis or of the table; `isFine`: hours and minutes, to be written in few letters. */
  time: (minutes: number, isFine: boolean) => string;
  /** It belongs to a former question while the next is computed. */
  isStale?: boolean;
};

/** What a cycle will do: a picture of it, and a table for everybody who prefers one. */
export function ForecastChart(props: Props) {
  const { picture, texts, isStale = false } = props;
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const [Icon, other] = shown === 'chart' ? [IconTable, 'table' as const] : [IconChartLine, 'chart' as const];
  return (
    <figure className={styles.chart} data-stale={isStale || undefined}>
      <figcaption className={styles.head}>
        {shown === 'chart' && <Legend {...picture} />}
        <Button
          className={styles.tool}
          variant="subtle"
          size="compact-md"
          leftSection={<Icon size={18} aria-hidden />}
          onClick={() => setShown(other)}
        >
          {shown === 'chart' ? texts.asTable : texts.asChart}
        </Button>
      </figcaption>
      {shown === 'chart' ? <Picture {...props} /> : <ValueTable {...props} />}
    </figure>
  );
}

/** Rows that a table of a forecast has at most, but for its last. */
const rows_most = 24;

/** The values of the lines at even distances of time, and at the end. */
function ValueTable({ picture: { lines, to_min }, texts, value, time, isStale = false }: Props) {
  const step = steps_min.find((one) => to_min / one <= rows_most) ?? 2880;
  const even = Array.from({ length: Math.ceil(to_min / step) }, (_, n) => n * step);
  return (
    <DataTable
      label={texts.label}
      columns={[
        { key: 'time', title: texts.time, cell: (at_min: number) => time(Math.round(at_min), true) },
        ...lines.map(({ key, label, points }) => ({
          key,
          title: label,
          align: 'end' as const,
          cell: (at_min: number) => {
            const known = valueAt(points, at_min);
            return known === null ? texts.nothing : value(known);
          },
        })),
      ]}
      rows={[...even, to_min]}
      rowKey={(at_min) => at_min}
      narrow
      stale={isStale}
      maxHeight={420}
    />
  );
}

/** The value of a line at a time, on the straight between the points about it; null where it has none. */
function valueAt(points: ForecastLine['points'], at_min: number): number | null {
  const next = points.findIndex(([minute]) => minute >= at_min);
  const [to, after] = points[next] ?? [];
  if (to === undefined || after == null || to === at_min) return after ?? null;
  const [from, before] = points[next - 1] ?? [];
  if (from === undefined || before == null) return null;
  return before + ((after - before) * (at_min - from)) / (to - from);
}

/**
 * Air, surface and core as lines, the core's band, and the limit of the rule. Drawn in the shape of its place, so that it is redrawn within
 * a frame while somebody types.
 */
function Picture({ picture, texts: { summary }, value, time }: Props) {
  const { lines, band, rule, turns, to_min } = picture;
  const { low, high, ticks } = useMemo(() => valuesOf(picture), [picture]);
  const x = (at_min: number): number => (to_min === 0 ? 0 : (100 * at_min) / to_min);
  const y = (at: number): number => 100 - (100 * (at - low)) / (high - low);
  const step = steps_min.find((one) => to_min / one <= labels_most) ?? 2880;
  // Hours and minutes in words, side by side, are wider than a phone.
  const isFine = step % 60 !== 0 && to_min > 60;
  const hours = Array.from({ length: Math.floor(to_min / step) + 1 }, (_, n) => n * step);
  return (
    <div className={styles.frame} role="img" aria-label={summary}>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {ticks.map((tick) => (
          <line key={tick} className={styles.grid} x1={0} x2={100} y1={y(tick)} y2={y(tick)} />
        ))}
        {turns.map(({ at_min }) => (
          <line key={at_min} className={styles.turn} x1={x(at_min)} x2={x(at_min)} y1={0} y2={100} />
        ))}
        {band && <path className={styles.band} d={areaOf(band.fast, band.slow, x, y)} />}
        {lines.map(({ key, points }) => (
          <path key={key} className={styles.line} data-line={key} d={pathOf(points, x, y)} />
        ))}
        {rule && (
          <>
            <line className={styles.rule} x1={0} x2={x(rule.at_min)} y1={y(rule.value)} y2={y(rule.value)} />
            <line className={styles.rule} x1={x(rule.at_min)} x2={x(rule.at_min)} y1={0} y2={y(rule.value)} />
          </>
        )}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className={styles.value} style={{ top: `${y(tick)}%` }} aria-hidden>
          {value(tick)}
        </span>
      ))}
      {hours.map((at_min) => (
        <span key={at_min} className={styles.time} style={{ insetInlineStart: `${x(at_min)}%` }} aria-hidden>
          {time(at_min, isFine)}
        </span>
      ))}
    </div>
  );
}

const Legend = ({ lines, band, rule }: Pick<ForecastPicture, 'lines' | 'band' | 'rule'>) => (
  <div className={styles.legend}>
    {lines.map(({ key, label }) => (
      <span key={key} className={styles.entry} data-line={key}>
        <span className={styles.mark} aria-hidden />
        {label}
      </span>
    ))}
    {band && (
      <span className={styles.entry} data-line="band">
        <span className={styles.mark} aria-hidden />
        {band.label}
      </span>
    )}
    {rule && (
      <span className={styles.entry} data-line="rule">
        <span className={styles.mark} aria-hidden />
        {rule.label}
      </span>
    )}
  </div>
);

function valuesOf({ lines, band, rule }: ForecastPicture): { low: number; high: number; ticks: number[] } {
  const all = [...lines.map(({ points }) => points), band?.slow ?? []].flatMap((points) =>
    points.flatMap(([, at]) => at ?? []),
  );
  const [least, most] = [Math.min(...all, rule?.value ?? Infinity), Math.max(...all, rule?.value ?? -Infinity)];
  if (all.length === 0) return { low: 0, high: 1, ticks: [] };
  const room = Math.max(2, (most - least) * 0.06);
  const [low, high] = [least - room, most + room];
  return { low, high, ticks: valueTicks(low, high, 5) };
}

type Axis = (value: number) => number;

/** Hundredths of the picture are finer than any screen. */
const at = (value: number): string => value.toFixed(2);

function pathOf(points: ForecastLine['points'], x: Axis, y: Axis): string {
  let isBroken = true;
  return points
    .flatMap(([minute, value]) => {
      if (value === null) {
        isBroken = true;
        return [];
      }
      const step = `${isBroken ? 'M' : 'L'}${at(x(minute))} ${at(y(value))}`;
      isBroken = false;
      return [step];
    })
    .join('');
}

function areaOf(fast: ForecastLine['points'], slow: ForecastLine['points'], x: Axis, y: Axis): string {
  const known = (points: ForecastLine['points']) =>
    points.flatMap(([minute, value]) => (value === null ? [] : [`${at(Math.min(100, x(minute)))} ${at(y(value))}`]));
  const [there, back] = [known(fast), known(slow).reverse()];
  return there.length === 0 || back.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`;
}
