import { makeReport, makeReportData, makeReportTable } from '@brina/contract/calls/record/reports';
import { recordTable, tableCatalogues } from '@brina/contract/words/record-table';
import { minute_ms } from '@brina/domain/language/durations';
import { localDay } from '@brina/domain/language/local-day';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { enterIssue } from '#features/record/ledger/issues.ts';
import type { Sealer } from '#features/record/ledger/seal.ts';
import { orderOf, subjectOf } from './order.ts';
import { periodReportHandlers } from './period.calls.ts';
import { pressOf } from './press.ts';
import type { Order } from './press-thread.ts';

/** A call that makes a file of records, in a way of its own. */
const fileOf = (
  call: typeof makeReport | typeof makeReportTable | typeof makeReportData,
  form: 'pdf' | 'csv' | 'jsonl',
  sealer: Sealer,
  made: (order: Order) => Uint8Array | Promise<Uint8Array>,
): Handled =>
  handlePrepared(
    call,
    async ({ database, caller, body }) => {
      const order = await orderOf(database, caller, body, sealer);
      return { order, data: await made(order) };
    },
    async ({ db, prepared: { order, data }, caller, clock, audit }) => {
      const company = caller.companyId ?? refuse('not_found', 404);
      await audit('record.report', company, { count: order.records.length });
      const { locale: language } = order.reader;
      const subject = subjectOf(order);
      const taker = `person ${caller.userId}` as const;
      const wait_ms = await enterIssue(db, { company, file: data, form, language, subject, at: clock.now(), taker });
      if (wait_ms > 0) refuse('too_many_requests', 429, { minutes: Math.ceil(wait_ms / minute_ms) });
      return { type: call.reply.type, name: nameOf(order.records, form), data };
    },
  );

const tableOf = ({ reader, records }: Order): Uint8Array =>
  Buffer.from(recordTable(speechIn(tableCatalogues, reader), formatFor(reader), records));

/** Each record with its proof; one that no book has is told without. */
const linesOf = ({ records }: Order): Uint8Array =>
  Buffer.from(
    records.map(({ record, data }) => `${data ?? JSON.stringify({ v: 1, entry: null, content: record })}\n`).join(''),
  );

/** Which day, or days, the records are of, in the kitchen's calendar. */
function nameOf(records: Order['records'], ending: string): string {
  const days = records.map((one) =>
    one.kind === 'day' ? one.record.day : localDay(one.record.startedAt, one.record.timeZone),
  );
  return `brina-haccp-${[...new Set([days[0], days.at(-1)])].join('-')}.${ending}`;
}

export function reportHandlers(parts: Parts): readonly Handled[] {
  const press = pressOf(parts.clock);
  return [
    fileOf(makeReport, 'pdf', parts, (order) => press.print(order)),
    fileOf(makeReportTable, 'csv', parts, tableOf),
    fileOf(makeReportData, 'jsonl', parts, linesOf),
    ...periodReportHandlers,
  ];
}
