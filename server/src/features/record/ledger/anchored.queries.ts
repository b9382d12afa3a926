import { day_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { cosignaturesOf } from './cosignatures.queries.ts';
import { textOf } from './parts/note.ts';
import { proofInLog } from './proof.ts';

/** What somebody outside attests of a checkpoint of the log that has one of a book. */
export type BookAnchor = {
  kind: 'rfc3161' | 'witness';
  by: string;
  log: string;
  log_size: number;
  /** When the portal had it, epoch ms. */
  at: number;
  /** So many entries the book had in its latest checkpoint that is in the log's. */
  size: number;
};

/**
 * The anchors that bear on a book: of each day and each that attests the last, as far as it has more of the book than the one before. Each
 * contains what all earlier ones say.
 * @param size entries of the book; checkpoints of more are left out
 */
export async function anchorsOf(db: Db, book: string, size: number): Promise<BookAnchor[]> {
  const checkpoints = await db
    .selectFrom('ledger_checkpoint')
    .select(['size', 'log_ix'])
    .where('book', '=', book)
    .where('size', '<=', size)
    .where('log_ix', 'is not', null)
    .orderBy('size')
    .execute();
  const anchors = await db
    .selectFrom('ledger_anchor')
    .select(['kind', 'by', 'log', 'log_size', 'at'])
    .orderBy('kind')
    .orderBy('by')
    .orderBy('log_size')
    .execute();
  const days = new Map<string, BookAnchor>();
  let next = 0;
  let last: BookAnchor | undefined;
  for (const anchor of anchors) {
    const former: BookAnchor | undefined = last?.kind === anchor.kind && last.by === anchor.by ? last : undefined;
    if (!former) next = 0;
    // Both grow: a later checkpoint of the book stands later in the log.
    while ((checkpoints[next]?.log_ix ?? Infinity) < anchor.log_size) next += 1;
    const had = checkpoints[next - 1]?.size;
    if (had === undefined || had === former?.size) continue;
    last = { ...anchor, size: had };
    days.set([anchor.kind, anchor.by, Math.floor(anchor.at / day_ms)].join(' '), last);
  }
  return [...days.values()];
}

/**
 * What of a book is outside: who attests checkpoints of the log that have it, each kind with when it did so last, and since when entries wait
 * that nothing outside has; null: none do. What left the house with a file, a mail, a link or a print counts too.
 */
export async function outsideOf(db: Db, { id, size }: { id: string; size: number }) {
  const anchors: { kind: BookAnchor['kind']; by: string; at: number }[] = [];
  const { left_size } = await db
    .selectFrom('ledger_book')
    .select('left_size')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  let outside_size = left_size;
  for (const kind of ['rfc3161', 'witness'] as const) {
    const last = await db
      .selectFrom('ledger_anchor')
      .select(['by', 'at', 'log_size'])
      .where('kind', '=', kind)
      .orderBy('log_size', 'desc')
      .limit(1)
      .executeTakeFirst();
    const attested =
      last &&
      (await db
        .selectFrom('ledger_checkpoint')
        .select('size')
        .where('book', '=', id)
        .where('log_ix', '<', last.log_size)
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst());
    if (!attested) continue;
    anchors.push({ kind, by: last.by, at: last.at });
    outside_size = Math.max(outside_size, attested.size);
  }
  if (outside_size >= size) return { anchors, waitingSince: null };
  const first = await db
    .selectFrom('ledger_entry')
    .select('at')
    .where('book', '=', id)
    .where('ix', '=', outside_size)
    .executeTakeFirstOrThrow();
  return { anchors, waitingSince: first.at };
}

/**
 * The files of an anchor in the folder `anchors/` of an export, by name: what was said, what it was said of, and the proof that this has the
 * book's checkpoint. Names have the time without colons, which not every machine takes.
 */
export async function filesOf(db: Db, book: string, anchor: BookAnchor): Promise<[name: string, data: Uint8Array][]> {
  const { kind, by, log, log_size, at, size } = anchor;
  const { attestation, note } = await db
    .selectFrom('ledger_anchor as a')
    .innerJoin('ledger_checkpoint as c', (join) =>
      join.onRef('c.book', '=', 'a.log').onRef('c.size', '=', 'a.log_size'),
    )
    .select(['a.attestation', 'c.note'])
    .where('a.kind', '=', kind)
    .where('a.by', '=', by)
    .where('a.log_size', '=', log_size)
    .executeTakeFirstOrThrow();
  const cosigned = note + (await cosignaturesOf(db, log, log_size));
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `anchors/${time}-${kind}`;
  const files: [name: string, data: Uint8Array][] = [
    [`${name}.txt`, Buffer.from(kind === 'rfc3161' ? textOf(note) : cosigned)],
    [`${name}.tlog-proof`, Buffer.from(await proofInLog(db, book, size, { id: log, size: log_size, note: cosigned }))],
  ];
  if (kind === 'rfc3161') files.push([`${name}.tsr`, attestation]);
  return files;
}
