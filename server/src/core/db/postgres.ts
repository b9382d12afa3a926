import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseClosed, DatabaseFault, StatementTimeout } from './database-errors.ts';
import { type Engine, type Send, withSession } from './engine.ts';
import { KeptPlans, type SessionPlans } from './kept-plans.ts';
import type { Lane } from './lanes.ts';
import { wireTypes } from './wire-types.ts';

export type PostgresOptions = {
  url: string;
  statementLimit_ms: number;
  /** Whether sessions keep plans. Not behind a pooler that lends one session of the server to several of ours. */
  keepsPlans: boolean;
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
export async function openPostgres({ url, statementLimit_ms, keepsPlans, log }: PostgresOptions): Promise<Engine> {
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
  const kept = new KeptPlans();
  const plansOf = new WeakMap<pg.PoolClient, SessionPlans>();

  /** Sends over a session of a pool, which keeps its plans as long as it lives. */
  function sendOver(client: pg.PoolClient): Send {
    const plans = plansOf.get(client) ?? kept.of(client);
    plansOf.set(client, plans);
    plans.renew();
    return async (text, values, keepsPlan) => {
      const given = values as unknown[] | undefined;
      try {
        return await (keepsPlan && keepsPlans ? plans.query(text, given) : client.query(text, given));
      } catch (cause) {
        const isTimeout = cause instanceof pg.DatabaseError && cause.code === queryCanceled;
        throw isTimeout ? new StatementTimeout(statementLimit_ms, { cause }) : cause;
      }
    };
  }

  const engine: Engine = {
    kind: 'postgres',
    lend: async (lane) => {
      if (isClosing) throw new DatabaseClosed();
      const client = await pools[lane].connect();
      let isLent = true;
      return {
        send: sendOver(client),
        isShared: false,
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
