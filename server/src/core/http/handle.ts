import type { Call, Input, Reply } from '@brina/contract/wire/call';
import type { Locale } from '@brina/domain/language/locales';
import type { AuditAction, AuditDetail } from '@brina/domain/people/audit';
import type { Caller } from '../access/caller.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../db/database.ts';
import type { Refusal } from './refusal.ts';

/**
 * What the handler of a GET gets besides the call's own input (`params`, `query`, `headers`). It has no effect but its reply: it may be
 * run with a caller that turns out to be another by now, and its result is thrown away.
 */
export type ReadContext = {
  /** The one handle of this request: read-only for a query, a transaction for a mutation. */
  db: Db;
  caller: Caller;
  clock: Clock;
  /** Language of the reply. */
  locale: Locale;
  /** Address of the caller, for limits and the audit log. */
  address: string;
};

/** What the handler of a call that changes something gets besides the call's own input, which may have a `body`. */
export type HandlerContext = ReadContext & {
  /** Writes the audit row of a change to the thing of an id (docs/SECURITY.md). Secrets never go into `detail`. */
  audit(action: AuditAction, on: string, detail?: AuditDetail): Promise<void>;
  /** Runs after the commit: live messages only. What must not be lost is a row of the transaction. */
  afterCommit(announce: () => void): void;
};

type ContextOf<C extends Call> = C extends { method: 'GET' } ? ReadContext : HandlerContext;

export type Handler<C extends Call> = (input: Input<C> & ContextOf<C>) => Promise<Reply<C> | Refusal>;

/** What a preparation gets besides the call's own input: no transaction is open. */
export type PreparationContext = { database: Database; caller: Caller; clock: Clock; address: string };

/** A call with its handler, as features list them for the router. */
export type Handled = {
  call: Call;
  /** Slow work before the transaction: hashing a password. Its result is the handler's `prepared`. */
  prepare?: (input: PreparationContext) => Promise<unknown>;
  run: Handler<Call>;
};

/** Binds a handler to its call; input and reply are typed by the contract. */
export const handle = <C extends Call>(call: C, run: Handler<C>): Handled => ({
  call,
  run: run as unknown as Handler<Call>,
});

/**
 * Binds a handler with slow work that must not hold a transaction (30 ms of hashing would stop ingestion on the embedded
 * database). Key, token, role and shape have been looked at before `prepare`, and are again in the transaction of `run`;
 * ownership only there. A {@link Refusal} thrown by `prepare` answers the call.
 */
export const handlePrepared = <C extends Call, P>(
  call: C,
  prepare: (input: Input<C> & PreparationContext) => Promise<P>,
  run: (input: Input<C> & ContextOf<C> & { prepared: P }) => Promise<Reply<C> | Refusal>,
): Handled => ({
  call,
  prepare: prepare as unknown as NonNullable<Handled['prepare']>,
  run: run as unknown as Handler<Call>,
});
