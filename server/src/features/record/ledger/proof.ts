import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { cosignaturesOf } from './cosignatures.queries.ts';
import { entriesAt, entriesFrom, type TellableEntry } from './entries.queries.ts';
import { hexOf, membersOf } from './parts/entry.ts';
import { jcs } from './parts/jcs.ts';
import { consistencyPath, inclusionPath, joined, leafHash, type Range, subtreesOf } from './parts/merkle.ts';
import { tlogProof } from './parts/note.ts';

/** What proves an entry by itself (`record.json`): `path` leads from its leaf to the root that `note` signs. */
export type ProvenEntry = {
  v: 1;
  entry: TellableEntry['entry'];
  content: TellableEntry['content'];
  /** Hashes in lower-case hex, in the order of RFC 9162, 2.1.3. */
  proof: { size: number; path: string[] };
  note: string;
  /**
   * That the log of all books has this note (https://c2sp.org/tlog-proof), with all of the above but the content as extra data, so that it
   * can go alone; null before the log has it.
   */
  log: string | null;
};

/** The leaf of an entry in its tree, in hex, by what is given away of it. */
export const leafOfMembers = (entry: TellableEntry['entry']): string => hexOf(leafHash(Buffer.from(jcs(entry))));

/**
 * The proof of an entry in the latest checkpoint of its book, or in the `first` one that had it, which stays the same however the books
 * grow; `undefined` where there is no such entry, or no checkpoint has it yet (`sealNow`).
 */
export async function provenEntry(
  db: Db,
  book: string,
  ix: number,
  by: 'first' | 'latest',
): Promise<ProvenEntry | undefined> {
  const checkpointOf = (log: string, place: number) =>
    by === 'first' ? firstCheckpoint(db, log, place) : latestCheckpoint(db, log);
  const checkpoint = await checkpointOf(book, ix);
  if (!checkpoint || ix >= checkpoint.size) return undefined;
  const [found] = await entriesFrom(db, book, ix, 1);
  if (found?.entry.ix !== ix) return undefined;
  const { size, note, log_ix } = checkpoint;
  const path = await hashesOf(db, book, inclusionPath(ix, size));
  const { entry, content } = found;
  const proof = { size, path: path.map(hexOf) };
  // What `first` gives stays the same to the byte: cosignatures come later.
  const log = await logProof(db, log_ix, jcs({ v: 1, entry, proof, note }), checkpointOf, by === 'latest');
  return { v: 1, entry, content, proof, note, log };
}

/**
 * Entries of a book by their places, each as a line: JCS of its entry and of what leads from its leaf to the root of the tree of `size`. What
 * it was made of stands before it `withContents`, as far as it is kept. Those beyond the tree are absent.
 */
export async function provenLines(
  db: Db,
  book: string,
  places: readonly number[],
  { size, withContents }: { size: number; withContents: boolean },
): Promise<string[]> {
  const inTree = places.filter((ix) => ix < size);
  const rows = withContents ? await entriesAt(db, book, inTree) : await membersAt(db, book, inTree);
  const paths = rows.map(({ entry }) => inclusionPath(entry.ix, size));
  const hashes = await hashesOf(db, book, paths.flat());
  let at = 0;
  return rows.map(({ entry, content }, i) => {
    const path = hashes.slice(at, at + (paths[i]?.length ?? 0)).map(hexOf);
    at += path.length;
    const line = jcs({ v: 1, entry, proof: { size, path } });
    return content ? `{"content":${JSON.stringify(content)},${line.slice(1)}` : line;
  });
}

async function membersAt(db: Db, book: string, places: readonly number[]): Promise<TellableEntry[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('book', '=', book)
    .where('ix', '=', anyOf(places))
    .orderBy('ix')
    .execute();
  return rows.map((row) => ({ entry: membersOf(row), content: null }));
}

