import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { doubtedTogether } from '@brina/contract/words/record-curve';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { useRecordWords } from '../use-record-words.ts';

type Part = { record: BatchRecord };

/** The stages of the limit as this batch went through them. */
export function StageTable({ record }: Part) {
  const { t, took, stage, stageLimit, moment, stageVerdict } = useRecordWords(record);
  return (
    <DataTable
      label={t('stages')}
      rows={record.stages}
      rowKey={({ from, to }) => `${from} ${to}`}
      columns={[
        {
          key: 'stage',
          title: t('stage'),
          cell: stage,
        },
        {
          key: 'began',
          title: t('began'),
          cell: (one) => moment(one, one.startedAt),
        },
        {
          key: 'ended',
          title: t('ended'),
          cell: (one) => moment(one, one.endedAt),
        },
        { key: 'took', title: t('took'), align: 'end', cell: took },
        {
          key: 'limit',
          title: t('limitShort'),
          align: 'end',
          cell: stageLimit,
        },
        { key: 'verdict', title: t('verdict'), cell: stageVerdict },
      ]}
    />
  );
}

/** The phases that ran, and those of the plan that did not. */
export function PhaseTable({ record }: Part) {
  const { t, format, time, phaseName } = useRecordWords(record);
  return (
    <DataTable
      label={t('phases')}
      rows={record.plan.map((phase, place) => ({ ...phase, place }))}
      rowKey={({ place }) => place}
      columns={[
        { key: 'phase', title: t('phase'), cell: ({ phase }) => phaseName(record.model, phase) },
        {
          key: 'began',
          title: t('began'),
          cell: ({ startedAt }) => (startedAt === null ? t('notRun') : time(startedAt)),
        },
        { key: 'ended', title: t('ended'), cell: ({ endedAt }) => time(endedAt) },
        {
          key: 'took',
          title: t('took'),
          align: 'end',
          cell: ({ startedAt, endedAt }) =>
            startedAt === null || endedAt === null ? '–' : format.duration(endedAt - startedAt),
        },
      ]}
    />
  );
}

/** Values of points that do not count, and why. */
export function DisbelievedTable({ record }: Part) {
  const { t, word, time, pointNumbers } = useRecordWords(record);
  return (
    <DataTable
      label={t('notCounted')}
      rows={doubtedTogether(record)}
      rowKey={({ points, from }) => `${points.join()} ${from}`}
      columns={[
        { key: 'point', title: t('points'), cell: ({ points }) => pointNumbers(record, points) },
        { key: 'began', title: t('began'), cell: ({ from }) => time(from) },
        { key: 'ended', title: t('ended'), cell: ({ to }) => time(to) },
        { key: 'cause', title: t('cause'), cell: ({ reason }) => word(`gap.${reason}`) },
      ]}
    />
  );
}

/** Alarms that were active during the batch. */
export function AlarmTable({ record }: Part) {
  const { t, time, alarmName } = useRecordWords(record);
  return (
    <DataTable
      label={t('alarms')}
      rows={record.alarms}
      rowKey={({ name, from }) => `${name} ${from}`}
      columns={[
        { key: 'alarm', title: t('endReason.alarm'), cell: ({ name }) => alarmName(name) },
        { key: 'began', title: t('began'), cell: ({ from }) => time(from) },
        { key: 'ended', title: t('ended'), cell: ({ to }) => time(to) },
      ]}
    />
  );
}

/** Every revision there was: a later one never overwrites an earlier one. */
export function RevisionTable({ record }: Part) {
  const { t, word, format, time } = useRecordWords(record);
  return (
    <DataTable
      label={t('revisions')}
      rows={record.revisions}
      rowKey={({ revision }) => revision}
      columns={[
        { key: 'revision', title: t('revision'), cell: ({ revision }) => format.number(revision) },
        { key: 'createdAt', title: t('createdAt'), cell: ({ createdAt }) => time(createdAt) },
        { key: 'verdict', title: t('verdict'), cell: ({ verdict }) => word(`verdict.${verdict}`) },
        { key: 'samples', title: t('samples'), align: 'end', cell: ({ sampleCount }) => format.number(sampleCount) },
        { key: 'cause', title: t('cause'), cell: ({ cause }) => t(`cause.${cause}`) },
      ]}
    />
  );
}
