import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { haccpMessages } from '../haccp.messages.ts';
import styles from './PaperCurve.module.css';
import { drawing, pathOf, placeOf } from './paper-curve.ts';

/** The whole curve of a record in ink: every point thin, the warmest strong, air and limits, doors, gaps, and where it ends. */
export function PaperCurve({ record }: { record: BatchRecord }) {
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  const { samples, stages, gaps, doors, timeZone } = record;
  if (samples.at.length === 0) return <p>{t('noSamples')}</p>;
  const from_ms = Math.min(record.startedAt, samples.at[0] as number);
  const to_ms = Math.max(record.endedAt ?? 0, samples.at.at(-1) as number);
  const shown = (value: number | null): number | null => (value === null ? null : format.shownValue(value, 'Cel'));
  const all = (values: readonly (number | null)[]) => values.map(shown);
  const core = all(samples.core);
  const air = all(samples.air);
  const points = samples.points.map(all);
  const targets = [...new Set(stages.map(({ to }) => to))];
  const limits = targets.map((target) => format.shownValue(target, 'Cel'));
  const known = [...core, ...air, ...points.flat(), ...limits].filter((value) => value !== null);
  const place = placeOf({ from_ms, to_ms }, known);
  const { x, y, times, temperatures } = place;
  const { width, height, left, right, top, bottom } = drawing;
  const foot = height - bottom;
  const clock = (at: number) => format.clock(at, timeZone, { seconds: true });
  const last = core.findLastIndex((value) => value !== null);
  const crossings = stages.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]).filter((at) => at !== null);
  return (
    <figure className={styles.curve}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('curve')}>
        {gaps.map(({ from, to }) => (
          <rect key={from} className={styles.gap} x={x(from)} y={top} width={x(to) - x(from)} height={foot - top} />
        ))}
        {temperatures.map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
            <text className={styles.temperature} x={left - 6} y={y(value) + 3}>
              {format.number(value)}
            </text>
          </g>
        ))}
        {times.map((at, i) => (
          <text key={at} className={styles.time} x={x(at)} y={foot + 14} data-place={i === 0 ? 'first' : 'inside'}>
            {clock(at)}
          </text>
        ))}
        {limits.map((value, i) => (
          <g key={value}>
            <line className={styles.limit} x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
            <text className={styles.limitWord} x={width - right + 4} y={y(value) - 3}>
              {format.temperature(targets[i])}
            </text>
          </g>
        ))}
        {doors.map(({ from, to }) => (
          <rect
            key={from}
            className={styles.door}
            x={x(from)}
            y={foot - 4}
            width={Math.max(1.5, x(to ?? to_ms) - x(from))}
            height={4}
          />
        ))}
        {points.map((values, i) => (
          <path key={samples.pointNames[i]} className={styles.point} d={pathOf(samples.at, values, place)} />
        ))}
        <path className={styles.air} d={pathOf(samples.at, air, place)} />
        <path className={styles.core} d={pathOf(samples.at, core, place)} />
        {crossings.map((at) => (
          <line key={at} className={styles.crossing} x1={x(at)} x2={x(at)} y1={top} y2={foot} />
        ))}
        {last >= 0 && (
          <g>
            <circle className={styles.end} cx={x(samples.at[last] as number)} cy={y(core[last] as number)} r={2.6} />
            <text
              className={styles.endWord}
              x={Math.min(x(samples.at[last] as number) + 6, width - right + 4)}
              y={y(core[last] as number) + 12}
            >
              {format.temperature(samples.core[last])}
            </text>
          </g>
        )}
      </svg>
      <figcaption className={styles.legend}>
        <span data-line="core">{t('core')}</span>
        {points.length > 0 && <span data-line="point">{t('points')}</span>}
        <span data-line="air">{t('air')}</span>
        <span data-line="limit">{t('limitShort')}</span>
        {gaps.length > 0 && <span data-line="gap">{t('gaps')}</span>}
        {doors.length > 0 && <span data-line="door">{t('doorOpenings')}</span>}
      </figcaption>
    </figure>
  );
}
