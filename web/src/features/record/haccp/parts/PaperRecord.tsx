import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { displayModel } from '@brina/domain/appliance/families/families';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useRuleWords } from '../../../../appliance/use-rule-words.ts';
import { PaperPlot } from '../../../../ui/PaperPlot.tsx';
import { PaperFacts, PaperPart, PaperSheet, PaperTable, PaperVerdict } from '../../../../ui/PaperSheet.tsx';
import { doubtedTogether } from '../record-curve.ts';
import { useBatchName } from '../use-batch-name.ts';
import { useMinutesBeside } from '../use-minutes-beside.ts';
import { useRecordCurves } from '../use-record-curve.ts';
import { usePointNames, useRecordWords } from '../use-record-words.ts';

type Part = { record: BatchRecord };

/** A record as an inspector takes it away: what, whose and when first, then the verdict, the whole curve and the evidence. */
export function PaperRecord({ record }: Part) {
  const nameOf = useBatchName();
  const { t, format } = useRecordWords(record);
  const what = nameOf(record.model, record);
  const day = format.date(record.startedAt, record.timeZone, 'document');
  return (
    <PaperSheet name={[record.company, record.applianceName, record.serialNumber, what, day].join(' · ')}>
      <h1>{`${t('record')}: ${what}, ${day}`}</h1>
      <Facts record={record} />
      <Verdict record={record} />
      <Curve record={record} />
      <Stages record={record} />
      <Further record={record} />
      <NotCounted record={record} />
      <Gaps record={record} />
      <Phases record={record} />
      <Alarms record={record} />
      <Revisions record={record} />
    </PaperSheet>
  );
}

function Facts({ record }: Part) {
  const { t, format, time, zone, recipe } = useRecordWords(record);
  return (
    <PaperFacts
      items={[
        { term: t('company'), detail: record.company },
        { term: t('kitchen'), detail: record.laboratory ?? '–' },
        { term: t('appliance'), detail: record.applianceName },
        { term: t('startedAt'), detail: time(record.startedAt) },
        { term: t('endedAt'), detail: time(record.endedAt) },
        { term: t('timeZone'), detail: zone },
        { term: t('recipe'), detail: recipe(record) },
        { term: t('product'), detail: record.product ?? '–' },
        { term: t('lot'), detail: record.lot ?? '–' },
        { term: t('load'), detail: format.quantity(record.load_kg, 'kg') },
        { term: t('model'), detail: displayModel(record.model) },
        { term: t('serialNumber'), detail: record.serialNumber },
        { term: t('firmware'), detail: record.firmware || '–' },
        { term: t('continuity'), detail: format.percent(record.continuity, 1) },
        { term: t('doorOpenings'), detail: format.number(record.doorOpenings) },
      ]}
    />
  );
}

/** The verdict in ink, by what limit and by whose rules, and every sentence that explains it. */
function Verdict({ record }: Part) {
  const { t, word, ...say } = useRecordWords(record);
  const { verdict, review, rule, limit_min } = record;
  const sentences = [
    ...(review ? [say.bothVerdicts(review, record.judge)] : []),
    ...record.reasons.map(say.reason),
    ...say.remarks(record),
  ];
  return (
    <>
      {verdict && (
        <PaperVerdict word={word(`verdict.${verdict}`)} measured={limit_min === null ? null : say.measured(record)} />
      )}
      {record.endReason && <p>{`${t('endReason')}: ${say.endReason(record)}`}</p>}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        {rule
          ? [
              `${t('limit')}: ${say.ruleName(record)} (${say.ruleSource(record)})`,
              `${word(`force.${rule.force}`)}, ${t('ruleVersion', { version: rule.version })}`,
              `${t('judge')}: ${t('ruleVersion', { version: record.judge })}`,
            ].join(' · ')
          : t('noRule')}
      </p>
    </>
  );
}

function Curve({ record }: Part) {
  const { t } = useRecordWords(record);
  const curves = useRecordCurves(record);
  if (!curves) return <p>{t('noSamples')}</p>;
  return (
    <PaperPart title={t('curve')}>
      <PaperPlot content={curves.content('every')} format={curves.format} label={t('curve')} />
    </PaperPart>
  );
}

