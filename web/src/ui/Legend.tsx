import type { ChartSeries } from '@brina/domain/charts/chart-content';
import styles from './Legend.module.css';

/** The lines of a chart by their names, with the value of each where one is being read; last what is along its foot. */
export function Legend(props: {
  series: readonly ChartSeries[];
  reading?: (series: ChartSeries) => string;
  strip?: string | undefined;
}) {
  const { series, reading, strip } = props;
  return (
    <ul className={styles.legend}>
      {series.map((one) => (
        <li key={one.key} className={styles.entry}>
          <span className={styles.swatch} data-colour={one.colour} data-kind={one.kind} />
          {one.label}
          {reading && <span className={styles.reading}>{reading(one)}</span>}
        </li>
      ))}
      {strip !== undefined && (
        <li className={styles.entry}>
          <span className={styles.swatch} data-kind="strip" />
          {strip}
        </li>
      )}
    </ul>
  );
}
