import { minute_ms } from '@brina/domain/language/durations';
import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseClosed, DatabaseFault, StatementTimeout } from './database-errors.ts';
import { type Engine, type Send, withSession } from './engine.ts';
import { KeptPlans, type SessionPlans } from './kept-plans.ts';
import { type Lane, lanes } from './lanes.ts';
import { wireTypes } from './wire-types.ts';

export type PostgresOptions = {
  url: string;
  statementLimit_ms: number;
  /** Whether sessions keep plans. Not behind a pooler that lends one session of the server to several of ours. */
  keepsPlans: boolean;
  log?: Pick<Logger, 'warn' | 'error'> | undefined;
};

/** Sessions a process may open, by lane: ingestion keeps its own, however many calls wait. */
const sessions = { calls: 10, ingest: 4, watch: 1, upkeep: 1 } satisfies Record<Lane, number>;
/** How long a session may take to be free, or to be made. */
const connectLimit_ms = 10_000;
/**
 * A session whose answer is this much later than the server's own limit allows is gone, although nobody said so: the link is half-open, or
 * somebody between has forgotten it. It is ended, and what waits for it fails and is tried again on another.
 */
const answerSlack_ms = 2_000;
/** What has no limit of the server's: migrations and upkeep. */
const upkeepAnswer_ms = 30 * minute_ms;
/** A session that nothing was heard of for so long is asked whether it still stands. */
const keepAlive_ms = 10_000;
/** What the driver says of a session that it ended for want of an answer. */
const noAnswer = 'Query read timeout';
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
      query_timeout: lane === 'upkeep' ? upkeepAnswer_ms : statementLimit_ms + answerSlack_ms,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAlive_ms,
      options: sessionOptions(lane, statementLimit_ms),
      pipeline: true,
      types: wireTypes,
    });
    // A session that breaks while it is idle, and one that breaks while it is lent: the pool replaces both.
    const broke = (err: Error): void => log?.warn({ event: 'database.sessionBroke', err }, 'a database session broke');
    pool.on('error', broke);
    pool.on('connect', (client) => client.on('error', broke));
    return pool;
  };
  const pools = Object.fromEntries(lanes.map((lane) => [lane, poolFor(lane)])) as Record<Lane, pg.Pool>;
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
        throw isTimeout || isUnanswered(cause) ? new StatementTimeout(statementLimit_ms, { cause }) : cause;
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

/**
 * What the server is told of a session. It ends one whose client says nothing amid a transaction, or does not answer the network: a link
 * that went half-open leaves its locks behind, which everybody else would wait for.
 */
function sessionOptions(lane: Lane, statementLimit_ms: number): string {
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    tcp_keepalives_idle: keepAlive_ms / 1000,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    ...(lane !== 'upkeep' && { idle_in_transaction_session_timeout: statementLimit_ms + answerSlack_ms }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

const isUnanswered = (cause: unknown): boolean => cause instanceof Error && cause.message === noAnswer;

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
