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
