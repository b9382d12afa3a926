import { sql } from 'kysely';
import pg from 'pg';
import { until } from '#core/testing/until.ts';
import type { TestPortal } from './portal.ts';

/** Tests of what sessions hold against each other are for PostgreSQL: the embedded database does one thing at a time. */
export const onlyPostgres = { skip: process.env['BRINA_TEST_POSTGRES_URL'] === undefined };

/** A session of somebody else at the portal's database, who may hold what the portal wants. */
export async function anotherSession({ config, db: portals }: TestPortal) {
  const client = new pg.Client({ connectionString: config.databaseUrl ?? '' });
  await client.connect();
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    /** Waits until a statement of the portal like this, a regular expression, waits for a lock, and for which kind of lock. */
    hasStopped: (what: string, statement: string, lock = '.*') =>
      until(what, async () => {
        const { rows } = await portals.read((db) =>
          sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query ~ ${statement}
              and wait_event ~ ${lock}`.execute(db),
        );
        return rows.length > 0;
      }),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
