import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { minute_ms } from '@brina/domain/language/durations';
import pg from 'pg';
import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import { DatabaseClosed, DatabaseFault, DatabaseLost } from './database-errors.ts';
import { type Engine, type LentSession, type Send, withSession } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { KeptPlans, type SessionPlans } from './kept-plans.ts';
import { type Lane, lanes, takingTurns } from './lanes.ts';
import { PgliteWire } from './pglite-wire.ts';
import type { FromWorker, ToWorker, WorkerData } from './pglite-worker.ts';
import { whoseTurn } from './whose-turn.ts';
import { wireTypes } from './wire-types.ts';

export type PgliteOptions = {
  /** The portal's data folder; the cluster is its subfolder `database`. */
  dataDir: string;
  statementLimit_ms: number;
  log?: Pick<Logger, 'warn' | 'error'> | undefined;
};

/** A statement of upkeep may rewrite a whole table; beyond this it hangs. */
const upkeepLimit_ms = 10 * minute_ms;
/** How long the closing checkpoint may take before the worker is ended; the next start replays the log instead. */
const closeLimit_ms = 20_000;

/**
 * Opens the embedded database of a data folder: PGlite in a worker thread, one session lent in turns. A worker that
 * hangs or dies is ended and opened again, as after a power cut; only what it was working on fails.
 * @throws DataFolderInUse, DataFolderReadOnly, and DatabaseFault when commits would not reach the disk
 */
