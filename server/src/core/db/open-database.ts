import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Database } from './database.ts';
import { DatabaseLost } from './database-errors.ts';
import { withSession } from './engine.ts';
import { handlesOver } from './handles.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { startUpkeep } from './upkeep.ts';

export type OpenDatabaseOptions = {
  /** The portal's data folder; the embedded database is in it. */
  dataDir: string;
  /** PostgreSQL to use instead of the embedded database. */
  url?: string | undefined;
  /** False: PostgreSQL is sent no prepared statements (`BRINA_DATABASE_PLANS`). */
  keepsPlans?: boolean | undefined;
  clock: Clock;
  log?: Pick<Logger, 'warn' | 'error'> | undefined;
  /** A statement that takes longer is ended, and so is a handle that is kept that long without one. */
  statementLimit_ms?: number | undefined;
  /** Those of this folder, unless a test brings its own. */
  migrations?: readonly Migration[] | undefined;
};

/**
 * Opens the portal's database, migrated, and looks after it until it is disposed.
 * @throws DatabaseFault, whose message is one sentence for the person who starts the portal
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { dataDir, url, keepsPlans = true, clock, log, statementLimit_ms = 5000 } = options;
  const migrations = options.migrations ?? (await readMigrations());
  const engine = url
    ? await openPostgres({ url, statementLimit_ms, keepsPlans, log })
    : await openPglite({ dataDir, statementLimit_ms, log });
  try {
    await migrate(engine, migrations, clock);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const { refuseNested, ...handles } = handlesOver(engine, { clock, idleLimit_ms: statementLimit_ms });
  const select1 = (): Promise<unknown> => withSession(engine, 'watch', (send) => send('select 1'));
  const database: Database = {
    kind: engine.kind,
    ...handles,
    upkeep: async (statement) => {
      refuseNested();
      await withSession(engine, 'upkeep', (send) => send(statement));
    },
    syncs: async () => engine.syncs(),
    ping: async (deadline_ms) => {
      refuseNested();
      const late = Promise.withResolvers<never>();
      using _deadline = systemClock.after(deadline_ms, () =>
        late.reject(new DatabaseLost(`The database did not answer within ${deadline_ms} ms.`)),
      );
      await Promise.race([select1(), late.promise]);
    },
    [Symbol.asyncDispose]: async () => {
      upkeep?.[Symbol.dispose]();
      await engine.close();
    },
  };
  const upkeep = engine.kind === 'pglite' ? startUpkeep(database, { clock, log }) : undefined;
  return database;
}
