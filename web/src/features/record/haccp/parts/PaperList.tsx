import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { recordMessages } from '@brina/contract/words/record.messages';
import { displayModel } from '@brina/domain/appliance/families/families';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { utcOffset } from '@brina/domain/language/time';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { PaperDocument } from '../../../../ui/PaperSheet.tsx';
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
  const { t: of } = useMessages(recordMessages);
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
  const period = of('fromTo', { from: day(head.from), to: day(last) });
  return (
    <PaperDocument
      sheet={{
        name: `${head.appliance}, ${period}`,
        title: t('title'),
        facts: [
          { term: of('company'), detail: head.company },
          { term: of('kitchen'), detail: head.kitchen },
          { term: t('period'), detail: period },
          { term: of('timeZone'), detail: `${head.timeZone}, ${headOffset}` },
          { term: of('appliance'), detail: head.appliance },
          { term: of('model'), detail: displayModel(head.model) },
          { term: of('serialNumber'), detail: head.serialNumber },
        ],
        verdict: null,
        texts: [counts.join(' · ')],
        parts: [
          {
            title: t('batches'),
            table: {
              columns: [
                { title: of('startedAt') },
                { title: of('function') },
                { title: of('product') },
                { title: of('timeTaken'), align: 'end' },
                { title: of('verdict') },
              ],
              rows: batches.map((batch) => ({
                key: batch.batchId,
                cells: [
                  format.dateTime(batch.startedAt, head.timeZone, 'document', { headOffset }),
                  functionName(batch),
                  [batch.product, batch.lot].filter((text) => text !== null).join(', ') || '–',
                  minutes(batch),
                  verdictWord(batch),
                ],
              })),
            },
          },
        ],
      }}
    />
  );
}
