import { randomUUID } from 'node:crypto';
import { second_ms } from '@brina/domain/language/durations';
import { systemClock } from '../../server/src/core/clock.ts';
import type { Database } from '../../server/src/core/db/database.ts';
import { openDatabase } from '../../server/src/core/db/open-database.ts';
import { append, type NewEntry } from '../../server/src/features/record/ledger/append.ts';
import { now_ms } from './clock.ts';
import { repeatedly } from './figures.ts';

export const books = 50;
/** Who writes at the same time. */
export const writers = 50;
const measured_ms = 5 * second_ms;
/** Entries of the book that is verified, and how many of them go in at a time. */
export const entries = 100_000;
const together = 500;

/** Entries a second in many books and in one; the book of the demo's company has as many entries as are verified afterwards. */
export async function growBooks(dataDir: string, url: string): Promise<{ inMany: number[]; inOne: number[] }> {
  await using database = await openDatabase({ dataDir, url, clock: systemClock });
  const [own, ...companies] = await companiesOf(database);
  if (own === undefined) throw new Error('the demo has no company');
  const inMany = await repeatedly(() => appendedBy(database, (writer) => companies[writer % books] ?? own));
  const inOne = await repeatedly(() => appendedBy(database, () => own));
  for (let size = await sizeOf(database, own); size < entries; size = await sizeOf(database, own)) {
    const some = Array.from({ length: Math.min(together, entries - size) }, () => entryOf(own));
    await database.write((db) => append(db, some));
  }
  return { inMany, inOne };
}

/** Companies that are there for their books alone. */
export const companyStatement = `
  insert into company (id, name, country, time_zone, created_at)
  select gen_random_uuid(), 'Bench ' || i, 'IT', 'Europe/Rome', now() from generate_series(1, ${books}) i`;

/** The company of the demo, and the others. */
const companiesOf = (database: Database): Promise<string[]> =>
  database.read(async (db) => {
    const rows = await db.selectFrom('company').select(['id', 'name']).execute();
    const [others, own] = [true, false].map((isOther) =>
      rows.filter(({ name }) => name.startsWith('Bench ') === isOther).map(({ id }) => id),
    );
    return [...(own ?? []), ...(others ?? [])];
  });

const sizeOf = (database: Database, company: string): Promise<number> =>
  database.read(async (db) => {
    const book = await db.selectFrom('ledger_book').select('size').where('company_id', '=', company).executeTakeFirst();
    return book?.size ?? 0;
  });

/** A record of a corrective action, in size and form. */
const entryOf = (company: string): NewEntry => ({
  company,
  kind: 'action',
  id: randomUUID(),
  isNew: true,
  rev: 1,
  // A verifier reads whole milliseconds, as the database keeps them.
  at: Math.floor(now_ms()),
  content: { cause: 'TOO_THICK', disposition: [{ fate: 'DISCARDED', kg: 4.5 }], prevention: 'Flat trays.'.repeat(10) },
});

/** Entries a second while writers go on for some time. */
async function appendedBy(database: Database, companyOf: (writer: number) => string): Promise<number> {
  const began = now_ms();
  let appended = 0;
  const write = async (writer: number): Promise<void> => {
    while (now_ms() - began < measured_ms) {
      await database.write((db) => append(db, [entryOf(companyOf(writer))]));
      appended += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return appended / ((now_ms() - began) / second_ms);
}
