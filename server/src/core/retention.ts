import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import { clockBelievedFrom } from './db/believed-clock.ts';
import type { Database, Db } from './db/database.ts';
import { timestamp } from './db/instants.ts';
import type { ColumnOf, Table } from './db/tables.ts';
import type { Log } from './log.ts';
import type { PersonRows } from './persons.ts';
import type { Round } from './worker.ts';

/** How long the rows of a table are kept, and why. Times are those of the privacy notice where it names any. */
export type Keep<Column extends string = string> =
  /** They stay, for this reason. */
  | { always: string }
  /** Somebody or something else takes them away: what, and when. */
  | { until: string }
  /** A row goes when the moment in `by` is not after `since`, a moment reckoned from the present one; epoch ms. */
  | {
      by: Column | RawBuilder<unknown>;
      since(now: number): number;
      /** Rows that are old and stay nevertheless do not fulfil this; of the moment that `since` says, where that matters. */
      only?: RawBuilder<unknown> | ((since: RawBuilder<unknown>) => RawBuilder<unknown>);
      why: string;
    }
  /** In a manner of its own; it says whether there is more to do. */
  | { tend(db: Db, now: number, persons: PersonRows): Promise<boolean | void>; why: string };

/** One row for each table that is the feature's own. */
export type Keeps = { readonly [T in Table]?: Keep<ColumnOf<T>> };

/** What is that many days old is not needed any more. */
export const days =
  (n: number) =>
  (now: number): number =>
    now - n * day_ms;

/** What is that many years old is not needed any more. */
export const years =
  (n: number) =>
  (now: number): number =>
    new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - n);

/** What lies before now is not needed any more. */
export const atOnce = (now: number): number => now;

/**
 * How long what explains a food record is kept: when a unit was connected, what it told, what was wrong with it. As long as the privacy
 * notice promises the records themselves.
 */
export const asEvidence = years(5);

/** How long telemetry is kept, by the privacy notice. */
const telemetryKept_months = 25;

/** Since when telemetry is held, epoch ms: the first of a month. */
export function telemetryKeptFrom(now: number): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - telemetryKept_months);
}

/** Rows removed in one transaction: nobody waits long for the embedded database's only session. */
const rows_max = 2_000;
const every_ms = hour_ms;

type RetentionParts = {
  db: Database;
  clock: Clock;
  log: Log;
  persons: PersonRows;
  /** Told what became of each piece, for the metrics endpoint. */
  counted(table: string, outcome: { removed: number } | 'failed'): void;
  /** Told each time whether the clock is doubted, so that nothing is removed, for the same endpoint. */
  doubted(isDoubted: boolean): void;
};

/**
 * Removes what need not be kept any more, an hour after the other. Each piece of each table is a transaction of its own, so that one
 * that fails is logged, tried again in an hour, and stops no other. Nothing goes while the clock is not believed.
 */
export function retention(keeps: readonly Keeps[], parts: RetentionParts): Round {
  const { db, clock, log, doubted } = parts;
  const all = keeps.flatMap((of) => Object.entries(of));
  let left = all;
  return {
    name: 'retention',
    every_ms,
    run: async () => {
      const now = clock.now();
      const believedFrom = await db.write((tx) => clockBelievedFrom(tx, now));
      doubted(believedFrom > now);
      if (believedFrom > now) {
        const until = new Date(believedFrom).toISOString();
        log.warn({ event: 'retention.waits', until }, `the clock is doubted: nothing old is removed before ${until}`);
        return false;
      }
      const unfinished = [];
      for (const entry of left) if (await takePiece(entry, now, parts)) unfinished.push(entry);
      left = unfinished.length > 0 ? unfinished : all;
      return unfinished.length > 0;
    },
  };
}

/** By the moment that was believed: the clock may leap meanwhile. */
async function takePiece([table, keep]: [string, Keep], now: number, parts: RetentionParts): Promise<boolean> {
  const { db, log, persons, counted } = parts;
  if ('always' in keep || 'until' in keep) return false;
  try {
    if ('tend' in keep) return (await db.write((tx) => keep.tend(tx, now, persons))) === true;
    const removed = await db.write((tx) => removeOld(tx, table, keep, now));
    counted(table, { removed });
    return removed === rows_max;
  } catch (error) {
    counted(table, 'failed');
    log.error({ event: 'retention.failed', table, err: error }, `old rows of ${table} could not be removed`);
    return false;
  }
}

async function removeOld(
  db: Db,
  table: string,
  { by, since, only = sql`true` }: Extract<Keep, { since: unknown }>,
  now: number,
): Promise<number> {
  const moment = typeof by === 'string' ? sql.ref(`${table}.${by}`) : by;
  const limit = timestamp(since(now));
  const goes = typeof only === 'function' ? only(limit) : only;
  // What somebody holds just now goes in an hour: no deletion waits for another, or makes it wait.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${moment} <= ${limit} and ${goes}
      limit ${rows_max} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
}
