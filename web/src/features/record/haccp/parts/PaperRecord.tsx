import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { displayModel } from '@brina/domain/appliance/families/families';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { PaperFacts, PaperPart, PaperSheet, PaperTable, PaperVerdict } from '../../../../ui/PaperSheet.tsx';
import { useRecordWords } from '../use-record-words.ts';
import { PaperCurve } from './PaperCurve.tsx';

/** A record as an inspector takes it away: what, whose and when first, then the verdict, the whole curve and the evidence. */
export function PaperRecord({ record }: { record: BatchRecord }) {
  const words = useApplianceWords();
  const { t, word, format, time, ...say } = useRecordWords(record);
  const what = words.functionName(record.model, record.function);
  const name = [record.applianceName, what, format.date(record.startedAt, record.timeZone, 'document')].join(', ');
  const reasons = [...record.reasons.map(say.reason), ...say.remarks(record)];
  const { review } = record;
  return (
    <PaperSheet name={name}>
      <h1>{`${t('record')}: ${what}`}</h1>
      <PaperFacts
        items={[
          { term: t('company'), detail: record.company },
          { term: t('kitchen'), detail: record.laboratory ?? '–' },
          { term: t('appliance'), detail: record.applianceName },
          { term: t('model'), detail: displayModel(record.model) },
          { term: t('serialNumber'), detail: record.serialNumber },
          { term: t('firmware'), detail: record.firmware || '–' },
          { term: t('product'), detail: record.product ?? '–' },
          { term: t('lot'), detail: record.lot ?? '–' },
          { term: t('load'), detail: format.quantity(record.load_kg, 'kg') },
          { term: t('startedAt'), detail: time(record.startedAt) },
          { term: t('endedAt'), detail: time(record.endedAt) },
          { term: t('endReason'), detail: record.endReason ? say.endReason(record.endReason) : '–' },
        ]}
      />
      {record.verdict && <PaperVerdict>{word(`verdict.${record.verdict}`)}</PaperVerdict>}
      {review && <p>{say.bothVerdicts(review)}</p>}
      <p>{`${say.ruleName(record)} (${say.ruleSource(record)})`}</p>
      {reasons.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PaperCurve record={record} />
      {record.stages.length > 0 && (
        <PaperPart title={t('stages')}>
          <PaperTable
            columns={[
              { title: t('stage') },
              { title: t('began') },
              { title: t('ended') },
              { title: t('took'), align: 'end' },
              { title: t('limitShort'), align: 'end' },
            ]}
            rows={record.stages.map((stage) => ({
              key: `${stage.from} ${stage.to}`,
              cells: [
                say.stage(stage),
                stage.startedAt === null ? t('notReached') : time(stage.startedAt),
                stage.endedAt === null ? t('notReached') : time(stage.endedAt),
                say.took(stage),
                format.quantity(stage.limit_min, 'min'),
              ],
            }))}
          />
        </PaperPart>
      )}
      {record.disbelieved.length > 0 && (
        <PaperPart title={t('notCounted')}>
          <PaperTable
            columns={[{ title: t('points') }, { title: t('began') }, { title: t('ended') }, { title: t('cause') }]}
            rows={record.disbelieved.map(({ point, from, to, reason }) => ({
              key: `${point} ${from}`,
              cells: [record.samples.pointNames[point] ?? '–', time(from), time(to), word(`gap.${reason}`)],
            }))}
          />
        </PaperPart>
      )}
      {record.gaps.length > 0 && (
        <PaperPart title={t('gaps')}>
          <PaperTable
            columns={[{ title: t('began') }, { title: t('ended') }, { title: t('cause') }]}
            rows={record.gaps.map(({ from, to, reason }) => ({
              key: `${from}`,
              cells: [time(from), time(to), word(`gap.${reason}`)],
            }))}
          />
        </PaperPart>
      )}
      {record.alarms.length > 0 && (
        <PaperPart title={t('alarms')}>
          <PaperTable
            columns={[{ title: t('endReason.alarm') }, { title: t('began') }, { title: t('ended') }]}
            rows={record.alarms.map((alarm) => ({
              key: `${alarm.name} ${alarm.from}`,
              cells: [words.alarmName(alarm), time(alarm.from), time(alarm.to)],
            }))}
          />
        </PaperPart>
      )}
      <PaperPart title={t('revisions')}>
        <PaperTable
          columns={[
            { title: t('revision') },
            { title: t('createdAt') },
            { title: t('verdict') },
            { title: t('samples'), align: 'end' },
            { title: t('cause') },
          ]}
          rows={record.revisions.map((one) => ({
            key: `${one.revision}`,
            cells: [
              format.number(one.revision),
              time(one.createdAt),
              word(`verdict.${one.verdict}`),
              format.number(one.sampleCount),
              t(`cause.${one.cause}`),
            ],
          }))}
        />
      </PaperPart>
      <p>
        {[
          `${t('continuity')} ${format.percent(record.continuity, 1)}`,
          `${t('judge')}: ${t('ruleVersion', { version: record.judge })}`,
          t('recordId', { id: record.batchId }),
        ].join(' · ')}
      </p>
    </PaperSheet>
  );
}
