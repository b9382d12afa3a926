import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { DatabaseFault } from './database-errors.ts';
import { type Engine, type Send, withSession } from './engine.ts';
import { locks } from './locks.ts';

/** A numbered change of the schema; `name` is its file's. */
export type Migration = { number: number; name: string; sql: string };

/** Reads the numbered `.sql` files of a folder, in order. */
export async function readMigrations(folder: URL = new URL('./migrations/', import.meta.url)): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{3})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) throw new DatabaseFault(`Migration ${name} should be the one numbered ${index + 1}.`);
      return { number, name, sql: await readFile(new URL(name, folder), 'utf8') };
    }),
  );
}

/** Identifies the state that migrations lead to. */
export function checksumOf(migrations: readonly Pick<Migration, 'name' | 'sql'>[]): string {
  const hash = createHash('sha256');
  for (const { name, sql } of migrations) hash.update(`${name}\n${sql.replaceAll('\r\n', '\n')}\n`);
  return hash.digest('hex');
}

/**
 * Runs the migrations that this database has not seen, in order, each in a transaction with its row in `migration`.
 * @throws DatabaseFault when one fails, was changed after it had run, or when the database is of a newer version
 */
export async function migrate(engine: Engine, migrations: readonly Migration[], clock: Clock): Promise<void> {
  await withSession(engine, 'upkeep', async (send) => {
    const applied = await inTransaction(send, () => readApplied(send));
    for (const [index, { name, checksum }] of applied.entries()) {
      const migration = migrations[index];
      if (!migration)
        throw new DatabaseFault(`The database was made by a newer version, which had the migration ${name}.`);
      if (checksumOf([migration]) === checksum) continue;
      throw new DatabaseFault(`Migration ${name} was changed after it had run; changes belong into a new migration.`);
    }
    for (const migration of migrations.slice(applied.length))
      await inTransaction(send, () => apply(send, migration, clock));
  });
}

async function readApplied(send: Send): Promise<{ name: string; checksum: string }[]> {
  await send(`create table if not exists migration (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null)`);
  return (await send('select name, checksum from migration order by number')).rows;
}

async function apply(send: Send, { number, name, sql }: Migration, clock: Clock): Promise<void> {
  const { rows } = await send('select from migration where number = $1', [number]);
  // Another server was first.
  if (rows.length > 0) return;
  await send(sql).catch((cause: unknown) => {
    throw new DatabaseFault(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  const row = [number, name, checksumOf([{ name, sql }]), new Date(clock.now()).toISOString()];
  await send('insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)', row);
}

async function inTransaction<T>(send: Send, work: () => Promise<T>): Promise<T> {
  await send('begin');
  try {
    await send('select pg_advisory_xact_lock($1)', [locks.migration]);
    const result = await work();
    await send('commit');
    return result;
  } catch (error) {
    await send('rollback').catch(() => undefined);
    throw error;
  }
}
