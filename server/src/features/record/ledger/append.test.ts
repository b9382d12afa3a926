import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hour_ms } from '@brina/domain/language/durations';
import { timestamp } from '#core/db/instants.ts';
import { chiller, straight } from '../../../../test/batches.ts';
import { given } from '../../../../test/given.ts';
import { startTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { append } from './append.ts';
import { contentHash, leafOf } from './parts/entry.ts';
import { emptyTree, grown } from './parts/merkle.ts';
import { joinedPeaks } from './parts/peaks.ts';
import { revisionContent } from './parts/revision-content.ts';

let portal: TestPortal;
before(async () => void (portal = await startTestPortal()));
after(() => portal[Symbol.asyncDispose]());

/** The book of a company as its rows have it. */
const bookOf = (company: string | undefined) =>
  portal.db.read(async (db) => {
    const book = await db
      .selectFrom('ledger_book')
      .selectAll()
      .where('company_id', '=', company ?? '')
      .executeTakeFirst();
    const entries = await db
      .selectFrom('ledger_entry as e')
      .leftJoin('ledger_content as c', (join) => join.onRef('c.book', '=', 'e.book').onRef('c.ix', '=', 'e.ix'))
      .select(['e.book', 'e.ix', 'e.at', 'e.kind', 'e.id', 'e.rev', 'e.hash', 'e.prev'])
      .select(['c.salt', 'c.content', 'c.imported_at'])
      .where('e.book', '=', book?.id ?? '00000000-0000-0000-0000-000000000000')
      .orderBy('e.ix')
      .execute();
    return { book, entries };
  });

const revisionsOf = (batch: string) =>
  portal.db.read((db) =>
    db
      .selectFrom('batch_revision')
      .select(['revision', 'content', 'created_at'])
      .where('batch', '=', batch)
      .orderBy('revision')
      .execute(),
  );

const told = { minutes: 100, says: (min: number) => ({ TCore1: straight([0, 80], [70, 2])(min) }) };

describe('B2.8 the book of a company', () => {
  it('B2.8 has each revision of a record with the hash of what was stored', async () => {
    using unit = await chiller(portal);
    const { companyId } = unit.owner;
    const before = await bookOf(companyId);
    await unit.tell({ ...told, runId: 'sealed', startedAt: portal.clock.now() - 2 * hour_ms });
    const { batchId } = await unit.lastRecord();
    const { book, entries } = await bookOf(companyId);
    const [stored] = await revisionsOf(batchId);
    const [opening, entry] = [entries[0], entries.at(-1)];
    assert.deepEqual([opening?.ix, opening?.kind, opening?.id, opening?.rev], [0, 'book', book?.id, 0]);
    assert.deepEqual(entries.slice(0, -1), before.entries, 'what stood before stands');
    assert.deepEqual(
      [entry?.ix, entry?.kind, entry?.id, entry?.rev, entry?.prev, entry?.imported_at],
      [before.entries.length, 'batch', batchId, 1, null, null],
    );
    assert.equal(entry?.at, stored?.created_at);
    const sealing = { salt: entry?.salt ?? new Uint8Array(), imported: null };
    const content = revisionContent(stored?.content ?? new Uint8Array());
    assert.deepEqual(contentHash(content, sealing), Buffer.from(entry?.hash ?? []));
    const { tree } = grown(emptyTree, entries.map(leafOf));
    assert.deepEqual([book?.size, Buffer.from(book?.peaks ?? [])], [entries.length, joinedPeaks(tree)]);
  });

  it('B2.8 takes what was recorded before there was a ledger, marked as imported, and what is written anew behind what it replaces', async () => {
    using unit = await chiller(portal);
    const { companyId } = unit.owner;
    const began = portal.clock.now() - 6 * hour_ms;
    const second = { ...told, runId: 'second', startedAt: began + 3 * hour_ms };
    await unit.tell({ ...told, runId: 'first', startedAt: began });
    await unit.tell({ ...second, says: (min) => (min > 40 && min < 60 ? null : told.says(min)) });
    const [late = '', early = ''] = (await unit.batches()).map(({ batchId }) => batchId);
    await forgetBook(companyId, [early, late]);
    await unit.measure(second, 41, 60);
    await portal.clock.advance(31_000);
    const { entries } = await bookOf(companyId);
    assert.deepEqual(
      entries.map(({ ix, kind, id, rev, prev }) => [ix, kind, id, rev, prev]),
      [
        [0, 'book', entries[0]?.book, 0, null],
        [1, 'batch', late, 1, null],
        [2, 'batch', late, 2, 1],
        [3, 'batch', early, 1, null],
      ],
    );
    const written = new Map((await revisionsOf(early)).map((row) => [row.revision, row.created_at]));
    assert.equal(entries[3]?.imported_at, written.get(1));
    assert.ok((entries[3]?.at ?? 0) > (written.get(1) ?? Infinity), 'it is sealed from now on, and not before');
    assert.deepEqual(
      entries.map(({ imported_at }) => imported_at !== null),
      [false, true, false, true],
    );
  });

  it('B2.8 has no hole and no branch when two enter at once, and nothing of a transaction that failed', async () => {
    const { companyId: company = '' } = await given(portal).user();
    const at = portal.clock.now();
    const entry = (id: string) => ({ company, kind: 'note' as const, id, rev: 1, at, content: { id } });
    const enter = (id: string) => () => portal.db.write((db) => append(db, [entry(id), { ...entry(id), rev: 2 }]));
    const failing = (): Promise<unknown> =>
      portal.db.write(async (db) => {
        await append(db, [entry('lost')]);
        throw new Error('and then the transaction fails');
      });
    await assert.rejects(failing);
    const ends = await portal.race(enter('a'), enter('b'), enter('c'), failing);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    const { book, entries } = await bookOf(company);
    assert.deepEqual(
      entries.map(({ ix }) => ix),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual(
      entries.filter(({ rev }) => rev === 2).map(({ ix, prev }) => ix - (prev ?? 0)),
      [1, 1, 1],
    );
    const { tree, nodes } = grown(emptyTree, entries.map(leafOf));
    assert.deepEqual(Buffer.from(book?.peaks ?? []), joinedPeaks(tree));
    const kept = await portal.db.read((db) =>
      db
        .selectFrom('ledger_node')
        .select(['level', 'ix', 'hash'])
        .where('book', '=', book?.id ?? '')
        .execute(),
    );
    const spelt = (all: typeof kept) =>
      all.map(({ level, ix, hash }) => `${level}/${ix} ${Buffer.from(hash).toString('hex')}`).sort();
    assert.deepEqual(spelt(kept), spelt(nodes));
  });
});

it('B2.8 a later entry names the one before of its id, whether that one was new or not', async () => {
  const { companyId: company = '' } = await given(portal).user();
  const at = portal.clock.now();
  const entry = (rev: number) => ({
    company,
    kind: 'note' as const,
    id: 'a',
    isNew: rev === 1,
    rev,
    at,
    content: { rev },
  });
  for (const rev of [1, 2, 3]) await portal.db.write((db) => append(db, [entry(rev)]));
  const { entries } = await bookOf(company);
  assert.deepEqual(
    entries.slice(1).map(({ rev, prev }) => [rev, prev]),
    [
      [1, null],
      [2, 1],
      [3, 2],
    ],
  );
});

/** As if these had been written before there were books. */
async function forgetBook(company: string | undefined, batches: readonly string[]): Promise<void> {
  const { book } = await bookOf(company);
  const id = book?.id ?? '';
  await portal.db.write(async (db) => {
    for (const table of ['ledger_content', 'ledger_entry', 'ledger_node', 'ledger_checkpoint'] as const)
      await db.deleteFrom(table).where('book', '=', id).execute();
    await db.deleteFrom('ledger_book').where('id', '=', id).execute();
    for (const batch of batches)
      for (const { revision, created_at } of await db
        .selectFrom('batch_revision')
        .select(['revision', 'created_at'])
        .where('batch', '=', batch)
        .execute())
        await db
          .insertInto('ledger_import')
          .values({ batch, revision, created_at: timestamp(created_at) })
          .execute();
  });
}
