import { type BatchRecord, getBatch } from '@brina/contract/calls/record/haccp';
import { verifyPath } from '@brina/contract/calls/record/verify';
import { recordMessages } from '@brina/contract/words/record.messages';
import { amendmentsPart, notesPart, readingsPart } from '@brina/contract/words/remarks-sheet';
import { displayModel } from '@brina/domain/appliance/families/families';
import { utcOffset } from '@brina/domain/language/time';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Actions } from '../actions/Actions.tsx';
import type { Needle } from '../actions/action-draft.ts';
import { actionMessages } from '../actions/actions.messages.ts';
import { Remarks } from '../remarks/Remarks.tsx';
import { instrumentsOf } from '../remarks/remarked.ts';
import { remarkMessages } from '../remarks/remarks.messages.ts';
import { Signatures } from '../signatures/Signatures.tsx';
import styles from './HaccpRecordScreen.module.css';
import { haccpMessages } from './haccp.messages.ts';
import { DataQuality } from './parts/DataQuality.tsx';
import { OtherRules } from './parts/OtherRules.tsx';
import { PaperRecord } from './parts/PaperRecord.tsx';
import { RecordButtons } from './parts/RecordButtons.tsx';
import { RecordCurve } from './parts/RecordCurve.tsx';
import { AlarmTable, DisbelievedTable, PhaseTable, RevisionTable, StageTable } from './parts/RecordTables.tsx';
import { ReviewNotice } from './parts/ReviewNotice.tsx';
import { VerdictCard } from './parts/VerdictCard.tsx';
import { useBatchName } from './use-batch-name.ts';
import { useRecordWords } from './use-record-words.ts';

/** One HACCP record: the verdict with its limit and source, the curve, the evidence, and how it came about (S2.24). */
export function HaccpRecordScreen({ serialNumber, batchId }: { serialNumber: string; batchId: string }) {
  const { t } = useMessages(haccpMessages);
  const { t: of } = useMessages(recordMessages);
  const titleOf = useRecordTitle();
  const failure = useFailure();
  const { data, error, refetch } = useQuery(callQuery(getBatch, { params: { serial: serialNumber, batchId } }));
  return (
    <Screen
      title={data ? titleOf(data) : of('record')}
      lead={
        <BackLink
          link={(looks) => (
            <Link {...looks} to="." search={({ batch: _, ...others }: Record<string, unknown>) => others} />
          )}
        >
          {t('allRecords')}
        </BackLink>
      }
      actions={data && <RecordButtons of={{ batches: [batchId] }} />}
      state={data ? 'ready' : error ? 'error' : 'loading'}
      loading={
        <div className={styles.page} role="status" aria-label={t('loading')}>
          <Skeleton height={150} />
          <Skeleton height={380} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('loadFailed'))} />}
    >
      {data && <Record record={data} />}
    </Screen>
  );
}

/** What a record is known by among those of the same day: its cycle, its food, and the minute it began at, in the kitchen's time. */
function useRecordTitle(): (record: BatchRecord) => string {
  const nameOf = useBatchName();
  const format = useFormat();
  return (record) => {
    const { model, product, startedAt, timeZone } = record;
    const headOffset = utcOffset(startedAt, timeZone);
    const began = format.dateTime(startedAt, timeZone, 'document', { headOffset });
    return [nameOf(model, record), product, began].filter((part) => part !== null).join(' · ');
  };
}

