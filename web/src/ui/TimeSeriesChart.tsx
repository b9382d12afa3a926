import { brokenAtGaps, type ChartContent, type ChartFormat, namedOnce } from '@brina/domain/charts/chart-content';
import { Button } from '@mantine/core';
import { IconChartLine, IconTable, IconZoomReset } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DataTable } from './DataTable.tsx';
import { Legend } from './Legend.tsx';
import { screenOnly } from './paper.ts';
import { Skeleton } from './Skeleton.tsx';
import styles from './TimeSeriesChart.module.css';

const TimePlot = lazy(async () => ({ default: (await import('./TimePlot.tsx')).TimePlot }));
const PaperPlot = lazy(async () => ({ default: (await import('./PaperPlot.tsx')).PaperPlot }));

export type ChartTexts = {
  /** Name of the chart. */
  label: string;
  /** What it shows in a sentence: extremes, time out of limits. */
  summary: string;
  asTable: string;
  asChart: string;
  resetZoom: string;
  time: string;
  /** What stands where nothing was measured. */
  nothing: string;
};

type Props = {
  content: ChartContent;
  format: ChartFormat;
  texts: ChartTexts;
  height?: number;
  /** Charts with the same one move their cursor and zoom together. */
  syncKey?: string;
  /** Its last values are those of now: the legend tells them while nothing is pointed at. Elsewhere the last is a mean of some time ago. */
  isLive?: boolean;
  isPrinted?: boolean;
};

/**
 * Lines over time: drag to zoom, double-click or Escape to reset, arrow keys to walk along the values, and a table for
 * everybody who prefers one. The plotting library is loaded when the first chart is shown. On paper it is always the lines, and all of them.
 * @param isPrinted false where a sheet of its own is printed instead
 */
export function TimeSeriesChart(props: Props) {
  const { format, texts, height = 320, syncKey, isLive = false, isPrinted = true } = props;
  const content = useMemo(() => brokenAtGaps(props.content), [props.content]);
  const label = `${texts.label}. ${texts.summary}`;
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const [cursor, setCursor] = useState<number | null>(null);
  const [zoom, setZoom] = useState<{ reset: () => void } | null>(null);

  const at = cursor ?? (isLive ? content.at_ms.length - 1 : null);
  const cellOf = cellsOf(format, texts);

  return (
    <figure className={styles.chart}>
      <div className={`${styles.shown} ${screenOnly}`}>
        <figcaption className={styles.head}>
          <Legend
            series={namedOnce(content.series)}
            reading={({ kind, values }) => (kind === 'doubtful' || at === null ? '' : cellOf(values[at]))}
            beside={content}
          />
          <div className={styles.tools}>
            <Moment
              at_ms={cursor === null ? null : (content.at_ms[cursor] ?? content.to_ms)}
              room_ms={content.to_ms}
              time={format.time}
            />
            {zoom && shown === 'chart' && (
              <Button
                variant="subtle"
                size="compact-md"
                leftSection={<IconZoomReset size={18} aria-hidden />}
                onClick={zoom.reset}
              >
                {texts.resetZoom}
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={
                shown === 'chart' ? <IconTable size={18} aria-hidden /> : <IconChartLine size={18} aria-hidden />
              }
              onClick={() => setShown(shown === 'chart' ? 'table' : 'chart')}
            >
              {shown === 'chart' ? texts.asTable : texts.asChart}
            </Button>
          </div>
        </figcaption>
        {shown === 'chart' ? (
          <Suspense fallback={<Skeleton height={height} />}>
            <TimePlot
              content={content}
              format={format}
              height={height}
              label={label}
              syncKey={syncKey}
              onCursor={setCursor}
              onZoom={setZoom}
            />
          </Suspense>
        ) : (
          <ValueTable content={content} format={format} texts={texts} maxHeight={height} />
        )}
      </div>
      {isPrinted && (
        <Suspense>
          <PaperPlot content={content} format={format} label={label} />
        </Suspense>
      )}
    </figure>
  );
}

/** The moment under the pointer. Its room is there before: the plot does not move under it. */
function Moment(props: { at_ms: number | null; room_ms: number; time: ChartFormat['time'] }) {
  const { at_ms, room_ms, time } = props;
  return (
    <span className={styles.moment}>
      <span className={styles.room} aria-hidden>
        {time(room_ms)}
      </span>
      <span aria-live="polite">{at_ms === null ? '' : time(at_ms)}</span>
    </span>
  );
}

/** What stands for a value. */
const cellsOf =
  (format: ChartFormat, texts: ChartTexts) =>
  (value: number | null | undefined): string =>
    value == null ? texts.nothing : format.value(value);

/** The values of the lines, the latest first. */
function ValueTable({
  content,
  format,
  texts,
  maxHeight,
}: {
  content: ChartContent;
  format: ChartFormat;
  texts: ChartTexts;
  maxHeight: number;
}) {
  const cellOf = cellsOf(format, texts);
  const timeOf = (row: number) => format.time(content.at_ms[row] ?? 0);
  const isEmpty = (row: number) => content.series.every(({ values }) => (values[row] ?? null) === null);
  // Of several values of the same minute the last stands for all.
  const rows = [...content.at_ms.keys()].filter(
    (row, _, { length }) => row + 1 === length || timeOf(row) !== timeOf(row + 1) || isEmpty(row) || isEmpty(row + 1),
  );
  const columns = [
    { key: 'time', title: texts.time, cell: timeOf },
    ...content.series.map((series) => ({
      key: series.key,
      title: series.label,
      align: 'end' as const,
      cell: (row: number) => cellOf(series.values[row]),
    })),
  ];
  return (
    <DataTable
      label={texts.label}
      columns={columns}
      rows={rows.reverse()}
      rowKey={(row) => row}
      narrow
      maxHeight={maxHeight}
    />
  );
}
