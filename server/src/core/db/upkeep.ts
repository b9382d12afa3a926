import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

export type UpkeepOptions = {
  clock: Clock;
  log?: Pick<Logger, 'error'> | undefined;
  /** How often it looks what is due. */
  interval_ms?: number;
};

const checkpointEvery_ms = 5 * 60_000;
/** Log written since the last checkpoint that makes the next one due at once. */
const checkpointAfter_bytes = 128 * 2 ** 20;
const analyseEvery_ms = 5 * 60_000;
const vacuumEvery_ms = 24 * 3_600_000;

/**
 * Does for the embedded database what PostgreSQL's background processes do, of which PGlite has none: without
 * checkpoints its log grows for ever, without vacuum its tables, without ANALYZE its plans age. Tables are taken one by
 * one, so that calls and ingestion come between. The timer keeps no process alive.
 */
export function startUpkeep(database: Database, { clock, log, interval_ms = 15_000 }: UpkeepOptions): Disposable {
  let checkpointAt_bytes: number | undefined;
  let sinceCheckpoint_ms = 0;
  let sinceAnalyse_ms = 0;
  let sinceVacuum_ms = 0;
  let isBusy = false;
  let isStopped = false;

  async function checkpoint(): Promise<void> {
    const written_bytes = await logPosition(database);
    checkpointAt_bytes ??= written_bytes;
    const unsaved_bytes = written_bytes - checkpointAt_bytes;
    const isDue =
      unsaved_bytes > checkpointAfter_bytes || (unsaved_bytes > 0 && sinceCheckpoint_ms >= checkpointEvery_ms);
    if (!isDue) return;
    await database.upkeep('checkpoint');
    checkpointAt_bytes = await logPosition(database);
    sinceCheckpoint_ms = 0;
  }

  async function lookAfter(): Promise<void> {
    sinceCheckpoint_ms += interval_ms;
    sinceAnalyse_ms += interval_ms;
    sinceVacuum_ms += interval_ms;
    await checkpoint();
    if (sinceAnalyse_ms < analyseEvery_ms) return;
    sinceAnalyse_ms = 0;
    const isDaily = sinceVacuum_ms >= vacuumEvery_ms;
    if (isDaily) sinceVacuum_ms = 0;
    for (const { name, needsVacuum } of await worn(database)) {
      await database.upkeep(`${isDaily || needsVacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`);
    }
  }

  const timer = clock.every(interval_ms, async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await lookAfter();
    } catch (error) {
      if (!isStopped) log?.error({ error }, 'the upkeep of the embedded database failed');
    } finally {
      isBusy = false;
    }
  });
  return {
    [Symbol.dispose]: () => {
      isStopped = true;
      timer[Symbol.dispose]();
    },
  };
}

/** Bytes of log written since the database was made. */
async function logPosition(database: Database): Promise<number> {
  const position = sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`;
  const { rows } = await database.read((db) => position.execute(db));
  return rows[0]?.bytes ?? 0;
}

/** Tables that changed by a tenth since they were analysed, and whether a fifth of their rows are dead: autovacuum's rule. */
async function worn(database: Database): Promise<{ name: string; needsVacuum: boolean }[]> {
  const query = sql<{ name: string; needsVacuum: boolean }>`
    select format('%I.%I', schemaname, relname) as name, n_dead_tup > 500 + n_live_tup / 5 as "needsVacuum"
    from pg_stat_user_tables
    where n_mod_since_analyze > 250 + n_live_tup / 10 or n_dead_tup > 500 + n_live_tup / 5
    order by 1`;
  return (await database.read((db) => query.execute(db))).rows;
}
