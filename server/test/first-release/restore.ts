import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Database, Db } from '#core/db/database.ts';
import { readMigrations } from '#core/db/migrate.ts';
import { openDatabase } from '#core/db/open-database.ts';
import type { TestPlace } from '#core/db/test-database.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { ensurePartitions } from '#features/record/telemetry/telemetry.ingest.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * What the portal of the first release (b687b11) had stored: units of one company that each told one cycle, with the records which that
 * version wrote of them. It was written by that version itself; people, certificates and keys are left out. Columns that were null are
 * absent.
 */
export type FirstRelease = {
  /** When it was written, epoch ms. */
  now: number;
  companyId: string;
  /** Cycles by the name of their run. */
  runs: Readonly<Record<string, { serial: string; startedAt: number }>>;
  migrations: readonly { name: string; checksum: string }[];
  tables: Readonly<Record<string, readonly Row[]>>;
};

const file = new URL('data.json.gz', import.meta.url);

/** Puts that database into a test's place, with the schema of then. */
export async function restoreFirstRelease(place: TestPlace): Promise<FirstRelease> {
  const release = JSON.parse(gunzipSync(readFileSync(file)).toString()) as FirstRelease;
  const options = { ...place, clock: stillClock() };
  {
    await using database = await openDatabase(options);
    await emptied(database);
  }
  const migrations = (await readMigrations()).slice(0, release.migrations.length);
  await using database = await openDatabase({ ...options, migrations });
  await database.write(async (db) => {
    // Tables stand in the order of their names, not of their references.
    await sql`set local session_replication_role = replica`.execute(db);
    await ensurePartitions(
      db,
      (release.tables['telemetry'] ?? []).map(({ at }) => Date.parse(String(at))),
    );
    for (const [table, rows] of Object.entries(release.tables)) await insert(db, table, rows);
  });
  return release;
}

async function emptied(database: Database): Promise<void> {
  for (const statement of ['drop schema public cascade', 'create schema public'])
    await database.write((db) => sql.raw(statement).execute(db));
}

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const name = sql.table(table);
  const columns = sql.join([...new Set(rows.flatMap(Object.keys))].map((column) => sql.ref(column)));
  await sql`insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

/** Rows of a table as they are now, with the columns that they had then. */
export async function rowsOf(db: Db, table: string, then: readonly Row[]): Promise<Row[]> {
  const names = [...new Set(then.flatMap(Object.keys))];
  const columns = sql.join(names.map((column) => sql.ref(column)));
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from (select ${columns} from ${sql.table(table)}) t`.execute(db);
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(JSON.parse(row) as Row).filter(([, value]) => value !== null)),
  );
}
