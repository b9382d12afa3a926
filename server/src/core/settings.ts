import { randomBytes } from 'node:crypto';
import type { Database } from './db/database.ts';

/** A value made once for an installation and kept in its database: it survives restarts and moves of the data folder. */
export async function keptSetting(db: Database, name: string, make: () => string): Promise<string> {
  return db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name, value: make() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow();
    return row.value;
  });
}

/** 192 random bits as text. */
export const newSecret = (): string => randomBytes(24).toString('base64url');
