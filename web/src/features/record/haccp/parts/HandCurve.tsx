import type { ManualRecord } from '@brina/contract/calls/record/manual';
import styles from './Manual.module.css';

const size = { width: 320, height: 72, edge: 7 };

/** Where readings lie, each a hollow mark: nobody looked in between, so the line is broken. What it says stands in the list of readings. */
export function HandCurve({ record: { readings, stages } }: { record: ManualRecord }) {
  if (readings.length < 2) return null;
  const moments = readings.map(({ at }) => at);
  const targets = stages.map(({ to }) => to);
  const values = [...readings.map(({ value_C }) => value_C), ...targets];
  const place = (of: readonly number[], length: number) => {
    const [min, max] = [Math.min(...of), Math.max(...of)];
    return (value: number) => size.edge + ((value - min) / (max - min || 1)) * (length - 2 * size.edge);
  };
  const x = place(moments, size.width);
  const up = place(values, size.height);
  const y = (value_C: number) => size.height - up(value_C);
  const points = readings.map(({ at, value_C }) => ({ at, x: x(at), y: y(value_C) }));
  return (
    <svg className={styles.curve} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {[...new Set(targets)].map((to) => (
        <line key={to} className={styles.limit} x1={0} x2={size.width} y1={y(to)} y2={y(to)} />
      ))}
      <polyline points={points.map((point) => `${point.x},${point.y}`).join(' ')} />
      {points.map((point) => (
        <circle key={point.at} cx={point.x} cy={point.y} r={4.5} />
      ))}
    </svg>
  );
}
