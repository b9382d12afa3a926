import type { ChartContent, ChartSeries } from '@brina/domain/charts/chart-content';
import styles from './Legend.module.css';

/** The lines of a chart by their names, with the value of each where one is being read; last what is along its foot, and what hands read. */
export function Legend(props: {
  series: readonly ChartSeries[];
  reading?: (series: ChartSeries) => string;
  beside?: Pick<ChartContent, 'strip' | 'spots'>;
}) {
  const { series, reading, beside: { strip, spots } = {} } = props;
  return (
    <ul className={styles.legend}>
      {series.map((one) => (
        <li key={one.key} className={styles.entry}>
          <span className={styles.swatch} data-colour={one.colour} data-kind={one.kind} />
          {one.label}
          {reading && <span className={styles.reading}>{reading(one)}</span>}
        </li>
      ))}
      {strip && (
        <li className={styles.entry}>
          <span className={styles.swatch} data-kind="strip" />
          {strip.label}
        </li>
      )}
      {spots && (
        <li className={styles.entry}>
          <span className={styles.swatch} data-kind="spot" />
          {spots.label}
        </li>
      )}
    </ul>
  );
}
