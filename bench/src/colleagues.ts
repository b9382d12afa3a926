import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Template } from './portal.ts';

/**
 * Gives the company of a data folder more users, who have the password of its first one. Their rows are written here, while no portal
 * runs on the folder.
 * @returns their credentials
 */
export async function addColleagues(
  dataDir: string,
  { email, password }: Template['user'],
  count: number,
): Promise<Template['user'][]> {
  const db = await PGlite.create(join(dataDir, 'database'));
  try {
    const { rows } = await db.query<{ email: string }>(
      `insert into app_user
       select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'bench' || n || '@demo.example'))).*
       from app_user u cross join generate_series(1, $2::int) n where u.email = $1 returning email`,
      [email, count],
    );
    return rows.map((row) => ({ email: row.email, password }));
  } finally {
    await db.close();
  }
}
