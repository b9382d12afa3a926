import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import { explanationsOf } from '@brina/domain/alarms/alarm-texts';
import { type AlarmName, gradeOf, isAlarm, stemOf } from '@brina/domain/alarms/alarms';
import { IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { coreForecastMessages } from '../../../../appliance/core-forecast.messages.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { forecastOfAlarm, useForecastWords } from '../../../../appliance/use-forecast-words.ts';
import { useFailure } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Segments } from '../../../../ui/Segments.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { maintenanceMessages } from '../../maintenance/maintenance.messages.ts';
import { alarmTabMessages } from '../alarm-tab.messages.ts';
import { useAlarmHistory } from '../use-alarm-history.ts';
import { useReadNotifications } from '../use-read-notifications.ts';
import { AlarmList } from './AlarmList.tsx';
import styles from './Tab.module.css';

/** Texts to have before the view is shown. */
export const messages = [alarmTabMessages, maintenanceMessages, coreForecastMessages];

const periods = { '7d': 7, '30d': 30, '90d': 90 } as const;
type Period = keyof typeof periods;
const periodKeys = Object.keys(periods) as readonly Period[];

/** Active alarms with what to do, and those that are over, with how long they lasted and what was measured (S3.12). */
export function AlarmsTab({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(alarmTabMessages);
  const { t: page } = useMessages(applianceMessages);
  const failure = useFailure();
  const heading = useId();
  const [period, setPeriod] = useState<Period>('30d');
  const { data, error, refetch } = useAlarmHistory(appliance, periods[period]);
  useReadNotifications(data);
  const past = data?.filter(({ state }) => state === 'cleared');
  return (
    <div className={styles.tab}>
      <AlarmList appliance={appliance} />
      <Card as="section" labelledBy={heading}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title}>
            {t('past')}
          </h2>
          <Segments
            label={page('range')}
            hideLabel
            value={period}
            segments={periodKeys.map((value) => ({ value, label: t(`period.${value}`) }))}
            onChange={setPeriod}
          />
        </header>
        {past ? (
          past.length === 0 ? (
            <EmptyState icon={IconCircleCheck} title={t('none')} />
          ) : (
            <ul className={styles.list}>
              {past.map((alarm) => (
                <PastAlarm key={alarm.id} alarm={alarm} appliance={appliance} />
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorState {...failure(error, refetch)} />
        ) : (
          <Skeleton height={220} />
        )}
      </Card>
    </div>
  );
}

function PastAlarm({ alarm, appliance }: { alarm: AlarmInterval; appliance: Appliance }) {
  const { t } = useMessages(alarmTabMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const timeZone = appliance.lab?.timeZone;
  const forecastWords = useForecastWords(timeZone);
  const forecast = forecastOfAlarm(alarm);
  const { startedAt, clearedAt, excursion, zone, ofKitchen, foldedInto, foundLater } = alarm;
  const remarks = [
    zone === 2 && t('secondZone'),
    ofKitchen && t('ofKitchen'),
    foldedInto && t('folded', { alarm: words.alarmName({ name: foldedInto }) }),
    foundLater && t('foundLater'),
    forecast && forecastWords(forecast),
    excursion && t('excursion', { value: format.temperature(excursion.extreme) }),
  ].filter((one): one is string => typeof one === 'string');
  return (
    <li className={styles.alarm} data-loud={alarm.severity === 'C' || alarm.severity === 'A' || undefined}>
      <details>
        <summary>
          <strong>{t('named', { grade: t(`grade.${gradeOf(alarm.name)}`), name: words.alarmName(alarm) })}</strong>
          <span className={styles.times}>
            <span>{t('beganAt', { time: format.dateTime(startedAt, timeZone) })}</span>
            {clearedAt !== null && (
              <>
                {' · '}
                <span>{t('lasted', { time: format.duration(clearedAt - startedAt) })}</span>
              </>
            )}
          </span>
        </summary>
        {remarks.length > 0 && <p className={styles.remarks}>{remarks.join(' · ')}</p>}
        {isAlarm(alarm.name) && <Explanation name={alarm.name} technician={appliance.may.diagnose} />}
      </details>
    </li>
  );
}

/** What an alarm means and what likely caused it; for a technician also what to check. */
function Explanation({ name, technician }: { name: AlarmName; technician: boolean }) {
  const { t } = useMessages(alarmTabMessages);
  const { t: explain } = useMessages(explanationsOf(name));
  const stem = stemOf(name);
  return (
    <dl className={styles.explanation}>
      <dt>{t('meaning')}</dt>
      <dd>{explain(`${stem}.meaning`)}</dd>
      <dt>{t('causes')}</dt>
      <dd>{explain(`${stem}.causes`)}</dd>
      {technician && (
        <>
          <dt>{t('technician')}</dt>
          <dd>{explain(`${stem}.technician`)}</dd>
        </>
      )}
    </dl>
  );
}
