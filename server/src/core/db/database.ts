import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A handle inside `read`, `write` or `ingest`: the only ways to the database. It dies with its callback. */
export type Db = Transaction<Tables>;

/**
 * The portal's database: PGlite in a worker, or PostgreSQL. A handler owns exactly one handle; opening a second one
 * inside it throws `NestedHandleError` at once, and nothing but the handle is awaited inside, and a turn of the loop (`handed-over.ts`).
 */
export type Database = AsyncDisposable & {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in a read-only transaction, or, on the embedded database, beside other reads while nobody writes. It is run once more
   * when a migration came between, so it has no effect but its result.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction: commits its result, rolls back on a throw. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `write`, in the slot that ingestion has between the transactions of calls. */
  ingest<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `write`, in the slot of who watches the portal's condition: no crowd of calls makes it wait. */
  watch<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs one statement outside a transaction and without the statement limit: `vacuum`, `analyze`, `checkpoint`. */
  upkeep(statement: string): Promise<void>;
  /** Transactions of this process that are committed and have changed rows, so far; who cannot tell counts. */
  commits(): number;
  /** Real syncs of the embedded database so far (0 on PostgreSQL, which syncs on its own). */
  syncs(): Promise<number>;
  /** Resolves when a trivial statement answers; rejects after `deadline_ms`. */
  ping(deadline_ms: number): Promise<void>;
};
