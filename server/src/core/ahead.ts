import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Db } from './db/database.ts';
import { timestamp } from './db/instants.ts';
import type { ColumnOf, Table } from './db/tables.ts';
import type { Round } from './worker.ts';

/**
 * By how many ms moments of a table's columns lie ahead of now at most: what work is due at by the longest wait there is for it. What lies
 * further ahead is put to now or, with `over_ms`, to long ago: where something holds for a while after a moment, it must not begin anew.
 */
export type Ahead = { readonly [T in Table]?: { readonly [C in ColumnOf<T>]?: number | { readonly over_ms: number } } };

/** Rows moved in one transaction: nobody waits long for the embedded database's only session. */
const rows_max = 2_000;

/**
 * Puts to now, or to long ago, what lies further ahead than it ever may: it was written while our own clock was ahead, and what is due then would wait until
 * that time has come.
 */
export function boundAhead(aheads: readonly Ahead[], { db, clock }: { db: Database; clock: Clock }): Round {
  const columns = aheads.flatMap((tables) =>
    Object.entries(tables).flatMap(([table, most]) =>
      (Object.entries(most) as [string, number | { over_ms: number }][]).map(([column, bound]) => ({
        table,
        column,
        ...(typeof bound === 'number' ? { most_ms: bound, isOver: false } : { most_ms: bound.over_ms, isOver: true }),
      })),
    ),
  );
  return {
    name: 'ahead',
    every_ms: minute_ms,
    run: () =>
      db.write(async (tx) => {
        const moved = [];
        for (const one of columns) moved.push(await bound(tx, one, clock.now()));
        return moved.includes(rows_max);
      }),
  };
}

/** @returns how many rows it has moved */
async function bound(
  db: Db,
  { table, column, most_ms, isOver }: { table: string; column: string; most_ms: number; isOver: boolean },
  now: number,
): Promise<number> {
  const moment = sql.ref(column);
  // What somebody holds just now goes in a minute. What is due at `infinity` waits for something else than time.
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${moment} = ${timestamp(isOver ? 0 : now)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${moment} > ${timestamp(now + most_ms)} and ${moment} < 'infinity'
      limit ${rows_max} for update skip locked))`.execute(db);
  return Number(numAffectedRows);
}
