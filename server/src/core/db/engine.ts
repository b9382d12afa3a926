import type { QueryResult } from 'pg';
import type { Lane } from './lanes.ts';

/**
 * Sends a statement; text with several statements and no values answers with the result of each. Statements that are
 * sent in one turn of the event loop travel together and are answered in the order in which they were sent. `keepsPlan`: the
 * session prepares it, and its next run is not planned again.
 */
export type Send = (text: string, values?: readonly unknown[], keepsPlan?: boolean) => Promise<QueryResult>;

/** A session lent until it is given back. Giving back twice does nothing. */
export type LentSession = {
  send: Send;
  /** Others who only read have it at the same time: each statement stands for itself, without a transaction around it. */
  isShared: boolean;
  giveBack(): void;
};

/** A database under the handles: it lends sessions and knows nothing of transactions. */
export type Engine = {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Waits for a session; those of lane `upkeep` have no statement limit. Who only reads may get one that is shared, on which nothing
   * can be written. Rejects when there can be none.
   */
  lend(lane: Lane, purpose?: 'read'): Promise<LentSession>;
  /** Real syncs so far (0 on PostgreSQL). */
  syncs(): number;
  /** Ends the sessions when those who wait have had theirs. */
  close(): Promise<void>;
};

/** Lends a session of `lane` to `use` and takes it back afterwards. */
export async function withSession<T>(engine: Engine, lane: Lane, use: (send: Send) => Promise<T>): Promise<T> {
  const session = await engine.lend(lane);
  try {
    return await use(session.send);
  } finally {
    session.giveBack();
  }
}
