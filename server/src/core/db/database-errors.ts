/** The database cannot be used, for a reason that one sentence explains to the person who starts the portal. */
export class DatabaseFault extends Error {
  override readonly name: string = 'DatabaseFault';
}

/** Another process that is alive holds the data folder. */
export class DataFolderInUse extends DatabaseFault {
  override readonly name = 'DataFolderInUse';
  /** Process that holds the folder. */
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by process ${pid}; stop that one or choose another BRINA_DATA_DIR.`);
    this.pid = pid;
  }
}

/** The data folder cannot be written. */
export class DataFolderReadOnly extends DatabaseFault {
  override readonly name = 'DataFolderReadOnly';
  constructor(dataDir: string, options?: ErrorOptions) {
    super(`The data folder ${dataDir} cannot be written; make it writable or choose another BRINA_DATA_DIR.`, options);
  }
}

/** A handler asked for a second handle inside the one it owns: on the embedded database it would wait for itself. */
export class NestedHandleError extends Error {
  override readonly name = 'NestedHandleError';
  constructor() {
    super('A database handle was opened inside another one; use the handle that is already there.');
  }
}

/** A handle was used after its callback had ended: the statement would run in somebody else's transaction. */
export class HandleEnded extends Error {
  override readonly name = 'HandleEnded';
  constructor() {
    super('A database handle was used after its callback had ended.');
  }
}

/** A handler kept its handle without using it, so it awaited something other than the database. */
export class HandleIdle extends Error {
  override readonly name = 'HandleIdle';
  constructor(limit_ms: number) {
    super(`A database handle was kept for ${limit_ms} ms without a statement, and was rolled back.`);
  }
}

/** A statement ran over the limit and was ended. Of a `commit` nobody knows whether it took effect. */
export class StatementTimeout extends Error {
  override readonly name = 'StatementTimeout';
  constructor(limit_ms: number, options?: ErrorOptions) {
    super(`A statement took longer than ${limit_ms} ms and was ended.`, options);
  }
}

/** A statement of the transaction failed and the handler went on regardless, so the commit rolled everything back. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
  constructor() {
    super('The transaction was rolled back because one of its statements had failed.');
  }
}

/** The connection to the database broke. Of a `commit` under way nobody knows whether it took effect. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
}

/** The database was closed, or is closing. */
export class DatabaseClosed extends Error {
  override readonly name = 'DatabaseClosed';
  constructor() {
    super('The database is closed.');
  }
}

/** Classes of PostgreSQL's error codes that tell of the database, its session or its schema, and not of the values of a statement. */
const troubles = [
  '08', // connection
  '25', // state of the transaction, read-only among them
  '26', // prepared statement unknown: behind a pooler
  '28', // not authorised
  '3D', // no such database
  '40', // rolled back: deadlock, serialisation
  '42', // a table, a column or a right that is not there
  '53', // resources: disk, memory, sessions
  '55', // locked, or not ready
  '57', // an operator's: stopped, starting, timed out
  '58', // the system below it
  'F0', // configuration
];
/** Data that are damaged on the disk. Any other internal error may be what a value led to. */
const damaged = ['XX001', 'XX002'];

/** PostgreSQL's code of an error; undefined of one that no statement was answered with. */
function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object) ? code : undefined;
}

/**
 * Whether the database itself was in trouble, or the session with it: the same statements may do when it is over. Everything else (a value
 * that no column holds, a fault of the code that one value leads to) fails however often it is tried.
 */
export function isDatabaseTrouble(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return troubles.includes(state.slice(0, 2)) || damaged.includes(state);
  return [DatabaseFault, DatabaseLost, DatabaseClosed, StatementTimeout, HandleIdle].some(
    (one) => error instanceof one,
  );
}

/**
 * What broke a session or the way to it, by its name: the driver and the sockets say it with an error of no kind. What has one stays what it
 * is: the database's answer, values that cannot be written.
 */
export function lostIfUnnamed(error: unknown): unknown {
  if (!(error instanceof Error) || sqlStateOf(error) !== undefined) return error;
  const hasNoKind = error.constructor === Error || error instanceof AggregateError;
  return hasNoKind ? new DatabaseLost(error.message, { cause: error }) : error;
}
