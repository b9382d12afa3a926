import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { haccpMessages } from '../haccp.messages.ts';

type Part = { record: BatchRecord };

/** Times on a record carry seconds and the UTC offset, with the month as a word: two inspectors must read the same. */
function useRecordTime({ timeZone }: BatchRecord): (at: number | null) => string {
  const format = useFormat();
  return (at) => format.dateTime(at, timeZone, 'document', { seconds: true });
}

/** The stages of the limit as this batch went through them. */
export function StageTable({ record }: Part) {
  const { t } = useMessages(haccpMessages);
  const format = useFormat();
  const time = useRecordTime(record);
  return (
    <DataTable
      label={t('stages')}
      rows={record.stages}
      rowKey={(stage) => `${stage.from} ${stage.to}`}
      columns={[
        {
          key: 'stage',
          title: t('stage'),
          cell: ({ from, to }) => t('stageOf', { from: format.temperature(from), to: format.temperature(to) }),
        },
        {
          key: 'began',
          title: t('began'),
          cell: ({ startedAt }) => (startedAt === null ? t('notReached') : time(startedAt)),
        },
        {
          key: 'ended',
          title: t('ended'),
          cell: ({ endedAt }) => (endedAt === null ? t('notReached') : time(endedAt)),
        },
        { key: 'took', title: t('took'), align: 'end', cell: ({ minutes }) => format.quantity(minutes, 'min', 1) },
        {
          key: 'limit',
          title: t('limitShort'),
          align: 'end',
          cell: ({ limit_min }) => format.quantity(limit_min, 'min'),
        },
      ]}
    />
  );
}

/** The phases that ran, and those of the plan that did not. */
export function PhaseTable({ record }: Part) {
  const { t } = useMessages(haccpMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const time = useRecordTime(record);
  return (
    <DataTable
      label={t('phases')}
      rows={record.plan.map((phase, place) => ({ ...phase, place }))}
      rowKey={({ place }) => place}
      columns={[
        { key: 'phase', title: t('phase'), cell: ({ phase }) => words.phaseName(record.model, phase) },
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

/** Alarms that were active during the batch. */
export function AlarmTable({ record }: Part) {
  const { t } = useMessages(haccpMessages);
  const words = useApplianceWords();
  const time = useRecordTime(record);
  return (
    <DataTable
      label={t('alarms')}
      rows={record.alarms}
      rowKey={({ name, from }) => `${name} ${from}`}
      columns={[
        { key: 'alarm', title: t('endReason.alarm'), cell: words.alarmName },
        { key: 'began', title: t('began'), cell: ({ from }) => time(from) },
        { key: 'ended', title: t('ended'), cell: ({ to }) => time(to) },
      ]}
    />
  );
}

/** Every revision there was: a later one never overwrites an earlier one. */
export function RevisionTable({ record }: Part) {
  const { t } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const time = useRecordTime(record);
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
