/**
 * The thread that PostgreSQL runs in, since a query blocks the thread it runs in. It takes messages of the PostgreSQL
 * protocol and answers each with the bytes PostgreSQL replied.
 */
import { existsSync, fdatasyncSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { joinBytes } from './join-bytes.ts';

export type WorkerData = {
  /** Folder of the database cluster. */
  folder: string;
  /** Whether a cluster is made where there is none; else a damaged one would be overwritten by an empty one. */
  mayMake: boolean;
  /** One Int32: how often a file was really synced. */
  syncs: SharedArrayBuffer;
};
export type ToWorker = Uint8Array<ArrayBuffer> | 'close';
export type FromWorker = Uint8Array<ArrayBuffer> | 'ready' | { lost: string };

type ModuleOptions = Parameters<NodeFS['init']>[1];
type SyncingFileSystem = { stream_ops: { fsync?: (stream: { nfd: number }) => number } };

const { folder, mayMake, syncs } = workerData as WorkerData;
const syncCounter = new Int32Array(syncs);
const port = parentPort;
if (port === null) throw new Error('pglite-worker.ts runs as a worker thread.');
const tell = (message: FromWorker): void => port.postMessage(message);

/** PGlite's file system has no sync operation, and a missing one counts as success: without this no commit is durable. */
class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (module: unknown): void => {
      const { NODEFS } = module as { NODEFS: SyncingFileSystem };
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        sync(nfd);
        return 0;
      };
    };
    emscriptenOpts.preRun = [...[emscriptenOpts.preRun ?? []].flat(), addSync];
    return { emscriptenOpts };
  }
}

function sync(descriptor: number): void {
  try {
    fdatasyncSync(descriptor);
  } catch (error) {
    // What the disk refused to sync may be gone, and PGlite would go on: the parent ends this thread instead.
    tell({ lost: `the disk refused to sync: ${String(error)}` });
    throw error;
  }
  Atomics.add(syncCounter, 0, 1);
}

const settings = {
  fsync: 'on',
  // The default, fdatasync, goes past the operation added above.
  wal_sync_method: 'fsync',
  shared_buffers: '64MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  datestyle: 'ISO',
};

if (!mayMake && !existsSync(join(folder, 'PG_VERSION'))) throw new Error('the folder holds no database');

/** Why PostgreSQL ended, in its own words. */
let lastWords: string | undefined;

const pglite = await PGlite.create({
  fs: new DurableNodeFS(folder),
  onStderr: (line) => {
    // PostgreSQL ends its process after these; PGlite only hangs.
    const end = /(?:FATAL|PANIC): +(.*)/.exec(line);
    lastWords = end?.[1] ?? lastWords;
    if (end?.[1]) tell({ lost: end[1] });
    return false;
  },
  // The defaults turn fsync off; what comes later wins.
  startParams: [
    ...PGlite.defaultStartParams,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ],
}).catch((error: unknown) => {
  // It only says that it was aborted, and may be heard before what was told.
  throw lastWords === undefined ? error : new Error(lastWords, { cause: error });
});

async function answer(message: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = [];
  // The bytes given to the callback are a view of PostgreSQL's own memory.
  const onRawData = (bytes: Uint8Array): void => void parts.push(bytes.slice());
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  const bytes = joinBytes(parts);
  port?.postMessage(bytes satisfies FromWorker, [bytes.buffer]);
}

port.on('message', (message: ToWorker) => {
  if (message !== 'close') void answer(message);
  // Closing writes a checkpoint, so that the next start has nothing to replay.
  else void pglite.close().finally(() => port.close());
});
tell('ready');
