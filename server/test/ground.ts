import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import type { TestPortal } from './portal.ts';

/** A state of the database that can be come back to. */
export type Ground = {
  /** Puts every table back to what it held when the ground was laid. */
  restore(): Promise<void>;
};

/**
 * Keeps a copy of every row as it is now, so that what a test does next can be undone, whatever it deletes or uses up: sessions
 * are alive again, counted tries forgotten. A trigger notes the tables that a statement names; only these are compared. What
 * the portal holds in memory is not put back, nor what it has told anybody.
 */
export async function layGround({ db }: Pick<TestPortal, 'db'>): Promise<Ground> {
  await db.write(async (tx) => {
    await sql`create schema ground`.execute(tx);
    await sql`create table ground.touched (name text not null)`.execute(tx);
    await sql`
      create function ground.touch() returns trigger language plpgsql as $$
        begin insert into ground.touched values (tg_table_name); return null; end $$`.execute(tx);
    for (const name of await tableNames(tx)) {
      await sql`create table ${copyOf(name)} as table ${sql.table(name)}`.execute(tx);
      await sql`
        create trigger touched after insert or update or delete on ${sql.table(name)}
        for each statement execute function ground.touch()`.execute(tx);
    }
  });
  return { restore: () => db.write(restoreTouched) };
}

const copyOf = (name: string) => sql.table(`ground.${name}`);

/** Tables of the portal; a partition is a part of one. */
async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
  return rows.map(({ name }) => name);
}

async function restoreTouched(db: Db): Promise<void> {
  // Neither foreign keys nor the triggers above look on.
  await sql`set local session_replication_role = replica`.execute(db);
  const touched = await sql<{ name: string }>`delete from ground.touched returning name`.execute(db);
  for (const name of new Set(touched.rows.map((row) => row.name))) {
    const [table, copy] = [sql.table(name), copyOf(name)];
    await sql`
      delete from ${table} now where not exists (select from ${copy} kept where kept::text = now::text)`.execute(db);
    await sql`
      insert into ${table} overriding system value
      select * from ${copy} kept where not exists (select from ${table} now where now::text = kept::text)`.execute(db);
  }
}