function Stages({ record }: Part) {
  const { t, format, ...say } = useRecordWords(record);
  if (record.stages.length === 0) return null;
  return (
    <PaperPart title={t('stages')}>
      <PaperTable
        columns={[
          { title: t('stage') },
          { title: t('began') },
          { title: t('ended') },
          { title: t('took'), align: 'end' },
          { title: t('limitShort'), align: 'end' },
          { title: t('verdict') },
        ]}
        rows={record.stages.map((stage) => ({
          key: `${stage.from} ${stage.to}`,
          cells: [
            say.stage(stage),
            say.moment(stage, stage.startedAt),
            say.moment(stage, stage.endedAt),
            say.took(stage),
            format.quantity(stage.limit_min, 'min'),
            say.stageVerdict(stage),
          ],
        }))}
      />
    </PaperPart>
  );
}

/** What the other rules of the kitchen's plan say of the batch. */
function Further({ record }: Part) {
  const { t, word, format } = useRecordWords(record);
  const { name, source } = useRuleWords();
  const minutes = useMinutesBeside();
  if (record.further.length === 0) return null;
  return (
    <PaperPart title={t('otherRules')}>
      <PaperTable
        columns={[
          { title: t('rule') },
          { title: t('took'), align: 'end' },
          { title: t('limitShort'), align: 'end' },
          { title: t('verdict') },
        ]}
        rows={record.further.map((one) => ({
          key: JSON.stringify(one.rule),
          cells: [
            `${name(one.rule)} (${source(one.rule)})`,
            one.minutes === null ? '–' : minutes(one.minutes, one.limit_min ?? 0),
            format.quantity(one.limit_min, 'min'),
            word(`verdict.${one.verdict}`),
          ],
        }))}
      />
    </PaperPart>
  );
}

function NotCounted({ record }: Part) {
  const { t, word, time } = useRecordWords(record);
  const { pointNumbers } = usePointNames(record);
  if (record.disbelieved.length === 0) return null;
  return (
    <PaperPart title={t('notCounted')}>
      <PaperTable
        columns={[{ title: t('points') }, { title: t('began') }, { title: t('ended') }, { title: t('cause') }]}
        rows={doubtedTogether(record).map(({ points, from, to, reason }) => ({
          key: `${points.join()} ${from}`,
          cells: [pointNumbers(points), time(from), time(to), word(`gap.${reason}`)],
        }))}
      />
    </PaperPart>
  );
}

function Gaps({ record }: Part) {
  const { t, word, format, time } = useRecordWords(record);
  if (record.gaps.length === 0) return null;
  return (
    <PaperPart title={t('gaps')}>
      <PaperTable
        columns={[
          { title: t('cause') },
          { title: t('began') },
          { title: t('ended') },
          { title: t('took'), align: 'end' },
        ]}
        rows={record.gaps.map(({ from, to, reason }) => ({
          key: `${from}`,
          cells: [word(`gap.${reason}`), time(from), time(to), format.duration(to - from)],
        }))}
      />
    </PaperPart>
  );
}

function Phases({ record }: Part) {
  const { t, format, time } = useRecordWords(record);
  const words = useApplianceWords();
  if (record.plan.length === 0) return null;
  return (
    <PaperPart title={t('phases')}>
      <PaperTable
        columns={[
          { title: t('phase') },
          { title: t('began') },
          { title: t('ended') },
          { title: t('took'), align: 'end' },
        ]}
        rows={record.plan.map(({ phase, startedAt, endedAt }, place) => ({
          key: `${place}`,
          cells: [
            words.phaseName(record.model, phase),
            startedAt === null ? t('notRun') : time(startedAt),
            time(endedAt),
            startedAt === null || endedAt === null ? '–' : format.duration(endedAt - startedAt),
          ],
        }))}
      />
    </PaperPart>
  );
}

function Alarms({ record }: Part) {
  const { t, time } = useRecordWords(record);
  const words = useApplianceWords();
  return (
    <PaperPart title={t('alarms')}>
      {record.alarms.length === 0 ? (
        <p>{t('noAlarms')}</p>
      ) : (
        <PaperTable
          columns={[{ title: t('endReason.alarm') }, { title: t('began') }, { title: t('ended') }]}
          rows={record.alarms.map((alarm) => ({
            key: `${alarm.name} ${alarm.from}`,
            cells: [words.alarmName(alarm), time(alarm.from), time(alarm.to)],
          }))}
        />
      )}
    </PaperPart>
  );
}

function Revisions({ record }: Part) {
  const { t, word, format, time } = useRecordWords(record);
  return (
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
      <p>{t('recordId', { id: record.batchId })}</p>
    </PaperPart>
  );
}
