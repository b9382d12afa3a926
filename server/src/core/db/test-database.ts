import { randomUUID } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Clock } from '../clock.ts';
import { stillClock } from '../testing/test-clock.ts';
import type { Database } from './database.ts';
import { checksumOf, type Migration, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** Where a test's own database is: the options of `openDatabase`. Disposing removes it. */
export type TestPlace = AsyncDisposable & { dataDir: string; url: string | undefined };

/**
 * Makes an empty, migrated database for a test: on the server of BRINA_TEST_POSTGRES_URL, or embedded in a temporary
 * folder, copied from a template that is made once for each state of the migrations.
 */
export async function makeTestPlace(): Promise<TestPlace> {
  const server = process.env.BRINA_TEST_POSTGRES_URL;
  return server ? makePostgresPlace(server) : makeEmbeddedPlace();
}

/** Like {@link makeTestPlace}, but embedded in any case: for what only the embedded database does. */
export async function makeEmbeddedPlace(): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brina-test-'));
  // Four times as fast as the promised form, and nothing else runs meanwhile.
  cpSync(await template(await readMigrations()), join(dataDir, 'database'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  const dispose = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  return { dataDir, url: undefined, [Symbol.asyncDispose]: dispose };
}

async function makePostgresPlace(server: string): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brina-test-'));
  const name = `brina_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    server,
    `create database ${name} template ${await (postgresTemplate ??= makePostgresTemplate(server))}`,
  );
  const url = addressOf(server, name);
  const dispose = async (): Promise<void> => {
    await onServer(server, `drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { dataDir, url, [Symbol.asyncDispose]: dispose };
}

/** Name of the migrated database that this process copies. */
let postgresTemplate: Promise<string> | undefined;

/** Makes it; of several processes that need it at once the first that is ready leaves it to all. */
async function makePostgresTemplate(server: string): Promise<string> {
  const migrations = await readMigrations();
  const name = `brina_template_${checksumOf(migrations).slice(0, 16)}`;
  const made = `${name}_${randomUUID().slice(0, 8)}`;
  await onServer(server, `create database ${made}`);
  const database = await openDatabase({ dataDir: '', url: addressOf(server, made), clock: stillClock(), migrations });
  await database[Symbol.asyncDispose]();
  await onServer(server, `alter database ${made} rename to ${name}`).catch(async (error: { code?: string }) => {
    if (!isThere.includes(error.code)) throw error;
    await onServer(server, `drop database ${made}`);
  });
  return name;
}

/** That another database has the name; of two renamed at the same moment the index of the names tells the second. */
const isThere: readonly (string | undefined)[] = ['42P04', '23505'];

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Opens a database of a test's own, see {@link makeTestPlace}; disposing closes and removes it. */
export async function openTestDatabase({ clock = stillClock() }: { clock?: Clock } = {}): Promise<Database> {
  const place = await makeTestPlace();
  const database = await openDatabase({ ...place, clock });
  return {
    ...database,
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Folder of a migrated cluster to copy. Test files that need it at once each make one; the first that is ready stays. */
async function template(migrations: readonly Migration[]): Promise<string> {
  const folder = join(tmpdir(), `brina-test-template-${checksumOf(migrations).slice(0, 16)}`);
  if (await exists(folder)) return folder;
  const made = await mkdtemp(`${folder}-`);
  try {
    const database = await openDatabase({ dataDir: made, clock: stillClock(), migrations });
    await database[Symbol.asyncDispose]();
    await rename(join(made, 'database'), folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return folder;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
