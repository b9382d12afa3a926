import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Clock, Timer } from '../clock.ts';
import type { Database, Db } from './database.ts';
import { HandleEnded, HandleIdle, NestedHandleError, TransactionAborted } from './database-errors.ts';
import type { Engine, Send } from './engine.ts';
import { isOutdatedPlan } from './kept-plans.ts';
import type { Lane } from './lanes.ts';
import type { Tables } from './tables.ts';

/** The transactions of a database over the sessions an engine lends, and the guard against a handle inside a handle. */
export type Handles = Pick<Database, 'read' | 'write' | 'ingest' | 'commits'> & {
  /** Throws NestedHandleError when the caller is inside a handle of this database. */
  refuseNested(): void;
};

/** A kind of transaction. */
type Kind = {
  lane: Lane;
  begin: string;
  /** The statements whose plans the session keeps: a kind gets prepared statements by this alone. */
  keepsPlan(query: CompiledQuery): boolean;
};

/**
 * A plan that is kept is made for any values. That is right for what the query builder makes, which looks rows up by their keys; whole
 * statements by hand are those over spans of time and batches of rows, and their best plan depends on which.
 */
const isByBuilder = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';
const never = (): boolean => false;

const kinds = {
  read: { lane: 'calls', begin: 'begin read only', keepsPlan: isByBuilder },
  write: { lane: 'calls', begin: 'begin', keepsPlan: never },
  ingest: { lane: 'ingest', begin: 'begin', keepsPlan: never },
} satisfies Record<string, Kind>;

/**
 * @param limits.idleLimit_ms how long a handle may be kept without a statement before it is rolled back: on the embedded
 * database everybody else waits for it
 */
export function handlesOver(engine: Engine, limits: { clock: Clock; idleLimit_ms: number }): Handles {
  const inside = new AsyncLocalStorage<Handle>();
  let commits = 0;

  function refuseNested(): void {
    if (inside.getStore()?.isOpen) throw new NestedHandleError();
  }

  async function run<T>(kind: Kind, work: (db: Db) => Promise<T>): Promise<T> {
    refuseNested();
    const session = await engine.lend(kind.lane);
    const handle = new Handle(session.send, kind, limits);
    try {
      const result = await Promise.race([inside.run(handle, () => work(dbOver(handle))), handle.idle]);
      await handle.commit();
      if (handle.mayHaveChanged) commits += 1;
      return result;
    } catch (error) {
      await handle.rollback();
      throw error;
    } finally {
      session.giveBack();
    }
  }

  return {
    refuseNested,
    commits: () => commits,
    read: (work) =>
      run(kinds.read, work).catch((error: unknown) => {
        if (isOutdatedPlan(error)) return run(kinds.read, work);
        throw error;
      }),
    write: (work) => run(kinds.write, work),
    ingest: (work) => run(kinds.ingest, work),
  };
}

/** A statement of several parts: what the others change is not in its count. */
const hasParts = /^\s*with\b/i;

/** One transaction on a lent session, as the connection of a Kysely transaction. */
class Handle implements DatabaseConnection {
  /** Rejects when the handle was kept too long without a statement. */
  readonly idle: Promise<never>;
  isOpen = true;
  /** Whether a statement has changed rows, or does not tell. */
  mayHaveChanged = false;
  readonly #send: Send;
  readonly #kind: Kind;
  readonly #isRead: boolean;
  readonly #idleTimer: Timer;
  #hasBegun = false;
  #statements = 0;
  #underWay = 0;

  constructor(send: Send, kind: Kind, { clock, idleLimit_ms }: { clock: Clock; idleLimit_ms: number }) {
    this.#send = send;
    this.#kind = kind;
    this.#isRead = kind === kinds.read;
    const { promise, reject } = Promise.withResolvers<never>();
    this.idle = promise;
    this.#idleTimer = clock.after(idleLimit_ms, () => {
      const statements = this.#statements;
      // When this thread itself was busy, the callback goes on before immediates do.
      setImmediate(() => {
        const isIdle = this.isOpen && this.#underWay === 0 && this.#statements === statements;
        if (isIdle) reject(new HandleIdle(idleLimit_ms));
      });
    });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (!this.isOpen) throw new HandleEnded();
    this.#statements++;
    this.#underWay++;
    try {
      // `begin` goes out with the first statement, in one message; a handle without a statement costs nothing.
      const begun = this.#hasBegun ? undefined : this.#send(this.#kind.begin);
      this.#hasBegun = true;
      const [{ rows, rowCount, command }] = await Promise.all([
        this.#send(sql, parameters, this.#kind.keepsPlan(query)),
        begun,
      ]);
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      if (!this.#isRead && !this.mayHaveChanged) {
        const changedNone = changes ? rowCount === 0 : command === 'SELECT';
        this.mayHaveChanged = !changedNone || hasParts.test(sql);
      }
      return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } finally {
      this.#underWay--;
      if (this.isOpen) this.#idleTimer.restart();
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('A query is not streamed: its handle would stay open while the reader is slow.');
  }

  /** Ends the transaction; resolves when the database has committed it. A read has nothing to wait for. */
  async commit(): Promise<void> {
    const ending = this.#end('commit');
    if (this.#isRead) return void ending.catch(() => undefined);
    if ((await ending) === 'ROLLBACK') throw new TransactionAborted();
  }

  /** Undoes the transaction. A session that broke has done so itself. */
  async rollback(): Promise<void> {
    if (this.isOpen) await this.#end('rollback').catch(() => undefined);
  }

  async #end(statement: 'commit' | 'rollback'): Promise<string | undefined> {
    this.isOpen = false;
    this.#idleTimer[Symbol.dispose]();
    return this.#hasBegun ? (await this.#send(statement)).command : undefined;
  }
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver = new DummyDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
};

/** A Kysely transaction whose statements all go to `handle`, several at a time if the handler likes. */
function dbOver(handle: Handle): Db {
  const connections: ConnectionProvider = { provideConnection: (consume) => consume(handle) };
  const executor = new DefaultQueryExecutor(compiler, adapter, connections);
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor });
}
