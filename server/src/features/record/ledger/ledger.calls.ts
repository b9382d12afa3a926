import {
  exportLedger,
  getLedger,
  getProof,
  listChanges,
  listCheckpoints,
  listKeys,
  verifyFile,
  verifyLeaf,
} from '@brina/contract/calls/record/ledger';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { sharedWith } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import { fewCopies } from '#core/http/few-copies.ts';
import { type Handled, handle, handlePrepared } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { outsideOf } from './anchored.queries.ts';
import { bookOfCompany, entriesFrom, type TellableEntry } from './entries.queries.ts';
import { packBook } from './export.ts';
import { issueOf } from './issues.ts';
import { hostIfKept, knownKeys, originOfLog } from './keys.ts';
import { hexOf } from './parts/entry.ts';
import { keyId } from './parts/note.ts';
import { consistencies, latestCheckpoint, provenEntry } from './proof.ts';

const get = handle(getLedger, async ({ db, caller }) => {
  const book = await bookOfCompany(db, caller.companyId);
  const { waiting } = await db
    .selectFrom('ledger_import as i')
    .innerJoin('batch as b', 'b.id', 'i.batch')
    .innerJoin('tenure as t', 't.appliance', 'b.appliance')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('t.company_id', '=', caller.companyId)
    .whereRef('t.from_at', '<=', 'b.started_at')
    .where(({ eb, or, ref }) => or([eb('t.to_at', 'is', null), eb('b.started_at', '<', ref('t.to_at'))]))
    .executeTakeFirstOrThrow();
  const checkpoint = book && (await latestCheckpoint(db, book.id));
  return {
    book: book?.id ?? null,
    size: book?.size ?? 0,
    checkpoint: checkpoint ? { size: checkpoint.size, at: checkpoint.at, note: checkpoint.note } : null,
    waiting,
    ...(book ? await outsideOf(db, book) : { anchors: [], waitingSince: null }),
  };
});

const checkpoints = handle(listCheckpoints, async ({ db, caller, query }) => {
  const book = await bookOfCompany(db, caller.companyId);
  return book ? consistencies(db, book.id, query) : [];
});

const proof = handle(getProof, async ({ db, caller, query }) => {
  const book = await bookOfCompany(db, caller.companyId);
  return (book && (await provenEntry(db, book.id, query.ix, 'latest'))) ?? null;
});

const exportBook = (parts: Parts): Handled => {
  const copy = fewCopies();
  return handlePrepared(
    exportLedger,
    async ({ database, caller }) =>
      copy(caller.userId, () => packBook(database, caller.companyId ?? refuse('not_found', 404), parts)),
    async ({ prepared, caller, clock, locale, audit }) => {
      await audit('ledger.export', caller.companyId ?? '');
      return {
        type: 'application/zip',
        name: `brina-book-${new Date(clock.now()).toISOString().slice(0, 10)}.zip`,
        data: prepared.finish(locale),
      };
    },
  );
};

const changes = handle(listChanges, async ({ db, caller, query }) => {
  const book = await bookOfCompany(db, caller.companyId);
  if (!book) return [];
  const some = await entriesFrom(db, book.id, query.after + 1, query.limit);
  const told = await toldTo(db, caller, some);
  return some.map(({ entry, content }) =>
    told(entry) ? { ix: entry.ix, entry, content } : { ix: entry.ix, entry: null, content: null },
  );
});

/** What an invited person is told of: the batches of the units that are shared with it. Its own people are told of everything. */
async function toldTo(
  db: Db,
  caller: Caller,
  some: readonly TellableEntry[],
): Promise<(entry: TellableEntry['entry']) => boolean> {
  if (caller.member === null) return () => true;
  const batches = some.flatMap(({ entry: { kind, id } }) => (kind === 'batch' ? [id] : []));
  const shared = await db
    .selectFrom('batch as b')
    .select('b.id')
    .where('b.id', '=', anyOf(batches))
    .where(sharedWith(caller, 'b.appliance'))
    .execute();
  const ids = new Set(shared.map(({ id }) => id));
  return ({ kind, id }) => kind === 'batch' && ids.has(id);
}

const verify = handle(verifyLeaf, async ({ db, params }) => {
  const found = await db
    .selectFrom('ledger_node as n')
    .innerJoin('ledger_entry as e', (join) => join.onRef('e.book', '=', 'n.book').onRef('e.ix', '=', 'n.ix'))
    .select(['e.book', 'e.ix'])
    .select(
      sql<boolean>`exists (select from ledger_entry later where later.id = e.id and later.book = e.book and later.ix > e.ix)`.as(
        'superseded',
      ),
    )
    .where('n.hash', '=', Buffer.from(params.leaf, 'hex'))
    .where(sql<boolean>`n.level = 0`)
    .limit(1)
    .executeTakeFirst();
  if (!found) return { included: false, size: null, note: null, superseded: false };
  const checkpoint = await latestCheckpoint(db, found.book);
  const has = checkpoint !== undefined && checkpoint.size > found.ix ? checkpoint : null;
  return { included: true, size: has?.size ?? null, note: has?.note ?? null, superseded: found.superseded };
});

const issued = handle(verifyFile, async ({ db, params }) => ({ issued: (await issueOf(db, params.sha256)) ?? null }));

const keys = handle(listKeys, async ({ db }) => {
  const host = await hostIfKept(db);
  return host === undefined
    ? []
    : (await knownKeys(db)).map((key) => ({
        keyId: hexOf(keyId(originOfLog(host), key.public)),
        public: hexOf(key.public),
        from: key.from_at,
        ...(key.until_at !== null && { until: key.until_at }),
      }));
});

export const ledgerHandlers = (parts: Parts): readonly Handled[] => [
  get,
  checkpoints,
  proof,
  exportBook(parts),
  changes,
  verify,
  issued,
  keys,
];
