import type { Caller } from '#core/access/caller.ts';
import { ownsAll } from '#core/access/scopes.ts';
import type { Database, Db } from '#core/db/database.ts';
import { refuse } from '#core/http/refusal.ts';
import { presentActions } from '#features/record/actions/actions.queries.ts';
import { latestRecord, recipeOf, refuseWithoutRecord } from '#features/record/haccp/haccp.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { provenEntry } from '#features/record/ledger/proof.ts';
import { type Sealer, sealNow } from '#features/record/ledger/seal.ts';
import type { Order } from './press-thread.ts';
import { readerOf } from './reader.queries.ts';

/**
 * What a file of records is made from, read record by record: of many others would wait for long. What leaves the house is in a checkpoint.
 * @param only of which places the reader is shown what was done, besides what the caller may see
 * @throws Refusal `not_found`: one of them is not the caller's, or has nothing to show yet
 */
export async function orderOf(
  database: Database,
  caller: Caller,
  batches: readonly string[],
  sealer: Sealer,
  only?: Parameters<typeof presentActions>[3],
): Promise<Order> {
  const ids = [...new Set(batches)];
  // Nothing is read of what is another's, although the reply would be refused.
  if (!(await database.read((db) => ownsAll(db, caller, 'batch', ids)))) refuse('not_found', 404);
  const readAll = async (): Promise<Order['records'][number][]> => {
    const records: Order['records'][number][] = [];
    for (const id of ids) records.push(await database.read((db) => recordOf(db, caller, id, only)));
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
async function recordOf(
  db: Db,
  caller: Caller,
  id: string,
  only: Parameters<typeof presentActions>[3],
): Promise<Order['records'][number]> {
  const latest = (await latestRecord(db, id, caller)) ?? (await refuseWithoutRecord(db, id));
  const record = { ...latest, recipe: await recipeOf(db, id, caller) };
  const book = await bookOfCompany(db, caller.companyId);
  const entry = book && record.seal ? await provenEntry(db, book.id, record.seal.ix) : undefined;
  return {
    record,
    actions: await presentActions(db, caller, record.actions, only),
    data: entry ? JSON.stringify(entry) : null,
  };
}
