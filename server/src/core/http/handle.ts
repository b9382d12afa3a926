import type { Call, Input, Reply } from '@brina/contract/call';
import type { Locale } from '@brina/domain/locales';
import type { Caller } from '../access/caller.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Refusal } from './refusal.ts';

/** What every handler gets besides the call's own input (`params`, `query`, `headers`, `body`). */
export type HandlerContext = {
  /** The one handle of this request: read-only for a query, a transaction for a mutation. */
  db: Db;
  caller: Caller;
  clock: Clock;
  /** Language of the reply. */
  locale: Locale;
  /** Address of the caller, for limits and the audit log. */
  address: string;
  /** Writes the audit row of a change (docs/SECURITY.md). Secrets never go into `detail`. */
  audit(
    action: string,
    on: { kind: string; id: string },
    detail?: Record<string, string | number | boolean>,
  ): Promise<void>;
  /** Runs after the commit: live messages only. What must not be lost is a row of the transaction. */
  afterCommit(announce: () => void): void;
};

export type Handler<C extends Call> = (input: Input<C> & HandlerContext) => Promise<Reply<C> | Refusal>;

/** A call with its handler, as features list them for the router. */
export type Handled = { call: Call; run: Handler<Call> };

/** Binds a handler to its call; input and reply are typed by the contract. */
export const handle = <C extends Call>(call: C, run: Handler<C>): Handled => ({
  call,
  run: run as unknown as Handler<Call>,
});