function Record({ record }: { record: BatchRecord }) {
  const { t } = useMessages(recordMessages);
  const { t: page } = useMessages(haccpMessages);
  const { t: action } = useMessages(actionMessages);
  const { t: remark } = useMessages(remarkMessages);
  const words = useRecordWords(record);
  return (
    <div className={styles.page}>
      <ReviewNotice record={record} />
      <VerdictCard record={record} />
      {record.actions.length > 0 && (
        <Section title={action('title')}>
          <BatchActions record={record} />
        </Section>
      )}
      <Section title={t('curve')}>
        <RecordCurve record={record} />
      </Section>
      {record.stages.length > 0 && (
        <Section title={t('stages')} note={t('interpolated')}>
          <StageTable record={record} />
        </Section>
      )}
      <Judging record={record} />
      <Section title={remark('title')}>
        <BatchRemarks record={record} />
        {record.actions.length === 0 && record.verdict !== null && <BatchActions record={record} />}
      </Section>
      <Section title={t('proof')}>
        <Signatures of={{ ...record, kind: 'batch', id: record.batchId }} words={words} />
      </Section>
      <div className={styles.pair}>
        <Section title={t('details')}>
          <CycleFacts record={record} />
        </Section>
        <Section title={t('quality')}>
          <DataQuality record={record} />
        </Section>
      </div>
      <Section title={t('phases')}>
        <PhaseTable record={record} />
      </Section>
      <Section title={t('alarms')}>
        {record.alarms.length === 0 ? <p className={styles.none}>{t('noAlarms')}</p> : <AlarmTable record={record} />}
      </Section>
      {record.revisions.length > 0 && (
        <Section title={t('revisions')}>
          <RevisionTable record={record} />
        </Section>
      )}
      <p className={styles.id}>{t('recordId', { id: record.batchId })}</p>
      <Button
        component="a"
        className={styles.verify}
        href={verifyPath}
        target="_blank"
        variant="default"
        leftSection={<IconShieldCheck size={20} aria-hidden />}
      >
        {page('verify')}
      </Button>
      <PaperRecord record={record} />
    </div>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </Card>
  );
}

/** What other rules say of it, and which values did not count. */
function Judging({ record }: { record: BatchRecord }) {
  const { t } = useMessages(recordMessages);
  return (
    <>
      {record.rule && (
        <Section title={t('otherRules')}>
          <OtherRules record={record} />
        </Section>
      )}
      {record.disbelieved.length > 0 && (
        <Section title={t('notCounted')}>
          <DisbelievedTable record={record} />
        </Section>
      )}
    </>
  );
}

/** What was done about the food of a batch; where nothing was, the way to say so. */
function BatchActions({ record }: { record: BatchRecord }) {
  const words = useRecordWords(record);
  return (
    <Actions
      actions={record.actions}
      words={words}
      on={{ kind: 'batch', id: record.batchId, record }}
      needle={needleOf(record)}
      instruments={instrumentsOf(record)}
    />
  );
}

/** What the needle read last; of a clock that nobody trusts, nobody knows when that was. */
function needleOf({ samples, applianceName, timeZone, clockSuspect }: BatchRecord): Needle | null {
  const place = samples.core.findLastIndex((core) => core !== null);
  const [value_C, at] = [samples.core[place], samples.at[place]];
  if (value_C == null || at === undefined || clockSuspect) return null;
  return { value_C, at, unit: applianceName, timeZone };
}

function BatchRemarks({ record }: { record: BatchRecord }) {
  const words = useRecordWords(record);
  const { readings, notes, amendments, batchId, timeZone, endedAt } = record;
  return (
    <Remarks
      record={{
        subject: { kind: 'batch', id: batchId },
        timeZone,
        endedAt,
        near_C: needleOf(record)?.value_C ?? null,
        instruments: instrumentsOf(record),
        food: record,
      }}
      added={[readingsPart(words, readings), notesPart(words, notes), amendmentsPart(words, amendments)]}
    />
  );
}

function CycleFacts({ record }: { record: BatchRecord }) {
  const { t, format, time: at, zone, recipe, ...say } = useRecordWords(record);
  const cooked = say.cooked(record);
  return (
    <DefinitionList
      items={[
        { term: t('appliance'), detail: record.applianceName },
        { term: t('model'), detail: displayModel(record.model) },
        { term: t('serialNumber'), detail: record.serialNumber },
        { term: t('firmware'), detail: record.firmware || '–' },
        { term: t('kitchen'), detail: record.laboratory ?? '–' },
        { term: t('company'), detail: record.company },
        { term: t('recipe'), detail: recipe(record) },
        { term: t('product'), detail: record.product ?? '–' },
        { term: t('lot'), detail: record.lot ?? '–' },
        { term: t('load'), detail: format.quantity(record.load_kg, 'kg') },
        ...(cooked === null ? [] : [{ term: t('cookedAt'), detail: cooked }]),
        { term: t('startedAt'), detail: at(record.startedAt) },
        { term: t('endedAt'), detail: at(record.endedAt) },
        { term: t('timeZone'), detail: zone },
      ]}
    />
  );
}
