import { hour_ms } from '@brina/domain/language/durations';
import { useQuery } from '@tanstack/react-query';
import { chartQuery } from '../../../../appliance/chart-query.ts';
import { useGapWord } from '../../../../appliance/use-gap-word.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import {
  type Day,
  type DiagnosedAppliance,
  dailyCounters,
  dailyPoints,
  dailyWork,
  type Period,
} from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import styles from './DailyWork.module.css';
import { Nothing, Part } from './Part.tsx';

/** Door openings and compressor hours of each day, beside each other: a leaking door shows in both. */
export function DailyWork({ appliance, period }: { appliance: DiagnosedAppliance; period: Period }) {
  const { t } = useMessages(diagnosisMessages);
  const format = useFormat();
  const asked = useQuery({
    ...chartQuery({
      params: { id: appliance.serialNumber },
      query: { ...period, metrics: dailyCounters.join(','), points: dailyPoints },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    select: (chart) => ({ days: dailyWork(chart, period, appliance.timeZone), isArriving: chart.arriving }),
  });
  const part = { asked, loading: t('loadingCurves'), failed: t('curvesFailed'), height: 120 };
  return (
    <div className={styles.pair}>
      <Part title={t('doors')} {...part}>
        {(work) => <Bars {...work} of={({ doors }) => doors} show={(value) => format.number(value)} {...appliance} />}
      </Part>
      <Part title={t('compressor')} {...part}>
        {(work) => (
          <Bars
            {...work}
            of={({ compressor_h }) => compressor_h}
            show={(value) => format.duration(value * hour_ms)}
            {...appliance}
          />
        )}
      </Part>
    </div>
  );
}

/** A bar a day; read out day by day, and a day without values says so, or that they are arriving. */
function Bars(props: {
  days: readonly Day[];
  /** Whether anything of the time has come, and is not ready to be shown. */
  isArriving: boolean;
  of: (day: Day) => number | null;
  show: (value: number) => string;
  timeZone: string;
}) {
  const { days, isArriving, of, show, timeZone } = props;
  const { t } = useMessages(diagnosisMessages);
  const gapWord = useGapWord();
  const format = useFormat();
  const values = days.map(of).filter((value) => value !== null);
  if (values.length === 0) return <Nothing>{isArriving ? gapWord('arriving') : t('noDaily')}</Nothing>;
  const max = Math.max(...values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const dayOf = (day: Day | undefined) => (day ? format.date(day.at_ms, timeZone) : '');
  return (
    <div className={styles.chart}>
      <p className={styles.summary}>{t('daily', { mean: show(mean), max: show(max) })}</p>
      <ol className={styles.bars}>
        {days.map((day) => {
          const value = of(day);
          const none = day.isArriving ? gapWord('arriving') : t('noData');
          const words = `${dayOf(day)}: ${value === null ? none : show(value)}`;
          return (
            <li key={day.at_ms} className={styles.bar} title={words} data-none={value === null || undefined}>
              <span className={styles.spoken}>{words}</span>
              {value !== null && <i style={{ blockSize: `${(value / Math.max(max, 1e-9)) * 100}%` }} />}
            </li>
          );
        })}
      </ol>
      <div className={styles.axis} aria-hidden>
        <span>{dayOf(days[0])}</span>
        <span>{dayOf(days.at(-1))}</span>
      </div>
    </div>
  );
}
