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

/**
 * Puts that database into a test's place, with the schema of then.
 * @param times how often its units are there, each time others
 */
export async function restoreFirstRelease(place: Pick<TestPlace, 'dataDir' | 'url'>, times = 1): Promise<FirstRelease> {
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
    for (const [table, rows] of Object.entries(release.tables)) {
      await insert(db, table, rows);
      const own = rows.filter((row) => table === 'appliance' || 'appliance' in row || 'batch' in row);
      for (let nth = 1; nth < times; nth++)
        await insert(
          db,
          table,
          own.map((row) => another(row, nth)),
        );
    }
  });
  return release;
}

/** The same row of another unit: its number, its serial number, and whatever has an identity of its own are others. */
function another(row: Row, nth: number): Row {
  const numbered = (name: string): Row =>
    typeof row[name] === 'number' ? { [name]: (row[name] as number) + 1000 * nth } : {};
  const text = JSON.stringify({ ...row, ...numbered('appliance'), ...('serial' in row && numbered('id')) });
  return JSON.parse(
    text
      .replaceAll(/"serial":"([^"]*)"/g, `"serial":"$1-${nth}"`)
      .replaceAll(/"(id|batch|batchId)":"([0-9a-f]{8})-/g, (_, name, begin) => {
        const other = ((Number.parseInt(begin, 16) ^ nth) >>> 0).toString(16).padStart(8, '0');
        return `"${name}":"${other}-`;
      }),
  ) as Row;
}

async function emptied(database: Database): Promise<void> {
  for (const statement of ['drop schema public cascade', 'create schema public'])
    await database.write((db) => sql.raw(statement).execute(db));
}

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
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