export async function openPglite(options: PgliteOptions): Promise<Engine> {
  using held = new DisposableStack();
  held.use(lockFolder(options.dataDir));
  const folder = join(options.dataDir, 'database');
  if (!existsSync(folder)) await makeCluster(folder);
  const engine = await run(folder, options);
  try {
    await proveDurable(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const lock = held.move();
  return {
    ...engine,
    close: async () => {
      using _released = lock;
      await engine.close();
    },
  };
}

/** A worker and the client that speaks to it. */
type Running = { client: pg.Client; plans: SessionPlans; wire: PgliteWire; worker: Worker };

/** Starts a worker on a cluster, and a client that speaks to it. */
async function connect(data: WorkerData, statementLimit_ms: number, kept: KeptPlans): Promise<Running> {
  const worker = await startWorker(data);
  const wire = new PgliteWire((message) => send(worker, message), statementLimit_ms);
  worker.on('message', (message: FromWorker) => {
    if (message instanceof Uint8Array) wire.answer(message);
    else if (message !== 'ready') wire.destroy(new DatabaseLost(`The embedded database stopped: ${message.lost}.`));
  });
  worker.on('error', (cause) => wire.destroy(new DatabaseLost('The embedded database broke.', { cause })));
  worker.on('exit', () => wire.destroy(new DatabaseLost('The thread of the embedded database ended.')));
  const client = new pg.Client({ ...sessionConfig, stream: () => wire });
  // The wire's end says the same; without a listener the client would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Who shares the session reads without a transaction, and all others say what they do.
    await client.query('set default_transaction_read_only = on');
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return { client, plans: kept.of(client), wire, worker };
}

/** A session for statements outside of transactions, none of which says that it writes. */
function writable({ send, giveBack, isShared }: LentSession): LentSession {
  const readOnly = (value: 'on' | 'off'): Promise<unknown> =>
    send(`set default_transaction_read_only = ${value}`).catch(() => undefined);
  void readOnly('off');
  return {
    send,
    isShared,
    giveBack: () => {
      void readOnly('on');
      giveBack();
    },
  };
}

async function run(folder: string, { statementLimit_ms, log }: PgliteOptions): Promise<Engine> {
  const syncs = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const { enter, inside } = takingTurns();
  const kept = new KeptPlans();
  let isClosing = false;
  let running: Promise<Running> | undefined;

  async function begin(): Promise<Running> {
    const begun = await connect({ folder, syncs, mayMake: false }, statementLimit_ms, kept);
    const { wire, worker } = begun;
    wire.on('close', () => {
      if (isClosing) return;
      log?.error({ err: wire.errored }, 'the embedded database is opened again');
      void start(worker.terminate());
    });
    return begun;
  }

  /** Whoever waits for a worker that does not start hears why, and the next one makes it try again. */
  function start(after?: Promise<unknown>): Promise<Running> {
    const starting = Promise.resolve(after).then(begin);
    running = starting;
    starting.catch((error: unknown) => {
      log?.error({ err: error }, 'the embedded database does not open');
      running = undefined;
    });
    return starting;
  }

  async function lend(lane: Lane, purpose?: 'read'): Promise<LentSession> {
    if (isClosing) throw new DatabaseClosed();
    const isShared = purpose === 'read';
    const leave = await enter(lane, isShared, whoseTurn.getStore());
    try {
      const session = await (running ?? start());
      // A message holds statements of all who share the session.
      session.wire.limit_ms = lane === 'upkeep' ? upkeepLimit_ms : statementLimit_ms * inside();
      session.plans.renew();
      const lent = { send: sendOver(session), isShared, giveBack: leave };
      return lane === 'upkeep' ? writable(lent) : lent;
    } catch (error) {
      leave();
      throw error;
    }
  }

  await start();
  return {
    kind: 'pglite',
    lend,
    syncs: () => Atomics.load(new Int32Array(syncs), 0),
    close: async () => {
      if (isClosing) return;
      isClosing = true;
      // Nobody enters any more: once we were last in every lane, all who waited have had their turn.
      for (const lane of lanes) (await enter(lane))();
      const open = await running?.catch(() => undefined);
      if (open) await closeWorker(open.worker);
    },
  };
}

/** What every client of the embedded database is told, so that no PG* variable of the environment reaches it. */
const sessionConfig = {
  user: 'postgres',
  database: 'postgres',
  host: 'embedded',
  password: '',
  options: '',
  ssl: false,
  pipeline: true,
  types: wireTypes,
} satisfies pg.ClientConfig;

function sendOver({ client, plans, wire }: Running): Send {
  return async (text, values, keepsPlan) => {
    if (wire.destroyed) throw new DatabaseLost('The embedded database stopped.', { cause: wire.errored });
    const given = values as unknown[] | undefined;
    const result = await (keepsPlan ? plans.query(text, given) : client.query(text, given));
    // PGlite swallows what breaks it (a failed write of the log, say) and answers that it is ready, without a result.
    const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    if (last.command !== null) return result;
    const lost = new DatabaseLost('The embedded database answered without a result.');
    wire.destroy(lost);
    throw lost;
  };
}

const send = (worker: Worker, message: ToWorker): void =>
  worker.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);

async function startWorker(workerData: WorkerData): Promise<Worker> {
  // Without the arguments of this process: a tether to the launcher is not the worker's.
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData,
    name: 'pglite',
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('message', (message: FromWorker) =>
    typeof message === 'object' && 'lost' in message ? reject(new DatabaseLost(message.lost)) : resolve(),
  );
  worker.once('error', reject);
  worker.once('exit', () => reject(new DatabaseLost('The thread of the embedded database ended while it started.')));
  try {
    await promise;
  } catch (cause) {
    await worker.terminate();
    throw new DatabaseFault(`The embedded database in ${workerData.folder} does not open: ${reasonOf(cause)}.`, {
      cause,
    });
  }
  return worker;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function closeWorker(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  using _limit = systemClock.after(closeLimit_ms, () => void worker.terminate());
  send(worker, 'close');
  await ended;
}

/** Makes a cluster beside its place and moves it there whole: an interrupted first start leaves nothing half made. */
async function makeCluster(folder: string): Promise<void> {
  const made = `${folder}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  await closeWorker(
    await startWorker({ folder: made, syncs: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT), mayMake: true }),
  );
  await syncTree(made);
  await rename(made, folder);
  await syncPath(dirname(folder));
}

/** Syncs every file and folder of a tree: initdb writes without doing so. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await syncPath(join(folder, entry));
  await syncPath(folder);
}

async function syncPath(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

/** Commits a row and looks whether a file was really synced: an upgrade of PGlite could silently undo it. */
async function proveDurable(engine: Engine): Promise<void> {
  await withSession(engine, 'upkeep', async (send) => {
    await send(`create schema if not exists durability;
      create table if not exists durability.start (only_row boolean primary key default true, starts integer not null)`);
    const before = engine.syncs();
    await send(
      'insert into durability.start (starts) values (1) on conflict (only_row) do update set starts = start.starts + 1',
    );
    if (engine.syncs() > before) return;
    throw new DatabaseFault(
      'The embedded database does not sync its commits to the disk, so the portal does not start with it.',
    );
  });
}
