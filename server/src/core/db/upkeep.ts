import { hour_ms, minute_ms } from '@brina/domain/language/durations';
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

const checkpointEvery_ms = 5 * minute_ms;
/** Log written since the last checkpoint that makes the next one due at once. */
const checkpointAfter_bytes = 128 * 2 ** 20;
const analyseEvery_ms = 5 * minute_ms;
const vacuumEvery_ms = 24 * hour_ms;

/**
 * Does for the embedded database what PostgreSQL's background processes do, of which PGlite has none: without
 * checkpoints its log grows for ever, without vacuum its tables, without ANALYZE its plans age. Tables are taken one by
 * one, so that calls and ingestion come between. What is worn is vacuumed at the next look, and not when plans are made anew:
 * a small table whose rows change every few seconds would be a hundred times its size by then. The timer keeps no process alive.
 */
export const startUpkeep = (database: Database, options: UpkeepOptions): Disposable => new Upkeep(database, options);

class Upkeep implements Disposable {
  readonly #database: Database;
  readonly #log: UpkeepOptions['log'];
  readonly #interval_ms: number;
  readonly #timer: Disposable;
  #isBusy = false;
  #isStopped = false;
  #checkpointAt_bytes: number | undefined;
  #sinceCheckpoint_ms = 0;
  #sinceAnalyse_ms = 0;
  #sinceVacuum_ms = 0;

  constructor(database: Database, { clock, log, interval_ms = 15_000 }: UpkeepOptions) {
    this.#database = database;
    this.#log = log;
    this.#interval_ms = interval_ms;
    this.#timer = clock.every(interval_ms, () => this.#look());
  }

  [Symbol.dispose](): void {
    this.#isStopped = true;
    this.#timer[Symbol.dispose]();
  }

  async #look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      this.#sinceCheckpoint_ms += this.#interval_ms;
      this.#sinceAnalyse_ms += this.#interval_ms;
      this.#sinceVacuum_ms += this.#interval_ms;
      await this.#checkpoint();
      await this.#mend();
    } catch (error) {
      if (!this.#isStopped) this.#log?.error({ err: error }, 'the upkeep of the embedded database failed');
    } finally {
      this.#isBusy = false;
    }
  }

  async #checkpoint(): Promise<void> {
    const written_bytes = await logPosition(this.#database);
    this.#checkpointAt_bytes ??= written_bytes;
    const unsaved_bytes = written_bytes - this.#checkpointAt_bytes;
    const isDue =
      unsaved_bytes > checkpointAfter_bytes || (unsaved_bytes > 0 && this.#sinceCheckpoint_ms >= checkpointEvery_ms);
    if (!isDue) return;
    await this.#database.upkeep('checkpoint');
    this.#checkpointAt_bytes = await logPosition(this.#database);
    this.#sinceCheckpoint_ms = 0;
  }

  /** Vacuums and analyses what needs it. */
  async #mend(): Promise<void> {
    const isAnalysed = this.#sinceAnalyse_ms >= analyseEvery_ms;
    if (isAnalysed) this.#sinceAnalyse_ms = 0;
    const isDaily = isAnalysed && this.#sinceVacuum_ms >= vacuumEvery_ms;
    if (isDaily) this.#sinceVacuum_ms = 0;
    for (const { name, needsVacuum, needsAnalyse } of await worn(this.#database)) {
      if (needsVacuum || (isDaily && needsAnalyse)) await this.#database.upkeep(`vacuum (analyze) ${name}`);
      else if (isAnalysed && needsAnalyse) await this.#database.upkeep(`analyze ${name}`);
    }
  }
}

/** Bytes of log written since the database was made. */
async function logPosition(database: Database): Promise<number> {
  const position = sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as bytes`;
  const { rows } = await database.read((db) => position.execute(db));
  return rows[0]?.bytes ?? 0;
}

type Worn = { name: string; needsVacuum: boolean; needsAnalyse: boolean };

/** SQL for whether this many rows are dead that a vacuum is worth it: more than live, or in a larger table a fifth (autovacuum's rule). */
const isWorn = (of: string) =>
  sql`${sql.ref(`${of}.n_dead_tup`)} > least(50 + ${sql.ref(`${of}.n_live_tup`)}, 500 + ${sql.ref(`${of}.n_live_tup`)} / 5)`;

/**
 * Tables that changed by a tenth since they were analysed, or with many dead rows. What is too long for a row lies in a table of its
 * own (TOAST), whose dead rows count for themselves: of a row that is updated in its place none are left, but all of its parts there.
 */
async function worn(database: Database): Promise<Worn[]> {
  const query = sql<Worn>`
    select * from (
      select format('%I.%I', t.schemaname, t.relname) as name,
        ${isWorn('t')} or coalesce(${isWorn('long')}, false) as "needsVacuum",
        t.n_mod_since_analyze > 250 + t.n_live_tup / 10 as "needsAnalyse"
      from pg_stat_user_tables t join pg_class c on c.oid = t.relid
      left join pg_stat_all_tables long on long.relid = c.reltoastrelid) one
    where "needsVacuum" or "needsAnalyse" order by name`;
  return (await database.read((db) => query.execute(db))).rows;
}