/** Checkpoints of a book after a size, the smallest first, each with the proof that it begins with the one before it. */
export async function consistencies(db: Db, book: string, { after, limit }: { after: number; limit: number }) {
  const before = await db
    .selectFrom('ledger_checkpoint')
    .select('size')
    .where('book', '=', book)
    .where('size', '<=', after)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  const some = await db
    .selectFrom('ledger_checkpoint')
    .select(['size', 'at', 'note'])
    .where('book', '=', book)
    .where('size', '>', after)
    .orderBy('size')
    .limit(limit)
    .execute();
  const paths = some.map(({ size }, i) => {
    const former = i === 0 ? before?.size : some[i - 1]?.size;
    return former === undefined ? [] : consistencyPath(former, size);
  });
  const hashes = await hashesOf(db, book, paths.flat());
  return some.map((checkpoint, i) => {
    const at = paths.slice(0, i).reduce((sum, path) => sum + path.length, 0);
    return { ...checkpoint, consistency: hashes.slice(at, at + (paths[i]?.length ?? 0)).map(hexOf) };
  });
}

const checkpoints = (db: Db, book: string) =>
  db.selectFrom('ledger_checkpoint').select(['size', 'at', 'note', 'log_ix']).where('book', '=', book).limit(1);

export const latestCheckpoint = (db: Db, book: string) =>
  checkpoints(db, book).orderBy('size', 'desc').executeTakeFirst();

/** The first one that has an entry. */
export const firstCheckpoint = (db: Db, book: string, ix: number) =>
  checkpoints(db, book).where('size', '>', ix).orderBy('size').executeTakeFirst();

/** The proof that the log has a book's note, as far as a checkpoint of it has it. */
async function logProof(
  db: Db,
  log_ix: number | null,
  extra: string,
  checkpointOf: (log: string, place: number) => ReturnType<typeof latestCheckpoint>,
  isCosigned: boolean,
): Promise<string | null> {
  const log = await db.selectFrom('ledger_book').select('id').where('company_id', 'is', null).executeTakeFirst();
  if (!log || log_ix === null) return null;
  const checkpoint = await checkpointOf(log.id, log_ix);
  if (!checkpoint || log_ix >= checkpoint.size) return null;
  const path = await hashesOf(db, log.id, inclusionPath(log_ix, checkpoint.size));
  const note = checkpoint.note + (isCosigned ? await cosignaturesOf(db, log.id, checkpoint.size) : '');
  return tlogProof({ ix: log_ix, path, note, extra });
}

/**
 * The proof that a checkpoint of the log has one of a book, as {@link ProvenEntry} has it, of the last entry that the book's has.
 * @param size of the checkpoint of the book, which is in the log's
 */
export async function proofInLog(
  db: Db,
  book: string,
  size: number,
  log: { id: string; size: number; note: string },
): Promise<string> {
  const { note, log_ix } = await checkpoints(db, book).where('size', '=', size).executeTakeFirstOrThrow();
  const [line] = await provenLines(db, book, [size - 1], { size, withContents: true });
  if (log_ix === null || line === undefined) throw new Error(`The log does not have ${book} with ${size} entries.`);
  const path = await hashesOf(db, log.id, inclusionPath(log_ix, log.size));
  return tlogProof({ ix: log_ix, path, note: log.note, extra: jcs({ ...JSON.parse(line), note }) });
}

/** Hashes that say that a tree of a later size begins with one of a former; none where that one was empty. */
export const consistencyOf = (db: Db, book: string, former: number, size: number): Promise<Uint8Array[]> =>
  former === 0 ? Promise.resolve([]) : hashesOf(db, book, consistencyPath(former, size));

/** The hashes of ranges of a book, put together from its perfect subtrees. */
async function hashesOf(db: Db, book: string, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const all = parts.flat();
  const { rows } = await sql<{ level: number; ix: number; hash: Uint8Array }>`
    select n.level, n.ix, n.hash
    from unnest(${all.map(({ level }) => level)}::int[], ${all.map(({ ix }) => ix)}::bigint[]) as wanted (level, ix)
    join ledger_node n on n.book = ${book}::uuid and n.level = wanted.level and n.ix = wanted.ix`.execute(db);
  const kept = new Map(rows.map(({ level, ix, hash }) => [`${level}/${ix}`, hash]));
  return parts.map((subtrees) =>
    joined(
      subtrees.map(({ level, ix }) => {
        const hash = kept.get(`${level}/${ix}`);
        if (!hash) throw new Error(`The book ${book} lacks the subtree ${level}/${ix}.`);
        return hash;
      }),
    ),
  );
}
