import { verifyPath } from '@brina/contract/calls/record/verify';
import type { Caller } from '#core/access/caller.ts';
import { ownsAll } from '#core/access/scopes.ts';
import type { Database, Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';
import { presentActions } from '#features/record/actions/actions.queries.ts';
import { latestRecord, recipeOf, refuseWithoutRecord } from '#features/record/haccp/haccp.queries.ts';
import { recordOfDay } from '#features/record/holding/holding.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { leafOfMembers, provenEntry } from '#features/record/ledger/proof.ts';
import { type Sealer, sealNow } from '#features/record/ledger/seal.ts';
import type { Order, PrintedRecord } from './press-thread.ts';
import { readerOf } from './reader.queries.ts';

/**
 * What a file of records is made from, read record by record: of many others would wait for long. What leaves the house is in a checkpoint.
 * @param only of which places the reader is shown what was done, besides what the caller may see
 * @throws Refusal `not_found`: one of them is not the caller's, or has nothing to show yet; `record_removed`
 */
export async function orderOf(
  database: Database,
  caller: Caller,
  { batches = [], days = [] }: { batches?: readonly string[] | undefined; days?: readonly string[] | undefined },
  sealer: Sealer,
  only?: Only,
): Promise<Order> {
  const ids = { batch: [...new Set(batches)], holdDay: [...new Set(days)] };
  // Nothing is read of what is another's, although the reply would be refused.
  for (const kind of ['batch', 'holdDay'] as const)
    if (!(await database.read((db) => ownsAll(db, caller, kind, ids[kind])))) refuse('not_found', 404);
  const readAll = async (): Promise<PrintedRecord[]> => {
    const records: PrintedRecord[] = [];
    for (const id of ids.batch) records.push(await database.read((db) => batchOf(db, caller, id, only)));
    for (const id of ids.holdDay) records.push(await database.read((db) => dayOf(db, caller, id, only)));
    return records;
  };
  let records = await readAll();
  if (records.some(({ record: { seal } }) => seal !== null && seal.checkpointAt === null)) {
    const company = caller.companyId ?? refuse('not_found', 404);
    await database.write((db) => sealNow(db, company, sealer));
    records = await readAll();
  }
  records.sort((a, b) => beganAt(a) - beganAt(b));
  return { ...(await database.read((db) => readerOf(db, caller))), verify: sealer.address() + verifyPath, records };
}

/** What a file of records is of, as the book says that it was issued. */
export const subjectOf = ({ records }: Order): object => ({
  records: records.map(({ kind, id, record: { revision } }) => ({ kind, id, rev: revision })),
});

type Only = Parameters<typeof presentActions>[3];

/** When a record began, epoch ms. */
const beganAt = (one: PrintedRecord): number => (one.kind === 'day' ? one.record.from : one.record.startedAt);

/** A batch with what was done about it, and its proof. */
async function batchOf(db: Db, caller: Caller, id: string, only: Only): Promise<PrintedRecord> {
  const latest = (await latestRecord(db, id, caller)) ?? (await refuseWithoutRecord(db, id));
  const record = { ...latest, recipe: await recipeOf(db, id, caller), before: null };
  return { kind: 'batch', id, record, ...(await aroundOf(db, caller, record, only)) };
}

/** Likewise, a day of holding. */
async function dayOf(db: Db, caller: Caller, id: string, only: Only): Promise<PrintedRecord> {
  const record = await recordOfDay(db, id, caller);
  return { kind: 'day', id, record, ...(await aroundOf(db, caller, record, only)) };
}

async function aroundOf(
  db: Db,
  caller: Caller,
  { seal, actions }: Pick<PrintedRecord['record'], 'seal' | 'actions'>,
  only: Only,
): Promise<Pick<PrintedRecord, 'actions' | 'data' | 'leaf'>> {
  const book = await bookOfCompany(db, caller.companyId);
  const entry = book && seal ? await provenEntry(db, book.id, seal.ix, 'first') : undefined;
  return {
    actions: await presentActions(db, caller, actions, only),
    data: entry ? JSON.stringify(entry) : null,
    leaf: entry ? leafOfMembers(entry.entry) : null,
  };
}
