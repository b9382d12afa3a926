import { type AlarmInterval, listAlarms } from '@brina/contract/calls/record/alarms';
import { IconAlertTriangleFilled, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import type { DiagnosedAppliance, Period } from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import { useEvidenceWords } from '../use-evidence-words.ts';
import styles from './AlarmHistory.module.css';
import { Nothing, Part } from './Part.tsx';

/** Alarms and warnings of the period, the latest first, each with how long it lasted and what was measured. */
export function AlarmHistory({ appliance, period }: { appliance: DiagnosedAppliance; period: Period }) {
  const { t } = useMessages(diagnosisMessages);
  const asked = useQuery(callQuery(listAlarms, { params: { id: appliance.serialNumber }, query: period }));
  return (
    <Part title={t('alarms')} asked={asked} loading={t('loadingAlarms')} failed={t('alarmsFailed')}>
      {(alarms) =>
        alarms.length === 0 ? (
          <Nothing>{t('noAlarms')}</Nothing>
        ) : (
          <AlarmTable alarms={alarms} until={period.to} timeZone={appliance.timeZone} />
        )
      }
    </Part>
  );
}

function AlarmTable(props: { alarms: readonly AlarmInterval[]; until: number; timeZone: string }) {
  const { alarms, until, timeZone } = props;
  const { t } = useMessages(diagnosisMessages);
  const format = useFormat();
  const evidenceWords = useEvidenceWords();
  return (
    <DataTable
      label={t('alarms')}
      rows={alarms}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'alarm',
          title: t('alarm'),
          plain: true,
          cell: (alarm) => <AlarmName alarm={alarm} />,
        },
        { key: 'began', title: t('began'), cell: ({ startedAt }) => format.dateTime(startedAt, timeZone) },
        {
          key: 'duration',
          title: t('duration'),
          cell: ({ startedAt, clearedAt }) =>
            clearedAt === null
              ? t('stillActive', { time: format.duration(until - startedAt) })
              : format.duration(clearedAt - startedAt),
        },
        {
          key: 'evidence',
          title: t('evidence'),
          cell: (alarm) => {
            const words = evidenceWords(alarm);
            if (words.length === 0) return '–';
            return (
              <ul className={styles.lines}>
                {words.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            );
          },
        },
      ]}
    />
  );
}

function AlarmName({ alarm }: { alarm: AlarmInterval }) {
  const { t } = useMessages(diagnosisMessages);
  const words = useApplianceWords();
  const { severity, state, zone, ofKitchen, foldedInto, chattering, foundLater } = alarm;
  const loud = severity === 'C' || severity === 'A';
  const Icon = loud ? IconAlertTriangleFilled : IconInfoCircle;
  const notes = [
    state === 'suspected' && t('suspected'),
    state === 'retracted' && t('retracted'),
    ofKitchen && t('ofKitchen'),
    zone === 2 && t('inZone2'),
    chattering > 1 && t('chattering', { n: chattering }),
    foldedInto !== null && t('because', { alarm: words.alarmName({ name: foldedInto }) }),
    foundLater && t('foundLater'),
  ].filter((note) => note !== false);
  return (
    <span className={styles.alarm} data-loud={loud || undefined} data-past={state === 'retracted' || undefined}>
      <Icon size={18} aria-hidden />
      <span>
        <strong>{words.alarmName(alarm)}</strong>
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
    </span>
  );
}
