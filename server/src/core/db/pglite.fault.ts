import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { seededRandom } from '../../../test/random.ts';
import { stillClock } from '../testing/test-clock.ts';
import type { Database } from './database.ts';
import { DataFolderInUse, StatementTimeout } from './database-errors.ts';
import { sharing_max } from './lanes.ts';
import { openDatabase } from './open-database.ts';
import { makeEmbeddedPlace, type TestPlace } from './test-database.ts';

const createKept = 'create table if not exists kept (n integer primary key)';

/** Program that writes rows one after the other and says of each when it is committed. */
const writer = (dataDir: string): string => `
  import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
  import { systemClock } from ${JSON.stringify(import.meta.resolve('../clock.ts'))};
  import { openDatabase } from ${JSON.stringify(import.meta.resolve('./open-database.ts'))};
  const database = await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, clock: systemClock });
  await database.write((db) => sql\`${createKept}\`.execute(db));
  const { rows } = await database.read((db) => sql\`select coalesce(max(n), 0) as n from kept\`.execute(db));
  for (let n = rows[0].n + 1; ; n++) {
    await database.write((db) => sql\`insert into kept values (\${n})\`.execute(db));
    process.stdout.write(n + '\\n');
  }`;

/** Runs the writer until it has said `count` rows, which it then goes on writing. */
async function writeRows(dataDir: string, count: number): Promise<{ child: ChildProcess; acknowledged: () => number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer(dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rows = 0;
  let last = 0;
  const enough = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = Number(line);
    if (++rows >= count) enough.resolve();
  });
  child.on('exit', () => enough.reject(new Error('the writer ended early')));
  try {
    await enough.promise;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { child, acknowledged: () => last };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** Opens the database of a place, with a table `kept`. */
async function openKept({ dataDir }: TestPlace, statementLimit_ms = 5000): Promise<Database> {
  const database = await openDatabase({ dataDir, clock: stillClock(), statementLimit_ms });
  await database.write((db) => sql.raw(createKept).execute(db));
  return database;
}

describe('the embedded database', () => {
  it('syncs the disk at every committed write and at no read', async () => {
    await using place = await makeEmbeddedPlace();
    await using database = await openKept(place);
    const before = await database.syncs();
    for (let n = 1; n <= 20; n++) await database.write((db) => sql`insert into kept values (${n})`.execute(db));
    const afterWrites = await database.syncs();
    assert.ok(afterWrites - before >= 20, `${afterWrites - before} syncs for 20 commits`);
    for (let n = 1; n <= 20; n++) await database.read((db) => sql`select * from kept where n = ${n}`.execute(db));
    assert.equal(await database.syncs(), afterWrites);
  });

  it('loses no acknowledged commit when its process is killed while it writes', async () => {
    const random = seededRandom('kills');
    await using place = await makeEmbeddedPlace();
    for (let round = 1; round <= 3; round++) {
      const { child, acknowledged } = await writeRows(place.dataDir, 50 + Math.ceil(random() * 100));
      await kill(child);
      await using database = await openKept(place);
      const query = sql<{ rows: number; last: number }>`select count(*) as rows, max(n) as last from kept`;
      const { rows } = await database.read((db) => query.execute(db));
      const { rows: kept = 0, last = 0 } = rows[0] ?? {};
      assert.ok(last >= acknowledged(), `row ${acknowledged()} was acknowledged, ${last} is the last kept`);
      assert.equal(kept, last, 'no row is missing before the last');
    }
  });

  it('refuses a second process and names the first', async () => {
    await using place = await makeEmbeddedPlace();
    const { child } = await writeRows(place.dataDir, 1);
    try {
      await assert.rejects(openKept(place), (error) => {
        assert.ok(error instanceof DataFolderInUse);
        assert.match(error.message, new RegExp(`in use by process ${child.pid};`));
        return true;
      });
    } finally {
      await kill(child);
    }
  });

  it('is opened again when a statement had to be ended, and the others go on', async () => {
    await using place = await makeEmbeddedPlace();
    await using database = await openKept(place, 1500);
    await database.write((db) => sql`insert into kept values (1)`.execute(db));
    const endless = database.write(async (db) => {
      await sql`insert into kept values (2)`.execute(db);
      await sql`select count(*) from generate_series(1, 1000000000000)`.execute(db);
    });
    const waiting = database.read((db) => sql<{ n: number }>`select n from kept`.execute(db));
    await assert.rejects(endless, StatementTimeout);
    assert.deepEqual((await waiting).rows, [{ n: 1 }]);
    await database.write((db) => sql`insert into kept values (3)`.execute(db));
  });

  it('keeps ingestion going while many calls wait', async () => {
    await using place = await makeEmbeddedPlace();
    await using database = await openKept(place);
    const order: string[] = [];
    const call = (): Promise<unknown> =>
      database.read((db) => sql`select 1`.execute(db)).then(() => order.push('call'));
    const batch = (): Promise<unknown> =>
      database.ingest((db) => sql`select 1`.execute(db)).then(() => order.push('batch'));
    await Promise.all([...Array.from({ length: 10 }, call), batch(), batch()]);
    const calls = Array.from({ length: sharing_max }, () => 'call');
    assert.deepEqual(order.slice(0, 2 * sharing_max + 2), [...calls, 'batch', ...calls, 'batch']);
  });

  it('tries again when it could not be opened again', async () => {
    await using place = await makeEmbeddedPlace();
    await using database = await openKept(place, 1500);
    await database.write((db) => sql`insert into kept values (1)`.execute(db));
    const control = join(place.dataDir, 'database', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    const read = (): Promise<unknown[]> =>
      database.read((db) => sql`select n from kept`.execute(db)).then(({ rows }) => rows);
    const slow = database.read((db) => sql`select pg_sleep(60)`.execute(db));
    await assert.rejects(slow, StatementTimeout);
    await assert.rejects(read(), { name: 'DatabaseFault', message: /does not open: .*pg_control/ });
    await rename(`${control}.away`, control);
    assert.deepEqual(await read(), [{ n: 1 }]);
  });

  it('makes no new database where a damaged one is', async () => {
    await using place = await makeEmbeddedPlace();
    await rm(join(place.dataDir, 'database', 'PG_VERSION'));
    await assert.rejects(openKept(place), { name: 'DatabaseFault', message: /the folder holds no database/ });
  });

  it('is made in a folder of its own that nobody else may enter, even after an interrupted start', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'brina-test-'));
    try {
      await mkdir(join(dataDir, 'database.new', 'base'), { recursive: true });
      const migrations = [{ number: 1, name: '001_first.sql', sql: 'create table first ()' }];
      await (await openDatabase({ dataDir, clock: stillClock(), migrations }))[Symbol.asyncDispose]();
      assert.deepEqual(await readdir(dataDir), ['database']);
      assert.equal((await stat(join(dataDir, 'database'))).mode & 0o777, 0o700);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('lets all who wait have their turn before it closes, and refuses work afterwards', async () => {
    await using place = await makeEmbeddedPlace();
    const database = await openKept(place);
    const order = ['read', 'ingest', 'ingest', 'ingest', 'write'] as const;
    const waiting = order.map((lane) => database[lane]((db) => sql`select 1`.execute(db)));
    await database[Symbol.asyncDispose]();
    await Promise.all(waiting);
    await assert.rejects(
      database.read((db) => sql`select 1`.execute(db)),
      { name: 'DatabaseClosed' },
    );
    await (await openKept(place))[Symbol.asyncDispose]();
  });
});
