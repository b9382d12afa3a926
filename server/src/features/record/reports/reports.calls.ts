import { makeReport, makeReportTable } from '@brina/contract/calls/record/reports';
import { recordTable } from '@brina/contract/words/record-table';
import { recordCatalogues } from '@brina/contract/words/record-words';
import { formatFor } from '@brina/domain/language/reader';
import { speechIn } from '@brina/domain/language/speech';
import type { Caller } from '#core/access/caller.ts';
import { ownsAll } from '#core/access/scopes.ts';
import type { Database, Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { presentAction } from '#features/record/actions/actions.queries.ts';
import { latestRecord, recipeOf } from '#features/record/haccp/haccp.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { provenEntry } from '#features/record/ledger/proof.ts';
import { type Sealer, sealNow } from '#features/record/ledger/seal.ts';
import { periodReportHandlers } from './period.calls.ts';
import { Press } from './press.ts';
import type { Order } from './press-thread.ts';
import { readerOf } from './reader.queries.ts';

const make = (parts: Sealer): Handled => {
  const press = new Press(parts.clock);
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

/**
 * What a file of records is made from, read record by record: of many others would wait for long. What leaves the house is in a checkpoint.
 * @throws Refusal `not_found`: one of them is not the caller's, or has nothing to show yet
 */
async function orderOf(database: Database, caller: Caller, batches: readonly string[], sealer: Sealer): Promise<Order> {
  const ids = [...new Set(batches)];
  // Nothing is read of what is another's, although the reply would be refused.
  if (!(await database.read((db) => ownsAll(db, caller, 'batch', ids)))) refuse('not_found', 404);
  const readAll = async (): Promise<Order['records'][number][]> => {
    const records: Order['records'][number][] = [];
    for (const id of ids) records.push(await database.read((db) => recordOf(db, caller, id)));
    return records;
  };
  let records = await readAll();
  if (records.some(({ record: { seal } }) => seal !== null && seal.checkpointAt === null)) {
    const company = caller.companyId ?? refuse('not_found', 404);
    await database.write((db) => sealNow(db, company, sealer));
    records = await readAll();
  }
  records.sort((a, b) => a.record.startedAt - b.record.startedAt);
  return { ...(await database.read((db) => readerOf(db, caller))), records };
}

/** A record with what was done about it, and its proof. */
async function recordOf(db: Db, caller: Caller, id: string): Promise<Order['records'][number]> {
  const latest = (await latestRecord(db, id, caller)) ?? refuse('not_found', 404);
  const record = { ...latest, recipe: await recipeOf(db, id, caller) };
  const book = await bookOfCompany(db, caller.companyId);
  const entry = book && record.seal ? await provenEntry(db, book.id, record.seal.ix) : undefined;
  const actions = await Promise.all(record.actions.map((one) => presentAction(db, caller, { id: one.id })));
  return {
    record,
    actions: actions.filter((action) => action !== undefined),
    data: entry ? JSON.stringify(entry) : null,
  };
}

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
