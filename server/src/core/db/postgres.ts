import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseClosed, DatabaseFault, StatementTimeout } from './database-errors.ts';
import { type Engine, withSession } from './engine.ts';
import type { Lane } from './lanes.ts';
import { wireTypes } from './wire-types.ts';

export type PostgresOptions = {
  url: string;
  statementLimit_ms: number;
  log?: Pick<Logger, 'warn' | 'error'> | undefined;
};

/** Sessions a process may open, by lane: ingestion keeps its own, however many calls wait. */
const sessions = { calls: 10, ingest: 4, upkeep: 1 } satisfies Record<Lane, number>;
/** How long a session may take to be free, or to be made. */
const connectLimit_ms = 10_000;
/** Error code of a statement that ran over `statement_timeout`. */
const queryCanceled = '57014';

/**
 * Opens a PostgreSQL database through a pool for each lane.
 * @throws DatabaseFault when it does not answer or is older than 15
 */
export async function openPostgres({ url, statementLimit_ms, log }: PostgresOptions): Promise<Engine> {
  const poolFor = (lane: Lane): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: sessions[lane],
      application_name: 'brina',
      connectionTimeoutMillis: connectLimit_ms,
      statement_timeout: lane === 'upkeep' ? false : statementLimit_ms,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      pipeline: true,
      types: wireTypes,
    });
    // A session that breaks while it is idle, and one that breaks while it is lent: the pool replaces both.
    pool.on('error', (error) => log?.warn({ error }, 'a database session broke'));
    pool.on('connect', (client) => client.on('error', (error) => log?.warn({ error }, 'a database session broke')));
    return pool;
  };
  const pools = { calls: poolFor('calls'), ingest: poolFor('ingest'), upkeep: poolFor('upkeep') };
  let isClosing = false;

  const engine: Engine = {
    kind: 'postgres',
    lend: async (lane) => {
      if (isClosing) throw new DatabaseClosed();
      const client = await pools[lane].connect();
      let isLent = true;
      return {
        send: (text, values) =>
          client.query(text, values as unknown[] | undefined).catch((cause: unknown) => {
            const isTimeout = cause instanceof pg.DatabaseError && cause.code === queryCanceled;
            throw isTimeout ? new StatementTimeout(statementLimit_ms, { cause }) : cause;
          }),
        giveBack: () => {
          if (isLent) client.release();
          isLent = false;
        },
      };
    },
    syncs: () => 0,
    close: async () => {
      if (isClosing) return;
      isClosing = true;
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
  await checkServer(engine, url).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return engine;
}

async function checkServer(engine: Engine, url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const place = `${host}${pathname}`;
  const version = await withSession(engine, 'upkeep', (send) => send('show server_version_num')).then(
    ({ rows }) => Number(rows[0]?.server_version_num),
    (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
      throw new DatabaseFault(`The database ${place} of BRINA_DATABASE_URL does not answer: ${reason}.`, { cause });
    },
  );
  if (version < 150_000) throw new DatabaseFault(`The database ${place} is older than PostgreSQL 15.`);
}
