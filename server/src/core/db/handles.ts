import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as afterAllAnswers } from 'node:timers/promises';
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
import { HandleEnded, HandleIdle, lostIfUnnamed, NestedHandleError, TransactionAborted } from './database-errors.ts';
import type { Engine, LentSession } from './engine.ts';
import { isOutdatedPlan, isPlanKept } from './kept-plans.ts';
import type { Lane } from './lanes.ts';
import type { Tables } from './tables.ts';

/** The transactions of a database over the sessions an engine lends, and the guard against a handle inside a handle. */
export type Handles = Pick<Database, 'read' | 'write' | 'ingest' | 'watch' | 'commits'> & {
  /** Throws NestedHandleError when the caller is inside a handle of this database. */
  refuseNested(): void;
};

/** A kind of transaction. */
type Kind = {
  lane: Lane;
  /** On a session of its own; where it is shared there is no transaction. */
  begin: string;
  purpose?: 'read';
  /**
   * Whether the callback begins before a session is free, and only its first statement waits for one: what leads to that statement
   * then costs nobody's time on the session. What writes is begun in its turn, so that its moments are in the order of its commits.
   */
  beginsAhead: boolean;
  /** The statements whose plans the session keeps: a kind gets prepared statements by this alone. */
  keepsPlan(query: CompiledQuery): boolean;
};

/**
 * A plan that is kept is made for any values. That is right for what the query builder makes, which looks rows up by their keys; whole
 * statements by hand are those over spans of time, and their best plan depends on which.
 */
const isByBuilder = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';
/** The statements of ingestion are few, come with each batch, and go from the rows of the batch to others by their keys. */
const all = (): boolean => true;
const none = (): boolean => false;
const marked = ({ sql }: CompiledQuery): boolean => isPlanKept(sql);

const kinds = {
  read: { lane: 'calls', purpose: 'read', begin: 'begin read only', beginsAhead: true, keepsPlan: isByBuilder },
  write: { lane: 'calls', begin: 'begin read write', beginsAhead: false, keepsPlan: marked },
  ingest: { lane: 'ingest', begin: 'begin read write', beginsAhead: false, keepsPlan: all },
  watch: { lane: 'watch', begin: 'begin read write', beginsAhead: false, keepsPlan: none },
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
    const handle = new Handle(() => engine.lend(kind.lane, kind.purpose), kind, limits);
    try {
      if (!kind.beginsAhead) await handle.session();
      const result = await Promise.race([inside.run(handle, () => work(dbOver(handle))), handle.idle]);
      await handle.commit();
      if (handle.mayHaveChanged) commits += 1;
      return result;
    } catch (error) {
      await handle.rollback();
      throw error;
    } finally {
      handle.giveBack();
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
    watch: (work) => run(kinds.watch, work),
  };
}

/** What PostgreSQL says of each statement of a transaction in which one has failed. */
const inFailedTransaction = '25P02';

/** A statement of several parts: what the others change is not in its count. */
const hasParts = /^\s*with\b/i;

/** One transaction on a lent session, as the connection of a Kysely transaction. */
class Handle implements DatabaseConnection {
  /** Rejects when the handle was kept too long without a statement. */
  readonly idle: Promise<never>;
  isOpen = true;
  /** Whether a statement has changed rows, or does not tell. */
  mayHaveChanged = false;
  readonly #lend: () => Promise<LentSession>;
  #lending: Promise<LentSession> | undefined;
  #session: LentSession | undefined;
  readonly #kind: Kind;
  readonly #isRead: boolean;
  readonly #limits: { clock: Clock; idleLimit_ms: number };
  readonly #tooIdle: (reason: HandleIdle) => void;
  /** Runs while there is a session: only then does anybody wait for it. */
  #idleTimer: Timer | undefined;
  #hasBegun = false;
  /** What the first statement that failed said. */
  #failure: unknown;
  #statements = 0;
  #underWay = 0;

  constructor(lend: () => Promise<LentSession>, kind: Kind, limits: { clock: Clock; idleLimit_ms: number }) {
    this.#lend = lend;
    this.#kind = kind;
    this.#limits = limits;
    this.#isRead = kind === kinds.read;
    const { promise, reject } = Promise.withResolvers<never>();
    this.idle = promise;
    this.#tooIdle = reject;
  }

  /** Waits until a session is lent; statements that wait for it go out in their order, together. */
  session(): Promise<LentSession> {
    this.#lending ??= this.#lend().then(
      (session) => {
        this.#session = session;
        if (this.isOpen) this.#idleTimer = this.#watch();
        return session;
      },
      (error: unknown) => {
        throw lostIfUnnamed(error);
      },
    );
    return this.#lending;
  }

  #watch(): Timer {
    const { clock, idleLimit_ms } = this.#limits;
    return clock.after(idleLimit_ms, () => {
      const statements = this.#statements;
      // When this thread itself was busy, the callback goes on before immediates do.
      setImmediate(() => {
        const isIdle = this.isOpen && this.#underWay === 0 && this.#statements === statements;
        if (isIdle) this.#tooIdle(new HandleIdle(idleLimit_ms));
      });
    });
  }

  /** Gives the session back; one that is still on its way, as soon as it comes. */
  giveBack(): void {
    if (this.#session) this.#session.giveBack();
    else
      this.#lending?.then(
        (session) => session.giveBack(),
        () => undefined,
      );
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (!this.isOpen) throw new HandleEnded();
    this.#statements++;
    this.#underWay++;
    try {
      const { send, isShared } = this.#session ?? (await this.session());
      if (!this.isOpen) throw new HandleEnded();
      // `begin` goes out with the first statement, in one message; a handle without a statement costs nothing.
      const begun = this.#hasBegun || isShared ? undefined : send(this.#kind.begin);
      this.#hasBegun = !isShared;
      const [{ rows, rowCount, command }] = await Promise.all([
        send(sql, parameters, this.#kind.keepsPlan(query)),
        begun,
      ]);
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      if (!this.#isRead && !this.mayHaveChanged) {
        const changedNone = changes ? rowCount === 0 : command === 'SELECT';
        this.mayHaveChanged = !changedNone || hasParts.test(sql);
      }
      return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } catch (error) {
      throw await this.#causeOf(error);
    } finally {
      this.#underWay--;
      if (this.isOpen) this.#idleTimer?.restart();
    }
  }

  /** Of statements sent together, those behind one that fails are told only that the transaction is aborted: the cause is what counts. */
  async #causeOf(error: unknown): Promise<unknown> {
    if ((error as { code?: unknown }).code !== inFailedTransaction) return (this.#failure ??= lostIfUnnamed(error));
    // The failure was answered before; who waits for it may hear of it a little later.
    await afterAllAnswers();
    return this.#failure ?? error;
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
    this.#idleTimer?.[Symbol.dispose]();
    if (!this.#session || !this.#hasBegun) return undefined;
    try {
      return (await this.#session.send(statement)).command;
    } catch (error) {
      throw lostIfUnnamed(error);
    }
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
