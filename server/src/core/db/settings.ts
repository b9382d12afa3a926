import { randomBytes } from 'node:crypto';
import type { Database, Db } from './database.ts';

/** A value made once for an installation and kept in its database: it survives restarts and moves of the data folder. */
export const keptSetting = (database: Database, name: string, make: () => string): Promise<string> =>
  database.write((db) => keptSettingWithin(db, name, make));

/** The value as far as one was made, for who only reads. */
export const settingIfKept = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** The same within a transaction that is open. */
export async function keptSettingWithin(db: Db, name: string, make: () => string): Promise<string> {
  const before = await settingIfKept(db, name);
  if (before !== undefined) return before;
  await db
    .insertInto('setting')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Made by whoever was first.
  return (await settingIfKept(db, name)) ?? keptSettingWithin(db, name, make);
}

/** Writes a row that says nothing, to see whether the database takes one. */
export const writeProbe = (database: Database, value: string): Promise<unknown> =>
  database.watch((db) =>
    db
      .insertInto('setting')
      .values({ name: 'written', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );

/** 192 random bits as text. */
export const newSecret = (): string => randomBytes(24).toString('base64url');
