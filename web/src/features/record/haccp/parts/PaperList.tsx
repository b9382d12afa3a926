import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { displayModel } from '@brina/domain/appliance/families/families';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { utcOffset } from '@brina/domain/language/time';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { PaperFacts, PaperSheet, PaperTable } from '../../../../ui/PaperSheet.tsx';
import { haccpMessages } from '../haccp.messages.ts';

/** Of what and whose the list is, and for which time, epoch ms; `to` is excluded. */
export type ListHead = {
  company: string;
  kitchen: string;
  appliance: string;
  model: string;
  serialNumber: string;
  timeZone: string;
  from: number;
  to: number;
};

/** A list of records on paper: what it is of, how many of each verdict, and a line a record. */
export function PaperList({
  head,
  batches,
  functionName,
  verdictWord,
  minutes,
}: {
  head: ListHead;
  batches: readonly BatchSummary[];
  functionName: (batch: BatchSummary) => string;
  verdictWord: (batch: BatchSummary) => string;
  minutes: (batch: BatchSummary) => string;
}) {
  const { t } = useMessages(haccpMessages);
  const { t: word } = useMessages(ruleMessages);
  const format = useFormat();
  const day = (at: number) => format.date(at, head.timeZone, 'document');
  // A day that ends at midnight is not the day that begins there.
  const last = head.to - 1;
  const headOffset = utcOffset(last, head.timeZone);
  const counts = verdicts.flatMap((verdict) => {
    const count = batches.filter((batch) => batch.verdict === verdict).length;
    return count === 0 ? [] : [`${word(`verdict.${verdict}`)} ${format.number(count)}`];
  });
  const period = t('fromTo', { from: day(head.from), to: day(last) });
  return (
    <PaperSheet name={`${head.appliance}, ${period}`}>
      <h1>{t('title')}</h1>
      <PaperFacts
        items={[
          { term: t('company'), detail: head.company },
          { term: t('kitchen'), detail: head.kitchen },
          { term: t('period'), detail: period },
          { term: t('timeZone'), detail: `${head.timeZone}, ${headOffset}` },
          { term: t('appliance'), detail: head.appliance },
          { term: t('model'), detail: displayModel(head.model) },
          { term: t('serialNumber'), detail: head.serialNumber },
        ]}
      />
      <p>{counts.join(' · ')}</p>
      <PaperTable
        columns={[
          { title: t('startedAt') },
          { title: t('function') },
          { title: t('product') },
          { title: t('timeTaken'), align: 'end' },
          { title: t('verdict') },
        ]}
        rows={batches.map((batch) => ({
          key: batch.batchId,
          cells: [
            format.dateTime(batch.startedAt, head.timeZone, 'document', { headOffset }),
            functionName(batch),
            [batch.product, batch.lot].filter((text) => text !== null).join(', ') || '–',
            minutes(batch),
            verdictWord(batch),
          ],
        }))}
      />
    </PaperSheet>
  );
}
