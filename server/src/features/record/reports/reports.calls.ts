import { makeReport, makeReportTable } from '@brina/contract/calls/record/reports';
import { recordTable } from '@brina/contract/words/record-table';
import { recordCatalogues } from '@brina/contract/words/record-words';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import type { Sealer } from '#features/record/ledger/seal.ts';
import { orderOf } from './order.ts';
import { periodReportHandlers } from './period.calls.ts';
import { pressOf } from './press.ts';
import type { Order } from './press-thread.ts';

const make = (parts: Sealer): Handled => {
  const press = pressOf(parts.clock);
  return handlePrepared(
    makeReport,
    async ({ database, caller, body }) => {
      const order = await orderOf(database, caller, body.batches, parts);
      return { name: nameOf(order.records, 'pdf'), count: order.records.length, data: await press.print(order) };
    },
    async ({ prepared, caller, audit }) => {
      await audit('record.report', caller.companyId ?? '', { count: prepared.count });
      return { type: 'application/pdf', name: prepared.name, data: prepared.data };
    },
  );
};

const table = (parts: Sealer): Handled =>
  handlePrepared(
    makeReportTable,
    async ({ database, caller, body }) => {
      const { reader, records } = await orderOf(database, caller, body.batches, parts);
      const rows = records.map(({ record }) => record);
      const text = recordTable(speechIn(recordCatalogues, reader), formatFor(reader), rows);
      return { name: nameOf(records, 'csv'), count: records.length, data: Buffer.from(text) };
    },
    async ({ prepared, caller, audit }) => {
      await audit('record.report', caller.companyId ?? '', { count: prepared.count });
      return { type: 'text/csv', name: prepared.name, data: prepared.data };
    },
  );

/** Which day, or days, the records are of, in the kitchen's calendar. */
function nameOf(records: Order['records'], ending: string): string {
  const days = records.map(({ record: { startedAt, timeZone } }) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(startedAt),
  );
  return `brina-haccp-${[...new Set([days[0], days.at(-1)])].join('-')}.${ending}`;
}

export const reportHandlers = (parts: Parts): readonly Handled[] => [
  make(parts),
  table(parts),
  ...periodReportHandlers,
];
