import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import { gradeOf } from '@brina/domain/alarms/alarms';
import { IconBellCheck } from '@tabler/icons-react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { coreForecastMessages } from '../../../../appliance/core-forecast.messages.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { forecastOfAlarm, useForecastWords } from '../../../../appliance/use-forecast-words.ts';
import { useFailure } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { listMessages } from '../../../../lib/paged-list.messages.ts';
import { useListPages } from '../../../../lib/use-list-pages.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { alarmTabMessages } from '../alarm-tab.messages.ts';
import { useAlarmHistory } from '../use-alarm-history.ts';
import { useReadNotifications } from '../use-read-notifications.ts';

/** Texts to have before the view is shown. */
export const messages = [alarmTabMessages, listMessages, coreForecastMessages];

const days = 90;
const none: readonly AlarmInterval[] = [];

/** What was reported of this appliance: what it is, its grade, and when it began and was reported (S3.14). */
export function NotificationsTab({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(alarmTabMessages);
  const { t: page } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const forecastWords = useForecastWords(appliance.lab?.timeZone);
  /** What it is, and what was forecast where it speaks of that. */
  const saidOf = (row: AlarmInterval): string => {
    const forecast = forecastOfAlarm(row);
    return forecast ? `${words.alarmName(row)} · ${forecastWords(forecast)}` : words.alarmName(row);
  };
  const failure = useFailure();
  const { data, error, refetch } = useAlarmHistory(appliance, days);
  useReadNotifications(data);
  // One alarm explains another: only the first was told.
  const told = (data ?? none).filter(
    ({ raisedAt, state, foldedInto }) => raisedAt !== null && state !== 'retracted' && foldedInto === null,
  );
  const pages = useListPages(told);
  if (error && !data) {
    return <ErrorState {...failure(error, refetch)} />;
  }
  if (!data) return <Skeleton height={260} />;
  if (told.length === 0) return <EmptyState icon={IconBellCheck} title={t('nothingTold')} />;
  return (
    <DataTable
      label={page('tab.notifications')}
      {...pages}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', title: t('what'), cell: saidOf, plain: true },
        { key: 'type', title: t('type'), cell: ({ name }) => t(`grade.${gradeOf(name)}`) },
        { key: 'began', title: t('began'), cell: (row) => format.dateTime(row.startedAt, appliance.lab?.timeZone) },
        { key: 'told', title: t('told'), cell: (row) => format.dateTime(row.raisedAt, appliance.lab?.timeZone) },
        {
          key: 'state',
          title: t('state'),
          cell: (row) => t(row.clearedAt === null ? 'stillActive' : 'over'),
        },
      ]}
    />
  );
}
